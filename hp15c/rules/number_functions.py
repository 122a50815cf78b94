"""The functions that rules call by name: numbers in, numbers out (MATH).

Each gets a meter, and the values of levels, registers and modes. It raises CalculatorError where the
instruction ends in an Error, before anything is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar

from hp15c.errors import CalculatorError
from hp15c.functions import (
    arithmetic,
    complex_numbers,
    conversions,
    exponential,
    hyperbolic,
    logarithm,
    polar,
    probability,
    random_numbers,
    statistics,
    trigonometry,
)
from hp15c.functions.complex_numbers import Complex
from hp15c.functions.gamma import factorial
from hp15c.functions.rounding import round_to_format
from hp15c.functions.statistics import Sums
from hp15c.numbers import working
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import MINUS_ZERO, ZERO, Number
from hp15c.numbers.working import Working, clamp, pack, widen
from hp15c.state.cells import magnitude
from hp15c.table.instructions import DIGITS
from hp15c.table.models import Model
from hp15c.table.modes import GREATEST_SETTING, AngleMode, Format, Notation

One = Callable[..., tuple[Number, bool]]
Several = Callable[..., tuple[tuple[Number, ...], bool]]
Whole = Callable[..., Any]
T = TypeVar("T")
S = TypeVar("S")

_MOST_DIGITS: Final = 9


def _pack(results: tuple[Working, ...]) -> tuple[tuple[Number, ...], bool]:
    """Results rounded for registers, and whether one of them overflowed."""
    packed = [pack(result) for result in results]
    return tuple([number for number, _ in packed]), any(overflowed for _, overflowed in packed)


def of_one(function: Callable[..., Working]) -> One:
    """The function of a Number, with overflow, that a function of a working number and a mode gives."""
    return lambda meter, x, *mode: pack(function(meter, widen(x), *mode))


def of_two(function: Callable[[Meter, Working, Working], Working]) -> One:
    """The function of Y and X as Numbers that a function of working numbers gives, with overflow."""
    return lambda meter, y, x: pack(function(meter, widen(y), widen(x)))


def _exact(function: Callable[..., Number]) -> One:
    return lambda meter, *operands: (function(meter, *operands), False)


def _free(function: Callable[[T], S]) -> Callable[[Meter, T], S]:
    """The same function with a meter before its argument, to which it adds nothing."""

    @wraps(function)
    def free(_: Meter, x: T) -> S:
        return function(x)

    return free


def _of_complex(function: Callable[..., Complex], count: int = 1) -> Several:
    """The function of real and imaginary parts that a function of `count` complex numbers gives.

    Modes may follow the numbers.
    """
    ends = 2 * count

    def compute(meter: Meter, *given: Any) -> tuple[tuple[Number, ...], bool]:
        parts = zip(given[:ends:2], given[1:ends:2], strict=False)
        return _pack(function(meter, *[Complex(widen(re), widen(im)) for re, im in parts], *given[ends:]))

    return compute


def _of_sums(function: Callable[..., tuple[Working, ...]], **by_model: Any) -> Several:
    """The function of six sums, and of numbers behind them, that one of `Sums` gives."""
    return lambda meter, *given: _pack(function(meter, Sums(*given[:6]), *given[6:], **by_model))


OPERATIONS: Final[dict[str, One]] = {
    "+": of_two(working.add),
    "−": of_two(working.sub),
    "×": of_two(working.mul),
    "÷": of_two(working.div),
}
SQUARE: Final = "x²"
AS_OPERATIONS: Final[dict[str, tuple[str, Number | None]]] = {SQUARE: ("×", None), "1/x": ("÷", Number.of(1))}
"""Functions of X that are an operation of Y and X: its sign, and what stands for Y (None for X itself)."""


def _as_operation(name: str) -> One:
    sign, left = AS_OPERATIONS[name]
    operation = OPERATIONS[sign]
    return lambda meter, x: operation(meter, x if left is None else left, x)


def _to_rectangular_11c(
    meter: Meter, r: Number, angle: Number, mode: AngleMode
) -> tuple[tuple[Number, ...], bool]:
    """→R of the HP-11C, whose ordinate can be a negative zero (BEHAVIOUR 0.3).

    The radius gives an ordinate its sign before it underflows, the angle after.
    """
    x, y = polar.to_rectangular(meter, widen(r), widen(angle), mode, True)
    (first, second), overflowed = _pack((x, y))
    by_radius = r.negative and y.mantissa > 0
    if second.is_zero and y.negative != by_radius:
        second = MINUS_ZERO
    return (first, second), overflowed


# The functions of one number, and those whose number is an angle, by the names of their rows.
OF_NUMBER: Final[dict[str, Callable[..., Working]]] = {
    "eˣ": exponential.exp,
    "10ˣ": exponential.power10,
    "LN": logarithm.ln,
    "LOG": logarithm.log10,
    "HYP SIN": hyperbolic.sinh,
    "HYP COS": hyperbolic.cosh,
    "HYP TAN": hyperbolic.tanh,
    "HYP⁻¹ SIN": hyperbolic.asinh,
    "HYP⁻¹ COS": hyperbolic.acosh,
    "HYP⁻¹ TAN": hyperbolic.atanh,
    "→H.MS": _free(conversions.to_hms),
    "→H": _free(conversions.to_hours),
    "→RAD": conversions.to_radians,
    "→DEG": conversions.to_degrees,
}
OF_ANGLE: Final[dict[str, Callable[..., Working]]] = {
    "SIN": trigonometry.sine,
    "COS": trigonometry.cosine,
    "TAN": trigonometry.tangent,
    "SIN⁻¹": trigonometry.arc_sine,
    "COS⁻¹": trigonometry.arc_cosine,
    "TAN⁻¹": trigonometry.arc_tangent,
}

ONE: Final[dict[str, One]] = {
    "√x": of_one(working.sqrt),
    **{name: _as_operation(name) for name in AS_OPERATIONS},
    "ABS": of_one(_free(abs)),
    **{name: of_one(function) for name, function in {**OF_NUMBER, **OF_ANGLE}.items()},
    **OPERATIONS,
    "yˣ": of_two(exponential.power),
    "%": of_two(arithmetic.percent),
    "Δ%": of_two(arithmetic.percent_change),
    "INT": _exact(arithmetic.integer_part),
    "FRAC": _exact(arithmetic.fraction_part),
    "RND": lambda _, x, display_format: (round_to_format(x, display_format), False),
    "x!": lambda meter, x: pack(factorial(meter, x)),
    "Py,x": lambda meter, y, x: pack(probability.permutations(meter, y, x)),
    "Cy,x": lambda meter, y, x: pack(probability.combinations(meter, y, x)),
    "RAN#": _exact(_free(random_numbers.as_number)),
    "slope": lambda meter, *sums: (clamp(statistics.slope(meter, Sums(*sums))), False),
    "intercept": lambda meter, *sums: pack(statistics.intercept(meter, Sums(*sums))),
}
"""Functions with one result: the number, and whether it overflowed."""

# The complex form of a function of one number has the same name in its module.
_COMPLEX: Final[dict[str, Several]] = {
    "+": _of_complex(complex_numbers.add, 2),
    "−": _of_complex(complex_numbers.sub, 2),
    "×": _of_complex(complex_numbers.mul, 2),
    "÷": _of_complex(complex_numbers.div, 2),
    "yˣ": _of_complex(complex_numbers.power, 2),
    "√x": _of_complex(complex_numbers.square_root),
    SQUARE: _of_complex(complex_numbers.square),
    "1/x": _of_complex(complex_numbers.reciprocal),
    "ABS": _of_complex(complex_numbers.absolute),
    **{
        name: _of_complex(getattr(complex_numbers, function.__name__))
        for name, function in {**OF_NUMBER, **OF_ANGLE}.items()
        if hasattr(complex_numbers, function.__name__)
    },
    "→P": _of_complex(complex_numbers.to_polar),
    "→R": _of_complex(complex_numbers.to_rectangular),
}
IN_COMPLEX_MODE: Final = {name: f"complex {name}" for name in _COMPLEX}
"""The complex form of each function that has one."""

SEVERAL: Final[dict[str, Several]] = {
    **{IN_COMPLEX_MODE[name]: function for name, function in _COMPLEX.items()},
    "→P": lambda meter, x, y, mode: _pack(polar.to_polar(meter, widen(x), widen(y), mode)),
    "→R": lambda meter, r, angle, mode: _pack(polar.to_rectangular(meter, widen(r), widen(angle), mode)),
    f"→R {Model.HP11C}": _to_rectangular_11c,
    "Σ+": _of_sums(statistics.accumulate),
    "Σ−": _of_sums(statistics.accumulate, subtract=True),
    "x̄": _of_sums(statistics.mean),
    "s": _of_sums(statistics.deviation),
    "ŷ,r": _of_sums(statistics.estimate),
    f"s {Model.HP11C}": _of_sums(statistics.deviation, root=statistics.root_11c),
    f"ŷ,r {Model.HP11C}": _of_sums(statistics.estimate, root=statistics.root_11c),
}
"""Functions with several results: the numbers, and whether one of them overflowed. The HP-11C has some of its
own, by the name with its model.
"""


def of_model(name: str, model: Model) -> str:
    """The name in SEVERAL of a function, which may be one of the model's own."""
    own = f"{name} {model}"
    return own if own in SEVERAL else name


