"""The programs of the shelf: their examples are true, and the listings say what the examples say."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from generator.compiler.checking.examples import tolerance
from hp15c import Calculator
from hp15c.inspect.cases import check_case, suite_of_notes
from hp15c.listing.program import Program
from programs.compiled_listings import FOLDERS, SOURCES
from tests.support.shares import few
from tests.support.shelf_truth import LinearEquations, RungeKutta, Simpson, expected, truth_of

SHELF = FOLDERS[1]
COMPILED = [source.stem for source in SOURCES if source.parent == SHELF]
LISTINGS = sorted([*SHELF.glob("*.15c"), *SHELF.glob("*.11c")])


def sequences(names: dict[str, Any]) -> list[list[Any]]:
    """The examples of a source, each as rows on the same memory, with its first entry point filled in."""
    rows = [row if isinstance(row, list) else [row] for row in names["EXAMPLES"]]
    return [[("A", *one) if isinstance(one[0], tuple) else one for one in row] for row in rows]


def near(wanted: float, given: str, within: float) -> bool:
    return math.isclose(wanted, float(given), rel_tol=max(within, 1e-9), abs_tol=1e-12)


@pytest.mark.parametrize("name", [name for name in COMPILED if name != "polynomial_roots"])
def test_the_examples_are_true(name: str) -> None:
    """Each result in a source is what other means of computing give. The sources are held to it elsewhere."""
    names = vars(import_module(f"programs.shelf.{name}"))
    rows = sequences(names)
    assert sum(map(len, rows)) >= 4
    for row in rows:
        for step, wanted in zip(row, expected(truth_of(name), row), strict=True):
            given = step[-1]
            assert len(given) == len(wanted), step
            assert all(near(*pair, tolerance(names)) for pair in zip(wanted, given, strict=True)), step


def test_the_roots_of_a_polynomial_are_true() -> None:
    names = vars(import_module("programs.shelf.polynomial_roots"))
    for row in sequences(names):
        asked = [step for step in row if len(step) == 2]
        truth = truth_of("polynomial_roots")
        expected(truth, asked)
        roots: list[complex] = []
        for *_, (inside, y, x) in row[len(asked) :]:
            second, first = float(y), float(x)
            roots += [first + 1j * second, first - 1j * second] if float(inside) < 0 else [first, second]
        roots = roots[: len(truth.coefficients) - 1]
        # A polynomial is its first coefficient times the product over its roots.
        again = truth.coefficients[0] * np.poly(roots).real
        assert np.allclose(again, truth.coefficients, atol=1e-6)


@pytest.mark.parametrize("path", few(LISTINGS), ids=lambda path: path.name)
def test_the_tests_in_the_notes_pass(path: Any) -> None:
    program = Program.read(path)
    suite = suite_of_notes(program)
    assert suite.cases
    for case in suite.cases:
        result = check_case(program, suite, case)
        assert result.ok, result.explanation()


def calculator(name: str, model: str = "15C") -> Calculator:
    made = Calculator(model=model)
    made.load(Program.read(SHELF / f"{name}.{model.lower()}"))
    return made


@pytest.mark.parametrize("model", ["15C", "11C"])
@pytest.mark.parametrize(("a", "b", "n"), [(1, 2, 4), (0.5, 3, 8), (2, 1, 2), (-3, -1, 6)])
def test_simpsons_rule(a: float, b: float, n: int, model: str) -> None:
    calc = calculator("simpson", model)
    calc.press("RAD")
    press(calc, a, b, n, "GSB A")
    assert near(Simpson().gsb_a(a, b, n)[0], str(calc.x), 1e-8)


@pytest.mark.parametrize("model", ["15C", "11C"])
@pytest.mark.parametrize(("x", "y", "h", "n"), [(0, 1, 0.1, 10), (1, -2, 0.25, 3), (-1, 0, -0.5, 4)])
def test_runge_and_kutta(x: float, y: float, h: float, n: int, model: str) -> None:
    calc, truth = calculator("runge_kutta", model), RungeKutta()
    truth.gsb_a(x, y, h)
    press(calc, x, y, h, "GSB A")
    for _ in range(2):
        press(calc, n, "GSB B")
        at, value = truth.gsb_b(n)
        assert near(at, str(calc.y), 1e-8)
        assert near(value, str(calc.x), 1e-8)


@pytest.mark.parametrize("n", range(1, 7))
def test_linear_equations(n: int) -> None:
    """Equations of whole numbers, up to as many as fit: the solution, and the determinant."""
    calc, truth = calculator("linear_equations"), LinearEquations()
    numbers = np.random.default_rng(n).integers(-9, 10, (n, n + 1))
    asked = truth.gsb_a(n)
    shown = next(asked)
    press(calc, n, "GSB A")
    for number in numbers.flat:
        assert near(shown[0], str(calc.x), 0)
        shown = asked.send(float(number))
        press(calc, int(number), "R/S")
    assert near(shown[0], str(calc.x), 0)
    calc.press("GSB B")
    for solution in truth.gsb_b():
        assert near(solution[0], str(calc.x), 1e-7)
        calc.press("R/S")
    calc.press("GSB C")
    assert near(truth.gsb_c()[0], str(calc.x), 1e-7)


def press(calc: Calculator, *keys: float | str) -> None:
    """Press numbers one after the other, with ENTER between them, and the last key."""
    *numbers, last = keys
    typed = " ENTER ".join(f"{abs(float(one)):g}{' CHS' if float(one) < 0 else ''}" for one in numbers)
    calc.press(f"{typed} {last}")
