"""The calculator's functions, under its own rules and modes.

Each takes numbers and gives a number. `CalculatorError` where the calculator shows an Error. Angles are in
the unit that is set: degrees unless `rad()` or `grad()` was called.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Final

from generator.language.complex_numbers import ComplexNumber, of_complex
from generator.language.machine import machine
from generator.language.values import results, value
from hp15c.numbers.number import PI, Number

pi: Final = value(PI)


def sqrt(x: Any) -> Any:
    """The square root. Error 0 for a negative number."""
    return _compute_one("sqrt", x)


def exp(x: Any) -> Any:
    """e to the x."""
    return _compute_one("exp", x)


def ln(x: Any) -> Any:
    """The natural logarithm. Error 0 for 0 and less."""
    return _compute_one("ln", x)


def log10(x: Any) -> Any:
    """The common logarithm. Error 0 for 0 and less."""
    return _compute_one("log10", x)


def sin(x: Any) -> Any:
    """The sine of an angle."""
    return _compute_one("sin", x)


def cos(x: Any) -> Any:
    """The cosine of an angle."""
    return _compute_one("cos", x)


def tan(x: Any) -> Any:
    """The tangent of an angle."""
    return _compute_one("tan", x)


def asin(x: Any) -> Any:
    """The angle of a sine. Error 0 beyond 1."""
    return _compute_one("asin", x)


def acos(x: Any) -> Any:
    """The angle of a cosine. Error 0 beyond 1."""
    return _compute_one("acos", x)


def atan(x: Any) -> Any:
    """The angle of a tangent."""
    return _compute_one("atan", x)


def sinh(x: Any) -> Any:
    """The hyperbolic sine."""
    return _compute_one("sinh", x)


def cosh(x: Any) -> Any:
    """The hyperbolic cosine."""
    return _compute_one("cosh", x)


def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return _compute_one("tanh", x)


def asinh(x: Any) -> Any:
    """The inverse hyperbolic sine."""
    return _compute_one("asinh", x)


def acosh(x: Any) -> Any:
    """The inverse hyperbolic cosine. Error 0 under 1."""
    return _compute_one("acosh", x)


def atanh(x: Any) -> Any:
    """The inverse hyperbolic tangent. Error 0 from 1 on."""
    return _compute_one("atanh", x)


def factorial(x: Any) -> Any:
    """x!, which is the gamma function of x + 1."""
    return _compute_one("factorial", x)


def comb(y: Any, x: Any) -> Any:
    """The combinations of x out of y things."""
    return value(machine().compute("comb", value(y), value(x)))


def perm(y: Any, x: Any) -> Any:
    """The permutations of x out of y things."""
    return value(machine().compute("perm", value(y), value(x)))


def intpart(x: Any) -> Any:
    """x without its fraction, towards 0."""
    return _compute_one("intpart", x)


def frac(x: Any) -> Any:
    """The fraction of x, with its sign."""
    return _compute_one("frac", x)


def to_hms(x: Any) -> Any:
    """Hours, or degrees, as h.mmss."""
    return _compute_one("to_hms", x)


def from_hms(x: Any) -> Any:
    """Hours, or degrees, from h.mmss."""
    return _compute_one("from_hms", x)


def to_deg(x: Any) -> Any:
    """Radians as degrees."""
    return _compute_one("to_deg", x)


def to_rad(x: Any) -> Any:
    """Degrees as radians."""
    return _compute_one("to_rad", x)


def rnd(x: Any) -> Any:
    """x rounded as the display shows it."""
    return _compute_one("rnd", x)


def ran() -> Any:
    """The next random number, from 0 up to 1."""
    return value(machine().compute("ran"))


def set_random(number: Any) -> None:
    """Begin the random numbers at a number from 0 up to 1. They are the same after the same beginning."""
    results("set_random", number)


def last_random() -> Any:
    """The random number that came last, or at which they begin."""
    return results("last_random")


def polar(y: Any, x: Any = None) -> Any:
    """The angle and the radius of a point: `angle, radius = polar(y, x)`.

    For a complex number it gives a complex number: its real part is the radius, its imaginary part the angle.
    """
    return of_complex("polar", y) if isinstance(y, ComplexNumber) else results("polar", y, x)


def rect(angle: Any, radius: Any = None) -> Any:
    """The point at an angle and a radius: `y, x = rect(angle, radius)`.

    For a complex number of radius and angle it gives the complex number at that point.
    """
    return of_complex("rect", angle) if isinstance(angle, ComplexNumber) else results("rect", angle, radius)


def percent(base: Any, rate: Any) -> Any:
    """A number of percent of a base: `percent(200, 3)` is 6."""
    return results("percent", base, rate)


def percent_change(old: Any, new: Any) -> Any:
    """The change from one number to another in percent of the first. Error 0 where that is 0."""
    return results("percent_change", old, new)


def count_up(counter: Any) -> Any:
    """A loop counter n.cccii one step on by ISG, and 1 where its loop ends, else 0.

    n grows by ii, by 1 where that is 00, and the loop ends where it is above ccc.
    """
    return results("count_up", counter)


def count_down(counter: Any) -> Any:
    """A loop counter n.cccii one step on by DSE, and 1 where its loop ends, else 0.

    n falls by ii, by 1 where that is 00, and the loop ends where it is not above ccc.
    """
    return results("count_down", counter)


def solve(function: Callable[..., Any], first: Any, second: Any) -> Any:
    """A root of a function, searched from two guesses on: `x = solve(f, 0, 10)`.

    Where none is found it is the point with the smallest value that was seen. A function with several
    parameters, at most four, is given the same number for each of them.
    """
    (root,) = _run("solve", function, first, second)
    return root


def search(function: Callable[..., Any], first: Any, second: Any) -> Any:
    """As `solve`, and whether that is a root, 1 or 0: `x, found = search(f, 0, 10)`."""
    return _run("search", function, first, second)


def search_with_value(function: Callable[..., Any], first: Any, second: Any) -> Any:
    """As `search`, with the value there and the number tried before: `height, before, x, found = ...`."""
    return _run("search_with_value", function, first, second)


def integral(function: Callable[..., Any], lower: Any, upper: Any) -> Any:
    """The integral of a function: `integral(f, 0, 1)`. The display format says how precise it is."""
    (area,) = _run("integral", function, lower, upper)
    return area


def integral_with_uncertainty(function: Callable[..., Any], lower: Any, upper: Any) -> Any:
    """As `integral`, with its uncertainty: `error, area = integral_with_uncertainty(f, 0, 1)`."""
    return _run("integral_with_uncertainty", function, lower, upper)


def _compute_one(name: str, x: object) -> Any:
    if isinstance(x, ComplexNumber):
        return of_complex(name, x)
    return value(machine().compute(name, value(x)))


def _run(word: str, function: Callable[..., Any], first: Any, second: Any) -> tuple[Any, ...]:
    return tuple(map(value, machine().run(word, _of_numbers(function), value(first), value(second))))


def _of_numbers(function: Callable[..., Any]) -> Callable[[Number], Number]:
    count = len(signature(function).parameters)
    return lambda x: value(function(*[value(x)] * count))
