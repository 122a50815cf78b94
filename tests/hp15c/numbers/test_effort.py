"""The meter of what computing takes."""

from __future__ import annotations

import threading

from hp15c.numbers import effort, working
from hp15c.numbers.effort import meter
from tests.hp15c.timing.test_timing import _spent


def test_digit_loops_cost_by_the_digits() -> None:
    few, many = _spent("LBL A; 1; ×; CLx; RTN", "5"), _spent("LBL A; 9; ×; CLx; RTN", "5")
    assert many - few == 8 * effort.ROUND
    aligned, apart = _spent("LBL A; 1; +; CLx; RTN", "5"), _spent("LBL A; 1; +; CLx; RTN", "5; EEX; 6")
    assert apart - aligned == 5 * effort.SHIFT


def test_every_thread_has_its_own_meter() -> None:
    before = meter.spent
    found: list[int] = []

    def compute() -> None:
        found.append(meter.spent)
        working.sqrt(working.UNIT)
        found.append(meter.spent)

    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    assert found == [0, effort.ROOT + effort.ROUND]
    assert meter.spent == before
