"""Steps over and out of subroutines, and up to a line."""

from __future__ import annotations

import pytest

from hp15c.errors import InputError
from programs.web import stepping
from programs.web.desk import Desk
from tests.programs.web.test_desk import Watch, desk, work_out
from tests.programs.web.test_kept_calculators import CALLS


def at(line: int) -> tuple[Desk, Watch]:
    made, watch = desk(CALLS)
    made.set_breakpoint(line, True)
    made.press("GSB A")
    work_out(made, watch)
    assert (made.broken, made.state.line) == (True, line)
    return made, watch


def test_over_a_subroutine_and_out_of_one() -> None:
    made, watch = at(3)
    stepping.step_over(made)
    work_out(made, watch)
    assert (made.state.line, made.state.x, made.broken) == (4, 6, True)
    made, watch = at(8)
    stepping.step_out(made)
    work_out(made, watch)
    assert (made.state.line, made.state.x) == (4, 6)


def test_up_to_a_line_and_no_further() -> None:
    made, watch = at(2)
    stepping.run_to(made, 9)
    work_out(made, watch)
    assert (made.state.line, made.broken) == (9, True)
    made.run()
    work_out(made, watch)
    assert made.state.x == 12
    with pytest.raises(InputError):
        stepping.run_to(made, 99)
