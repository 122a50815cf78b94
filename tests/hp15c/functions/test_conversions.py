import math
from functools import partial

import pytest
from hypothesis import given

from hp15c.functions.conversions import to_degrees, to_hms, to_hours, to_radians
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import Working, constant, pack, widen
from tests.support.arbitrary import numbers
from tests.support.records import disagreements, operand


@pytest.mark.parametrize(
    ("op", "function"),
    [
        ("->H.MS", to_hms),
        ("->H", to_hours),
        ("->RAD", partial(to_radians, Meter())),
        ("->DEG", partial(to_degrees, Meter())),
    ],
)
def test_conversions_agree_with_the_records(op, function):
    assert disagreements("unary", op, lambda record: function(widen(operand(record)))) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (to_radians(Meter(), constant("45")), Working(False, -1, 7_853_981_633_974)),
        (to_degrees(Meter(), constant("1")), Working(False, 1, 5_729_577_951_307)),
        (to_hms(constant("1.234567891")), constant("1.140444441")),
        (to_hours(constant("1.234567891")), constant("1.396021919330")),
        (to_hms(constant("1234567890.5")), constant("1234567890.5")),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@given(numbers(-2, 8))
def test_h_ms_is_hours_minutes_and_seconds(x):
    hms = pack(to_hms(widen(x)))[0].decimal.copy_abs()
    hours = hms // 1
    minutes = (hms - hours) * 100 // 1
    seconds = ((hms - hours) * 100 - minutes) * 100
    assert minutes <= 60
    assert seconds <= 60
    true = abs(float(x))
    assert math.isclose(
        float(hours + minutes / 60 + seconds / 3600), true, abs_tol=10.0 ** (x.exponent - 8), rel_tol=1e-9
    )


@given(numbers(-2, 8))
def test_hours_come_back(x):
    back = pack(to_hours(to_hms(widen(x))))[0]
    assert math.isclose(float(back), float(x), rel_tol=1e-8, abs_tol=10.0 ** (x.exponent - 8))


@given(numbers(-90, 90))
def test_degrees_come_back(x):
    back = pack(to_degrees(Meter(), widen(pack(to_radians(Meter(), widen(x)))[0])))[0]
    assert math.isclose(float(back), float(x), rel_tol=1e-8)


def test_zero_stays():
    for function in (to_hms, to_hours, partial(to_radians, Meter()), partial(to_degrees, Meter())):
        assert pack(function(widen(Number.of(0))))[0] == 0
