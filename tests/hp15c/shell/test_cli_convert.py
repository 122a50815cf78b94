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
