"""The printed sheet: caps that press the right keys, and text that stays text."""

from __future__ import annotations

import re

import pytest

from hp15c.listing.program import Program
from hp15c.listing.writers.formats import write
from hp15c.listing.writers.html import caps
from hp15c.table.instructions import step, steps
from hp15c.table.models import Model


def legends(name: str, operand: str = "", model: Model = Model.HP15C) -> list[str]:
    return [cap.legend for cap in caps(step(name, operand), model)]


@pytest.mark.parametrize("model", list(Model))
def test_a_cap_for_every_key(model: Model) -> None:
    for one in steps(model):
        shown = caps(one, model)
        assert len(shown) == len(one.keys(model)), one
        shifts = [("42", "43").index(key) for key in one.keys(model)[:1] if key in ("42", "43")]
        assert [("f", "g").index(cap.legend) for cap in shown if cap.shift] == shifts


def test_legends() -> None:
    assert legends("LBL", "A") == ["f", "LBL", "A"]
    assert legends("STO", ".3") == ["STO", ".", "3"]
    assert legends("STO +", "(i)") == ["STO", "+", "(i)"]
    assert legends("x≠0") == ["g", "TEST", "0"]
    assert legends("x≠0", model=Model.HP11C) == ["g", "x≠0"]
    assert legends("HYP⁻¹ SIN") == ["g", "HYP⁻¹", "SIN"]
    assert legends("CLEAR REG") == ["f", "CLEAR REG"]
    assert legends("STO g", "A") == ["STO", "g", "A"]
    assert legends("DSE", "I", Model.HP11C) == ["f", "DSE"]
    assert legends("x↔", "(i)", Model.HP11C) == ["f", "x↔(i)"]
    assert legends("RCL MATRIX", "B") == ["RCL", "MATRIX", "B"]


def test_a_line_for_every_step_and_nothing_unescaped() -> None:
    program = Program(
        Model.HP15C, (step("ENTER"), step("STO", "A", user=True)), "<b>", "1 < 2\n& more", {"A": "<script>"}
    )
    page = write(program, "html")
    assert re.findall(r'class="number">(\d+)<', page) == ["001", "002"]
    assert "<script>" not in page
    assert "1 &lt; 2\n&amp; more" in page
    assert "USER mode on" in page
    assert "http" not in page
