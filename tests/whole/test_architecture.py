"""The arrows between the packages: nothing imports upwards."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT
from tests.support.source_trees import nodes_of, tree_of

MAY_IMPORT = {
    "hp15c": {"hp15c"},
    "solver": {"solver"},
    "generator": {"generator", "hp15c"},
    "programs": {"programs", "generator", "solver", "hp15c"},
}
HEAVY = {"numba", "dask", "distributed", "matplotlib", "starlette", "uvicorn"}
SHELLS = {"shell.py", "process.py", "sessions.py", "server.py", "game_answers.py", "compiled_listings.py"}
SHELLS |= {"app.py", "widgets.py"}  # the terminal calculator


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The packages that a module imports: everywhere, or when it is loaded."""
    found: set[str] = set()
    for node in tree_of(path).body if top_level_only else nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_point_down(package: str) -> None:
    paths = modules(package)
    assert len(paths) > 3
    for path in paths:
        upwards = (imports(path) & set(MAY_IMPORT)) - MAY_IMPORT[package]
        assert not upwards, f"{path.relative_to(ROOT)} imports {upwards}"


@cache
def paths_of_modules() -> dict[str, Path]:
    """The file of each module of the four packages."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in MAY_IMPORT
        for path in modules(package)
    }


@cache
def arrows() -> dict[str, set[str]]:
    """Each module of the four packages and the modules that it imports: late and for types only, too."""
    paths = paths_of_modules()
    found: dict[str, set[str]] = {}
    for name, path in paths.items():
        found[name] = set()
        for node in nodes_of(path):
            if isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                found[name] |= {one if one in paths else node.module for one in names}
        found[name] = found[name] & paths.keys() - {name}
    return found


def circles(arrows: dict[str, set[str]]) -> list[set[str]]:
    """The groups of modules each of which leads, arrow by arrow, to all others of its group."""
    reached = {name: targets & arrows.keys() for name, targets in arrows.items()}
    changed = True
    while changed:
        changed = False
        for targets in reached.values():
            more = set().union(*(reached[target] for target in targets)) - targets
            changed = changed or bool(more)
            targets |= more
    found = [
        {other for other in reached[name] if name in reached[other]}
        for name in reached
        if name in reached[name]
    ]
    return [group for place, group in enumerate(found) if group not in found[:place]]


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a", "d"}}) == [{"b", "c"}, {"d"}]


def test_no_modules_import_each_other_in_a_circle() -> None:
    found = arrows()
    assert "hp15c.numbers.number" in found["hp15c.state.state"]
    assert not [sorted(group) for group in circles(found)]


def room(module: str) -> str:
    """The folder of a module. A module that stands beside the folders of its package is a room of its own."""
    folder = paths_of_modules()[module].parent.relative_to(ROOT)
    return module if len(folder.parts) == 1 else ".".join(folder.parts)


def arrows_between_rooms() -> dict[str, set[str]]:
    """Each room and those that its modules import, late and for types only, too."""
    found: dict[str, set[str]] = {}
    for module, targets in arrows().items():
        found.setdefault(room(module), set()).update(room(target) for target in targets)
    return {name: targets - {name} for name, targets in found.items()}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_no_rooms_import_each_other_in_a_circle(package: str) -> None:
    found = {
        name: targets for name, targets in arrows_between_rooms().items() if name.split(".")[0] == package
    }
    assert len(found) > 10
    assert not [sorted(group) for group in circles(found)]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_a_folder_can_be_seen_at_once(package: str) -> None:
    """No folder has more than 30 modules, and the calculator's own page has six at most."""
    folders: dict[Path, int] = {}
    for path in modules(package):
        folders[path.parent] = folders.get(path.parent, 0) + 1
    assert not {folder: count for folder, count in folders.items() if count > 30}
    if package == "hp15c":
        assert folders[ROOT / package] <= 6


def test_nothing_but_tests_imports_tests() -> None:
    for package in MAY_IMPORT:
        for path in modules(package):
            assert "tests" not in imports(path), path


def clocks_and_chance(nodes: Sequence[ast.AST]) -> list[str]:
    """What a module asks of clocks and of unseeded chance.

    A clock may be named as what a caller hands in when it hands in none. random.Random with a seed is no
    chance.
    """
    imported = {
        alias.asname or alias.name: node.module
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    found = []
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        if not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        called = ast.unparse(node.func)
        module, _, name = called.rpartition(".")
        module = module or imported.get(called) or ""
        seeded = name in ("Random", "default_rng") and bool(node.args)
        if module in {"time", "datetime", "random", "secrets", "np.random"} and not seeded:
            found.append(ast.unparse(node))
    return found


def test_clocks_and_chance_are_found() -> None:
    text = "from time import monotonic\nimport random\ndef f(c=monotonic): return c()\nrandom.Random(5)\n"
    assert clocks_and_chance(list(ast.walk(ast.parse(text)))) == []
    text += "monotonic(); random.choice('ab'); random.Random(); np.random.default_rng()"
    assert len(clocks_and_chance(list(ast.walk(ast.parse(text))))) == 4


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_clocks_chance_and_terminals_stay_in_the_shells(package: str) -> None:
    for path in modules(package):
        if path.name in SHELLS or path.name.startswith("cli"):
            continue
        found = clocks_and_chance(nodes_of(path))
        assert not found, f"{path.relative_to(ROOT)}: {found}"
        assert not imports(path) & {"click", "rich"}, path


def test_packages_load_without_the_extras() -> None:
    for package in ("hp15c", "solver", "generator", "programs"):
        for path in [ROOT / package / "__init__.py", *(ROOT / package).glob("cli.py")]:
            assert not imports(path, top_level_only=True) & HEAVY, path


_CHECKERS = {
    "generator.equality": "check assumptions claims relation unfollowed_lines",
    "generator.compiler.validation": "alternating backwards check evaluation functions knowledge lines"
    " looking machine memory opaque pairs ranges relation rewriting routines sizes source states work",
}
"""The rooms of the checkers of certificates, with the modules of these rooms that a checker may import."""
_BELIEVED = {"generator.language", "generator.compiler.tree"}
"""The other rooms of the generator that a checker may import from. Rules and terms are in hp15c."""


@pytest.mark.parametrize("checker", [f"{folder}.check" for folder in _CHECKERS])
def test_a_checker_imports_nothing_that_searches(checker: str) -> None:
    found, waiting = {checker}, [checker]
    while waiting:
        new = arrows()[waiting.pop()] - found
        found |= new
        waiting += new
    for folder, names in _CHECKERS.items():
        met = {module.rpartition(".")[2] for module in found if room(module) == folder}
        assert met <= set(names.split())
        assert folder != room(checker) or met == set(names.split())
    others = {room(module) for module in found if module.split(".")[0] != "hp15c"}
    assert others - _CHECKERS.keys() <= _BELIEVED
