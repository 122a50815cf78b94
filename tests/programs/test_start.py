"""How the console script begins: a Ctrl-C while the command is still being loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADING = """
import os, signal, sys

class CtrlC:
    def find_spec(name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, CtrlC)
sys.argv = ["hp15c", "press", "2 ENTER 3 +"]
from programs.start import main
main()
"""


@pytest.mark.parametrize("name", ["programs.shell", "click", "hp15c.shell.cli", "hp15c.keys.keyboard"])
def test_a_ctrl_c_while_the_command_is_loaded_is_one_line(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADING.format(name=name)], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "\nAborted!\n")


def test_a_script_imports_nothing_but_its_beginning() -> None:
    asked = "import sys; before = set(sys.modules); import programs.start; print(set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=60)
    assert sorted(eval(done.stdout)) == ["programs", "programs.start"]
