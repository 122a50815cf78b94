"""Targets: what a program needs that a calculator does not have."""

from __future__ import annotations

import pytest

from generator.assembler.targets import MachineTarget
from hp15c import Program
from hp15c.errors import Unsupported
from hp15c.table.instructions import step
from hp15c.table.models import Model


def test_a_target_names_everything_that_is_missing() -> None:
    program = Program(
        Model.HP11C, (*[step("DSE", "5"), step("GTO", "7"), step("STO", ".9")], *[step("ENTER")] * 201)
    )
    with pytest.raises(Unsupported) as refused:
        MachineTarget(Model.HP11C).check(program)
    text = str(refused.value)
    for part in ("DSE 5", "label 7", "204 lines", "registers up to 19 are wanted"):
        assert part in text
