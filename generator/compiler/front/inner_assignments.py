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
from collections.abc import Callable, Container, Mapping

from generator.compiler.front.made_nodes import Tree, all_of, assignment_at, expression_at, is_late, parse_at

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
        case ast.NamedExpr(target=ast.Name(name) as target, value=value):
            inner, value = assigned_first(value, new_name, fixed)
            assigned = ast.copy_location(ast.Assign([target], value), node)
            return [*inner, assigned], ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.BoolOp(values=[first, *others]):
            before, read = assigned_first(first, new_name, fixed)
            after, last = assigned_first(all_of(node.op, others, node), new_name, fixed)
            if not after:
                return before, ast.copy_location(ast.BoolOp(node.op, [read, *others]), node)
            name = new_name("condition")
            sign = "" if isinstance(node.op, ast.And) else "not "
            text = f"{name} = READ\nif {sign}{name}:\n    AFTER\n    {name} = LAST"
            made = parse_at(text, node, READ=read, AFTER=after, LAST=last)
            return [*before, *made], expression_at(name, node)
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
            before.append(assignment_at(name, part, part))
            part = expression_at(name, part)
        made_parts.append(part)
    changed = {id(part): made for part, made in zip(in_order(node), made_parts, strict=True)}
    return before, _with_parts(node, changed) if before else node


def in_order(node: ast.expr) -> list[ast.expr]:
    """The expressions in another one that are surely computed, in their order."""
    match node:
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right, *_]):
            return [left, right]
        case ast.UnaryOp(operand=operand):
            return [operand]
        case ast.IfExp(test):
            return [test]
        case ast.Subscript(slice=index) if not isinstance(index, ast.Slice):
            return [index]
        case ast.Call(args=arguments, keywords=keywords):
            return [*arguments, *(one.value for one in keywords)]
        case ast.Tuple(elements):
            return elements
    return []


def _with_parts(node: Tree, changed: Mapping[int, ast.expr]) -> Tree:
    """A copy of a node with others in the place of some of its parts, by their identity."""
    made = copy.copy(node)
    for name, field in ast.iter_fields(node):
        parts = [
            _with_parts(one, changed) if isinstance(one, ast.keyword) else changed.get(id(one), one)
            for one in (field if isinstance(field, list) else [field])
        ]
        setattr(made, name, parts if isinstance(field, list) else parts[0])
    return made
