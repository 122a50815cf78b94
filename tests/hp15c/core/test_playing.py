"""A number keyed in and a program started, without the keyboard."""

from __future__ import annotations

from hp15c import Calculator
from hp15c.core.playing import enter, play, state_with
from hp15c.listing.program import Program

PROGRAM = Program.parse("LBL B\nx²\nR/S\nENTER\n+\nRTN\n", "15C")


def test_it_ends_as_a_person_does_who_presses_the_keys() -> None:
    state = state_with(PROGRAM)
    play(state, 12, "B")
    calculator = Calculator()
    calculator.load(PROGRAM)
    calculator.press("12 GSB B")
    assert state.stack == calculator.state.stack
    play(state, 5)
    calculator.press("5 R/S")
    assert state.stack == calculator.state.stack
    assert calculator.x == 10


def test_nothing_runs_before_the_machine_goes_on() -> None:
    state = state_with(PROGRAM)
    enter(state, 12, "B")
    assert (state.stack[0], state.running) == (12, True)


def test_a_long_program_of_an_hp_11c_takes_registers() -> None:
    """As many as a calculator has into which it is loaded (BEHAVIOUR 9.4)."""
    for lines in (63, 64, 70, 71, 203):
        program = Program.parse("\n".join(["ENTER"] * lines), "11C")
        calculator = Calculator(model="11C")
        calculator.load(program)
        assert len(state_with(program).registers) == len(calculator.state.registers)
    too_long = Program.parse("\n".join(["ENTER"] * 300), "11C")
    assert state_with(too_long).registers == []
