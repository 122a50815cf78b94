"""The arrows between the packages: nothing imports upwards."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAY_IMPORT = {
    "hp15c": {"hp15c"},
    "solver": {"solver"},
    "generator": {"generator", "hp15c"},
    "programs": {"programs", "generator", "solver", "hp15c"},
}
HEAVY = {"numba", "dask", "distributed", "matplotlib", "starlette", "uvicorn"}
SHELLS = {"cli.py", "cli_shared.py", "shell.py", "surroundings.py", "web"}


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    """The packages that a module imports: everywhere, or when it is loaded."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    found: set[str] = set()
    for node in nodes:
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


def test_nothing_but_tests_imports_tests() -> None:
    for package in MAY_IMPORT:
        for path in modules(package):
            assert "tests" not in imports(path), path


def test_clock_and_chance_stay_in_the_shells() -> None:
    for path in modules("hp15c"):
        if path.name not in SHELLS:
            assert not imports(path) & {"time", "random", "secrets", "click", "rich"}, path


def test_packages_load_without_the_extras() -> None:
    for package in ("hp15c", "solver", "generator", "programs"):
        for path in [ROOT / package / "__init__.py", *(ROOT / package).glob("cli.py")]:
            assert not imports(path, top_level_only=True) & HEAVY, path
