"""The generator's figures are what the command writes, and its README names every module."""

from __future__ import annotations

import re

import pytest

from generator.assembler.targets import register_count
from generator.planner import shipped
from hp15c.listing.program import Program
from tests import ROOT
from tests.support.times import CELL, LEAST, NEAR, same_text

README = (ROOT / "generator" / "README.md").read_text("utf-8")
FIGURES = (ROOT / "generator" / "FIGURES.md").read_text("utf-8")
CHAPTER = (ROOT / "programs" / "guide" / "codemaker.md").read_text("utf-8")
COMMAND = "hp15c generate table --engine lanes --into generator/FIGURES.md --force"
REMEDY = f"the listings or their costs changed: {COMMAND}"
TABLE = FIGURES.partition("<!-- table -->\n")[2].partition("<!-- /table -->")[0].splitlines()


def cells(row: str) -> list[str]:
    """The cells of a Markdown row."""
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_lines_bytes_and_registers_are_those_of_the_listings() -> None:
    sizes = {cells(row)[0]: cells(row)[1:4] for row in TABLE[2 : TABLE.index("") - 1]}
    found = {
        path.name: [str(len(program)), str(program.bytes), str(register_count(program))]
        for path in (ROOT / "programs").glob("codemaker*.1?c")
        for program in [Program.read(path)]
    }
    assert sizes == found


@pytest.mark.long
def test_seconds_and_lines_are_those_that_the_command_prints() -> None:
    pytest.importorskip("llvmlite")
    same_text(shipped.table(engine="lanes"), TABLE, CELL, REMEDY)


def test_the_chapter_of_the_guide_shows_the_same_sizes_and_times() -> None:
    begin = TABLE.index("") + 3
    sizes = {cells(row)[0]: cells(row)[1:3] for row in TABLE[2 : TABLE.index("")]}
    times = {cells(row)[0]: cells(row)[4] for row in TABLE[begin : TABLE.index("", begin)]}
    rows = [cells(row) for row in CHAPTER.splitlines() if row.startswith("| HP-1")]
    assert len(rows) == 5
    for title, *written in rows:
        machine, goal, *rest = title.split(", ")
        name = f"codemaker-{goal}{'-4' if rest else ''}.{machine.removeprefix('HP-').lower()}"
        assert written[:2] == sizes[name], name
        assert float(written[2]) == pytest.approx(float(times[name]), rel=NEAR, abs=LEAST), name


def test_every_module_is_in_the_tour() -> None:
    rooms = "codemaker planner assembler games peephole reading equality decompiling shell"
    for room in rooms.split():
        cells = [row.split("|")[1] for row in README.splitlines() if row.startswith(f"| `{room}/")]
        named = set(re.findall(r"(\w+\.py)`", " ".join(cells)))
        assert named == {path.name for path in (ROOT / "generator" / room).glob("[!_]*.py")}, room
