"""The compiled programs that are shipped: each listing agrees with its source. The table of their sizes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from hp15c.listing.program import Program
from programs.compiled_listings import SOURCES, table
from tests import ROOT
from tests.support.shares import few

LISTINGS = [path for source in SOURCES for path in sorted(source.parent.glob(f"{source.stem}.1[15]c"))]


def test_every_source_has_a_listing() -> None:
    assert {path.stem for path in LISTINGS if path.suffix == ".15c"} == {source.stem for source in SOURCES}


@pytest.mark.first
@pytest.mark.parametrize(
    "path",
    few(LISTINGS),
    ids=lambda path: path.name,
)
def test_the_listing_agrees_with_its_source(path: Path) -> None:
    """The default run has those that are compared with published listings, the slow tests have all."""
    module, program = front.read(path.with_suffix(".py")), Program.read(path)
    found = check(module, program, 25, random.Random(15), engines=("reference", "source"))
    assert found.agrees, (found.wrong, str(found.tally.disagreement))
    assert found.examples > (2 if "shelf" in path.parts else 4)
    assert found.tally.compared >= 25


@pytest.mark.slow
def test_the_table_of_the_figures_is_theirs() -> None:
    assert table() in (ROOT / "generator" / "FIGURES.md").read_text("utf-8")
