import statistics
from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.errors import CalculatorError
from hp15c.functions.statistics import Sums, accumulate, deviation, estimate, intercept, mean, root_11c, slope
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import Working, pack
from tests.support.records import Record, records

EMPTY = Sums(ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)
RECORDS = [(r, first) for name, first in (("stats", 2), ("11c-stats", 0)) for r in records(name)]


def regression(sums: Sums) -> tuple[Working, Working]:
    """Intercept and slope, as L.R. has them in X and Y."""
    return intercept(Meter(), sums), slope(Meter(), sums)


FUNCTIONS = {"mean": partial(mean, Meter()), "s": partial(deviation, Meter()), "LR": regression}


def registers(record: Record, first: int) -> Sums:
    held = record.get("registers", {})
    return Sums(*(Number.of(held.get(str(first + i), "0")) for i in range(6)))


def with_point(sums: Sums, x: Number, y: Number, subtract: bool = False) -> Sums:
    return Sums(*(pack(w)[0] for w in accumulate(Meter(), sums, x, y, subtract)))


def sums_of(points) -> Sums:
    sums = EMPTY
    for y, x in points:
        sums = with_point(sums, Number.of(x), Number.of(y))
    return sums


def pressed(keys: str):
    """The points of a key sequence: [y ENTER] x, then Σ+ (49) or Σ- (43 49). Without ENTER y is the last one.

    Gives y, x and whether the point was taken off.
    """
    points, typed, y = [], "", ZERO
    rest = iter(keys.split())
    for key in rest:
        shifted = f"{key} {next(rest, '')}" if key in ("42", "43") else key
        if shifted == "36":
            y, typed = Number.of(typed), ""
        elif shifted in ("49", "43 49"):
            points.append((y, Number.of(typed), shifted != "49"))
            typed = ""
        elif len(key) == 1:
            typed += key
        elif shifted in ("48", "26"):
            typed += {"48": ".", "26": "e"}[shifted]
        elif shifted == "16":
            mantissa, mark, exponent = typed.partition("e")
            typed = f"{mantissa}e-{exponent}" if mark else f"-{mantissa}"
    return points


def test_sums_agree_with_the_records():
    assert len(RECORDS) > 150
    wrong, taken_off = [], 0
    for record, first in RECORDS:
        sums = EMPTY
        for y, x, off in pressed(record["keys"]):
            sums = with_point(sums, x, y, off)
            taken_off += off
        if sums != registers(record, first):
            wrong.append(record["id"])
    assert wrong == []
    assert taken_off > 10


@pytest.mark.parametrize("op", FUNCTIONS)
def test_functions_agree_with_the_records(op):
    wrong = []
    for record, first in RECORDS:
        if record["op"] == op:
            sums = registers(record, first)
            wrong += disagreement(record, lambda sums=sums: FUNCTIONS[op](sums))
    assert wrong == []


def test_estimate_agrees_with_the_records():
    wrong = []
    for record, first in RECORDS:
        if record["op"] == "yhat,r":
            sums = registers(record, first)
            x = Number.of(record["x" if "error" in record else "last_x"])
            wrong += disagreement(record, lambda sums=sums, x=x: estimate(Meter(), sums, x))
    assert wrong == []


def disagreement(record: Record, compute) -> list[tuple[str, object]]:
    try:
        got = [pack(w)[0] for w in compute()]
    except CalculatorError as error:
        return [] if str(error) == record.get("error") else [(record["id"], str(error))]
    agrees = "error" not in record and got == [Number.of(record["x"]), Number.of(record["y"])]
    return [] if agrees else [(record["id"], got)]


small = st.integers(-999, 999)


@pytest.mark.slow
@given(st.lists(st.tuples(small, small), min_size=1, max_size=8))
def test_adding_and_taking_off_leaves_nothing(points):
    sums = sums_of(points)
    for y, x in points:
        sums = with_point(sums, Number.of(x), Number.of(y), subtract=True)
    assert sums == EMPTY


@pytest.mark.slow
@given(st.lists(st.tuples(small, small), min_size=3, max_size=8))
def test_mean_and_deviation_are_those_of_the_points(points):
    sums = sums_of(points)
    for position, w, s in zip((1, 0), mean(Meter(), sums), deviation(Meter(), sums), strict=True):
        values = [Decimal(point[position]) for point in points]
        assert float(pack(w)[0]) == pytest.approx(float(statistics.mean(values)), rel=1e-8)
        assert float(pack(s)[0]) == pytest.approx(float(statistics.stdev(values)), rel=1e-8)


def test_points_on_a_line():
    sums = sums_of([(5, 1), (7, 2), (9, 3)])
    assert tuple(pack(w)[0] for w in regression(sums)) == (3, 2)
    assert tuple(pack(w)[0] for w in estimate(Meter(), sums, Number.of(10))) == (23, 1)


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        ([], (partial(mean, Meter()), partial(deviation, Meter()), regression)),
        ([(1, 2)], (partial(deviation, Meter()), regression)),
        ([(1, 2), (5, 2)], (regression, lambda s: estimate(Meter(), s, ZERO))),
        ([(1, 2), (1, 4)], (lambda s: estimate(Meter(), s, ZERO),)),
    ],
)
def test_error_2(points, refused):
    for function in refused:
        with pytest.raises(CalculatorError, match="Error 2"):
            function(sums_of(points))


def test_a_negative_variance_is_error_2():
    with pytest.raises(CalculatorError, match="Error 2"):
        deviation(Meter(), EMPTY._replace(n=Number.of(2), x=Number.of(3), xx=Number.of(1)))


def test_terms_are_not_rounded_before_they_are_added():
    x = Number.of("1.000000001")
    assert accumulate(Meter(), EMPTY, x, x)[2] == Working(False, 0, 1_000_000_002_000)


def test_the_root_of_the_11c_loses_200_from_its_exponent() -> None:
    """From 1e250 on (MATH 12). s of Y in a measured set of sums is 1.235278428e-67, in place of e133."""
    for exponent, expected in ((249, 124), (250, -75), (266, -67), (397, -2), (-260, -130)):
        assert root_11c(Meter(), Working(False, exponent, 10**12)).exponent == expected
    sums = Sums(*map(Number.of, ("6.553454520e-71", "1", "9", "-1.000000005e98", "-1.000000001", "3.86e6")))
    assert pack(deviation(Meter(), sums, root_11c)[1])[0] == Number.of("1.235278428e-67")
    assert pack(deviation(Meter(), sums)[1])[1]
