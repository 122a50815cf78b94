"""Pieces of code put in order: whatever is shared, every way runs through the lines that it needs."""

from __future__ import annotations

from itertools import permutations

from generator.compiler.code.arrange import arrange, lay
from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.pieces import Piece, with_shared_end
from generator.compiler.code.schedules import SourcedLine
from hp15c.table.models import Model


def run_through(pieces: list[Piece], name: str) -> list[str]:
    """The lines from a piece on, of at most ten pieces."""
    known, found = {one.name: one for one in pieces}, []
    for _ in range(10):
        found += [str(emitted.line[0]) for emitted in known[name].lines]
        name = known[name].then
        if not name:
            break
    return found


def test_an_end_that_is_shared_twice_gets_two_names() -> None:
    def piece(name: str, *lines: ScheduledLine) -> Piece:
        return Piece(name, tuple(SourcedLine(one, 0) for one in lines), entry=name)

    end: tuple[ScheduledLine, ...] = (("R↓", ""), ("RTN", ""))
    pieces = [piece(name, (line, ""), *end) for name, line in (("a", "CHS"), ("b", "ABS"), ("c", "INT"))]
    a, b, c = pieces
    a, b, c, first = with_shared_end([a, b, c], (a, b), 1)
    made = with_shared_end([a, b, c, first], (a, b), 0)
    assert run_through(made, "a") == ["CHS", "R↓", "RTN"]
    assert run_through(made, "b") == ["ABS", "R↓", "RTN"]


def test_a_test_skips_no_label() -> None:
    def piece(name: str, line: str, then: str = "", entry: str = "") -> Piece:
        return Piece(name, (SourcedLine((line, ""), 0),), then=then, entry=entry)

    decides = Piece("a", (), SourcedLine(("x=0", ""), 0), then="one", orelse="end", entry="A")
    pieces = [decides, piece("one", "RAD", "end"), piece("b", "CHS", "one", "B"), piece("end", "RTN")]
    for order in permutations(one.name for one in pieces):
        lines = [one.line[0] for one in lay({one.name: one for one in pieces}, order, Model.HP15C)]
        tests = [place for place, name in enumerate(lines) if name.startswith("x")]
        assert all(lines[place + 1] != "LBL" for place in tests), (order, lines)


def test_a_test_that_skips_one_line_needs_no_jump() -> None:
    def line(name: str) -> SourcedLine:
        return SourcedLine((name, ""), 0)

    decides = Piece("a", (), line("x=0"), "one", "end", entry="A")
    pieces = [decides, Piece("one", (line("CHS"),), then="end"), Piece("end", (line("RTN"),))]
    assert len(arrange(pieces, Model.HP15C).lines) == 4
    longer = [decides, Piece("one", (line("CHS"), line("+")), then="end"), Piece("end", (line("RTN"),))]
    assert len(arrange(longer, Model.HP15C).lines) == 6


def test_a_way_that_only_stores_stands_between_two_tests() -> None:
    def lines(text: str) -> tuple[SourcedLine, ...]:
        rows = (one.rpartition(" ") if " " in one else (one, "", "") for one in text.split(", "))
        return tuple(SourcedLine((row, register), 0) for row, _, register in rows)

    def laid(stores: str, other: str, test: str = "x≤y", model: Model = Model.HP15C) -> str:
        decides = Piece("a", (), lines(test)[0], "one", "other", entry="A")
        ways = Piece("one", lines(stores), then="end"), Piece("other", lines(other), then="end")
        made = arrange([decides, *ways, Piece("end", lines("RTN"))], model).lines
        return ", ".join(" ".join(map(str, one.line)).strip() for one in made[1:])

    assert laid("STO + 3", "STO 4") == "x≤y, STO + 3, x>y, STO 4, RTN"
    assert laid("STO 3", "x², CHS") == "x≤y, STO 3, x≤y, RTN, x², CHS, RTN"
    assert laid("√x", "STO 4") == "x>y, STO 4, x≤y, √x, RTN"
    assert laid("STO 3", "STO 4", "x<0", Model.HP11C) == "x<0, STO 3, x<0, RTN, STO 4, RTN"
    # an element of a matrix, two ways that change the stack, and an answer that is not a test of X
    assert laid("STO A", "x², CHS") == "x>y, GTO other, STO A, RTN, LBL other, x², CHS, RTN"
    assert laid("√x", "x²") == "x>y, GTO other, √x, RTN, LBL other, x², RTN"
    assert laid("STO 3", "STO 4", "F? 0").count("F?") == 1


def test_an_entry_without_lines_is_the_label_of_where_it_goes_on() -> None:
    def piece(name: str, lines: str, then: str = "", entry: str = "") -> Piece:
        return Piece(name, tuple(SourcedLine((one, ""), 0) for one in lines.split()), then=then, entry=entry)

    # C is the end of D, and L is a loop that A begins
    ending = [piece("c", "", "end", "C"), piece("d", "1/x", "end", "D"), piece("end", "LN RTN")]
    lines = [one.line for one in arrange(ending, Model.HP15C).lines]
    assert lines == [("LBL", "=D"), ("1/x", ""), ("LBL", "=C"), ("LN", ""), ("RTN", "")]
    test = SourcedLine(("x≤y", ""), 0)
    around = Piece("loop", (SourcedLine(("LN", ""), 0),), test, then="loop", orelse="out")
    lines = [
        one.line
        for one in arrange([piece("a", "", "loop", "A"), around, piece("out", "+ RTN")], Model.HP15C).lines
    ]
    assert lines == [("LBL", "=A"), ("LN", ""), ("x≤y", ""), ("GTO", "=A"), ("+", ""), ("RTN", "")]
