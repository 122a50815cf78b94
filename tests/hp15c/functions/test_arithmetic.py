from functools import partial

import pytest
from hypothesis import given

from hp15c.errors import CalculatorError
from hp15c.functions.arithmetic import fraction_part, integer_part, percent, percent_change
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import NOTHING, constant, widen
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand


@pytest.mark.parametrize(
    ("op", "function"), [("%", partial(percent, Meter())), ("D%", partial(percent_change, Meter()))]
)
def test_percentages_agree_with_the_records(op, function):
    def compute(record):
        return function(widen(operand(record, "y")), widen(operand(record, "x")))

    assert disagreements("binary", op, compute) == []


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(
    ("op", "function"), [("INT", partial(integer_part, Meter())), ("FRAC", partial(fraction_part, Meter()))]
)
def test_parts_agree_with_the_records(op, function):
    assert disagreements("unary", op, lambda record: widen(function(operand(record)))) == []


@pytest.mark.slow
@given(numbers(-12, 12))
def test_parts_are_exact(x):
    assert integer_part(Meter(), x) == int(x.decimal)
    assert fraction_part(Meter(), x) == x.decimal - int(x.decimal)
    assert integer_part(Meter(), x).is_integer


def test_parts_of_a_negative_fraction():
    assert integer_part(Meter(), Number.of("-0.5")) == ZERO
    assert fraction_part(Meter(), Number.of("-12.5")) == Number.of("-0.5")


def test_percent_change_is_not_rounded_on_the_way():
    assert percent_change(Meter(), constant("15.76"), constant("14.12")) == constant("-10.40609137055")


def test_percent_change_of_nothing():
    with pytest.raises(CalculatorError, match="Error 0"):
        percent_change(Meter(), NOTHING, constant("5"))
