"""The bound of lines: no order of pieces goes below it, and it is reached where it can be."""

from __future__ import annotations

import random
from itertools import permutations

from generator.compiler.code.arrange import sizes_of
from generator.compiler.code.fewest import fewest_lines, most_saved
from generator.compiler.code.pieces import Piece
from generator.compiler.code.schedules import SourcedLine
from hp15c.table.models import Model
from tests.support.random_pieces import random_pieces


def fewest_of_all(pieces: list[Piece]) -> int:
    """The lines of the best of all orders."""
    orders = sizes_of({piece.name: piece for piece in pieces}, Model.HP15C)
    return min(map(orders.size, permutations(range(len(pieces)))))


def test_no_order_has_fewer_lines() -> None:
    reached = total = 0
    for seed in range(400):
        pieces = random_pieces(random.Random(seed), 6)
        if not 1 < len(pieces) < 7:
            continue
        least, bound = fewest_of_all(pieces), fewest_lines(pieces)
        assert bound <= least, seed
        reached += bound == least
        total += 1
    assert total > 200
    assert reached > 0.9 * total


def test_a_ring_is_taken_apart() -> None:
    assert most_saved({"a": ["b"], "b": ["a"]}, {"a": 1, "b": 2}) == 2
    assert most_saved({"a": ["b"], "b": ["a"]}, {"a": 1, "b": 2}, rings=0) == 3


def test_a_test_that_skips_one_line_needs_no_jump() -> None:
    def line(name: str) -> SourcedLine:
        return SourcedLine((name, ""), 0)

    decides = Piece("a", (), line("x=0"), "one", "end", entry="A")
    pieces = [decides, Piece("one", (line("CHS"),), then="end"), Piece("end", (line("RTN"),))]
    assert fewest_lines(pieces) == fewest_of_all(pieces) == 4
    longer = [decides, Piece("one", (line("CHS"), line("+")), then="end"), Piece("end", (line("RTN"),))]
    assert fewest_lines(longer) == fewest_of_all(longer) == 6
