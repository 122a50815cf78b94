"""A Ctrl-C while `python -m hp15c` loads is one line, and other errors are shown as Python shows them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

LOADING = """
import os, runpy, signal, sys

class Fault:
    def find_spec(name, path=None, target=None):
        if name == {name!r}:
            {fault}

sys.meta_path.insert(0, Fault)
sys.argv, sys.orig_argv = {argv}, ["python", "-m", "hp15c", "list"]
runpy._run_module_as_main("hp15c")
"""
CTRL_C = "os.kill(os.getpid(), signal.SIGINT)"


def load(name: str, fault: str, argv: list[str]) -> subprocess.CompletedProcess[str]:
    text = LOADING.format(name=name, fault=fault, argv=argv)
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("name", ["hp15c.calculator", "hp15c.timing", "importlib.metadata", "programs.shell"])
def test_a_ctrl_c_is_one_line(name: str) -> None:
    done = load(name, CTRL_C, ["-m", "list"])
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "\nAborted!\n")


def test_another_error_keeps_its_traceback() -> None:
    done = load("hp15c.calculator", "raise ImportError('broken')", ["-m", "list"])
    assert done.returncode == 1
    assert done.stderr.endswith("ImportError: broken\n")


def test_a_program_that_uses_the_package_keeps_its_own_ctrl_c() -> None:
    asked = "import sys; before = sys.excepthook; import hp15c; assert sys.excepthook is before"
    subprocess.run([sys.executable, "-c", asked], check=True, timeout=60)


def test_another_package_that_is_run_by_its_name_keeps_its_own(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "__init__.py").write_text("import sys; before = sys.excepthook; import hp15c\n")
    (other / "__main__.py").write_text("import sys, other; assert sys.excepthook is other.before\n")
    way = os.pathsep.join((str(tmp_path), *sys.path))
    subprocess.run(
        [sys.executable, "-m", "other"], check=True, timeout=60, env=os.environ | {"PYTHONPATH": way}
    )
