"""Matrices against their measurements: elements, LU forms with pivots, norms, determinants."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal, localcontext
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from hp15c.errors import CalculatorError, InputError
from hp15c.functions import lu, matrix
from hp15c.functions.matrix import Matrix, MatrixResult
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.numbers.working import Working, pack
from tests.support.observed import raw_elements
from tests.support.records import records
from tests.support.small_matrices import SmallMatrices, UnsupportedError


def replay(record: dict[str, Any]) -> None:
    """Press the record's keys and compare X, matrices, error and overflow.

    UnsupportedError for other keys.
    """
    bench = SmallMatrices()
    seen_error = ""
    try:
        bench.press(record["keys"])
    except CalculatorError as error:
        seen_error = f"Error {error.number}"
    shown = " ".join(record["display"].split())
    assert seen_error == (shown if "Error" in shown else "")
    assert bench.overflow == bool(record.get("blinking"))
    seen = bench.shown()
    x = record["x"]
    assert seen["x"] == (x if x.startswith("MAT") else Number.of(x))
    assert seen["matrices"] == record.get("matrices", {})


# What needs a whole calculator: memory, functions that refuse descriptors, random keys.
BEYOND = ("dimrcl", "fn", "sequence")
RECORDED = [record for record in records("matrix") if record["op"] not in BEYOND]


@pytest.mark.first
@pytest.mark.parametrize("op", sorted({record["op"] for record in RECORDED}))
def test_recorded_operations(op: str) -> None:
    for record in RECORDED:
        if record["op"] == op:
            replay(record)


def test_recorded_behaviour() -> None:
    """All behaviour records about matrices that need no more of a calculator than is here."""
    replayed = 0
    for record in records("behaviour"):
        if record["topic"] in ("7 matrices", "7 matrices (more)"):
            try:
                replay(record)
            except UnsupportedError:
                continue
            replayed += 1
    assert replayed >= 118


def matrix_of(*rows: str) -> Matrix:
    """A matrix from rows of texts: '1 2.5 -3'."""
    elements = [[Number.of(text) for text in row.split()] for row in rows]
    return Matrix(len(rows), len(elements[0]), [x for row in elements for x in row])


def numbers(m: Matrix) -> list[str]:
    return [str(x) for x in m.elements]


WORKED = matrix_of("1.1 2.3 3.7", "4.9 5.3 6.1", "7.7 8.9 -9.3")


def test_worked_decomposition() -> None:
    """MATH 24.6."""
    form, overflow = lu.decompose(Meter(), WORKED)
    assert not overflow
    assert form.pivots == [3, 3, 3]
    assert numbers(form) == [
        *("7.7", "8.9", "-9.3"),
        *("0.1428571429", "1.028571428", "5.028571429"),
        *("0.6363636364", "-0.3535353541", "13.7959596"),
    ]
    assert lu.determinant(Meter(), form) == Working(False, 2, 1092639999712)
    assert not WORKED.is_lu


def test_worked_singular_matrices() -> None:
    """MATH 24.6: a zero pivot becomes a tiny number."""
    form, _ = lu.decompose(Meter(), matrix_of("1 2", "2 4"))
    assert numbers(form) == ["2", "4", "0.5", "1e-10"]
    assert pack(lu.determinant(Meter(), form)) == (Number.of("-2e-10"), False)
    assert numbers(lu.inverse(Meter(), form)[0]) == ["-2e10", "1e10", "1e10", "-5000000000"]
    form, _ = lu.decompose(Meter(), Matrix.zero(2, 2))
    assert numbers(form) == ["1e-99", "0", "0", "1e-99"]
    assert pack(lu.determinant(Meter(), form)) == (ZERO, False)
    assert numbers(lu.inverse(Meter(), form)[0]) == ["1e99", "0", "0", "1e99"]


def test_a_zero_pivot_in_a_minute_column() -> None:
    """Nothing below 1e-99 fits a register, so it is the least that a zero pivot becomes."""
    form, _ = lu.decompose(Meter(), matrix_of("1e-95 1e-95", "1e-95 1e-95"))
    assert numbers(form) == ["1e-95", "1e-95", "1", "1e-99"]


def test_one_zero_is_no_divisor() -> None:
    form, _ = lu.decompose(Meter(), Matrix.zero(1, 1))
    assert pack(lu.determinant(Meter(), form)) == (ZERO, False)
    divisions: list[Callable[[], MatrixResult]] = [
        lambda: lu.inverse(Meter(), form),
        lambda: lu.solve(Meter(), form, matrix_of("5")),
        lambda: lu.divide_number(Meter(), Number.of(5), form),
        lambda: matrix.with_number(Meter(), "÷", WORKED, ZERO),
    ]
    for operation in divisions:
        with pytest.raises(CalculatorError, match="Error 0"):
            operation()


def test_nothing_at_all() -> None:
    nothing = Matrix.zero(0, 0)
    form, _ = lu.decompose(Meter(), nothing)
    assert pack(lu.determinant(Meter(), form)) == (Number.of(1), False)
    assert lu.inverse(Meter(), form) == (nothing, False)
    assert matrix.transpose(nothing) == matrix.double_complex(nothing) == nothing


def test_an_lu_form_is_used_as_it_is() -> None:
    form, _ = lu.decompose(Meter(), WORKED)
    assert lu.decompose(Meter(), form)[0] == form
    for result, _ in (
        matrix.element_wise(Meter(), "+", form, form),
        matrix.with_number(Meter(), "+", form, ZERO),
        lu.inverse(Meter(), form),
    ):
        assert not result.is_lu
    assert not matrix.negate(form).is_lu
    assert not matrix.transpose(form).is_lu


def test_raw_elements_show_pivot_rows() -> None:
    """The records' examples of MATH 24.2: row 2 and 3, exponents of both signs, row 1."""
    form = Matrix(
        3, 3, [*matrix_of("6125.38 1 1", "1 -13.93659137 1", "1 1 0.025").elements], {0: 3, 4: 3, 8: 3}
    )
    raw = raw_elements(form)
    assert (raw[0], raw[4], raw[8]) == ("#06125380000203", "#91393659137201", "#02500000000a98")
    form.tags = {8: 2}
    assert (raw_elements(form)[0], raw_elements(form)[8]) == ("6.125380000e+03", "#02500000000898")


