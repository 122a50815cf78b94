"""The tests mirror the source: the test of a module stands where its path says.

`tests/hp15c/core/test_machine.py` tests `hp15c/core/machine.py`. A file that bears the name of its folder,
`tests/hp15c/timing/test_timing.py`, tests what the modules of that folder do together, and stands for those
of them that it reaches. `whole/` and `page/` hold what no single module answers for.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT, TESTS
from tests.support.source_trees import nodes_of, tree_of
from tests.whole.test_architecture import arrows, paths_of_modules

PACKAGES = ("hp15c", "generator", "programs", "solver")
CODE_THAT_RUNS = (ast.FunctionDef, ast.AsyncFunctionDef)


def source_of(path: Path) -> Path:
    """The module or folder of the source that a test file stands for."""
    place = path.relative_to(TESTS)
    return ROOT / place.parent / place.name.removeprefix("test_")


def stands_for_something(path: Path) -> bool:
    """Whether a test file bears the name of a module or a folder that is where the test stands."""
    module = source_of(path)
    return module.is_file() or module.with_suffix("").is_dir() or module.stem == module.parent.name


@pytest.mark.parametrize("package", PACKAGES)
def test_every_test_stands_for_a_module_or_a_folder(package: str) -> None:
    files = sorted((TESTS / package).rglob("test_*.py"))
    assert len(files) > 10
    assert not [str(path.relative_to(ROOT)) for path in files if not stands_for_something(path)]


def computes(path: Path) -> bool:
    """Whether a module has code of its own that runs when it is called.

    Lists, types, errors without methods and records whose only methods are written by Python have none.
    Programs in the compiler's language are read by it and are no modules of ours.
    """
    tree = tree_of(path)
    if any(isinstance(node, ast.ImportFrom) and node.module == "generator.language" for node in tree.body):
        return path.is_relative_to(ROOT / "generator")
    return any(isinstance(node, CODE_THAT_RUNS) and not declares(node) for node in nodes_of(path))


def declares(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function only says what others do: its body is a docstring or `...`."""
    return all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in function.body)


LOADED_BY_NAME = re.compile(r'"((?:hp15c|generator|programs|solver)(?:\.\w+)+)(\.\{)?')


@cache
def loaded_by_name(path: Path) -> set[str]:
    """The modules that a module names in texts such as "hp15c.engines.jumps" or f"generator.plans.{name}"."""
    found: set[str] = set()
    for name, folder in LOADED_BY_NAME.findall(path.read_text("utf-8")):
        found |= {one for one in paths_of_modules() if (one.rpartition(".")[0] if folder else one) == name}
    return found


@cache
def imported(test: Path) -> list[str]:
    """What a test file imports, from other files of the tests too, and the command where it starts that."""
    text = test.read_text("utf-8")
    return ["programs.shell"] * ('"-m", "hp15c"' in text) + [
        name
        for node in nodes_of(test)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    ]


@cache
def reached_from(test: Path) -> frozenset[str]:
    """The modules that a test file imports or loads by their names, and those that these do, in turn."""
    waiting = [*imported(test), *loaded_by_name(test)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name in paths_of_modules():
            waiting += arrows()[name] | loaded_by_name(paths_of_modules()[name])
        elif name.startswith("tests.") and (path := ROOT / f"{name.replace('.', '/')}.py").is_file():
            waiting += imported(path)
    return frozenset(found)


def is_tested(module: str, path: Path) -> bool:
    """Whether a module has a test file, or the file of its folder reaches it."""
    place = TESTS / path.relative_to(ROOT).parent
    whole = place / f"test_{path.parent.name}.py"
    return (place / f"test_{path.name}").is_file() or (whole.is_file() and module in reached_from(whole))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_has_a_test(package: str) -> None:
    """A module that only declares something needs none, nor does one that starts the others."""
    without = [
        str(path.relative_to(ROOT))
        for module, path in paths_of_modules().items()
        if path.is_relative_to(ROOT / package)
        and path.name not in ("__init__.py", "__main__.py")
        and computes(path)
        and not is_tested(module, path)
    ]
    assert not without


def test_nothing_else_stands_among_the_tests() -> None:
    known = {"whole", "page", "support", "fuzz", "bench", "data", "firmware", "golden", "measured", *PACKAGES}
    assert {path.name for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"} <= known
