"""SOLVE and the integral of a function of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.language.machine import machine
from generator.language.values import value
from hp15c.numbers.number import Number


def solve(function: Callable[[Any], Any], first: Any, second: Any) -> Any:
    """A root of a function, searched from two guesses on: `x = solve(f, 0, 10)`.

    Where none is found it is the point with the smallest value that was seen.
    """
    return value(machine().solve(_of_numbers(function), value(first), value(second)))


def integral(function: Callable[[Any], Any], lower: Any, upper: Any) -> Any:
    """The integral of a function: `integral(f, 0, 1)`. The display format says how precise it is."""
    return value(machine().integral(_of_numbers(function), value(lower), value(upper)))


def _of_numbers(function: Callable[[Any], Any]) -> Callable[[Number], Number]:
    return lambda x: value(function(value(x)))