def test_stores_and_the_lu_mark() -> None:
    form, _ = lu.decompose(Meter(), WORKED)
    form.set(2, 2, Number.of(9))
    assert form.pivots == [3, 1, 3]
    form.fill(ZERO)
    assert not form.is_lu


def test_redimensioning_keeps_the_order_by_rows() -> None:
    m = matrix_of("1 2 3", "4 5 6")
    m.redimension(3, 3)
    assert numbers(m) == ["1", "2", "3", "4", "5", "6", "0", "0", "0"]
    m.redimension(1, 4)
    assert numbers(m) == ["1", "2", "3", "4"]
    m.redimension(0, 4)
    assert m == Matrix.zero(5, 0)


def test_other_dimensions_hide_the_lu_mark() -> None:
    """BEHAVIOUR 7.2: the tags stay with the elements. It is an LU form while its last element has one."""
    form, _ = lu.decompose(Meter(), WORKED)
    before = form.copy()
    for rows, columns in ((3, 4), (1, 9), (3, 3)):
        form.redimension(rows, columns)
        assert form.is_lu == (rows == columns)
    assert form == before
    form.redimension(2, 2)
    form.redimension(3, 3)
    assert not form.is_lu


def test_a_mark_that_other_dimensions_bring_about() -> None:
    """The second pivot of a 7 x 7 stands where a 3 x 3 has its last element."""
    seven = Matrix(7, 7, [Number.of(1 + (5 * k) % 47) for k in range(49)])
    form, _ = lu.decompose(Meter(), seven)
    form.redimension(3, 3)
    assert form.is_lu
    lu.inverse(Meter(), form)
    lu.determinant(Meter(), form)
    form.redimension(2, 3)
    with pytest.raises(CalculatorError, match="Error 11"):
        lu.decompose(Meter(), form)


@pytest.mark.parametrize(("row", "column"), [(0, 1), (1, 0), (4, 1), (1, 4)])
def test_error_3_outside(row: int, column: int) -> None:
    with pytest.raises(CalculatorError, match="Error 3"):
        WORKED.get(row, column)
    with pytest.raises(CalculatorError, match="Error 3"):
        WORKED.copy().set(row, column, ZERO)


def test_error_11_for_wrong_dimensions() -> None:
    wide = matrix_of("1 2 3", "4 5 6")
    row = matrix_of("1 2 3")
    misfits: list[Callable[[], object]] = [
        lambda: matrix.element_wise(Meter(), "+", wide, WORKED),
        lambda: matrix.element_wise(Meter(), "−", WORKED, wide),
        lambda: matrix.multiply(Meter(), WORKED, wide),
        lambda: matrix.transpose_multiply(Meter(), WORKED, wide),
        lambda: matrix.residual(Meter(), wide, WORKED, WORKED),
        lambda: matrix.residual(Meter(), WORKED, WORKED, wide),
        lambda: matrix.double_complex(row),
        lambda: matrix.halve_complex(row),
        lambda: matrix.part_complex(row),
        lambda: matrix.join_complex(row),
        lambda: lu.decompose(Meter(), wide),
        lambda: lu.solve(Meter(), lu.decompose(Meter(), WORKED)[0], wide),
    ]
    for operation in misfits:
        with pytest.raises(CalculatorError, match="Error 11"):
            operation()


