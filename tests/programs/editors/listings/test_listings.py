"""A listing in an editor, without the editor: each answer is checked by applying it."""

from __future__ import annotations

from hp15c import Program
from programs.editors.listings import names, sources
from programs.editors.listings.changes import proved, savings
from programs.editors.listings.colours import pieces
from programs.editors.listings.completions import completions
from programs.editors.listings.document import explained, look
from programs.editors.listings.findings import look_for
from programs.editors.listings.formatting import formatted
from programs.editors.listings.hints import whole
from programs.editors.listings.hovers import hover
from programs.editors.listings.lenses import lenses
from programs.editors.listings.outline import outline
from programs.editors.listings.places import edited, lines_of

TEXT = "LBL A\nx^2\nGSB 7\nRTN\nLBL 7\n3\n+\nRTN\n"
DOCUMENT = look(TEXT, "square.15c")


def test_a_label_is_renamed_wherever_it_stands() -> None:
    operand = names.at(DOCUMENT, 3, 4)
    assert operand is not None
    assert len(names.references(DOCUMENT, operand)) == 2
    assert edited(TEXT, names.renamed(DOCUMENT, operand, "8")) == TEXT.replace("7", "8")


def test_what_is_formatted_is_the_same_program_and_stays_as_it_is() -> None:
    once = edited(TEXT, formatted(DOCUMENT))
    assert Program.parse(once, "15C").steps == DOCUMENT.program.steps
    assert edited(once, formatted(look(once, "square.15c"))) == once


def test_a_label_that_is_missing_is_found_with_a_change_that_mends_it() -> None:
    text = TEXT.replace("LBL 7", "LBL 6")
    codes = {one.kind for one in look_for(look(text, "square.15c"))}
    assert "no-label" in codes
    assert not {one.kind for one in look_for(DOCUMENT)} & codes


def test_places_of_pieces_lie_within_their_lines() -> None:
    lines = lines_of(TEXT)
    found = list(pieces(DOCUMENT))
    assert found
    assert all(lines[one.line - 1][one.column : one.column + one.length].strip() for one in found)


def test_what_is_told_of_a_program() -> None:
    assert [one.name for one in outline(DOCUMENT)]
    assert hover(DOCUMENT, 2, 1) is not None
    assert list(lenses(DOCUMENT))
    assert list(completions(DOCUMENT, 2, 1))
    assert "x²" in whole(explained(DOCUMENT.program).lines[1])


def test_shorter_lines_are_proved_equal() -> None:
    program = Program.parse("LBL A\n2\n×\n2\n×\nRTN\n", "15C")
    assert proved(program, program)
    assert all(one.count > len(one.by) for one in savings(program))


def test_a_source_in_python_is_told_from_a_listing() -> None:
    assert not sources.is_source(TEXT)
    assert sources.is_source(
        'from generator.language import program\n\n\n@program("A")\ndef f(x):\n    return x\n'
    )
