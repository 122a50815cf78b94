"""The kernel of lanes: an interpreter over opcodes, compiled by numba.

One lane after the other runs until it stops. Stack levels and stack lift are local variables. Everything else
stays in the lane's row. An error leaves the row as it was, apart from the message. What each line does stands
in the book (see `forms` and `dispatch`).
"""

from __future__ import annotations

from typing import Any

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.arithmetic import compile_inline, compile_kept, magnitude
from hp15c.engines.lanes.costs import of_display, of_refused_registers, of_registers
from hp15c.engines.lanes.dispatch import do_line
from hp15c.engines.lanes.opcodes import PUSH
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
        return depth, 0, after, ~o.STOPPED
    if op >= o.RETURN:
        after = int(row[o.RETURNS + depth - 1]) * o.WIDTH
        return depth - 1, field(code.lines, after, o.RETURN_COST), after, o.GOES_ON
    cost = 0
    if op == o.GO_TO_I:
        after, cost = by_number(code, int(row[o.INDEX]), after)
    if after < 0:
        return depth, cost, after, (~o.NEEDS_HELP if after == o.BY_MACHINE else o.ERROR_0 + NO_LABEL)
    returns = field(code.lines, pc, o.ARGUMENT)
    if returns >= 0:
        if depth >= code.constants[o.MOST_RETURNS]:
            return depth, cost, after, o.ERROR_0 + o.TOO_DEEP
        row[o.RETURNS + depth] = returns
        depth += 1
    return depth, cost, after, o.GOES_ON


@compile_inline
def set_registers(row: Any, x: int, end: int) -> tuple[int, int]:
    """DIM (i): the word times, and GOES_ON or the message of an Error."""
    highest = magnitude(x)
    wanted = o.REGISTER_0 + 1 + max(1, highest)
    if wanted > max(end, row[o.MOST]):
        return of_refused_registers(highest), o.ERROR_0 + 10
    row[end:wanted] = 0
    row[o.END] = wanted
    return of_registers(end - o.REGISTER_0, highest), o.GOES_ON


@compile_kept
def run_lanes(code: o.Decoded, memo: Any, rows: Any, which: Any, limit: int, stop_at_pause: bool) -> int:
    """Run the lanes `which`. Returns how many lines they ran."""
    total = 0
    for place in range(len(which)):
        row = rows[which[place]]
        if row[o.RUNNING]:
            total += run_lane(code, memo, row, limit, stop_at_pause)
        else:
            row[o.WHY] = o.STOPPED if row[o.MESSAGE] == 0 else o.FAILED
            is_11c = code.constants[o.IS_11C] != 0
            row[o.WORD_TIMES] += of_display(int(row[o.X]), int(row[o.FORMAT]), is_11c)
    return total


@compile_inline
def settle(code: o.Decoded, row: Any, pc: int, ends: int, x: int) -> int:
    """Write into the row why a run ended. Returns the word times of ending it.

    `pc` is where the lane stands.
    """
    spent, why = 0, ~ends
    if ends > 0:
        spent += code.failures[pc // o.WIDTH, ends - o.ERROR_0]
        spent += code.constants[o.BROKEN_OFF] - field(code.lines, pc, o.COST)
        row[o.MESSAGE] = ends
        why = o.FAILED
        row[o.RUNNING] = 0
    elif why == o.STOPPED:
        # An overflow on the HP-11C ends the run at its own line too.
        if row[o.RUNNING] != 0:
            spent += code.constants[o.BROKEN_OFF]
        row[o.RUNNING] = 0
        if row[o.MESSAGE] != 0:
            why = o.FAILED
        spent += of_display(x, int(row[o.FORMAT]), code.constants[o.IS_11C] != 0)
    row[o.WHY] = why
    return spent


@compile_kept
def run_lane(code: o.Decoded, memo: Any, row: Any, limit: int, stop_at_pause: bool) -> int:
    """Run one lane until it stops, fails, needs help or has run `limit` lines. Returns how many it ran."""
    lines = code.lines
    is_11c = code.constants[o.IS_11C] != 0
    unlifted = int(code.constants[o.UNLIFTED])
    end = int(row[o.END])
    x, y, z, t = int(row[o.X]), int(row[o.Y]), int(row[o.Z]), int(row[o.T])
    lift = int(row[o.LIFT])
    depth = int(row[o.DEPTH])
    pc = int(row[o.LINE]) * o.WIDTH
    begun = count = int(row[o.DONE])
    spent = 0
    while True:
        op = field(lines, pc, o.OP)
        after = field(lines, pc, o.NEXT)
        count += field(lines, pc, o.LINES)
        # At the limit a number is still being typed.
        if count > limit or (count == limit and op == PUSH):
            count -= field(lines, pc, o.LINES)
            ends = ~o.AT_LIMIT
            break
        spent += field(lines, pc, o.COST)
        over = keeps = False
        if op >= o.FIRST_FORM:
            registers = end - o.REGISTER_0
            x, y, z, t, over, keeps, cost, after, ends = do_line(
                code, memo, row, op, pc, after, x, y, z, t, lift, registers, is_11c, unlifted, stop_at_pause
            )
        elif op >= o.GO_TO and op <= o.STOP:
            if op == o.IMPLIED_RETURN:
                count -= 1
            depth, cost, after, ends = lead(code, row, op, pc, after, depth)
        elif op == o.SET_REGISTERS:
            cost, ends = set_registers(row, x, end)
            end = int(row[o.END])
        else:
            cost, ends = 0, ~o.NEEDS_HELP
        spent += cost
        if over:
            if is_11c:
                after, ends = pc, ~o.STOPPED
            else:
                row[o.FLAGS] |= o.FLAG_9
        if ends != o.GOES_ON:
            break
        if not keeps:
            set_to = field(lines, pc, o.LIFTS)
            if set_to != o.KEEPS_LIFT:
                lift = set_to
        pc = after

    if ends == ~o.STOPPED or ends == ~o.PAUSED or ends == o.ERROR_0 + o.TOO_DEEP:
        set_to = field(lines, pc, o.LIFTS)
        if set_to != o.KEEPS_LIFT:
            lift = set_to
    if ends == ~o.STOPPED or ends == ~o.PAUSED:
        pc = after
    if ends == ~o.NEEDS_HELP or ends == ~o.NEEDS_RESULT:
        count -= 1
        spent -= field(lines, pc, o.COST)
    spent += settle(code, row, pc, ends, x)
    row[o.X], row[o.Y], row[o.Z], row[o.T] = x, y, z, t
    row[o.LIFT] = lift
    row[o.DEPTH] = depth
    row[o.LINE] = pc // o.WIDTH
    row[o.DONE] = count
    row[o.WORD_TIMES] += spent
    return count - begun
