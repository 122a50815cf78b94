"""The kernel of lanes: an interpreter over opcodes, compiled by numba.

One lane after the other runs until it stops. Stack levels and stack lift are local variables. Everything else
stays in the lane's row. An error leaves the row as it was, apart from the message. What each line does stands
in groups.py.
"""

from __future__ import annotations

from typing import Any

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.arithmetic import compiled, inlined
from hp15c.engines.lanes.costs import of_display
from hp15c.engines.lanes.groups import TOO_DEEP, compute, jump, leave, move, on_cell, set_up, test
from hp15c.engines.lanes.results import (
    AT_LIMIT,
    FAILED,
    GOES_ON,
    KEEPS_LIFT,
    NEEDS_HELP,
    NEEDS_RESULT,
    PAUSED,
    STOPPED,
    Stack,
)
from hp15c.engines.lanes.rows import field

__all__ = ["AT_LIMIT", "FAILED", "NEEDS_HELP", "NEEDS_RESULT", "PAUSED", "STOPPED", "run_lane", "run_lanes"]


@compiled
def run_lanes(code: o.Decoded, memo: Any, rows: Any, which: Any, limit: int, stop_at_pause: bool) -> int:
    """Run the lanes `which`. Returns how many lines they ran."""
    total = 0
    for place in range(len(which)):
        row = rows[which[place]]
        if row[o.RUNNING]:
            total += run_lane(code, memo, row, limit, stop_at_pause)
        else:
            row[o.WHY] = STOPPED if row[o.MESSAGE] == 0 else FAILED
            is_11c = code.constants[o.IS_11C] != 0
            row[o.WORD_TIMES] += of_display(int(row[o.X]), int(row[o.FORMAT]), is_11c)
    return total


@inlined
def settle(code: o.Decoded, row: Any, pc: int, ends: int, x: int) -> int:
    """Write into the row why a run ended. Returns the word times of ending it.

    `pc` is where the lane stands.
    """
    spent, why = 0, ~ends
    if ends > 0:
        # A number that no label can have is not searched for: the cost of the search is taken back.
        if ends == o.ERROR_0 + NO_LABEL:
            spent += code.constants[o.FAILED_SEARCH]
        spent += code.failures[pc // o.WIDTH, ends - o.ERROR_0]
        spent += code.constants[o.BROKEN_OFF] - field(code.lines, pc, o.COST)
        row[o.MESSAGE] = ends
        why = FAILED
        row[o.RUNNING] = 0
    elif why == STOPPED:
        # An overflow on the HP-11C ends the run at its own line too.
        if row[o.RUNNING] != 0:
            spent += code.constants[o.BROKEN_OFF]
        row[o.RUNNING] = 0
        if row[o.MESSAGE] != 0:
            why = FAILED
        spent += of_display(x, int(row[o.FORMAT]), code.constants[o.IS_11C] != 0)
    row[o.WHY] = why
    return spent


@compiled
def run_lane(code: o.Decoded, memo: Any, row: Any, limit: int, stop_at_pause: bool) -> int:
    """Run one lane until it stops, fails, needs help or has run `limit` lines. Returns how many it ran."""
    lines = code.lines
    is_11c = code.constants[o.IS_11C] != 0
    end = int(row[o.END])
    stack = Stack(int(row[o.X]), int(row[o.Y]), int(row[o.Z]), int(row[o.T]))
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
        if count > limit or (count == limit and op == o.PUSH):
            count -= field(lines, pc, o.LINES)
            ends = ~AT_LIMIT
            break
        spent += field(lines, pc, o.COST)

        # the frequent groups first
        if op >= o.STORE and op <= o.COUNT_UP:
            result = on_cell(code, row, op, pc, after, stack, lift, depth, end, is_11c)
        elif op >= o.GO_TO and op <= o.CALL_I:
            result = jump(code, row, op, pc, after, stack, depth)
        elif op >= o.X_EQ_0 and op <= o.TEST_FLAG:
            result = test(lines, row, op, pc, after, stack, depth)
        elif op >= o.PLUS and op <= o.FUNCTION_OF_TWO:
            result = compute(lines, memo, row, op, pc, after, stack, depth, is_11c)
        elif op >= o.PUSH and op <= o.RECALL_SEED:
            result = move(code, row, op, pc, after, stack, lift, depth)
        elif op >= o.LABEL and op <= o.PAUSE:
            if op == o.IMPLIED_RETURN:
                count -= 1
            result = leave(lines, row, op, pc, after, stack, depth, stop_at_pause)
        else:
            result = set_up(code, row, op, pc, after, stack, depth, end)
            end = int(row[o.END])
        stack, depth, ends = result.stack, result.depth, result.ends
        spent += result.spent
        if ends != GOES_ON:
            if ends != KEEPS_LIFT:
                break
            pc = result.after
            continue
        set_to = field(lines, pc, o.LIFTS)
        if set_to != o.KEEPS_LIFT:
            lift = set_to
        pc = result.after

    if ends == ~STOPPED or ends == ~PAUSED or ends == TOO_DEEP:
        set_to = field(lines, pc, o.LIFTS)
        if set_to != o.KEEPS_LIFT:
            lift = set_to
    if ends == ~STOPPED or ends == ~PAUSED:
        pc = result.after
    if ends == ~NEEDS_HELP or ends == ~NEEDS_RESULT:
        count -= 1
        spent -= field(lines, pc, o.COST)
    spent += settle(code, row, pc, ends, stack.x)
    row[o.X], row[o.Y], row[o.Z], row[o.T] = stack.x, stack.y, stack.z, stack.t
    row[o.LIFT] = lift
    row[o.DEPTH] = depth
    line = pc // o.WIDTH
    row[o.LINE] = line if line <= code.constants[o.LAST_LINE] else 0
    row[o.DONE] = count
    row[o.WORD_TIMES] += spent
    return count - begun
