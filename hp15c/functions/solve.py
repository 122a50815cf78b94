"""SOLVE: the search for a root, as the firmware makes it (MATH 22).

A run is plain data between two evaluations of the function, so that it can be stopped inside the function,
saved, copied and compared. The caller evaluates the function at `run.abscissa` (X = Y = Z = T = abscissa)
and hands the value to `advance`, until that returns a result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from hp15c.functions.saved import Saved, plain_fields
from hp15c.numbers.effort import SOLVE_ENDED, SOLVE_FAILED, SOLVE_SEARCHED, Meter
from hp15c.numbers.number import ONE, ZERO, Number
from hp15c.numbers.working import (
    UNIT,
    Working,
    add,
    clamp,
    constant,
    div,
    mul,
    normalise,
    round10,
    sub,
    widen,
)

FULL_CREDIT: Final = 3
FIRST_STEP_FROM_ZERO: Final = Number.of("1e-7")
SMALLEST: Final = Number.of("1e-99")
SEVENTH_DIGIT: Final = 1000

_HALF: Final = constant("0.5")
_THOUSANDTH: Final = constant("0.001")
_HUNDRED: Final = constant("100")
_THOUSAND: Final = constant("1000")
_JUST_ABOVE_ONE: Final = constant("1.000000001")
_JUST_BELOW_ONE: Final = constant("0.9999999999")


class SolvePhase(StrEnum):
    """The value of the function that the run waits for."""

    FIRST = "first guess"
    SECOND = "second guess"
    SEARCH = "search"
    BRACKET = "bracket"


class SolveResult(NamedTuple):
    """The end of a run (MATH 22.5): whether a root was found, and what X, Y and Z become."""

    has_root: bool
    x: Number
    y: Number
    z: Number


@dataclass(slots=True)
class SolveRun:
    """A SOLVE that waits for the function's value at `abscissa` (the variables of MATH 22.1).

    `older` with `f_older` is p, which is not known where `f_older` is 0. `best` with `f_best` is b. `credit`
    is the number of failures that the search still allows. `artificial` tells that f_older was made up by the
    bracketing.
    """

    phase: SolvePhase
    abscissa: Number
    older: Number
    f_older: Number = ZERO
    best: Number = ZERO
    f_best: Number = ZERO
    credit: int = FULL_CREDIT
    artificial: bool = False

    def copy(self) -> SolveRun:
        """An independent run at the same point."""
        return replace(self)

    def to_json(self) -> dict[str, object]:
        """The run as a plain dict. `from_json` reads it back equal."""
        return plain_fields(self) | {"artificial": int(self.artificial)}

    @classmethod
    def from_json(cls, data: object) -> SolveRun:
        """The run that `to_json` wrote. InputError for anything else."""
        saved = Saved("SOLVE", data)
        artificial = bool(saved.integer("artificial", 0, 1))
        run = saved.record(cls, credit=saved.integer("credit", 0, FULL_CREDIT), artificial=artificial)
        run._check(saved)
        return run

    def _check(self, saved: Saved) -> None:
        """Refuse what no run can reach and the next step could not compute with."""
        if self.phase is not SolvePhase.FIRST and self.f_best.is_zero:
            saved.refuse("f_best", "a value other than 0")
        if self.phase is SolvePhase.SEARCH and self.older == self.best:
            saved.refuse("older", "another point than best")
        if self.phase is not SolvePhase.FIRST and self.abscissa == self.best:
            saved.refuse("abscissa", "another point than best")


def start(first: Number, second: Number) -> SolveRun:
    """A run from the guesses in Y (`first`, evaluated first) and X (`second`) (MATH 22.2)."""
    return SolveRun(SolvePhase.FIRST, _second_guess(first) if first == second else first, older=second)


def _second_guess(guess: Number) -> Number:
    """The first guess when both are equal: its seventh digit changed."""
    if guess.is_zero:
        return FIRST_STEP_FROM_ZERO
    digit = guess.mantissa // SEVENTH_DIGIT % 10
    step = SEVENTH_DIGIT if digit < 9 else -SEVENTH_DIGIT
    return Number(guess.negative, guess.exponent, guess.mantissa + step)


def advance(meter: Meter, run: SolveRun, fx: Number) -> SolveResult | None:
    """Take the function's value at `run.abscissa`. Returns the result, None when another one comes."""
    if fx.is_zero:
        return SolveResult(True, run.abscissa, run.abscissa, ZERO)
    if run.phase is SolvePhase.FIRST:
        run.best, run.f_best = run.abscissa, fx
        run.abscissa = run.older
        run.phase = SolvePhase.SECOND
        return None
    if run.phase is not SolvePhase.BRACKET:
        if fx.negative == run.f_best.negative:
            run.phase = SolvePhase.SEARCH
            return _search(meter, run, fx)
        run.phase = SolvePhase.BRACKET
    return _bracket(meter, run, fx)


def _search(meter: Meter, run: SolveRun, fx: Number) -> SolveResult | None:
    """Search on where no sign change is known: go downhill, or try the minimum of a parabola (MATH 22.3)."""
    meter.spent += SOLVE_SEARCHED
    if abs(fx) < abs(run.f_best):
        if run.f_older:
            run.credit = min(run.credit + 1, FULL_CREDIT)
        run.older, run.f_older = run.best, run.f_best
        run.best, run.f_best = run.abscissa, fx
        return _extrapolate(meter, run)
    if not run.f_older:
        run.f_older = fx
        return _extrapolate(meter, run)
    if run.credit == 0:
        return _end(meter, run, has_root=False)
    run.credit -= 1
    return _to_minimum(meter, run, fx)


