"""The groups of the programs: every program stands in one, and each name in the table is a program."""

from __future__ import annotations

import pytest

from hp15c.listing.collection import Collection
from programs.groups import GROUPS, MASTERMIND, group_of, in_order
from programs.sheets import FOLDER


def test_every_program_has_one_group() -> None:
    names = Collection(FOLDER).names()
    listed = [name for group in GROUPS.values() for name in group]
    assert sorted(listed) == sorted(name for name in names if group_of(name) != MASTERMIND)
    assert len(set(listed)) == len(listed)
    with pytest.raises(KeyError, match=r"groups\.py"):
        group_of("nothing")


def test_the_order_is_that_of_the_table() -> None:
    assert in_order(["nim", "cubic", "codemaker-small", "dates"]) == [
        "cubic",
        "dates",
        "nim",
        "codemaker-small",
    ]
