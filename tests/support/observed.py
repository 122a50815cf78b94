"""A calculator's memory in the terms of the measurements (tests/firmware)."""

from __future__ import annotations

from hp15c import Number
from hp15c.functions.matrix import HIGHEST_PIVOT, Matrix
from hp15c.numbers.number import MINUS_ZERO
from hp15c.state.state import State, Value

_TAG_DIGITS_BELOW_ONE = "98abcdef"
assert len(_TAG_DIGITS_BELOW_ONE) == HIGHEST_PIVOT


def raw_elements(matrix: Matrix) -> list[str]:
    """Every element as a measurement lists it: '-6.300000000e-03', or '#' and the register's 14 hex digits.

    The latter is what a pivot row above 1 looks like (MATH 24.2): sign, mantissa, tag, exponent mod 100.
    """
    return [_raw(element, matrix.tags.get(place, 1)) for place, element in enumerate(matrix.elements)]


def _raw(x: Number, tag: int) -> str:
    digits = f"{x.mantissa:010d}"
    if tag == 1:
        return f"{'-' if x.negative else ''}{digits[0]}.{digits[1:]}e{x.exponent:+03d}"
    tag_digit = _TAG_DIGITS_BELOW_ONE[tag - 1] if x.exponent < 0 else str(tag - 1)
    return f"#{9 if x.negative else 0}{digits}{tag_digit}{x.exponent % 100:02d}"


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
