"""Continuous memory of the server: the calculators of all tabs in one file, an SQLite database.

A calculator is written as soon as it has changed, so a server that is killed loses nothing.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from hp15c.errors import InputError

MOST: Final = 256
"""Calculators that are kept. The ones that were used longest ago are dropped."""

_MAKE: Final = """
CREATE TABLE IF NOT EXISTS calculators (
    name TEXT PRIMARY KEY,
    model TEXT NOT NULL,
    used INTEGER NOT NULL,
    snapshot TEXT NOT NULL
)
"""
_PUT: Final = """
INSERT INTO calculators VALUES (?, ?, (SELECT COALESCE(MAX(used), 0) + 1 FROM calculators), ?)
ON CONFLICT (name) DO UPDATE SET used = excluded.used, snapshot = excluded.snapshot
"""
_TRIM: Final = """
DELETE FROM calculators WHERE name NOT IN (SELECT name FROM calculators ORDER BY used DESC LIMIT ?)
"""


class Kept:
    """The file of kept calculators. It holds snapshots of calculators by the names of their sessions.

    InputError when the path leads to no directory or to a file of another kind.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.parent.is_dir():
            raise InputError(f"{path}: there is no directory {path.parent}")
        try:
            self._file = self._open()
            self._file.execute(_TRIM, (MOST,))
        except sqlite3.DatabaseError as error:
            raise InputError(
                f"{path}: this is no memory of `hp15c serve` ({error}); name another file"
            ) from None

    def _open(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("PRAGMA synchronous = NORMAL")
        file.execute(_MAKE)
        return file

    def put(self, name: str, model: str, snapshot: str) -> None:
        """Keep a calculator, the one used last from now on. OSError when it cannot be written."""
        try:
            self._file.execute(_PUT, (name, model, snapshot))
        except sqlite3.Error as error:
            raise OSError(f"{self.path}: {error}") from None

    def get(self, name: str) -> str | None:
        """The calculator of a session, None when it is not kept."""
        return self._one("SELECT snapshot FROM calculators WHERE name = ?", name)

    def newest(self, model: str) -> str | None:
        """The calculator of a model that was used last."""
        query = "SELECT snapshot FROM calculators WHERE model = ? ORDER BY used DESC LIMIT 1"
        return self._one(query, model)

    def newest_model(self) -> str | None:
        """The model of the calculator that was used last."""
        return self._one("SELECT model FROM calculators ORDER BY used DESC LIMIT 1")

    def close(self) -> None:
        """Leave the file in order."""
        self._file.close()

    def _one(self, query: str, *values: str) -> str | None:
        try:
            row = self._file.execute(query, values).fetchone()
        except sqlite3.Error:
            return None
        return None if row is None else str(row[0])
