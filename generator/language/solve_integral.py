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


def _run(word: str, function: Callable[..., Any], first: Any, second: Any) -> tuple[Any, ...]:
    return tuple(map(value, machine().run(word, _of_numbers(function), value(first), value(second))))


def _of_numbers(function: Callable[..., Any]) -> Callable[[Number], Number]:
    count = len(signature(function).parameters)
    return lambda x: value(function(*[value(x)] * count))
