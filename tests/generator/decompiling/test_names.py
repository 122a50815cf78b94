"""The names of registers and variables."""

from __future__ import annotations

from itertools import islice

from generator.decompiling.module import decompile_listing
from generator.decompiling.names import (
    ALL_REGISTERS,
    candidates,
    has_note,
    identifier,
    operand_of,
    register_name,
)
from hp15c.listing.program import Program

NOTED = Program.parse("#R1:rate\n#R2:print\n#R3:the sum of all the payments\n#R4:rate\nLBL A\nRCL 1\nRTN")


def test_a_register_has_the_name_of_its_note_where_that_is_a_word() -> None:
    taken: list[str] = []
    for number in range(1, 5):
        taken.append(register_name(NOTED, number, taken))
    assert taken[0] == "rate"
    assert taken[2:] == ["r3", "r4"]
    assert [has_note(NOTED, number) for number in (1, 3, 5)] == [True, False, False]


def test_a_note_that_is_a_word_of_the_language_is_no_name() -> None:
    assert [identifier(one) for one in ("pause", "while", "round", "")] == [""] * 4


def test_registers_have_the_operands_by_which_lines_name_them() -> None:
    assert [operand_of(number) for number in (ALL_REGISTERS[0], 0, 9, 10, 19)] == ["I", "0", "9", ".0", ".9"]


def test_wishes_come_before_letters() -> None:
    assert list(islice(candidates(["total"]), 3)) == ["total", "total2", "total3"]
    assert next(candidates([])) == "a"


def test_a_sum_is_a_total_and_a_loop_has_a_counter() -> None:
    text = decompile_listing(
        Program.parse("LBL A\n0\nSTO 1\n5\nSTO 2\nLBL 1\nRCL 2\nx²\nSTO + 1\nDSE 2\nGTO 1\nRCL 1\nRTN")
    ).text()
    assert "    for counter in range(5, 0, -1):\n        total += counter ** 2\n    return total\n" in text


def test_a_note_names_a_register_whatever_its_role_is() -> None:
    program = Program.parse("LBL A\n0\nSTO 1\n5\nSTO 2\nLBL 1\nRCL 2\nSTO + 1\nDSE 2\nGTO 1\nRCL 1\nRTN")
    named = Program(program.model, program.steps, registers={"1": "ways"})
    assert "ways += counter\n" in decompile_listing(named).text()
