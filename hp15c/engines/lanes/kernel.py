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
    integer_part,
    magnitude,
    multiply,
    next_seed,
    of_seed,
    seed_of,
    square_root,
)
from hp15c.engines.lanes.costs import (
    of_counter,
    of_display,
    of_index,
    of_moving,
    of_product,
    of_quotient,
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
        if count >= limit:
            why = AT_LIMIT
            break
        op = field(lines, pc, o.OP)
        count += 1
        spent += field(lines, pc, o.COST)

        # the stack
        if op == o.PUSH:
            if count + field(lines, pc, o.LINES) > limit:
                # The number is still being typed when the limit is reached.
                count -= 1
                spent -= field(lines, pc, o.COST)
                why = AT_LIMIT
                break
            if lift:
                t, z, y = z, y, x
            else:
                spent += unlifted
            x = field(lines, pc, o.ARGUMENT)
            count += field(lines, pc, o.LINES) - 1
            lift = 1
            pc = field(lines, pc, o.NEXT)
        elif op == o.ENTER:
            t, z, y = z, y, x
            lift = 0
            pc += o.WIDTH
        elif op == o.CLEAR_X:
            x = 0
            lift = 0
            pc += o.WIDTH
        elif op == o.EXCHANGE:
            spent += of_moving(y)
            x, y = y, x
            lift = 1
            pc += o.WIDTH
        elif op == o.ROLL_DOWN:
            spent += of_moving(y)
            x, y, z, t = y, z, t, x
            lift = 1
            pc += o.WIDTH
        elif op == o.ROLL_UP:
            spent += of_moving(t)
            x, y, z, t = t, x, y, z
            lift = 1
            pc += o.WIDTH
        elif op == o.LAST:
            if lift:
                t, z, y = z, y, x
            else:
                spent += unlifted
            x = int(row[o.LAST_X])
            lift = 1
            pc += o.WIDTH
        elif op == o.BRING_PI:
            if lift:
                t, z, y = z, y, x
            else:
                spent += unlifted
            x = PI
            lift = 1
            pc += o.WIDTH
        elif op == o.CHANGE_SIGN:
            x = -x
            if x != 0:
                lift = 1
            else:
                spent += SIGN_OF_ZERO
            pc += o.WIDTH

        # one and two numbers
        elif op == o.PLUS or op == o.MINUS:
            spent += of_sum(y, x if op == o.PLUS else -x)
            row[o.LAST_X] = x
            x = add(y, x if op == o.PLUS else -x)
            y, z = z, t
            lift = 1
            pc += o.WIDTH
            if abs(x) > GREATEST:
                x = GREATEST if x > 0 else -GREATEST
                if is_11c:
                    pc -= o.WIDTH
                    break
                row[o.FLAGS] |= FLAG_9
        elif op == o.TIMES:
            spent += of_product(x)
            row[o.LAST_X] = x
            x = multiply(y, x, 0)
            y, z = z, t
            lift = 1
            pc += o.WIDTH
            if abs(x) > GREATEST:
                x = GREATEST if x > 0 else -GREATEST
                if is_11c:
                    pc -= o.WIDTH
                    break
                row[o.FLAGS] |= FLAG_9
        elif op == o.OVER:
            if x == 0:
                error = o.ERROR_0
                break
            spent += of_quotient(y, x)
            row[o.LAST_X] = x
            x = divide(y, x)
            y, z = z, t
            lift = 1
            pc += o.WIDTH
            if abs(x) > GREATEST:
                x = GREATEST if x > 0 else -GREATEST
                if is_11c:
                    pc -= o.WIDTH
                    break
                row[o.FLAGS] |= FLAG_9
        elif op == o.INTEGER:
            spent += of_splitting(x)
            row[o.LAST_X] = x
            x = integer_part(x)
            lift = 1
            pc += o.WIDTH
        elif op == o.FRACTION:
            spent += of_splitting(x)
            row[o.LAST_X] = x
            x = fraction_part(x)
            lift = 1
            pc += o.WIDTH
        elif op == o.ABSOLUTE:
            row[o.LAST_X] = x
            x = abs(x)
            lift = 1
            pc += o.WIDTH
        elif op == o.ROOT:
            if x < 0:
                error = o.ERROR_0
                break
            spent += of_root(x)
            row[o.LAST_X] = x
            x = square_root(x)
            lift = 1
            pc += o.WIDTH
        elif op == o.SQUARE or op == o.PERCENT or op == o.RECIPROCAL:
            if op == o.RECIPROCAL:
                if x == 0:
                    error = o.ERROR_0
                    break
                spent += of_quotient(UNIT, x)
                row[o.LAST_X] = x
                x = divide(UNIT, x)
            else:
                spent += of_product(x)
                row[o.LAST_X] = x
                x = multiply(x, x, 0) if op == o.SQUARE else multiply(y, x, -2)
            lift = 1
            pc += o.WIDTH
            if abs(x) > GREATEST:
                x = GREATEST if x > 0 else -GREATEST
                if is_11c:
                    pc -= o.WIDTH
                    break
                row[o.FLAGS] |= FLAG_9
        elif op == o.FUNCTION_OF_ONE or op == o.FUNCTION_OF_TWO:
            key = key_of(field(lines, pc, o.ARGUMENT), int(row[o.ANGLE]), int(row[o.FORMAT]))
            place = place_of(memo, key, y if op == o.FUNCTION_OF_TWO else 0, x)
            if memo[place, m.KEY] == 0:
                count -= 1
                spent -= field(lines, pc, o.COST)
                why = NEEDS_RESULT
                break
            status = int(memo[place, m.STATUS])
            spent += memo[place, m.COST]
            if status > 0:
                error = status
                break
            row[o.LAST_X] = x
            x = int(memo[place, m.RESULT])
            if op == o.FUNCTION_OF_TWO:
                y, z = z, t
            lift = 1
            if status == m.OVERFLOWED:
                if is_11c:
                    break
                row[o.FLAGS] |= FLAG_9
            pc += o.WIDTH

        # registers
        elif op == o.RECALL:
            cell = field(lines, pc, o.ARGUMENT)
            if cell < 0:
                cell = indirect(row, is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            if field(lines, pc, o.ARGUMENT) < 0:
                spent += of_index(int(row[o.INDEX]), is_11c)
            if lift:
                t, z, y = z, y, x
            else:
                spent += unlifted
            x = at(row, cell)
            spent += of_moving(x)
            lift = 1
            pc += o.WIDTH
        elif op == o.STORE:
            cell = field(lines, pc, o.ARGUMENT)
            if cell < 0:
                cell = indirect(row, is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            if field(lines, pc, o.ARGUMENT) < 0:
                spent += of_index(int(row[o.INDEX]), is_11c)
            spent += of_moving(x)
            row[np.uint64(cell)] = x
            lift = 1
            pc += o.WIDTH
        elif op == o.SWAP:
            cell = field(lines, pc, o.ARGUMENT)
            if cell < 0:
                cell = indirect(row, is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            if field(lines, pc, o.ARGUMENT) < 0:
                spent += of_index(int(row[o.INDEX]), is_11c)
            held = at(row, cell)
            row[np.uint64(cell)] = x
            x = held
            lift = 1
            pc += o.WIDTH
        elif op >= o.STORE_PLUS and op <= o.RECALL_OVER:
            cell = field(lines, pc, o.ARGUMENT)
            if cell < 0:
                cell = indirect(row, is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            stores = op <= o.STORE_OVER
            held = at(row, cell)
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
            if field(lines, pc, o.ARGUMENT) < 0:
                spent += of_index(int(row[o.INDEX]), is_11c)
            if stores:
                row[np.uint64(cell)] = result
            else:
                x = result
            lift = 1
            pc += o.WIDTH
        elif op == o.COUNT_DOWN or op == o.COUNT_UP:
            cell = field(lines, pc, o.ARGUMENT)
            if cell < 0:
                cell = indirect(row, is_11c)
            if cell == MISSING or cell >= end:
                error = o.ERROR_0 + 3
                break
            result, ends = counted(at(row, cell), op == o.COUNT_DOWN)
            if ends == NOT_COUNTED:
                count -= 1
                spent -= field(lines, pc, o.COST)
                why = NEEDS_HELP
                break
            spent += of_counter(at(row, cell), is_11c)
            if field(lines, pc, o.ARGUMENT) < 0:
                spent += of_index(int(row[o.INDEX]), is_11c)
            row[np.uint64(cell)] = result
            lift = 1
            if ends:
                spent += field(lines, pc, o.SKIP_COST)
                pc = field(lines, pc, o.SKIP_TO)
            else:
                pc += o.WIDTH
        elif op == o.CLEAR_REGISTERS:
            for cell in range(o.INDEX, end):
                row[np.uint64(cell)] = 0
            pc += o.WIDTH
        elif op == o.CLEAR_SUMS:
            cell = code.constants[o.FIRST_SUM]
            if cell + SUMS > end:
                error = o.ERROR_0 + 3
                break
            row[cell : cell + SUMS] = 0
            x = y = z = t = 0
            pc += o.WIDTH
        elif op == o.SET_REGISTERS:
            wanted = o.REGISTER_0 + 1 + max(1, magnitude(x))
            if wanted > max(end, row[o.MOST]):
                error = o.ERROR_0 + 10
                break
            row[end:wanted] = 0
            end = row[o.END] = wanted
            lift = 1
            pc += o.WIDTH

        # tests
        elif op >= o.X_EQ_0 and op <= o.TEST_FLAG:
            if op == o.X_EQ_0:
                holds = x == 0
            elif op == o.X_NE_0:
                holds = x != 0
            elif op == o.X_GT_0:
                holds = x > 0
            elif op == o.X_LT_0:
                holds = x < 0
            elif op == o.X_GE_0:
                holds = x >= 0
            elif op == o.X_LE_0:
                holds = x <= 0
            elif op == o.X_EQ_Y:
                holds = x == y
            elif op == o.X_NE_Y:
                holds = x != y
            elif op == o.X_GT_Y:
                holds = x > y
            elif op == o.X_LT_Y:
                holds = x < y
            elif op == o.X_GE_Y:
                holds = x >= y
            elif op == o.X_LE_Y:
                holds = x <= y
            else:
                holds = (row[o.FLAGS] & field(lines, pc, o.ARGUMENT)) != 0
            if op >= o.X_GT_Y and op <= o.X_LE_Y:
                spent += of_sum(y, -x)
            lift = 1
            if holds:
                pc += o.WIDTH
            else:
                spent += field(lines, pc, o.SKIP_COST)
                pc = field(lines, pc, o.SKIP_TO)

        # labels, jumps, stops
        elif op == o.LABEL:
            lift = 1
            pc += o.WIDTH
        elif op == o.GO_TO:
            if field(lines, pc, o.NEXT) < 0:
                error = o.ERROR_0 + 4
                break
            lift = 1
            pc = field(lines, pc, o.NEXT)
        elif op == o.CALL:
            if field(lines, pc, o.NEXT) < 0:
                error = o.ERROR_0 + 4
                break
            if depth >= code.constants[o.MOST_RETURNS]:
                error = o.ERROR_0 + 5
                lift = 1
                break
            row[o.RETURNS + depth] = field(lines, pc, o.ARGUMENT)
            depth += 1
            lift = 1
            pc = field(lines, pc, o.NEXT)
        elif op == o.RETURN or op == o.IMPLIED_RETURN:
            if op == o.IMPLIED_RETURN:
                count -= 1
            lift = 1
            if depth == 0:
                pc = 0
                row[o.RUNNING] = 0
                break
            depth -= 1
            pc = int(row[o.RETURNS + depth]) * o.WIDTH
            spent += field(lines, pc, o.RETURN_COST)
        elif op == o.GO_TO_I or op == o.CALL_I:
            number = magnitude(int(row[o.INDEX]))
            after = field(lines, pc, o.ARGUMENT)
            if row[o.INDEX] < 0 and number != 0:
                target = number
                if number > code.constants[o.LAST_LINE]:
                    spent -= code.constants[o.FAILED_SEARCH]
                    error = o.ERROR_0 + 4
                    break
                cost = int(code.line_costs[target])
            else:
                target = int(code.labels[number, after]) if number < len(code.labels) else 0
                if target == 0:
                    if number >= len(code.labels):
                        spent -= code.constants[o.FAILED_SEARCH]
                    error = o.ERROR_0 + 4
                    break
                cost = int(code.searches[number, after])
            if op == o.CALL_I:
                if depth >= code.constants[o.MOST_RETURNS]:
                    error = o.ERROR_0 + 5
                    lift = 1
                    break
                row[o.RETURNS + depth] = after
                depth += 1
            spent += cost
            lift = 1
            pc = target * o.WIDTH
        elif op == o.STOP:
            pc += o.WIDTH
            row[o.RUNNING] = 0
            break
        elif op == o.PAUSE:
            pc += o.WIDTH
            row[o.PAUSES] += 1
            row[o.PAUSED_X] = x
            row[o.PAUSED_FORMAT] = row[o.FORMAT]
            if stop_at_pause:
                why = PAUSED
                break

        # flags, formats, random numbers
        elif op == o.SET_FLAG:
            row[o.FLAGS] |= field(lines, pc, o.ARGUMENT)
            lift = 1
            pc += o.WIDTH
        elif op == o.CLEAR_FLAG:
            row[o.FLAGS] &= ~field(lines, pc, o.ARGUMENT)
            lift = 1
            pc += o.WIDTH
        elif op == o.SET_FORMAT:
            row[o.FORMAT] = field(lines, pc, o.ARGUMENT)
            pc += o.WIDTH
        elif op == o.SET_ANGLE:
            row[o.ANGLE] = field(lines, pc, o.ARGUMENT)
            pc += o.WIDTH
        elif op == o.RANDOM or op == o.RECALL_SEED:
            if op == o.RANDOM:
                row[o.SEED] = next_seed(int(row[o.SEED]))
            if lift:
                t, z, y = z, y, x
            elif op == o.RANDOM:
                spent += unlifted
            x = of_seed(int(row[o.SEED]))
            lift = 1
            pc += o.WIDTH
        elif op == o.STORE_SEED:
            row[o.SEED] = seed_of(x)
            lift = 1
            pc += o.WIDTH
        else:
            count -= 1
            spent -= field(lines, pc, o.COST)
            why = NEEDS_HELP
            break

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
