"""Breakpoints, watches and filters of the command line, and the names and conditions that they read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.inspect.watching import place_named, place_on, read_condition
from hp15c.shell.cli import press, run, trace
from hp15c.table.machines import machine_named

COUNT = "LBL A\n0\nSTO 1\nLBL 1\n1\nSTO + 1\nRCL 1\n5\nx≤y\nRTN\nGTO 1\n"


@pytest.fixture
def listing(tmp_path: Path) -> str:
    file = tmp_path / "count.15c"
    file.write_text(COUNT, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("text", "name"),
    [("x", "X"), ("lstx", "LAST X"), ("r.3", "R.3"), ("R20", "R20"), ("a1, 2", "A1,2"), ("i", "I")],
)
def test_places_have_one_name_each(text: str, name: str) -> None:
    assert place_named(text) == name


@pytest.mark.parametrize("text", ["", "Q", "R", "R1x", "F1,1", "3"])
def test_what_names_no_place_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        place_named(text)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("X = 7", True),
        ("X != 7", False),
        ("R1 >= 3", True),
        ("R1 > R2", True),
        ("x ≤ 6.9", False),
        ("R.9 = 0", True),
        ("A1,1 = 0", False),
        ("I < -1", False),
    ],
)
def test_conditions(text: str, holds: bool) -> None:
    calc = Calculator()
    calc.press("3 STO 1 7 ENTER")
    assert read_condition(text).holds(calc.state) is holds


def test_what_is_no_condition_is_refused() -> None:
    for text in ("X", "X >", "X > ", "> 5", "X ~ 5", "X = many"):
        with pytest.raises(InputError):
            read_condition(text)


def test_press_reads_lines_of_keys() -> None:
    done = CliRunner().invoke(press, ["-"], input="2 ENTER 3 +\n\n4 ×\n")
    assert (done.exit_code, done.output.splitlines()) == (0, [" 5.0000     ", " 20.0000    "])


def test_run_reads_lines_of_keys(listing: str) -> None:
    done = CliRunner().invoke(run, [listing, "--keys", "-"], input="GSB A\n2 ×\n")
    assert done.output.splitlines() == [" 5.0000", " 10.0000"]


def test_run_breaks_before_a_line_and_after_a_change(listing: str) -> None:
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--break", "7", "--json"])
    facts = json.loads(done.stdout)
    assert (done.exit_code, facts["stopped"], facts["state"]["x"]) == (1, "before line 007", "1")
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--watch", "R1", "--json"])
    assert json.loads(done.stdout)["stopped"] == "line 006: R1 changed from 0 to 1"
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--break", "99"])
    assert done.exit_code == 2


def test_trace_filters(listing: str) -> None:
    def lines(*options: str) -> list[int]:
        done = CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--json", *options])
        return [line["line"] for line in json.loads(done.stdout)["lines"]]

    whole = lines()
    assert lines("--last", "3") == whole[-3:]
    assert lines("--lines", "5-6") == [line for line in whole if line in (5, 6)]
    assert lines("--registers", "R1") == [6] * 5
    assert lines("--until", "R1 = 2") == whole[: len(lines("--until", "R1 = 2"))]
    assert lines("--until", "R1 = 2")[-1] == 6
    assert CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--lines", "x"]).exit_code == 2


@pytest.mark.parametrize(
    ("machine", "place", "highest"),
    [("15c", "R66", "R65"), ("11c", "R20", "R.9"), ("dm15-m1b", "R250", "R230")],
)
def test_a_register_that_the_machine_cannot_have_is_refused(machine: str, place: str, highest: str) -> None:
    with pytest.raises(InputError, match=rf"no register {place}; the highest is {highest}$"):
        place_on(machine_named(machine), place)
    assert place_on(machine_named(machine), highest) == highest


def test_an_element_is_refused_where_there_are_no_matrices() -> None:
    assert place_on(machine_named("15c"), "a 1,2") == "A1,2"
    for machine, place in (("11c", "A1,2"), ("15c", "A0,1")):
        with pytest.raises(InputError, match="no element"):
            place_on(machine_named(machine), place)


@pytest.mark.parametrize(
    "options",
    [("--watch", "R66"), ("--until", "R66 > 1"), ("--until", "X = R66"), ("--registers", "R66")],
)
def test_a_run_refuses_to_watch_what_cannot_be(listing: str, options: tuple[str, str]) -> None:
    done = CliRunner().invoke(trace, [listing, "--keys", "GSB A", *options])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "R66; the highest is R65" in done.stderr


def test_lines_in_the_wrong_order_are_refused(listing: str) -> None:
    done = CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--lines", "6-5"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "5-6" in done.stderr


def test_a_stop_is_told_as_a_sentence(listing: str) -> None:
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--watch", "R1"])
    assert done.stderr == "stopped at line 006: R1 changed from 0 to 1\n"
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--break", "7"])
    assert done.stderr == "stopped before line 007\n"
