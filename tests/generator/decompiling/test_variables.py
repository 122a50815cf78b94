"""Which values get variables."""

from __future__ import annotations

import pytest

from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from hp15c.listing.program import Program


def functions(listing: str) -> str:
    text = decompile_listing(Program.parse(listing)).text()
    return text[text.index("\ndef ") :]


@pytest.mark.slow
def test_a_value_that_is_computed_before_a_call_is_a_variable() -> None:
    listing = "LBL A\n7\n×\nSTO 0\nRCL 1\nGSB B\nRCL + 0\nRTN\nLBL B\nx²\n1\n+\nRTN"
    text = functions(listing)
    assert text.index("= 7 * x") < text.index("label_b(r1)")
    program = Program.parse(listing)
    assert proof(program, decompile_listing(program)).proved


def test_a_sum_in_a_loop_is_one_expression() -> None:
    text = functions("LBL A\nSTO 0\n5\nSTO 1\nLBL 1\nRCL 0\nx²\n3\n×\n1\n+\nSTO 0\nDSE 1\nGTO 1\nRTN")
    assert "r0 = 3 * r0 ** 2 + 1\n" in text or "x = 3 * x ** 2 + 1\n" in text
