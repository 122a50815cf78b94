"""Reading a lane's row and the code, and keys that a person presses, compiled by numba."""

from __future__ import annotations

from typing import Any

import numpy as np

from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.arithmetic import compile_inline, compile_kept, lacking, magnitude, ten
from hp15c.engines.lanes.costs import of_index
from hp15c.engines.lanes.layout import BIAS, MASK, SHIFT, Numbers
from hp15c.numbers.number import DIGITS
from hp15c.state.cells import I_BY_NUMBER


@compile_kept
def field(lines: Any, pc: int, column: int) -> int:
    """One number of a line. An unsigned index saves the check for negative ones."""
    return int(lines[np.uint64(pc + column)])


@compile_kept
def at(row: Any, column: int) -> int:
    """The number in one column of a lane's row."""
    return int(row[np.uint64(column)])


@compile_inline
def cell_of(row: Any, argument: int, is_11c: bool) -> tuple[int, int]:
    """The register that an argument names, and the word times of finding it. I is number -1."""
    if argument != o.BY_I:
        return argument, 0
    index = int(row[o.INDEX])
    number = magnitude(index)
    cost = of_index(index, number, is_11c)
    return (o.CELL_OF_I, cost) if is_11c and number == I_BY_NUMBER else (number, cost)


@compile_kept
def word_of(integer: int) -> int:
    """The word of an integer below 10**10."""
    if integer == 0:
        return 0
    size = abs(integer)
    places = lacking(size)
    word = (BIAS + DIGITS - 1 - places) << SHIFT | size * ten(places)
    return -word if integer < 0 else word


@compile_kept
def key_in(rows: Any, lanes: Any, integers: Any) -> None:
    """Key an integer below 10**10 into each of these lanes, as `State.push` does. Stack lift is enabled."""
    for place in range(len(lanes)):
        row = rows[lanes[place]]
        if row[o.LIFT]:
            row[o.T], row[o.Z], row[o.Y] = row[o.Z], row[o.Y], row[o.X]
        row[o.X] = word_of(integers[place])
        row[o.LIFT] = row[o.RUNNING] = 1
        row[o.MESSAGE] = 0


@compile_kept
def press_run(rows: Any, lanes: Any, costs: Any) -> None:
    """Press R/S on each of these lanes. `costs` are its word times by line. From 000 it is line 001."""
    for place in range(len(lanes)):
        row = rows[lanes[place]]
        row[o.WORD_TIMES] += costs[row[o.LINE]]
        if row[o.LINE] == 0 and row[o.DEPTH] == 0 and len(costs) > 1:
            row[o.LINE] = 1


def ended_so(rows: Numbers, lanes: Numbers, why: int, limit: int = 0) -> Numbers:
    """Those of these lanes that ended for the reason `why`, or at the limit with fewer than `limit` lines."""
    found = np.empty_like(lanes)
    return found[: _ended_so(rows, lanes, why, limit, found)]


@compile_kept
def _ended_so(rows: Any, lanes: Any, why: int, limit: int, found: Any) -> int:
    count = 0
    for place in range(len(lanes)):
        row = rows[lanes[place]]
        found[count] = lanes[place]
        count += int(row[o.WHY] == why or (row[o.WHY] == o.AT_LIMIT and row[o.DONE] < limit))
    return count


@compile_kept
def begin_run(rows: Any, before: Any) -> None:
    """Let all lanes begin a run. `before` gets the word times that each has spent so far."""
    for place in range(len(rows)):
        row = rows[place]
        before[place] = row[o.WORD_TIMES]
        row[o.DONE] = row[o.PAUSES] = 0
        row[o.PAUSED_FORMAT] = -1


@compile_kept
def end_run(rows: Any, reasons: Any, counts: Any, times: Any, stops: Any, pauses: Any) -> int:
    """Write how all lanes ended, what they show, and what their last pauses showed.

    Returns the number of lines that all of them ran in sum.
    """
    lines = 0
    for place in range(len(rows)):
        row = rows[place]
        lines += row[o.DONE]
        reasons[place], counts[place], times[place] = row[o.WHY], row[o.PAUSES], row[o.WORD_TIMES]
        stops.mantissas[place], stops.exponents[place] = _parts(row[o.X])
        stops.formats[place] = row[o.FORMAT]
        pauses.mantissas[place], pauses.exponents[place] = _parts(row[o.PAUSED_X])
        pauses.formats[place] = row[o.PAUSED_FORMAT]
    return lines


@compile_inline
def _parts(word: int) -> tuple[int, int]:
    """Signed mantissa and exponent."""
    if word == 0:
        return 0, 0
    mantissa, exponent = abs(word) & MASK, (abs(word) >> SHIFT) - BIAS
    return (-mantissa if word < 0 else mantissa), exponent
