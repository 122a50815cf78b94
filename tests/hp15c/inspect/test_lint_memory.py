"""The registers that a program takes from the pool."""

from __future__ import annotations

import pytest

from hp15c.inspect.lint_memory import pool
from hp15c.listing.program import Program


def needs(text: str) -> list[str]:
    found = pool(Program.parse(text.replace("; ", "\n"), "15C"), ())
    assert found is not None
    return [str(one) for one in found.needs]


def test_dimensions_that_the_text_tells() -> None:
    assert needs("LBL A; 3; ENTER; 4; DIM B; RTN") == ["line 005 f DIM B: 12 registers, 3 × 4"]


def test_dimensions_that_the_text_does_not_tell() -> None:
    (need,) = needs("LBL A; DIM B; RTN")
    assert "which the text does not tell" in need


@pytest.mark.parametrize(("line", "registers"), [("f SOLVE A", 5), ("f ∫ A", 23), ("f Re↔Im", 5)])
def test_what_takes_registers_while_it_runs(line: str, registers: int) -> None:
    """BEHAVIOUR 6.1 and 7: SOLVE and complex mode take 5, the integral 23."""
    (need,) = needs(f"LBL A; {line}; RTN")
    assert f": {registers} registers, " in need


def test_more_than_there_is_is_a_problem() -> None:
    found = pool(Program.parse("LBL A\n9\nENTER\n8\nDIM A\nRTN", "15C"), ())
    assert found is not None
    assert [need.registers for need, _ in found.problems()] == [72]


def test_the_hp11c_has_no_pool() -> None:
    assert pool(Program.parse("LBL A\nRTN", "11C"), ()) is None
