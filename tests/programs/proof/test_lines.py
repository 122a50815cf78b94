"""Lines with symbols do what the book says, and only a result that cannot be known is refused."""

from __future__ import annotations

from typing import Any, cast

import pytest

from hp15c.listing.program import Program
from hp15c.numbers.number import PI, Number
from hp15c.operations.readable import Signal
from hp15c.state.state import State
from hp15c.table.models import Model
from programs.proof.digits import NotSymbolic, Symbol, SymbolicNumber, code
from programs.proof.lines import DigitRegisters, KnownPairs, do
from programs.proof.named_registers import NamedRegisters

THREE, TWO = code("s", 3), SymbolicNumber(1, (Symbol("g", 0), Symbol("g", 1)))


def after(line: str, *levels: object) -> tuple[State, Signal | None]:
    """The calculator after one line, and what the line asks for."""
    state = State.fresh(Model.HP15C)
    state.program, state.line, state.running = Program.parse(f"{line}\nRTN\nRTN"), 1, True
    for level, value in enumerate(levels):
        state.stack[level] = cast("Any", value)
    return state, do(state, KnownPairs(), DigitRegisters(NamedRegisters()))


@pytest.mark.parametrize(
    ("line", "holds"), [("x<y", False), ("x≥y", True), ("x>y", True), ("x≤y", False), ("x≥0", True)]
)
def test_numbers_of_different_length_compare(line: str, holds: bool) -> None:
    assert after(line, THREE, TWO)[1] is (None if holds else Signal.SKIP)


def test_lines_that_bring_a_known_number_do_not_look_at_symbols() -> None:
    for line, brought in (("π", PI), ("RCL RAN#", Number.of(0))):
        state, _ = after(line, THREE, TWO)
        assert state.stack[:3] == [brought, THREE, TWO]


@pytest.mark.parametrize("line", ["√x", "CHS", "→P", "DIM A", "Δ%", "Σ+"])
def test_what_depends_on_the_symbols_is_refused(line: str) -> None:
    with pytest.raises(NotSymbolic):
        after(line, THREE, TWO)
