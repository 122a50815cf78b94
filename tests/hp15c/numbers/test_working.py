from decimal import ROUND_HALF_UP, Context
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.errors import CalculatorError
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.numbers.working import (
    INFINITE,
    NOTHING,
    UNIT,
    Working,
    add,
    clamp,
    constant,
    div,
    hypotenuse_with_one,
    integer,
    mul,
    normalise,
    pack,
    round10,
    sqrt,
    sub,
    twice,
    widen,
)
from tests.support.arbitrary import numbers, workings
from tests.support.records import disagreements, operand

FOUR = {
    "+": partial(add, Meter()),
    "-": partial(sub, Meter()),
    "*": partial(mul, Meter()),
    "/": partial(div, Meter()),
}


def delivered(value: Fraction) -> tuple[Number, bool]:
    """The exact value rounded half up to ten digits, with the calculator's limits."""
    if value == 0:
        return ZERO, False
    magnitude = abs(value)
    exponent = len(str(magnitude.numerator)) - len(str(magnitude.denominator))
    if magnitude < Fraction(10) ** exponent:
        exponent -= 1
    mantissa = int(magnitude / Fraction(10) ** (exponent - 9) + Fraction(1, 2))
    if mantissa == 10**10:
        mantissa, exponent = 10**9, exponent + 1
    if exponent > 99:
        return (-GREATEST if value < 0 else GREATEST), True
    return (Number(value < 0, exponent, mantissa) if exponent >= -99 else ZERO), False


def exact(x: Number) -> Fraction:
    return Fraction(x.decimal)


def root_digit_by_digit(x: Working) -> Working:
    """SQRT as MATH 1.4 tells it."""
    rest = 5 * x.mantissa if x.exponent % 2 else 5 * x.mantissa // 10
    root = 0
    for place in range(12, -1, -1):
        trial = root + (5 * 10 ** (place - 1) if place else 0)
        while rest >= trial:
            rest -= trial
            trial += 10**place
            root += 10**place
        rest *= 10
    return Working(False, x.exponent // 2, root)


@pytest.mark.parametrize("op", FOUR)
def test_four_operations_agree_with_the_records(op):
    def compute(record):
        return FOUR[op](widen(operand(record, "y")), widen(operand(record, "x")))

    assert disagreements("arith", op, compute) == []


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("sqrt", partial(sqrt, Meter())),
        ("x^2", lambda x: mul(Meter(), x, x)),
        ("1/x", lambda x: div(Meter(), UNIT, x)),
    ],
)
def test_functions_of_one_number_agree_with_the_records(op, function):
    assert disagreements("unary", op, lambda record: function(widen(operand(record)))) == []


@given(numbers(-60, 60), numbers(-60, 60))
def test_sums_differences_and_products_are_rounded_half_up(x, y):
    assert pack(add(Meter(), widen(x), widen(y))) == delivered(exact(x) + exact(y))
    assert pack(sub(Meter(), widen(x), widen(y))) == delivered(exact(x) - exact(y))
    assert pack(mul(Meter(), widen(x), widen(y))) == delivered(exact(x) * exact(y))


@pytest.mark.slow
@given(numbers(-3, 3), numbers(-3, 3))
def test_near_sums_and_differences_are_rounded_half_up(x, y):
    assert pack(add(Meter(), widen(x), widen(y))) == delivered(exact(x) + exact(y))
    assert pack(sub(Meter(), widen(x), widen(y))) == delivered(exact(x) - exact(y))


@pytest.mark.slow
@given(numbers(), numbers().filter(bool))
def test_quotients_are_rounded_half_up(x, y):
    assert pack(div(Meter(), widen(x), widen(y))) == delivered(exact(x) / exact(y))


@pytest.mark.slow
@given(numbers().map(abs))
def test_roots_are_rounded_half_up(x):
    root = Context(prec=60).sqrt(x.decimal)
    assert pack(sqrt(Meter(), widen(x))) == (
        Number.of(Context(prec=10, rounding=ROUND_HALF_UP).plus(root)),
        False,
    )


@pytest.mark.slow
@given(workings().map(abs))
def test_root_of_thirteen_digits_is_that_of_the_digit_loop(x):
    assert sqrt(Meter(), x) == root_digit_by_digit(x)


@pytest.mark.slow
@given(st.integers(10**12, 10**13 - 1), st.integers(-2, 2), st.booleans())
def test_root_next_to_a_square_is_that_of_the_digit_loop(root, offset, above):
    square = normalise(False, 0, root * (root + above))
    near = normalise(False, square.exponent, square.mantissa + offset)
    assert sqrt(Meter(), near) == root_digit_by_digit(near)


@given(workings(), workings())
def test_results_have_thirteen_digits(x, y):
    for w in (
        add(Meter(), x, y),
        sub(Meter(), x, y),
        mul(Meter(), x, y),
        div(Meter(), x, y),
        sqrt(Meter(), abs(x)),
        hypotenuse_with_one(Meter(), x),
        twice(x),
    ):
        assert w == NOTHING or 10**12 <= w.mantissa < 10**13


@given(workings(), workings())
def test_addition_commutes_and_undoes(x, y):
    assert add(Meter(), x, y) == add(Meter(), y, x)
    assert sub(Meter(), x, y) == -sub(Meter(), y, x)
    assert sub(Meter(), x, x) == NOTHING


@given(numbers())
def test_pack_gives_back_what_widen_took(x):
    assert pack(widen(x)) == (x, False)


@given(workings())
def test_pack_rounds_once(x):
    number, over = pack(x)
    assert pack(widen(number)) == (number, False)
    assert clamp(x) == number
    assert over == (round10(x).exponent > 99)
    assert round10(round10(x)) == round10(x)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (div(Meter(), constant("2"), constant("3")), Working(False, -1, 6_666_666_666_666)),
        (sqrt(Meter(), constant("2")), Working(False, 0, 1_414_213_562_373)),
        (sqrt(Meter(), constant("50")), Working(False, 0, 7_071_067_811_865)),
        (sub(Meter(), UNIT, Working(False, -13, 1_500_000_000_000)), Working(False, -1, 9_999_999_999_998)),
        (sub(Meter(), UNIT, Working(False, -20, 10**12)), UNIT),
        (add(Meter(), constant("9.999999999"), constant("0.0000000006")), constant("9.9999999996")),
        (hypotenuse_with_one(Meter(), INFINITE), INFINITE),
        (hypotenuse_with_one(Meter(), Working(True, -100, 10**12)), UNIT),
        (twice(constant("7.777777777777")), Working(False, 1, 1_555_555_555_555)),
        (integer(-12_345_678_901_239), Working(True, 13, 1_234_567_890_123)),
        (-NOTHING, NOTHING),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Working(False, 99, 9_999_999_999_600), (GREATEST, True)),
        (Working(True, 99, 9_999_999_999_499), (-GREATEST, False)),
        (-INFINITE, (-GREATEST, True)),
        (Working(True, -100, 9_999_999_999_499), (ZERO, False)),
        (Working(True, -100, 9_999_999_999_500), (Number.of("-1e-99"), False)),
    ],
)
def test_overflow_and_underflow(value, expected):
    assert pack(value) == expected


@pytest.mark.parametrize("operation", [lambda: div(Meter(), UNIT, NOTHING), lambda: sqrt(Meter(), -UNIT)])
def test_error_0(operation):
    with pytest.raises(CalculatorError, match="Error 0"):
        operation()
