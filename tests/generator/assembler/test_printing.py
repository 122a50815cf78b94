"""A program as text with the notes of its sections."""

from __future__ import annotations

from generator.assembler.assembly import Assembly, section
from generator.assembler.printing import finish
from hp15c.listing.program import Program


def test_each_section_has_its_title_before_its_first_line_and_the_program_reads_back() -> None:
    assembly = Assembly((section("begin", "LBL A; 2; ×", note="the start"), section("end", "RTN")))
    program = assembly.program("15C")
    made = finish(program, assembly.layout("15C"))
    text = made.text
    assert Program.parse(text, "15C").steps == made.program.steps == program.steps
    assert made.program.comments == {1: ["begin: the start"], 4: ["end"]}
    assert text.index("begin: the start") < text.index("LBL A") < text.index("end") < text.index("RTN")
