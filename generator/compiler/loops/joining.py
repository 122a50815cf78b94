"""Forms that join loops or take them apart: fusion and distribution."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.units import region
from generator.compiler.loops.order import title, whole_passes
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.substitution import substituted


def fuse(first: ir.For, second: ir.For, module: ir.Module) -> Form:
    """Two loops over the same values as one, pass by pass."""
    whole_passes(first)
    whole_passes(second)
    same = all(
        affine(one) is not None and affine(one) == affine(other)
        for one, other in ((first.start, second.start), (first.stop, second.stop))
    )
    if not same or first.step != second.step:
        raise FormRefused(f"the loops {title(first)} and {title(second)} do not run over the same values")
    behind = substituted(second.body, {second.name: ir.Read(first.name)})
    joined = replace(first, body=(*first.body, *behind))
    name = f"fusion of {title(first)} and {title(second)}"
    return Form(name, (first, second), (joined,), _unmoved((first, second), module))


def _unmoved(before: ir.Block, module: ir.Module) -> tuple[Link, ...]:
    """Links that change neither the textual order of units nor the coordinates of instances."""
    units = body_units(region(before, module))
    shown_units = (f"[{', '.join(unit.coordinates)}]" for unit in units)
    return tuple(Link(number, number, f"{one} -> {one}") for number, one in enumerate(shown_units))


def distribute(loop: ir.For, module: ir.Module, at: int) -> Form:
    """One loop as two after each other: the first `at` statements of its body, then the others."""
    whole_passes(loop)
    if not 0 < at < len(loop.body):
        raise FormRefused(f"the body of {title(loop)} has no two parts there")
    first, second = replace(loop, body=loop.body[:at]), replace(loop, body=loop.body[at:])
    return Form(f"distribution of {title(loop)}", (loop,), (first, second), _unmoved((loop,), module))
