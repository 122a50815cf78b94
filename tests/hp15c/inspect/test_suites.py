"""Files of cases, and the cases in the notes of a listing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.inspect.cases import check_case, suite_of_notes
from hp15c.inspect.suites import open_suite
from hp15c.listing.program import Program
from tests import ROOT
from tests.hp15c.conftest import SQUARE

SHIPPED = sorted((ROOT / "programs").rglob("*_test.toml"))


@pytest.mark.first
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_cases_pass(path: Path) -> None:
    suite, program = open_suite(path, None)
    for case in suite.cases:
        result = check_case(program, suite, case)
        assert result.ok, result.explanation()


def test_there_are_shipped_cases() -> None:
    assert len(SHIPPED) >= 5


def test_cases_in_the_notes_of_a_listing() -> None:
    program = Program.parse(SQUARE, model="15C")
    from dataclasses import replace

    noted = replace(
        program, description="Squares.\nTest: 3 GSB A shows 9.0000\ntest: 2 GSB A shows 4.0000 then 5.0000"
    )
    suite = suite_of_notes(noted)
    assert [case.keys for case in suite.cases] == ["3 GSB A", "2 GSB A"]
    assert [check_case(noted, suite, case).ok for case in suite.cases] == [True, False]
    with pytest.raises(InputError, match="KEYS shows DISPLAY"):
        suite_of_notes(replace(program, description="Test: 3 GSB A"))
