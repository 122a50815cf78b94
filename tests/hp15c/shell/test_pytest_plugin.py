"""Cases of listings as tests of pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.hp15c.conftest import CASES


@pytest.mark.slow
def test_pytest_collects_the_files_of_cases(folder: Path) -> None:
    text = CASES.replace('shows = "16.00"', 'shows = "17.00"')
    (folder / "test_square.toml").write_text(text, "utf-8")
    (folder / "test_other.toml").write_text("[tool]\nlisting = 1\n", "utf-8")
    ran = run_pytest(folder)
    assert ran.returncode == 1
    assert "1 failed, 1 passed" in ran.stdout
    assert "expected 17.00, shown 16.00" in ran.stdout
    assert "Traceback" not in ran.stdout


def run_pytest(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "hp15c.shell.pytest_plugin", "-q", str(folder)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)},
    )


FAULTY = {
    "cases": CASES.replace("[[case]]", "[[cases]]"),
    "listng": CASES.replace("listing =", "listng ="),
    "toml": CASES + "keys = \n",
    "no_case": 'listing = "square.15c"\n',
    "no_listing": '[[cases]]\nkeys = "1"\n',
    "key": CASES.replace("GSB A", "GSBB A"),
}


def test_pytest_takes_a_file_with_a_fault_for_an_error(folder: Path) -> None:
    for name, text in FAULTY.items():
        (folder / f"test_{name}.toml").write_text(text, "utf-8")
    ran = run_pytest(folder)
    assert ran.returncode == 2
    for name in FAULTY:
        assert f"ERROR test_{name}.toml" in ran.stdout, name
    assert "Traceback" not in ran.stdout
