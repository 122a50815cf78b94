"""Files read up to a limit, and replaced as a whole: the old content stays until the new is on disk."""

from __future__ import annotations

import json
import os
import shutil
from errno import EACCES, ELOOP, ENOENT
from pathlib import Path
from typing import Any, Final

from hp15c.errors import InputError

LARGEST: Final = 100_000_000
"""More bytes than any text has that a verb reads."""


def read_bytes(path: str | Path, most: int) -> bytes:
    """The first bytes of a file, at most `most` + 1, because a device may have no end.

    Raises OSError, naming `path`, when it cannot be read.
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        raise _with_path(path, error) from None


def read_text(path: str | Path, kind: str, most: int = LARGEST) -> str:
    """The text of a file in UTF-8, of at most `most` bytes.

    Raises OSError, naming `path`, when it cannot be read, and InputError for what is no such text. `kind`
    says what the file should be: "a certificate".
    """
    data = read_bytes(path, most)
    if len(data) > most:
        raise InputError(f"{path}: this is not {kind}: it has more than {most:,} bytes")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: this is not {kind}: byte {error.start + 1:,} is no UTF-8 text") from None


def parse_json(text: str) -> Any:
    """What a text in JSON holds. Raises ValueError, which says where it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"no JSON from line {error.lineno}, column {error.colno} on") from None
    except (ValueError, RecursionError):
        raise ValueError("no JSON that can be read: a number is too long, or lists nest too deeply") from None


def read_json(path: str | Path, kind: str, most: int = LARGEST) -> Any:
    """What a file in JSON holds. OSError and InputError as `read_text` raises them."""
    text = read_text(path, kind, most)
    try:
        return parse_json(text)
    except ValueError as error:
        raise InputError(f"{path}: this is not {kind}: {error}") from None


def replace(path: str | Path, data: bytes, new: bool = False) -> None:
    """Put `data` into a file, which is replaced whole or stays as it was.

    A link is followed, and the file's permissions are kept. A device or a pipe is written to as it is. Raises
    OSError, naming `path`, when it cannot be written: FileExistsError when a `new` file is there already.
    """
    require_folder(path)
    try:
        _replace(_target(path), data, new)
    except OSError as error:
        raise _with_path(path, error) from None


def require_folder(path: str | Path) -> None:
    """Raise OSError, naming `path`, when the folder of a file does not exist or may not be written in.

    A device or a pipe is written to as it is, and its folder is left alone.
    """
    target = _target(path)
    if not target.parent.is_dir():
        raise FileNotFoundError(ENOENT, f"there is no folder {target.parent}; make it first", str(path))
    if (target.is_file() or not target.exists()) and not os.access(target.parent, os.W_OK):
        raise PermissionError(EACCES, f"the folder {target.parent} may not be written in", str(path))


def _target(path: str | Path) -> Path:
    """The file that a path leads to. Devices and pipes stay as named, since /dev/stdout leads to no name."""
    target = Path(path)
    if target.exists() and not target.is_file():
        return target
    try:
        target = Path(os.path.realpath(path))
    except FileNotFoundError:
        raise FileNotFoundError(
            ENOENT, "the current folder was deleted; change to another", str(path)
        ) from None
    if target.is_symlink():
        raise OSError(ELOOP, "this link leads to itself", str(path))
    return target


def _with_path(path: str | Path, error: OSError) -> OSError:
    """The error with the path that was asked for."""
    return type(error)(error.errno, error.strerror or str(error), str(path))


def _replace(path: Path, data: bytes, new: bool) -> None:
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    temporary = path.with_name(f".{path.name[:80]}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if new:
            path.touch(exist_ok=False)
        elif path.exists():
            if not os.access(path, os.W_OK):
                raise PermissionError(13, "Permission denied")
            shutil.copymode(path, temporary)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
