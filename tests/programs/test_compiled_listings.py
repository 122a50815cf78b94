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


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_listing_agrees_with_its_source(source: Path) -> None:
    module, program = front.read(source), Program.read(source.with_suffix(".15c"))
    found = check(module, program, 25, random.Random(15), engines=("reference", "source"))
    assert found.agrees, (found.wrong, str(found.tally.disagreement))
    assert found.examples > 4
    assert found.tally.compared >= 25


def test_the_table_in_the_readme_is_theirs() -> None:
    assert table() in (ROOT / "generator" / "README.md").read_text("utf-8")
