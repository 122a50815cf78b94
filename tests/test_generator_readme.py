"""The generator's README: its table is what the command writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import shipped
from generator.targets import register_count

README = (Path(__file__).resolve().parent.parent / "generator" / "README.md").read_text("utf-8")
TABLE = README.partition("<!-- table -->\n")[2].partition("<!-- /table -->")[0].splitlines()


def cells(row: str) -> list[str]:
    """The cells of a Markdown row."""
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_lines_bytes_and_registers_are_those_of_the_listings() -> None:
    sizes = {cells(row)[0]: cells(row)[1:4] for row in TABLE[2 : TABLE.index("") - 1]}
    found = {
        name: [str(len(made.program)), str(made.program.bytes), str(register_count(made.program))]
        for name, made in shipped.listings()
    }
    assert sizes == found


@pytest.mark.slow
def test_seconds_and_lines_are_those_that_the_command_prints() -> None:
    pytest.importorskip("numba")
    assert list(shipped.table(engine="lanes")) == TABLE


def test_every_module_is_in_the_tour() -> None:
    for path in (Path(shipped.__file__).parent).glob("*.py"):
        if path.name != "__init__.py":
            assert re.search(rf"`[^`]*{re.escape(path.name)}`", README), path.name