RESULTS: Final = {name: 6 if name in ("Σ+", "Σ−") else 2 for name in SEVERAL}
"""How many results each function of `SEVERAL` has."""


def setting(number: Number) -> int:
    """The digits of a format by the number in I: at most 9, and for a negative one 0 or 10 to 15.

    A negative number gives 9 plus the integer part, at most 15. For an integer part of 0 it is 0 (BEHAVIOUR
    3.1).
    """
    size = magnitude(number)
    if not number.negative:
        return min(size, _MOST_DIGITS)
    return min(_MOST_DIGITS + size, GREATEST_SETTING) if size else 0


def _by_number(notation: Notation) -> Whole:
    return lambda number: Format(notation, setting(number))


def _always(mode: Format | AngleMode) -> Whole:
    return lambda: mode


WHOLE: Final[dict[str, Whole]] = {
    "magnitude": magnitude,
    "next seed": random_numbers.next_seed,
    "seed": random_numbers.seed_of,
    **{f"{notation} I": _by_number(notation) for notation in Notation},
    **{
        f"{notation} {digit}": _always(Format(notation, int(digit)))
        for notation in Notation
        for digit in DIGITS
    },
    **{str(mode): _always(mode) for mode in AngleMode},
}
"""Functions whose result is a whole number or a mode."""


