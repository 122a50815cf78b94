import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.functions.gamma import factorial
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ONE, Number
from hp15c.numbers.working import INFINITE, NOTHING, Working, pack
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand


def test_factorial_agrees_with_the_records():
    assert disagreements("unary", "x!", lambda record: factorial(Meter(), operand(record))) == []


@pytest.mark.slow
@given(st.integers(0, 69))
def test_integers_are_correctly_rounded(n):
    assert pack(factorial(Meter(), Number.of(n))) == (Number.of(math.factorial(n)), False)


@pytest.mark.parametrize(
    ("x", "expected"),
    [
        ("2.5", Working(False, 0, 3_323_350_970_453)),
        ("-1", -INFINITE),
        ("-1e50", -INFINITE),
        ("100", INFINITE),
        ("100.5", INFINITE),
        ("-100.5", NOTHING),
    ],
)
def test_worked_examples(x, expected):
    assert factorial(Meter(), Number.of(x)) == expected


@pytest.mark.parametrize(("n", "overflows"), [(69, False), (70, True), (99, True)])
def test_overflow_begins_at_70(n, overflows):
    assert pack(factorial(Meter(), Number.of(n)))[1] == overflows


def test_a_minute_argument():
    assert pack(factorial(Meter(), Number.of("1e-30"))) == (ONE, False)


@pytest.mark.slow
@given(numbers(-3, 1).filter(lambda x: -20 < x < 69 and not x.is_integer))
def test_fractions_are_accurate(x):
    # Next to a pole the float of x alone costs digits.
    nearest = round(float(x))
    if abs(float(x) - nearest) > 1e-3:
        assert math.isclose(float(pack(factorial(Meter(), x))[0]), math.gamma(float(x) + 1), rel_tol=2e-8)
