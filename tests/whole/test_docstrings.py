"""What a test can hold of docstrings: kinds of faults that were found in them."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.source_trees import nodes_of, tree_of
from tests.whole.test_architecture import MAY_IMPORT, modules

GIVES = ("Whether", "How", "Returns", "What", "Which", "The ", "A ", "An ", "Each ", "All ", "Every ")
"""Words with which a docstring begins that tells what a function gives."""
COMMANDS = {"command", "group"}
"""The decorators of functions whose docstrings are help texts."""


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


def is_command(node: ast.FunctionDef) -> bool:
    calls = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(isinstance(one, ast.Attribute) and one.attr in COMMANDS for one in calls)


def test_a_function_that_gives_nothing_does_not_say_what_it_gives() -> None:
    found = [
        where
        for where, node, text in functions()
        if node.returns is not None and ast.unparse(node.returns) == "None" and text.startswith(GIVES)
        if not is_command(node)
    ]
    assert not found


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of functions and classes in it."""
    for one in ast.iter_child_nodes(node):
        if not isinstance(one, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield one
            yield from own_nodes(one)


def raised(node: ast.FunctionDef) -> set[str]:
    """The classes of the errors that a function raises itself, and does not catch."""
    caught, found = set(), set()
    for one in own_nodes(node):
        if isinstance(one, ast.ExceptHandler) and one.type is not None:
            caught |= {name.id for name in ast.walk(one.type) if isinstance(name, ast.Name)}
        if isinstance(one, ast.Raise) and one.exc is not None:
            error = one.exc.func if isinstance(one.exc, ast.Call) else one.exc
            found |= {error.id} if isinstance(error, ast.Name) and error.id[0].isupper() else set()
    return found - caught


@cache
def bases() -> dict[str, set[str]]:
    """The names of each class of ours and of Python's, with those of the classes above it."""
    known = {
        name: {each.__name__ for each in one.__mro__}
        for name, one in vars(builtins).items()
        if isinstance(one, type)
    }
    own = {
        one.name: one for _, source in sources() for one in nodes_of(source) if isinstance(one, ast.ClassDef)
    }

    def above(name: str) -> set[str]:
        if name not in own:
            return known.get(name, {name})
        return {name}.union(*(above(one.id) for one in own[name].bases if isinstance(one, ast.Name)))

    return known | {name: above(name) for name in own}


UNTOLD = {"NotImplementedError", "TypeError", "AttributeError", "SystemExit", "StopIteration"}
"""Errors of a fault in the code that calls, and of Python's own protocols."""


@pytest.mark.slow
def test_a_public_function_names_the_errors_that_it_raises() -> None:
    def tells(text: str, error: str) -> bool:
        names = bases().get(error, {error}) - {"Exception", "BaseException", "object"}
        return any(re.search(rf"\b{name}\b", text) for name in names) or (
            error == "CalculatorError" and re.search(r"\bError\b", text) is not None
        )

    found = [
        f"{where} {error}"
        for where, node, text in functions()
        if not node.name.startswith("_") and not is_command(node)
        for error in sorted(raised(node) - UNTOLD)
        if not tells(text, error)
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
