"""No shipped listing that comes from a Python source is shorter than the bound for this source."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.choosing import least_lines
from generator.compiler.passes import candidates, tree_passed
from generator.compiler.target.sums import with_sums_of
from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.compiled_listings import SOURCES


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES, ids=lambda one: one.stem)
def test_no_shipped_listing_is_shorter_than_the_bound(source: Path) -> None:
    listing = Program.read(source.with_suffix(".15c"))
    module = with_sums_of(front.read(source), Model.HP15C)
    forms = [tree_passed(one.module) for one in candidates(module)]
    assert 1 < min(least_lines(one, Model.HP15C) for one in forms) <= len(listing)
