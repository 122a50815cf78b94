"""Lines of a lane that lead elsewhere, and DIM (i), compiled by numba."""

from __future__ import annotations

from typing import Any

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.arithmetic import compile_inline, magnitude
from hp15c.engines.lanes.costs import of_refused_registers, of_registers
from hp15c.engines.lanes.results import GOES_ON, NEEDS_HELP, STOPPED
from hp15c.engines.lanes.rows import field


@compile_inline
def by_number(code: o.Decoded, index: int, start: int) -> tuple[int, int]:
    """The place where GTO I and GSB I go on, -1 when there is none, and the word times of finding it.

    A number that no label can have is not searched for. Its word times are then negative: they take back the
    failed search that an error adds.
    """
    number = magnitude(index)
    if index < 0 and number != 0:
        if number <= code.constants[o.LAST_LINE]:
            return number * o.WIDTH, int(code.line_costs[number])
    elif number < len(code.labels):
        target = int(code.labels[number, start])
        return (target * o.WIDTH, int(code.searches[number, start])) if target else (-1, 0)
    return -1, -int(code.constants[o.FAILED_SEARCH])


@compile_inline
def lead(code: o.Decoded, row: Any, op: int, pc: int, after: int, depth: int) -> tuple[int, int, int, int]:
    """GTO, GSB, RTN and R/S: the calls that are pending then, and word times, place and end as in a line.

    The call of a line on the HP-15C is left to the readable machine (BEHAVIOUR 4.3).
    """
    if op == o.STOP or (op >= o.RETURN and depth == 0):
        row[o.RUNNING] = 0
        return depth, 0, (after if op == o.STOP else 0), ~STOPPED
    if op >= o.RETURN:
        after = int(row[o.RETURNS + depth - 1]) * o.WIDTH
        return depth - 1, field(code.lines, after, o.RETURN_COST), after, GOES_ON
    argument, cost = field(code.lines, pc, o.ARGUMENT), 0
    if op == o.CALL_I and row[o.INDEX] < 0 and code.constants[o.IS_11C] == 0:
        return depth, 0, after, ~NEEDS_HELP
    if op >= o.GO_TO_I:
        after, cost = by_number(code, int(row[o.INDEX]), argument)
    if after < 0:
        return depth, cost, after, o.ERROR_0 + NO_LABEL
    if op == o.CALL or op == o.CALL_I:
        if depth >= code.constants[o.MOST_RETURNS]:
            return depth, cost, after, o.ERROR_0 + o.TOO_DEEP
        row[o.RETURNS + depth] = argument
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
