"""Many files for check, convert and time: a line each, a summary, and a fault stops no other file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hp15c import Program
from programs.shell import main


@pytest.fixture
def shelf(tmp_path: Path) -> list[str]:
    texts = {"square": "LBL A\nx²\nRTN\n", "broken": "LBL A\nBLA\n", "lost": "LBL A\nGTO 1\nRTN\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    return [str(tmp_path / f"{name}.txt") for name in texts]


def call(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_check_tells_a_line_a_file(shelf: list[str]) -> None:
    result = call("check", *shelf)
    assert result.exit_code == 2
    square, broken, lost, problem, summary = result.stdout.splitlines()
    assert square == f"{shelf[0]}: HP-15C, 3 lines, 3 bytes, fine"
    assert broken == f"{shelf[1]}: refused"
    assert lost == f"{shelf[2]}: HP-15C, 3 lines, 3 bytes, 1 problem"
    assert problem == "    problem: line 002 GTO 1: there is no LBL 1"
    assert summary == "3 files: 1 fine, 1 with problems, 1 refused"
    assert "broken.txt:2: unknown instruction" in result.stderr


def test_check_as_json_says_ok_where_the_code_is_0(shelf: list[str], tmp_path: Path) -> None:
    rows = json.loads(call("check", *shelf, "--json").stdout)["files"]
    assert [(Path(row["file"]).stem, row.get("ok")) for row in rows] == [
        ("square", True),
        ("broken", None),
        ("lost", False),
    ]
    assert "unknown instruction" in rows[1]["error"]
    doubtful = tmp_path / "doubtful.15c"
    doubtful.write_text("   001 {    42 21 11 } f LBL B\n   002 {       43 32 } g RTN\n", "utf-8")
    alone = call("check", str(doubtful), "--json")
    assert (alone.exit_code, json.loads(alone.stdout)["ok"]) == (1, False)


def test_shorter_looks_at_each(shelf: list[str], tmp_path: Path) -> None:
    wasteful = tmp_path / "wasteful.txt"
    wasteful.write_text("LBL A\nCHS\nCHS\nRTN\n")
    result = call("check", "--shorter", shelf[0], str(wasteful))
    assert result.exit_code == 0
    assert f"{shelf[0]}: nothing shorter was found" in result.stdout
    assert f"{wasteful}: lines 002 to 003: g CHS" in result.stdout.replace(": CHS", ": g CHS")


def test_convert_fills_a_folder(shelf: list[str], tmp_path: Path) -> None:
    out = tmp_path / "made" / "here"
    result = call("convert", *shelf, "-o", f"{out}/", "--to", "jrpn")
    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "3 files: 2 written, 1 refused"
    assert sorted(path.name for path in out.iterdir()) == ["lost.txt", "square.txt"]
    assert Program.read(out / "square.txt").steps == Program.read(shelf[0]).steps
    again = call("convert", *shelf, "-o", str(out), "--to", "jrpn")
    assert "exists already" in again.stderr
    assert call("convert", shelf[0], shelf[2], "-o", str(out), "--to", "jrpn", "--force").exit_code == 0


def test_convert_makes_no_two_files_one(shelf: list[str], tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "square.mnem").write_text("LBL B\nRTN\n")
    result = call("convert", shelf[0], str(other / "square.mnem"), "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "is made from" in result.stderr
    assert Program.read(tmp_path / "out" / "square.15c").steps == Program.read(shelf[0]).steps


@pytest.mark.parametrize("more", [(), ("-o", "-")])
def test_several_files_need_a_folder(shelf: list[str], more: tuple[str, ...]) -> None:
    result = call("convert", shelf[0], shelf[2], *more)
    assert (result.exit_code, "-o FOLDER" in result.stderr) == (2, True)


def test_time_tells_a_line_a_file(shelf: list[str]) -> None:
    result = call("time", shelf[0], shelf[2], "--keys", "3 GSB A")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0].startswith(f"{shelf[0]}: 0.")
    assert result.stdout.splitlines()[-1] == "2 files: 1 timed, 1 ended in an Error or at the limit"
    assert result.stdout.splitlines()[1].endswith(", ends in Error 4")
    assert call("time", shelf[0], "--keys", "3 GSB A", "--limit", "1").stdout.endswith("cut off by --limit\n")
    alone = json.loads(call("time", shelf[0], "--keys", "3 GSB A", "--json").stdout)
    assert alone["program_lines"] == 3
