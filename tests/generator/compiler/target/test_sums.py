"""The statistics registers of a module on both models."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree import ir
from hp15c.errors import Unsupported
from hp15c.table.models import Model

SUMS = ("n", "sum_x", "sum_xx", "sum_y", "sum_yy", "sum_xy")
MODULE = ir.Module("m", "", {name: ir.Register(name) for name in SUMS}, {}, {}, sums=SUMS)


@pytest.mark.parametrize(("model", "first"), [(Model.HP15C, 2), (Model.HP11C, 0)])
def test_they_stand_where_the_handbook_says(model: Model, first: int) -> None:
    made = with_sums_of(MODULE, model)
    assert [made.registers[name].at for name in SUMS] == [str(first + place) for place in range(6)]


def test_a_name_that_is_pinned_there_is_refused() -> None:
    kept = ir.Register("kept", at="3")
    with pytest.raises(Unsupported, match="kept is pinned to R2 to R7"):
        with_sums_of(replace(MODULE, registers={**MODULE.registers, "kept": kept}), Model.HP15C)


def test_a_module_without_sums_stays() -> None:
    module = replace(MODULE, sums=())
    assert with_sums_of(module, Model.HP15C) is module
