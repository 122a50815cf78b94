"""Every module is tested by a file that bears its name, or the README of the tests says by which."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
ROW = re.compile(r"^\| (`(?:hp15c|generator|programs|solver)/[^|]*) \| `(test_\w+\.py)` \|$", re.M)
NAMED = {
    module: file
    for modules, file in ROW.findall((TESTS / "README.md").read_text("utf-8"))
    for module in re.findall(r"`([^`]+)`", modules)
}


def bears_its_name(module: Path) -> bool:
    """Whether a test file is called like a module, with or without its package and folders before it."""
    parts = module.with_suffix("").parts
    names = ["_".join(parts[start:]) for start in range(len(parts))] + [f"{parts[0]}_{parts[-1]}"]
    return any((TESTS / f"test_{name}.py").exists() for name in names)


def test_the_files_and_modules_of_the_table_exist() -> None:
    assert len(NAMED) > 30
    for module, file in NAMED.items():
        assert (ROOT / module).exists(), module
        assert (TESTS / file).exists(), file


@pytest.mark.parametrize("package", ["hp15c", "generator", "programs", "solver"])
def test_every_module_has_a_file_that_tests_it(package: str) -> None:
    modules = [path.relative_to(ROOT) for path in (ROOT / package).rglob("*.py")]
    assert len(modules) > 10
    without = [
        str(module)
        for module in modules
        if module.name != "__init__.py"
        and not bears_its_name(module)
        and not any(str(module) == name or str(module).startswith(name) for name in NAMED)
    ]
    assert not without
