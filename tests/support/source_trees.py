"""The parsed sources, read once for all tests that look at them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The parsed text of a file. Nobody may change it, because every test gets the same."""
    return ast.parse(path.read_text("utf-8"))


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
USES = (ast.Import, ast.ImportFrom, ast.Call)


LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.arg)


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All definitions, imports and calls of a module, those inside functions too."""
    return tuple(node for node in walk(tree_of(path)) if isinstance(node, (*DEFINITIONS, *USES)))


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a tree but names, constants and operators, in less time than `ast.walk` takes."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for value in node.__dict__.values():
            for one in value if isinstance(value, list) else (value,):
                if isinstance(one, ast.AST) and not isinstance(one, LEAVES):
                    waiting.append(one)
