"""Certificates of optimal play, as the small checker reads them."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver import check_certificate
from solver.shell.cli import mastermind

pytest.importorskip("llvmlite")


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", check_certificate.__file__, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_certificate_is_accepted_and_one_that_claims_less_turns_is_not(tmp_path: Path) -> None:
    path = tmp_path / "game.xz"
    made = CliRunner().invoke(mastermind, ["atlas", "2", "4", "--certificate", str(path)])
    assert made.exit_code == 0, made.output
    good = checked(path)
    assert good.returncode == 0, good.stderr
    text = lzma.decompress(path.read_bytes()).decode()
    first, _, rest = text.partition("\n")
    path.write_bytes(lzma.compress(f"{first}\n{rest[rest.index(chr(10)) + 1 :]}".encode()))
    assert checked(path).returncode != 0
