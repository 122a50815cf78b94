"""Ones and tens keyed in by EEX: the same numbers, and less time for each."""

from __future__ import annotations

import pytest

from generator.assembler.assembly import Assembly, section
from generator.assembler.number_entry import faster
from hp15c.core import machine
from hp15c.core.playing import enter, state_with
from hp15c.numbers.number import Number
from hp15c.table.models import Model

LINES = {
    "a one": "2; STO 2; 1; STO 1",
    "a ten": "2; STO 2; 10; STO 1",
    "after ENTER": "7; ENTER; 1; +; STO 1",
    "after CLx": "CLx; 10; STO 1",
    "a digit of an exponent": "EEX; 1; STO 1",
    "a negative one": "1; CHS; STO 1",
    "a small number": "EEX; CHS; 1; STO 1",
    "a one before EEX": "1; EEX; 3; STO 1",
    "decimals": "10.01; STO 1",
}


def run(lines: str, model: Model, quick: bool) -> tuple[Number, int]:
    """What a program stores in R1, and the word times that it takes."""
    sections = (section("A number", f"LBL A; {lines}; RTN"),)
    state = state_with(Assembly(faster(sections) if quick else sections).program(model))
    enter(state, 5, "A")
    machine.run(state)
    assert isinstance(state.registers[1], Number)
    return state.registers[1], state.word_times


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_the_number_is_the_same_and_takes_no_more_time(lines: str, model: Model) -> None:
    plain, slow = run(lines, model, quick=False)
    keyed, fast = run(lines, model, quick=True)
    assert keyed == plain
    assert fast <= slow


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize(("lines", "saved"), [("a one", 30), ("a ten", 60)])
def test_what_it_saves(lines: str, saved: int, model: Model) -> None:
    assert run(LINES[lines], model, quick=False)[1] - run(LINES[lines], model, quick=True)[1] > saved


def test_lines_across_sections_are_seen() -> None:
    made = faster([section("a", "EEX"), section("b", "1; STO 1"), section("c", "1"), section("d", "CHS")])
    assert [part.lines for part in made] == [("EEX",), ("1", "STO 1"), ("1",), ("CHS",)]
