import math
from functools import partial

import pytest
from hypothesis import given

from hp15c.errors import CalculatorError
from hp15c.functions.exponential import exp, exp_and_expm1, power, power10
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO
from hp15c.numbers.working import NOTHING, UNIT, Working, constant, pack, widen
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand


@pytest.mark.parametrize(
    ("op", "function"), [("e^x", partial(exp, Meter())), ("10^x", partial(power10, Meter()))]
)
def test_exponentials_agree_with_the_records(op, function):
    assert disagreements("unary", op, lambda record: function(widen(operand(record)))) == []


def test_powers_agree_with_the_records():
    def compute(record):
        return power(Meter(), widen(operand(record, "y")), widen(operand(record, "x")))

    assert disagreements("binary", "y^x", compute) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (exp(Meter(), constant("2.5")), Working(False, 1, 1_218_249_396_070)),
        (exp(Meter(), constant("-2.5")), Working(False, -2, 8_208_499_862_392)),
        (power10(Meter(), constant("2.5")), Working(False, 2, 3_162_277_660_166)),
        (exp_and_expm1(Meter(), constant("0.01"))[1], Working(False, -2, 1_005_016_708_416)),
        (exp_and_expm1(Meter(), NOTHING), (UNIT, NOTHING)),
        (power(Meter(), constant("-2"), constant("3")), constant("-8")),
        (power(Meter(), NOTHING, constant("0.5")), NOTHING),
        (power(Meter(), constant("-7"), NOTHING), UNIT),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@pytest.mark.parametrize(
    ("x", "expected"), [("1e99", (GREATEST, True)), ("-1e99", (ZERO, False)), ("460.6", (ZERO, False))]
)
def test_what_no_register_can_hold(x, expected):
    sign, exponent = x.startswith("-"), 99 if "e" in x else 2
    w = Working(sign, exponent, 10**12) if "e" in x else constant("-460.6")
    assert pack(exp(Meter(), w)) == expected


@given(numbers(-15, 1))
def test_exp_less_one_is_accurate_for_small_arguments_of_either_sign(x):
    e, less_one = (float(pack(w)[0]) for w in exp_and_expm1(Meter(), widen(x)))
    assert math.isclose(e, math.exp(float(x)), rel_tol=2e-9)
    assert math.isclose(less_one, math.expm1(float(x)), rel_tol=2e-9)


def test_integers_of_ten_digits_and_more_count_as_even():
    minus_one = constant("-1")
    assert power(Meter(), minus_one, constant("9999999999")).negative
    assert not power(Meter(), minus_one, Working(False, 10, 1_000_000_000_100)).negative


@pytest.mark.parametrize(
    ("y", "x"), [("0", "0"), ("0", "-2"), ("-8", "0.5"), ("-8", "2.5"), ("-8", "-0.001")]
)
def test_error_0(y, x):
    with pytest.raises(CalculatorError, match="Error 0"):
        power(Meter(), constant(y), constant(x))
