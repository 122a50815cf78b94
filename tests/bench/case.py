"""One benchmark case: a question, what it is measured in, and the work that answers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A question put to the machine.

    `run` does the work once, checks its own answer (AssertionError when it is wrong) and returns the
    figure in `unit`. `baseline` names the question whose figure, from the same run, this one is divided by.
    """

    question: str
    unit: str
    run: Callable[[], float]
    baseline: str | None = None
    goal: str = ""
