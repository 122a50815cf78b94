"""Listings out: what is written reads back equal, in every format, and stays the same when written again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as arbitrary

from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.listing.reader import parse, read
from hp15c.listing.writers.formats import FORMATS, format_for, format_named, format_of_file, write
from hp15c.table.instructions import step, steps
from hp15c.table.models import Model
from programs.shell import main
from tests import TESTS
from tests.support.shares import few, share

HERE = TESTS
SHIPPED = sorted([*HERE.glob("golden/listings/*.1?c"), *HERE.parent.glob("programs/**/*.1?c")])
READABLE = list(FORMATS)

NOTE = arbitrary.text(
    arbitrary.characters(codec="utf-8", exclude_characters="\r\n\\"), min_size=1, max_size=20
).map(str.strip)


@arbitrary.composite
def programs(draw: arbitrary.DrawFn) -> Program:
    """Any program with any notes, as a reader could have made it."""
    model = draw(arbitrary.sampled_from(Model))
    lines = draw(arbitrary.lists(arbitrary.sampled_from(steps(model)), max_size=40))
    labels = draw(
        arbitrary.dictionaries(arbitrary.sampled_from(("A", "E", "0", "9", ".0", ".7")), NOTE.filter(bool))
    )
    registers = draw(
        arbitrary.dictionaries(arbitrary.sampled_from(("0", ".9", "I", "(i)", "20", "33")), NOTE.filter(bool))
    )
    flags = draw(arbitrary.dictionaries(arbitrary.sampled_from(("0", "1", "9")), NOTE.filter(bool)))
    description = "\n".join(draw(arbitrary.lists(NOTE, max_size=3)))
    return Program(model, tuple(lines), draw(NOTE), description, labels, registers, flags)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("format", READABLE)
@settings(max_examples=share(25), deadline=None)
@given(program=programs())
def test_what_is_written_reads_back_equal(format: str, program: Program) -> None:
    if format == "jrpn":
        program = replace(program, model=Model.HP15C)
    text = write(program, format)
    listing = parse(text, source="x")
    assert listing.program == program
    assert listing.warnings == ()
    assert write(listing.program, format) == text


@pytest.mark.first
@pytest.mark.parametrize("model", list(Model))
@pytest.mark.parametrize("format", READABLE)
def test_every_step_reads_back(format: str, model: Model) -> None:
    program = Program(model, steps(model))
    if format == "jrpn" and model is Model.HP11C:
        return
    listing = parse(write(program, format))
    assert listing.program.steps == program.steps
    assert listing.program.model is model
    assert listing.warnings == ()
    assert listing.format == format


@pytest.mark.first
@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
def test_from_format_to_format(path: Path) -> None:
    """Through all formats one after the other, and back."""
    program = first = read(path).program
    for format in (*READABLE, "simulator"):
        if format != "jrpn" or program.model is Model.HP15C:
            program = parse(write(program, format), source=format).program
            assert program == first


def test_the_simulators_form() -> None:
    program = Program(
        Model.HP15C, (step("LBL", "A"), step("STO", ".3"), step("RCL", "C", user=True), step("÷"))
    )
    text = write(program)
    assert text.split("\n")[5:10] == [
        "   000 {             }",
        "   001 {    42 21 11 } f LBL A",
        "   002 {    44 48  3 } STO .3",
        "   003 {    45 13  u } RCL C",
        "   004 {          10 } ÷",
    ]
    assert text.split("\n")[0] == "# " + "-" * 78


def test_the_form_of_jrpn() -> None:
    program = Program(Model.HP15C, (step("LBL", "A"), step("STO", ".3"), step("STO", "A", user=True)))
    lines = write(program, "jrpn").split("\n")
    assert lines[4:8] == [
        "   000 {          }",
        "   001 { 42 21 11 } f LBL A",
        "   002 {    44 .3 } STO 13",
        "   003 {  44 11 u } u STO A",
    ]
    assert lines[2] == "#  Program occupies 7 bytes."


def test_what_a_format_cannot_say_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match=r"JRPN.*HP-11C"):
        write(Program(Model.HP11C), "jrpn")


def test_formats_by_name_and_suffix() -> None:
    assert format_named("Markdown").name == "markdown"
    with pytest.raises(InputError, match="simulator, jrpn"):
        format_named("word")
    found = [format_of_file(name) for name in ("a.15c", "a.11C", "a.md", "a.html", "a")]
    assert [one and one.name for one in found] == ["simulator", "simulator", "markdown", "html", None]


def test_an_unknown_suffix_is_refused() -> None:
    assert [format_for(name).name for name in ("a.keys", "a", None)] == ["keycodes", "simulator", "simulator"]
    with pytest.raises(
        InputError, match=r"a\.foo: no format has the suffix \.foo; give --to, or one of \.15c"
    ):
        format_for("a.foo")


COMMENTED = "LBL A ; the entry\nx²\n; halve it\n2\n÷\nRTN // done\n"


@pytest.mark.parametrize("name", [format.name for format in FORMATS.values() if format.commented])
def test_comments_are_written_before_their_lines(name: str) -> None:
    program = Program.parse(COMMENTED)
    assert program.comments == {1: ["the entry"], 3: ["halve it"], 5: ["done"]}
    again = Program.parse(FORMATS[name].write(program))
    assert (again.steps, again.comments) == (program.steps, program.comments)


@pytest.mark.parametrize("name", ["markdown", "html"])
def test_convert_says_which_comments_it_drops(name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(COMMENTED, "utf-8")
    told = CliRunner().invoke(main, ["convert", str(path), "--to", name]).stderr
    assert "caution" in told
    assert "001, 003, 005" in told


def test_comments_above_a_plain_listing_are_title_and_description() -> None:
    program = Program.parse("; Square and halve\n; usage: x GSB A\n" + COMMENTED)
    assert (program.title, program.description) == ("Square and halve", "usage: x GSB A")
    assert program.comments[3] == ["halve it"]
