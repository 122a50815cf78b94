"""Complex functions against their measurements, part by part."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as arbitrary

from hp15c.errors import CalculatorError
from hp15c.functions import complex_numbers as cx
from hp15c.functions.complex_numbers import Complex
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import Working, pack, widen
from hp15c.table.modes import AngleMode
from tests.support.records import records

TWO: dict[str, Callable[[Complex, Complex], Complex]] = {
    "+": partial(cx.add, Meter()),
    "-": partial(cx.sub, Meter()),
    "*": partial(cx.mul, Meter()),
    "/": partial(cx.div, Meter()),
    "y^x": partial(cx.power, Meter()),
}
ONE: dict[str, Callable[[Complex], Complex]] = {
    "sqrt": partial(cx.square_root, Meter()),
    "x^2": partial(cx.square, Meter()),
    "1/x": partial(cx.reciprocal, Meter()),
    "ABS": partial(cx.absolute, Meter()),
    "ln": partial(cx.ln, Meter()),
    "log": partial(cx.log10, Meter()),
    "e^x": partial(cx.exp, Meter()),
    "10^x": partial(cx.power10, Meter()),
    "sin": partial(cx.sine, Meter()),
    "cos": partial(cx.cosine, Meter()),
    "tan": partial(cx.tangent, Meter()),
    "asin": partial(cx.arc_sine, Meter()),
    "acos": partial(cx.arc_cosine, Meter()),
    "atan": partial(cx.arc_tangent, Meter()),
    "sinh": partial(cx.sinh, Meter()),
    "cosh": partial(cx.cosh, Meter()),
    "tanh": partial(cx.tanh, Meter()),
    "asinh": partial(cx.asinh, Meter()),
    "acosh": partial(cx.acosh, Meter()),
    "atanh": partial(cx.atanh, Meter()),
}
IN_ANGLE_MODE: dict[str, Callable[[Complex, AngleMode], Complex]] = {
    "->P": partial(cx.to_polar, Meter()),
    "->R": partial(cx.to_rectangular, Meter()),
}
NUMERIC = [record for record in records("complex") if record["op"] in {*TWO, *ONE, *IN_ANGLE_MODE}]


def number(re: str, im: str) -> Complex:
    return Complex(widen(Number.of(re)), widen(Number.of(im)))


def delivered(z: Complex) -> tuple[Number, Number, bool]:
    re, re_overflows = pack(z.re)
    im, im_overflows = pack(z.im)
    return re, im, re_overflows or im_overflows


def angle_mode(annunciators: list[str]) -> AngleMode:
    if "GRAD" in annunciators:
        return AngleMode.GRD
    return AngleMode.RAD if "RAD" in annunciators else AngleMode.DEG


def compute(record: dict[str, Any]) -> Complex:
    op, inputs = record["op"], record["inputs"]
    if op in TWO:
        return TWO[op](number(*inputs["z1"]), number(*inputs["z2"]))
    if op in ONE:
        return ONE[op](number(*inputs["z"]))
    return IN_ANGLE_MODE[op](number(*inputs["z"]), angle_mode(record["annunciators"]))


def outcome(record: dict[str, Any]) -> object:
    """What is computed: the parts of the number and whether it overflows, or the Error."""
    try:
        return delivered(compute(record))
    except CalculatorError as error:
        return str(error)


@pytest.mark.parametrize("op", [*TWO, *ONE, *IN_ANGLE_MODE])
def test_recorded_values(op: str) -> None:
    of_op = [record for record in NUMERIC if record["op"] == op]
    assert of_op
    assert {record["id"]: outcome(record) for record in of_op} == {
        record["id"]: record["error"]
        if "error" in record
        else (Number.of(record["x"]), Number.of(record["xi"]), bool(record.get("blinking")))
        for record in of_op
    }


# MATH 21.7, 21.11 and BEHAVIOUR 6.3.
WORKED = [
    ("sin", "1.5 0.7", "1.252024790 0.05366008830"),
    ("asin", "1.5 0.7", "1.051078266 1.143482506"),
    ("atan", "1.5 0.7", "1.048190060 0.1967255375"),
    ("10^x", "1.5 0.7", "-1.296588906 31.59618422"),
    ("asin", "2 0", "1.570796327 -1.316957897"),
    ("acos", "2 0", "0 1.316957897"),
    ("atanh", "2 0", "0.5493061443 -1.570796327"),
    ("sqrt", "-4 0", "0 2"),
    ("ln", "-1 0", "0 3.141592654"),
]


@pytest.mark.parametrize(("op", "z", "expected"), WORKED)
def test_worked_examples(op: str, z: str, expected: str) -> None:
    re, im, overflow = delivered(ONE[op](number(*z.split())))
    assert (re, im) == tuple(map(Number.of, expected.split()))
    assert not overflow


def test_worked_examples_of_two_operands() -> None:
    w, z = number("2.3", "-0.4"), number("1.5", "0.7")
    assert delivered(cx.power(Meter(), w, z))[:2] == (Number.of("3.799951501"), Number.of("1.323607051"))
    assert delivered(cx.div(Meter(), w, z))[:2] == (Number.of("1.156934307"), Number.of("-0.8065693431"))
    root = delivered(cx.power(Meter(), number("-2", "0"), number("0.5", "0")))
    assert root[:2] == (ZERO, Number.of("1.414213562"))


def test_thirteen_digits() -> None:
    """The intermediate values that MATH 21.11 prints."""
    z = number("1.5", "0.7")
    assert cx.absolute(Meter(), z).re == Working(False, 0, 1655294535724)
    assert cx.square_root(Meter(), z) == (Working(False, 0, 1256044293750), Working(False, -1, 2786525934965))
    assert cx.ln(Meter(), z) == (Working(False, -1, 5039789601995), Working(False, -1, 4366271598138))
    assert cx.arc_sine(Meter(), z).im == Working(False, 0, 1143482505749)


@pytest.mark.parametrize(
    ("op", "z"), [("atan", "0 1"), ("atan", "0 -1"), ("atanh", "1 0"), ("atanh", "-1 0")]
)
def test_poles_overflow(op: str, z: str) -> None:
    re, im, overflow = delivered(ONE[op](number(*z.split())))
    sign = "-" if "-" in z else ""
    pole = Number.of(f"{sign}9.999999999e99")
    assert (re, im) == ((ZERO, pole) if op == "atan" else (pole, ZERO))
    assert overflow


ERROR_AT_ZERO = ("1/x", "ln", "log")


@pytest.mark.parametrize("op", ERROR_AT_ZERO)
def test_error_0_at_zero(op: str) -> None:
    with pytest.raises(CalculatorError, match="Error 0"):
        ONE[op](number("0", "0"))


def test_error_0_of_two_operands() -> None:
    zero, i = number("0", "0"), number("0", "1")
    for function in (cx.div, cx.power):
        with pytest.raises(CalculatorError, match="Error 0"):
            function(Meter(), i if function is cx.div else zero, zero)
    with pytest.raises(CalculatorError, match="Error 0"):
        cx.power(Meter(), zero, i)
    assert cx.power(Meter(), zero, number("0.5", "3")) == zero


parts = arbitrary.builds(
    lambda mantissa, exponent: widen(Number.of(f"{mantissa}e{exponent}")),
    arbitrary.integers(-9_999_999_999, 9_999_999_999),
    arbitrary.integers(-99, 89),
)


@pytest.mark.slow
@given(z=arbitrary.builds(Complex, parts, parts))
def test_any_operand_has_a_value_or_error_0(z: Complex) -> None:
    for op, function in ONE.items():
        if z.is_zero and op in ERROR_AT_ZERO:
            with pytest.raises(CalculatorError, match="Error 0"):
                function(z)
        else:
            delivered(function(z))
    for mode in AngleMode:
        assert abs(cx.to_polar(Meter(), z, mode).im) <= widen(Number.of(200))
        delivered(cx.to_rectangular(Meter(), z, mode))


@given(w=arbitrary.builds(Complex, parts, parts), z=arbitrary.builds(Complex, parts, parts))
def test_addition_undone_and_products_commute(w: Complex, z: Complex) -> None:
    assert cx.sub(Meter(), w, w) == number("0", "0")
    assert cx.mul(Meter(), w, z) == cx.mul(Meter(), z, w)
    assert cx.square(Meter(), z) == cx.mul(Meter(), z, z)
