"""A hold on a calculator that is kept: as long as one process has it, no other opens it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import IO

from hp15c.errors import InputError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Hold:
    """A calculator that this process has, until it lets go or ends. InputError when another process has it.

    `path` is the file that keeps it, and `name` its name there if the file keeps several. The system ends the
    hold of a process that is killed. Where no lock can be made, as in a folder that cannot be written, the
    calculator is used without one.
    """

    def __init__(self, path: Path, name: str = "") -> None:
        self.path = path
        self._lock = _lock_file(path, name)
        self._file: IO[str] | None = None
        while self._file is None:
            try:
                file = self._lock.open("a", encoding="utf-8")
            except OSError:
                return
            try:
                _lock(file)
            except OSError:
                file.close()
                raise InputError(f"{path}: this calculator is open elsewhere") from None
            if _is_that(self._lock, file):
                self._file = file
            else:
                file.close()

    def let_go(self) -> None:
        """Let others have the calculator."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._lock.unlink()
            self._file.close()
            self._file = None


def is_held(path: Path, name: str = "") -> bool:
    """Whether a process, this one or another, has the calculator."""
    if not _lock_file(path, name).exists():
        return False
    try:
        Hold(path, name).let_go()
    except InputError:
        return True
    return False


def _lock_file(path: Path, name: str) -> Path:
    """The file of the lock. A session's name is a secret, so the file does not tell it."""
    mark = f".{hashlib.sha256(name.encode()).hexdigest()[:16]}" if name else ""
    return path.with_name(f".{path.name}{mark}.lock")


def _is_that(path: Path, file: IO[str]) -> bool:
    """Whether the path still names this open file. It no longer does when the last holder has deleted it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except OSError:
        return False
