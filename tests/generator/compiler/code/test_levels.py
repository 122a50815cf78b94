"""The levels after a line, against the readable machine."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code.building import Choices
from generator.compiler.code.levels import after, levels_kept, lift_after, sources
from generator.compiler.code.lower import lower
from generator.compiler.code.problem import REGISTERS, Summary, problem_of
from hp15c.core.machine import prepare
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.rules.book import HANDED_OVER
from hp15c.state.state import State
from hp15c.table.instructions import TABLE, Instruction, Lift, Role, Step
from hp15c.table.models import Model
from tests.support.searched import agree, searched

LEADING = (Role.JUMPS, Role.CALLS, Role.EVALUATES, Role.RETURNS, Role.STOPS)
FOLLOWED = [row for row in TABLE if row.programmable and sources(row.name) is not None]


def calculator(x: str, lifts: bool) -> State:
    """A calculator with a number of its own on each level and in LAST X, and the sums of three points."""
    state = State.fresh(Model.HP15C)
    state.stack[:] = [Number.of(one) for one in (x, "7", "8", "9")]
    state.registers[2:8] = [Number.of(one) for one in (3, 7, 21, 13, 77, 40)]
    state.registers[0] = Number.of(6)
    state.last_x, state.lift = Number.of("5"), lifts
    return state


def test_all_rows_are_followed_but_those_that_lead_away_or_are_handed_over() -> None:
    others = {row.name for row in TABLE if row.programmable} - {row.name for row in FOLLOWED}
    leading = {row.name for row in TABLE if row.role in LEADING}
    assert others == {*leading, *HANDED_OVER, "I", "Re↔Im"}


@pytest.mark.first
@pytest.mark.parametrize("lifts", [False, True])
@pytest.mark.parametrize("row", FOLLOWED, ids=lambda row: row.name)
def test_the_readable_machine_moves_the_same_values(row: Instruction, lifts: bool) -> None:
    step = Step(row, row.operands[0] if row.operands else "")
    ran = 0
    for x in ("3", "0.5"):
        state = calculator(x, lifts)
        before = [*state.stack, state.last_x]
        try:
            prepare(step, Model.HP15C).do(state)
        except CalculatorError:
            continue
        ran += 1
        held, found = [*state.stack, state.last_x], sources(row.name, lifts)
        assert found is not None
        for value, source in zip(held, found, strict=True):
            if source >= 0:
                assert value == before[source], found
        made = [value for value, source in zip(held, found, strict=True) if source < 0]
        assert [source for source in found if source < 0] == list(range(-1, -len(made) - 1, -1))
    assert ran


@pytest.mark.parametrize("lift", range(4))
def test_lift_after_a_line_is_that_of_the_table(lift: int) -> None:
    for row in FOLLOWED:
        expected = {Lift.ENABLE: 0, Lift.DISABLE: 1, Lift.NEUTRAL: 0 if lift == 2 else lift}[row.lift]
        assert lift_after(row.name, lift) == expected


def test_results_come_last_first_and_other_places_stay() -> None:
    places = (*range(1, REGISTERS + 1), 31, 32)
    assert after("÷", places, (50,)) == (50, 3, 4, 4, 1, 31, 32)
    assert after("→P", places, (50, 51)) == (51, 50, 3, 4, 1, 31, 32)
    assert after("RCL", places, (50,), lifts=False) == (50, 2, 3, 4, 5, 31, 32)


@pytest.mark.parametrize("value", ["2 - flag(0)", "flag(0) / 5 + 7 * flag(1)"])
def test_the_zero_that_a_flag_begins_with_does_not_go_on_with_a_number(value: str) -> None:
    text = "from generator.language import flag, program, set_flag\n@program('A')\ndef f(x):\n"
    module = front.parse(f"{text}    if x > 2:\n        set_flag(0)\n    return {value}\n")
    for made in (searched(module), quick_code(module)):
        agree(module, made.program)


STRAIGHT = "from generator.language import program, ran\n\n\ndef f():\n    return ran()\n\n\n"
CALLER = "@program('A')\ndef a():\n    return f() + f()\n"


@pytest.mark.parametrize(
    ("lines", "stack", "kept"),
    [
        ("RAN# 6 × INT RTN", (0, 1), 2),
        ("6 0 RTN", (0, 1), 3),  # one number
        ("6 ENTER 7 × RTN", (0, 1), 2),
        ("6 ENTER ENTER 7 × × RTN", (0, 1), 1),
        ("x² RTN", (1, 1), 3),
        ("ENTER x² + RTN", (1, 1), 2),
        ("CLx 5 RTN", (1, 1), 3),
        ("ENTER CLx RTN", (1, 1), 0),  # the next number would overwrite it
        ("+ RTN", (2, 1), 2),
        ("x↔y RTN", (0, 0), 0),
        ("R↓ R↑ RTN", (1, 1), 3),
        ("PSE RTN", (1, 1), 0),  # what is typed meanwhile is not known
        ("x² R/S RTN", (1, 1), 0),
    ],
)
def test_levels_that_a_subroutine_keeps(lines: str, stack: tuple[int, int], kept: int) -> None:
    graph = lower(front.parse(STRAIGHT + CALLER), Choices(subroutines=frozenset({"f"})))["f"]
    problem = problem_of(graph, Model.HP15C, 4, {})
    rows = [("digit", one) if one.isdigit() else (one, "") for one in lines.split()]
    assert levels_kept(problem, {0: rows}, "f", {"f": stack}) == kept


def test_a_call_within_keeps_what_its_own_lines_keep() -> None:
    graph = lower(front.parse(STRAIGHT + CALLER), Choices(subroutines=frozenset({"f"})))["f"]
    problem = problem_of(graph, Model.HP15C, 4, {"g": Summary(2, frozenset())})
    rows = [("GSB", "g"), ("GSB", "g"), ("+", ""), ("RTN", "")]
    assert levels_kept(problem, {0: rows}, "f", {"f": (0, 1), "g": (0, 1)}) == 1
    assert levels_kept(problem, {0: rows}, "f", {"f": (0, 1)}) == 0


def test_a_value_waits_on_the_stack_while_a_subroutine_runs() -> None:
    module = front.parse(STRAIGHT + CALLER)
    for made in (searched(module), quick_code(module)):
        agree(module, made.program)
