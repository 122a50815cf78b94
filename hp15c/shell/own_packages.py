"""The folder of this project's packages, and how a command finds them where others have their names."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parents[2]
"""The folder in which the packages of the project stand side by side."""

SHIPPED: Final = HERE / "programs"
"""The folder of the listings that come with hp15c."""


def leave_working_folder() -> None:
    """Take the folder in which `python -m` was called from the places where modules are looked for.

    The installed command does not look there either. So a `solver.py` in that folder is not in the way, here
    and in processes that are started from here.
    """
    if sys.path and Path(sys.path[0] or ".").resolve() != HERE:
        del sys.path[0]


@contextmanager
def own_packages_first() -> Iterator[None]:
    """While the block runs, this project's packages are found before others of the same names."""
    sys.path.insert(0, str(HERE))
    try:
        yield
    finally:
        sys.path.remove(str(HERE))
