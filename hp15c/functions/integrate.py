"""The integral: samples, extrapolation and stopping test, as the firmware makes them (MATH 23).

As with SOLVE, a run is plain data between two evaluations of the integrand. The caller puts `run.last_x` into
LAST X, evaluates at `run.abscissa` (X = Y = Z = T = abscissa) and hands the value to `advance`, until that
returns a result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from hp15c.functions.saved import Saved, plain_fields
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import DIGITS, ZERO, Number
from hp15c.numbers.working import (
    NOTHING,
    UNIT,
    Working,
    add,
    clamp,
    constant,
    div,
    mul,
    normalise,
    pack,
    round10,
    sub,
    widen,
)
from hp15c.table.modes import Format, Notation

COLUMNS: Final = 7
HIGHEST_LEVEL: Final = 9
MOST_POINTS: Final = 2**40
EXPONENT_OF_ZERO: Final = -99

_QUARTER: Final = constant("0.25")
_HALF: Final = constant("0.5")
_MINUS_THREE_HALVES: Final = constant("-1.5")
_TWO: Final = constant("2")
_THREE: Final = constant("3")
_FOUR: Final = constant("4")


class IntegralPhase(StrEnum):
    """The sample that the run waits for: the first, in the middle, or one of a pair around the middle."""

    MIDDLE = "middle"
    LOWER = "lower"
    UPPER = "upper"


class IntegralResult(NamedTuple):
    """The end of a run (MATH 23.6): integral, uncertainty, both limits, and whether a part overflowed."""

    x: Number
    y: Number
    z: Number
    t: Number
    overflow: bool


@dataclass(slots=True)
class IntegralRun:
    """An integral that waits for the integrand's value at `abscissa` (the variables of MATH 23.2).

    The mean of the integrand is `mean` + `rest`, its uncertainty `uncertainty`. `column` is the table T of
    the extrapolation, `level` how much of it is in use. In the pass of `points` N, pair `pair` (odd j) is
    being sampled, `distance` (d) from the ends. `total` and `total_uncertainty` are S and B, `f_lower` is the
    pair's first value.
    """

    lower: Number
    upper: Number
    abscissa: Number
    phase: IntegralPhase = IntegralPhase.MIDDLE
    last_x: Number = ZERO
    points: int = 2
    pair: int = 1
    level: int = 0
    f_lower: Number = ZERO
    distance: Working = NOTHING
    total: Working = NOTHING
    total_uncertainty: Working = NOTHING
    mean: Working = NOTHING
    rest: Working = NOTHING
    uncertainty: Working = NOTHING
    column: tuple[Working, ...] = (NOTHING,) * COLUMNS

    def length(self, meter: Meter) -> Working:
        """The upper limit minus the lower one."""
        return sub(meter, widen(self.upper), widen(self.lower))

    def copy(self) -> IntegralRun:
        """An independent run at the same point."""
        return replace(self)

    def to_json(self) -> dict[str, object]:
        """The run as a plain dict. `from_json` reads it back equal."""
        return plain_fields(self)

    @classmethod
    def from_json(cls, data: object) -> IntegralRun:
        """The run that `to_json` wrote. InputError for anything else."""
        saved = Saved("integral", data)
        points = saved.integer("points", 2, MOST_POINTS)
        if points & (points - 1):
            saved.refuse("points", "a power of two")
        pair = saved.integer("pair", 1, points - 1)
        if pair % 2 == 0:
            saved.refuse("pair", "odd")
        level, column = saved.integer("level", 0, HIGHEST_LEVEL), tuple(saved.workings("column", COLUMNS))
        return saved.record(cls, points=points, pair=pair, level=level, column=column)


def start(meter: Meter, lower: Number, upper: Number) -> IntegralRun | IntegralResult:
    """A run from the limits in Y (`lower`) and X (`upper`), or the result of equal ones (MATH 23.3)."""
    if lower == upper:
        return IntegralResult(ZERO, ZERO, upper, lower, overflow=False)
    length = sub(meter, widen(upper), widen(lower))
    return IntegralRun(lower, upper, clamp(round10(add(meter, mul(meter, _HALF, length), widen(lower)))))


def advance(meter: Meter, run: IntegralRun, fx: Number, fmt: Format) -> IntegralResult | None:
    """Take the integrand's value at `run.abscissa`. Returns the result, or None when another abscissa comes
    next.

    The display format `fmt` says how exact the integrand's values are.
    """
    match run.phase:
        case IntegralPhase.MIDDLE:
            run.mean = widen(fx)
            run.uncertainty = uncertainty_of(fx, fmt)
            _begin_pass(meter, run)
        case IntegralPhase.LOWER:
            run.f_lower = fx
            run.phase = IntegralPhase.UPPER
            run.abscissa = clamp(round10(sub(meter, widen(run.upper), run.distance)))
        case IntegralPhase.UPPER:
            _add_pair(meter, run, fx, fmt)
            if run.pair < run.points - 1:
                run.pair += 2
                _to_pair(meter, run)
            elif _end_pass(meter, run):
                return _result(meter, run)
            else:
                _begin_pass(meter, run)
    return None


def uncertainty_of(fx: Number, fmt: Format) -> Working:
    """DEL of MATH 23.1: half a unit of the last place that the display shows of a value.

    A setting above 9, which I <= -1 makes, counts as the negative number of digits in I.
    """
    exponent = fx.exponent if fx else EXPONENT_OF_ZERO
    digits = fmt.digits if fmt.digits < DIGITS else DIGITS - 1 - fmt.digits
    if fmt.notation is Notation.FIX:
        beyond_the_digits = 0 <= digits - 9 + exponent <= 99
        place = exponent - 10 if beyond_the_digits else -(digits + 1)
    else:
        place = exponent - (digits + 1)
    return _five_units(place)


def _five_units(place: int) -> Working:
    """5 * 10**place."""
    return Working(False, place, 5 * UNIT.mantissa)


def _whole(n: int) -> Working:
    """A positive whole number."""
    return normalise(False, 12, n)


def _square(meter: Meter, x: Working) -> Working:
    return mul(meter, x, x)


def _begin_pass(meter: Meter, run: IntegralRun) -> None:
    """Clear the sums. The estimate so far goes to LAST X for the whole pass."""
    run.last_x = clamp(mul(meter, run.length(meter), round10(add(meter, run.rest, run.mean))))
    run.total = run.total_uncertainty = NOTHING
    run.pair = 1
    _to_pair(meter, run)


def _to_pair(meter: Meter, run: IntegralRun) -> None:
    """Set the abscissa to the lower sample of the present pair."""
    run.phase = IntegralPhase.LOWER
    run.distance = _distance(meter, run)
    run.abscissa = clamp(round10(add(meter, widen(run.lower), run.distance)))


def _distance(meter: Meter, run: IntegralRun) -> Working:
    """The distance of the samples of the present pair from the ends of the interval (MATH 23.4, d)."""
    n, j = _whole(run.points), _whole(run.pair)
    squared = round10(_square(meter, div(meter, sub(meter, n, j), n)))
    fraction = round10(
        mul(meter, div(meter, mul(meter, add(meter, add(meter, n, n), j), squared), n), _QUARTER)
    )
    return round10(mul(meter, run.length(meter), fraction))


def _add_pair(meter: Meter, run: IntegralRun, f_upper: Number, fmt: Format) -> None:
    """Add the values of a pair, and their uncertainties, with the pair's weight."""
    weight = mul(
        meter,
        sub(meter, _square(meter, div(meter, _whole(run.pair), _whole(run.points))), UNIT),
        _MINUS_THREE_HALVES,
    )
    uncertainty = round10(add(meter, uncertainty_of(run.f_lower, fmt), uncertainty_of(f_upper, fmt)))
    run.total_uncertainty = round10(add(meter, mul(meter, weight, uncertainty), run.total_uncertainty))
    run.total = add(meter, mul(meter, add(meter, widen(run.f_lower), widen(f_upper)), weight), run.total)


