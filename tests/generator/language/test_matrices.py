"""The words of matrices: what they do on Python is what the listing that they compile to does."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.language.machine import PythonMachine, running_on
from hp15c.errors import CalculatorError, Unsupported
from hp15c.numbers.number import Number
from tests.generator.language.test_complex_numbers import loaded

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


@pytest.mark.slow
@pytest.mark.each
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


REGISTERS = """from generator.language import array, dim_registers, program, register

total = register(1)
numbers = array(5, at=20)

@program("A")
def begin(n):
    dim_registers(24)
    for place in range(5):
        numbers[place] = n * place
    return n + 1

@program("B")
def summed():
    global total
    total = 0
    for place in range(5):
        total += numbers[place]
    return total

@program("C")
def too_many():
    dim_registers(99)
    return 1
"""


def test_dim_registers_makes_the_registers_that_an_array_takes(tmp_path: Path) -> None:
    module, calculator = loaded(REGISTERS, tmp_path)
    with running_on(PythonMachine()) as machine:
        assert str(module.begin(Number.of(3))) == "4"
        assert machine.state.highest_register == 24
        assert str(module.summed()) == "30"
        with pytest.raises(CalculatorError, match="Error 10"):
            module.too_many()
    calculator.press("3 GSB A")
    assert (str(calculator.x), calculator.state.highest_register) == ("4", 24)
    calculator.press("GSB B")
    assert str(calculator.x) == "30"
    calculator.press("GSB C")
    assert "Error 10" in calculator.display


def test_code_keeps_its_own_values_in_the_registers_that_are_left() -> None:
    """Three values wait for others, and only two registers are free between R0 and R2."""
    source = (
        "from generator.language import dim_registers, program, register, sqrt\n"
        "kept = register(0)\n\n@program('A')\ndef one(x, y):\n    global kept\n    dim_registers({})\n"
        "    kept = x\n    a = sqrt(y + 3)\n    return a * y + a / kept\n"
    )
    used = {one.operand for one in quick_code(front.parse(source.format(9))).program.steps}
    assert "3" in used
    with pytest.raises(Unsupported, match="more values are wanted"):
        quick_code(front.parse(source.format(2)))
