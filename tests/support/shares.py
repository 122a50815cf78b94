"""Which of many examples of a test run by default, in CI, or by hand only.

CI runs all of what is `slow`, and draws as many random examples as a test says. The default run draws an
eighth of them, `fewer` says so to the tests. `tests/conftest.py` sets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

EIGHTH = 8
fewer = 1


def few(examples: Iterable[Any]) -> list[Any]:
    """All examples. The first of each eight runs by default, and the others are `slow`."""
    return [_example(one, slow=place % EIGHTH > 0) for place, one in enumerate(examples)]


def firsts(examples: Iterable[Any]) -> list[Any]:
    """All examples. The first runs by default, and the others are `slow`."""
    return [_example(one, slow=place > 0) for place, one in enumerate(examples)]


def rarely(examples: Iterable[Any], *slow: Any) -> list[Any]:
    """All examples, of a mapping its values. Those named, or with these keys, are `slow`."""
    pairs = examples.items() if isinstance(examples, Mapping) else ((one, one) for one in examples)
    return [_example(value, slow=name in slow) for name, value in pairs]


def _example(one: Any, *, slow: bool) -> Any:
    """An example with its own marks, and `slow` where it is asked for."""
    marks = [pytest.mark.slow] * slow
    if isinstance(one, type(pytest.param())):
        return pytest.param(*one.values, marks=[*marks, *one.marks], id=one.id)
    return pytest.param(*one if isinstance(one, tuple) else (one,), marks=marks)


def share(count: int) -> int:
    """How many of `count` random examples this run draws: all of them in CI, an eighth by default."""
    return -(-count // fewer)


def counts(*drawn: int) -> list[Any]:
    """How many examples are drawn. The last number is for a `long` run, the one before for CI.

    One that stands before these two is for the default run.
    """
    marks = ((), pytest.mark.slow, pytest.mark.long)
    return [pytest.param(one, marks=mark) for one, mark in zip(drawn, marks[-len(drawn) :], strict=True)]
