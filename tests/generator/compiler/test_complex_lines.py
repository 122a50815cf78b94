"""Shorter lines with complex numbers do what the longer ones do, and none are found where that is not so."""

from __future__ import annotations

import pytest

from generator.compiler.complex_lines import Search, run, value_of
from generator.peephole.live_cells import Cells
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from hp15c.terms.state import begin
from hp15c.terms.term import constant, input_of

QUOTIENT = "RCL 2, RCL − 0, RCL 3, RCL 0, RCL + 2, RCL 3, I, R↓, I, R↑, ÷, ENTER, Re↔Im, CF 8"
SQUARES = "RCL 0, RCL 1, I, x², ENTER, Re↔Im, CF 8, RCL 2, RCL 3, I, R↓, I, R↑, ×, ENTER, Re↔Im, CF 8"


def lines(text: str) -> Program:
    return Program.parse(text.replace(", ", "\n"), "15C")


def search(text: str, live: Cells, lift: bool | None = True) -> Search:
    state = begin(Model.HP15C, 1, lift=lift)
    return Search(lines(text).steps, state, live, ("0", "1", "2", "3"), frozenset())


@pytest.mark.parametrize("lift", [True, None])
def test_shorter_lines_give_the_same_on_the_calculator(lift: bool | None) -> None:
    found = search(QUOTIENT, frozenset("XY"), lift).shorter()
    assert found is not None
    seen = []
    for steps in (lines(QUOTIENT).steps, found):
        calculator = Calculator("15C")
        calculator.load(lines("LBL A, RTN").with_steps((*lines("LBL A").steps, *steps)))
        calculator.press("2.5 STO 0 3 STO 2 4 STO 3 GSB A")
        seen.append((calculator.x, calculator.y, calculator.flags))
    assert seen[0] == seen[1]
    assert len(found) < len(lines(QUOTIENT))


def test_what_is_needed_behind_the_lines_is_kept() -> None:
    state = begin(Model.HP15C, 1, lift=True)
    for live in (frozenset("XY"), frozenset("XYZ")):
        made = search(SQUARES, live).shorter()
        if made is not None:
            done, old = run(made, state), run(lines(SQUARES).steps, state)
            assert done is not None
            assert old is not None
            assert (done.state.x, done.state.y, done.errors) == (old.state.x, old.state.y, old.errors)
            assert "Z" not in live or done.state.z is old.state.z


def test_no_number_is_open_to_digits_that_come_behind_the_lines() -> None:
    old = QUOTIENT.replace("CF 8", "2, CF 8")
    found = search(old, frozenset("XYZ")).shorter()
    for steps in (lines(old).steps, *([found] if found else [])):
        calculator = Calculator("15C")
        calculator.load(lines("LBL A, RTN").with_steps((*lines("LBL A").steps, *steps, *lines("5").steps)))
        calculator.press("2.5 STO 0 3 STO 2 4 STO 3 GSB A")
        assert (calculator.x, calculator.y) == (5, 2)


def test_lines_that_do_not_simply_go_on_are_not_run() -> None:
    state = begin(Model.HP15C, 1, lift=True)
    assert run(lines("x=0").steps, state) is None
    assert run(lines("R/S").steps, state) is None
    assert search("x=0, I, CF 8", frozenset("X")).shorter() is None


def test_errors_are_those_of_the_lines_in_their_order() -> None:
    done = run(lines("RCL 0, √x, I, ÷").steps, begin(Model.HP15C, 1, lift=True))
    assert done is not None
    assert done.numbers == (0, 10, 0)
    assert len(done.errors) == 3


def test_a_register_holds_what_was_stored() -> None:
    done = run(lines("STO 3, 7").steps, begin(Model.HP15C, 1, lift=True))
    assert done is not None
    assert value_of(done.state, "3") is input_of("x")
    assert done.state.x is constant(Number.of(7))
