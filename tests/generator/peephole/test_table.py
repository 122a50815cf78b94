"""Every row of the table proven again, and drawn ones run on the machine."""

from __future__ import annotations

import random

import pytest

from generator.peephole.costs import GOALS, cost_of, example, exists_on
from generator.peephole.live_cells import LAST, LEVELS, LIFT, registers_of
from generator.peephole.rewrite import is_proven
from generator.peephole.symbolic import ON, Op
from generator.peephole.table import FILE, Proposal, load, parse_row, text
from hp15c.core.machine import Reason
from hp15c.table.models import Model
from tests.support.peephole_values import calculator, drawn, played
from tests.support.shares import share

LINES = tuple(line for lines in load().values() for line in lines)
"""The rows as the file has them: reading all 86,000 takes seconds."""


def some(chance: random.Random, count: int) -> list[Proposal]:
    return [parse_row(line) for line in chance.sample(LINES, count)]


def models(row: Proposal) -> list[Model]:
    return [model for model in Model if all(exists_on(example(op), model) for op in (*row.left, *row.right))]


def test_the_table_is_small_and_full() -> None:
    assert FILE.stat().st_size < 900_000
    assert len(LINES) > 10_000
    assert max(len(parse_row(lines[0]).left) for lines in load().values()) == 5


def test_drawn_rows_are_proven() -> None:
    assert all(map(holds, some(random.Random(17), share(2000))))


@pytest.mark.long
def test_all_rows_are_proven() -> None:
    assert [line for line in LINES if not holds(parse_row(line))] == []


def holds(row: Proposal) -> bool:
    """Whether symbolic execution finds both sides equal, on some model that has their lines."""
    left, right, live, lift = row
    return any(is_proven(left, right, live, lift, model, exact_errors=False) for model in models(row))


def test_drawn_rows_hold_on_the_machine() -> None:
    rng = random.Random(18)
    alike = 0
    for row in some(rng, share(600)):
        for model in models(row):
            if is_proven(row.left, row.right, row.live, row.lift, model, exact_errors=False):
                alike += alike_on_the_machine(row, model, rng)
    assert alike > share(400)


def alike_on_the_machine(row: Proposal, model: Model, rng: random.Random) -> bool:
    """Run both sides on drawn numbers. Whether neither stopped early."""
    letters = registers_of(*row.left, *row.right)
    cells = {letter: "23"["ab".index(letter)] for letter in letters}
    left, right = (tuple(map(example, side)) for side in (row.left, row.right))
    begun = calculator(drawn(rng, 5 + len(cells)), cells.values(), model, row.lift == ON)
    (one, why, _), (other, why_other, _) = played(begun, left), played(begun, right)
    assert (why is Reason.ERROR) == (why_other is Reason.ERROR), row
    assert one.message == other.message
    assert (9 in one.flags) == (9 in other.flags), row
    if why is Reason.ERROR or (model is Model.HP11C and (one.line or other.line)):
        return False
    for number, level in enumerate(LEVELS):
        assert level not in row.live or one.stack[number] == other.stack[number], row
    assert LAST not in row.live or one.last_x == other.last_x, row
    assert LIFT not in row.live or one.lift == other.lift, row
    for letter, cell in cells.items():
        assert f"R{letter}" not in row.live or one.registers[int(cell)] == other.registers[int(cell)], row
    return True


@pytest.mark.slow
def test_no_row_needs_a_register_of_its_own() -> None:
    for row in map(parse_row, LINES):
        assert set(registers_of(*row.right)) <= set(registers_of(*row.left)), row


@pytest.mark.slow
def test_rows_gain() -> None:
    """Nearly all, by today's word times: the table was made with those of its day."""
    gaining = 0
    for row in some(random.Random(19), 2000):
        left, right = (tuple(map(example, side)) for side in (row.left, row.right))
        gaining += any(
            cost_of(right, model).by(goal) < cost_of(left, model).by(goal)
            for model in models(row)
            for goal in GOALS
        )
    assert gaining > 1900


def test_what_people_know_is_in_it() -> None:
    stack = frozenset((*LEVELS, LAST))
    swap, down, up = ("x↔y", ""), ("R↓", ""), ("R↑", "")

    def lives(left: tuple[Op, ...], right: tuple[Op, ...]) -> list[frozenset[str]]:
        rows = map(parse_row, load().get(text(left), ()))
        return [row.live for row in rows if (row.left, row.right, row.lift) == (left, right, ON)]

    assert any(stack <= live for live in lives((swap, swap), ()))
    assert any(stack | {LIFT} <= live for live in lives((down, down, down), (up,)))
    recalled = lives((("RCL", "a"), ("+", "")), (("RCL +", "a"),))
    assert recalled
    assert not any("T" in live or LAST in live for live in recalled)
