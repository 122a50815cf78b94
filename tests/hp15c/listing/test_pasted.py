"""Listings as forums, web pages, traces and scanners pass them on, made of the shipped programs."""

from __future__ import annotations

import html
import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from hp15c.errors import InputError, ListingError
from hp15c.listing import pasted
from hp15c.listing.program import Program
from hp15c.listing.reader import parse, read
from hp15c.listing.spellings import handbook
from hp15c.listing.text import Listing
from hp15c.listing.writers.formats import table, write
from hp15c.listing.writers.html import write as printed
from hp15c.table.instructions import Step, step, steps
from hp15c.table.models import Model
from tests import TESTS
from tests.support.shares import few, firsts

HERE = TESTS
SHIPPED = sorted([*HERE.parent.glob("programs/**/*.1?c"), *HERE.glob("golden/listings/*.1?c")])


def dashed(number: int, step: Step, model: Model) -> str:
    """As the calculator shows it, and the mnemonic: 001-42,21,11 f LBL A."""
    return f"{number:03d}{'u' if step.user else '-'}{step.codes(model).strip()} {handbook(step, model)}"


def spaced(number: int, step: Step, model: Model) -> str:
    """A line with spaces between its parts, as in 001 42 21 11 LBL A."""
    user = " u" if step.user else ""
    mnemonic = handbook(step, model).removeprefix("f ").removeprefix("g ")
    return f"{number:03d} {' '.join(step.keys(model))}{user} {mnemonic}"


def parted(number: int, step: Step, model: Model) -> str:
    """001 - 42 21 11, without a mnemonic."""
    return f"{number:03d} - {' '.join(step.keys(model))}{' u' if step.user else ''}"


def named(number: int, step: Step, model: Model) -> str:
    """001 - f LBL A, without keycodes."""
    return f"{number:03d} - {'u ' if step.user else ''}{handbook(step, model)}"


Style = Callable[[int, Step, Model], str]
STYLES: list[Style] = [dashed, spaced, parted, named]


def lines(program: Program, style: Style) -> list[str]:
    return [style(number, step, program.model) for number, step in enumerate(program.steps, 1)]


def understood(text: str, program: Program) -> Listing:
    listing = parse(text, program.model)
    assert listing.program.steps == program.steps
    return listing


@pytest.mark.first
@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
@pytest.mark.parametrize("style", firsts(STYLES), ids=lambda style: style.__name__)
def test_forum_lines(style: Style, path: Path) -> None:
    program = read(path).program
    assert understood("\n".join(lines(program, style)), program).warnings == ()


def test_a_web_page_keeps_its_lines_of_user_mode() -> None:
    program = read(HERE / "golden" / "listings" / "column.15c").program
    assert any(one.user for one in program.steps)
    understood("<html><body><pre>\n" + "\n".join(lines(program, dashed)) + "\n</pre></body></html>", program)


@pytest.mark.parametrize("path", few(SHIPPED[::4]), ids=lambda path: path.name)
@pytest.mark.parametrize("style", firsts(STYLES), ids=lambda style: style.__name__)
def test_web_pages(style: Style, path: Path) -> None:
    program = read(path).program
    texts = [html.escape(one) for one in lines(program, style)]
    page = "<!DOCTYPE html><html><head><title>7 programs</title></head><body><p>Here,<br>in 2 parts:</p>"
    end = "<p>1982, posted by an owner</p></body></html>"
    understood(f"{page}<pre>\n" + "\n".join(texts) + f"\n</pre>{end}", program)
    understood(f"{page}<p>" + "<br>".join(texts) + f"</p>{end.replace('1982, p', 'P')}", program)
    understood("<div>" + "</div>\n<div>".join(texts).replace(" ", "&nbsp;") + "</div>", program)


@pytest.mark.parametrize("path", few(SHIPPED[::4]), ids=lambda path: path.name)
def test_tables_of_web_pages(path: Path) -> None:
    program = read(path).program
    rows = "".join(
        f"<tr><td>{number:03d}</td>\n<td>{' '.join(step.keys(program.model))}{' u' if step.user else ''}</td>"
        f"<td><b>{html.escape(handbook(step, program.model))}</b></td></tr>"
        for number, step in enumerate(program.steps, 1)
    )
    head = "<tr><th>Line</th><th>Display</th><th>Keys</th></tr>"
    understood(f"<h2>Program</h2><table>{head}{rows}</table><p>Thanks!</p>", program)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_prose_around_a_numbered_listing_is_its_title_and_description(style: Style) -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    text = "\n".join(["Here is my program, have fun:", "", *lines(program, style), "", "Thanks! {Bob}"])
    listing = understood(text, program)
    assert listing.warnings == ()
    assert listing.program.title == "Here is my program, have fun:"
    assert listing.program.description == "Thanks! {Bob}"


