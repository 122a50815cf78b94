"""Lines with matrices are functions of what they read, also when what they read is put in anew."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler.validation import opaque
from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c.errors import CalculatorError
from hp15c.functions.matrix import Matrix
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.operations.matrix import recall_element, store_element
from hp15c.operations.readable import HANDED_OVER
from hp15c.state import cells
from hp15c.state.state import State
from hp15c.table.instructions import ROWS, Step
from hp15c.table.models import Model
from hp15c.terms.substitution import MAKERS, Substitution
from hp15c.terms.term import FALSE, MATRIX, NUMBER, input_of


def test_no_operation_of_matrices_has_the_name_of_another() -> None:
    assert not opaque.KINDS.keys() & MAKERS.keys()


@pytest.mark.parametrize(("row", "operand"), [("STO g", "A"), ("DIM", "A"), ("MATRIX", "9")])
def test_what_a_line_changes_follows_what_is_put_in(row: str, operand: str) -> None:
    step = Step(ROWS[row], operand)
    before, after = (tuple(input_of(f"{name}{k}", NUMBER) for k in range(9)) for name in "ab")
    put_in = Substitution(dict(zip(before, after, strict=True)))
    for changed, wanted in ((opaque.changed_matrices(step, one) for one in (before, after)),):
        assert {letter: put_in(term) for letter, term in changed.items()} == wanted
        assert wanted


def test_only_lines_that_never_fail_are_said_to_have_a_result() -> None:
    operands = *map(input_of, "xz"), input_of("y", NUMBER | MATRIX)
    rows = {row for one in MATRIX_OPERATIONS.values() for row, _ in one.lines}
    never = {row for row in rows if opaque.failure(Step(ROWS[row], "A"), operands) is FALSE}
    assert never == {"RCL MATRIX", "RESULT", "RCL DIM"}
    for row, size in product(sorted(never), ((0, 0), (2, 3))):
        state = State.fresh(Model.HP15C)
        state.matrices["A"] = Matrix.zero(*size)
        HANDED_OVER[row](Meter(), state, Step(ROWS[row], "A"))


NUMBERS = ("-1", "0", "0.5", "1", "-2", "2.9", "3", "64", "99", "100", "1e10", "1e99")


@pytest.mark.parametrize("row", ["RCL", "STO"])
def test_an_element_at_the_pointers_is_that_by_its_row_and_column(row: str) -> None:
    """With numbers of all kinds in R0 and R1: the calculator has the same number, matrix and Error."""
    matrix, r, c, value = (input_of(name) for name in ("matrix", "row", "column", "value"))
    stored, placed, other = [value] * (row == "STO"), Step(ROWS[row], "A"), Step(ROWS[f"{row} g"], "A")
    assert opaque.by_numbers(placed, (matrix, r, c, *stored)) == opaque.by_numbers(
        other, (matrix, c, r, *stored)
    )
    number = Number.of(5)
    for indices in product(map(Number.of, NUMBERS), repeat=2):
        ends = []
        for by_pointers in (True, False):
            state = State.fresh(Model.HP15C)
            state.matrices["A"] = Matrix.zero(2, 3)
            state.matrices["A"].fill(Number.of(7))
            state.registers[:2] = indices if by_pointers else (number, number)
            state.stack[:3] = number, number, number
            if not by_pointers:
                state.stack[:3] = indices[1], indices[0], number
            try:
                if not by_pointers:
                    HANDED_OVER[f"{row} g"](Meter(), state, other)
                    end = str(state.stack[0])
                elif row == "STO":
                    cells.write(state, "A", number)
                    end = str(number)
                else:
                    end = str(cells.read(state, "A"))
            except CalculatorError as error:
                end = str(error)
            ends.append((end, list(state.matrices["A"].elements)))
        assert ends[0] == ends[1]


@pytest.mark.parametrize("row", ["RCL g", "STO g"])
def test_an_element_by_numbers_ends_in_error_3_and_in_no_other(row: str) -> None:
    """Tried with all kinds of numbers as indices. Beside a descriptor another Error comes, too."""
    step = Step(ROWS[row], "A")
    execute = recall_element if row == "RCL g" else store_element
    errors = set()
    for indices in product(map(Number.of, NUMBERS), repeat=2):
        state = State.fresh(Model.HP15C)
        state.matrices["A"] = Matrix.zero(2, 3)
        state.stack[:2] = indices
        try:
            execute(Meter(), state, step)
        except CalculatorError as error:
            errors.add(str(error))
    assert errors == {"Error 3"}
    assert opaque.error(step, (input_of("x"), input_of("y"), input_of("z"))) == 3
    assert opaque.error(step, (input_of("x"), input_of("y", NUMBER | MATRIX))) is None
    assert opaque.error(Step(ROWS["DIM"], "A"), (input_of("x"), input_of("y"))) is None
