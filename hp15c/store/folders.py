"""The places of a person's own files: the data and cache folders that the system has for programs."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from hp15c.errors import InputError

NAME = "hp15c"


def data_file(name: str) -> Path:
    """A file in the user's data folder. A missing folder is made. InputError when that is not possible."""
    return _file_in(user_data_path(NAME, appauthor=False), name)


def cache_file(name: str) -> Path:
    """A file in the user's cache folder. A missing folder is made. InputError when that is not possible."""
    return _file_in(user_cache_path(NAME, appauthor=False), name)


def _file_in(folder: Path, name: str) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder}: {error.strerror or error}; HOME or XDG_DATA_HOME names another"
        ) from None
    return folder / name
