"""The calculators that the terminal keeps: a file each, which one terminal at a time has."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import IO

from hp15c.errors import InputError
from hp15c.table.machines import MACHINES, Machine
from programs.folders import data_file
from programs.web import snapshot

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class MemoryHold:
    """A calculator's file, held until it is let go or the process ends. InputError when another has it.

    Where no lock can be made, as in a folder that cannot be written, the file is used without one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: IO[str] | None = None
        try:
            self._file = path.with_name(f".{path.name}.lock").open("a", encoding="utf-8")
        except OSError:
            return
        try:
            _lock(self._file)
        except OSError:
            self._file.close()
            raise InputError(
                f"{path}: another terminal has this calculator open; name another file"
            ) from None

    def let_go(self) -> None:
        """Let another terminal have the calculator."""
        if self._file is not None:
            self._file.close()


def first_free(machine: Machine) -> MemoryHold:
    """The first file for a machine that no other terminal has."""
    for number in count(1):
        try:
            return MemoryHold(_path(machine, number))
        except InputError:
            continue
    raise AssertionError("there is always another number")


def kept() -> Iterator[str]:
    """A line for each calculator that is kept: its file, whether it is open, what it shows, its program."""
    for machine in MACHINES.values():
        for number in count(1):
            path = _path(machine, number)
            if not path.exists():
                break
            yield f"{path}  {_state(path)}"


def _path(machine: Machine, number: int) -> Path:
    return data_file(f"calculator-{machine}{'' if number == 1 else f'-{number}'}.json")


def _state(path: Path) -> str:
    try:
        desk = snapshot.read(path.read_text("utf-8"), time.monotonic)
    except (OSError, ValueError) as error:
        return f"cannot be read: {error}"
    try:
        MemoryHold(path).let_go()
    except InputError:
        where = "open"
    else:
        where = "kept"
    lines = len(desk.state.program)
    program = f"{lines} {'line' if lines == 1 else 'lines'}" if lines else "no program"
    return f"{where}, shows {desk.display.text.strip()}, {program}"
