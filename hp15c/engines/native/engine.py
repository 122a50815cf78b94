"""The native engine (extra `fast`): lanes whose program is machine code of its own.

Rows, number entry and States are those of `lanes`. Its interpreter does what the machine code leaves out:
Errors, overflows, functions that are not in the table of results, and the last lines before a limit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

import numpy as np

from hp15c.engines import LIMIT, Engine, Outcome
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.build import MachineCode, compile_kept, is_kept, is_wide
from hp15c.engines.lanes.engine import LanesBatch
from hp15c.engines.lanes.layout import Numbers
from hp15c.engines.lanes.opcodes import decode
from hp15c.engines.lanes.vectors import LANES
from hp15c.engines.native.translate import Translator
from hp15c.listing.program import Program
from hp15c.state.state import State

WIDE_FROM: Final = 64
"""The number of lanes from which on they are worth running side by side."""

LINES_FIRST: Final = 1_000_000_000
"""The number of lines of a program that are run before machine code for lanes side by side is compiled, which
takes seconds. Code that is kept from another time is used at once.
"""

MOST_FAILS: Final = 16
"""How many runs in a row most lanes went on apart before running side by side is not tried again."""

ALIGNED: Final = 8 * LANES
"""Bytes of a vector."""

_lines_of: Counter[Program] = Counter()
"""The lines that each program has run."""


@lru_cache(maxsize=64)
def build(
    program: Program, counting: bool = True, side_by_side: bool = False, only_kept: bool = False
) -> tuple[MachineCode | None, frozenset[int]]:
    """The machine code of a program, and the lines at which it can begin.

    With `only_kept` nothing is compiled: None where it was not kept.
    """
    translator = Translator(decode(program), counting, side_by_side)
    text = translator.translation()
    return None if only_kept and not is_kept(text) else compile_kept(text), translator.heads


class NativeBatch(LanesBatch):
    """n lanes of one program's machine code. See LanesBatch.

    Without `counting` no word times are counted, which takes about a third less time. From `lines_first`
    lines of a program on they run side by side, where the computer has the instructions for it.
    """

    def __init__(
        self,
        program: Program,
        states: list[State],
        counting: bool = True,
        lines_first: int = LINES_FIRST,
    ) -> None:
        super().__init__(program, states)
        self._lines_first = lines_first
        self._counting = counting
        built, heads = build(program, counting)
        assert built is not None
        self._built = built
        self._heads[list(heads)] = 1
        self._fails = 0

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        """See `Batch.run`. Without counting there are no word times, and those of a State mean nothing."""
        outcome = super().run(limit, stop_at_pause)
        _lines_of[self._program] += outcome.lines
        return outcome if self._counting else replace(outcome, word_times=None)

    def _run_code(self, lanes: Numbers, limit: int, stop_at_pause: bool, careful: int = 0) -> None:
        """Run the machine code over lanes, and let the interpreter do what it leaves out."""
        if self._fails < MOST_FAILS and len(lanes) >= WIDE_FROM:
            wide = self._wide_code()
            lanes = lanes if wide is None else self._run_wide(wide, lanes, limit, stop_at_pause)
        while len(lanes):
            self._call(self._built, lanes, 0, limit, stop_at_pause)
            lanes = self._ended_so(lanes, o.INTERPRET)
            if len(lanes):
                super()._run_code(lanes, limit, stop_at_pause, careful)
                lanes = self._ended_so(lanes, o.INTERPRET)

    def _wide_code(self) -> MachineCode | None:
        """The machine code for lanes side by side. None while the program has not run long enough for it."""
        waits = _lines_of[self._program] < self._lines_first
        return build(self._program, self._counting, True, only_kept=waits)[0] if is_wide() else None

    def _run_wide(self, wide: MachineCode, lanes: Numbers, limit: int, stop_at_pause: bool) -> Numbers:
        """Run lanes side by side. Returns those that were left on the way."""
        whole = len(lanes) // LANES * LANES
        columns = np.empty((self._rows.shape[1] + 1) * LANES, dtype=np.int64)
        room = columns.ctypes.data + -columns.ctypes.data % ALIGNED
        together, rest = lanes[:whole], lanes[whole:]
        self._call(wide, together, room, limit, stop_at_pause)
        left = self._ended_so(together, o.INTERPRET)
        self._fails = self._fails + 1 if 2 * len(left) > whole else 0
        return np.concatenate([left, rest]) if len(rest) else left


ENGINE: Final = Engine("native", NativeBatch, partial(NativeBatch, counting=False))
