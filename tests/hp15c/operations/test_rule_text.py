"""A rule that is written as Python text does what the rule does."""

from __future__ import annotations

import random

import pytest

from hp15c.errors import CalculatorError
from hp15c.numbers.effort import Meter
from hp15c.operations.readable import Signal, execute
from hp15c.operations.rule_text import source, write_rule
from hp15c.rules.book import RULES, Rule
from hp15c.state.state import State
from hp15c.table.instructions import Step, step, steps
from hp15c.table.models import Model
from tests.support.random_lines import random_line, state, type_some
from tests.support.shares import share

EXECUTED_AS_THEY_STAND = {"SF", "CF", "F?", "GTO", "GSB", "I", "Re↔Im"}
"""Some steps of these rows: those with I and those that change flag 8."""


def done(rule: Rule, begun: State, one: Step) -> tuple[State, Signal | None, int | None, int]:
    """The State after an instruction, what it asks for, the number of its Error, the word times metered."""
    after, meter = begun.copy(), Meter()
    try:
        return after, execute(rule, after, one, meter), None, meter.spent
    except CalculatorError as error:
        return after, None, error.number, meter.spent


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", Model)
def test_random_lines(model: Model) -> None:
    chance = random.Random(f"{model} written")
    for _ in range(share(3_000)):
        program, line = random_line(chance, model)
        begun = state(chance, program, line)
        begun.running = chance.random() < 0.9
        if chance.random() < 0.2:
            type_some(chance, begun)
        one = program.steps[line - 1] if line else step("RTN")
        assert done(write_rule(one, model), begun, one) == done(RULES[one.name], begun, one), (
            f"{one} in {begun}"
        )


@pytest.mark.parametrize("model", Model)
def test_nearly_every_rule_is_written(model: Model) -> None:
    left = {one.name for one in steps(model) if source(one, model) is None}
    assert left <= EXECUTED_AS_THEY_STAND


def test_what_is_written_can_be_read() -> None:
    text, _ = source(step("x↔y"), Model.HP15C) or ("", {})
    assert text.split("\n") == [
        "def written(m):",
        "    s = m.state",
        "    v1 = s.stack[1]",
        "    v2 = s.stack[0]",
        "    v3 = s.stack[2]",
        "    v4 = s.stack[3]",
        "    if 8 in s.flags:",
        "        v5 = s.imaginary[1]",
        "        v6 = s.imaginary[0]",
        "        v7 = s.imaginary[2]",
        "        v8 = s.imaginary[3]",
        "        s.stack[:] = v1, v2, v3, v4",
        "        s.imaginary[0] = v5",
        "        s.imaginary[1] = v6",
        "    else:",
        "        s.stack[:] = v1, v2, v3, v4",
    ]
