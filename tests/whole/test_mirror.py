"""The tests mirror the source: the test of a module stands where its path says.

`tests/hp15c/core/test_machine.py` tests `hp15c/core/machine.py`. A file that bears the name of its folder,
`tests/hp15c/timing/test_timing.py`, tests what the modules of that folder do together.
`whole/` and `page/` hold what no single module answers for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import ROOT, TESTS

PACKAGES = ("hp15c", "generator", "programs", "solver")


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


def test_nothing_else_stands_among_the_tests() -> None:
    known = {"whole", "page", "support", "fuzz", "bench", "data", "firmware", "golden", "measured", *PACKAGES}
    assert {path.name for path in TESTS.iterdir() if path.is_dir() and path.name != "__pycache__"} <= known
