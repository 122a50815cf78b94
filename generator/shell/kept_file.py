"""The file in which the searches of compilations are kept: in the user's cache folder, for the next one."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import generator
import hp15c
from hp15c.errors import InputError
from hp15c.store.folders import cache_file

MOST: Final = 10_000
"""The number of searches that are kept, the newest ones. One takes 3 kB, and a program has 3 to 50."""


class KeptFile:
    """The texts of searches, by their names. It forgets where the file cannot be read or written.

    Each version of the compiler finds only what it wrote itself. `found` counts the texts that were there.
    """

    def __init__(self, path: Path) -> None:
        self._file = _open(path)
        self.found = 0

    @classmethod
    def of_user(cls) -> KeptFile | None:
        """The file in the user's cache folder, None where that folder cannot be made."""
        try:
            return cls(cache_file("searches.sqlite"))
        except InputError:
            return None

    def get(self, name: str) -> str | None:
        """The text that was kept under a name, None where there is none."""
        with suppress(sqlite3.Error):
            row = self._file.execute("SELECT text FROM searches WHERE name = ?", (_full(name),)).fetchone()
            self.found += row is not None
            return None if row is None else str(row[0])
        return None

    def __setitem__(self, name: str, text: str) -> None:
        """Keep a text under a name, and delete the oldest ones beyond 10,000."""
        with suppress(sqlite3.Error):
            self._file.execute(
                "INSERT OR REPLACE INTO searches (name, text) VALUES (?, ?)", (_full(name), text)
            )
            last = "(SELECT max(rowid) FROM searches)"
            self._file.execute(f"DELETE FROM searches WHERE rowid <= {last} - ?", (MOST,))


def _open(path: Path) -> sqlite3.Connection:
    """The file, made where it is not there. In its place is one in memory where it cannot be opened."""
    for place in (str(path), ":memory:"):
        with suppress(sqlite3.Error):
            file = sqlite3.connect(place, isolation_level=None)
            file.execute("PRAGMA synchronous = OFF")
            file.execute("CREATE TABLE IF NOT EXISTS searches (name TEXT UNIQUE, text TEXT)")
            return file
    raise AssertionError("SQLite has no memory")


def _full(name: str) -> str:
    return f"{_version()} {name}"


@cache
def _version() -> str:
    """A digest of names, sizes and times of the files of the compiler and of the calculator that it knows."""
    told = sha256()
    for package in (generator, hp15c):
        for path in sorted(Path(package.__path__[0]).rglob("*.py")):
            state = path.stat()
            told.update(f"{path} {state.st_size} {state.st_mtime_ns}\n".encode())
    return told.hexdigest()[:16]
