"""What a command writes and a person publishes: a folder whose own files are replaced, and zip archives.

The folder may be a checkout with `.git` and `CNAME` in it. A manifest names the files of the last build, so
that the next build deletes those and nothing else.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Final

from hp15c import files
from hp15c.errors import InputError

FILES: Final = "files"
"""The field of a manifest with the names of all files of the build, itself left out."""


_TIME: Final = (1980, 1, 1, 0, 0, 0)


def zip_archive(entries: Iterable[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of files with these names and contents. The same entries give the same bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", compresslevel=9) as packed:
        for name, data in entries:
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = method
            packed.writestr(entry, data)
    return written.getvalue()


def require_room(out: Path, manifest: str) -> None:
    """Raise InputError when `out` cannot be made or written, or its manifest of the last build not be used.

    It is called before a build, which takes long.
    """
    there = next(folder for folder in (out, *out.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise InputError(f"{there}: this is a file; name a folder")
    if not os.access(there, os.W_OK):
        raise InputError(f"{there}: this folder cannot be written; name another")
    manifest_files(out, manifest)


def publish(made: Path, out: Path, manifest: str, facts: dict[str, object]) -> None:
    """Copy the files of the folder `made` into `out`, and delete those that only the last build had.

    `manifest` is the name of the file that lists them, with `facts` beside the list. InputError, before
    anything is changed, when a file would be replaced that no build wrote.
    """
    require_room(out, manifest)
    old = manifest_files(out, manifest)
    new = sorted(path.relative_to(made).as_posix() for path in made.rglob("*") if path.is_file())
    _refuse_foreign(out, [*new, manifest] if not (out / manifest).is_file() else new, old)
    out.mkdir(parents=True, exist_ok=True)
    _write_manifest(out / manifest, facts, sorted({*old, *new}))  # also right when the copying is cut short
    for name in new:
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        files.replace(out / name, (made / name).read_bytes())
        shutil.copymode(made / name, out / name)
    for name in sorted(old - set(new)):
        _delete(out, name)
    _write_manifest(out / manifest, facts, new)


def manifest_files(out: Path, manifest: str) -> set[str]:
    """The files that the manifest of the last build names. InputError when it cannot be used."""
    path = out / manifest
    if not path.is_file():
        return set()
    try:
        names = json.loads(path.read_text("utf-8"))[FILES]
    except (ValueError, KeyError, TypeError):
        raise InputError(
            f"{path}: this does not list the files of the last build, as older versions did not; "
            "name another folder, or move away what an older version wrote, this file included"
        ) from None
    if not isinstance(names, list) or not all(isinstance(one, str) and _is_inside(one) for one in names):
        raise InputError(f"{path}: this manifest is damaged; name another folder")
    return set(names)


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name


def _refuse_foreign(out: Path, new: list[str], old: set[str]) -> None:
    foreign = [name for name in new if name not in old and os.path.lexists(out / name)]
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise InputError(
            f"{out / foreign[0]}{more} would be replaced, and no build of this command wrote it; "
            "name another folder, or move it away"
        )


def _delete(out: Path, name: str) -> None:
    """Delete a file, and the folders that are empty without it."""
    path = out / name
    path.unlink(missing_ok=True)
    for folder in path.relative_to(out).parents[:-1]:
        try:
            (out / folder).rmdir()
        except OSError:
            return


def _write_manifest(path: Path, facts: dict[str, object], names: list[str]) -> None:
    files.replace(path, (json.dumps({**facts, FILES: names}, indent=1) + "\n").encode())
