"""Makes a Ctrl-C end `python -m hp15c` as anywhere else while it is still loading.

The package loads this first. Python runs all of the package before `hp15c/__main__.py`, so that this module
could catch nothing there.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from types import TracebackType

before = sys.excepthook


def say_aborted(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    """Say that the command was aborted, and end with exit code 1. Other errors are shown as they were."""
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("\nAborted!\n")
        raise SystemExit(1)
    before(kind, error, where)


own = "-mhp15c" in sys.orig_argv or ("-m", "hp15c") in pairwise(sys.orig_argv)
if own and sys.argv[:1] == ["-m"]:  # Python has this there only until the module of `python -m` runs
    sys.excepthook = say_aborted
