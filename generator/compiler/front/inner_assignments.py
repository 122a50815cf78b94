"""Assignments within conditions: `while (x := ask(n)) != 0` assigns before each test.

Where one stands behind `and` or `or`, the first part decides whether it is assigned:

    if a > 0 and (y := f(a)) > 2:        condition = a > 0
                                         if condition:
                                             y = f(a)
                                             condition = y > 2
                                         if condition:
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from generator.compiler.front.made_nodes import place_at


def assigned_first(test: ast.expr, new_name: Callable[[], str]) -> tuple[list[ast.stmt], ast.expr]:
    """The assignments (:=) of a condition as statements, if it has some, and the condition without them.

    `new_name` gives a name that is free. An assignment that stands elsewhere stays.
    """
    match test:
        case ast.NamedExpr(target=ast.Name(id=name) as target, value=value):
            assigned = ast.copy_location(ast.Assign([target], value), test)
            return [assigned], ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Compare():
            place, first = "left", test.left
        case ast.UnaryOp():
            place, first = "operand", test.operand
        case ast.BoolOp(values=[first, *others]):
            before, read = assigned_first(first, new_name)
            rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(test.op, others), test)
            after, last = assigned_first(rest, new_name)
            if not after:
                return before, ast.copy_location(ast.BoolOp(test.op, [read, *others]), test)
            name = new_name()
            decided = ast.Name(name, ast.Load())
            goes_on = decided if isinstance(test.op, ast.And) else ast.UnaryOp(ast.Not(), decided)
            end = ast.If(goes_on, [*after, ast.Assign([ast.Name(name, ast.Store())], last)], [])
            made = [ast.Assign([ast.Name(name, ast.Store())], read), end]
            return [*before, *(place_at(one, test) for one in made)], place_at(copy.copy(decided), test)
        case _:
            return [], test
    before, read = assigned_first(first, new_name)
    made_test = copy.copy(test)
    setattr(made_test, place, read)
    return before, made_test
