"""Lines with matrices are functions of what they read, also when what they read is put in anew."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler.validation import opaque
from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c import Calculator, Program
from hp15c.errors import CalculatorError
from hp15c.functions.matrix import Matrix
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.operations.matrix import recall_element, store_element
from hp15c.operations.readable import HANDED_OVER
from hp15c.state.state import State
from hp15c.table.instructions import ROWS, Step
from hp15c.table.models import Model
from hp15c.terms.substitution import MAKERS, Substitution
from hp15c.terms.term import FALSE, MATRIX, NUMBER, TRUE, Term, constant, input_of


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


SIZES = (1, 2, 3)


@pytest.mark.parametrize("row", ["RCL", "STO"])
def test_the_next_element_is_that_of_the_calculator(row: str) -> None:
    """The size stands in a DIM before, of that matrix or before one of another, and elements leave it."""
    one = Step(ROWS[row], "A", user=True)
    for rows, columns, r, c in product(SIZES, SIZES, range(1, 4), range(1, 4)):
        calculator = Calculator("15C")
        begin = f"LBL A\n{rows}\nENTER\n{columns}\nDIM A\n{r}\nSTO 0\n{c}\nSTO 1\n0\nSTO 5\n"
        calculator.load(Program.parse(f"{begin}u {row} A\nRTN\n1\nSTO 5\nRTN", "15C"))
        calculator.press("GSB A")
        numbers = [constant(Number.of(number)) for number in (r, c)]
        operands = (sized(rows, columns), *numbers, *[input_of("x", NUMBER)] * (row == "STO"))
        there = r <= rows and c <= columns
        assert (calculator.error is None) == there == (opaque.failure(one, operands) is FALSE)
        if there:
            held = []
            for register in "015":
                calculator.press(f"RCL {register}")
                held.append(str(calculator.x))
            behind = [str(place.number) for place in opaque.pointers_behind(one, operands)]
            last = opaque.is_last(one, operands)
            assert last in (TRUE, FALSE)
            assert [*behind, "1" if last is TRUE else "0"] == held


def sized(rows: int, columns: int) -> Term:
    """Matrix A behind DIM A, an element stored, and DIM B."""
    pieces = [input_of(f"piece {number}") for number in range(len(opaque.PIECES))]
    size = [constant(Number.of(number)) for number in (columns, rows)]
    matrix = opaque.changed_matrices(Step(ROWS["DIM"], "A"), (*pieces, *size))["A"]
    matrix = opaque.changed_matrices(Step(ROWS["STO"], "A", user=True), (matrix, *size, *size))["A"]
    pieces[0] = matrix
    other = [input_of("other columns"), input_of("other rows")]
    return opaque.changed_matrices(Step(ROWS["DIM"], "B"), (*pieces, *other))["A"]


def test_where_the_size_is_not_known_the_next_element_is_not() -> None:
    one, number = Step(ROWS["RCL"], "A", user=True), constant(Number.of(1))
    pieces = [sized(2, 2), *[input_of(f"piece {number}") for number in range(5)]]
    other = opaque.changed_matrices(Step(ROWS["MATRIX"], "4"), (*pieces, input_of("x", MATRIX)))["A"]
    for operands in ((other, number, number), (sized(2, 2), input_of("row"), number)):
        assert opaque.failure(one, operands) is not FALSE
        assert opaque.is_last(one, operands) not in (TRUE, FALSE)
        assert all(place.number is None for place in opaque.pointers_behind(one, operands))


@pytest.mark.parametrize("row", ["RCL g", "STO g"])
def test_an_element_by_numbers_ends_in_error_3_and_in_no_other(row: str) -> None:
    """Tried with all kinds of numbers as indices. Beside a descriptor another Error comes, too."""
    step, numbers = (
        Step(ROWS[row], "A"),
        ("-1", "0", "0.5", "1", "2.9", "3", "64", "99", "100", "1e10", "1e99"),
    )
    execute = recall_element if row == "RCL g" else store_element
    errors = set()
    for indices in product(map(Number.of, numbers), repeat=2):
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
