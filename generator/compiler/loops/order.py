"""Forms that keep a loop's passes and change their order or their numbering.

Each takes a block that is one loop (or a nest of two) and gives the Form, which `proof.prove` then judges.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.units import region
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import leaves, read_names
from generator.compiler.tree.substitution import minus, plus, substituted, tidy


def links_in_place(before: ir.Block, module: ir.Module, relation: str) -> tuple[Link, ...]:
    """Links of a form that keeps the units in their textual order. `{rest}` is the coordinates behind."""
    units = body_units(region(before, module))
    return tuple(
        Link(number, number, relation.replace("{rest}", "".join(f", {one}" for one in unit.coordinates[1:])))
        for number, unit in enumerate(units)
    )


def whole_passes(loop: ir.For) -> None:
    """Refuse a loop that can end early: its passes depend on each other."""
    if leaves(loop.body):
        raise FormRefused(f"the loop {title(loop)} can be left before its last pass")


def title(loop: ir.For) -> str:
    """The name of a loop in explanations."""
    return loop.loop or loop.name


def single_step(loop: ir.For) -> None:
    """Refuse a loop that does not count by one: its last value is not known without dividing."""
    if abs(loop.step) != 1:
        raise FormRefused(f"the loop {title(loop)} counts by {loop.step}")


def reverse(loop: ir.For, module: ir.Module) -> Form:
    """The loop from its last pass to its first: `range(a, b)` becomes `range(b - 1, a - 1, -1)`."""
    whole_passes(loop)
    single_step(loop)
    before = constant(loop.step)
    turned = replace(loop, start=minus(loop.stop, before), stop=minus(loop.start, before), step=-loop.step)
    name = _first(loop, module)
    return Form(
        f"reversal of {title(loop)}",
        (loop,),
        (turned,),
        links_in_place((loop,), module, f"[{name}{{rest}}] -> [{name}{{rest}}]"),
    )


def renumber(loop: ir.For, module: ir.Module, sign: int, offset: ir.Expression, name: str = "") -> Form:
    """The same passes in the same order, counted by c instead of i, with i = offset + sign * c."""
    name = name or loop.name
    value = affine(offset)
    if value is None:
        raise FormRefused(f"the loop {title(loop)}: the new count does not start at a sum")
    back = plus if sign > 0 else minus
    inner = {loop.name: back(offset, ir.Read(name))}
    if name != loop.name and name in read_names(loop, module):
        raise FormRefused(f"the name {name} is already used in the loop {title(loop)}")

    def moved(end: ir.Expression) -> ir.Expression:
        return minus(end, offset) if sign > 0 else minus(offset, end)

    new = ir.For(
        name, moved(loop.start), moved(loop.stop), sign * loop.step, substituted(loop.body, inner),
        title(loop) if name == loop.name else name, loop.unordered, place=loop.place,
    )  # fmt: skip
    old = _first(loop, module)
    to = f"{old} - ({value})" if sign > 0 else f"{value} - {old}"
    return Form(
        f"{title(loop)} counted as {name}",
        (loop,),
        (new,),
        links_in_place((loop,), module, f"[{old}{{rest}}] -> [{to}{{rest}}]"),
    )


def count_to_zero(loop: ir.For, module: ir.Module, name: str = "") -> Form:
    """The same passes in the same order, counted down to 1: what DSE does in one line.

    `range(a, b)` becomes `range(b - a, 0, -1)` with i = b - c.
    """
    single_step(loop)
    if loop.step > 0:
        return renumber(loop, module, -1, tidy(loop.stop), name)
    return renumber(loop, module, 1, tidy(loop.stop), name)


def count_from_zero(loop: ir.For, module: ir.Module, name: str = "") -> Form:
    """The same passes in the same order, counted up from 0: what ISG does in one line."""
    single_step(loop)
    if loop.step > 0:
        return renumber(loop, module, 1, tidy(loop.start), name)
    return renumber(loop, module, -1, tidy(loop.start), name)


def nest(loop: ir.For) -> tuple[ir.For, ir.For]:
    """The two loops of a nest in which the inner one is the outer one's whole body."""
    if len(loop.body) != 1 or not isinstance(loop.body[0], ir.For):
        raise FormRefused(f"the loop {title(loop)} holds more than one loop")
    inner = loop.body[0]
    if loop.name in _names(inner.start) | _names(inner.stop) or loop.name == inner.name:
        raise FormRefused(f"the bounds of {title(inner)} depend on {title(loop)}")
    whole_passes(loop)
    whole_passes(inner)
    return loop, inner


def _names(expression: ir.Expression) -> frozenset[str]:
    value = affine(expression)
    return value.names if value is not None else frozenset()


def interchange(loop: ir.For, module: ir.Module) -> Form:
    """Inner and outer loop of a nest exchanged."""
    outer, inner = nest(loop)
    new = replace(inner, body=(replace(outer, body=inner.body),))
    one, other = coordinates(loop, module)
    relation = f"[{one}, {other}{{more}}] -> [{other}, {one}{{more}}]"
    return Form(
        f"interchange of {title(outer)} and {title(inner)}",
        (loop,),
        (new,),
        deep(loop, module, relation),
    )


def deep(loop: ir.For, module: ir.Module, relation: str) -> tuple[Link, ...]:
    """Links in place for a nest of two. `{more}` is the coordinates behind the first two."""
    units = body_units(region((loop,), module))
    return tuple(
        Link(number, number, relation.replace("{more}", "".join(f", {one}" for one in unit.coordinates[2:])))
        for number, unit in enumerate(units)
    )


def coordinates(loop: ir.For, module: ir.Module) -> tuple[str, str]:
    """The names of a nest's two coordinates."""
    names = max((unit.coordinates for unit in region((loop,), module).units), key=len)
    return names[0], names[1]


def _first(loop: ir.For, module: ir.Module) -> str:
    units = region((loop,), module).units
    return next((unit.coordinates[0] for unit in units if unit.coordinates), loop.name)
