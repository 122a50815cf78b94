"""The sheets of the programs that come with hp15c: each example shows what it says, on both calculators."""

from __future__ import annotations

import pytest

from hp15c.inspect.cases import check_case
from hp15c.listing.collection import Collection
from hp15c.listing.program import Program
from programs.groups import MASTERMIND
from programs.sheets import FOLDER, Sheet, example, sheets
from tests.support.shares import few

SHEETS = tuple(sheets())


def test_every_program_for_owners_has_an_example() -> None:
    assert {one.name for one in SHEETS if not one.keys and one.group != MASTERMIND} == {
        *("routines", "higher-lower")
    }


@pytest.mark.parametrize("one", few([one for one in SHEETS if one.keys]), ids=lambda one: one.path.name)
def test_the_example_shows_what_the_sheet_says(one: Sheet) -> None:
    suite, case = example(one.path)
    assert case is not None
    result = check_case(Program.read(one.path), suite, case)
    assert result.ok, result.explanation()
    assert one.seconds
    assert one.keys.endswith(case.keys)


def test_a_sheet_tells_the_size_of_its_listing() -> None:
    assert {one.path for one in SHEETS} == set(Collection(FOLDER).paths())
    for one in SHEETS:
        program = Program.read(one.path)
        assert (one.lines, one.bytes) == (len(program), program.bytes)
        assert one.title == program.title.rstrip(".")
    both = {one.model: one for one in SHEETS if one.name == "counter"}
    assert both["15C"].size == "HP-15C: 25 lines, 28 bytes, 2 registers for data"
    assert both["11C"].size.startswith("HP-11C: 25 lines, ")
    assert "bytes" not in both["11C"].size


def test_all_words_of_a_search_must_stand() -> None:
    assert {one.name for one in SHEETS if one.found_by("ROOTS cubic")} == {"cubic"}
    assert not [one for one in SHEETS if one.found_by("cubic unicorn")]
    assert len([one for one in SHEETS if one.found_by("")]) == len(SHEETS)
