"""Forms that cut a loop's passes into parts: peeling, two index sets, unrolling."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.units import Unit, region
from generator.compiler.loops.order import single_step, title, whole_passes
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant, passes
from generator.compiler.tree.nodes import leaves
from generator.compiler.tree.substitution import plus, substituted


def _units(loop: ir.For, module: ir.Module) -> list[Unit]:
    return body_units(region((loop,), module))


def cut(loop: ir.For, module: ir.Module, at: ir.Expression) -> Form:
    """The passes in two loops after each other: those before the value `at`, and those from it on.

    `at` must lie between the bounds (or be one of them). The proof fails where it may not.
    """
    whole_passes(loop)
    single_step(loop)
    place = affine(at)
    if place is None:
        raise FormRefused(f"the loop {title(loop)} can be cut at a sum only")
    first, second = replace(loop, stop=at), replace(loop, start=at)
    units = _units(loop, module)
    below, above = ("<", ">=") if loop.step > 0 else (">", "<=")
    links = []
    for number, unit in enumerate(units):
        both = f"[{', '.join(unit.coordinates)}] -> [{', '.join(unit.coordinates)}]"
        links.append(Link(number, number, f"{both} : {unit.coordinates[0]} {below} {place}"))
        links.append(Link(number, number + len(units), f"{both} : {unit.coordinates[0]} {above} {place}"))
    return Form(f"{title(loop)} cut at {place}", (loop,), (first, second), tuple(links))


def peel(loop: ir.For, module: ir.Module) -> Form:
    """The first pass before the loop. The loop must have one. An `assume` or constant bounds can say so."""
    whole_passes(loop)
    single_step(loop)
    start = affine(loop.start)
    if start is None:
        raise FormRefused(f"the loop {title(loop)} does not start at a sum")
    first = substituted(loop.body, {loop.name: loop.start})
    rest = replace(loop, start=plus(loop.start, constant(loop.step)))
    units = _units(loop, module)
    links = []
    for number, unit in enumerate(units):
        name, *behind = unit.coordinates
        links.append(
            Link(number, number, f"{_tuple([name, *behind])} -> {_tuple(behind)} : {name} = {start}")
        )
        same = f"{_tuple([name, *behind])} -> {_tuple([name, *behind])} : {name} != {start}"
        links.append(Link(number, number + len(units), same))
    return Form(f"first pass of {title(loop)} apart", (loop,), (*first, rest), tuple(links))


def _tuple(names: list[str]) -> str:
    return f"[{', '.join(names)}]"


def unroll(loop: ir.For, module: ir.Module) -> Form:
    """All passes after each other, without a loop. The bounds must be constants."""
    whole_passes(loop)
    values = passes(loop)
    if values is None:
        raise FormRefused(f"the number of passes of {title(loop)} is not known")
    after: ir.Block = ()
    links = []
    units = _units(loop, module)
    for turn, value in enumerate(values):
        after += substituted(loop.body, {loop.name: constant(value)})
        for number, unit in enumerate(units):
            name, *behind = unit.coordinates
            relation = f"{_tuple([name, *behind])} -> {_tuple(behind)} : {name} = {value}"
            links.append(Link(number, number + turn * len(units), relation))
    return Form(f"{title(loop)} unrolled", (loop,), after, tuple(links))


def unroll_by(loop: ir.For, module: ir.Module, count: int) -> Form:
    """`count` passes in one, for a number of passes that `count` divides (constant bounds)."""
    whole_passes(loop)
    values = passes(loop)
    if values is None or len(values) % count:
        raise FormRefused(f"the number of passes of {title(loop)} is not a multiple of {count}")
    body: ir.Block = ()
    links = []
    units = _units(loop, module)
    for turn in range(count):
        shifted = plus(ir.Read(loop.name), constant(turn * loop.step))
        body += substituted(loop.body, {loop.name: shifted})
        for number, unit in enumerate(units):
            name, *behind = unit.coordinates
            first = f"{name} - {turn * loop.step}"
            condition = f"({first} - ({values.start})) mod {count * abs(loop.step)} = 0"
            relation = f"{_tuple([name, *behind])} -> {_tuple([first, *behind])} : {condition}"
            links.append(Link(number, number + turn * len(units), relation))
    new = replace(loop, step=loop.step * count, body=body)
    return Form(f"{title(loop)} unrolled by {count}", (loop,), (new,), tuple(links))


def unrolled_leaving(loop: ir.For) -> ir.Block | None:
    """All passes of a loop whose body is one `if` that ends with `break`, each in the `else` of the former.

    None for other loops. The order stays as it is, so nothing has to be proven of dependences.
    """
    values = passes(loop)
    if values is None or len(loop.body) != 1 or not isinstance(loop.body[0], ir.If):
        return None
    test = loop.body[0]
    if test.orelse or not test.body or not isinstance(test.body[-1], ir.Break) or leaves(test.body[:-1]):
        return None
    result: ir.Block = ()
    for value in reversed(values):
        one = substituted(test, {loop.name: constant(value)})
        result = (replace(one, body=one.body[:-1], orelse=result),)
    return result
