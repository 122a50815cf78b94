"""Conditions that have names: flags that are True or False, and functions that return a condition.

The calculator keeps them as 1 and 0, as Python does. `found = a < b` sets 1 or 0, and `if found` tests
against 0. A condition that an entry point returns, or that is assigned to anything else, is 1 or 0, too.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable

from generator.compiler.front.made_nodes import (
    all_of,
    assignment_at,
    declared_names,
    functions_in,
    is_name,
    place_at,
)
from generator.compiler.front.shadows import HIDING

Make = Callable[[ast.expr], ast.stmt]


def with_numbers(tree: ast.Module) -> None:
    """Write 1 and 0 for conditions that are assigned or returned, in place."""
    functions = functions_in(tree)
    answering: set[str] = set()
    flags: dict[str, set[str]] = {one.name: set() for one in functions}
    changed = True
    while changed:
        changed = False
        for one in functions:
            found = _flags(one, answering, flags[one.name])
            if found != flags[one.name]:
                flags[one.name], changed = found, True
            if one.name not in answering and _answers(one, answering, found):
                answering.add(one.name)
                changed = True
    for one in functions:
        _Numbers(answering, flags[one.name]).function(one)


def _flags(node: ast.FunctionDef, answering: set[str], known: set[str]) -> set[str]:
    """The locals to which conditions are assigned, and nothing else."""
    parameters = {one.arg for one in node.args.args}
    given = {
        target: one.value
        for one in ast.walk(node)
        if isinstance(one, ast.Assign) and all(isinstance(target, ast.Name) for target in one.targets)
        for target in one.targets
    }
    values: dict[str, list[ast.expr | None]] = {}
    for name in ast.walk(node):
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
            values.setdefault(name.id, []).append(given.get(name))
    flags = set(values) - parameters - declared_names(node)
    while True:
        good = {
            name
            for name in flags
            if all(one is not None and _is_condition(one, answering, flags) for one in values[name])
        }
        if good == flags:
            grounded = {name for name in good if not all(isinstance(one, ast.Name) for one in values[name])}
            return grounded | (good & known)
        flags = good


def _answers(node: ast.FunctionDef, answering: set[str], flags: set[str]) -> bool:
    """Whether a function returns a condition at each of its ends. An entry point leaves numbers."""
    returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return)]
    good = all(one is not None and _is_condition(one, answering, flags) for one in returned)
    return bool(returned) and good and not node.decorator_list


def _is_condition(node: ast.expr, answering: set[str], flags: set[str]) -> bool:
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
            return True
        case ast.BoolOp(values=parts):  # of numbers it is one of these in Python
            return all(_is_condition(one, answering, flags) for one in parts)
        case ast.Name(name):
            return name in flags
        case ast.Call(ast.Name(name)):
            return name in answering
    return False


class _Numbers(ast.NodeTransformer):
    """Writes 1 and 0 for the conditions of one function."""

    def __init__(self, answering: set[str], flags: set[str]) -> None:
        self.answering = answering
        self.flags = flags
        self.count = 0

    def function(self, node: ast.FunctionDef) -> None:
        """Change a function in place."""
        node.body = self._block(node.body)

    def _block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made = [self.visit(one) for one in body]
        return [each for one in made for each in (one if isinstance(one, list) else [one])]

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        return self._of_value(node.value, node, lambda one: ast.Assign(copy.deepcopy(node.targets), one))

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        return self._of_value(node.value, node, ast.Return)

    def _of_value(self, value: ast.expr | None, node: ast.stmt, make: Make) -> ast.AST | list[ast.stmt]:
        """A statement with a number in place of a condition. `make` makes it with another value."""
        if value is not None and _is_condition(value, self.answering, self.flags):
            return self._either(value, node, make)
        return self._one_of(value, node, make) if isinstance(value, ast.BoolOp) else self.generic_visit(node)

    def _one_of(self, value: ast.BoolOp, node: ast.stmt, make: Make) -> list[ast.stmt]:
        """A statement with the first of several numbers that is not 0 (`or`), or that is 0 (`and`)."""
        first, *others = value.values
        made: list[ast.stmt] = []
        if not isinstance(first, ast.Name):
            self.count += 1
            name = f"first_{self.count}{HIDING}"
            made.append(assignment_at(name, first, node))
            first = ast.Name(name, ast.Load())
        ways = [[make(ast.Name(first.id, ast.Load()))], [make(all_of(value.op, others, node))]]
        taken, left = ways if isinstance(value.op, ast.Or) else ways[::-1]
        made.append(ast.If(first, taken, left))
        return self._block([place_at(one, node) for one in made])

    def _either(self, value: ast.expr, node: ast.stmt, make: Make) -> ast.stmt:
        """A statement with 1 where a condition holds, else with 0. A known one is written as it is."""

        def make_at(number: ast.expr) -> ast.stmt:
            return ast.copy_location(make(ast.copy_location(number, value)), node)

        if isinstance(value, ast.Constant):
            return make_at(ast.Constant(int(bool(value.value))))
        if isinstance(value, ast.Name):
            return make_at(ast.Name(value.id, ast.Load()))
        if isinstance(value, ast.Call):
            return make_at(self.visit_Call(value))
        test = self.condition(value)
        choice = ast.If(test, [make_at(ast.Constant(1))], [make_at(ast.Constant(0))])
        return ast.copy_location(choice, node)

    def visit_If(self, node: ast.If) -> ast.AST:
        return self._with_test(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._with_test(node)

    def _with_test(self, node: ast.If | ast.While) -> ast.AST:
        node.test = self.condition(node.test)
        node.body, node.orelse = self._block(node.body), self._block(node.orelse)
        return node

    def condition(self, node: ast.expr) -> ast.expr:
        """A condition with its named parts compared with 0."""
        match node:
            case ast.BoolOp():
                node.values = [self.condition(one) for one in node.values]
                return node
            case ast.UnaryOp(ast.Not()):
                node.operand = self.condition(node.operand)
                return node
            case ast.Name() if node.id in self.flags:
                return self._compare(node)
            case ast.Call(ast.Name(name)) if name in self.answering:
                return self._compare(self.visit_Call(node))
        return self.visit(node)  # type: ignore[no-any-return]

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """Two named conditions are equal where their numbers are. Other conditions are tested against 0."""
        match node:
            case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]) if all(
                _is_condition(one, self.answering, self.flags) for one in (left, right)
            ) and not all(isinstance(one, ast.Name | ast.Call) for one in (left, right)):
                node.left, node.comparators = self.condition(left), [self.condition(right)]
                return node
        return self.generic_visit(node)

    def _compare(self, node: ast.expr) -> ast.expr:
        zero = ast.copy_location(ast.Constant(0), node)
        return ast.copy_location(ast.Compare(node, [ast.NotEq()], [zero]), node)

    def visit_Call(self, node: ast.Call) -> ast.Call:
        write = self.condition if is_name(node.func, "assume") else self.visit
        node.args = [write(one) for one in node.args]
        return node
