"""A program lowered: where each line goes on, what it types, and a number keyed in to start it."""

from __future__ import annotations

import pytest

from hp15c.core.code import Typed, lower
from hp15c.core.playing import enter, play, state_with
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.instructions import Role
from hp15c.table.models import Model

PROGRAM = Program.parse("LBL A\nx=0\nGTO 1\n1\n2\nCHS\n+\nLBL 1\nGTO 7\nx≠0")


def test_the_line_after_and_the_line_behind_a_skipped_one() -> None:
    lines = lower(PROGRAM)
    assert [line.number for line in lines] == list(range(11))
    assert [line.after for line in lines[1:]] == [*range(2, 11), 0]
    assert lines[2].behind == 4
    assert lines[9].behind == 0
    assert lines[10].behind == 1


def test_jumps_and_what_they_find() -> None:
    lines = lower(PROGRAM)
    assert lines[3].target == 8
    assert lines[9].target is None
    assert {line.number for line in lines if line.target is not None} == {3}


def test_where_a_run_may_go_on() -> None:
    lines = lower(PROGRAM)
    assert [line.following for line in lines[:5]] == [(), (2,), (3, 4), (8,), (5,)]
    assert lines[9].following == ()
    assert lines[10].following == (0, 1)
    called = lower(Program.parse("GSB 1\nRTN\nLBL 1\nGTO I"))
    assert [line.following for line in called] == [(), (2,), (), (4,), ()]


def test_a_run_of_entry_lines_types_a_number() -> None:
    lines = lower(PROGRAM)
    assert (lines[4].typed.number, lines[4].typed.lines) == (Number.of(-12), 3)  # type: ignore[union-attr]
    assert (lines[5].typed.number, lines[5].typed.lines) == (Number.of(-2), 2)  # type: ignore[union-attr]
    assert lines[6].typed is None
    large = Program.parse("1\nEEX\n9\n9\n+\n1\n2\nEEX\n9\n9")
    assert isinstance(lower(large)[1].typed, Typed)
    assert lower(large)[6].typed is None


def test_line_0_is_the_implied_return() -> None:
    assert lower(PROGRAM)[0].role is Role.RETURNS
    assert lower(Program(model=Model.HP11C))[0].after == 0


def test_a_program_is_lowered_once() -> None:
    assert lower(PROGRAM) is lower(PROGRAM)


@pytest.mark.parametrize("label", [None, "B"])
def test_a_number_keyed_in_starts_the_program(label: str | None) -> None:
    program = Program.parse("x²\nRTN\nLBL B\n1/x\nRTN")
    state = state_with(program)
    enter(state, 4, label)
    assert state.running
    state = state_with(program)
    assert play(state, 4, label) == "stop"
    assert state.x == (Number.of(16) if label is None else Number.of("0.25"))
