"""`hp15c check --shorter`: savings for machines and for people. Without it, check as before."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from programs.shell import main


@pytest.fixture
def listing(tmp_path: Path) -> Path:
    path = tmp_path / "some.15c"
    path.write_text("LBL A\nRCL 1\nRCL 2\nx<>y\nSTO 3\n1\n0\n0\n0\n+\nRTN\n", "utf-8")
    return path


def check(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["check", *map(str, arguments)])


def test_savings_for_machines(listing: Path) -> None:
    facts = json.loads(check("--shorter", listing, "--json").output)
    assert [(one["line"], one["count"], one["by"]) for one in facts["savings"]] == [
        (2, 3, ["RCL 2", "RCL 1"]),
        (6, 4, ["EEX", "3"]),
    ]
    assert all(one["why"] for one in facts["savings"])
    assert facts["shorter"] == {"lines": 8, "bytes": 8}
    assert facts["refused"] is None
    assert facts["lines"] == 11


def test_savings_for_people(listing: Path) -> None:
    result = check("--shorter", listing)
    assert result.exit_code == 0
    assert "lines 002 to 004: RCL 2, RCL 1" not in result.output
    assert "lines 002 to 004: RCL 1, RCL 2, x↔y -> RCL 2, RCL 1 (1 line less)" in result.output
    assert "both leave X = R1, Y = R2" in result.output
    assert "11 lines and 11 bytes become 8 lines and 8 bytes" in result.output


def test_only_x_saves_more(listing: Path) -> None:
    listing.write_text("LBL A\nRCL 1\n+\nRTN\n", "utf-8")
    assert "nothing shorter" in check("--shorter", listing).output
    assert "RCL + 1 (1 line less)" in check("--shorter", "--only-x", listing).output


def test_a_refusal_says_why(listing: Path) -> None:
    listing.write_text("LBL A\nx<>y\nx<>y\nGTO I\n", "utf-8")
    assert "line 004 GTO I: it may go to a line by its number" in check("--shorter", listing).output
    assert "2 lines less" in check("--shorter", "--labels-only", listing).output


def test_without_the_option_nothing_has_changed(listing: Path) -> None:
    assert "11 lines, 11 bytes" in check(listing).output
    assert "savings" not in json.loads(check(listing, "--json").output)


@pytest.mark.parametrize("option", [("--goal", "fast"), ("--only-x",), ("--labels-only",)])
def test_options_of_shorter_are_refused_without_it(listing: Path, option: tuple[str, ...]) -> None:
    result = check(listing, *option)
    assert result.exit_code == 2
    assert f"{option[0]} goes with --shorter" in result.output


def test_it_says_what_only_x_would_save(tmp_path: Path) -> None:
    path = tmp_path / "wasteful.txt"
    path.write_text("LBL A\nENTER\nENTER\n×\nLSTx\n+\nRTN\n", "utf-8")
    told = CliRunner().invoke(main, ["check", "--shorter", str(path)]).output
    only = CliRunner().invoke(main, ["check", "--shorter", "--only-x", str(path)]).output
    assert "7 lines and 7 bytes become 6 lines and 6 bytes" in told
    assert "with --only-x, where X and the registers alone count at a stop: 5 lines and 5 bytes" in told
    assert "become 5 lines and 5 bytes" in only
    assert "with --only-x" not in only


@pytest.mark.slow
def test_changes_over_the_whole_program_are_proved_and_told(tmp_path: Path) -> None:
    path = tmp_path / "alike.txt"
    path.write_text("LBL A\n3\n×\nSTO 1\n5\n+\nx²\nRTN\nLBL B\n7\n÷\nSTO 1\n5\n+\nx²\nRTN", "utf-8")
    told = CliRunner().invoke(main, ["check", "--shorter", str(path)]).output
    assert "nothing shorter" not in told
    assert "over the whole program, each proved: 16 lines and 16 bytes become 13 lines and 13 bytes" in told
    facts = json.loads(CliRunner().invoke(main, ["check", "--shorter", str(path), "--json"]).output)
    assert facts["whole_shorter"] == {"lines": 13, "bytes": 13}
    assert facts["whole"][0]["lines"] == [4, 5, 6, 7, 8]
