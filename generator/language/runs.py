"""SOLVE and the integral of a function of the program."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from generator.language.machine import machine
from generator.language.values import value
from hp15c.numbers.number import Number


def solve(function: Callable[..., Any], first: Any, second: Any) -> Any:
    """A root of a function, searched from two guesses on: `x = solve(f, 0, 10)`.

    Where none is found it is the point with the smallest value that was seen. A function with several
    parameters, at most four, is given the same number for each of them.
    """
    return search(function, first, second)[0]


def search(function: Callable[..., Any], first: Any, second: Any) -> tuple[Any, Any]:
    """As `solve`, and whether that is a root, 1 or 0: `x, found = search(f, 0, 10)`."""
    root, found = machine().solve(_of_numbers(function), value(first), value(second))
    return value(root), value(found)


def integral(function: Callable[..., Any], lower: Any, upper: Any) -> Any:
    """The integral of a function: `integral(f, 0, 1)`. The display format says how precise it is."""
    return value(machine().integral(_of_numbers(function), value(lower), value(upper)))


def _of_numbers(function: Callable[..., Any]) -> Callable[[Number], Number]:
    count = len(signature(function).parameters)
    return lambda x: value(function(*[value(x)] * count))
