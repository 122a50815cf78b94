"""The parsed sources, read once for all tests that look at them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The parsed text of a file. Nobody may change it, because every test gets the same."""
    return ast.parse(path.read_text("utf-8"))


DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
USES = (ast.Import, ast.ImportFrom, ast.Call)


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All definitions, imports and calls of a module, those inside functions too."""
    return tuple(node for node in ast.walk(tree_of(path)) if isinstance(node, (*DEFINITIONS, *USES)))
