import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.functions.polar import angle_of, cis, to_polar, to_rectangular
from hp15c.functions.trigonometry import HALF_PI
from hp15c.numbers.effort import Meter
from hp15c.numbers.working import NOTHING, UNIT, Working, constant, pack, widen
from hp15c.table.modes import AngleMode
from tests.support.arbitrary import numbers
from tests.support.records import ANGLE_KEYS, disagreements, operand

DEG, RAD, GRD = AngleMode.DEG, AngleMode.RAD, AngleMode.GRD


def test_to_polar_agrees_with_the_records():
    def compute(record):
        return to_polar(
            Meter(), widen(operand(record, "x")), widen(operand(record, "y")), ANGLE_KEYS[record["mode"]]
        )

    assert disagreements("binary", "->P", compute) == []


def test_to_rectangular_agrees_with_the_records():
    def compute(record):
        return to_rectangular(
            Meter(), widen(operand(record, "x")), widen(operand(record, "y")), ANGLE_KEYS[record["mode"]]
        )

    assert disagreements("binary", "->R", compute) == []


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (
            to_polar(Meter(), constant("3.4"), constant("7.9"), DEG),
            (Working(False, 0, 8_600_581_375_697), Working(False, 1, 6_671_393_508_172)),
        ),
        (
            to_rectangular(Meter(), constant("12"), constant("30"), DEG),
            (Working(False, 1, 1_039_230_484_542), Working(False, 0, 5_999_999_999_993)),
        ),
        (
            cis(Meter(), constant("1.5"), RAD),
            (Working(False, -2, 7_073_720_166_777), Working(False, -1, 9_974_949_866_047)),
        ),
        (angle_of(Meter(), constant("0.7"), constant("1.5"), RAD), Working(False, -1, 4_366_271_598_138)),
        (angle_of(Meter(), NOTHING, NOTHING, DEG), NOTHING),
        (angle_of(Meter(), -UNIT, NOTHING, DEG), constant("-90")),
        (angle_of(Meter(), UNIT, NOTHING, GRD), constant("100")),
        (angle_of(Meter(), UNIT, NOTHING, RAD), HALF_PI),
        (angle_of(Meter(), NOTHING, -UNIT, DEG), constant("180")),
    ],
)
def test_worked_examples(result, expected):
    assert result == expected


@pytest.mark.slow
@given(numbers(-6, 6), numbers(-6, 6), st.sampled_from(AngleMode))
def test_there_and_back(x, y, mode):
    r, angle = to_polar(Meter(), widen(x), widen(y), mode)
    back = to_rectangular(Meter(), r, angle, mode)
    length = math.hypot(float(x), float(y))
    for coordinate, w in zip((x, y), back, strict=True):
        assert math.isclose(float(coordinate), float(pack(w)[0]), abs_tol=1e-9 * length)
