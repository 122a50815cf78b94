"""Listings as forums hold them: numbers and programs on one line, brackets, marks, titles."""

from __future__ import annotations

import pytest

from hp15c.errors import ListingError, UnknownKey
from hp15c.listing.program import Program
from hp15c.listing.reader import parse
from hp15c.listing.spellings import find
from hp15c.table.models import Model

SQUARE = Program.parse("LBL A\nx²\nRTN")


@pytest.mark.parametrize(
    "text",
    [
        "000-\n001- 42,21,11 f LBL A\n002- 43 11 g x2\n003- 43 32 g RTN",
        "LBL A\ng x2\nRTN",
        "[f][LBL][A]\n[g] [x²]\n[g][RTN]",
        "*LBL A\nx²\nRTN",
        "LBL A x² RTN",
        "LBL A, x², RTN",
        "f LBL A g x² g RTN",
        "LBL A # the entry\nx²   the square\nRTN",
        "The square of a number\nLBL A\nx²\nRTN",
        "Square\nUsage: 3 GSB A\n\nLBL A\nx²\nRTN",
        "LBL A\nx²\nRTN\nUsage: 3 GSB A",
    ],
)
def test_forms_of_forums(text: str) -> None:
    listing = parse(text)
    assert listing.program.steps == SQUARE.steps
    assert listing.warnings == ()


@pytest.mark.parametrize(
    ("number", "keys"),
    [
        ("3.14", "3 . 1 4"),
        ("3,14", "3 . 1 4"),
        ("-2.5", "2 . 5 CHS"),
        ("1.5E-3", "1 . 5 EEX 3 CHS"),
        ("6.02 EEX 23", "6 . 0 2 EEX 2 3"),
        ("100", "1 0 0"),
        ("1,234.5", "1 2 3 4 . 5"),
    ],
)
def test_a_number_on_one_line_is_its_keys(number: str, keys: str) -> None:
    wanted = [find(key, Model.HP15C) for key in keys.split()]
    text = f"LBL A\nSTO 1\n{number}\n+\nRTN"
    assert list(parse(text).program.steps[2:-2]) == wanted
    numbered = "\n".join(f"{at:03d} {line}" for at, line in enumerate(text.splitlines(), 1))
    assert list(parse(numbered).program.steps[2:-2]) == wanted
    assert parse(numbered).warnings == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1,234", "1.234 and as 1234"),
        ("12", "could be a key or a number"),
        ("x<>0", "x≠0 and as x↔ 0"),
        ("LBL B - x² - RTN", "unknown instruction"),
        ("x² the square", "unknown instruction"),
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(line: str, said: str) -> None:
    with pytest.raises(ListingError, match=said):
        parse(f"LBL A\nSTO 1\n{line}\n+\nRTN")


def test_not_equal_as_in_basic() -> None:
    steps = parse("LBL A\nx<>0?\nx<>y?\nx<>y\nf x<> 0\nx<> 1\nRTN").program.steps[1:-1]
    assert [str(step) for step in steps] == ["x≠0", "x≠y", "x↔y", "x↔ 0", "x↔ 1"]
    with pytest.raises(UnknownKey, match="x≠0 and as x↔ 0"):
        find("x<>0", Model.HP15C)
    beside = parse("   001 { 42 21 11 } LBL A\n   002 { 42 4 0 } X<>0\n   003 { 43 32 } RTN")
    assert beside.warnings == ()


def test_labels_counted_on_are_read_with_a_warning_and_beside_keycodes_without() -> None:
    alone = parse("LBL 10\nSTO 13\nRTN")
    assert [str(step) for step in alone.program.steps] == ["LBL .0", "STO .3", "RTN"]
    assert [fault.hint for fault in alone.warnings] == ["JRPN writes .0 to .9 as 10 to 19"] * 2
    assert parse("   000 { }\n   001 { 42 21 48 0 } f LBL 10\n   002 { 43 32 } g RTN").warnings == ()


def test_titles_usage_and_comments_are_kept() -> None:
    program = parse("Square\nUsage: 3 GSB A\n\nLBL A # the entry\nx²   the square\nRTN").program
    assert (program.title, program.description) == ("Square", "Usage: 3 GSB A")
    assert program.comments == {1: ["the entry"], 2: ["the square"]}


@pytest.mark.parametrize(
    "text",
    [
        "001 LBL A\n002 x²\n003 RTN\n\n001 LBL B\n002 RTN",
        "   000 { }\n   001 { 43 11 } g x²\n   002 { 43 32 } g RTN\n   000 { }\n   001 { 43 32 } g RTN",
    ],
)
def test_several_programs_in_one_file_are_refused(text: str) -> None:
    with pytest.raises(ListingError, match="a second program begins here"):
        parse(text)


def test_the_places_of_steps() -> None:
    assert parse("Square\n\nLBL A\n3.1\n+ x² RTN").places == (3, 4, 4, 4, 5, 5, 5)
