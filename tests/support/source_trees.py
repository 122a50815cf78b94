"""The parsed sources, read once for all tests that look at them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """The parsed text of a file. Nobody may change it, because every test gets the same."""
    return ast.parse(path.read_text("utf-8"))
