"""The list of kept calculators, of the server's pages and of the terminal: one file, an SQLite database.

A calculator is written as soon as it has changed, so a server that is killed loses nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.files import parse_json

MOST: Final = 2048
"""Calculators that a server on a network keeps. The ones that were used longest ago are dropped."""

SAVED: Final = "hp15c calculators"
"""The kind of a file to which all calculators are saved. The pages write and read it too."""

_MAKE: Final = """
CREATE TABLE IF NOT EXISTS calculators (
    name TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    used INTEGER NOT NULL,
    snapshot TEXT NOT NULL
)
"""
_ADDED: Final = (
    "owner TEXT NOT NULL DEFAULT ''",
    "title TEXT NOT NULL DEFAULT ''",
    "time REAL NOT NULL DEFAULT 0",
)
"""Columns that the files of older versions do not have."""

_PUT: Final = """
INSERT INTO calculators (name, model, used, snapshot, owner, title, time)
VALUES (?, ?, (SELECT COALESCE(MAX(used), 0) + 1 FROM calculators), ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE SET used = excluded.used, snapshot = excluded.snapshot, time = excluded.time
"""
_ROW: Final = "SELECT name, model, snapshot, owner, title, time FROM calculators"
_TRIM: Final = """
DELETE FROM calculators WHERE name NOT IN (SELECT name FROM calculators ORDER BY used DESC LIMIT ?)
"""


@dataclass(frozen=True, slots=True)
class KeptRow:
    """A kept calculator: the name of its session, whose browser made it, its title, and when it was used.

    `time` is in seconds since 1970.
    """

    name: str
    model: str
    snapshot: str
    owner: str = ""
    title: str = ""
    time: float = 0.0


class Kept:
    """The file of kept calculators. It holds snapshots of calculators by the names of their sessions.

    InputError when the path leads to no directory, to a file of another kind, or to one that cannot be
    opened or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.parent.is_dir():
            raise InputError(f"{path}: there is no directory {path.parent}")
        try:
            self._file = self._open()
        except sqlite3.OperationalError as error:
            raise InputError(f"{path}: cannot be opened or written ({error}); name another file") from None
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"{path}: this is no memory of `hp15c serve` ({error}); name another file"
            ) from None

    def _open(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute(_MAKE)
        known = {row[1] for row in file.execute("PRAGMA table_info(calculators)")}
        for column in _ADDED:
            if column.split()[0] not in known:
                file.execute(f"ALTER TABLE calculators ADD COLUMN {column}")
        return file

    def put(self, row: KeptRow) -> None:
        """Keep a calculator, the one used last from now on. Its owner and title stay as they were first.

        OSError when it cannot be written.
        """
        values = (row.name, row.model, row.snapshot, row.owner, row.title, row.time)
        self._change(_PUT, *values)

    def get(self, name: str) -> KeptRow | None:
        """The calculator of a session, None when it is not kept."""
        return next(iter(self._rows(f"{_ROW} WHERE name = ?", name)), None)

    def rows(self, owner: str | None) -> list[KeptRow]:
        """The calculators of an owner, or of all for None, the one used last first."""
        if owner is None:
            return self._rows(f"{_ROW} ORDER BY used DESC")
        return self._rows(f"{_ROW} WHERE owner = ? ORDER BY used DESC", owner)

    def rename(self, name: str, title: str) -> None:
        """Give a calculator another title. OSError when that cannot be written."""
        self._change("UPDATE calculators SET title = ? WHERE name = ?", title, name)

    def move(self, name: str, to: str) -> None:
        """Give a calculator to another session. OSError when that cannot be written."""
        self._change("UPDATE calculators SET name = ? WHERE name = ?", to, name)

    def remove(self, name: str) -> None:
        """Delete a calculator. OSError when that cannot be written."""
        self._change("DELETE FROM calculators WHERE name = ?", name)

    def trim(self) -> str:
        """Delete calculators beyond the 2,048 used last, and say how many. Nothing is said for none."""
        dropped = self._file.execute(_TRIM, (MOST,)).rowcount
        return f"{dropped} calculators used longest ago were deleted: {MOST:,} are kept" if dropped else ""

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _change(self, command: str, *values: str | float) -> None:
        try:
            self._file.execute(command, values)
        except sqlite3.Error as error:
            raise OSError(f"{self.path}: {error}") from None

    def _rows(self, query: str, *values: str) -> list[KeptRow]:
        try:
            return [KeptRow(*row) for row in self._file.execute(query, values)]
        except sqlite3.Error:
            return []


def new_title(known: Collection[str]) -> str:
    """The first of Calculator 1, Calculator 2 ... that is no calculator's title yet."""
    return next(title for title in map("Calculator {}".format, count(1)) if title not in known)


def export(rows: list[KeptRow]) -> str:
    """The text of a file with these calculators, which pages and terminals read."""
    calculators = list(map(saved_fields, rows))
    return json.dumps({"kind": SAVED, "version": 1, "calculators": calculators}, indent=1)


def saved_fields(row: KeptRow) -> dict[str, str | float]:
    """What is saved of a calculator."""
    return {"title": row.title, "model": row.model, "time": row.time, "snapshot": row.snapshot}


def read_saved(text: str) -> list[tuple[str, str]]:
    """Title and snapshot of each calculator in a file of saved calculators. InputError for another text."""
    try:
        data = parse_json(text)
        if data["kind"] == SAVED:
            return [(str(one.get("title", "")), str(one["snapshot"])) for one in data["calculators"]]
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise InputError("this is no file of saved calculators")
