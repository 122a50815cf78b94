"""The verb `convert`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.hp15c.shell.test_cli import call


def test_convert_to_utf_16_and_back(listing: str, tmp_path: Path) -> None:
    there, back = tmp_path / "area.15c", tmp_path / "back.txt"
    assert call("convert", listing, "-o", str(there), "--encoding", "simulator").exit_code == 0
    data = there.read_bytes()
    assert data.startswith(b"\xff\xfe")
    assert "\r\n".encode("utf-16-le") in data
    assert call("convert", str(there), "--to", "jrpn", "-o", str(back)).exit_code == 0
    assert "001 { 42 21 11 } f LBL A" in back.read_text("utf-8")


def test_convert_moves_to_the_other_model() -> None:
    result = call("convert", "-", "--model", "11C", input=b"LBL A\nTEST x>y\nRTN\n")
    assert result.exit_code == 0
    assert "42 20" in result.output


def test_convert_names_each_line_that_cannot_move() -> None:
    result = call("convert", "-", "--model", "11C", input=b"LBL A\nMATRIX 0\nSOLVE A\n")
    assert result.exit_code == 2
    assert "002" in result.output
    assert "003" in result.output


def test_convert_as_json(listing: str, tmp_path: Path) -> None:
    shown = json.loads(call("convert", listing, "--model", "11C", "--json").stdout)
    assert (shown["format"], shown["model"], shown["lines"], shown["bytes"]) == ("simulator", "11C", 10, 10)
    path = tmp_path / "area.11c"
    written = call("convert", listing, "--model", "11C", "--json", "-o", str(path))
    assert json.loads(written.stdout) == shown
    assert path.read_text("utf-8") == shown["listing"]


def test_a_file_and_a_part_of_another_one_with_its_name_are_not_confused(tmp_path: Path) -> None:
    """Neither of the two is left out without a word."""
    both, other = tmp_path / "two.txt", tmp_path / "two-1.txt"
    both.write_text("001 42 21 11\n002 36\n\n001 42 21 12\n002 43 32\n", "utf-8")
    other.write_text("001 42 21 13\n", "utf-8")
    folder = tmp_path / "made"
    refused = call("convert", str(both), str(other), "-o", f"{folder}/")
    assert refused.exit_code == 2
    assert "two-1.txt is a file and a part of another one" in refused.output
    assert not folder.exists()
    assert call("convert", str(both), "-o", f"{folder}/").exit_code == 0
    assert {one.name for one in folder.iterdir()} == {"two-1.15c", "two-2.15c"}
