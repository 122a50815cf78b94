"""A number that is compared with two others is compared once, by its distance from their middle.

That takes a line or two less where both are typed:

if x in (7, 11):        if abs(x - 9) == 2:

The digits decide the same: differences rise with x, also rounded, and those of the numbers beside 7 and 11
are others than 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Context
from itertools import combinations, groupby
from typing import Final, cast

from generator.compiler.target.entry import keys_of
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, with_parts
from hp15c.numbers.number import Number

_EXACT: Final = Context(prec=220)
_TEN_DIGITS: Final = Context(prec=10)
_LARGEST: Final = 9
"""The largest exponent of the numbers."""
_TWO_TESTS: Final = 5
_ONE_TEST: Final = 4
"""The lines beside the numbers: tests, jumps and a recall, or the difference, its size and one test."""


def with_distances(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with distances in place of two numbers where that is shorter, and what was done."""
    functions = {name: replace(one, body=_fold(one.body)) for name, one in module.functions.items()}
    if functions == module.functions:
        return module, ()
    return replace(module, functions=functions), ("two numbers are compared as one distance",)


def _fold(piece: Piece) -> Piece:
    """A piece of the tree with distances in place of two numbers."""
    made: object = with_parts(piece, _fold)
    if isinstance(made, ir.Or | ir.And):
        relation: ir.Relation = "==" if isinstance(made, ir.Or) else "!="
        conditions = tuple(_of_runs(made.conditions, relation))
        made = conditions[0] if len(conditions) == 1 else replace(made, conditions=conditions)
    return cast(Piece, made)


def _of_runs(conditions: tuple[ir.Condition, ...], relation: ir.Relation) -> Iterator[ir.Condition]:
    """Conditions with fewer comparisons where the same name is compared several times in a row."""
    for name, run in groupby(conditions, lambda one: _name_compared(one, relation)):
        alike = [*run]
        while name and (best := max(_pairs(alike), key=lambda pair: pair[0], default=None)) and best[0] > 0:
            alike = [one for one in alike if one not in best[1]] + [best[2]]
        yield from alike


def _name_compared(one: ir.Condition, relation: ir.Relation) -> str:
    """The name that a condition compares with a number. Empty for another condition."""
    match one:
        case ir.Compare(left=ir.Read(name=name), relation=given, right=ir.Constant()) if given == relation:
            return name
    return ""


def _pairs(
    conditions: list[ir.Condition],
) -> Iterator[tuple[int, tuple[ir.Condition, ir.Condition], ir.Condition]]:
    """Two of the conditions, the comparison in their place, and how many lines it saves."""
    for one, other in combinations(conditions, 2):
        match one, other:
            case (
                ir.Compare(left=ir.Read(), right=ir.Constant(value=first)),
                ir.Compare(left=ir.Read(), right=ir.Constant(value=second)),
            ):
                found = _distance(first, second)
                if found is not None:
                    middle, half = found
                    lines = [len(keys_of(number)) for number in (first, second, middle, half)]
                    fewer = lines[0] + lines[1] + _TWO_TESTS - lines[2] - lines[3] - _ONE_TEST
                    apart = ir.Operation("sub", (one.left, ir.Constant(middle)), place=one.place)
                    size = ir.Operation("abs", (apart,), place=one.place)
                    yield fewer, (one, other), replace(one, left=size, right=ir.Constant(half))


def _distance(first: Number, second: Number) -> tuple[Number, Number] | None:
    """The number in the middle of two, and how far both are from it, where only they are that far."""
    if first.is_zero or second.is_zero or max(first.exponent, second.exponent) > _LARGEST:
        return None
    low, high = sorted((first.decimal, second.decimal))
    middle, half = _EXACT.divide(low + high, 2), _EXACT.divide(high - low, 2)
    numbers = Number.of(middle), Number.of(half)
    if [one.decimal for one in numbers] != [middle, half] or not half:
        return None
    for end in (low, high):
        for beside in (end.next_minus(_TEN_DIGITS), end.next_plus(_TEN_DIGITS)):
            if abs((Number.of(beside) - numbers[0]).decimal) == half:
                return None
    return numbers
