"""The places of STO and RCL."""

from __future__ import annotations

import pytest

from hp15c import Calculator
from hp15c.errors import CalculatorError
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.state import cells
from hp15c.state.state import Descriptor, State
from hp15c.table.models import Model


def test_a_register_is_reached_by_name_and_through_i() -> None:
    state = State.fresh(Model.HP15C)
    cells.write(state, ".3", Number.of(7))
    state.i = Number.of("-13.9")
    assert cells.read(state, "(i)") == cells.read(state, ".3") == 7


def test_on_the_hp11c_number_20_is_i_itself() -> None:
    state = State.fresh(Model.HP11C)
    state.i = Number.of(20)
    assert cells.read(state, "(i)") == 20


def test_a_register_that_is_not_there_is_an_error() -> None:
    state = State.fresh(Model.HP15C)
    state.i = Number.of(500)
    with pytest.raises(CalculatorError, match="Error 3"):
        cells.read(state, "(i)")


@pytest.mark.parametrize(
    ("row", "column", "error"),
    [("0", "1", 3), ("1", "0.9", 3), ("1", "100", 3), ("A", "1", 1), ("1", "A", 1)],
)
def test_indices_are_checked_in_the_order_of_the_machine(row: str, column: str, error: int) -> None:
    """BEHAVIOUR 7.3."""
    values = [Descriptor("A") if one == "A" else Number.of(one) for one in (row, column)]
    with pytest.raises(CalculatorError, match=f"Error {error}"):
        cells.place(*values)


def test_indices_go_row_by_row_and_keep_their_fractions() -> None:
    calculator = Calculator()
    calculator.press("2 ENTER DIM A MATRIX 1")
    state = calculator.state
    state.registers[1] = Number.of("1.5")
    seen, wrapped = [], []
    for _ in range(4):
        wrapped.append(cells.advance_indices(Meter(), state, "A"))
        seen.append((str(state.registers[0]), str(state.registers[1])))
    assert seen == [("1", "2.5"), ("2", "1.5"), ("2", "2.5"), ("1", "1.5")]
    assert wrapped == [False, False, False, True]
