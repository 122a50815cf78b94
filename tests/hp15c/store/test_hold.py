"""Two processes never have the same calculator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.store.hold import Hold, is_held


def test_a_calculator_is_held_once(tmp_path: Path) -> None:
    file = tmp_path / "page.sqlite"
    first, other = Hold(file, "one"), Hold(file, "other")
    with pytest.raises(InputError, match="open elsewhere"):
        Hold(file, "one")
    first.let_go()
    assert (is_held(file, "one"), is_held(file, "other")) == (False, True)
    Hold(file, "one").let_go()
    other.let_go()
    assert list(tmp_path.iterdir()) == []


def test_another_process_keeps_its_calculator_until_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "page.sqlite"
    hold = "import sys, pathlib; from hp15c.store.hold import Hold"
    hold += "; held = Hold(pathlib.Path(sys.argv[1]), 'one'); print('held', flush=True); input()"
    command = [sys.executable, "-c", hold, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        assert is_held(file, "one")
        process.kill()
        process.wait()
        assert not is_held(file, "one")


def test_the_name_of_a_session_is_told_to_nobody(tmp_path: Path) -> None:
    hold = Hold(tmp_path / "page.sqlite", "secret")
    assert not any("secret" in path.name for path in tmp_path.iterdir())
    hold.let_go()