def next_count(counter: Number, *, downwards: bool) -> tuple[Number, bool]:
    """The loop counter c.xxxyy one step on, and whether the loop ends (BEHAVIOUR 4.6).

    The fraction keeps its first nine digits, also when the sign changes. The goal xxx is never negative.
    """
    decimals = min(max(9 - counter.exponent, 0), _MOST_DIGITS)
    scale = 10**decimals
    shift = counter.exponent - 9 + decimals
    digits = counter.mantissa * 10**shift if shift >= 0 else counter.mantissa // 10**-shift
    whole, fraction = divmod(digits, scale)
    goal, step = divmod(fraction * 100_000 // scale, 100)
    step = step or 1
    reached = (-whole if counter.negative else whole) + (-step if downwards else step)
    value = _round(reached < 0, abs(reached) * scale + fraction, decimals)
    return value, reached <= goal if downwards else reached > goal


def _round(negative: bool, digits: int, decimals: int) -> Number:
    """digits / 10**decimals rounded half up to ten digits."""
    if digits == 0:
        return ZERO
    excess = len(str(digits)) - 10
    if excess > 0:
        digits = (digits + 5 * 10 ** (excess - 1)) // 10**excess
        if digits == 10**10:
            digits, excess = 10**9, excess + 1
    else:
        digits *= 10**-excess
    return Number(negative, 9 + excess - decimals, digits)


ERRORS: Final = dict.fromkeys(("slope", "intercept", "x̄", "s", "ŷ,r"), 2)
"""The Errors of functions, where they are not Error 0."""


def result(name: str, *operands: Any) -> tuple[tuple[Number, ...], bool] | None:
    """The results of a function of ONE or SEVERAL, and whether one overflowed. None for an Error."""
    meter = Meter()
    try:
        if name in SEVERAL:
            return SEVERAL[name](meter, *operands)
        number, overflowed = ONE[name](meter, *operands)
    except CalculatorError:
        return None
    return (number,), overflowed
