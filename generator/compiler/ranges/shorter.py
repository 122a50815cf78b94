"""Operations in a shorter form that ranges allow.

Each gives the same digits for all numbers of the ranges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from generator.compiler.ranges.interval import EXACT_QUOTIENT, Interval
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import nodes

_HARMLESS: Final = frozenset(("add", "sub", "mul", "square", "neg", "abs", "intpart", "frac"))
_SMALLEST: Final = Decimal("1e-80")
"""From this size on a tenth, a hundredth, ... of a number has all its digits."""


def harmless(tree: ir.Expression) -> bool:
    """Whether a value may be left out, because computing it raises no Error and has no effect."""
    return all(isinstance(node, ir.Constant | ir.Read) or _is_harmless(node) for node in nodes(tree))


def _is_harmless(node: ir.Node) -> bool:
    """Whether an operation never ends in an Error: a division by a constant other than 0 does not."""
    match node:
        case ir.Operation(name="floordiv" | "mod", operands=(_, ir.Constant(value=divisor))):
            return not divisor.is_zero
    return isinstance(node, ir.Operation) and node.name in _HARMLESS


def shorter(tree: ir.Operation, intervals: Sequence[Interval]) -> ir.Expression:
    """An operation on values in these intervals in its shortest form."""
    match tree.name, tree.operands:
        case (("abs" | "intpart" | "frac"), (operand,)):
            return _of_one(tree, operand, intervals[0])
        case (("floordiv" | "mod"), (first, second)):
            return _divide(tree, first, second, *intervals)
    return tree


def _of_one(tree: ir.Operation, operand: ir.Expression, interval: Interval) -> ir.Expression:
    """ABS, INT or FRAC of an operand in a range, or what is shorter and gives the same there."""
    small = interval.low > -1 and interval.high < 1
    if tree.name == "abs":
        same, zero = interval.low >= 0, False
    elif tree.name == "intpart":
        same, zero = interval.whole, small
    else:
        same, zero = small and not interval.whole, interval.whole
    if zero and harmless(operand):
        return constant(0)
    if tree.name == "abs" and interval.high <= 0 < interval.size:
        return replace(tree, name="neg")
    return operand if same else tree


def _divide(
    tree: ir.Operation, first: ir.Expression, second: ir.Expression, one: Interval, other: Interval
) -> ir.Expression:
    """INT(a ÷ b) and a − b × INT(a ÷ b)."""
    short = one.whole and other.whole and one.size <= EXACT_QUOTIENT
    if short and one.size < other.low and harmless(first) and harmless(second):
        return first if tree.name == "mod" else constant(0)
    if other.low == other.high == 1 and harmless(second):
        inner = replace(tree, name="frac" if tree.name == "mod" else "intpart", operands=(first,))
        return _of_one(inner, first, one)
    return tree


def by_power_of_ten(tree: ir.Operation, one: Interval, quotients: frozenset[ir.Operation]) -> ir.Expression:
    """`a % 10` as FRAC(a ÷ 10) × 10, which only moves digits. Not used when a // 10 is needed as well."""
    match tree:
        case ir.Operation(name="mod", operands=(first, ir.Constant(value=number) as by)):
            power = (
                str(number.mantissa).rstrip("0") == "1" and not number.negative and 1 <= number.exponent <= 9
            )
            exact = one.whole or one.low >= _SMALLEST or one.high <= -_SMALLEST
            if power and exact and ir.Operation("floordiv", (first, by)) not in quotients:
                moved = ir.Operation("frac", (replace(tree, name="div"),), place=tree.place)
                return ir.Operation("mul", (moved, by), place=tree.place)
    return tree
