"""Listings as the verbs under `generate` write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.shell.cli_shared import deliver
from hp15c.listing.program import Program

PROGRAM = Program.parse("LBL A\nx²\nRTN\n", "15C")


def test_the_name_of_the_file_gives_the_format(tmp_path: Path) -> None:
    deliver(PROGRAM, "the simulator's form", tmp_path / "one.15c", None)
    deliver(PROGRAM, "the simulator's form", tmp_path / "two.md", None)
    assert (tmp_path / "one.15c").read_text("utf-8") == "the simulator's form"
    assert Program.read(tmp_path / "two.md", model="15C").steps == PROGRAM.steps


def test_without_a_file_the_listing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    deliver(PROGRAM, "text", None, "keycodes")
    out = capsys.readouterr().out
    assert "42 21 11" in out
    assert Program.parse(out, "15C").steps == PROGRAM.steps


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none" / "one.15c"
    with pytest.raises(FileNotFoundError, match="there is no folder") as refused:
        deliver(PROGRAM, "text", path, None)
    assert refused.value.filename == str(path)
