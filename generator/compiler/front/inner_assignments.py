"""Assignments within conditions: `while (x := ask(n)) != 0` assigns before each test."""

from __future__ import annotations

import ast
import copy


def assigned_first(test: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
    """The assignment that a condition begins with (:=) as a statement, if it has one, and the condition."""
    match test:
        case ast.NamedExpr(target=ast.Name(id=name) as target, value=value):
            assigned = ast.copy_location(ast.Assign([target], value), test)
            return [assigned], ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Compare():
            place, first = "left", test.left
        case ast.UnaryOp():
            place, first = "operand", test.operand
        case ast.BoolOp(values=[first, *others]):
            before, read = assigned_first(first)
            return before, ast.copy_location(ast.BoolOp(test.op, [read, *others]), test)
        case _:
            return [], test
    before, read = assigned_first(first)
    made = copy.copy(test)
    setattr(made, place, read)
    return before, made