def _end_pass(meter: Meter, run: IntegralRun) -> bool:
    """Update mean and uncertainty from the sums of a pass. Returns whether the integral has converged."""
    n = _whole(run.points)
    minus_square = -round10(_square(meter, n))
    spread = round10(div(meter, run.total_uncertainty, n))
    old = run.uncertainty
    change = add(meter, sub(meter, div(meter, old, minus_square), old), spread)
    uncertainty = round10(add(meter, mul(meter, _HALF, change), old))
    first = run.column[0]
    change = add(
        meter,
        add(meter, sub(meter, div(meter, run.total, n), run.mean), first),
        div(meter, add(meter, run.mean, first), minus_square),
    )
    mean = add(meter, mul(meter, _HALF, change), run.mean)

    run.points *= 2
    less_one = round10(sub(meter, _square(meter, _whole(run.points)), UNIT))
    run.uncertainty = round10(add(meter, div(meter, uncertainty, less_one), uncertainty))
    mean = add(meter, div(meter, mean, less_one), mean)
    old_mean, run.mean = run.mean, round10(mean)
    run.rest = round10(sub(meter, mean, run.mean))
    return _extrapolate(meter, run, round10(sub(meter, run.mean, old_mean)))


def _extrapolate(meter: Meter, run: IntegralRun, change: Working) -> bool:
    """Extrapolate `rest` by columns. Returns whether the last changes are too small to matter (MATH 23.5)."""
    tolerance = mul(meter, _THREE, run.uncertainty)
    tolerance = Working(False, tolerance.exponent, tolerance.mantissa // 1000 * 1000)
    column = list(run.column)
    last = min(run.level, COLUMNS - 1)
    failed_before, failed = True, True
    power = NOTHING
    for p in range(last + 1):
        if failed_before:
            failed_before = False
        else:
            failed = False
        power = round10(add(meter, mul(meter, _FOUR, power), _THREE))
        step = round10(add(meter, sub(meter, run.rest, column[p]), change))
        if sub(meter, tolerance, abs(step)).negative:
            failed_before, failed = False, True
            if p == last:
                failed_before = True
            else:
                ratio = div(meter, mul(meter, sub(meter, column[p + 1], column[p]), power), step)
                failed_before = sub(meter, ratio, _TWO).negative
        column[p] = run.rest
        run.rest = round10(add(meter, div(meter, step, power), run.rest))
        if not failed:
            run.column = tuple(column)
            return True
    if run.level < COLUMNS - 1:
        column[last + 1] = run.rest
    run.column = tuple(column)
    run.level = min(run.level + 1, HIGHEST_LEVEL)
    return False


def _result(meter: Meter, run: IntegralRun) -> IntegralResult:
    """The result of the run (MATH 23.6)."""
    integral = round10(mul(meter, run.length(meter), add(meter, run.rest, run.mean)))
    uncertainty = mul(meter, abs(run.length(meter)), run.uncertainty)
    if integral.mantissa:
        uncertainty = add(meter, uncertainty, _five_units(integral.exponent - 10))
    x, x_overflows = pack(integral)
    y, y_overflows = pack(round10(uncertainty))
    return IntegralResult(x, y, run.upper, run.lower, x_overflows or y_overflows)
