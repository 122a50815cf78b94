"""Choosing between the ways to compile a module."""

from __future__ import annotations

import re

import pytest

from generator.compiler import choosing, front
from generator.compiler.choosing import choose, fits
from hp15c import Calculator
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model


@pytest.mark.parametrize("count", [320, 321, 322, 323, 400])
def test_what_fits_can_be_loaded_into_cleared_memory(count: int) -> None:
    """Cleared memory keeps R0 to R.9 for numbers, and a program gets the rest."""
    program = Program.parse("\n".join(["LBL A", *["+"] * (count - 2), "RTN"]), Model.HP15C)
    try:
        Calculator().load(program)
    except Unsupported as refused:
        with pytest.raises(Unsupported, match=re.escape(refused.reasons[0])):
            fits(Model.HP15C, program, {"p": "3"})
    else:
        fits(Model.HP15C, program, {"p": "3"})


def test_a_program_much_larger_than_the_calculator_is_refused_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """90 sums of four-digit numbers take more than 450 lines, the HP-11C has 203."""
    kept = " + ".join(f"x * {1009 + 11 * i}" for i in range(90))
    source = f"from generator.language import program\n@program('A')\ndef f(x):\n    return {kept}\n"
    module = front.parse(source)

    def searched(*_: object, **__: object) -> None:
        raise AssertionError("a search began")

    monkeypatch.setattr(choosing, "generate_several", searched)
    with pytest.raises(Unsupported, match=r"[4-9]\d\d lines, \d+ bytes, too much"):
        choose(module, Model.HP11C, "small", better=lambda made: None)
