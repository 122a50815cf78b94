"""A file or folder of the user's that hides a package of this project: `solver.py` beside a notebook."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def hider(error: ImportError) -> str:
    """What hides the package that could not be imported, in a sentence. '' when nothing does.

    The project's packages stand side by side, so one that stands here and is found elsewhere is hidden.
    """
    name = (error.name or "").partition(".")[0]
    spec = PathFinder.find_spec(name, sys.path) if name else None
    if spec is None or spec.origin is None or not (HERE / name / "__init__.py").is_file():
        return ""
    origin = Path(spec.origin).resolve()
    if origin.is_relative_to(HERE / name):
        return ""
    return f"{origin} hides the package {name!r} of hp15c; rename it, or start in another folder"
