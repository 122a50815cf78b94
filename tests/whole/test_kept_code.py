"""What numba keeps on disk is used only while no source that it was made from has changed."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT

pytest.importorskip("numba", reason="compiled code needs the extra fast")

FUNCTION = """
from hp15c.engines.lanes.arithmetic import compile_kept
from hp15c.constant import NUMBER

@compile_kept
def number():
    return NUMBER
"""


@pytest.mark.slow
def test_a_constant_of_another_module_is_noticed(tmp_path: Path) -> None:
    """A copy of the package, with a constant in one module and a compiled function in another."""
    copy = tmp_path / "hp15c"
    shutil.copytree(ROOT / "hp15c", copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "holder.py").write_text(FUNCTION, "utf-8")

    def ask() -> str:
        code = "from hp15c.holder import number; print(number(), sum(number.stats.cache_hits.values()))"
        done = subprocess.run(
            [sys.executable, "-B", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    constant = copy / "constant.py"
    constant.write_text("NUMBER = 7\n", "utf-8")
    assert [ask(), ask()] == ["7 0", "7 1"]
    constant.write_text("NUMBER = 88\n", "utf-8")
    assert [ask(), ask()] == ["88 0", "88 1"]
    (index,) = copy.rglob("holder.*.nbi")
    version = pickle.dumps(pickle.loads(index.read_bytes()))
    index.write_bytes(version + b"chp15c.holder\nAClassThatIsGone\n.")
    assert [ask(), ask()] == ["88 0", "88 1"], "what another version kept is made anew"
