"""Breakpoints, watches and filters of the command line, and the names and conditions that they read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.shell.cli import press, run, trace

COUNT = "LBL A\n0\nSTO 1\nLBL 1\n1\nSTO + 1\nRCL 1\n5\nx≤y\nRTN\nGTO 1\n"


@pytest.fixture
def listing(tmp_path: Path) -> str:
    file = tmp_path / "count.15c"
    file.write_text(COUNT, "utf-8")
    return str(file)


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
    told = CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--last", "3"]).stdout.splitlines()
    assert [int(one[:3]) for one in told[-4:-1]] == whole[-3:]
    assert told[-1].startswith("stop: ")
    assert lines("--lines", "5-6") == [line for line in whole if line in (5, 6)]
    assert lines("--registers", "R1") == [6] * 5
    assert lines("--until", "R1 = 2") == whole[: len(lines("--until", "R1 = 2"))]
    assert lines("--until", "R1 = 2")[-1] == 6
    assert CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--lines", "x"]).exit_code == 2


@pytest.mark.parametrize(
    "options",
    [("--watch", "R66"), ("--until", "R66 > 1"), ("--until", "X = R66"), ("--registers", "R66")],
)
def test_a_run_refuses_to_watch_what_cannot_be(listing: str, options: tuple[str, str]) -> None:
    done = CliRunner().invoke(trace, [listing, "--keys", "GSB A", *options])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "R66; the highest is R65" in done.stderr


@pytest.mark.parametrize(
    ("lines", "said"), [("6-5", "5-6"), ("0-3", "no line 0"), ("99", "no line 99"), ("²", "no lines")]
)
def test_lines_that_the_program_does_not_have_are_refused(listing: str, lines: str, said: str) -> None:
    done = CliRunner().invoke(trace, [listing, "--keys", "GSB A", "--lines", lines])
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_stop_is_told_as_a_sentence(listing: str) -> None:
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--watch", "R1"])
    assert done.stderr == "stopped at line 006: R1 changed from 0 to 1\n"
    done = CliRunner().invoke(run, [listing, "--keys", "GSB A", "--break", "7"])
    assert done.stderr == "stopped before line 007\n"
