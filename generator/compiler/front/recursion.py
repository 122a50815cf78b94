"""A function that ends by calling itself becomes a loop: `return f(b, a % b)` in f goes back to its start."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from generator.compiler.front.made_nodes import assignment_at, functions_in


def with_loops_for_tail_calls(tree: ast.Module) -> None:
    """Write loops, in place, for functions that call themselves only as the last thing that they do."""
    for one in functions_in(tree):
        if _ends_by_itself(one):
            leave = ast.copy_location(ast.Break(), one)
            told = one.body[: ast.get_docstring(one) is not None]
            first = one.body[len(told)]
            for block, end in [*_ends(one.body, one)]:
                at = block.index(end)
                block[at : at + 1] = _with_arguments(end, one)
            loop = ast.While(ast.Constant(True), [*one.body[len(told) :], leave], [])
            one.body = [*told, ast.copy_location(loop, first)]
            ast.fix_missing_locations(one)


def _ends_by_itself(node: ast.FunctionDef) -> bool:
    """Whether a function calls itself, and only by `return` outside of its loops."""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and _is_call(one, node)]
    return bool(calls) and {end.value for _, end in _ends(node.body, node)} == {*calls}


def _is_call(one: ast.expr | None, node: ast.FunctionDef) -> bool:
    """Whether this is a call of the function with all of its arguments in their order."""
    match one:
        case ast.Call(ast.Name(node.name), given, []) if len(given) == len(node.args.args):
            return not any(isinstance(each, ast.Starred) for each in given)
    return False


def _ends(block: list[ast.stmt], node: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], ast.Return]]:
    """The returns of a call of the function itself outside of loops, each with the block in which it is."""
    for one in block:
        if isinstance(one, ast.If):
            yield from _ends(one.body, node)
            yield from _ends(one.orelse, node)
        elif isinstance(one, ast.Return) and _is_call(one.value, node):
            yield block, one


def _with_arguments(statement: ast.Return, node: ast.FunctionDef) -> list[ast.stmt]:
    """The arguments of the call become the parameters, and the function begins again."""
    assert isinstance(statement.value, ast.Call)
    names, given = [one.arg for one in node.args.args], statement.value.args
    again = ast.copy_location(ast.Continue(), statement)
    value = given[0] if len(given) == 1 else ast.Tuple(given, ast.Load())
    return [assignment_at(names, value, statement), again] if names else [again]
