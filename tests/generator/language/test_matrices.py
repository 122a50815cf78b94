"""The words of matrices: what they do on Python is what the listing that they compile to does."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.language.machine import PythonMachine, running_on
from hp15c.numbers.number import Number
from tests.generator.language.test_complex_lines import loaded

SOURCE = """from generator.language import (
    clear_matrices, column, dim, double_complex, first_element, halve_complex, here, join_complex, matrix,
    norm, part_complex, program, put, put_here, put_next, residual, row, row_norm, set_column, set_row,
    size, take, take_next, transposed_product,
)

a = matrix("A")
b = matrix("B")
c = matrix("C")

@program("A")
def filled(rows, columns):
    clear_matrices()
    dim(a, rows, columns)
    first_element()
    n = 1
    while True:
        more = put_next(a, n * n)
        if more == 0:
            break
        n += 1
    total = 0
    while True:
        x, more = take_next(a)
        total += x
        if more == 0:
            break
    return total

@program("B")
def place_arrays(x):
    dim(b, 2, 3)
    set_row(2)
    set_column(1)
    put(b, x)
    put_here(b, x + 1)
    at = 10 * row() + column()
    first = here(b)
    second = take(b)
    return at, 1000 * first + 10 * second + row() * 100 + column()

@program("C")
def products(x):
    dim(a, 2, 2)
    dim(b, 2, 2)
    a[:] = x
    b[:] = 3
    b[1, 2] = x
    c[:] = transposed_product(a, b)
    c[:] = residual(a, b)
    largest = row_norm(c)
    length = norm(c)
    return largest, length

@program("D")
def complex_matrices(x):
    dim(a, 2, 2)
    a[:] = x
    double_complex(a)
    rows, columns = size(a)
    halve_complex(a)
    join_complex(a)
    more, less = size(a)
    part_complex(a)
    last, end = size(a)
    return 1000 * rows + 100 * columns + 10 * more + less, 10 * last + end

@program("E")
def filled_and_shown(x):
    dim(c, 1, x)
    c[:] = x
    return c
"""


@pytest.mark.parametrize(
    ("label", "name", "typed"),
    [
        ("A", "filled", ("2", "3")),
        ("A", "filled", ("1", "1")),
        ("B", "place_arrays", ("7",)),
        ("C", "products", ("4",)),
        ("C", "products", ("2.5",)),
        ("D", "complex_matrices", ("6",)),
    ],
)
def test_python_and_the_listing_agree(label: str, name: str, typed: tuple[str, ...], tmp_path: Path) -> None:
    module, calculator = loaded(SOURCE, tmp_path)
    with running_on(PythonMachine()):
        found = getattr(module, name)(*map(Number.of, typed))
    results = found if isinstance(found, tuple) else (found,)
    calculator.press(f"{' ENTER '.join(typed)} GSB {label}")
    shown = [calculator.x, calculator.y][: len(results)]
    assert list(reversed(results)) == shown


def test_a_matrix_that_is_returned_is_shown(tmp_path: Path) -> None:
    module, calculator = loaded(SOURCE, tmp_path)
    with running_on(PythonMachine()):
        assert repr(module.filled_and_shown(2)) == "matrix C: [2, 2]"
    calculator.press("2 GSB E")
    assert calculator.display.split() == ["C", "1", "2"]
