"""Names in place of labels: read as labels that are free, written from what the notes say."""

from __future__ import annotations

import pytest

from hp15c.calculator import Calculator
from hp15c.errors import ListingError
from hp15c.listing.named_labels import is_name, names_of
from hp15c.listing.notes import Notes
from hp15c.listing.reader import parse
from hp15c.listing.writers.formats import write
from hp15c.table.instructions import step
from hp15c.table.models import Model

SUM = """LBL A
STO I
0
LBL next_term
RCL + I
f DSE I
GTO next_term
GSB twice
RTN
LBL twice
2
×
RTN
"""


def test_names_become_labels_that_are_free() -> None:
    listing = parse(SUM)
    program = listing.program
    assert listing.format == "symbolic"
    assert listing.warnings == ()
    assert program.labels == {"0": "next_term", "1": "twice"}
    assert program[4] == step("LBL", "0")
    assert program[7] == step("GTO", "0")
    assert program[8] == step("GSB", "1")
    calculator = Calculator()
    calculator.load(program)
    calculator.press("4 f A")
    assert calculator.display.strip() == "20.0000"


def test_labels_in_use_are_passed_over() -> None:
    """Labels of lines, of lines with keycodes, of searches and of notes."""
    text = "#L2:kept\nLBL 0\nGTO 1\n42 21 3\nLBL loop\nf SOLVE loop\nGTO loop"
    program = parse(text).program
    assert program.labels == {"2": "kept", "4": "loop"}
    assert program.steps[3:] == (step("LBL", "4"), step("SOLVE", "4"), step("GTO", "4"))


def test_a_name_that_the_notes_give_means_that_label() -> None:
    program = parse("#L14:the next digit\nLBL the_next_digit\nGTO the_next_digit").program
    assert program.steps == (step("LBL", ".4"), step("GTO", ".4"))
    assert program.labels == {".4": "the next digit"}
    text = write(program, "symbolic")
    assert text.splitlines()[-2:] == ["f LBL the_next_digit", "GTO the_next_digit"]
    assert parse(text).program == program


def test_what_keeps_its_number_when_written() -> None:
    """Labels A to E, those without a note, with two lines, or with none."""
    text = "#L-1:entry\n#L1:loop\n#L2:gone\nLBL A\nLBL 1\nLBL 1\nGTO 2\nLBL 3"
    assert write(parse(text).program, "symbolic").splitlines()[-5:] == [
        "f LBL A",
        "f LBL 1",
        "f LBL 1",
        "GTO 2",
        "f LBL 3",
    ]


@pytest.mark.parametrize("text", ["A", "I", "3", ".3", "(i)", "a-b", "1st", "x" * 25, "Σ"])
def test_what_is_no_name(text: str) -> None:
    assert not is_name(text)


def test_notes_that_make_one_name_twice() -> None:
    assert names_of(Notes(labels={"1": "Loop!", "2": "loop", "3": "A", "B": "second entry"})) == {"1": "loop"}


def test_each_fault_of_a_name_is_said() -> None:
    with pytest.raises(ListingError) as refused:
        parse("LBL loop\nGTO lop\nRNT\nLBL loop")
    assert [(fault.line, fault.message) for fault in refused.value.faults] == [
        (2, 'no line is "LBL lop"'),
        (3, 'unknown instruction "RNT"'),
        (4, 'a second "LBL loop", the first is in line 1'),
    ]


@pytest.mark.parametrize(("model", "labels"), [(Model.HP15C, 25), (Model.HP11C, 15)])
def test_more_names_than_labels(model: Model, labels: int) -> None:
    names = [f"place_{number}" for number in range(labels + 1)]
    full = parse("\n".join(f"LBL {name}" for name in names[:-1]), model).program
    assert len({one.operand for one in full.steps}) == labels
    with pytest.raises(ListingError, match=f'no label is left for "place_{labels}"'):
        parse("\n".join(f"LBL {name}" for name in names), model)


def test_a_jump_to_a_name_alone_stays_unknown() -> None:
    with pytest.raises(ListingError, match='unknown instruction "GTO loop"'):
        parse("LBL A\nGTO loop")
