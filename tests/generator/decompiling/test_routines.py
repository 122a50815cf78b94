"""The routines of a program, and where a person begins them."""

from __future__ import annotations

from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from generator.decompiling.routines import free_label, routines
from generator.reading.parts import Graph
from hp15c.listing.program import Program

WITHOUT_LABEL = Program.parse("x²\nSTO 1\nRTN\nLBL A\nRCL 1\n2\n×\nRTN")


def test_a_beginning_without_a_label_gets_a_free_one() -> None:
    found = routines(WITHOUT_LABEL, Graph(WITHOUT_LABEL))
    assert {one.label: sorted(one.lines) for one in found.values()} == {"B": [1, 2, 3], "A": [4, 5, 6, 7, 8]}
    assert free_label(Program.parse("\n".join(f"LBL {label}" for label in "ABCDE"))) == "0"


def test_a_beginning_without_a_label_is_written_and_proved_and_its_keys_are_told() -> None:
    made = decompile_listing(WITHOUT_LABEL)
    assert (
        '@program("B")\ndef start(x):\n    """In the listing R/S at line 000 begins it."""\n' in made.text()
    )
    found = proof(WITHOUT_LABEL, made)
    assert found.proved
    assert "After R/S at line 000 (GSB B in the new program), GSB A, pressed" in found.told[0]


def test_a_loop_behind_a_beginning_without_a_label_is_proved_against_an_array() -> None:
    """The proof that knows ranges, too, begins at the first line."""
    program = Program.parse("1\n.\n0\n0\n5\nSTO I\nLBL 1\nRCL I\nINT\nSTO (i)\nISG I\nGTO 1\nRCL 3")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved
