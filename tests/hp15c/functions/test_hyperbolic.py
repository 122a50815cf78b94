import math
from functools import partial

import pytest
from hypothesis import given

from hp15c.errors import CalculatorError
from hp15c.functions import hyperbolic
from hp15c.functions.hyperbolic import acosh, asinh, atanh, cosh, sinh, tanh
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import INFINITE, NOTHING, UNIT, Working, constant, pack, widen
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand

NAMES = ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh")


@pytest.mark.parametrize("name", NAMES)
def test_functions_agree_with_the_records(name):
    function = partial(getattr(hyperbolic, name), Meter())
    assert disagreements("unary", name, lambda record: function(widen(operand(record)))) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (sinh(Meter(), constant("2.5")), Working(False, 0, 6_050_204_481_035)),
        (sinh(Meter(), constant("0.01")), Working(False, -2, 1_000_016_666_749)),
        (cosh(Meter(), NOTHING), UNIT),
        (atanh(Meter(), UNIT), INFINITE),
        (atanh(Meter(), -UNIT), -INFINITE),
        (acosh(Meter(), UNIT), NOTHING),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@given(numbers(-12, 1))
def test_functions_are_accurate(x):
    w, value = widen(x), float(x)
    for name in ("sinh", "cosh", "tanh", "asinh"):
        result = float(pack(getattr(hyperbolic, name)(Meter(), w))[0])
        assert math.isclose(result, getattr(math, name)(value), rel_tol=2e-9)


@pytest.mark.slow
@given(numbers(-12, -1).filter(lambda x: abs(x) < Number.of("0.9")))
def test_atanh_is_accurate(x):
    assert math.isclose(float(pack(atanh(Meter(), widen(x)))[0]), math.atanh(float(x)), rel_tol=2e-9)


@given(numbers(-12, 12))
def test_odd_functions_are_odd(x):
    for function in (partial(sinh, Meter()), partial(tanh, Meter()), partial(asinh, Meter())):
        assert function(-widen(x)) == -function(widen(x))


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (partial(acosh, Meter()), "0.999999999"),
        (partial(acosh, Meter()), "0"),
        (partial(acosh, Meter()), "-3"),
        (partial(atanh, Meter()), "1.000000001"),
        (partial(atanh, Meter()), "-50"),
    ],
)
def test_error_0(function, text):
    with pytest.raises(CalculatorError, match="Error 0"):
        function(constant(text))
