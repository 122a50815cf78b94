"""Compiled code: taken from a file, or compiled now and written to one, or compiled in the background."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from importlib.util import find_spec

from solver import code_files, messages
from solver.code_files import CLAIMS, OPTIMAL, Serve
from solver.messages import number_of
from solver.scores import ordinal_count

CompilingStep = tuple[str, Callable[[], object]]
SECONDS = {"games": 2, "histograms": 1, OPTIMAL: 3, CLAIMS: 1}
"""About how long compiling takes on one core: see README.md."""
_CHILD = (
    "import sys; sys.path[:] = {path!r};"
    " from solver.compiling import compile_quietly; compile_quietly({what!r})"
)
_begun: set[str] = set()
in_background = False
"""Whether code may be compiled in the background. The command line switches it on."""


def is_compiled(what: str) -> bool:
    """Whether this code is in a file, or nothing is to be compiled."""
    return _is_plain() or code_files.find(what) is not None


def is_possible(what: str) -> bool:
    """Whether this code is in a file or can be compiled here."""
    return code_files.find(what) is not None or find_spec("llvmlite") is not None


@lru_cache(maxsize=16)
def serve(what: str) -> Serve:
    """This code, from its file if it is there and compiled otherwise. Messages tell of compiling."""
    if _is_plain():
        return _kernel(what)
    found = _load(what)
    if found is not None:
        return found
    messages.compiling_begins(SECONDS[what.partition("-")[0]])
    with code_files.only_one(what):
        found = _load(what)
        if found is None:
            code = _compile(what)
            path = code_files.write(what, code)
            found = (code_files.load(path) if path else None) or code_files.load_code(code)
    return found


def _load(what: str) -> Serve | None:
    path = code_files.find(what)
    return None if path is None else code_files.load(path)


def save(what: str) -> str | None:
    """Compile this code anew and write it. Returns the file's path, None where none can be written."""
    return code_files.write(what, _compile(what))


def begin(what: str) -> bool:
    """Compile this code in the background, by a process of its own that goes on when this one ends.

    False when that is switched off, has begun before, or is not possible.
    """
    if not in_background or what in _begun or is_compiled(what) or find_spec("llvmlite") is None:
        return False
    _begun.add(what)
    return _start(_CHILD.format(path=sys.path, what=what))


def _start(program: str) -> bool:
    """Start a process of Python's that outlives this one. False when that fails."""
    from subprocess import DEVNULL, Popen

    command = [sys.executable, "-c", program]
    try:
        Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True)
    except OSError:
        return False
    return True


def compile_quietly(what: str) -> None:
    """Compile this code and write it, with lower priority than other processes."""
    if hasattr(os, "nice"):
        os.nice(5)
    with code_files.only_one(what):
        if not is_compiled(what):
            save(what)


def _is_plain() -> bool:
    """Whether kernels run as plain Python, as numba is told by its own variable."""
    return os.environ.get("NUMBA_DISABLE_JIT") == "1"


def _kernel(what: str) -> Serve:
    kind, _, number = what.partition("-")
    if kind == OPTIMAL:
        from solver.kernels import search

        return search.entry(int(number))
    if kind == CLAIMS:
        from solver.kernels import claims

        return claims.serve_claim
    if kind == "games":
        from solver.kernels import games

        return games.entry(int(number))
    from solver.kernels import histograms

    return histograms.entry(int(number))


def _compile(what: str) -> bytes:
    from solver.kernels.translate import machine_code

    return machine_code(_kernel(what), code_files.FUNCTION, what.startswith((OPTIMAL, CLAIMS)))


def steps(pegs: list[int]) -> Iterator[CompilingStep]:
    """The steps of compiling for these numbers of pegs, each with a text that names it."""
    for count in pegs:
        yield f"histograms of {number_of(count, 'peg')}", partial(save, code_files.histograms(count))
        if count > 1:
            yield f"all games of {count} pegs", partial(save, code_files.games(count))
    for what in sorted({code_files.optimal(ordinal_count(count)) for count in pegs}):
        yield f"optimal play, {what.partition('-')[2]} answers at most", partial(save, what)
