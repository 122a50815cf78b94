"""Conditions, and the head of a counted loop: from Python's tree to the compiler's.

A number is a condition, too: it holds where it is not 0. `unordered` around a range changes nothing.
"""

from __future__ import annotations

import ast
from itertools import pairwise

from generator.compiler.front.expressions import Expressions, is_condition
from generator.compiler.front.literals import is_number, signed_number
from generator.compiler.front.made_nodes import RELATIONS, names_in
from generator.compiler.front.refused import OPERATORS
from generator.compiler.front.tables import slice_of
from generator.compiler.tree.ir import And, Compare, Condition, Constant, Expression, Not, Or, Truth
from hp15c.numbers.number import ONE, ZERO

LoopLimits = tuple[Expression, Expression, int]


def condition(node: ast.expr, values: Expressions, compared: str = "") -> Condition:
    """The condition that an expression is, `True` in the place of a faulty one.

    `compared` is the beginning of a comparison before it, as in `x == 1 or 2`, where `x == 2` may be meant.
    """
    place = values.report.place(node)
    match node:
        case ast.Compare(left, [ast.Eq() | ast.NotEq() as sign], [right]) if is_condition(
            left
        ) and is_condition(right):
            return _both_or_neither(node, left, right, isinstance(sign, ast.Eq), values)
        case ast.Compare():
            return _comparison(node, values)
        case ast.BoolOp(operation, parts):
            equations = [_comparison_before(parts[:count]) for count in range(len(parts))]
            made = tuple(condition(part, values, left) for part, left in zip(parts, equations, strict=True))
            return And(made, place=place) if isinstance(operation, ast.And) else Or(made, place=place)
        case ast.UnaryOp(ast.Not(), operand):
            return Not(condition(operand, values), place=place)
        case ast.Constant(bool(truth)):
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
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as sign]):
                return f"{ast.unparse(left)} {RELATIONS[type(sign)]}"
    return ""


def _comparison(node: ast.Compare, values: Expressions) -> Condition:
    report, place = values.report, values.report.place(node)
    others = [OPERATORS[type(one)] for one in node.ops if type(one) not in RELATIONS]
    for name, instead in others:
        report.on(node, f"{name} is outside the language", instead)
    operands = () if others else (node.left, *node.comparators)
    relations = (RELATIONS[type(one)] for one in node.ops if not others)
    parts: list[Condition] = [
        Compare(left, relation, right, place=place)
        for relation, (left, right) in zip(relations, pairwise(map(values.of, operands)), strict=True)
    ]
    if not parts:
        return Truth(True, place=place)
    return parts[0] if len(parts) == 1 else And(tuple(parts), place=place)


def range_limits(node: ast.expr, values: Expressions) -> LoopLimits | None:
    """Start, stop and step of a loop's range. None, with a fault, for another."""
    if _calls(node, values, "unordered"):
        assert isinstance(node, ast.Call)
        if len(node.args) != 1 or node.keywords:
            values.report.on(node, "unordered takes 1 argument, the range")
            return None
        return range_limits(node.args[0], values)
    if not _calls(node, values, "range"):
        if names_in(ast.walk(node), ast.Load).isdisjoint(values.names.refused):
            values.report.on(node, *_other_loop(node, values))
        return None
    assert isinstance(node, ast.Call)
    if not 1 <= len(node.args) <= 3 or node.keywords:
        values.report.on(node, "range takes one to three arguments without names")
        return None
    ends = [values.of(argument) for argument in node.args[:2]]
    for argument, end in zip(node.args, ends, strict=False):
        if isinstance(end, Constant) and not end.value.is_integer:
            values.report.on(argument, "a range ends at whole numbers", "write a while loop")
    if len(ends) == 1:
        ends.insert(0, values.zero(node))
    step = _step(node.args[2], values) if len(node.args) == 3 else 1
    return ends[0], ends[1], step


def _other_loop(node: ast.expr, values: Expressions) -> tuple[str, str]:
    """What is wrong with a loop over something else, and what to write instead."""
    what, instead = "a loop runs over a range or over numbers", ""
    for one in ast.walk(node):
        match one:
            case ast.Subscript(ast.Name(name), ast.Slice() as ends) if name in values.names.arrays:
                what = f"this slice is a copy of {name}"
                if slice_of(ends, {}) is not None:
                    what += f", and the loop stores into {name}"
                instead = f"write `for i in range(...)` and `{name}[i]` in it"
    match node:
        case ast.Name(name) if name in values.names.other - values.names.refused:
            instead = f"write a name for each number of a row: `for a, b in {name}`"
        case ast.Call(ast.Name("reversed"), [ast.Call(ast.Name("range"))]):
            instead = "write the range from its last number on, with a negative step: `range(8, -1, -2)`"
        case ast.Call(ast.Name("str"), [number]):
            instead = "take its digits: "
            instead += f"`rest = {ast.unparse(number)}` and `while rest: rest, digit = divmod(rest, 10)`"
        case ast.Tuple([ast.Tuple() | ast.List(), *_]) | ast.List([ast.Tuple() | ast.List(), *_]):
            instead = (
                "write as many names as each row has numbers: `for limit, rate in ((10, 0.2), (20, 0.4))`"
            )
    return what, instead or "write `for i in range(...)`, or the numbers themselves: `for i in (2, 3, 5)`"


def _calls(node: ast.expr, values: Expressions, name: str) -> bool:
    match node:
        case ast.Call(ast.Name(called)) if called not in values.assigned:
            of_python = called == name == "range" and not values.names.kind(called)
            return of_python or values.names.language.get(called) == name
    return False


def _step(node: ast.expr, values: Expressions) -> int:
    """The step, a whole number other than 0. 1 in the place of a faulty one."""
    named = values.names.constants.get(node.id) if isinstance(node, ast.Name) else None
    written = node if is_number(node) else named
    if written is None:
        values.report.on(node, "the step of a range must be written as a number", "write a while loop")
        return 1
    step = signed_number(written, values.report)
    if step.value.is_zero or not step.value.is_integer:
        values.report.on(
            node, "the step of a range must be a whole number other than 0", "write a while loop"
        )
        return int(ONE)
    return int(step.value)
