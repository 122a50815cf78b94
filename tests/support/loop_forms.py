"""Forms of loops that `proof.prove` is tried on. Some of them keep every dependence and some do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.compiler.dependences.units import region
from generator.compiler.loops.proof import Form, Link, body_units
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant
from generator.compiler.tree.substitution import minus, plus, substitute

Change = Callable[[list[str]], list[str]]


def _links(before: ir.Block, module: ir.Module, change: Change) -> tuple[Link, ...]:
    """Each unit in its place in the text, with its coordinates changed."""
    return tuple(
        Link(number, number, f"[{', '.join(unit.coordinates)}] -> [{', '.join(change([*unit.coordinates]))}]")
        for number, unit in enumerate(body_units(region(before, module)))
    )


def reverse(loop: ir.For, module: ir.Module) -> Form:
    """The loop from its last pass to its first."""
    step = constant(loop.step)
    turned = replace(loop, start=minus(loop.stop, step), stop=minus(loop.start, step), step=-loop.step)
    return Form("reversal", (loop,), (turned,), _links((loop,), module, lambda names: names))


def interchange(loop: ir.For, module: ir.Module) -> Form:
    """The two loops of a nest exchanged."""
    inner = loop.body[0]
    assert isinstance(inner, ir.For)
    new = replace(inner, body=(replace(loop, body=inner.body),))
    return Form(
        "interchange", (loop,), (new,), _links((loop,), module, lambda one: [one[1], one[0], *one[2:]])
    )


def skew(loop: ir.For, module: ir.Module, factor: int) -> Form:
    """The inner loop of a nest counted by j + factor * i, in the same order."""
    inner = loop.body[0]
    assert isinstance(inner, ir.For)
    shift = ir.Operation("mul", (constant(factor), ir.Read(loop.name)))
    body = substitute(inner.body, {inner.name: minus(ir.Read(inner.name), shift)})
    skewed = replace(inner, start=plus(inner.start, shift), stop=plus(inner.stop, shift), body=body)
    links = _links((loop,), module, lambda one: [one[0], f"{one[1]} + {factor}*{one[0]}", *one[2:]])
    return Form("skewing", (loop,), (replace(loop, body=(skewed,)),), links)


def cut(loop: ir.For, module: ir.Module, at: int) -> Form:
    """The passes before a value of the variable, and behind them those from it on."""
    place = affine(constant(at))
    assert isinstance(place, Affine)
    units = body_units(region((loop,), module))
    below, above = ("<", ">=") if loop.step > 0 else (">", "<=")
    links = []
    for number, unit in enumerate(units):
        both = f"[{', '.join(unit.coordinates)}] -> [{', '.join(unit.coordinates)}]"
        links.append(Link(number, number, f"{both} : {unit.coordinates[0]} {below} {place}"))
        links.append(Link(number, number + len(units), f"{both} : {unit.coordinates[0]} {above} {place}"))
    after = replace(loop, stop=constant(at)), replace(loop, start=constant(at))
    return Form("cut", (loop,), after, tuple(links))
