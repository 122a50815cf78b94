"""Choosing between the ways to compile a module."""

from __future__ import annotations

import re

import pytest

from generator.compiler.choosing import fits
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
