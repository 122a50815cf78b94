"""Σ+, Σ−, x̄, s, L.R., ŷ,r, and random numbers (BEHAVIOUR 2.2, 4.8, 5)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions import random_numbers, statistics
from hp15c.functions.statistics import Sums
from hp15c.numbers.effort import LESS_ON_LATE_ERRORS, LESS_ON_SUMS, meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import clamp, pack, sqrt
from hp15c.operations import effect
from hp15c.state.state import Descriptor, State, Value, X, Y
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS, Model

SUMS: Final = 6
_ROOTS: Final = {Model.HP15C: sqrt, Model.HP11C: statistics.root_11c}


def _where(state: State) -> slice:
    """The statistics registers. Error 3 when the highest register is below them."""
    first = LIMITS[state.model].first_sum
    if len(state.registers) < first + SUMS:
        raise CalculatorError(3)
    return slice(first, first + SUMS)


def sums(state: State) -> Sums:
    """The six sums. Error 1 for a descriptor among them."""
    values: list[Number] = []
    for value in state.registers[_where(state)]:
        if isinstance(value, Descriptor):
            raise CalculatorError(1)
        values.append(value)
    return Sums(*values)


def push_two(state: State, x: Value, y: Number) -> None:
    """Push two results: y comes into X by the rule of stack lift, then x above it (BEHAVIOUR 2.2, 6.2)."""
    state.push(y)
    state.lift_stack()
    state.stack[X] = x


def _spare(state: State, step: Step) -> None:
    """Give word times back: the HP-11C spends less on each sum and product here than in other functions."""
    if state.model is Model.HP11C:
        meter.spent -= LESS_ON_SUMS[step.name]


def _spare_late(state: State) -> None:
    """The same for an Error after most of the computing."""
    if state.model is Model.HP11C:
        meter.spent -= LESS_ON_LATE_ERRORS


@effect("Σ+", "Σ−")
def accumulate(state: State, step: Step) -> None:
    """Add the point x, y to the sums, or take it off. X becomes n. Overflowing sums saturate."""
    results = statistics.accumulate(sums(state), state.real(X), state.real(Y), subtract=step.name == "Σ−")
    _spare(state, step)
    packed = [pack(result) for result in results]
    state.registers[_where(state)] = [number for number, _ in packed]
    if any(overflowed for _, overflowed in packed):
        state.saturate()
    state.save_last_x()
    state.stack[X] = packed[0][0]
    state.keeps_imaginary = False


@effect("x̄", "s")
def of_sums(state: State, step: Step) -> None:
    """Two results from the sums."""
    six = sums(state)
    first, second = (
        statistics.mean(six) if step.name == "x̄" else statistics.deviation(six, _ROOTS[state.model])
    )
    push_two(state, state.deliver(first), state.deliver(second))


@effect("L.R.")
def regression(state: State, step: Step) -> None:
    """Intercept and slope. The slope saturates without the overflow condition (MATH 12).

    Without points, but with a sum of x, the stack has been lifted already when Error 2 comes (BEHAVIOUR 3.5).
    """
    six = sums(state)
    slope = clamp(statistics.slope(six))
    try:
        intercept = state.deliver(statistics.intercept(six))
    except CalculatorError:
        _spare_late(state)
        push_two(state, state.stack[X], slope)
        raise
    _spare(state, step)
    push_two(state, intercept, slope)


@effect("ŷ,r")
def estimate(state: State, step: Step) -> None:
    """Push the correlation and the estimate for X. X is always replaced, whatever stack lift is."""
    first, second = statistics.estimate(sums(state), state.real(), _ROOTS[state.model])
    results = state.deliver(first), state.deliver(second)
    _spare(state, step)
    state.save_last_x()
    state.lift_stack()
    state.stack[X], state.stack[Y] = results
    state.imaginary[X] = state.imaginary[Y] = ZERO


@effect("RCL Σ+")
def recall_sums(state: State, step: Step) -> None:
    """Recall the sums of x and of y."""
    six = sums(state)
    push_two(state, six.x, six.y)


@effect("CLEAR Σ")
def clear_sums(state: State, step: Step) -> None:
    """Set the sums and the real parts of the stack to 0."""
    state.registers[_where(state)] = [ZERO] * SUMS
    state.stack[:] = [ZERO] * 4


@effect("RAN#")
def random(state: State, step: Step) -> None:
    """Push the next random number."""
    state.seed = random_numbers.next_seed(state.seed)
    state.push(random_numbers.as_number(state.seed))


@effect("STO RAN#")
def store_seed(state: State, step: Step) -> None:
    """Make X the seed."""
    state.seed = random_numbers.seed_of(state.real())


@effect("RCL RAN#")
def recall_seed(state: State, step: Step) -> None:
    """Push the present seed."""
    state.push(random_numbers.as_number(state.seed))
