"""Functions of a program run with the calculator's numbers as they are written."""

from __future__ import annotations

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
