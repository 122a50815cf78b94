"""The names that variables get from what they are for."""

from __future__ import annotations

from generator.decompiling.module import decompile_listing
from hp15c.listing.program import Program


def test_a_sum_is_a_total_and_a_loop_has_a_counter() -> None:
    text = decompile_listing(
        Program.parse("LBL A\n0\nSTO 1\n5\nSTO 2\nLBL 1\nRCL 2\nx²\nSTO + 1\nDSE 2\nGTO 1\nRCL 1\nRTN")
    ).text()
    assert "    for counter in range(5, 0, -1):\n        total += counter ** 2\n    return total\n" in text


def test_a_note_names_a_register_whatever_its_role_is() -> None:
    program = Program.parse("LBL A\n0\nSTO 1\n5\nSTO 2\nLBL 1\nRCL 2\nSTO + 1\nDSE 2\nGTO 1\nRCL 1\nRTN")
    named = Program(program.model, program.steps, registers={"1": "ways"})
    assert "ways += counter\n" in decompile_listing(named).text()
