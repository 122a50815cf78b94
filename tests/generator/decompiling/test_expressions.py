"""Terms as expressions: conditions between values with signs."""

from __future__ import annotations

from generator.decompiling.module import decompiled
from hp15c.listing.program import Program


def written(listing: str) -> str:
    return decompiled(Program.parse(listing)).text()


def test_two_values_with_signs_are_compared_the_right_way_round() -> None:
    """−INT x against −12 on the calculator is 12 against INT x in the module."""
    text = written("LBL A\nINT\nCHS\n1\n2\nCHS\nx≤y\nGTO 1\n1\nRTN\nLBL 1\n2\nRTN")
    assert "if intpart(x) > 12:\n        return 1\n    return 2\n" in text
