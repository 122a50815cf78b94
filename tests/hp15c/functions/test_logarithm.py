from decimal import Context, Decimal
from functools import partial

import pytest
from hypothesis import given

from hp15c.errors import CalculatorError
from hp15c.functions.logarithm import ln, ln1p, log10
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import NOTHING, UNIT, Working, constant, pack, widen
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand

EXACT = Context(prec=50)


@pytest.mark.parametrize(("op", "function"), [("ln", partial(ln, Meter())), ("log", partial(log10, Meter()))])
def test_logarithms_agree_with_the_records(op, function):
    assert disagreements("unary", op, lambda record: function(widen(operand(record)))) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (ln(Meter(), constant("2.5")), Working(False, -1, 9_162_907_318_742)),
        (ln(Meter(), constant("3")), Working(False, 0, 1_098_612_288_667)),
        (ln(Meter(), constant("20")), Working(False, 0, 2_995_732_273_554)),
        (ln(Meter(), UNIT), NOTHING),
        (ln1p(Meter(), NOTHING), NOTHING),
        (log10(Meter(), Working(False, -50, 10**12)), constant("-50")),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


def is_logarithm(value: Working, argument: Decimal) -> bool:
    """Whether the value is the logarithm, with an error in the last of ten digits at most."""
    true = EXACT.ln(argument)
    return abs(pack(value)[0].decimal - true) <= abs(true) * Decimal("2e-9")


@pytest.mark.slow
@given(numbers(-20, 0).filter(lambda x: x > -1))
def test_ln1p_is_accurate_for_small_arguments_of_either_sign(x):
    assert is_logarithm(ln1p(Meter(), widen(x)), EXACT.add(1, x.decimal))


@pytest.mark.slow
@given(numbers().filter(bool).map(abs))
def test_ln_is_the_logarithm(x):
    assert is_logarithm(ln(Meter(), widen(x)), x.decimal)


@pytest.mark.parametrize("text", ["0", "-1", "-0.001"])
@pytest.mark.parametrize("function", [partial(ln, Meter()), partial(log10, Meter())])
def test_error_0_unless_positive(function, text):
    with pytest.raises(CalculatorError, match="Error 0"):
        function(constant(text))


@pytest.mark.parametrize("text", ["-1", "-1.5", "-200"])
def test_ln1p_error_0_from_minus_one_down(text):
    with pytest.raises(CalculatorError, match="Error 0"):
        ln1p(Meter(), constant(text))
