"""What an editor shows, held to properties: over all listings that come with hp15c, and over damaged ones."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from hp15c import Program
from hp15c.errors import InputError
from hp15c.listing.spellings import handbook
from hp15c.listing.writers.formats import write
from hp15c.table.instructions import Role
from programs.editors.listings import sources
from programs.editors.listings.changes import changes, is_proved
from programs.editors.listings.code_lenses import code_lenses
from programs.editors.listings.colours import pieces
from programs.editors.listings.completions import completions
from programs.editors.listings.document import Document, look, operands
from programs.editors.listings.findings import look_for
from programs.editors.listings.formatting import format_edits
from programs.editors.listings.hovers import hover
from programs.editors.listings.names import at, definitions, references, rename
from programs.editors.listings.outline import folds, outline
from programs.editors.listings.places import Span, apply
from programs.editors.listings.stack_hints import Levels, hints
from tests import ROOT
from tests.support.shares import few

LISTINGS = sorted([*(ROOT / "programs").rglob("*.15c"), *(ROOT / "programs").rglob("*.11c")])
SOME = LISTINGS[:: max(1, len(LISTINGS) // 12)]
FORMATS = ("simulator", "jrpn", "keycodes", "mnemonics", "symbolic")


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def read(path: Path) -> Document:
    return look(text_of(path), path.name)


@pytest.mark.first
@pytest.mark.parametrize("path", SOME, ids=lambda path: path.name)
def test_a_listing_that_comes_along_has_no_fault_and_a_stack_behind_each_line(path: Path) -> None:
    document = read(path)
    assert document.program == Program.read(path)
    assert not document.faults
    assert not [one for one in look_for(document) if one.weight.value == 1]
    told = {one.line for one in hints(document, Levels.ALL)}
    assert told == set(document.places)


@pytest.mark.slow
@pytest.mark.parametrize("path", few(SOME), ids=lambda path: path.name)
def test_formatting_keeps_the_program_and_is_done_once(path: Path) -> None:
    for name in FORMATS if path.suffix == ".15c" else ("simulator", "mnemonics"):
        text = write(Program.read(path), name)
        untidy = "\n".join(f"{line}  " for line in text.split("\n"))
        tidy = apply(untidy, format_edits(look(untidy, path.name)))
        assert tidy == text, name
        assert format_edits(look(tidy, path.name)) == (), name


@pytest.mark.parametrize("path", SOME[::3], ids=lambda path: path.name)
def test_every_label_leads_to_its_line_and_back(path: Path) -> None:
    document = read(path)
    seen = 0
    for operand in operands(document):
        if not operand.is_label or operand.span is None:
            continue
        found = at(document, operand.span.line, operand.span.column)
        assert found == operand
        step = document.step(operand.number)
        places = definitions(document, operand)
        assert (len(places) == 1) is (operand.name in document.program.label_lines), step
        if places:
            (number,) = document.steps_on[places[0].line]
            assert (document.step(number).role, document.step(number).operand) == (Role.LABEL, operand.name)
        assert operand.span in references(document, operand)
        seen += 1
    assert seen


def everything(document: Document) -> None:
    """Ask for all that an editor asks. Every place has to lie in the text."""
    lines = document.lines

    def lies_inside(span: Span) -> bool:
        return (
            1 <= span.line <= span.last_line <= len(lines)
            and 0 <= span.column <= len(lines[span.line - 1])
            and 0 <= span.last_column <= len(lines[span.last_line - 1])
        )

    found = look_for(document)
    assert all(lies_inside(one.span) for one in found)
    for fix in (fix for one in found for fix in one.fixes):
        assert all(lies_inside(edit.span) for edit in fix.edits), fix.title
        after = look(apply(document.text, fix.edits), document.name, document.model)
        assert len(after.faults) <= len(document.faults), fix.title
    for piece in pieces(document):
        assert 0 <= piece.column < piece.column + piece.length <= len(lines[piece.line - 1])
    for part in outline(document):
        assert lies_inside(part.span)
        assert lies_inside(part.name)
    assert all(1 <= first < last <= len(lines) for first, last, _ in folds(document))
    assert all(one.column <= len(lines[one.line - 1]) for one in hints(document, Levels.ALL))
    assert all(1 <= one.line <= len(lines) for one in code_lenses(document))
    for line in range(1, min(len(lines), 40) + 1):
        for column in {0, len(lines[line - 1]) // 2, len(lines[line - 1])}:
            hover(document, line, column)
            at(document, line, column)
    list(completions(document, 1, 0))
    apply(document.text, format_edits(document))


@pytest.mark.parametrize("text", ["", "\n\n", "# a note\n", "x²\n3\n+\nRTN\n", "GTO\n001 {\n"])
def test_a_text_without_a_label_has_no_parts(text: str) -> None:
    document = look(text, "new.15c")
    assert outline(document) == ()
    assert len(list(code_lenses(document))) == (1 if document.program.steps else 0)
    assert list(folds(document)) == []


@pytest.mark.parametrize("seed", few(range(12)))
def test_a_damaged_listing_is_read_as_far_as_it_can_be(seed: int) -> None:
    chance = Random(seed)
    text = write(Program.read(chance.choice(LISTINGS)), chance.choice(("simulator", "mnemonics")))
    for _ in range(chance.randrange(1, 12)):
        place = chance.randrange(len(text))
        kind = chance.randrange(4)
        inserted = chance.choice(("", "x", "{", "\n", "\t", "🧮", "LBL", "GTO 5\n", "\0", "9", "#R1:", "|"))
        cut = chance.randrange(0, (1, 4, 30, 1)[kind])
        text = text[:place] + inserted + text[place + cut :]
    everything(look(text, "x.15c"))


@pytest.mark.slow
def test_one_broken_line_changes_nothing_that_is_known_before_it() -> None:
    path = ROOT / "programs" / "shelf" / "easter.15c"
    lines = text_of(path).split("\n")
    whole = read(path)
    for number in (20, 60, 90):
        place = whole.places[number - 1]
        broken = look("\n".join([*lines[: place - 1], "   broken here", *lines[place:]]), path.name)
        assert [one.line for one in broken.faults] == [place]
        assert broken.places == whole.places
        assert [step for at, step in enumerate(broken.program, 1) if at != number] == [
            step for at, step in enumerate(whole.program, 1) if at != number
        ]
        before = {one.line: one.text for one in hints(whole, Levels.ALL) if one.line < place}
        told = {one.line: one.text for one in hints(broken, Levels.ALL)}
        assert place not in told
        first = whole.explanation.lines[number - 1].part if whole.explanation else 0
        straight = {line: text for line, text in before.items() if line < whole.places[first - 1]}
        assert straight.items() <= told.items()
        assert len(told) == len(whole.program) - 1


DOUBLED = "LBL A\nx²\n3\n+\nSTO 4\nLN\nx²\n3\n+\nRCL 4\n×\nx=0\nGTO 7\nRTN\nLBL 7\n1\nRTN"


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", FORMATS)
def test_changes_are_proved_and_written_in_every_format(name: str) -> None:
    text = write(Program.parse(DOUBLED), name)
    document = look(text, "x.15c")
    first, last = document.places[1], document.places[3]
    offered = [*changes(document, first, last), *changes(document, 1, len(document.lines))]
    titles = {one.title for one in offered}
    assert "Extract lines 002 to 004 as a subroutine, LBL 0, called 2 times" in titles
    assert "Number the labels in their order" in titles
    for change in offered:
        after = look(apply(text, change.edits), "x.15c")
        assert not after.faults
        assert not [one for one in after.warnings if "line number" in one.message]
        assert after.program.steps != document.program.steps
        assert is_proved(document.program, after.program)


@pytest.mark.slow
def test_a_change_that_cannot_be_proved_is_not_offered() -> None:
    """A jump into the middle of the lines, and a label that I may name."""
    document = look("LBL A\nx²\n3\n+\nLBL 1\nLN\nx²\n3\n+\nGTO 1\nRTN", "x.15c")
    assert not [one for one in changes(document, 2, 6) if one.title.startswith("Extract")]
    document = look("LBL A\nGTO I\nLBL 7\nRTN", "x.15c")
    assert not list(changes(document, 1, 4))
    broken = look("LBL A\nx²\nnonsense here\nRTN", "x.15c")
    assert not list(changes(broken, 1, 4))


@pytest.mark.slow
def test_changes_of_the_whole_program_are_offered_on_the_lines_that_they_touch() -> None:
    """An end that two parts share, and lines that nothing reaches."""
    text = "LBL A\nx²\n3\n+\nLN\nSTO 4\nRTN\nLBL B\nSIN # of B\n3\n+\nLN\nSTO 4\nRTN\nGTO A\nπ\nRTN"
    document = look(text, "x.15c")
    (shared,) = [one for one in changes(document, 10, 11) if "they are" in one.title]
    assert shared.title == "Shorter: lines 010 to 014: GTO 0, because they are lines 003 to 007 again"
    after = apply(text, shared.edits)
    assert after.startswith("LBL A\nx²\nf LBL 0\n3\n+\nLN\nSTO 4\nRTN\nLBL B\nSIN # of B\nGTO 0\n")
    lost = [one.title for one in changes(document, 16, 16)]
    assert "Shorter: lines 015 to 017: nothing leads there" in lost
    assert not [one for one in changes(document, 8, 8) if "they are" in one.title]


def test_a_line_that_can_be_saved_is_offered_where_it_stands() -> None:
    text = "LBL A\n1\n0\n0\n0\n×\nRTN\nLBL B\n2\nRTN"
    document = look(text, "x.15c")
    assert not list(changes(document, 8, 9))
    (shorter,) = changes(document, 3, 3)
    assert shorter.title == "Shorter: lines 002 to 005 become EEX, 3 (2 lines less)"
    assert shorter.proof.startswith("proved equal for all numbers")
    assert apply(text, shorter.edits) == "LBL A\nEEX\n3\n×\nRTN\nLBL B\n2\nRTN"


def test_the_stack_is_that_of_explain() -> None:
    from generator.reading.explanation import explain

    path = ROOT / "programs" / "shelf" / "amortization.15c"
    document = read(path)
    lines = explain(document.program).lines
    shown = {one.line: one.whole for one in hints(document, Levels.X)}
    for line in lines:
        place = document.places[line.line - 1]
        assert shown[place].split("\n")[0] == line.does
        assert shown[place].split("\n")[1] == f"X: {line.stack['x']}"


def test_a_hover_tells_keys_bytes_time_lift_and_section() -> None:
    document = look("LBL A\nSTO + .3\nRTN", "x.15c")
    found = hover(document, 2, 1)
    assert found is not None
    told = found[1]
    assert told.startswith("**STO + .3** (line 002)")
    pieces_told = ("keys `44 40 48 3`, 2 bytes, ", " word times (", "enables stack lift", "`r.3 = x + r.3`")
    for piece in pieces_told:
        assert piece in told, told
    assert "Reference: BEHAVIOUR 4.6, 5, 7.3" in told
    assert "HP-15C Owner's Handbook: section 3, " in told


def test_a_hover_on_a_label_tells_what_its_part_takes_and_gives() -> None:
    def told(text: str) -> str:
        found = hover(look(text, "x.15c"), 1, 4)
        assert found is not None
        return found[1]

    assert "takes `x`, gives `X = x², LAST_X = x`" in told("LBL 1\nx²\nRTN")
    assert "takes nothing, gives `X = 7" in told("LBL 1\n7\nRTN")
    assert "takes" not in told("LBL 1\nx²\nFOO\nRTN")  # behind a line that cannot be read nothing is known


def test_a_text_with_too_many_lines_is_told_without_the_name_of_its_file() -> None:
    document = look("\n".join(["x²"] * 60_000), "file:///x.15c")
    assert document.trouble == "60,000 lines are too many for a listing"


def test_completion_offers_every_instruction_of_the_model() -> None:
    from hp15c.table.instructions import TABLE
    from hp15c.table.models import Model

    for model, name in ((Model.HP15C, "x.15c"), (Model.HP11C, "x.11c")):
        document = look("LBL A\n", name)
        assert document.model is model
        typed = {one.typed for one in completions(document, 2, 0)}
        for row in TABLE:
            if row.programmable and row.on(model) is not None and row.name != "digit":
                assert row.name in typed, row.name


def test_what_a_completion_writes_is_read_as_what_it_says() -> None:
    document = look("LBL A\n", "x.15c")
    for one in completions(document, 2, 0):
        written = one.edit.text
        waits = written.endswith(" ")
        after = look(f"LBL A\n{written}{'1' if waits else ''}\n", "x.15c")
        if not after.faults:
            assert handbook(after.program[2], after.model).startswith(written.strip()), one
        else:
            assert waits, one  # an instruction that takes no 1, such as RESULT


def test_a_label_is_renamed_wherever_it_stands() -> None:
    text = "LBL A\nx^2\nGSB 7\nRTN\nLBL 7\n3\n+\nRTN\n"
    document = look(text, "square.15c")
    operand = at(document, 3, 4)
    assert operand is not None
    assert apply(text, rename(document, operand, "8")) == text.replace("7", "8")


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("LBL A\nGTO A", "B2", "'B2' is no label"),
        ("LBL A\nGTO A\nLBL B", "B", "label B is used already, on line 003"),
        ("LBL A\nGTO A\nGTO I", "B", "line 003 GTO I takes its label from I"),
        ("LBL A\nnonsense here", "B", "a line of this listing cannot be read"),
        ("STO 3\nSTO + (i)", "4", "line 002 STO + (i) uses the register that I names"),
        ("STO 3\nΣ+", "4", "line 002 Σ+ uses the registers of the sums by number"),
        ("STO 3", "A", "'A' is no register"),
        ("STO I", "4", "I is more than a register"),
    ],
)
def test_a_name_that_would_change_the_program_is_refused(text: str, name: str, reason: str) -> None:
    document = look(text, "x.15c")
    operand = at(document, 1, 4)
    assert operand is not None
    with pytest.raises(InputError, match=re.escape(reason)):
        rename(document, operand, name)


def test_a_register_is_renamed_with_its_note_and_its_keycodes() -> None:
    text = "#R3:side\n001 { 44  3 } STO 3\n002 { 45 3 } RCL 3\n"
    document = look(text, "x.15c")
    operand = at(document, 1, 1)
    assert operand is not None
    after = apply(text, rename(document, operand, ".4"))
    program = Program.parse(after)
    assert (str(program[1]), str(program[2]), program.registers) == ("STO .4", "RCL .4", {".4": "side"})
    assert not look(after, "x.15c").warnings


def test_a_named_label_gets_another_name() -> None:
    text = "# HP-15C program with named labels\nLBL A\nGSB square\nRTN\nLBL square\nx²\nRTN\n"
    document = look(text, "x.sym")
    operand = at(document, 3, 6)
    assert operand is not None
    assert apply(text, rename(document, operand, "cube")) == text.replace("square", "cube")


def test_a_source_in_python_is_told_from_a_listing() -> None:
    assert not sources.is_source("LBL A\nx²\n")
    assert sources.is_source(
        'from generator.language import program\n\n\n@program("A")\ndef f(x):\n    return x\n'
    )
