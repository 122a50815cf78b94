"""Test cases of listings: TOML files, notes, the verb, and the plugin of pytest."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hp15c.errors import InputError, UnknownKey
from hp15c.inspect.cases import check_case, check_keys, open_suite, read_suite, suite_of_notes
from hp15c.listing.program import Program
from programs.shell import main
from tests import ROOT
from tests.hp15c.conftest import CASES, SQUARE


def hp15c(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def test_what_shows_is_compared(folder: Path) -> None:
    suite, program = open_suite(folder / "test_square.toml", None)
    assert [check_case(program, suite, case).ok for case in suite.cases] == [True, True]
    wrong = read_suite(CASES.replace('["9.00", "9.00"]', '["9.00"]').replace("= 9 }", "= 8 }"), "wrong")
    result = check_case(program, wrong, wrong.cases[0])
    assert result.differences == (("display", "9.00", "9.00 then 9.00"), ("R1", "8", "9"))
    lines = result.explanation().splitlines()
    assert lines[:2] == ["case  three", "keys  3 GSB A"]
    assert "expected 9.00, shown 9.00 then 9.00" in lines[2]


def test_a_minus_and_blanks_are_compared_as_people_write_them() -> None:
    program = Program.parse("LBL A\nCHS\nRTN", model="15C")
    suite = read_suite('listing="x"\n[[case]]\nkeys="2 GSB A"\nshows="−2.0000"', "text")
    assert check_case(program, suite, suite.cases[0]).ok


def test_an_error_of_the_machine_is_a_display() -> None:
    program = Program.parse("LBL A\n1/x\nRTN", model="15C")
    suite = read_suite('listing="x"\n[[case]]\nkeys="0 GSB A"\nshows="Error 0"', "text")
    assert check_case(program, suite, suite.cases[0]).ok


def test_a_machine_with_more_memory() -> None:
    program = Program.parse("LBL A\nDIM (i)\nRTN", model="15C")
    text = 'listing="x"\n{}\n[[case]]\nkeys="90 GSB A"\nshows="{}"'
    for machine, shows in (("", "Error 10"), ('machine = "ce"', "90.0000")):
        suite = read_suite(text.format(machine, shows), "text")
        assert check_case(program, suite, suite.cases[0]).ok


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("listing = ", "no TOML"),
        ('listing = "x"', "no case"),
        ('[[case]]\nkeys="1"\nshows="1"', "listing is missing"),
        ('listing="x"\n[[case]]\nshows="1"', "case 1: keys is missing"),
        ('listing="x"\n[[case]]\nname="n"\nkeys="1"', "n: nothing is expected"),
        ('listing="x"\n[[case]]\nkeys="1"\nshows=1', "in quotes"),
        ('listing="x"\n[[case]]\nkeys="1"\nx=1.5', "in quotes"),
        ('listing="x"\n[[case]]\nkeys="1"\nx="one"', "number"),
        ('listing="x"\n[[case]]\nkeys="1"\nshow="1"', "show is not known"),
        ('listing="x"\nmachine="zz"\n[[case]]\nkeys="1"\nshows="1"', "zz"),
    ],
)
def test_a_file_that_is_no_suite_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_suite(text, "file.toml")


def test_keys_that_do_not_exist_are_found_before_any_case_runs(folder: Path) -> None:
    suite, program = open_suite(folder / "test_square.toml", None)
    check_keys(suite, program.model)
    with pytest.raises(UnknownKey, match="case 'case 2': the HP-15C has no key"):
        check_keys(read_suite(CASES.replace("CHS", "CSH"), "text"), program.model)


@pytest.mark.parametrize("register", ["66", ".X", "Q"])
def test_a_register_that_cannot_be_is_refused_with_its_file_and_case(folder: Path, register: str) -> None:
    file = folder / "test_square.toml"
    wrong = f'listing = "square.15c"\n[[case]]\nname="mine"\nkeys="1"\nregisters={{"{register}"="1"}}\n'
    file.write_text(wrong, "utf-8")
    result = hp15c("test", str(file))
    assert result.exit_code == 2
    assert str(file) in result.output
    assert "case 'mine'" in result.output


def test_a_register_that_is_not_there_now_is_a_difference(folder: Path) -> None:
    file = folder / "test_square.toml"
    file.write_text('listing = "square.15c"\n[[case]]\nkeys="1"\nregisters={"30"="1"}\n', "utf-8")
    result = hp15c("test", str(file))
    assert result.exit_code == 1
    assert "R30: expected 1, shown no such register" in result.output


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
