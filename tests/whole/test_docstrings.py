"""What a test can hold of docstrings: kinds of faults that were found in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.source_trees import nodes_of, tree_of
from tests.whole.test_architecture import MAY_IMPORT, modules

GIVES = ("Whether", "How", "Returns", "What", "Which")
"""Words with which a docstring begins that tells what a function gives."""


@cache
def sources() -> tuple[tuple[str, Path], ...]:
    paths = [path for package in MAY_IMPORT for path in modules(package)]
    return tuple((str(path.relative_to(ROOT)), path) for path in paths)


def loose_strings(tree: ast.Module) -> Iterator[int]:
    """The lines of texts that are neither a docstring nor stand below what they tell about."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for place, one in enumerate(body):
            text = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
            if text and isinstance(one.value.value, str) and place:
                before = body[place - 1]
                if not isinstance(before, ast.Assign | ast.AnnAssign):
                    yield one.lineno


@pytest.mark.slow
def test_every_text_belongs_to_something() -> None:
    assert list(loose_strings(ast.parse('"""A."""\nimport os\n"""B."""\nC = 1\n"""D."""\n'))) == [3]
    assert not [f"{path}:{line}" for path, source in sources() for line in loose_strings(tree_of(source))]


def functions() -> Iterator[tuple[str, ast.FunctionDef, str]]:
    for path, source in sources():
        for node in nodes_of(source):
            if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
                yield f"{path}:{node.lineno} {node.name}", node, text


def test_a_function_that_gives_nothing_does_not_say_what_it_gives() -> None:
    found = [
        where
        for where, node, text in functions()
        if node.returns is not None and ast.unparse(node.returns) == "None" and text.startswith(GIVES)
    ]
    assert not found


def test_a_name_of_two_words_in_one_is_a_class_of_ours() -> None:
    """Renaming by rule once made "PythonWrite what the line does" of "Write what the line does"."""
    classes = {
        node.name for _, source in sources() for node in nodes_of(source) if isinstance(node, ast.ClassDef)
    }
    known = classes | {"CodeMaker", "CodeBreaker", "HigherLower", "CommonMark"}
    found = {}
    for where, _, text in functions():
        for word in re.findall(r"^[A-Z][a-z]+[A-Z][a-z]+\b", text):
            if word not in known and not word.endswith("Error"):
                found[where] = word
    assert not found


EXPLAINED = re.compile(
    r"(?:^|[.:]\s+)`([a-z_]\w*)` "
    r"(?:is|are|has|have|tells?|says?|counts?|maps?|gives?|gets?|names?|holds?|means?|stands?)\b"
)
"""A sentence that explains an argument or a field by its name."""


def identifiers(tree: ast.AST) -> set[str]:
    """The names that a piece of Python defines or uses, and its keywords and texts."""
    found = {"elif"}
    for node in ast.walk(tree):
        for part in ("id", "attr", "arg", "name"):
            found.add(getattr(node, part, None) or "")
    return found


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str, set[str]]]:
    """The line of each class and function, its docstring, and the names that it may explain."""
    module = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    waiting: list[tuple[ast.AST, set[str]]] = [(tree, module)]
    while waiting:
        outer, known = waiting.pop()
        for node in getattr(outer, "body", ()):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                own = known | identifiers(node)
                yield node.lineno, ast.get_docstring(node) or "", own
                waiting.append((node, own if isinstance(node, ast.ClassDef) else known))


def stale_names(tree: ast.Module) -> Iterator[str]:
    for line, text, known in docstrings(tree):
        yield from (f"{line} {name}" for name in EXPLAINED.findall(text) if name not in known)


@pytest.mark.slow
def test_what_is_explained_exists() -> None:
    """A field that was renamed or removed must not stay in the text about its class."""
    text = 'class A:\n    """One. `old` is gone, `new` is here. `new` tells it."""\n    new: int\n'
    assert list(stale_names(ast.parse(text))) == ["1 old"]
    assert not [f"{path}:{found}" for path, source in sources() for found in stale_names(tree_of(source))]


def test_files_are_read() -> None:
    assert len(sources()) > 400
