"""The table against the measured lists of all programmable instructions of both calculators."""

from __future__ import annotations

import csv

import pytest

from hp15c.listing import spellings
from hp15c.table.instructions import (
    ROWS,
    TABLE,
    Lift,
    OperandKind,
    Step,
    check_keys,
    rows_naming,
    step,
    steps,
    steps_by_keys,
)
from hp15c.table.models import Model
from tests import TESTS

FIRMWARE = TESTS / "firmware"
COUNTS = {Model.HP15C: 700, Model.HP11C: 255}


def measured(model: Model) -> list[dict[str, str]]:
    with open(FIRMWARE / f"instructions-{model.lower()}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def places_after(model: Model) -> dict[str, Step]:
    """Our steps by their keycodes, written as the files write them."""
    return {" ".join(one.keys(model)) + (" u" if one.user else ""): one for one in steps(model)}


@pytest.mark.parametrize("model", list(Model))
def test_the_keycodes_are_the_measured_ones(model: Model) -> None:
    assert len(measured(model)) == COUNTS[model]
    assert set(places_after(model)) == {row["keycodes"] for row in measured(model)}
    assert len(places_after(model)) == len(steps(model))


def test_bytes() -> None:
    ours = places_after(Model.HP15C)
    assert {keys: one.bytes(Model.HP15C) for keys, one in ours.items()} == {
        row["keycodes"]: int(row["bytes"]) for row in measured(Model.HP15C)
    }
    assert {one.bytes(Model.HP11C) for one in steps(Model.HP11C)} == {1}


@pytest.mark.parametrize("model", list(Model))
def test_program_display(model: Model) -> None:
    assert {keys: one.display(model, 1) for keys, one in places_after(model).items()} == {
        row["keycodes"]: row["program_display"] for row in measured(model)
    }


@pytest.mark.parametrize(
    ("model", "column", "spell"),
    [
        (Model.HP15C, "mnemonic_15c", spellings.simulator),
        (Model.HP15C, "mnemonic_jrpn", spellings.jrpn),
        (Model.HP11C, "mnemonic", spellings.simulator),
    ],
)
def test_each_format_is_spelled_as_its_programs_spell(model: Model, column: str, spell: object) -> None:
    assert callable(spell)
    ours = {keys: spell(one, model) for keys, one in places_after(model).items()}
    assert ours == {row["keycodes"]: row[column] for row in measured(model)}


@pytest.mark.parametrize("model", list(Model))
def test_every_measured_spelling_is_accepted(model: Model) -> None:
    columns = [name for name in measured(model)[0] if name.startswith("mnemonic")]
    ours = places_after(model)
    for row in measured(model):
        for column in columns:
            assert spellings.agrees(row[column], ours[row["keycodes"]], model), row


def test_the_hp11c_column_of_hp15c_keycodes() -> None:
    """A step that both calculators have is one Step, whatever keys it is under."""
    by_keys = steps_by_keys(Model.HP15C)
    ours = places_after(Model.HP11C)
    for row in measured(Model.HP11C):
        codes = row["keycodes_15c"].split("(")[0].split()
        assert by_keys[tuple(codes)] == ours[row["keycodes"]], row


def test_one_row_a_family() -> None:
    assert len(ROWS) == len(TABLE)
    assert len([row for row in TABLE if row.programmable]) <= 140
    assert {row.lift for row in TABLE} == set(Lift)


def test_aliases_of_the_hp11c() -> None:
    assert str(steps_by_keys(Model.HP11C)["42", "25"]) == "RCL I"
    assert str(steps_by_keys(Model.HP11C)["42", "24"]) == "RCL (i)"


def test_keys_that_two_rows_share_are_refused() -> None:
    with pytest.raises(LookupError, match="x² and CLx² have the same keys: 43 11"):
        check_keys([(("43", "11"), "x²"), (("43", "11"), "CLx²")])
    with pytest.raises(LookupError, match="the keys of √x hide CLx², which begins with them"):
        check_keys([(("11",), "√x"), (("11", "35"), "CLx²")])


def test_what_a_step_names_and_whether_it_may_skip() -> None:
    assert [step("MATRIX", operand).may_skip for operand in "678"] == [False, True, True]
    assert step("SOLVE", "A").may_skip
    assert not step("∫", "A").may_skip
    assert step("RCL", "A", user=True).may_skip
    assert not step("RCL", "A").may_skip
    assert {row.name for row in rows_naming(OperandKind.FLAG)} == {"SF", "CF", "F?"}
