"""The process of the console script: closed streams, packages, Ctrl-C in a compiler, read-only folders."""

from __future__ import annotations

import os
import sys
from _thread import interrupt_main, start_new_thread
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder
from io import TextIOWrapper
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

HERE = Path(__file__).resolve().parent.parent
OWN = frozenset({"hp15c", "generator", "solver", "programs"})
CACHE = "NUMBA_CACHE_DIR"
LATER, AGAIN = 0.02, 0.5
"""Seconds before a lost Ctrl-C is repeated, the first time and every further one."""


def open_streams() -> None:
    """Put an empty stream in the place of a standard stream that is closed.

    A character that the encoding of an output does not have is written as a question mark.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors in ("strict", "surrogateescape"):
            stream.reconfigure(errors="replace")


class OwnPackages:
    """Finds this project's packages where this one stands, whatever has their names elsewhere."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        """The package, if it is one of ours."""
        return PathFinder.find_spec(name, [str(HERE)]) if path is None and name in OWN else None


def find_own_packages() -> None:
    """Let this process find the project's packages before others of their names, such as a `solver.py`."""
    if OwnPackages not in sys.meta_path:
        sys.meta_path.insert(0, OwnPackages)


def give_up_output() -> None:
    """Drop what could not be written, so that Python does not try again at the end of the process."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@contextmanager
def hear_ctrl_c() -> Iterator[None]:
    """Repeat a Ctrl-C that falls into a compiler's callback, from which no exception gets out.

    It is repeated until it is heard, because a repetition can fall into a callback too. If the compiler gives
    up with an error of its own meanwhile, that is a KeyboardInterrupt too.
    """
    over = Event()
    lost: list[type[BaseException]] = []

    def repeat() -> None:
        pause = LATER  # once the callback is over
        while not over.wait(pause):
            interrupt_main()
            pause = AGAIN

    def hear(unraised: UnraisableHookArgs) -> None:
        if not issubclass(unraised.exc_type, KeyboardInterrupt):
            before(unraised)
            return
        lost.append(unraised.exc_type)
        if len(lost) == 1:
            start_new_thread(repeat, ())  # unlike Thread.start this does not wait

    before, sys.unraisablehook = sys.unraisablehook, hear
    try:
        yield
    except RuntimeError as error:
        if not lost:
            raise
        raise KeyboardInterrupt from error
    finally:
        over.set()
        sys.unraisablehook = before


def place_compiled_code() -> None:
    """Name a folder for compiled code where neither source folder nor home can be written.

    Without one every process would compile anew. This run and its workers then share a temporary one.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"))
    beside = Path(__file__).parents[1] / "solver" / "__pycache__"
    if CACHE in os.environ or _can_write(beside) or _can_write(home / "hp15c"):
        return
    import atexit
    import shutil
    import tempfile

    try:
        folder = tempfile.mkdtemp(prefix="hp15c-")
    except OSError:  # no temporary folder either. Commands that need no compiler work all the same
        return
    os.environ[CACHE] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)


def _can_write(folder: Path) -> bool:
    """Whether a folder can be written, or made where it is not there yet."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)
