"""The calculator of real numbers on which readers run rules."""

from __future__ import annotations

from typing import Any

import pytest

from hp15c.operations.real_numbers import NotWritten, PlainMachine
from hp15c.rules.book import RULES
from hp15c.table.instructions import step


class Letters(PlainMachine):
    """A stack of letters, which no arithmetic is done with."""

    def __init__(self, name: str) -> None:
        self.step = step(name)
        self.x, self.y, self.z, self.t = "xyzt"

    def stack(self) -> tuple[Any, ...]:
        return self.x, self.y, self.z, self.t


@pytest.mark.parametrize(("name", "after"), [("R↓", "yztx"), ("R↑", "txyz"), ("x↔y", "yxzt")])
def test_a_rule_moves_values_that_only_have_a_name(name: str, after: str) -> None:
    machine = Letters(name)
    RULES[name](machine)
    assert machine.stack() == tuple(after)


@pytest.mark.parametrize("name", ["Σ+", "÷", "MATRIX"])
def test_a_rule_that_asks_for_more_cannot_be_written(name: str) -> None:
    with pytest.raises(NotWritten):
        RULES[name](Letters(name))


def test_what_is_known_of_two_conditions_decides_and_what_is_not_cannot_be_joined() -> None:
    machine = Letters("x=0")
    assert machine.both("a", True) == machine.both(True, "a") == "a"
    assert machine.both("a", False) is machine.both(False, "a") is False
    assert machine.no(False) is True
    with pytest.raises(NotWritten):
        machine.both("a", "b")
