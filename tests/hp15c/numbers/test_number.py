import copy
import operator
import pickle
from contextlib import suppress
from decimal import ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c import Calculator
from hp15c.errors import InputError
from hp15c.numbers.number import GREATEST, ONE, PI, ZERO, Number
from tests.support.arbitrary import numbers


@given(numbers())
def test_text_reads_back_equal(n):
    assert Number.of(str(n)) == n


@given(numbers())
def test_text_has_the_significant_digits_and_no_more(n):
    digits = str(n.mantissa).rstrip("0") or "0"
    shown = str(n).lstrip("-").partition("e")[0].replace(".", "").strip("0") or "0"
    assert shown == digits


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("28.50", "28.5"),
        ("-.001", "-0.001"),
        ("1.5E-30", "1.5e-30"),
        ("1000000", "1000000"),
        ("6.02214e23", "6.02214e23"),
        ("-0", "0"),
        ("0e5000", "0"),
        (" +12. ", "12"),
        ("1e99", "1e99"),
        ("9999999999", "9999999999"),
        ("9999999999.4", "9999999999"),
        ("9999999999.5", "1e10"),
        ("9.9999999994e99", "9.999999999e99"),
        ("9.9999999995e-100", "1e-99"),
        ("9.9999999994e-100", "0"),
        ("1e-999999999", "0"),
    ],
)
def test_text(text, shown):
    assert str(Number.of(text)) == shown


@pytest.mark.parametrize("text", ["", ".", "e5", "1e", "1_000", "1,5", "nan", "inf", "0x10", "1 2", "--1"])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(InputError, match="not a number"):
        Number.of(text)


@pytest.mark.parametrize(
    "text", ["1e100", "9.9999999995e99", "-1e100", "1e999999999", "1e99999999999999999999"]
)
def test_what_is_too_large_is_refused(text):
    with pytest.raises(InputError, match=r"too large|exponent"):
        Number.of(text)


@pytest.mark.parametrize("value", ["NaN", "sNaN", "Infinity", "-Infinity"])
def test_decimals_that_are_no_numbers_are_refused(value):
    with pytest.raises(InputError, match="can hold"):
        Number.of(Decimal(value))


@pytest.mark.slow
@given(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=Decimal("-1e90"), max_value=Decimal("1e90"))
)
def test_decimals_round_half_up_to_ten_digits(value):
    rounded = Context(prec=10, rounding=ROUND_HALF_UP).plus(value)
    n = Number.of(value)
    assert n == (rounded if rounded.adjusted() >= -99 else 0)
    assert n.is_zero or 10**9 <= n.mantissa < 10**10


@given(st.integers(-(10**10) + 1, 10**10 - 1))
def test_integers_of_ten_digits_are_exact(value):
    n = Number.of(value)
    assert n == value
    assert int(n) == value
    assert n.is_integer
    assert hash(n) == hash(value) == hash(Decimal(value))
    assert len({n, value, Decimal(value)}) == 1


@given(numbers())
def test_decimal_is_exact(n):
    assert n == n.decimal
    assert Number.of(n.decimal) == n
    assert hash(n) == hash(n.decimal)
    assert float(n) == float(n.decimal)


@given(numbers(-5, 15))
def test_int_cuts_towards_zero(n):
    assert int(n) == int(n.decimal)
    assert n.is_integer == (n.decimal == int(n.decimal))


@pytest.mark.slow
@given(numbers(), numbers())
def test_order_is_that_of_the_values(a, b):
    assert (a < b) == (a.decimal < b.decimal) == (a < b.decimal)
    assert (a <= b) == (a.decimal <= b.decimal)
    assert (a > b) == (a.decimal > b.decimal)
    assert (a >= b) == (a.decimal >= b.decimal)
    assert (a == b) == (a.decimal == b.decimal)


@given(numbers())
def test_sign(n):
    assert (-n).decimal == n.decimal.copy_negate()
    assert abs(n).decimal == n.decimal.copy_abs()
    assert bool(n) == (n != 0)


def test_zero_has_no_sign():
    assert not (-ZERO).negative
    assert not Number.of("-0.0").negative


def test_a_number_never_changes():
    with pytest.raises(AttributeError):
        ONE.mantissa = 2
    with pytest.raises(AttributeError):
        del ONE.mantissa


@pytest.mark.slow
@given(numbers())
def test_copies_are_equal(n):
    assert pickle.loads(pickle.dumps(n)) == n
    assert copy.deepcopy(n) == copy.copy(n) == n
    assert repr(n) == f"Number.of('{n}')"


def test_constants():
    assert [n.decimal for n in (ZERO, ONE, PI, GREATEST)] == [
        0,
        1,
        Decimal("3.141592654"),
        Decimal("9.999999999e99"),
    ]


def test_other_things_are_neither_equal_nor_in_order():
    assert Number.of(1) != "1"
    with pytest.raises(TypeError):
        Number.of(1) < "1"  # noqa: B015


@given(numbers(), numbers(), st.sampled_from("+-*/"))
def test_numbers_compute_as_the_calculator_does(left: Number, right: Number, sign: str) -> None:
    """What comes out is what the machine shows in X. Where the machine shows an Error or overflows, none."""
    calculator = Calculator()
    calculator.y, calculator.x = left, right
    calculator.press(sign)
    operation = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[sign]
    if calculator.error:
        with pytest.raises(ZeroDivisionError):
            operation(left, right)
    elif abs(calculator.x) == GREATEST:
        with suppress(InputError):  # the exact result may be the greatest number itself
            assert operation(left, right) == calculator.x
    else:
        assert operation(left, right) == calculator.x


def test_numbers_compute_with_ints_and_decimals() -> None:
    third = Number.of(1) / 3
    assert str(third) == "0.3333333333"
    assert (2 - third, Decimal(2) * third, sum([third, third])) == (
        Number.of("1.666666667"),
        Number.of("0.6666666666"),
        Number.of("0.6666666666"),
    )
    assert third + Decimal("1e-11") == third
    assert 1 < third + 1 < Decimal("1.4")
    with pytest.raises(InputError, match="too large"):
        Number.of("9e99") * 10
    with pytest.raises(TypeError):
        third + 0.5


def test_a_number_that_is_too_large_is_named_shortly() -> None:
    for value, told in ((10**200 - 1, "1.000000000e+200"), (10**5000, "1.000000000e+5000")):
        with pytest.raises(InputError) as refused:
            Number.of(value)
        assert str(refused.value) == f"{told} is too large: the calculator ends at 9.999999999e99"
