"""Short ways to a program and a calculator in tests."""

from __future__ import annotations

from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, ROWS, Step
from hp15c.table.models import Model


def steps(text: str) -> tuple[Step, ...]:
    """Steps from text like "LBL A; STO + 1; 12.5; RTN", by the names and operands of the table."""
    found: list[Step] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        if part.replace(".", "", 1).isdigit():
            found += [Step(ROWS["."]) if key == "." else Step(ROWS["digit"], key) for key in part]
            continue
        user = part.startswith("u ")
        name, _, operand = part.removeprefix("u ").rpartition(" ")
        row = ROWS.get(part.removeprefix("u "))
        if row is not None and not row.operands:
            found.append(Step(row))
        else:
            found.append(Step(ROWS[name], operand, user))
    return tuple(found)


def loaded(text: str, model: Model = Model.HP15C) -> State:
    """A calculator with a program in it."""
    state = State.fresh(model)
    state.program = Program(model, steps(text))
    memory.fit_registers(state)
    return state


def press(state: State, text: str) -> State:
    """Instructions pressed as keys. Programs that they start run to the end. R/S starts from the line."""
    for step in steps(text):
        if step.name == "R/S":
            machine.start(state)
        else:
            machine.keyboard(state, step)
        if state.running:
            machine.run(state, limit=100_000)
    return state


def levels(state: State) -> list[str]:
    """X, Y, Z and T as text."""
    return [str(value) for value in state.stack]


def number(text: str) -> Number:
    """A Number from text."""
    return Number.of(text)


def fill(state: State, name: str, rows: list[list[float]]) -> None:
    """Make a matrix these rows."""
    assert name in LETTERS
    matrix = state.matrices[name]
    matrix.redimension(len(rows), len(rows[0]))
    matrix.elements[:] = [Number.of(str(x)) for row in rows for x in row]
