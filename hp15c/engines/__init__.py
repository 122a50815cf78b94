"""Engines: ways to run one program for many calculators at once, all ending in equal States.

`reference` is the readable machine, `source` a Program turned into Python source, `lanes` (extra `fast`) an
interpreter over arrays, `native` (extra `fast`) a Program turned into machine code over the same arrays. An
engine that cannot run a program raises Unsupported. An instruction that it does not cover it hands to the
readable machine, and counts that.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from hp15c.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from hp15c.listing.program import Program
    from hp15c.state.state import State

LIMIT: Final = 10_000_000
REASONS: Final = ("stop", "error", "limit", "pause")
MODULES: Final = {
    "reference": "hp15c.engines.reference",
    "source": "hp15c.engines.source.engine",
    "lanes": "hp15c.engines.lanes.engine",
    "native": "hp15c.engines.native.engine",
}
NAMES: Final = tuple(MODULES)
NEEDS_EXTRA: Final = {"lanes": ("llvmlite", "fast"), "native": ("llvmlite", "fast")}
WORTH_COMPILING: Final = 20_000
"""The number of runs from which on the native engine is faster, although it has to compile the program."""


class Shown(NamedTuple):
    """The numbers that n calculators had in X, as arrays of n: signed ten-digit mantissas (int64), exponents,
    formats.

    The value is mantissa * 10**(exponent - 9). `formats` codes the display format as 16 * notation + digits
    with FIX 0, SCI 1, ENG 2. A matrix descriptor has exponent 127. Where nothing was shown, format is -1.
    """

    mantissas: np.ndarray
    exponents: np.ndarray
    formats: np.ndarray


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run of n calculators ended.

    `reasons` are places in REASONS, one for each calculator. `stops` is what stood in X at the end. `pauses`
    is what the last PSE showed, and `pause_counts` how many there were. `lines` is the number of program
    lines that all of them ran in sum. `handed_over` is the number of calculators that the readable machine
    had to help. `word_times` are those that each has spent in this run, None from an engine that does not
    count them.
    """

    reasons: np.ndarray
    stops: Shown
    pauses: Shown
    pause_counts: np.ndarray
    lines: int
    handed_over: int
    word_times: np.ndarray | None = None


class Batch(Protocol):
    """n calculators with one program."""

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        """Key an integer below 10**10 into each and start it: with R/S, or with GSB and a label.

        The number comes into X as typed digits do: the stack is lifted if stack lift is enabled, and stack
        lift is enabled afterwards. A run that was cut off is given up, and an Error is dismissed.
        """

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        """Let each run from its current line until it stops. `limit` lines at most for each.

        With `stop_at_pause` a PSE ends the run too, and another `run` goes on after it.
        """

    def state(self, index: int) -> State:
        """A copy of one calculator's State."""


class Engine(NamedTuple):
    """A way to run programs.

    `batch` gives calculators that begin in these States, each with the program loaded. Unsupported when it
    cannot. `uncounted` gives those that are faster because they leave word times out, if there are any.
    """

    name: str
    batch: Callable[[Program, list[State]], Batch]
    uncounted: Callable[[Program, list[State]], Batch] | None = None


def fastest(runs: int = 0) -> str:
    """The name of the engine that is fastest for `runs` runs of a program, of those installed."""
    if not find_spec("llvmlite"):
        return "source"
    return "native" if runs >= WORTH_COMPILING else "lanes"


def select(name: str | None = None, counting: bool = True) -> Engine:
    """The engine of this name, the fastest installed when None. InputError when unknown or not installed.

    Without `counting` an engine may leave word times out in order to be faster.
    """
    name = name or fastest()
    if name not in NAMES:
        raise InputError(f"there is no engine {name!r}; the engines are {', '.join(NAMES)}")
    if name in NEEDS_EXTRA:
        library, extra = NEEDS_EXTRA[name]
        if not find_spec(library):
            raise InputError(f"the engine {name} needs {library}: pip install 'hp15c[{extra}]'")
    engine: Engine = import_module(MODULES[name]).ENGINE
    return engine if counting or engine.uncounted is None else engine._replace(batch=engine.uncounted)
