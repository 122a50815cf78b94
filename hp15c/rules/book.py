"""The book itself: the rule of each row of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hp15c.rules.machine import Machine
from hp15c.table.instructions import ROWS, TABLE

Rule = Callable[[Machine[Any, Any]], None]

RULES: Final[dict[str, Rule]] = {}
"""The rule of each programmable row, by its name."""

HANDED_OVER: Final[set[str]] = set()
"""The rows that ordinary Python executes in every reader: matrices, SOLVE and the integral."""


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Register the rule of the rows with these names. Each row has exactly one."""

    def register(function: Rule) -> Rule:
        for name in names:
            if name not in ROWS:
                raise LookupError(f"no row of the table is called {name!r}")
            if name in RULES:
                raise LookupError(f"{name!r} has two rules")
            RULES[name] = function
        return function

    return register


def handed_over(*names: str) -> None:
    """Mark rows whose instructions ordinary Python executes."""

    def leave_it(m: Machine[Any, Any]) -> None:
        m.hand_over()

    rule(*names)(leave_it)
    HANDED_OVER.update(names)


def check() -> None:
    """LookupError for a row that can be a program line and has no rule."""
    missing = [row.name for row in TABLE if row.programmable and row.name not in RULES]
    if missing:
        raise LookupError(f"instructions without a rule in hp15c/rules: {', '.join(missing)}")
