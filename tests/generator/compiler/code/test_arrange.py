"""Orders of parts: what a move changes is what the whole order says, and no move is left that saves lines."""

from __future__ import annotations

import random
from typing import Any

import pytest

from generator.compiler.code.arrange import (
    LONGEST_RUN,
    ArrangedLines,
    Orders,
    PartSize,
    Surroundings,
    _order,
    arrange,
    lay,
    sizes_of,
)
from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.pieces import Piece, join, shared_ends, with_shared_end
from generator.compiler.code.schedules import SourcedLine
from hp15c.table.models import Model
from tests.support.random_pieces import random_pieces


def test_the_size_of_an_order_is_the_number_of_its_lines() -> None:
    for seed in range(300):
        pieces = random_pieces(random.Random(seed), 9)
        known = {piece.name: piece for piece in pieces}
        orders = sizes_of(known, Model.HP15C)
        for again in range(5):
            order = list(range(len(pieces)))
            random.Random(again).shuffle(order)
            laid = lay(known, [pieces[at].name for at in order], Model.HP15C)
            assert orders.size(order) == len(laid), (seed, order)


@pytest.mark.parametrize(
    ("line", "first", "is_skipped"),
    [
        (("digit", "1"), ("RCL", "0"), True),
        (("digit", "1"), ("digit", "2"), False),
        (("CLx", ""), ("RCL", "0"), False),
        (("ENTER", ""), ("x²", ""), True),
        (("ENTER", ""), ("π", ""), False),
    ],
)
def test_a_test_skips_a_line_after_which_both_ways_go_on_alike(
    line: ScheduledLine, first: ScheduledLine, is_skipped: bool
) -> None:
    """After a digit a number runs on, and after CLx and ENTER the next number does not lift the stack."""
    begin = Piece("begin", (SourcedLine(("x²", ""), 0),), SourcedLine(("x=0", ""), 0), "one", "behind")
    one = Piece("one", (SourcedLine(line, 0),), then="behind")
    behind = Piece("behind", (SourcedLine(first, 0), SourcedLine(("RTN", ""), 0)))
    pieces = {piece.name: piece for piece in (begin, one, behind)}
    made = [laid.line for laid in lay(pieces, list(pieces), Model.HP15C)]
    assert (made == [("x²", ""), ("x=0", ""), line, first, ("RTN", "")]) is is_skipped


def test_no_move_is_left_that_saves_lines() -> None:
    moved = 0
    for seed in range(120):
        pieces = random_pieces(random.Random(seed), 12)
        orders = sizes_of({piece.name: piece for piece in pieces}, Model.HP15C)
        begin = tuple(range(len(pieces)))
        order = orders.improve(begin)
        assert sorted(order) == list(begin)
        least = orders.size(order)
        assert least <= orders.size(begin)
        moved += order != begin
        for start in range(len(order)):
            for end in range(start + 1, min(start + LONGEST_RUN, len(order)) + 1):
                run, rest = order[start:end], order[:start] + order[end:]
                sizes = [orders.size(rest[:at] + run + rest[at:]) for at in range(len(rest) + 1)]
                assert min(sizes) >= least, (seed, run)
    assert moved > 60


def test_the_order_is_the_same_whatever_lines_a_piece_has_in_every_place() -> None:
    for seed in range(100):
        pieces = random_pieces(random.Random(seed), 10)
        assert _order(pieces, Model.HP15C, False).lines == lines_in_order(pieces), seed


def test_moves_make_an_order_shorter() -> None:
    before_other = PartSize(1, ())
    parts = [Surroundings(PartSize(2, (1 - at,)), ((1 - at, before_other),), ()) for at in range(2)]
    orders = Orders([*parts, Surroundings(PartSize(1, ()), (), ())])
    begin = (0, 2, 1)
    assert orders.size(begin) == 7
    assert orders.size(orders.improve(begin)) == 5


@pytest.mark.slow
def test_the_bound_leaves_out_no_shared_end_that_saves_lines() -> None:
    shared = 0
    for seed in range(80):
        pieces = random_pieces(random.Random(seed), 18)
        made = arrange(pieces, Model.HP15C)
        least = len(lines_in_order(pieces))
        while True:
            ends = sorted(shared_ends(pieces), key=lambda one: -(len(one[0]) - 1) * one[1])
            ways = [join(with_shared_end(pieces, *one)) for one in ends]
            better = next((one for one in ways if len(lines_in_order(one)) < least), None)
            if better is None:
                break
            pieces, least = better, len(lines_in_order(better))
            shared += 1
        assert len(made.lines) == least, seed
    assert shared > 10


def lines_in_order(pieces: list[Piece]) -> tuple[SourcedLine, ...]:
    """The lines of pieces in the best order that moves find."""
    known = {piece.name: piece for piece in pieces}
    order = sizes_of(known, Model.HP15C).improve(tuple(range(len(pieces))))
    return lay(known, [pieces[at].name for at in order], Model.HP15C)


def test_entries_with_equal_ends_share_them() -> None:
    ends = [("digit", "1"), ("x↔y", ""), ("RTN", "")], [("digit", "2"), ("RTN", "")]
    pieces = [
        Piece(f"p{at}", tuple(SourcedLine(line, 0) for line in ends[at % 2]), entry=f"p{at}")
        for at in range(8)
    ]
    assert len(list(shared_ends(pieces))) > 25
    # Eight labels, the lines of two entries, and of the other six two run on and four jump
    assert len(arrange(pieces, Model.HP15C).lines) == 8 + 3 + 2 + 4


def test_ends_that_are_one_line_are_no_reason_to_put_many_pieces_in_order_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A chain of tests whose answers end in RTN: each pair has an equal end, and none saves a line."""
    orders = 0

    def count(*given: Any) -> ArrangedLines:
        nonlocal orders
        orders += 1
        return _order(*given)

    monkeypatch.setattr("generator.compiler.code.arrange._order", count)
    pieces = []
    for at in range(30):
        digits = tuple(SourcedLine(("digit", digit), 0) for digit in f"{at + 10}")
        pieces += [
            Piece(
                f"t{at}", (SourcedLine(("−", ""), 0),), SourcedLine(("x=0", ""), 0), f"a{at}", f"t{at + 1}"
            ),
            Piece(f"a{at}", (*digits, SourcedLine(("RTN", ""), 0))),
        ]
    pieces.append(Piece("t30", (SourcedLine(("CLx", ""), 0), SourcedLine(("RTN", ""), 0))))
    assert len(arrange(pieces, Model.HP15C).lines) == len(lines_in_order(pieces))
    assert orders < 10 < len(list(shared_ends(pieces)))
