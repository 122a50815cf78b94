"""Programs moved between the two calculators."""

from __future__ import annotations

import pytest

from hp15c.errors import Unsupported
from hp15c.inspect.convert import cautions, convert, obstacles
from hp15c.listing.program import Program
from hp15c.listing.reader import parse, read
from hp15c.table.instructions import step, steps
from hp15c.table.models import Model
from tests import TESTS

GOLDEN = TESTS / "golden" / "listings"
HP15C, HP11C = Model.HP15C, Model.HP11C


def test_there_and_back() -> None:
    program = read(GOLDEN / "dice.11c").program
    moved = convert(program, HP15C)
    assert moved.model is HP15C
    assert moved.steps == program.steps
    assert moved.title == program.title
    assert convert(moved, HP11C) == program


def test_keycodes_move() -> None:
    program = parse("# HP-11C program\n42 10\n42 16\n42 26\n42 5\n42 23\n43 30\n42 25").program
    keys = [" ".join(one.keys(HP15C)) for one in convert(program, HP15C).steps]
    assert keys == ["43 10", "43 26", "42 1", "42 5 25", "42 4 24", "43 30 0", "45 25"]


def test_everything_an_hp11c_does_an_hp15c_does() -> None:
    program = Program(HP11C, steps(HP11C)[:200])
    assert [one.exists_on(HP15C) for one in steps(HP11C)] == [True] * 255
    assert convert(program, HP15C).steps == program.steps


def test_every_line_that_cannot_is_named() -> None:
    program = parse("LBL A\nSCI 8\nFIX I\nSOLVE 1\nRCL + 2\nSTO A\nGTO .3\nDSE 1\nSF 2\nu RCL A\nRTN").program
    with pytest.raises(Unsupported) as caught:
        convert(program, HP11C)
    assert [reason.partition(":")[0] for reason in caught.value.reasons] == [
        "line 002 f SCI 8",
        "line 003 f FIX I",
        "line 004 f SOLVE 1",
        "line 005 RCL + 2",
        "line 006 STO A",
        "line 007 GTO .3",
        "line 008 f DSE 1",
        "line 009 g SF 2",
        "line 010 RCL A",
    ]
    assert "0 to 7 only" in caught.value.reasons[0]
    assert "no SOLVE" in caught.value.reasons[2]
    assert "USER" in caught.value.reasons[8]


def test_memory() -> None:
    enter = step("ENTER")
    assert list(obstacles(Program(HP11C, (enter,) * 203), HP11C)) == []
    assert list(obstacles(Program(HP11C, (enter,) * 204), HP11C)) == ["204 lines: the HP-11C holds 203"]
    assert list(obstacles(Program(HP15C, (enter,) * 448), HP15C)) == []
    assert list(obstacles(Program(HP15C, (enter,) * 449), HP15C)) == ["449 bytes: the HP-15C holds 448"]


@pytest.mark.parametrize(
    ("model", "register", "fits"),
    # The HP-11C's line 64 takes R.9, line 134 R9. The HP-15C's byte 323 takes R.9, byte 393 R9.
    [(HP11C, ".9", 63), (HP11C, "9", 133), (HP15C, ".9", 322), (HP15C, "9", 392)],
)
def test_program_memory_eats_registers(model: Model, register: str, fits: int) -> None:
    store = step("STO", register)
    filled = Program(model, (store, *[step("ENTER")] * (fits - 1)))
    assert list(obstacles(filled, model)) == []
    assert len(list(obstacles(filled.with_steps((*filled.steps, store)), model))) == 1


def test_statistics_need_their_registers() -> None:
    """BEHAVIOUR 9.4: on the HP-11C fine up to 161 lines, Error 3 at 162."""
    add = step("Σ+")
    assert list(obstacles(Program(HP11C, (add,) * 161), HP11C)) == []
    assert len(list(obstacles(Program(HP11C, (add,) * 162), HP11C))) == 1


def test_cautions() -> None:
    program = parse("# HP-11C program\nLBL A\nΣ+\nGTO I\nSTO (i)\nSTO + 1").program
    assert len(list(cautions(program, HP15C))) == 4
    assert list(cautions(program, HP11C)) == []
    assert list(cautions(read(GOLDEN / "area.15c").program, HP15C)) == []
