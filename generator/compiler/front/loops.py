"""The head of a counted loop: `range(start, stop, step)`. `unordered` changes nothing."""

from __future__ import annotations

import ast

from generator.compiler.front.expressions import Expressions
from generator.compiler.front.literals import is_number, signed_number
from generator.compiler.tree.ir import Constant, Expression
from hp15c.numbers.number import ONE, ZERO

LoopLimits = tuple[Expression, Expression, int]


def range_limits(node: ast.expr, values: Expressions) -> LoopLimits | None:
    """Start, stop and step of a loop's range. None, with a fault, for another."""
    if _calls(node, values, "unordered"):
        assert isinstance(node, ast.Call)
        if len(node.args) != 1 or node.keywords:
            values.report.on(node, "unordered takes 1 argument, the range")
            return None
        return range_limits(node.args[0], values)
    if not _calls(node, values, "range"):
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
        ends.insert(0, Constant(ZERO, place=values.report.place(node)))
    step = _step(node.args[2], values) if len(node.args) == 3 else 1
    return ends[0], ends[1], step


def _other_loop(node: ast.expr, values: Expressions) -> tuple[str, str]:
    """What is wrong with a loop over something else, and what to write instead."""
    what, instead = "a loop runs over a range or over numbers", ""
    for one in ast.walk(node):
        match one:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice()) if name in values.names.arrays:
                what = f"this slice is a copy of {name}, and the loop stores into {name}"
                instead = f"write `for i in range(...)` and `{name}[i]` in it"
    match node:
        case ast.Name(id=name) if name in values.names.other - values.names.refused:
            instead = f"write a name for each number of a row: `for a, b in {name}`"
        case ast.Call(func=ast.Name(id="reversed"), args=[ast.Call(func=ast.Name(id="range"))]):
            instead = "write the range from its last number on, with a negative step: `range(8, -1, -2)`"
        case ast.Call(func=ast.Name(id="str"), args=[number]):
            instead = f"take its digits: `n = {ast.unparse(number)}` and `while n: n, digit = divmod(n, 10)`"
        case ast.Tuple(elts=[ast.Tuple() | ast.List(), *_]) | ast.List(elts=[ast.Tuple() | ast.List(), *_]):
            instead = (
                "write as many names as each row has numbers: `for limit, rate in ((10, 0.2), (20, 0.4))`"
            )
    return what, instead or "write `for i in range(...)`, or the numbers themselves: `for i in (2, 3, 5)`"


def _calls(node: ast.expr, values: Expressions, name: str) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    called = node.func.id
    if called in values.assigned:
        return False
    return (called == name == "range" and not values.names.kind(called)) or (
        values.names.language.get(called) == name
    )


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
