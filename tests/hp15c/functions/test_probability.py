import math
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.errors import CalculatorError
from hp15c.functions.probability import combinations, permutations
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ONE, Number
from hp15c.numbers.working import UNIT, Working, pack
from tests.support.records import disagreements, operand


@pytest.mark.parametrize(
    ("op", "function"), [("Py,x", partial(permutations, Meter())), ("Cy,x", partial(combinations, Meter()))]
)
def test_choices_agree_with_the_records(op, function):
    assert disagreements("binary", op, lambda r: function(operand(r, "y"), operand(r, "x"))) == []


def test_combinations_are_cut_at_each_factor():
    assert combinations(Meter(), Number.of(52), Number.of(5)) == Working(False, 6, 2_598_959_999_997)


@given(st.integers(0, 60), st.integers(0, 60))
def test_choices_are_right_to_nine_digits(y, x):
    x = min(x, y)
    for function, true in (
        (partial(permutations, Meter()), math.perm),
        (partial(combinations, Meter()), math.comb),
    ):
        value = pack(function(Number.of(y), Number.of(x)))[0]
        assert math.isclose(float(value), true(y, x), rel_tol=1e-9)


@pytest.mark.parametrize("y", ["0", "1", "9999999999"])
def test_nothing_taken(y):
    assert permutations(Meter(), Number.of(y), Number.of(0)) == UNIT
    assert combinations(Meter(), Number.of(y), Number.of(0)) == UNIT
    assert combinations(Meter(), Number.of(y), Number.of(y)) == UNIT


@pytest.mark.parametrize("function", [partial(permutations, Meter()), partial(combinations, Meter())])
def test_many_taken_overflow_soon(function):
    assert pack(function(Number.of("9999999999"), Number.of("5e8")))[1]


@pytest.mark.parametrize(
    ("y", "x"),
    [("5", "-1"), ("-5", "-6"), ("5.5", "2"), ("5", "2.5"), ("5", "6"), ("1e10", "2"), ("0", "0.5")],
)
@pytest.mark.parametrize("function", [partial(permutations, Meter()), partial(combinations, Meter())])
def test_error_0(function, y, x):
    with pytest.raises(CalculatorError, match="Error 0"):
        function(Number.of(y), Number.of(x))


def test_one_of_one():
    assert pack(permutations(Meter(), ONE, ONE)) == (ONE, False)
