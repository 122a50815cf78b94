"""The kernel of lanes: an interpreter over opcodes, compiled by numba.

One lane after the other runs until it stops. Stack levels and stack lift are local variables; everything else
stays in the lane's row. An error leaves the row as it was, apart from the message.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hp15c.engines.lanes import memo as m
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.arithmetic import (
    NOT_COUNTED,
    add,
    compiled,
    counted,
    divide,
    fraction_part,
    inlined,
    integer_part,
    magnitude,
    multiply,
    next_seed,
    of_seed,
    seed_of,
    square_root,
)
from hp15c.engines.lanes.costs import (
    of_clearing,
    of_counter,
    of_display,
    of_index,
    of_moving,
    of_product,
    of_quotient,
    of_refused_registers,
    of_registers,
    of_root,
    of_splitting,
    of_sum,
    operate,
)
from hp15c.engines.lanes.memo import key_of, place_of
from hp15c.engines.lanes.packed import GREATEST, PI, UNIT
from hp15c.engines.lanes.rows import MISSING, at, field, indirect
from hp15c.machine import NO_LABEL
from hp15c.operations.statistics import SUMS
from hp15c.timing.operands import SIGN_OF_ZERO

# Why a run ended: places in engines.REASONS, and two more.
STOPPED, FAILED, AT_LIMIT, PAUSED, NEEDS_HELP, NEEDS_RESULT = range(6)

FLAG_9: Final = 1 << 9


@compiled
def run_lanes(code: o.Decoded, memo: Any, rows: Any, which: Any, limit: int, stop_at_pause: bool) -> int:
    """Let the lanes `which` run; how many lines they ran."""
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
def of_numbers(op: int, x: int, y: int) -> tuple[int, int]:
    """The result of an instruction from + to FRAC, and its word times; its operands are allowed."""
    if op == o.PLUS:
        return add(y, x), of_sum(y, x)
    if op == o.MINUS:
        return add(y, -x), of_sum(y, -x)
    if op == o.TIMES:
        return multiply(y, x, 0), of_product(x)
    if op == o.OVER:
        return divide(y, x), of_quotient(y, x)
    if op == o.ROOT:
        return square_root(x), of_root(x)
    if op == o.SQUARE:
        return multiply(x, x, 0), of_product(x)
    if op == o.RECIPROCAL:
        return divide(UNIT, x), of_quotient(UNIT, x)
    if op == o.PERCENT:
        return multiply(y, x, -2), of_product(x)
    if op == o.ABSOLUTE:
        return abs(x), 0
    if op == o.INTEGER:
        return integer_part(x), of_splitting(x)
    return fraction_part(x), of_splitting(x)


@inlined
def holds(op: int, x: int, y: int) -> bool:
    """Whether a comparison of X with 0 or Y holds."""
    if op == o.X_EQ_0:
        return x == 0
    if op == o.X_NE_0:
        return x != 0
    if op == o.X_GT_0:
        return x > 0
    if op == o.X_LT_0:
        return x < 0
    if op == o.X_GE_0:
        return x >= 0
    if op == o.X_LE_0:
        return x <= 0
    if op == o.X_EQ_Y:
        return x == y
    if op == o.X_NE_Y:
        return x != y
    if op == o.X_GT_Y:
        return x > y
    if op == o.X_LT_Y:
        return x < y
    return x >= y if op == o.X_GE_Y else x <= y


@inlined
def by_number(code: o.Decoded, index: int, start: int) -> tuple[int, int]:
    """Where GTO I and GSB I go on, -1 when that is nowhere, and the word times of finding it.

    What no label could be was not searched for: then they take the failed search back, which an error adds.
    """
    number = magnitude(index)
    if index < 0 and number != 0:
        if number <= code.constants[o.LAST_LINE]:
            return number * o.WIDTH, int(code.line_costs[number])
    elif number < len(code.labels):
        target = int(code.labels[number, start])
        return (target * o.WIDTH, int(code.searches[number, start])) if target else (-1, 0)
    return -1, -int(code.constants[o.FAILED_SEARCH])


@compiled
def run_lane(code: o.Decoded, memo: Any, row: Any, limit: int, stop_at_pause: bool) -> int:
    """Run one lane until it stops, fails, needs help or has run `limit` lines; how many lines it ran."""
    lines = code.lines
    is_11c = code.constants[o.IS_11C] != 0
    end = int(row[o.END])
    x, y, z, t = int(row[o.X]), int(row[o.Y]), int(row[o.Z]), int(row[o.T])
    lift = int(row[o.LIFT])
    depth = int(row[o.DEPTH])
    pc = int(row[o.LINE]) * o.WIDTH
    begun = count = int(row[o.DONE])
    spent = 0
    error = 0
    why = STOPPED
    unlifted = int(code.constants[o.UNLIFTED])
    while True:
        op = field(lines, pc, o.OP)
        after = field(lines, pc, o.NEXT)
        count += field(lines, pc, o.LINES)
        # At the limit a number is still being typed.
        if count > limit or (count == limit and op == o.PUSH):
            count -= field(lines, pc, o.LINES)
            why = AT_LIMIT
            break
        spent += field(lines, pc, o.COST)

        # the frequent groups first: registers, jumps, tests, one and two numbers
        if op >= o.STORE and op <= o.COUNT_UP:
            cell = field(lines, pc, o.ARGUMENT)
            finding = 0
            if cell < 0:
                cell = indirect(row, is_11c)
                finding = of_index(int(row[o.INDEX]), is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            held = at(row, cell)
            if op == o.RECALL:
                if lift:
                    t, z, y = z, y, x
                else:
                    spent += unlifted
                x = held
                spent += of_moving(x)
            elif op == o.STORE:
                spent += of_moving(x)
                row[np.uint64(cell)] = x
            elif op == o.SWAP:
                row[np.uint64(cell)] = x
                x = held
            elif op >= o.COUNT_DOWN:
                result, ends = counted(held, op == o.COUNT_DOWN)
                if ends == NOT_COUNTED:
                    why = NEEDS_HELP
                    break
                spent += of_counter(held, is_11c)
                row[np.uint64(cell)] = result
                if ends:
                    spent += field(lines, pc, o.SKIP_COST)
                    after = field(lines, pc, o.SKIP_TO)
            else:
                stores = op <= o.STORE_OVER
                left, right = (held, x) if stores else (x, held)
                operation = (op - o.STORE_PLUS) % (o.RECALL_PLUS - o.STORE_PLUS)
                if operation == o.OVER - o.PLUS and right == 0:
                    error = o.ERROR_0
                    break
                result, cost = operate(operation, left, right, x)
                spent += cost
                if abs(result) > GREATEST:
                    result = GREATEST if result > 0 else -GREATEST
                    if is_11c:
                        error = o.ERROR_0 + 1
                        break
                    row[o.FLAGS] |= FLAG_9
                if stores:
                    row[np.uint64(cell)] = result
                else:
                    x = result
            spent += finding
        elif op >= o.GO_TO and op <= o.CALL_I:
            cost = 0
            if op >= o.GO_TO_I:
                after, cost = by_number(code, int(row[o.INDEX]), field(lines, pc, o.ARGUMENT))
            if after < 0:
                spent += cost
                error = o.ERROR_0 + NO_LABEL
                break
            if op == o.CALL or op == o.CALL_I:
                if depth >= code.constants[o.MOST_RETURNS]:
                    error = o.ERROR_0 + 5
                    lift = 1
                    break
                row[o.RETURNS + depth] = field(lines, pc, o.ARGUMENT)
                depth += 1
            spent += cost
        elif op >= o.X_EQ_0 and op <= o.TEST_FLAG:
            if op == o.TEST_FLAG:
                is_true = (row[o.FLAGS] & field(lines, pc, o.ARGUMENT)) != 0
            else:
                is_true = holds(op, x, y)
                if op >= o.X_GT_Y:
                    spent += of_sum(y, -x)
            if not is_true:
                spent += field(lines, pc, o.SKIP_COST)
                after = field(lines, pc, o.SKIP_TO)
        elif op >= o.PLUS and op <= o.FUNCTION_OF_TWO:
            if op >= o.FUNCTION_OF_ONE:
                key = key_of(field(lines, pc, o.ARGUMENT), int(row[o.ANGLE]), int(row[o.FORMAT]))
                place = place_of(memo, key, y if op == o.FUNCTION_OF_TWO else 0, x)
                if memo[place, m.KEY] == 0:
                    why = NEEDS_RESULT
                    break
                status = int(memo[place, m.STATUS])
                result, cost = int(memo[place, m.RESULT]), int(memo[place, m.COST])
                overflows = status == m.OVERFLOWED
            else:
                undefined = (x == 0 and (op == o.OVER or op == o.RECIPROCAL)) or (x < 0 and op == o.ROOT)
                status = o.ERROR_0 if undefined else 0
                result, cost = (0, 0) if undefined else of_numbers(op, x, y)
                overflows = abs(result) > GREATEST
            spent += cost
            if status > 0:
                error = status
                break
            row[o.LAST_X] = x
            x = result
            if op <= o.OVER or op == o.FUNCTION_OF_TWO:
                y, z = z, t
            if overflows:
                x = max(-GREATEST, min(x, GREATEST))
                if is_11c:
                    lift = 1
                    break
                row[o.FLAGS] |= FLAG_9

        # the stack
        elif op == o.PUSH:
            if lift:
                t, z, y = z, y, x
            else:
                spent += unlifted
            x = field(lines, pc, o.ARGUMENT)
        elif op == o.ENTER:
            t, z, y = z, y, x
        elif op == o.CLEAR_X:
            x = 0
        elif op == o.EXCHANGE:
            spent += of_moving(y)
            x, y = y, x
        elif op == o.ROLL_DOWN:
            spent += of_moving(y)
            x, y, z, t = y, z, t, x
        elif op == o.ROLL_UP:
            spent += of_moving(t)
            x, y, z, t = t, x, y, z
        elif op == o.CHANGE_SIGN:
            x = -x
            if x == 0:  # stack lift stays as it is
                spent += SIGN_OF_ZERO
                pc = after
                continue
        elif op == o.LAST or op == o.BRING_PI or op == o.RANDOM or op == o.RECALL_SEED:
            if lift:
                t, z, y = z, y, x
            elif op != o.RECALL_SEED:
                spent += unlifted
            if op == o.LAST:
                x = int(row[o.LAST_X])
            elif op == o.BRING_PI:
                x = PI
            else:
                if op == o.RANDOM:
                    row[o.SEED] = next_seed(int(row[o.SEED]))
                x = of_seed(int(row[o.SEED]))
        elif op == o.STORE_SEED:
            row[o.SEED] = seed_of(x)

        # labels and stops
        elif op == o.LABEL:
            pass
        elif op == o.RETURN or op == o.IMPLIED_RETURN:
            if op == o.IMPLIED_RETURN:
                count -= 1
            if depth == 0:
                lift = 1
                pc = 0
                row[o.RUNNING] = 0
                break
            depth -= 1
            after = int(row[o.RETURNS + depth]) * o.WIDTH
            spent += field(lines, after, o.RETURN_COST)
        elif op == o.STOP:
            pc = after
            row[o.RUNNING] = 0
            break
        elif op == o.PAUSE:
            row[o.PAUSES] += 1
            row[o.PAUSED_X] = x
            row[o.PAUSED_FORMAT] = row[o.FORMAT]
            if stop_at_pause:
                pc = after
                why = PAUSED
                break

        # registers, all at once
        elif op == o.CLEAR_REGISTERS:
            if not is_11c:
                spent += of_clearing(end - o.REGISTER_0)
            for cell in range(o.INDEX, end):
                row[np.uint64(cell)] = 0
        elif op == o.CLEAR_SUMS:
            cell = code.constants[o.FIRST_SUM]
            if cell + SUMS > end:
                error = o.ERROR_0 + 3
                break
            row[cell : cell + SUMS] = 0
            x = y = z = t = 0
        elif op == o.SET_REGISTERS:
            wanted = o.REGISTER_0 + 1 + max(1, magnitude(x))
            if wanted > max(end, row[o.MOST]):
                spent += of_refused_registers(magnitude(x))
                error = o.ERROR_0 + 10
                break
            spent += of_registers(end - o.REGISTER_0, magnitude(x))
            row[end:wanted] = 0
            end = row[o.END] = wanted

        # flags and formats
        elif op == o.SET_FLAG:
            row[o.FLAGS] |= field(lines, pc, o.ARGUMENT)
        elif op == o.CLEAR_FLAG:
            row[o.FLAGS] &= ~field(lines, pc, o.ARGUMENT)
        elif op == o.SET_FORMAT:
            row[o.FORMAT] = field(lines, pc, o.ARGUMENT)
        elif op == o.SET_ANGLE:
            row[o.ANGLE] = field(lines, pc, o.ARGUMENT)
        else:
            why = NEEDS_HELP
            break

        set_to = field(lines, pc, o.LIFTS)
        if set_to != o.KEEPS_LIFT:
            lift = set_to
        pc = after

    if why in (NEEDS_HELP, NEEDS_RESULT):
        count -= 1
        spent -= field(lines, pc, o.COST)
    if error:
        # What no label could be was not searched for: that is taken back where it fails.
        if error == o.ERROR_0 + NO_LABEL:
            spent += code.constants[o.FAILED_SEARCH]
        spent += code.failures[pc // o.WIDTH, error - o.ERROR_0]
        spent += code.constants[o.BROKEN_OFF] - field(lines, pc, o.COST)
        row[o.MESSAGE] = error
        why = FAILED
        row[o.RUNNING] = 0
    elif why == STOPPED:
        # An overflow on the HP-11C ends the run at its own line too.
        if row[o.RUNNING] != 0:
            spent += code.constants[o.BROKEN_OFF]
        row[o.RUNNING] = 0
        if row[o.MESSAGE] != 0:
            why = FAILED
        spent += of_display(x, int(row[o.FORMAT]), is_11c)
    row[o.X], row[o.Y], row[o.Z], row[o.T] = x, y, z, t
    row[o.LIFT] = lift
    row[o.DEPTH] = depth
    line = pc // o.WIDTH
    row[o.LINE] = line if line <= code.constants[o.LAST_LINE] else 0
    row[o.DONE] = count
    row[o.WORD_TIMES] += spent
    row[o.WHY] = why
    return count - begun
