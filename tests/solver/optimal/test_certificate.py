"""Certificates of optimal play, as the small checker reads them."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver import check_certificate
from solver.optimal import checkpoint
from solver.optimal.certificate import Certificate, Claim
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


def test_a_certificate_that_was_stopped_goes_on_to_the_same_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, parted, kept = (str(tmp_path / name) for name in ("whole.cert", "parted.cert", "kept.json"))
    begin = ["atlas", "3", "6", "--checkpoint", kept, "--certificate"]
    run = CliRunner().invoke
    assert run(mastermind, ["atlas", "3", "6", "--certificate", whole]).exit_code == 0
    left = 4

    def show(self: Certificate, claim: Claim) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        add_entries(self, claim)

    add_entries = Certificate._add_entries
    monkeypatch.setattr(Certificate, "_add_entries", show)
    stopped = run(mastermind, [*begin, parted])
    assert (stopped.exit_code, Path(parted).exists()) == (1, False)
    assert f"stopped after 3 claims; to go on: --checkpoint {kept} --resume" in stopped.stderr
    monkeypatch.setattr(Certificate, "_add_entries", add_entries)
    assert run(mastermind, [*begin, parted, "--resume"]).exit_code == 0
    assert Path(parted).read_text() == Path(whole).read_text()
    assert len(Path(whole).read_text().splitlines()[4:-1]) > 3  # claims
    saved = checkpoint.read(Path(kept).read_text()) | {"claims": {"claims": [], "made": [1]}}
    Path(kept).write_text(checkpoint.write(saved))
    refused = run(mastermind, [*begin, str(tmp_path / "other.cert"), "--resume"])
    assert (refused.exit_code, "its claims of a certificate cannot be read" in refused.stderr) == (2, True)
