import math
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.errors import CalculatorError
from hp15c.functions.trigonometry import (
    arc_cosine,
    arc_sine,
    arc_tangent,
    cosine,
    reduce,
    sine,
    tangent,
)
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import INFINITE, NOTHING, UNIT, Working, constant, pack, widen
from hp15c.table.modes import AngleMode
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand

DEG, RAD, GRD = AngleMode.DEG, AngleMode.RAD, AngleMode.GRD
FUNCTIONS = {
    "sin": partial(sine, Meter()),
    "cos": partial(cosine, Meter()),
    "tan": partial(tangent, Meter()),
    "asin": partial(arc_sine, Meter()),
    "acos": partial(arc_cosine, Meter()),
    "atan": partial(arc_tangent, Meter()),
}
TURN = {DEG: Fraction(360), RAD: Fraction("6.28318530718"), GRD: Fraction(400)}


@pytest.mark.first
@pytest.mark.parametrize("mode", AngleMode)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_agree_with_the_records(name, mode):
    function = FUNCTIONS[name]
    wrong = disagreements("unary", f"{name} {mode}", lambda record: function(widen(operand(record)), mode))
    assert wrong == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (sine(Meter(), constant("30.5"), DEG), Working(False, -1, 5_075_383_629_607)),
        (reduce(Meter(), constant("30.5"), DEG), (Working(False, -1, 5_323_254_218_581), 0, False)),
        (tangent(Meter(), constant("100"), DEG), Working(True, 0, 5_671_281_819_621)),
        (reduce(Meter(), constant("100"), DEG), (Working(False, -1, 1_745_329_251_994), 1, False)),
        (reduce(Meter(), constant("3.141592654"), RAD), (Working(False, -10, 4_100_000_000_000), 2, False)),
        (tangent(Meter(), constant("50"), GRD), Working(False, 0, 1_000_000_000_001)),
        (arc_tangent(Meter(), constant("0.3"), RAD), Working(False, -1, 2_914_567_944_779)),
        (arc_sine(Meter(), constant("0.5"), DEG), Working(False, 1, 3_000_000_000_003)),
        (arc_cosine(Meter(), constant("0.5"), DEG), Working(False, 1, 5_999_999_999_995)),
        (arc_tangent(Meter(), constant("2"), DEG), Working(False, 1, 6_343_494_882_291)),
        (arc_tangent(Meter(), UNIT, DEG), Working(False, 1, 4_500_000_000_000)),
        (arc_cosine(Meter(), UNIT, RAD), NOTHING),
        (arc_cosine(Meter(), -UNIT, RAD), Working(False, 0, 3_141_592_653_590)),
        (arc_cosine(Meter(), NOTHING, GRD), Working(False, 2, 10**12)),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@pytest.mark.parametrize("degrees", ["90", "-90", "270", "-270", "450"])
def test_tangent_at_a_pole_is_always_positive(degrees):
    assert tangent(Meter(), constant(degrees), DEG) == INFINITE


def test_thirteen_digits_below_a_hundred_degrees_lose_the_last():
    assert reduce(Meter(), constant("12.34567890123"), DEG) == reduce(Meter(), constant("12.3456789012"), DEG)
    assert reduce(Meter(), constant("1.234567890123"), DEG) != reduce(Meter(), constant("1.23456789012"), DEG)


@given(numbers(-6, 99), st.sampled_from(AngleMode))
def test_sine_and_cosine_are_those_of_the_reduced_angle(x, mode):
    turns = Fraction(x.decimal) % TURN[mode] / TURN[mode]
    angle = float(turns) * 2 * math.pi
    assert math.isclose(float(pack(sine(Meter(), widen(x), mode))[0]), math.sin(angle), abs_tol=2e-10)
    assert math.isclose(float(pack(cosine(Meter(), widen(x), mode))[0]), math.cos(angle), abs_tol=2e-10)


@given(numbers(-9, 9), st.sampled_from(AngleMode))
def test_symmetry(x, mode):
    w = widen(x)
    assert sine(Meter(), -w, mode) == -sine(Meter(), w, mode)
    assert cosine(Meter(), -w, mode) == cosine(Meter(), w, mode)
    assert arc_tangent(Meter(), -w, mode) == -arc_tangent(Meter(), w, mode)


@pytest.mark.slow
@given(numbers(-9, -1).filter(lambda x: abs(x) < Number.of("0.9")), st.sampled_from(AngleMode))
def test_inverses_are_accurate(x, mode):
    unit = float(TURN[mode]) / (2 * math.pi)
    w, value = widen(x), float(x)
    for function, true in (
        (partial(arc_sine, Meter()), math.asin),
        (partial(arc_cosine, Meter()), math.acos),
        (partial(arc_tangent, Meter()), math.atan),
    ):
        assert math.isclose(float(pack(function(w, mode))[0]), true(value) * unit, rel_tol=2e-9)


@pytest.mark.parametrize("text", ["1.000000001", "-1.000000001", "2", "-1000"])
@pytest.mark.parametrize("function", [partial(arc_sine, Meter()), partial(arc_cosine, Meter())])
def test_error_0_beyond_one(function, text):
    with pytest.raises(CalculatorError, match="Error 0"):
        function(constant(text), DEG)
