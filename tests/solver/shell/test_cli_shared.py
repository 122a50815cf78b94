"""What the verbs of `hp15c mastermind` share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver.codes import Game
from solver.shell.cli import warn_if_long
from solver.shell.cli_shared import write
from tests.solver.shell.test_cli import mm


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write(str(path), b"tree")
        assert os.read(reader, 10) == b"tree"
    finally:
        os.close(reader)
    assert path.is_fifo()


def test_a_file_that_is_replaced_keeps_its_permissions_and_is_named_when_it_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    write(str(path), b"one")
    path.chmod(0o640)
    write(str(path), b"two")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"two", 0o640)
    assert list(tmp_path.iterdir()) == [path]
    refused = mm("tree", "2", "2", "--out", str(tmp_path / "none" / "tree.txt"))
    assert refused.exit_code == 2
    assert refused.stderr == (
        f"Error: {tmp_path}/none/tree.txt: there is no folder {tmp_path}/none; make it first\n"
    )


def test_a_long_game_says_how_long_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    warn_if_long(Game(8, 5))
    told = capsys.readouterr().err
    assert "about 2 minutes of one core" in told
