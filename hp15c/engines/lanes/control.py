"""Lines of a lane that lead elsewhere, and DIM (i), compiled by numba."""

from __future__ import annotations

from typing import Any

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.arithmetic import compile_inline, compile_kept, magnitude
from hp15c.engines.lanes.costs import of_refused_registers, of_registers
from hp15c.engines.lanes.results import GOES_ON, NEEDS_HELP, STOPPED
from hp15c.engines.lanes.rows import field


@compile_kept
def by_number(code: o.Decoded, index: int, line: int) -> tuple[int, int]:
    """The place where GTO I and GSB I go on, and the word times of finding it (see `Decoded`)."""
    number = magnitude(index)
    negative = 1 if index < 0 and number > 0 else 0
    if number < code.jumps.shape[2]:
        return int(code.jumps[line, negative, number, 0]), int(code.jumps[line, negative, number, 1])
    return o.NOWHERE, 0


@compile_inline
def lead(code: o.Decoded, row: Any, op: int, pc: int, after: int, depth: int) -> tuple[int, int, int, int]:
    """GTO, GSB, RTN and R/S: the calls that are pending then, and word times, place and end as in a line."""
    if op == o.STOP or (op >= o.RETURN and depth == 0):
        row[o.RUNNING] = 0
        return depth, 0, after, ~STOPPED
    if op >= o.RETURN:
        after = int(row[o.RETURNS + depth - 1]) * o.WIDTH
        return depth - 1, field(code.lines, after, o.RETURN_COST), after, GOES_ON
    cost = 0
    if op == o.GO_TO_I:
        after, cost = by_number(code, int(row[o.INDEX]), after)
    if after < 0:
        return depth, cost, after, (~NEEDS_HELP if after == o.BY_MACHINE else o.ERROR_0 + NO_LABEL)
    returns = field(code.lines, pc, o.ARGUMENT)
    if returns >= 0:
        if depth >= code.constants[o.MOST_RETURNS]:
            return depth, cost, after, o.ERROR_0 + o.TOO_DEEP
        row[o.RETURNS + depth] = returns
        depth += 1
    return depth, cost, after, GOES_ON


@compile_inline
def set_registers(row: Any, x: int, end: int) -> tuple[int, int]:
    """DIM (i): the word times, and GOES_ON or the message of an Error."""
    highest = magnitude(x)
    wanted = o.REGISTER_0 + 1 + max(1, highest)
    if wanted > max(end, row[o.MOST]):
        return of_refused_registers(highest), o.ERROR_0 + 10
    row[end:wanted] = 0
    row[o.END] = wanted
    return of_registers(end - o.REGISTER_0, highest), GOES_ON