@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
def test_a_text_around_a_numbered_listing_is_left_out_and_said(style: Style) -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    text = "\n".join(
        [*["Here is my program, have fun:"] * 12, "", *lines(program, style), "", "Thanks! {Bob}"]
    )
    assert len(understood(text, program).warnings) == 13


@pytest.mark.parametrize(
    "text",
    [
        "001 LBL A\n002 5\nhave fun\n003 ENTER\n004 RTN",
        "LBL A\nhave fun\nRTN",
        "ENTRE\nLBL A\nRTN",
        "RLC 3\nLBL A\nRTN",
        "LBLL A\nx²\nLBL B\nRTN",
        "001 LBL A\n002 5\n003 RTNN",
    ],
)
def test_what_is_in_a_listing_is_no_prose(text: str) -> None:
    with pytest.raises(ListingError):
        parse(text)


def test_an_instruction_behind_the_numbers_is_kept() -> None:
    assert len(parse("001 LBL A\n002 5\n003 ENTER\nRTN").program) == 4


def trace_of(program: Program, numbers: list[int]) -> str:
    """What `trace` prints when these lines run."""
    shown = [
        f"{number:03d}-{program[number].codes(program.model):<9}"
        f" {handbook(program[number], program.model):<12}"
        f" X {number}  Y 0  Z -1.5e-7  T 3-4i  R2=5 I=1"
        for number in numbers
    ]
    return "\n".join([*shown, "pause:  2.0", "stop:  5.0000"])


def test_a_trace_is_read_as_the_lines_that_ran() -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    count = len(program)
    listing = understood(trace_of(program, [*range(5, count + 1), *range(1, 9), 3]), program)
    assert [warning.message for warning in listing.warnings] == [
        "what stands after this line is not in the trace"
    ]


def test_a_trace_with_gaps_is_refused() -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    with pytest.raises(InputError, match=r"it lacks lines 002, 005$"):
        parse(trace_of(program, [1, 3, 4, 6, 7]))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("001-42,2I,11 f LBL A", "LBL A"),
        ("OO1-42,2l,ll f LBL A", "LBL A"),
        ("001 44 O STO 0", "STO 0"),
        ("   001 { 42 2I 11 } f LBL A", "LBL A"),
        ("001 STO O", "STO 0"),
        ("001 ST0 5", "STO 5"),
        ("001 STO .I", "STO .1"),
        ("001 l/X", "1/x"),
        ("001 STO x l", "STO × 1"),
        ("001 GT0 O", "GTO 0"),
        ("001 RCL l", "RCL 1"),
    ],
)
def test_slips_of_a_scanner_are_read_with_a_warning(text: str, meant: str) -> None:
    listing = parse(text)
    assert [str(step) for step in listing.program.steps] == [meant]
    assert listing.warnings


def test_a_cross_is_the_key_of_multiplication() -> None:
    assert [str(step) for step in parse("001 x\n002 X\n003 STO x 1").program.steps] == ["×", "×", "STO × 1"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [("STO I", "STO I"), ("RCL (i)", "RCL (i)"), ("001 GTO I", "GTO I"), ("001 45 25 RCL I", "RCL I")],
)
def test_what_is_no_slip_is_not_changed(text: str, meant: str) -> None:
    listing = parse(text)
    assert ([str(step) for step in listing.program.steps], listing.warnings) == ([meant], ())


@pytest.mark.parametrize("text", ["STO i", "O1D", "001 STO OOO", "001 4Z 21 11"])
def test_what_could_be_several_things_is_refused(text: str) -> None:
    with pytest.raises(ListingError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<!DOCTYPE html>\n<html><body>" + "<p>Some prose.</p>\n" * 3000 + "</body></html>", "web page"),
        (json.dumps({"format": "state", "lines": [1] * 5000}, indent=1), "JSON"),
        (json.dumps([{"line": "LBL A"}] * 3000, indent=1), "JSON"),
        ('{"cut": [1,\n2,\n', "JSON"),
    ],
)
def test_what_is_no_listing_is_refused_in_a_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text, source="x.txt")
    message = str(refused.value)
    assert message.startswith("x.txt: this is ")
    assert said in message
    assert "\n" not in message


