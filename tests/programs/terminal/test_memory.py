"""The calculators that the terminal keeps: two terminals never write the same file."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError
from hp15c.table.machines import OF_MODEL
from hp15c.table.models import Model
from programs.shell import main
from programs.terminal import memory
from programs.web import snapshot
from programs.web.desk import Desk
from tests.programs.web.test_desk import type_keys

MACHINE = OF_MODEL[Model.HP15C]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def test_a_second_terminal_has_a_calculator_of_its_own(home: Path) -> None:
    first = memory.first_free(MACHINE)
    second = memory.first_free(MACHINE)
    assert first.path != second.path
    with pytest.raises(InputError, match="another terminal"):
        memory.MemoryHold(first.path)
    first.let_go()
    assert memory.first_free(MACHINE).path == first.path


def test_another_process_keeps_its_file_until_it_ends(home: Path) -> None:
    path = memory.first_free(MACHINE).path
    hold = "import sys, pathlib; from programs.terminal.memory import MemoryHold"
    hold += "; held = MemoryHold(pathlib.Path(sys.argv[1])); print('held', flush=True); input()"
    command = [sys.executable, "-c", hold, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(InputError, match="another terminal"):
            memory.MemoryHold(path)
        process.kill()
        process.wait()
        memory.MemoryHold(path).let_go()


def test_the_list_says_what_each_shows(home: Path) -> None:
    holds = [memory.first_free(MACHINE) for _ in range(2)]
    for hold, keys in zip(holds, ("4 2 36", "7 36"), strict=True):
        desk = Desk(Model.HP15C, time.monotonic)
        type_keys(desk, keys)
        hold.path.write_text(snapshot.written(desk), "utf-8")
    holds[0].let_go()
    found = CliRunner().invoke(main, ["calc", "--list"])
    assert found.exit_code == 0
    assert found.output.splitlines() == [
        f"{holds[0].path}  kept, shows 42.0000, no program",
        f"{holds[1].path}  open, shows 7.0000, no program",
    ]


def test_a_file_that_another_terminal_has_is_refused(home: Path) -> None:
    hold = memory.first_free(MACHINE)
    found = CliRunner().invoke(main, ["calc", "--memory", str(hold.path)])
    assert found.exit_code == 2
    assert "another terminal" in found.output
