"""The keys of a person, without the rules of the keyboard: key in a number, start by R/S or GSB."""

from __future__ import annotations

from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.memory import fit_registers
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.machines import Machine


def state_with(program: Program, make: Machine | None = None) -> State:
    """A calculator after memory loss with a program in memory, whether it fits or not.

    Of an HP-11C's registers, long programs take the highest ones (BEHAVIOUR 9.4).
    """
    state = State.fresh(program.model, make)
    state.program = program
    fit_registers(state)
    return state


def enter(state: State, number: int, label: str | None = None) -> None:
    """Key a number in and start the program: with R/S, or with GSB and a label. `machine.run` goes on.

    R/S counts the number of its line, as it does after a run that has jumped: engines do not follow whether
    one has.
    """
    state.running, state.message, state.line_known = False, None, False
    state.end_entry()
    state.push(Number.of(number))
    state.lift = True
    start(state, label)


def start(state: State, label: str | None = None) -> None:
    """Start the program with R/S, or with GSB and a label."""
    if label is None:
        machine.start(state)
    else:
        machine.keyboard(state, step("GSB", label))


def play(
    state: State, number: int, label: str | None = None, *, observer: machine.Observer | None = None
) -> machine.Stop:
    """Key a number in, start the program and let it run to its end."""
    enter(state, number, label)
    return machine.run(state, observer=observer)
