"""Finding a file or folder of the user that hides a package of this project, such as `solver.py` beside a
notebook.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


def hider(error: ImportError) -> str:
    """A sentence that names what hides the package that could not be imported. '' when nothing does.

    The project's packages stand side by side. So a package is hidden when it is found in another folder than
    this one.
    """
    name = (error.name or "").partition(".")[0]
    spec = PathFinder.find_spec(name, sys.path) if name else None
    if spec is None or spec.origin is None or not (HERE / name / "__init__.py").is_file():
        return ""
    origin = Path(spec.origin).resolve()
    if origin.is_relative_to(HERE / name):
        return ""
    return f"{origin} hides the package {name!r} of hp15c; rename it, or start in another folder"
