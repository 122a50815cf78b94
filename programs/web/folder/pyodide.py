"""Pyodide, Python for browsers: fetched with npm once and kept in the user's cache folder."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.store.folders import cache_file

VERSION: Final = "314.0.7"
FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)


def node() -> str:
    """The command node. InputError when it is not installed."""
    return _command("node")


def folder(given: Path | None) -> Path:
    """The folder with Pyodide's files: the one given, the one in the cache, or a fresh one from npm.

    InputError when files are missing or npm cannot fetch them.
    """
    if given is not None:
        missing = [name for name in FILES if not (given / name).is_file()]
        if missing:
            raise InputError(f"{given}: {', '.join(missing)} missing; this is not Pyodide {VERSION}")
        return given
    kept = cache_file(f"pyodide-{VERSION}")
    if not all((kept / name).is_file() for name in FILES):
        _fetch(kept)
    return kept


def _fetch(kept: Path) -> None:
    npm = _command("npm")
    with tempfile.TemporaryDirectory() as place:
        done = subprocess.run(
            [npm, "pack", f"pyodide@{VERSION}", "--silent"],
            cwd=place,
            capture_output=True,
            text=True,
            check=False,
        )
        packed = next(Path(place).glob("pyodide-*.tgz"), None)
        if done.returncode or packed is None:
            raise InputError(f"npm could not fetch pyodide@{VERSION}: {done.stderr.strip()[-300:]}")
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
        kept.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copyfile(Path(place) / "package" / name, kept / name)


def _command(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise InputError(
            f"{name} is not installed; the page without a server needs Node.js with npm when it is built"
            " (https://nodejs.org), or --pyodide FOLDER with Pyodide's files, and node"
        )
    return path
