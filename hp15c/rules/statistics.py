"""Σ+, Σ−, x̄, s, L.R., ŷ,r, and random numbers (BEHAVIOUR 2.2, 4.8, 5)."""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import ZERO
from hp15c.rules.book import rule
from hp15c.rules.levels import deliver, lift_stack, push, push_two, refuse_matrix, replace_x, save_last_x
from hp15c.rules.machine import B, Machine, V
from hp15c.table.models import LIMITS

SUMS: Final = 6


def _sums_registers(m: Machine[V, B]) -> range:
    """The statistics registers. Error 3 when the highest register is below them."""
    first = LIMITS[m.model].first_sum
    if not m.holds(m.at_least(m.registers, first + SUMS)):
        m.fail(3)
    return range(first, first + SUMS)


def _sums(m: Machine[V, B]) -> tuple[V, ...]:
    """The six sums n, Σx, Σx², Σy, Σy², Σxy. Error 1 for a descriptor among them."""
    return tuple([refuse_matrix(m, m.register(number)) for number in _sums_registers(m)])


@rule({"Σ+": (243, 155), "Σ−": (237, 155)})
def accumulate(m: Machine[V, B]) -> None:
    """Add the point x, y to the sums, or take it off. X becomes n. Overflowing sums saturate."""
    sums, where = _sums(m), _sums_registers(m)
    x, y = refuse_matrix(m, m.x), refuse_matrix(m, m.y)
    results, overflowed = m.results(m.step.name, *sums, x, y)
    for number, result in zip(where, results, strict=True):
        m.store(number, result)
    m.saturate_if(overflowed)
    replace_x(m, results[0])
    m.keeps_imaginary = m.known(False)


@rule({"x̄": (422, 196, 290), "s": (404, 54, 326)}, "pushed")
def of_sums(m: Machine[V, B]) -> None:
    """Push the two results that the instruction makes of the sums."""
    x, y = deliver(m, m.results(m.step.name, *_sums(m)))
    push_two(m, x, y)


@rule({"L.R.": (318, 234, 330)}, "pushed")
def regression(m: Machine[V, B]) -> None:
    """Intercept and slope. The slope saturates without the overflow condition (MATH 12).

    Without points, but with a sum of x, the stack has been lifted already when Error 2 comes (BEHAVIOUR 3.5).
    """
    sums = _sums(m)
    slope, _ = m.compute("slope", *sums)
    if m.holds(m.equal(sums[0], m.number(ZERO))):
        push_two(m, m.x, slope)
        m.compute("intercept", *sums)  # without points it ends in Error 2, and takes its time before
        m.fail(2)
    push_two(m, deliver(m, m.compute("intercept", *sums)), slope)


@rule({"ŷ,r": (399, 313, 256)})
def estimate(m: Machine[V, B]) -> None:
    """Push the correlation and the estimate for X. X is always replaced, whatever stack lift is."""
    sums = _sums(m)
    results = deliver(m, m.results("ŷ,r", *sums, refuse_matrix(m, m.x)))
    save_last_x(m)
    lift_stack(m)
    m.x, m.y = results
    m.xi = m.yi = m.number(ZERO)


@rule({"RCL Σ+": (461, 195, 314)}, "pushed")
def recall_sums(m: Machine[V, B]) -> None:
    """Recall the sums of x and of y."""
    sums = _sums(m)
    push_two(m, sums[1], sums[3])


@rule({"CLEAR Σ": (262, 245)})
def clear_sums(m: Machine[V, B]) -> None:
    """Set the sums and the real parts of the stack to 0."""
    for number in _sums_registers(m):
        m.store(number, m.number(ZERO))
    m.x = m.y = m.z = m.t = m.number(ZERO)


@rule({"RAN#": (499, 450, 176)}, "unlifted")
def random(m: Machine[V, B]) -> None:
    """Push the next random number."""
    m.seed = m.whole("next seed", m.seed)
    push(m, deliver(m, m.compute("RAN#", m.seed)))


@rule({"STO RAN#": (239, 143)})
def store_seed(m: Machine[V, B]) -> None:
    """Make X the seed."""
    m.seed = m.whole("seed", refuse_matrix(m, m.x))


@rule({"RCL RAN#": (284, 0, 160)}, "pushed")
def recall_seed(m: Machine[V, B]) -> None:
    """Push the present seed."""
    push(m, deliver(m, m.compute("RAN#", m.seed)))
