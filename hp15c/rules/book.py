"""The book itself: the rule of each row of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hp15c.rules.machine import Machine
from hp15c.table.instructions import ROWS, TABLE

Costs = tuple[int, int]
Rule = Callable[[Machine[Any, Any]], None]

RULES: Final[dict[str, Rule]] = {}
"""The rule of each programmable row, by its name."""

COSTS: Final[dict[str, Costs]] = {}
"""The word times of each row by itself, on the HP-15C and the HP-11C (see `timing.base`)."""

KINDS: Final = (".", "I", "(i)", "A")
"""How a cost names the operands .0 to .9, I, (i) and the letters."""

HANDED_OVER: Final[set[str]] = set()
"""The rows that ordinary Python executes in every reader: matrices, SOLVE and the integral."""


def rule(costs: Mapping[str, Costs]) -> Callable[[Rule], Rule]:
    """Register the rule of some rows, with the word times of each by itself. Each row has exactly one.

    'FIX I' has the cost of the row FIX for the operand I. The kinds of operands are those of `KINDS`.
    """

    def register(function: Rule) -> Rule:
        for name, cost in costs.items():
            if name not in ROWS:
                row, _, kind = name.rpartition(" ")
                if kind not in KINDS or row not in ROWS:
                    raise LookupError(f"no row of the table is called {name!r}")
            elif name in RULES:
                raise LookupError(f"{name!r} has two rules")
            else:
                RULES[name] = function
            COSTS[name] = cost
        return function

    return register


def handed_over(costs: Mapping[str, Costs]) -> None:
    """Mark rows whose instructions ordinary Python executes."""

    def leave_it(m: Machine[Any, Any]) -> None:
        m.hand_over()

    rule(costs)(leave_it)
    HANDED_OVER.update(name for name in costs if name in ROWS)


def check() -> None:
    """LookupError for a row that can be a program line and has no rule."""
    missing = [row.name for row in TABLE if row.programmable and row.name not in RULES]
    if missing:
        raise LookupError(f"instructions without a rule in hp15c/rules: {', '.join(missing)}")
