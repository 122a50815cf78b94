"""Assignments within expressions: `while (x := ask(n)) != 0` assigns before each test.

Where one stands behind `and` or `or`, the first part decides whether it is assigned. What is computed before
an assignment keeps its value in a name:

    if a > 0 and (y := f(a)) > 2:        condition = a > 0
                                         if condition:
                                             y = f(a)
                                             condition = y > 2
                                         if condition:

    s = y * (y := y + 1)                 value = y
                                         y = y + 1
                                         s = value * y
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Container

from generator.compiler.front.made_nodes import is_late, place_at

NewName = Callable[[str], str]


def assigns_inside(*parts: ast.expr) -> bool:
    """Whether one of these expressions holds an assignment."""
    return any(isinstance(one, ast.NamedExpr) for part in parts for one in ast.walk(part))


def assigned_first(
    node: ast.expr, new_name: NewName, fixed: Container[str]
) -> tuple[list[ast.stmt], ast.expr]:
    """The assignments (:=) of an expression as statements, if it has some, and the expression without them.

    `new_name` gives a name that is free, `fixed` are names of what cannot change. An assignment that stands
    where it may not be reached stays.
    """
    match node:
        case ast.NamedExpr(target=ast.Name(id=name) as target, value=value):
            inner, value = assigned_first(value, new_name, fixed)
            assigned = ast.copy_location(ast.Assign([target], value), node)
            return [*inner, assigned], ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.BoolOp(values=[first, *others]):
            before, read = assigned_first(first, new_name, fixed)
            rest = others[0] if len(others) == 1 else ast.copy_location(ast.BoolOp(node.op, others), node)
            after, last = assigned_first(rest, new_name, fixed)
            if not after:
                return before, ast.copy_location(ast.BoolOp(node.op, [read, *others]), node)
            name = new_name("condition")
            decided = ast.Name(name, ast.Load())
            goes_on = decided if isinstance(node.op, ast.And) else ast.UnaryOp(ast.Not(), decided)
            end = ast.If(goes_on, [*after, ast.Assign([ast.Name(name, ast.Store())], last)], [])
            made = [ast.Assign([ast.Name(name, ast.Store())], read), end]
            return [*before, *(place_at(one, node) for one in made)], place_at(copy.copy(decided), node)
    parts = [assigned_first(part, new_name, fixed) for part in in_order(node)]
    before = []
    made_parts = []
    for place, (assignments, part) in enumerate(parts):
        before += assignments
        later = any(after for after, _ in parts[place + 1 :])
        if (
            later
            and not isinstance(part, ast.Constant)
            and not (isinstance(part, ast.Name) and (part.id in fixed or is_late(part)))
        ):
            name = new_name("value")
            before.append(place_at(ast.Assign([ast.Name(name, ast.Store())], part), part))
            part = place_at(ast.Name(name, ast.Load()), part)
        made_parts.append(part)
    return before, _with_parts(node, made_parts) if before else node


def in_order(node: ast.expr) -> list[ast.expr]:
    """The expressions in another one that are surely computed, in their order."""
    match node:
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right, *_]):
            return [left, right]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.IfExp(test=test):
            return [test]
        case ast.Subscript(slice=index) if not isinstance(index, ast.Slice):
            return [index]
        case ast.Call(args=arguments, keywords=keywords):
            return [*arguments, *(one.value for one in keywords)]
        case ast.Tuple(elts=elements):
            return elements
    return []


def _with_parts(node: ast.expr, parts: list[ast.expr]) -> ast.expr:
    """An expression with others in the place of those that `in_order` gives."""
    made = copy.copy(node)
    match made:
        case ast.BinOp():
            made.left, made.right = parts
        case ast.Compare():
            made.left, made.comparators = parts[0], [parts[1], *made.comparators[1:]]
        case ast.UnaryOp():
            (made.operand,) = parts
        case ast.IfExp():
            (made.test,) = parts
        case ast.Subscript():
            (made.slice,) = parts
        case ast.Call(args=arguments):
            made.args, named = parts[: len(arguments)], parts[len(arguments) :]
            made.keywords = [
                ast.copy_location(ast.keyword(one.arg, value), one)
                for one, value in zip(made.keywords, named, strict=True)
            ]
        case ast.Tuple():
            made.elts = parts
    return made
