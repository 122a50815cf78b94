"""Functions of a program run with the calculator's numbers as they are written."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.python_side import PythonSide
from hp15c.numbers.number import Number

SOURCE = """from generator.language import array, program

held = array(1)

@program("A")
def f(w, x):
    held[0] = x
    w **= 2
    held[0] **= 2
    return w, held[0], (x * 1) ** 2
"""

WHOLE = """from generator.language import program

@program("A")
def f(x):
    return int(x / 3) * 1.5, int(-x)
"""


def test_int_is_the_key_int() -> None:
    python = PythonSide(front.parse(WHOLE))
    found = python.run(EntryCall("A", (Number.of("8.9"),)))
    assert found.results == (Number.of(3), Number.of(-8))
    found = python.run(EntryCall("A", (Number.of("9e40"),)))
    assert found.results == (Number.of("4.5e40"), Number.of("-9e40"))


def test_an_exponent_that_is_written_as_2_is_the_key_in_an_assignment_too() -> None:
    number = Number.of("236341208.5")
    found = PythonSide(front.parse(SOURCE)).run(EntryCall("A", (number, number)))
    assert found.results == (Number.of("5.585716684e16"),) * 3, "55857166835240472.25, rounded to ten digits"


COUNTED = """from generator.language import program

@program("A")
def f(x, y):
    big = x > 3
    return (x > y) / (big + (y > 1) + (not x)), -(x > y) // (big + big), sum(v > x for v in (9, 8)) / 3
"""


def test_conditions_and_counts_are_numbers_of_the_calculator() -> None:
    """Python's own 1 / 3 has 17 digits, and its -1 // 2 is -1."""
    python = PythonSide(front.parse(COUNTED))
    found = python.run(EntryCall("A", (Number.of(5), Number.of(2))))
    assert found.results == (Number.of("0.5"), Number.of(0), Number.of("0.6666666667"))
    assert python.run(EntryCall("A", (Number.of(1), Number.of(1)))).end == "Error 0"


def test_a_long_loop_that_computes_nothing_is_given_up() -> None:
    python = PythonSide(
        front.parse(
            'from generator.language import program\n@program("A")\ndef f(x):\n'
            "    for i in range(x):\n        pass\n    return x\n"
        )
    )
    assert python.run(EntryCall("A", (Number.of("1e9"),))).end == "too long"


@pytest.mark.parametrize(("given", "end"), [("3", "results"), ("1e-50", "outside"), ("2.5", "outside")])
def test_a_sum_that_is_an_end_of_a_loop_has_whole_parts(given: str, end: str) -> None:
    """1E-50 + 1 is 1, but 1E-50 is no count."""
    python = PythonSide(
        front.parse(
            'from generator.language import program\n@program("A")\ndef f(x):\n    s = 0\n'
            "    for i in range(1, x + 1):\n        s += i\n    return s\n"
        )
    )
    found = python.run(EntryCall("A", (Number.of(given),)))
    assert found.end == end
    assert found.results == ((Number.of(6),) if end == "results" else ())


@pytest.mark.parametrize(
    ("given", "end"), [("1", "results"), ("0.9999999999", "outside"), ("1e10", "outside"), ("-1", "outside")]
)
def test_a_sum_that_is_an_index_has_whole_parts(given: str, end: str) -> None:
    """0.9999999999 + 1 is 2, but a listing may leave a sum of 1 and -1 out."""
    python = PythonSide(
        front.parse(
            'from generator.language import array, program\na = array(3)\n@program("A")\ndef f(x):\n'
            "    a[1] = 7\n    return a[x + 1 - 1]\n"
        )
    )
    assert python.run(EntryCall("A", (Number.of(given),))).end == end
