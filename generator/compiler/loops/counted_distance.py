"""A loop whose index is only used as its distance from the end counts this distance down to 1.

`for i in range(n): ... a[n - 1 - i] ...` needs n and i in every pass. With the distance d = n - i it is
`for d in range(n, 0, -1): ... a[d - 1] ...`, which DSE counts. Both make the same passes in the same order.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TypeVar, cast

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant
from generator.compiler.tree.nodes import changed_names, nodes
from generator.compiler.tree.rewriting import rewritten
from generator.compiler.tree.substitution import minus

Piece = TypeVar("Piece")


def count_distances(module: ir.Module) -> ir.Module:
    """The module with such loops counted down."""
    functions = {}
    for name, function in module.functions.items():
        loops = [node for node in nodes(function.body) if isinstance(node, ir.For)]
        free = {one.name for one in loops if _stays_inside(one.name, loops, function)}

        def change(one: ir.Statement, free: set[str] = free) -> ir.Block | None:
            return _count_down(one, module) if isinstance(one, ir.For) and one.name in free else None

        functions[name] = replace(function, body=rewritten(function.body, change))
    return replace(module, functions=functions)


def _stays_inside(name: str, loops: list[ir.For], function: ir.Function) -> bool:
    """Whether a name is read in loops over it only, none of them in another."""
    inside = sum(_reads(one.body, name) for one in loops if one.name == name)
    return inside == _reads(function.body, name)


def _reads(piece: object, name: str) -> int:
    return sum(isinstance(node, ir.Read) and node.name == name for node in nodes(piece))


def _count_down(loop: ir.For, module: ir.Module) -> ir.Block | None:
    """The loop over the distance of its index from its end. None where the index is used in another way."""
    start, end = affine(loop.start), affine(loop.stop)
    if start is None or end is None or loop.step != 1 or not end.factors or loop.unordered:
        return None
    if (start.names | end.names | {loop.name}) & changed_names(loop.body, module):
        return None
    name = f"end - {loop.name}"
    body = _with_distance(loop.body, loop.name, end.plus(Affine(((loop.name, 1),)), -1), name)
    if not _reads(body, name) or _reads(body, loop.name):
        return None
    return (
        replace(loop, name=name, start=minus(loop.stop, loop.start), stop=constant(0), step=-1, body=body),
    )


def _with_distance(piece: Piece, index: str, distance: Affine, name: str) -> Piece:
    """A piece in which each sum that differs from a distance by a number is written with its new name."""
    if isinstance(piece, tuple):
        return cast(Piece, tuple(_with_distance(one, index, distance, name) for one in piece))
    if not isinstance(piece, ir.Node):
        return piece
    value = affine(piece) if isinstance(piece, ir.Operation) else None
    if value is not None and index in value.names:
        rest = value.plus(distance, -1)
        if not rest.factors:
            return cast(Piece, rest.plus(Affine(((name, 1),))).expression())
    changes = {
        one.name: _with_distance(getattr(piece, one.name), index, distance, name)
        for one in fields(piece)
        if isinstance(getattr(piece, one.name), ir.Node | tuple)
    }
    return replace(piece, **changes) if changes else piece
