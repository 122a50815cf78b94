"""Conditions: from Python's tree to the compiler's. A number is one, too: it holds where it is not 0."""

from __future__ import annotations

import ast
from itertools import pairwise
from typing import Final

from generator.compiler.front.expressions import Expressions, is_condition
from generator.compiler.front.refused import OPERATORS
from generator.compiler.tree.ir import And, Compare, Condition, Constant, Not, Or, Relation, Truth
from hp15c.numbers.number import ZERO

_RELATIONS: Final[dict[type[ast.cmpop], Relation]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def condition(node: ast.expr, values: Expressions, compared: str = "") -> Condition:
    """The condition that an expression is, `True` in the place of a faulty one.

    `compared` is the beginning of a comparison before it, as in `x == 1 or 2`, where `x == 2` may be meant.
    """
    place = values.report.place(node)
    match node:
        case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq() as sign], comparators=[right]) if (
            is_condition(left) and is_condition(right)
        ):
            return _both_or_neither(node, left, right, isinstance(sign, ast.Eq), values)
        case ast.Compare():
            return _comparison(node, values)
        case ast.BoolOp(op=operation, values=parts):
            equations = [_comparison_before(parts[:count]) for count in range(len(parts))]
            made = tuple(condition(part, values, left) for part, left in zip(parts, equations, strict=True))
            return And(made, place=place) if isinstance(operation, ast.And) else Or(made, place=place)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return Not(condition(operand, values), place=place)
        case ast.Constant(value=bool(truth)):
            return Truth(truth, place=place)
        case ast.NamedExpr() | ast.Lambda() | ast.Await():
            values.refuse(node)
        case _:
            before = len(values.report.faults)
            number = values.of(node)
            if isinstance(number, Constant):
                if compared and len(values.report.faults) == before:
                    alone = ast.unparse(node)
                    instead = f"write `{compared} {alone}`, or leave it out"
                    values.report.on(node, "a number alone follows a comparison", instead)
                return Truth(not number.value.is_zero, place=place)
            return Compare(number, "!=", Constant(ZERO), place=place)
    return Truth(True, place=place)


def _both_or_neither(
    node: ast.expr, left: ast.expr, right: ast.expr, equal: bool, values: Expressions
) -> Condition:
    """The condition that two conditions are `equal`, or that they are not. The second one stands twice: where
    the first holds, and where it does not.
    """
    first, second = condition(left, values), condition(right, values)
    for one, other in ((first, second), (second, first)):
        if isinstance(one, Truth):
            return other if one.value is equal else Not(other, place=other.place)
    if not equal:
        second = Not(second, place=second.place)
    neither = (Not(first, place=first.place), Not(second, place=second.place))
    place = values.report.place(node)
    return Or((And((first, second), place=place), And(neither, place=place)), place=place)


def _comparison_before(before: list[ast.expr]) -> str:
    """The left side and the sign of the last equation before a part of `and` or `or`, '' without one."""
    for node in reversed(before):
        if (
            isinstance(node, ast.Compare)
            and isinstance(node.ops[0], ast.Eq | ast.NotEq)
            and len(node.ops) == 1
        ):
            return f"{ast.unparse(node.left)} {_RELATIONS[type(node.ops[0])]}"
    return ""


def _comparison(node: ast.Compare, values: Expressions) -> Condition:
    report, place = values.report, values.report.place(node)
    others = [OPERATORS[type(one)] for one in node.ops if type(one) not in _RELATIONS]
    for name, instead in others:
        report.on(node, f"{name} is outside the language", instead)
    operands = () if others else (node.left, *node.comparators)
    relations = (_RELATIONS[type(one)] for one in node.ops if not others)
    parts: list[Condition] = [
        Compare(left, relation, right, place=place)
        for relation, (left, right) in zip(relations, pairwise(map(values.of, operands)), strict=True)
    ]
    if not parts:
        return Truth(True, place=place)
    return parts[0] if len(parts) == 1 else And(tuple(parts), place=place)
