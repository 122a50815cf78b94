"""The book itself: the rule of each row of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hp15c.rules.machine import Machine
from hp15c.table.instructions import ROWS, TABLE
from hp15c.table.step import Costs, CostsOfRow

Rule = Callable[[Machine[Any, Any]], None]

RULES: Final[dict[str, Rule]] = {}
"""The rule of each programmable row, by its name."""

COSTS: Final[dict[str, Costs]] = {}
"""The word times of each row by itself, on the HP-15C and the HP-11C (see `timing.operands`)."""

COMPLEX_COSTS: Final[dict[str, int]] = {}
"""The word times that a row takes more in complex mode, without computing."""


OPERAND_COSTS: Final[dict[str, tuple[str, ...]]] = {}
"""What each row spends on its operands, as they are before it runs: names of `timing.operands.COUNTS`."""

KINDS: Final = (".", "I", "(i)", "A")
"""How a cost names the operands .0 to .9, I, (i) and the letters."""

HANDED_OVER: Final[set[str]] = set()
"""The rows that ordinary Python executes in every reader: matrices, SOLVE and the integral."""

OWN_FORMS: Final = {
    "DIM": "DIM (i) needs no matrix: lanes keep room for the most registers that a program may ask for.",
}
"""Rows of which the faster engines have a form of their own beside the rule, and why. Each of them is held to
the rule by the tests of engines.
"""


def rule(costs: Mapping[str, CostsOfRow], *operands: str) -> Callable[[Rule], Rule]:
    """Register the rule of some rows, with the word times of each by itself: on the HP-15C, on the HP-11C,
    and what complex mode adds. `operands` names those that depend on numbers. Each row has exactly one rule.

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
                OPERAND_COSTS[name] = operands
            COSTS[name] = cost[:2]
            if len(cost) > 2:
                COMPLEX_COSTS[name] = cost[2]
        return function

    return register


def handed_over(costs: Mapping[str, CostsOfRow], *operands: str) -> None:
    """Mark rows whose instructions ordinary Python executes."""

    def leave_it(m: Machine[Any, Any]) -> None:
        m.hand_over()

    rule(costs, *operands)(leave_it)
    HANDED_OVER.update(name for name in costs if name in ROWS)


for _row in TABLE:
    if _row.rule is not None and _row.costs is not None:
        rule({_row.name: _row.costs})(_row.rule)


def check() -> None:
    """Raise LookupError for a row that can be a program line and has no rule."""
    missing = [row.name for row in TABLE if row.programmable and row.name not in RULES]
    if missing:
        raise LookupError(f"instructions without a rule in hp15c/rules: {', '.join(missing)}")
