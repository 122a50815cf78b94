"""A calculator's memory in the terms of the measurements (tests/firmware)."""

from __future__ import annotations

from hp15c import Number
from hp15c.functions.matrix import raw_elements
from hp15c.numbers.number import MINUS_ZERO
from hp15c.state.state import State, Value


def value(text: str) -> Number | str:
    """A level or register as a record writes it."""
    if text == "-0" or text.startswith("-0.000000000"):
        return MINUS_ZERO
    return text if text.startswith("MAT") else Number.of(text)


def plain(value: Value) -> Number | str:
    """A level or register in the same terms: a descriptor by its text."""
    return value if isinstance(value, Number) else str(value)


def registers(state: State) -> dict[str, object]:
    """The registers that are not zero, I included, descriptors as text."""
    named = {str(number): value for number, value in enumerate(state.registers)} | {"I": state.i}
    return {name: plain(value) for name, value in named.items() if value != 0}


def matrices(state: State) -> dict[str, list[object]]:
    """The matrices that have elements, each as rows, columns, elements in the records' notation."""
    return {
        name: [matrix.rows, matrix.columns, raw_elements(matrix)]
        for name, matrix in state.matrices.items()
        if matrix.elements
    }


def listing(state: State) -> list[str]:
    """The displays of all program lines, 000 included."""
    lines = enumerate(state.program.steps, 1)
    return [" 000-      ", *(" " + step.display(state.model, number) for number, step in lines)]
