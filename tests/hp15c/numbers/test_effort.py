"""The meter of what computing takes."""

from __future__ import annotations

from hp15c.numbers import effort, working
from hp15c.numbers.effort import Meter
from tests.hp15c.timing.test_timing import _spent


def test_digit_loops_cost_by_the_digits() -> None:
    few, many = _spent("LBL A; 1; ×; CLx; RTN", "5"), _spent("LBL A; 9; ×; CLx; RTN", "5")
    assert many - few == 8 * effort.ROUND
    aligned, apart = _spent("LBL A; 1; +; CLx; RTN", "5"), _spent("LBL A; 1; +; CLx; RTN", "5; EEX; 6")
    assert apart - aligned == 5 * effort.SHIFT


def test_a_meter_counts_only_what_it_is_given_to() -> None:
    meter, other = Meter(), Meter()
    working.sqrt(meter, working.UNIT)
    assert (meter.spent, other.spent) == (effort.ROOT + effort.ROUND, 0)
