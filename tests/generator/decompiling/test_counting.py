"""Loops that DSE and ISG count: `for` where the ends are known, else one step after the other."""

from __future__ import annotations

from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from hp15c.listing.program import Program


def written_and_proved(listing: str) -> str:
    program = Program.parse(listing)
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved
    return made.text()


def test_a_counter_that_a_person_keys_in_is_counted_step_by_step() -> None:
    text = written_and_proved("LBL A\nSTO 1\n0\nLBL 1\nRCL 1\nINT\n+\nISG 1\nGTO 1\nRTN")
    assert "x, ended = count_up(x)\n        if ended != 0:\n            break\n" in text


def test_dse_that_no_loop_counts_is_a_step() -> None:
    text = written_and_proved("LBL A\nSTO 1\nDSE 1\nGTO 1\nLBL 1\nRCL 1\nRTN")
    assert "count_down(x)" in text


def test_a_counter_that_is_used_on_the_way_back_gives_the_registers_of_an_array() -> None:
    """The first number that DSE counts from is known, so that (i) reaches R1 and R2 only."""
    listing = "LBL A\nSTO 1\nx²\nSTO 2\n2\nSTO I\n3\nLBL 2\nRCL × (i)\nSTO (i)\nDSE I\nGTO 2\nRCL 1\nRTN"
    text = written_and_proved(listing.replace("GTO 2\nRCL 1", "GTO 2\nx↔y\nRCL 1"))
    assert "numbers = array(2, at=1)\n" in text