def _extrapolate(meter: Meter, run: SolveRun) -> SolveResult | None:
    """Set the next abscissa along the secant, at most 100 steps away. Returns the end without one."""
    best, f_best = widen(run.best), widen(run.f_best)
    step = sub(meter, best, widen(run.older))
    slope = sub(meter, widen(run.f_older), f_best)
    factor = _HUNDRED
    if round10(slope).mantissa:
        quotient = widen(clamp(div(meter, mul(meter, f_best, _JUST_ABOVE_ONE), slope)))
        if sub(meter, quotient, _HUNDRED).negative:
            factor = quotient
    target = add(meter, mul(meter, factor, step), best)
    nudge = _JUST_BELOW_ONE if step.negative != target.negative else _JUST_ABOVE_ONE
    run.abscissa = clamp(mul(meter, target, nudge))
    if run.abscissa == run.best:
        run.abscissa = clamp(add(meter, step, best))
        if run.abscissa == run.best:
            return _end(meter, run, has_root=False)
    return None


def _to_minimum(meter: Meter, run: SolveRun, fx: Number) -> SolveResult | None:
    """Set the next abscissa to the minimum of the three points' parabola. Returns the end without one."""
    x, best, older = widen(run.abscissa), widen(run.best), widen(run.older)
    f_best = widen(run.f_best)
    step = sub(meter, x, best)
    slope = div(meter, sub(meter, widen(fx), f_best), step)
    older_slope = div(meter, sub(meter, widen(run.f_older), f_best), sub(meter, older, best))
    curvature = div(meter, sub(meter, slope, older_slope), sub(meter, x, older))
    shift = sub(meter, step, div(meter, slope, curvature)) if curvature.mantissa else step
    run.older = clamp(add(meter, mul(meter, _HALF, shift), best))
    if run.older == run.best:
        run.older = clamp(add(meter, mul(meter, _HALF, step), best))
        if run.older == run.best:
            run.older = run.abscissa
    if run.older == run.abscissa:
        return _end(meter, run, has_root=False)
    run.f_older = ZERO
    run.abscissa = run.older
    return None


def _bracket(meter: Meter, run: SolveRun, fx: Number) -> SolveResult | None:
    """Narrow the interval between `older` and `best`, whose values differ in sign (MATH 22.4)."""
    while True:
        if fx.negative != run.f_best.negative:
            run.older, run.f_older, run.artificial = run.best, run.f_best, False
        else:
            run.f_older, run.artificial = _artificial(meter, run, fx), True
        run.best, run.f_best = run.abscissa, fx
        run.abscissa = _interpolate(meter, run)
        if run.abscissa == run.best:
            run.abscissa = neighbour(run.best, run.older)
            if run.abscissa == run.older:
                return _end(meter, run, has_root=True)
        if run.abscissa != run.older or run.artificial:
            return None
        fx = run.f_older


def _interpolate(meter: Meter, run: SolveRun) -> Number:
    """Where the secant through both ends crosses zero, a trace towards `best`."""
    best = widen(run.best)
    ratio = sub(meter, div(meter, widen(run.f_older), widen(run.f_best)), _JUST_ABOVE_ONE)
    return clamp(add(meter, round10(div(meter, sub(meter, best, widen(run.older)), ratio)), best))


def _artificial(meter: Meter, run: SolveRun, fx: Number) -> Number:
    """The value put at `older` after two points on the same side, so that the next step goes further."""
    x, opposite = widen(run.abscissa), -widen(fx)
    bend = mul(
        meter, sub(meter, widen(run.older), x), sub(meter, div(meter, widen(run.f_best), widen(fx)), UNIT)
    )
    quotient = widen(clamp(div(meter, bend, sub(meter, x, widen(run.best)))))
    gain = round10(sub(meter, quotient, UNIT))
    if sub(meter, gain, _THOUSANDTH).negative:
        gain = abs(gain)
        return clamp(mul(meter, div(meter, add(meter, gain, _THOUSANDTH), add(meter, gain, UNIT)), opposite))
    if sub(meter, gain, _THOUSAND).negative:
        return clamp(mul(meter, gain, opposite))
    return clamp(mul(meter, _THOUSAND, opposite))


def neighbour(x: Number, towards: Number) -> Number:
    """The next number from `x` in the direction of `towards`, one tenth digit on (MATH 22.4, rule 3)."""
    upwards = x <= towards
    if x.is_zero:
        return SMALLEST if upwards else -SMALLEST
    away_from_zero = upwards != x.negative
    if not away_from_zero and x.mantissa == ONE.mantissa:
        return clamp(Working(x.negative, x.exponent - 1, 9_999_999_999_000))
    mantissa = x.mantissa + (1 if away_from_zero else -1)
    return clamp(normalise(x.negative, x.exponent, 1000 * mantissa))


def _end(meter: Meter, run: SolveRun, *, has_root: bool) -> SolveResult:
    """The result of a run that ends: ends B and C of MATH 22.5."""
    meter.spent += SOLVE_ENDED if has_root else SOLVE_FAILED
    return SolveResult(has_root, run.best, run.older, run.f_best)
