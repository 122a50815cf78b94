"""Machine code that is kept on disk is used only while nothing that it was made from has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")

ASK = """
import numpy as np
from hp15c.engines import select
from hp15c.engines.lanes import build
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.models import Model

compiled = []
optimize = build._optimize
build._optimize = lambda *given: compiled.append(1) or optimize(*given)
batch = select("lanes").batch(Program.parse("LBL A\\n+\\nRTN"), [State.fresh(Model.HP15C)])
batch.enter(np.array([5]), "A")
print(batch.run().word_times[0], len(compiled))
"""


@pytest.mark.slow
def test_a_constant_of_another_module_is_noticed(tmp_path: Path) -> None:
    """A copy of the package, with another word time in a module that the interpreter takes it from."""
    shutil.copytree(ROOT / "hp15c", tmp_path / "hp15c", ignore=shutil.ignore_patterns("__pycache__"))

    def ask() -> tuple[int, int]:
        done = subprocess.run(
            [sys.executable, "-B", "-c", ASK],
            cwd=tmp_path,
            env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "kept")},
            capture_output=True,
            text=True,
            check=True,
        )
        times, compiled = map(int, done.stdout.split())
        return times, compiled

    times, compiled = ask()
    assert compiled > 0
    assert ask() == (times, 0)
    effort = tmp_path / "hp15c" / "numbers" / "effort.py"
    text = effort.read_text("utf-8")
    effort.write_text(text.replace("ADD_ZERO: Final = ", "ADD_ZERO: Final = 1000 + "), "utf-8")
    assert [ask(), ask()] == [(times + 1000, 1), (times + 1000, 0)]
    for kept in (tmp_path / "kept").iterdir():
        kept.write_bytes(kept.read_bytes()[:-100])
    assert ask() == (times + 1000, compiled), "a damaged file is made anew"
