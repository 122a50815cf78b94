"""Keys undone and done again."""

from __future__ import annotations

import pytest

from hp15c import Program
from hp15c.errors import InputError
from tests.programs.web.test_desk import desk, type_keys, work_out
from tests.programs.web.test_kept_calculators import CALLS


def test_a_hundred_keys_can_be_undone_and_done_again() -> None:
    made, _ = desk()
    states = []
    for number in range(120):
        states.append(made.state.copy())
        type_keys(made, f"{number % 10}" if number % 4 else "36")
    last = made.state.copy()
    for state in reversed(states[20:]):
        made.undo()
        assert made.state == state
    for _ in range(100):
        made.redo()
    assert made.state == last
    with pytest.raises(InputError, match="nothing to do again"):
        made.redo()


def test_a_function_and_its_prefix_are_one_step() -> None:
    made, _ = desk()
    type_keys(made, "9 43 11")
    assert made.state.x == 81
    made.undo()
    assert (made.state.x, made.state.pending) == (9, ())


def test_a_run_is_one_step_and_so_is_another_program() -> None:
    made, watch = desk(CALLS)
    made.press("GSB A")
    work_out(made, watch)
    assert made.state.x == 12
    made.undo()
    assert made.state.x == 0
    made.load(Program.parse("LBL C"))
    made.undo()
    assert len(made.state.program) == 10
