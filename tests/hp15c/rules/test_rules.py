"""A new instruction is a row and a rule: every engine and the terms reader know it then."""

from __future__ import annotations

from typing import Any

import pytest

from hp15c import engines
from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.rules import book
from hp15c.rules.machine import Machine
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.table.step import Instruction, Step
from hp15c.terms import begin, outcomes, text
from hp15c.timing.operands import BASE

NEW = Step(Instruction("CLx²", ("45", "33"), keys_11c=("45", "33")))


def clear_two(m: Machine[Any, Any]) -> None:
    """X and Y become 0."""
    m.x = m.y = m.number(ZERO)


@pytest.fixture
def rule_of_the_new_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(book.RULES, "CLx²", clear_two)
    monkeypatch.setitem(book.COSTS, "CLx²", (200, 160))
    monkeypatch.setattr("hp15c.timing.BASE", {**BASE, "CLx²": (200, 160)})


@pytest.mark.usefixtures("rule_of_the_new_row")
@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("engine", ["reference", "source", "lanes"])
def test_every_engine_knows_a_new_row(model: Model, engine: str) -> None:
    lines = (step("LBL", "A"), step("STO", "1"), NEW, step("RCL", "1"), step("+"), step("RTN"))
    state = State.fresh(model)
    state.program, state.line, state.running = Program(model=model, steps=lines), 1, True
    state.stack[:] = [Number.of(value) for value in (5, 6, 7, 8)]
    expected = state.copy()
    machine.run(expected)
    assert list(map(str, expected.stack)) == ["5", "0", "7", "7"]
    batch = engines.select(engine).batch(state.program, [state])
    assert batch.run().lines == len(lines)
    assert batch.state(0) == expected


@pytest.mark.usefixtures("rule_of_the_new_row")
@pytest.mark.parametrize("model", Model)
def test_the_terms_reader_knows_a_new_row(model: Model) -> None:
    (way,) = outcomes(Program(model=model, steps=(NEW,)), begin(model))
    assert [text(level) for level in way.state.stack] == ["0", "0", "z", "t"]
