"""A function that ends by calling itself becomes a loop: `return f(b, a % b)` in f goes back to its start."""

from __future__ import annotations

import ast

from generator.compiler.front.made_nodes import place_at


def with_loops_for_tail_calls(tree: ast.Module) -> None:
    """Write loops, in place, for functions that call themselves only as the last thing that they do."""
    for one in tree.body:
        if isinstance(one, ast.FunctionDef) and _ends_by_itself(one):
            leave = ast.copy_location(ast.Break(), one)
            told = one.body[: ast.get_docstring(one) is not None]
            loop = ast.While(ast.Constant(True), [*_replace_calls(one.body[len(told) :], one), leave], [])
            one.body = [*told, ast.copy_location(loop, one.body[len(told)])]
            ast.fix_missing_locations(one)


def _ends_by_itself(node: ast.FunctionDef) -> bool:
    """Whether a function calls itself, and only by `return` outside of its loops."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and _is_call(one, node)]
    ends = [one for statement in node.body for one in _ends(statement, node)]
    return bool(calls) and {id(one.value) for one in ends} == {id(one) for one in calls}


def _is_call(one: ast.expr | None, node: ast.FunctionDef) -> bool:
    """Whether this is a call of the function with all of its arguments in their order."""
    return (
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Name)
        and one.func.id == node.name
        and len(one.args) == len(node.args.args)
        and not one.keywords
        and not any(isinstance(given, ast.Starred) for given in one.args)
    )


def _ends(statement: ast.stmt, node: ast.FunctionDef) -> list[ast.Return]:
    if isinstance(statement, ast.Return) and _is_call(statement.value, node):
        return [statement]
    if isinstance(statement, ast.If):
        return [one for inner in (*statement.body, *statement.orelse) for one in _ends(inner, node)]
    return []


def _replace_calls(statements: list[ast.stmt], node: ast.FunctionDef) -> list[ast.stmt]:
    """Statements with the calls at their ends replaced."""
    made: list[ast.stmt] = []
    for one in statements:
        if isinstance(one, ast.If):
            one.body, one.orelse = _replace_calls(one.body, node), _replace_calls(one.orelse, node)
        ends = isinstance(one, ast.Return) and _is_call(one.value, node)
        made += _with_arguments(one, node) if ends else [one]
    return made


def _with_arguments(statement: ast.stmt, node: ast.FunctionDef) -> list[ast.stmt]:
    """The arguments of the call become the parameters, and the function begins again."""
    assert isinstance(statement, ast.Return)
    assert isinstance(statement.value, ast.Call)
    targets: list[ast.expr] = [ast.Name(one.arg, ast.Store()) for one in node.args.args]
    given = statement.value.args
    made: list[ast.stmt] = [ast.Continue()]
    if len(targets) == 1:
        made.insert(0, ast.Assign(targets, given[0]))
    elif targets:
        made.insert(0, ast.Assign([ast.Tuple(targets, ast.Store())], ast.Tuple(given, ast.Load())))
    return [place_at(one, statement) for one in made]
