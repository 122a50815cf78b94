"""What a function returns: X, and Y where a person reads a result there."""

from __future__ import annotations

import pytest

from tests.support.decompiled_listings import proved


@pytest.mark.slow
def test_what_is_shown_before_is_no_result_in_y() -> None:
    """The number that the pass before showed stands in Y at the end."""
    made = proved("LBL A\nSTO I\nLBL 0\nRCL I\nINT\nPSE\nISG I\nGTO 0\nRTN")
    assert "return a\n" in made.text()


def test_a_result_that_is_used_for_nothing_else_is_read_in_y() -> None:
    made = proved("LBL A\nSTO 1\n√x\n5\n÷\nRCL 1\nx²\n7\n+\nRTN")
    assert "return sqrt(x) / 5, x ** 2 + 7" in made.text()
