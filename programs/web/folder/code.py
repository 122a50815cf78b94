"""The Python code of the page as archives: this project's, and that of the libraries that it needs."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from programs.publishing import zip_archive

PACKAGES: Final = ("hp15c", "solver", "generator", "programs")
LIBRARIES: Final = ("lark", "jinja2", "markupsafe")
CODE: Final = (".py", ".lark", ".j2", ".csv", ".gz", ".15c", ".11c")
READ_LATER: Final = (".lark", ".j2", ".csv", ".gz", ".15c", ".11c")
"""Files that are read when they are needed. The code is in memory by then."""

_LEFT_OUT: Final = (
    *("programs/terminal/", "programs/guide/", "programs/editors/server/", "programs/editors/vscode/"),
    *("hp15c/engines/", "solver/kernels/"),
)
_GENERATOR: Final = (
    *(
        "__init__.py",
        "reading/",
        "equality/",
        "peephole/",
        "compiler/__init__.py",
        "compiler/validation/",
        "language/",
    ),
)
"""The part of the generator that reads programs. The rest of it writes some."""


def archive(suffixes: tuple[str, ...], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive of all files with these suffixes. The same files give the same bytes."""
    return zip_archive(((name, path.read_bytes()) for name, path in sorted(files(suffixes))), method)


def files(suffixes: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files that the page needs and that end so, each with its name in the archive."""
    for package in (*PACKAGES, *LIBRARIES):
        folder = _folder(package)
        for path in folder.rglob("*"):
            name = path.relative_to(folder.parent).as_posix()
            if path.suffix in suffixes and path.is_file() and _is_needed(name):
                yield name, path


def _is_needed(name: str) -> bool:
    package, _, inside = name.partition("/")
    if package == "generator":
        return inside.startswith(_GENERATOR)
    return not name.startswith(_LEFT_OUT)


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or (spec.origin is None and not spec.submodule_search_locations):
        raise InputError(f"the package {package} is not installed")
    assert spec.submodule_search_locations is not None
    return Path(next(iter(spec.submodule_search_locations)))
