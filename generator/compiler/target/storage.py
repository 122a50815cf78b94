"""The registers that lines can name, and how many of them the arrays of a module need."""

from __future__ import annotations

from collections.abc import Iterator

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, passes
from generator.compiler.tree.nodes import parts_of
from hp15c.table.instructions import REGISTERS

NAMED = tuple(REGISTERS)
POINTER = "I"


def used_lengths(module: ir.Module) -> dict[str, int]:
    """For each array in use how many registers it needs: up to the last index, where that is known."""
    lengths: dict[str, int] = {}
    for function in module.functions.values():
        for element, ranges in _elements(function.body, {}):
            whole = module.arrays[element.array].length
            needed = min(whole, _last(element.index, ranges, whole) + 1)
            lengths[element.array] = max(lengths.get(element.array, 0), needed)
    return lengths


RegisterRanges = dict[str, range]


def _elements(piece: object, ranges: RegisterRanges) -> Iterator[tuple[ir.Element, RegisterRanges]]:
    """All elements in a piece, each with the values of the loop variables around it where they are known."""
    if isinstance(piece, ir.For):
        yield from _elements((piece.start, piece.stop), ranges)
        values = passes(piece)
        yield from _elements(piece.body, {**ranges, piece.name: values} if values else ranges)
        return
    if isinstance(piece, ir.Element):
        yield piece, ranges
    for one in parts_of(piece):
        yield from _elements(one, ranges)


def _last(index: ir.Expression, ranges: RegisterRanges, unknown: int) -> int:
    """The largest value of an index."""
    form = affine(index)
    if form is None or not form.names <= ranges.keys():
        return unknown
    ends = [factor * (max if factor > 0 else min)(ranges[name]) for name, factor in form.factors]
    return form.constant + sum(ends)
