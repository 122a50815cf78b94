"""Where a line leads, asked before the program runs."""

from __future__ import annotations

from hp15c.engines.jumps import Jump, Jumps
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model

LINES = "LBL A\nGSB 1\nGTO 2\nGTO I\nGSB I\nLBL 1\nR/S\nRTN"


def lead(line: int, i: int = 0, model: Model = Model.HP15C) -> tuple[int | None, int | None] | None:
    found = Jumps(Program.parse(LINES, model=model)).of(line, Number.of(i))
    return found and (found.line, found.returns)


def test_a_label_a_line_and_the_line_to_return_to() -> None:
    assert lead(2) == (6, 3)
    assert lead(3) == (None, None)
    assert lead(4, 1) == (6, None)
    assert lead(4, -7) == (7, None)
    assert lead(4, -9) == (None, None)
    assert lead(5, 20) == (1, 6)


def test_the_return_of_a_called_line_is_held_by_the_hp_11c_alone() -> None:
    assert lead(5, -7) is None
    assert lead(5, -7, Model.HP11C) == (7, 6)


def test_the_end_and_the_caller() -> None:
    jumps = Jumps(Program.parse(LINES, model=Model.HP15C))
    assert jumps.of(5, Number.of(-7)) is None
    assert jumps.of(7) == Jump(8, None, 0), "a call of a line leaves nothing after"
    assert jumps.of(8) == Jump(0, None, 0)
    behind = jumps.of(8, caller=3)
    assert behind is not None
    assert (behind.line, behind.returns) == (3, None)
