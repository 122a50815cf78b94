"""What a notebook shows, and programs as sequences."""

from __future__ import annotations

import math
import xml.etree.ElementTree as Xml
from decimal import Decimal
from pathlib import Path

import pytest

from hp15c import Calculator, Descriptor, InputError, Program
from hp15c.listing.writers.formats import FORMATS, ListingFormat
from hp15c.table.instructions import step
from hp15c.table.models import Model
from solver.codes import Game, GameError
from solver.games.next_guess import partition
from solver.scores import Score
from solver.trees.tree import play_all
from tests import ROOT

SHIPPED = ROOT / "programs"
TWO = "LBL A\n5\nRTN\nLBL .3\nu STO A\nRTN"


def test_repr_is_one_line_and_str_a_listing() -> None:
    program = Program.read(SHIPPED / "counter.15c")
    assert repr(program) == f"<Program 'Counter and timer', HP-15C, 25 lines, {program.bytes} bytes>"
    assert repr(Program()) == "<Program HP-15C, 0 lines, 0 bytes>"
    assert Program.parse(str(program)) == program


def test_a_program_is_a_sequence_of_lines() -> None:
    program = Program.parse(TWO)
    assert list(program) == list(program.steps)
    assert (program[1], program[2], program[-1]) == (step("LBL", "A"), step("digit", "5"), step("RTN"))
    assert program[2:4].steps == program.steps[1:3]
    assert (program[:3].steps, program[4:].steps) == (program.steps[:2], program.steps[3:])
    assert program[:].steps == program.steps
    assert program["A"].steps == program.steps[:3]
    assert program[".3"].steps == program.steps[3:]
    for line in (0, 7, -7):
        with pytest.raises(IndexError, match="lines 1 to 6"):
            program[line]
    with pytest.raises(InputError, match=r"no label 'B' .*: A, \.3"):
        program["B"]


@pytest.mark.parametrize("one", FORMATS.values(), ids=lambda one: one.name)
def test_write_names_the_format_or_the_file_does(one: ListingFormat, tmp_path: Path) -> None:
    program = Program.parse(TWO)
    named, suffixed = tmp_path / "named", tmp_path / f"x{one.suffixes[0]}"
    program.write(named, one.name)
    program.write(suffixed)
    assert named.read_text("utf-8") == suffixed.read_text("utf-8")
    assert Program.read(named).steps == program.steps


def test_write_refuses(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no format is called 'pdf'"):
        Program.parse(TWO).write(tmp_path / "x", "pdf")
    with pytest.raises(InputError, match="none"):
        Program.parse(TWO).write(tmp_path / "none" / "x.15c")


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, "3"), (-2.5, "-2.5"), (1 / 3, "0.3333333333"), ("1.5e-3", "0.0015"), (Decimal("7"), "7")],
)
def test_levels_can_be_set(value: int | float | str | Decimal, number: str) -> None:
    calculator = Calculator()
    calculator.press("8 ENTER 4")
    calculator.x = value
    assert (calculator.x, calculator.y) == (Decimal(number), 8)
    calculator.press("2")
    assert (calculator.x, calculator.y, calculator.z) == (2, Decimal(number), 8)
    calculator.y, calculator.t, calculator.last_x, calculator.i = value, value, value, value
    calculator.z = value
    for level in (calculator.y, calculator.z, calculator.t, calculator.last_x, calculator.i):
        assert level == Decimal(number)


def test_a_matrix_can_be_put_into_x() -> None:
    calculator = Calculator()
    calculator.x = Descriptor("A")
    assert calculator.display.split() == ["A", "0", "0"]


@pytest.mark.parametrize("value", ["two", 10**100, math.nan, math.inf, None, [1]])
def test_what_no_level_holds_is_refused_and_changes_nothing(value: object) -> None:
    calculator = Calculator()
    calculator.press("8")
    before = calculator.state.copy()
    with pytest.raises(InputError):
        calculator.x = value  # type: ignore[assignment]
    assert calculator.state == before


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("model", list(Model))
def test_the_face_is_a_picture(model: Model, tmp_path: Path) -> None:
    calculator = Calculator(model)
    calculator.press("8")
    picture = Xml.fromstring(calculator._repr_html_())
    assert picture.findtext(f"{SVG}title") == f"HP-{model}: 8"
    assert len(picture.findall(f".//{SVG}polygon")) == 7
    printed = [text.text for text in picture.iter(f"{SVG}text")]
    for legend in ("SIN", "SIN⁻¹", "P/R", "CLEAR", "f", "g", "ON", "√x", *"ENTER0123456789"):
        assert legend in printed
    assert ("SOLVE" in printed) == (model is Model.HP15C)
    left, top, right, bottom = (float(edge) for edge in (picture.get("viewBox") or "").split())
    for box in picture.iter(f"{SVG}rect"):
        x, y = float(box.get("x", 0)), float(box.get("y", 0))
        assert left <= x <= x + float(box.get("width", 0)) <= right
        assert top <= y <= y + float(box.get("height", 0)) <= bottom
    calculator.face.write(tmp_path / "face.svg")
    assert (tmp_path / "face.svg").read_text("utf-8") == calculator.face._repr_svg_()


def test_repr_of_a_calculator_is_one_line() -> None:
    calculator = Calculator("11C")
    calculator.press("2 CHS g RAD")
    assert repr(calculator) == "<Calculator HP-11C: -2.0000 RAD>"
    calculator.press("ON")
    assert repr(calculator) == "<Calculator HP-11C: off>"


def test_a_partition_is_shown_as_a_table() -> None:
    game = Game(4, 6)
    first, second = game.parse("1122"), game.parse("3345")
    shown = Xml.fromstring(partition(game, first)._repr_html_())
    cells = [cell.text or "" for cell in shown.iter("td")]
    assert len(cells) == 25
    # Knuth's table of the opening 1122: 256 codes score nothing, 256 one white.
    assert cells[:5] == ["256", "256", "96", "16", "1"]
    assert sum(int(cell) for cell in cells if cell) == 1296
    assert partition(game, second, [(first, Score(1, 0))]).codes == 256
    with pytest.raises(GameError, match="no code agrees"):
        partition(game, second, [(first, Score(4, 0)), (second, Score(4, 0))])


def test_a_program_is_shown_as_keys() -> None:
    table = Xml.fromstring(Program.parse("#T:a < b\n" + TWO)._repr_html_())
    (caption,) = table.iter("caption")
    assert "".join(caption.itertext()).startswith("a < b · HP-15C, 6 lines")
    keys = [["".join(key.itertext()) for key in row.iter("kbd")] for row in table.iter("tr")]
    assert keys[0] == ["f", "LBL", "A"]
    assert keys[3] == ["f", "LBL", ".", "3"]
    assert [row.findtext("td/code") for row in table.iter("tr")][:2] == ["42,21,11", "5"]


def test_a_tree_is_shown_as_a_table() -> None:
    tree = play_all(Game(2, 3))
    table = Xml.fromstring(tree._repr_html_())
    assert f"9 secrets in {tree.total_turns} turns" in (table.findtext("caption") or "")
    counts = [int(cell.text or "") for cell in table.iter("td")]
    assert sum(counts) == 9
    assert counts == list(tree.histogram)