def test_keycodes_and_mnemonic_that_disagree_are_said() -> None:
    listing = parse("001-44 3 STO 4")
    assert [str(step) for step in listing.program.steps] == ["STO 3"]
    assert 'the mnemonic says "STO 4"' in str(listing.warnings[0])


@pytest.mark.parametrize("text", ["001 1/x", "001 10^x", "001 -", "001 . ", "1 42 x", "lol LBL", "oil 1"])
def test_a_line_keeps_its_length_and_its_words(text: str) -> None:
    assert pasted.without_slips(text) == text


def test_notes_in_html_make_no_page_of_a_listing() -> None:
    """As most listings of the simulator have them."""
    notes = "#T:Area <p>of</p> a circle\n#D:<b>Key in</b> r<br>A<ul><li>one</li></ul>\n#L-1:<div>area</div>\n"
    lines = "   001 { 42 21 11 } f LBL A\n   002 { 43 11 } g x²\n"
    program = parse(f"# HEWLETT·PACKARD 15C Simulator program\n{notes}\n{lines}").program
    assert len(program) == 2
    assert program.title == "Area <p>of</p> a circle"
    assert program.description == "<b>Key in</b> r<br>A<ul><li>one</li></ul>"
    assert program.labels == {"A": "<div>area</div>"}


@pytest.mark.parametrize("format", ["simulator", "markdown", "mnemonics", "jrpn"])
def test_a_tag_that_is_not_closed_is_kept_in_notes(format: str) -> None:
    program = Program(Model.HP15C, (step("digit", "0"),) * 3, title="<P", description="x <table y")
    assert parse(write(program, format)).program == program


def followed(number: int, step: Step, model: Model) -> str:
    """As a table with the keycodes last is pasted: 001 LBL A  42,21,11."""
    return f"{number:03d}{'u' * step.user} {handbook(step, model)}  {step.codes(model).strip()}"


@pytest.mark.parametrize("model", list(Model))
def test_the_own_keycodes_behind_an_instruction_are_no_further_lines(model: Model) -> None:
    """Once `STO 7  44 7` was STO 7 and the digits 4, 4 and 7."""
    program = Program(model, steps(model))
    understood("\n".join(lines(program, followed)), program)


def test_other_digits_behind_an_instruction_are_further_lines() -> None:
    assert [str(step) for step in parse("001 LBL A\n002 STO 7 45").program.steps] == [
        *("LBL A", "STO 7", "4", "5")
    ]


@pytest.mark.parametrize("model", list(Model))
@pytest.mark.parametrize("write_page", [table, partial(write, format="html")])
def test_printed_sheets_of_random_listings_read_back(
    write_page: Callable[[Program], str], model: Model
) -> None:
    """Of 300 sheets 18 were once read as another program, the others refused."""
    chance = random.Random(15)
    for _ in range(125):
        drawn = [chance.choice(steps(model)) for _ in range(chance.randint(1, 40))]
        program = Program(model, tuple(drawn), chance.choice(["", "A < B"]))
        listing = understood(write_page(program), program)
        assert (listing.program.model, listing.program.title) == (model, program.title)
        assert listing.warnings == ()


def test_a_sheet_with_explanations_reads_back() -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    told = {number: (f"{number} to 3 < 4", "X = 001") for number in range(1, len(program) + 1)}
    assert understood(printed(program, told), program).program.title == program.title


def test_a_sheet_that_is_cut_off_is_refused_or_whole() -> None:
    program = read(HERE.parent / "programs/counter.15c").program
    sheet = printed(program)
    for end in range(sheet.index("HP-15C"), len(sheet), 7):
        with suppress(InputError):
            assert parse(sheet[:end]).program.steps == program.steps
    with pytest.raises(InputError, match="its program has 25 lines, and 9 of them are whole"):
        parse(sheet[: sheet.index(">010<")])


def test_a_page_that_is_too_long_is_refused_and_not_cut() -> None:
    page = "<pre>\n001 LBL A\n002 x²\n" + " " * 2_000_000 + "\n003 RTN\n</pre>"
    with pytest.raises(InputError, match=r"2,000,0\d\d characters"):
        parse(page)
