"""Skewing: a nest walked along its diagonals, with or without wrap-around."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.units import region
from generator.compiler.loops.order import coordinates, deep, nest, title
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.substitution import minus, plus, substituted

DIAGONAL = "diagonal"


def skew(loop: ir.For, module: ir.Module, factor: int) -> Form:
    """The inner loop of a nest counted by j + factor * i: the same order, the index set a parallelogram.

    Together with an interchange it turns a nest into diagonals.
    """
    outer, inner = nest(loop)
    shift = ir.Operation("mul", (constant(factor), ir.Read(outer.name)))
    body = substituted(inner.body, {inner.name: minus(ir.Read(inner.name), shift)})
    skewed = replace(inner, start=plus(inner.start, shift), stop=plus(inner.stop, shift), body=body)
    one, other = coordinates(loop, module)
    relation = f"[{one}, {other}{{more}}] -> [{one}, {other} + {factor}*{one}{{more}}]"
    name = f"{title(inner)} skewed by {factor} {title(outer)}"
    return Form(name, (loop,), (replace(outer, body=(skewed,)),), deep(loop, module, relation))


def _square(loop: ir.For) -> tuple[ir.For, ir.For, ir.Expression]:
    outer, inner = nest(loop)
    stops = affine(outer.stop), affine(inner.stop)
    starts = affine(outer.start), affine(inner.start)
    if stops[0] is None or stops[0] != stops[1] or any(one is None or str(one) != "0" for one in starts):
        raise FormRefused(
            f"the loops {title(outer)} and {title(inner)} do not both run from 0 to the same bound"
        )
    if outer.step != 1 or inner.step != 1:
        raise FormRefused(f"the loops {title(outer)} and {title(inner)} do not count by 1")
    return outer, inner, outer.stop


def diagonals(loop: ir.For, module: ir.Module) -> Form:
    """A square nest walked diagonal by diagonal without wrap-around: d = j - k from -(n - 1) to n - 1."""
    outer, inner, size = _square(loop)
    j = plus(ir.Read(inner.name), ir.Read(DIAGONAL))
    inside = ir.And((ir.Compare(j, ">=", constant(0)), ir.Compare(j, "<", size)))
    body = (ir.If(inside, substituted(inner.body, {outer.name: j})),)
    new = ir.For(DIAGONAL, minus(constant(1), size), size, 1, (replace(inner, body=body),), DIAGONAL)
    one, other = coordinates(loop, module)
    links = deep(loop, module, f"[{one}, {other}{{more}}] -> [{one} - {other}, {other}{{more}}]")
    return Form(f"{title(outer)}, {title(inner)} by diagonals", (loop,), (new,), links)


def wrapped(loop: ir.For, module: ir.Module) -> Form:
    """A square nest walked by diagonals with wrap-around: j = (k + d) mod n for d from 0 to n - 1.

    The modulo is written as two cases, k + d < n and k + d >= n, which are sums.
    """
    outer, inner, size = _square(loop)
    new, links = _wrapped(loop, outer, inner, size, module)
    return Form(f"{title(outer)}, {title(inner)} by diagonals with wrap-around", (loop,), (new,), links)


def _wrapped(
    loop: ir.For, outer: ir.For, inner: ir.For, size: ir.Expression, module: ir.Module
) -> tuple[ir.For, tuple[Link, ...]]:
    j = plus(ir.Read(inner.name), ir.Read(DIAGONAL))
    below = substituted(inner.body, {outer.name: j})
    above = substituted(inner.body, {outer.name: minus(j, size)})
    both = ir.If(ir.Compare(j, "<", size), below, above)
    new = ir.For(DIAGONAL, constant(0), size, 1, (replace(inner, body=(both,)),), DIAGONAL)
    one, other = coordinates(loop, module)
    bound = affine(size)
    units = body_units(region((loop,), module))
    links = []
    for number, unit in enumerate(units):
        rest = "".join(f", {name}" for name in unit.coordinates[2:])
        old = f"[{one}, {other}{rest}]"
        links.append(Link(number, number, f"{old} -> [{one} - {other}, {other}{rest}] : {one} >= {other}"))
        far = f"{old} -> [{one} - {other} + {bound}, {other}{rest}] : {one} < {other}"
        links.append(Link(number, number + len(units), far))
    return new, tuple(links)
