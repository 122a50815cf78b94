"""The native engine (extra `fast`): lanes whose program is machine code of its own.

Rows, number entry and States are those of `lanes`. Its interpreter does what the machine code leaves out:
Errors, overflows, functions that are not in the table of results, and the last lines before a limit.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

import numpy as np

from hp15c.engines import LIMIT, Outcome
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.arithmetic import compiled
from hp15c.engines.lanes.engine import FEWEST_A_THREAD, LanesBatch
from hp15c.engines.lanes.kernel import AT_LIMIT, run_lane, run_lanes
from hp15c.engines.lanes.opcodes import Numbers
from hp15c.engines.native.build import build
from hp15c.engines.native.translate import INTERPRET
from hp15c.program import Program
from hp15c.state import State


@compiled
def interpret(
    code: o.Decoded, memo: Any, rows: Any, which: Any, heads: Any, limit: int, stop_at_pause: bool
) -> int:
    """Let lanes run by the interpreter until each ends or stands where the machine code can go on."""
    total = 0
    for place in range(len(which)):
        row = rows[which[place]]
        if not row[o.RUNNING]:
            total += run_lanes(code, memo, rows, which[place : place + 1], limit, stop_at_pause)
            continue
        while True:
            typed = code.lines[np.uint64(row[o.LINE] * o.WIDTH + o.LINES)]
            some = min(limit, row[o.DONE] + 1 + typed)
            total += run_lane(code, memo, row, some, stop_at_pause)
            if row[o.WHY] != AT_LIMIT or row[o.DONE] >= limit or some == limit:
                break
            if heads[row[o.LINE]] and row[o.LIFT]:
                row[o.WHY] = INTERPRET
                break
    return total


class NativeBatch(LanesBatch):
    """n lanes of one program's machine code."""

    def __init__(self, program: Program, states: list[State], threads: int, counting: bool) -> None:
        super().__init__(program, states, threads)
        self._counting = counting
        self._built = build(program, counting)
        self._heads = np.zeros(len(program) + 1, dtype=np.bool_)
        self._heads[list(self._built.heads)] = True

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        """See `Batch.run`. Without counting there are no word times, and those of a State mean nothing."""
        outcome = super().run(limit, stop_at_pause)
        return outcome if self._counting else replace(outcome, word_times=None)

    def _run_kernel(self, lanes: Numbers, limit: int, stop_at_pause: bool) -> None:
        """The machine code over lanes, in threads when there are enough of them."""
        threads = max(1, min(self._threads, len(lanes) // FEWEST_A_THREAD))
        if threads == 1:
            self._run_some(lanes, limit, stop_at_pause)
            return
        with ThreadPoolExecutor(threads) as pool:
            parts = np.array_split(lanes, threads)
            list(pool.map(lambda some: self._run_some(some, limit, stop_at_pause), parts))

    def _run_some(self, lanes: Numbers, limit: int, stop_at_pause: bool) -> None:
        rows = self._rows
        lanes = np.ascontiguousarray(lanes, dtype=np.int64)
        while len(lanes):
            addresses = self._memo.ctypes.data, rows.ctypes.data, rows.shape[1], lanes.ctypes.data
            self._built.run(*addresses, len(lanes), limit, int(stop_at_pause))
            lanes = lanes[rows[lanes, o.WHY] == INTERPRET]
            if len(lanes):
                interpret(self._code, self._memo, rows, lanes, self._heads, limit, stop_at_pause)
                lanes = lanes[rows[lanes, o.WHY] == INTERPRET]


class NativeEngine:
    """Lanes by machine code. `threads` of them run side by side.

    Without `counting` no word times are counted, which takes about a third less time.
    """

    name = "native"

    def __init__(self, threads: int = 1, counting: bool = True) -> None:
        self.threads, self.counting = threads, counting

    def batch(self, program: Program, states: list[State]) -> NativeBatch:
        """See `Engine.batch`. Unsupported when a State is another model's than the program."""
        return NativeBatch(program, states, self.threads, self.counting)


ENGINE: Final = NativeEngine()
UNCOUNTED: Final = NativeEngine(counting=False)
