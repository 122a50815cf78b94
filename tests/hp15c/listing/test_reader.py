"""Several programs in one text are taken apart, and nothing of the text is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from hp15c import Program
from hp15c.errors import ListingError
from hp15c.listing.reader import parse, split_programs
from hp15c.table.models import Model
from programs.shell import main

SQUARE = "#T:Square\n001 LBL A\n002 x²\n003 RTN\n"
CUBE = "Cube\n\n001 LBL B\n002 ENTER\n003 x²\n004 ×\n005 RTN\n"


def programs(text: str, model: Model = Model.HP15C) -> list[Program]:
    return [parse(one, of).program for one, of in split_programs(text, model)]


def test_one_program_stays_as_it_is() -> None:
    assert split_programs(SQUARE) == [(SQUARE, Model.HP15C)]


def test_each_program_has_its_steps_and_its_title() -> None:
    square, cube, again = programs(f"{SQUARE}\n{CUBE}\n\n{SQUARE}")
    assert (square, cube, again) == tuple(parse(text).program for text in (SQUARE, CUBE, SQUARE))
    assert [one.title for one in (square, cube, again)] == ["Square", "Cube", "Square"]


def test_faults_name_the_lines_of_the_whole_text() -> None:
    parts = split_programs(f"{SQUARE}\n001 LBL B\n002 LBL C\n003 RTN")
    assert parse(parts[1][0]).places == (6, 7, 8)


def test_lines_000_begin_programs_too() -> None:
    text = "   000 { }\n   001 { 43 11 } g x²\n   002 { 43 32 } g RTN\n   000 { }\n   001 { 43 32 } g RTN"
    assert [len(one) for one in programs(text)] == [2, 1]


@pytest.mark.slow
@given(st.lists(st.integers(2, 9), min_size=1, max_size=5))
def test_any_number_of_programs_of_any_length(lengths: list[int]) -> None:
    texts = ["\n".join(f"{line:03d} x²" for line in range(1, length + 1)) for length in lengths]
    assert [len(one) for one in programs("\n\n".join(texts))] == lengths


def test_a_faulty_line_is_not_made_a_title() -> None:
    parts = split_programs("001 LBL A\n002 RTN\n003 FOO\n001 LBL B\n002 RTN")
    with pytest.raises(ListingError, match="FOO"):
        parse(parts[1][0])


def test_convert_writes_each_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"{SQUARE}\n{CUBE}", "utf-8")
    found = CliRunner().invoke(main, ["check", str(tmp_path / "two.txt")])
    assert "hp15c convert FILE -o FOLDER/ writes each program" in found.output
    found = CliRunner().invoke(main, ["convert", str(tmp_path / "two.txt"), "-o", f"{tmp_path}/out/"])
    assert found.exit_code == 0, found.output
    written = {path.name: Program.read(path) for path in (tmp_path / "out").iterdir()}
    assert written == {"two-1.15c": parse(SQUARE).program, "two-2.15c": parse(CUBE).program}
