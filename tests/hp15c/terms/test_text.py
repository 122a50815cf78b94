"""Terms are written as people write them."""

from __future__ import annotations

import pytest

from hp15c.listing.program import Program
from hp15c.table.models import Model
from hp15c.terms import Way, begin, outcomes, text
from hp15c.terms.facts import Facts


def last_x_and_conditions(listing: str) -> tuple[str, list[str]]:
    """X after the lines, and the conditions of the way that goes on longest at each."""
    program = Program.parse(listing)
    state, facts = begin(Model.HP15C, lift=True, depth=1), Facts()
    while state.line is not None and state.line <= len(program) and state.line:
        way = next(one for one in outcomes(program, state, facts) if one.way in (Way.GOES_ON, Way.RETURNS))
        facts, state = facts.and_(*way.conditions), way.state
    return text(state.x), [text(one) for one in facts.conditions]


@pytest.mark.parametrize(
    ("listing", "x", "conditions"),
    [
        ("x²\nRCL 2\n÷", "x² ÷ r2", ["r2 ≠ 0"]),
        ("x↔y\n−", "x − y", []),
        ("+\nx²", "(x + y)²", []),
        ("+\n×", "z × (x + y)", []),
        ("+\n+", "x + y + z", []),
        ("×\n×", "x × y × z", []),
        ("+\n2\n÷\n×", "(x + y) ÷ 2 × z", []),
        ("−\n×", "z × (y − x)", []),
        ("x↔y\n−\n×", "z × (x − y)", []),
        ("−\nCHS\n÷", "z ÷ (x − y)", ["x − y ≠ 0"]),
        ("CHS\nINT", "−INT(x)", []),
        ("2\n×", "2 × x", []),
        ("√x", "√x", ["x ≥ 0"]),
        ("SIN", "SIN(x)", []),
        ("RCL .3\nx!", "r.3!", []),
        ("LSTx", "LAST X", []),
        ("1\n+\nLN", "LN(x + 1)", ["x + 1 > 0"]),
        ("x>y\nRTN\nx↔y", "y", ["x ≤ y"]),
        ("F? 0\nRTN\nDSE I\nRTN\nR↓", "y", ["not flag 0", "DSE ends at I"]),
        ("RCL (i)", "r(I)", ["magnitude(I) < 20"]),
    ],
)
def test_text(listing: str, x: str, conditions: list[str]) -> None:
    assert last_x_and_conditions(listing) == (x, conditions)