def test_a_number_on_either_side() -> None:
    """The examples of BEHAVIOUR 7.5."""
    a, two = matrix_of("1 2", "3 4"), Number.of(2)
    assert numbers(matrix.with_number(Meter(), "−", a, two)[0]) == ["-1", "0", "1", "2"]
    assert numbers(matrix.with_number(Meter(), "−", two, a)[0]) == ["1", "0", "-1", "-2"]
    assert numbers(matrix.with_number(Meter(), "÷", a, two)[0]) == ["0.5", "1", "1.5", "2"]
    quotient, _ = lu.divide_number(Meter(), two, lu.decompose(Meter(), a)[0])
    assert [round(x.decimal, 8) for x in quotient.elements] == [-4, 2, 3, -1]


def test_overflow_goes_on_with_the_greatest_number() -> None:
    m = matrix_of("9e99 1", "1 -9e99")
    assert matrix.with_number(Meter(), "×", m, Number.of(10)) == (
        Matrix(2, 2, [GREATEST, Number.of(10), Number.of(10), -GREATEST]),
        True,
    )
    assert not matrix.with_number(Meter(), "+", m, Number.of(1))[1]


elements = arbitrary.builds(
    lambda mantissa, exponent: Number.of(f"{mantissa}e{exponent}"),
    arbitrary.integers(-9_999_999_999, 9_999_999_999),
    arbitrary.integers(-20, 10),
)


@arbitrary.composite
def square_matrices(draw: arbitrary.DrawFn) -> Matrix:
    n = draw(arbitrary.integers(1, 4))
    return Matrix(n, n, draw(arbitrary.lists(elements, min_size=n * n, max_size=n * n)))


@pytest.mark.slow
@given(square_matrices())
def test_factors_multiply_back(m: Matrix) -> None:
    """P A = L U to within the rounding of ten digits, unless a pivot had to be replaced."""
    form, _ = lu.decompose(Meter(), m)
    pivots, n = form.pivots, m.rows
    assert pivots is not None
    rows = [m.elements[i * n : (i + 1) * n] for i in range(n)]
    for k, pivot in enumerate(pivots):
        assert pivot > k
        rows[k], rows[pivot - 1] = rows[pivot - 1], rows[k]
    with localcontext() as context:
        context.prec = 60
        for j in range(n):
            largest = max(abs(row[j].decimal) for row in rows)
            for i in range(n):
                terms = [
                    (form.get(i + 1, k + 1).decimal if k < i else Decimal(1)) * form.get(k + 1, j + 1).decimal
                    for k in range(min(i, j) + 1)
                ]
                # A replaced pivot is ten digits below the column. Element growth is at most 2**(n - 1).
                assert abs(sum(terms) - rows[i][j].decimal) <= largest * Decimal("1e-7") + Decimal("1e-98")


@pytest.mark.slow
@given(square_matrices())
def test_rearrangements_undo_each_other(m: Matrix) -> None:
    assert matrix.transpose(matrix.transpose(m)) == m
    assert matrix.negate(matrix.negate(m)) == m
    doubled = matrix.transpose(m)
    doubled.redimension(2 * m.rows, m.columns)
    assert matrix.halve_complex(matrix.double_complex(doubled)) == doubled
    assert matrix.part_complex(matrix.join_complex(doubled)) == doubled


@pytest.mark.slow
@given(square_matrices())
def test_saved_and_read_back(m: Matrix) -> None:
    for saved in (m, lu.decompose(Meter(), m)[0]):
        assert Matrix.from_json(json.loads(json.dumps(saved.to_json()))) == saved == saved.copy()


@pytest.mark.parametrize(
    "change",
    [
        {"rows": -1},
        {"rows": 4},
        {"columns": 0},
        {"columns": "3"},
        {"elements": []},
        {"elements": ["0"] * 8 + ["zero"]},
        {"elements": "123456789"},
        {"tags": [1, 2, 3]},
        {"tags": [9] * 9},
        {"tags": [True] * 9},
    ],
)
def test_nonsense_is_refused(change: dict[str, object]) -> None:
    form, _ = lu.decompose(Meter(), WORKED)
    with pytest.raises(InputError, match="saved matrix"):
        Matrix.from_json(form.to_json() | change)
    with pytest.raises(InputError):
        Matrix.from_json(None)
