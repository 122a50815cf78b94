"""Which of many examples of a test run by default, in CI, or by hand only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def fourths(examples: Iterable[Any]) -> list[Any]:
    """All examples. The first of each four runs by default, and the other three are `slow`."""
    return [
        pytest.param(*one if isinstance(one, tuple) else (one,), marks=[pytest.mark.slow] * (place % 4 > 0))
        for place, one in enumerate(examples)
    ]


def counts(*drawn: int) -> list[Any]:
    """How many examples are drawn. The last number is for a `long` run, the one before for CI.

    One that stands before these two is for the default run.
    """
    marks = ((), pytest.mark.slow, pytest.mark.long)
    return [pytest.param(one, marks=mark) for one, mark in zip(drawn, marks[-len(drawn) :], strict=True)]
