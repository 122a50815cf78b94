"""Operations in a shorter form that ranges allow, with the same digits for all their numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from generator.compiler.ranges.interval import EXACT_QUOTIENT, Interval
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import names_in, nodes, with_parts
from hp15c.numbers.number import ONE, ZERO

_HARMLESS: Final = frozenset(("add", "sub", "mul", "square", "neg", "abs", "intpart", "frac"))
_SMALLEST: Final = Decimal("1e-80")
"""From this size on a tenth, a hundredth, ... of a number has all its digits."""


_SIMPLE: Final = (ir.Assign, ir.Name, ir.Read, ir.Constant)
"""The parts of a statement that changes nothing but names."""


def harmless(tree: ir.Expression) -> bool:
    """Whether a value may be left out, because computing it raises no Error and has no effect."""
    return all(isinstance(node, ir.Constant | ir.Read) or _is_harmless(node) for node in nodes(tree))


def _is_harmless(node: ir.Node) -> bool:
    """Whether an operation never ends in an Error: a division by a constant other than 0 does not."""
    match node:
        case ir.Operation(name="floordiv" | "mod", operands=(_, ir.Constant(value=divisor))):
            return not divisor.is_zero
    return isinstance(node, ir.Operation) and node.name in _HARMLESS


def is_share(share: ir.Expression, number: ir.Expression, limit: ir.Expression) -> bool:
    """Whether a value is a difference or a part of it."""
    match share:
        case ir.Operation(
            name="mul", operands=(inner, ir.Constant(value=part)) | (ir.Constant(value=part), inner)
        ) if ZERO < part <= ONE:
            return is_share(inner, number, limit)
        case ir.Operation(name="div", operands=(inner, ir.Constant(value=by))) if by >= ONE:
            return is_share(inner, number, limit)
    return share == ir.Operation("sub", (number, limit))


def shorter(tree: ir.Operation, intervals: Sequence[Interval]) -> ir.Expression:
    """An operation on values in these intervals in its shortest form."""
    match tree.name, tree.operands:
        case (("abs" | "intpart" | "frac"), (operand,)):
            return _of_one(tree, operand, intervals[0])
        case (("floordiv" | "mod"), (first, second)):
            return _divide(tree, first, second, *intervals)
        case "div", (ir.Constant(value=number), _) if number == -ONE:
            one = replace(tree, operands=(constant(1), tree.operands[1]))
            return replace(tree, name="neg", operands=(one,))
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
    """A whole quotient INT(a ÷ b) or a remainder a − b × INT(a ÷ b) in its shortest form."""
    short = one.whole and other.whole and one.size <= EXACT_QUOTIENT
    if short and one.size < other.low and harmless(first) and harmless(second):
        return first if tree.name == "mod" else constant(0)
    if other.low == other.high == 1 and harmless(second):
        inner = replace(tree, name="frac" if tree.name == "mod" else "intpart", operands=(first,))
        return _of_one(inner, first, one)
    return tree


def with_whole_quotients(block: ir.Block, test: ir.Condition, holds: bool) -> ir.Block:
    """The block after a test, with a ÷ b in place of INT(a ÷ b) where the test found no fraction in it."""
    quotients: set[ir.Operation] = set()
    for one in test.conditions if isinstance(test, ir.And) and holds else (test,):
        match one:
            case ir.Compare(
                left=ir.Operation(name="frac", operands=(ir.Operation(name="div") as quotient,)),
                relation="==" | "!=" as relation,
                right=ir.Constant(value=number),
            ) if number.is_zero and (relation == "==") is holds:
                quotients.add(quotient)

    def change(node: object) -> object:
        if isinstance(node, ir.Operation) and node.name == "floordiv":
            divided = replace(node, name="div")
            return divided if divided in quotients else node
        return with_parts(node, change)

    made: list[ir.Statement] = []
    for statement in block:
        parts = [node for node in nodes(statement) if not isinstance(node, ir.Operation)]
        if not isinstance(statement, ir.Assign) or not all(isinstance(one, _SIMPLE) for one in parts):
            break
        made.append(replace(statement, values=with_parts(statement.values, change)))
        assigned = names_in(statement, ir.Name)
        quotients = {one for one in quotients if assigned.keys().isdisjoint(names_in(one, ir.Read))}
    return (*made, *block[len(made) :])


def by_power_of_ten(tree: ir.Operation, one: Interval) -> ir.Expression:
    """`a % 10` as FRAC(a ÷ 10) × 10, which only moves digits."""
    match tree:
        case ir.Operation(name="mod", operands=(_, ir.Constant(value=number) as by)):
            power = (
                str(number.mantissa).rstrip("0") == "1" and not number.negative and 1 <= number.exponent <= 9
            )
            exact = one.whole or one.low >= _SMALLEST or one.high <= -_SMALLEST
            if power and exact:
                moved = ir.Operation("frac", (replace(tree, name="div"),), place=tree.place)
                return ir.Operation("mul", (moved, by), place=tree.place)
    return tree


def count_round(statement: ir.Assign, module: ir.Module, of: Callable[[ir.Expression], Interval]) -> ir.Block:
    """The statements for `x = (x + 1) % 4` where the sum is below 8: `x += 1`, and `x -= 4` from 4 on.

    Nothing for other statements, and where other remainders by 4 may share their lines with this one.
    """
    match statement:
        case ir.Assign(
            targets=(ir.Name(name=name) as target,),
            values=(
                ir.Operation(
                    name="mod",
                    operands=(
                        ir.Operation(name="add", operands=(ir.Read(name=old), ir.Constant())) as added,
                        ir.Constant(value=number) as limit,
                    ),
                ),
            ),
        ) if name == old and number.is_integer and number >= ONE:
            found = of(added)
            alone = sum(_is_remainder(one, limit) for one in nodes(module.bodies)) == 1
            short = found.high < 2 * number.decimal <= EXACT_QUOTIENT
            if alone and short and found.whole and found.low >= 0:
                less = ir.Operation("sub", (ir.Read(name), limit), place=statement.place)
                down = replace(statement, values=(less,))
                test = ir.Compare(ir.Read(name), ">=", limit, place=statement.place)
                return replace(statement, targets=(target,), values=(added,)), ir.If(test, (down,))
    return ()


def _is_remainder(one: ir.Node, by: ir.Expression) -> bool:
    return isinstance(one, ir.Operation) and one.name == "mod" and one.operands[1] == by
