"""The effects of program lines in a lane, one function for each group of opcodes, compiled by numba.

Every function takes the stack and what it needs of the lane's `row` (the columns named in opcodes.py) and of
the code, and gives a LineResult. A line that ends in an Error leaves the row as it was.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import memo as m
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.arithmetic import (
    NOT_COUNTED,
    add,
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
from hp15c.engines.lanes.results import (
    GOES_ON,
    KEEPS_LIFT,
    NEEDS_HELP,
    NEEDS_RESULT,
    PAUSED,
    STOPPED,
    LineResult,
    Stack,
    dropped,
    entered,
    lifted,
    with_x,
)
from hp15c.engines.lanes.rows import MISSING, at, field, indirect
from hp15c.rules.statistics import SUMS
from hp15c.timing.operands import SIGN_OF_ZERO

FLAG_9: Final = 1 << 9
TOO_DEEP: Final = o.ERROR_0 + 5
"""The message of a GSB for which no level of return is left."""


@inlined
def of_numbers(op: int, x: int, y: int) -> tuple[int, int]:
    """The result of an instruction from + to FRAC, and its word times.

    The caller has checked the operands.
    """
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


@inlined
def reckon(op: int, held: int, x: int, row: Any, is_11c: bool) -> tuple[int, int, int]:
    """STO + to RCL ÷: the result, its word times, and the message of an Error or 0."""
    left, right = (held, x) if op <= o.STORE_OVER else (x, held)
    operation = (op - o.STORE_PLUS) % (o.RECALL_PLUS - o.STORE_PLUS)
    if operation == o.OVER - o.PLUS and right == 0:
        return 0, 0, o.ERROR_0
    result, cost = operate(operation, left, right, x)
    if abs(result) > GREATEST:
        if is_11c:
            return 0, cost, o.ERROR_0 + 1
        result = GREATEST if result > 0 else -GREATEST
        row[o.FLAGS] |= FLAG_9
    return result, cost, 0


@inlined
def on_cell(
    code: o.Decoded,
    row: Any,
    op: int,
    pc: int,
    after: int,
    stack: Stack,
    lift: int,
    depth: int,
    end: int,
    is_11c: bool,
) -> LineResult:
    """STO to ISG: a register, I or the one that I names. `end` is the column behind the last register."""
    cell = field(code.lines, pc, o.ARGUMENT)
    cost = 0
    if cell < 0:
        cell = indirect(row, is_11c)
        cost = of_index(int(row[o.INDEX]), is_11c)
    if cell == MISSING or cell >= end:
        return LineResult(stack, 0, after, depth, o.ERROR_0 + 3)
    held = at(row, cell)
    if op == o.RECALL:
        cost += of_moving(held)
        if lift == 0:
            cost += int(code.constants[o.UNLIFTED])
        stack = entered(stack, held, lift)
    elif op == o.STORE:
        cost += of_moving(stack.x)
        row[np.uint64(cell)] = stack.x
    elif op == o.SWAP:
        row[np.uint64(cell)] = stack.x
        stack = with_x(stack, held)
    elif op >= o.COUNT_DOWN:
        result, ends = counted(held, op == o.COUNT_DOWN)
        if ends == NOT_COUNTED:
            return LineResult(stack, 0, after, depth, ~NEEDS_HELP)
        cost += of_counter(held, is_11c)
        row[np.uint64(cell)] = result
        if ends:
            cost += field(code.lines, pc, o.SKIP_COST)
            after = field(code.lines, pc, o.SKIP_TO)
    else:
        result, own, error = reckon(op, held, stack.x, row, is_11c)
        if error != 0:
            return LineResult(stack, own, after, depth, error)
        cost += own
        if op <= o.STORE_OVER:
            row[np.uint64(cell)] = result
        else:
            stack = with_x(stack, result)
    return LineResult(stack, cost, after, depth, GOES_ON)


@inlined
def jump(code: o.Decoded, row: Any, op: int, pc: int, after: int, stack: Stack, depth: int) -> LineResult:
    """GTO and GSB, to a label or by the number in I.

    The call of a line on the HP-15C is left to the readable machine (BEHAVIOUR 4.3).
    """
    argument, cost = field(code.lines, pc, o.ARGUMENT), 0
    if op == o.CALL_I and row[o.INDEX] < 0 and code.constants[o.IS_11C] == 0:
        return LineResult(stack, 0, after, depth, ~NEEDS_HELP)
    if op >= o.GO_TO_I:
        after, cost = by_number(code, int(row[o.INDEX]), argument)
    if after < 0:
        return LineResult(stack, cost, after, depth, o.ERROR_0 + NO_LABEL)
    if op == o.CALL or op == o.CALL_I:
        if depth >= code.constants[o.MOST_RETURNS]:
            return LineResult(stack, cost, after, depth, TOO_DEEP)
        row[o.RETURNS + depth] = argument
        depth += 1
    return LineResult(stack, cost, after, depth, GOES_ON)


@inlined
def test(lines: Any, row: Any, op: int, pc: int, after: int, stack: Stack, depth: int) -> LineResult:
    """A comparison or F?: on to the next line, or behind it."""
    cost = 0
    if op == o.TEST_FLAG:
        is_true = (row[o.FLAGS] & field(lines, pc, o.ARGUMENT)) != 0
    else:
        is_true = holds(op, stack.x, stack.y)
        if op >= o.X_GT_Y:
            cost = of_sum(stack.y, -stack.x)
    if is_true:
        return LineResult(stack, cost, after, depth, GOES_ON)
    cost += field(lines, pc, o.SKIP_COST)
    return LineResult(stack, cost, field(lines, pc, o.SKIP_TO), depth, GOES_ON)


@inlined
def compute(
    lines: Any, memo: Any, row: Any, op: int, pc: int, after: int, stack: Stack, depth: int, is_11c: bool
) -> LineResult:
    """A function of X, or of Y and X: computed here, or looked up in the table of results."""
    x, y = stack.x, stack.y
    if op >= o.FUNCTION_OF_ONE:
        key = key_of(field(lines, pc, o.ARGUMENT), int(row[o.ANGLE]), int(row[o.FORMAT]))
        place = place_of(memo, key, y if op == o.FUNCTION_OF_TWO else 0, x)
        if memo[place, m.KEY] == 0:
            return LineResult(stack, 0, after, depth, ~NEEDS_RESULT)
        error = int(memo[place, m.STATUS])
        result, cost = int(memo[place, m.RESULT]), int(memo[place, m.COST])
        overflows = error == m.OVERFLOWED
    else:
        undefined = (x == 0 and (op == o.OVER or op == o.RECIPROCAL)) or (x < 0 and op == o.ROOT)
        error = o.ERROR_0 if undefined else 0
        result, cost = (0, 0) if undefined else of_numbers(op, x, y)
        overflows = abs(result) > GREATEST
    if error > 0:
        return LineResult(stack, cost, after, depth, error)
    row[o.LAST_X] = x
    if overflows:
        result = max(-GREATEST, min(result, GREATEST))
    stack = dropped(stack, result) if op <= o.OVER or op == o.FUNCTION_OF_TWO else with_x(stack, result)
    if overflows:
        if is_11c:
            return LineResult(stack, cost, pc, depth, ~STOPPED)
        row[o.FLAGS] |= FLAG_9
    return LineResult(stack, cost, after, depth, GOES_ON)


@inlined
def move(
    code: o.Decoded, row: Any, op: int, pc: int, after: int, stack: Stack, lift: int, depth: int
) -> LineResult:
    """A typed number, the instructions from ENTER to CHS, and those that recall LSTx, π, a random number or
    the seed.
    """
    cost = 0
    x, y, z, t = stack.x, stack.y, stack.z, stack.t
    if op == o.PUSH:
        if lift == 0:
            cost = int(code.constants[o.UNLIFTED])
        stack = entered(stack, field(code.lines, pc, o.ARGUMENT), lift)
    elif op == o.ENTER:
        stack = lifted(stack, x)
    elif op == o.CLEAR_X:
        stack = with_x(stack, 0)
    elif op == o.EXCHANGE:
        cost = of_moving(y)
        stack = Stack(y, x, z, t)
    elif op == o.ROLL_DOWN:
        cost = of_moving(y)
        stack = Stack(y, z, t, x)
    elif op == o.ROLL_UP:
        cost = of_moving(t)
        stack = Stack(t, x, y, z)
    elif op == o.CHANGE_SIGN:
        if x == 0:
            return LineResult(stack, SIGN_OF_ZERO, after, depth, KEEPS_LIFT)
        stack = with_x(stack, -x)
    else:
        if lift == 0 and op != o.RECALL_SEED:
            cost = int(code.constants[o.UNLIFTED])
        if op == o.LAST:
            x = int(row[o.LAST_X])
        elif op == o.BRING_PI:
            x = PI
        else:
            if op == o.RANDOM:
                row[o.SEED] = next_seed(int(row[o.SEED]))
            x = of_seed(int(row[o.SEED]))
        stack = entered(stack, x, lift)
    return LineResult(stack, cost, after, depth, GOES_ON)


@inlined
def leave(
    lines: Any, row: Any, op: int, pc: int, after: int, stack: Stack, depth: int, stop_at_pause: bool
) -> LineResult:
    """LBL, RTN, R/S and PSE."""
    if op == o.RETURN or op == o.IMPLIED_RETURN:
        if depth == 0:
            row[o.RUNNING] = 0
            return LineResult(stack, 0, 0, depth, ~STOPPED)
        depth -= 1
        after = int(row[o.RETURNS + depth]) * o.WIDTH
        return LineResult(stack, field(lines, after, o.RETURN_COST), after, depth, GOES_ON)
    if op == o.STOP:
        row[o.RUNNING] = 0
        return LineResult(stack, 0, after, depth, ~STOPPED)
    if op == o.PAUSE:
        row[o.PAUSES] += 1
        row[o.PAUSED_X] = stack.x
        row[o.PAUSED_FORMAT] = row[o.FORMAT]
        if stop_at_pause:
            return LineResult(stack, 0, after, depth, ~PAUSED)
    return LineResult(stack, 0, after, depth, GOES_ON)


@inlined
def set_up(
    code: o.Decoded, row: Any, op: int, pc: int, after: int, stack: Stack, depth: int, end: int
) -> LineResult:
    """Instructions that set flags, formats, the seed, or all registers at once. Any other needs help."""
    argument, ends, spent = field(code.lines, pc, o.ARGUMENT), GOES_ON, 0
    if op == o.SET_FLAG:
        row[o.FLAGS] |= argument
    elif op == o.CLEAR_FLAG:
        row[o.FLAGS] &= ~argument
    elif op == o.SET_FORMAT:
        row[o.FORMAT] = argument
    elif op == o.SET_ANGLE:
        row[o.ANGLE] = argument
    elif op == o.STORE_SEED:
        row[o.SEED] = seed_of(stack.x)
    elif op == o.CLEAR_REGISTERS:
        if code.constants[o.IS_11C] == 0:
            spent = of_clearing(end - o.REGISTER_0)
        for cell in range(o.INDEX, end):
            row[np.uint64(cell)] = 0
    elif op == o.CLEAR_SUMS:
        first = code.constants[o.FIRST_SUM]
        if first + SUMS > end:
            ends = o.ERROR_0 + 3
        else:
            row[first : first + SUMS] = 0
            stack = Stack(0, 0, 0, 0)
    elif op == o.SET_REGISTERS:
        wanted = o.REGISTER_0 + 1 + max(1, magnitude(stack.x))
        if wanted > max(end, row[o.MOST]):
            spent, ends = of_refused_registers(magnitude(stack.x)), o.ERROR_0 + 10
        else:
            spent = of_registers(end - o.REGISTER_0, magnitude(stack.x))
            row[end:wanted] = 0
            row[o.END] = wanted
    else:
        ends = ~NEEDS_HELP
    return LineResult(stack, spent, after, depth, ends)
