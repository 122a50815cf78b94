"""The sheets of the programs that come with hp15c: each example shows what it says, on both calculators."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.inspect.cases import check_case
from hp15c.listing.collection import Collection
from hp15c.listing.program import Program
from programs.groups import MASTERMIND
from programs.sheets import FOLDER, Sheet, example, sheet, sheets
from tests.support.shares import few

PATHS = Collection(FOLDER).paths()


@pytest.fixture(scope="module")
def every() -> tuple[Sheet, ...]:
    """The sheets of all programs."""
    return tuple(sheets())


@pytest.mark.slow
def test_every_program_for_owners_has_an_example(every: tuple[Sheet, ...]) -> None:
    assert {one.name for one in every if not one.keys and one.group != MASTERMIND} == {
        *("routines", "higher-lower")
    }


@pytest.mark.parametrize("path", few(PATHS), ids=lambda path: path.name)
def test_the_example_shows_what_the_sheet_says(path: Path) -> None:
    one = sheet(path)
    program = Program.read(path)
    suite, case = example(program, path)
    if case is None:
        assert (one.keys, one.shows, one.seconds) == ("", "", None)
        return
    result = check_case(program, suite, case)
    assert result.ok, result.explanation()
    assert one.seconds
    assert one.keys.endswith(case.keys)


@pytest.mark.slow
def test_a_sheet_tells_the_size_of_its_listing(every: tuple[Sheet, ...]) -> None:
    assert {one.path for one in every} == set(PATHS)
    for one in every:
        program = Program.read(one.path)
        assert (one.lines, one.bytes) == (len(program), program.bytes)
        assert one.title == program.title.rstrip(".")
    both = {one.model: one for one in every if one.name == "counter"}
    assert both["15C"].size == "HP-15C: 25 lines, 28 bytes, 2 registers for data"
    assert both["11C"].size.startswith("HP-11C: 25 lines, ")
    assert "bytes" not in both["11C"].size


@pytest.mark.slow
def test_all_words_of_a_search_must_stand(every: tuple[Sheet, ...]) -> None:
    assert {one.name for one in every if one.found_by("ROOTS cubic")} == {"cubic"}
    assert not [one for one in every if one.found_by("cubic unicorn")]
    assert len([one for one in every if one.found_by("")]) == len(every)
