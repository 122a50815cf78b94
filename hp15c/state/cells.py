"""The places of STO and RCL: registers, I, (i) and matrix elements (BEHAVIOUR 4.8, 7.3, 9.4)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.functions.arithmetic import fraction_part
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ONE, Number
from hp15c.numbers.working import UNIT, add, clamp, widen
from hp15c.state.state import Descriptor, State, Value
from hp15c.table.instructions import LETTERS, REGISTERS
from hp15c.table.models import Model

I_BY_NUMBER: Final = 20  # on the HP-11C (i) reaches I itself as number 20
MANY: Final = 10**10
TOO_MANY: Final = 100  # rows or columns that no matrix has


def magnitude(value: Number) -> int:
    """The integer part without sign, at most 10**10. Counts, numbers and indices are taken so."""
    return abs(int(value)) if value.exponent < 10 else MANY


def _cell(state: State, operand: str) -> int | str | None:
    """The number of the register that an operand means, the matrix of an element, or None for I.

    Error 3 when the register does not exist.
    """
    number = REGISTERS.get(operand)
    if number is None:
        if operand == "I":
            return None
        element = matrix_name(state, operand)
        if element is not None:
            return element
        number = indirect(state)
        if number == I_BY_NUMBER and state.model is Model.HP11C:
            return None
    if number >= len(state.registers):
        raise CalculatorError(3)
    return number


def read(state: State, operand: str) -> Value:
    """The value of a register, I, (i) or a matrix element. Error 3 when it does not exist."""
    cell = _cell(state, operand)
    if isinstance(cell, int):
        return state.registers[cell]
    return state.i if cell is None else state.matrices[cell].get(*indices(state))


def write(state: State, operand: str, value: Value) -> None:
    """Store a value. Error 3 when the place does not exist, Error 1 for a descriptor in a matrix element."""
    cell = _cell(state, operand)
    if isinstance(cell, int):
        state.registers[cell] = value
    elif cell is None:
        state.i = value
    else:
        write_element(state, cell, value)


def write_element(state: State, name: str, value: Value) -> None:
    """Store a number in the element that R0 and R1 point to. Error 3 without it, Error 1 for a descriptor."""
    matrix, (row, column) = state.matrices[name], indices(state)
    matrix.get(row, column)
    if isinstance(value, Descriptor):
        raise CalculatorError(1)
    matrix.set(row, column, value)


def read_number(state: State, operand: str) -> Number:
    """The number in a place. Error 1 when it holds a descriptor."""
    value = read(state, operand)
    if isinstance(value, Descriptor):
        raise CalculatorError(1)
    return value


def index_number(state: State) -> Number:
    """The number in I. Error 1 when it holds a descriptor."""
    if isinstance(state.i, Descriptor):
        raise CalculatorError(1)
    return state.i


def indirect(state: State) -> int:
    """The register that (i) means."""
    return magnitude(index_number(state))


def matrix_name(state: State, operand: str) -> str | None:
    """The matrix whose element A to E, or (i) with a descriptor in I, means. None for a register."""
    if operand in LETTERS:
        return operand
    return state.i.name if isinstance(state.i, Descriptor) else None


def indices(state: State) -> tuple[int, int]:
    """Row and column of the element that R0 and R1 point to."""
    return place(state.registers[0], state.registers[1])


def place(row: Value, column: Value) -> tuple[int, int]:
    """Two indices as row and column, checked in the machine's order (BEHAVIOUR 7.3).

    Error 3 for an index below 1 and for a column from 100 on, then Error 1 for a descriptor.
    """
    if any(isinstance(index, Number) and not magnitude(index) for index in (row, column)):
        raise CalculatorError(3)
    if isinstance(column, Number) and magnitude(column) >= TOO_MANY:
        raise CalculatorError(3)
    if isinstance(row, Descriptor) or isinstance(column, Descriptor):
        raise CalculatorError(1)
    return magnitude(row), magnitude(column)


def advance_indices(meter: Meter, state: State, name: str) -> bool:
    """Move R0 and R1 to the next element, row by row. Returns whether they wrapped to 1, 1 (BEHAVIOUR 7.3).

    An index that goes up by one keeps its sign and fraction. An index that begins again keeps its fraction.
    """
    matrix, (row, column) = state.matrices[name], indices(state)
    registers = state.registers
    if column < matrix.columns:
        registers[1] = _one_more(meter, registers[1])
        return False
    registers[1] = _first(meter, registers[1])
    if row < matrix.rows:
        registers[0] = _one_more(meter, registers[0])
        return False
    registers[0] = _first(meter, registers[0])
    return True


def _one_more(meter: Meter, index: Value) -> Number:
    """The index that is one further away from 0."""
    assert isinstance(index, Number)
    return clamp(add(meter, widen(index), -UNIT if index.negative else UNIT))


def _first(meter: Meter, index: Value) -> Number:
    """The index 1, with the fraction of the former index and the sign of that fraction."""
    assert isinstance(index, Number)
    return _one_more(meter, fraction_part(meter, index))


def reset_indices(state: State) -> None:
    """MATRIX 1: R0 and R1 become 1."""
    state.registers[0] = state.registers[1] = ONE
