"""The hooks for pre-commit: each entry is run on the files that its pattern chooses, as pre-commit does."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import ROOT

yaml = pytest.importorskip("yaml")
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
GOOD = "#D:Test: 3 GSB A shows 9.0000\nLBL A\nx²\nRTN\n"
SUITE = 'listing = "plain.15c"\n[[case]]\nname = "a root"\nkeys = "9 GSB A"\nshows = "3.0000"\n'


def run(name: str, folder: Path, files: dict[str, str]) -> tuple[int, str]:
    """The exit code and the output of a hook for these files."""
    hook = next(one for one in HOOKS if one["id"] == name)
    chosen = []
    for file, text in files.items():
        (folder / file).write_text(text, "utf-8")
        if re.search(hook["files"], file):
            chosen.append(file)
    assert chosen
    command, *rest = shlex.split(hook["entry"])
    assert command == "hp15c"
    ended = subprocess.run(
        [sys.executable, "-m", command, *rest, *chosen],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


def test_every_hook_says_what_pre_commit_needs() -> None:
    assert [hook["id"] for hook in HOOKS] == ["hp15c-check", "hp15c-test"]
    for hook in HOOKS:
        assert hook["language"] == "python"  # pre-commit installs this package for it
        assert hook["name"]


@pytest.mark.slow
def test_the_check_takes_good_listings_and_no_other_files(tmp_path: Path) -> None:
    files = {"good.15c": GOOD, "root.mnem": "LBL B\n√x\nRTN\n", "notes.txt": "no listing at all"}
    assert run("hp15c-check", tmp_path, files)[0] == 0


@pytest.mark.slow
def test_the_check_stops_a_commit_and_names_the_file(tmp_path: Path) -> None:
    code, told = run("hp15c-check", tmp_path, {"good.15c": GOOD, "bad.11c": "LBL A\nGTO 7\n"})
    assert code != 0
    assert "bad.11c" in told
    assert "there is no LBL 7" in told


@pytest.mark.slow
def test_the_test_runs_cases_of_notes_and_of_files_and_passes_over_the_rest(tmp_path: Path) -> None:
    files = {
        "good.15c": GOOD,
        "plain.15c": "LBL A\n√x\nRTN\n",
        "plain_test.toml": SUITE,
        "setup.toml": "x = 1",
    }
    code, told = run("hp15c-test", tmp_path, files)
    assert (code, told.strip()) == (0, "2 of 2 cases pass")


@pytest.mark.slow
def test_the_test_stops_a_commit_and_names_what_differs(tmp_path: Path) -> None:
    code, told = run("hp15c-test", tmp_path, {"good.15c": GOOD, "bad.15c": GOOD.replace("x²", "√x")})
    assert code == 1
    assert "FAILED bad.15c" in told
    assert "expected 9.0000, shown 1.7321" in told


@pytest.mark.slow
def test_listings_without_cases_alone_pass(tmp_path: Path) -> None:
    assert run("hp15c-test", tmp_path, {"plain.15c": "LBL A\n√x\nRTN\n"})[0] == 0
