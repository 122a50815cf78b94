"""The atlas: each row proved again, and the values that are published elsewhere."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Generator
from itertools import permutations, product
from operator import eq
from typing import Any

import pytest

from solver.atlas import (
    LARGER,
    AtlasRow,
    Impatience,
    best_firsts,
    games,
    least_longest,
    least_within,
    parse,
    prove,
    read,
    write,
)
from solver.codes import Game
from solver.optimal.proof import GameProof
from solver.optimal.search import OptimalSearch, TooFewTurns
from solver.scores import Score
from solver.trees import file as tree_file
from solver.trees.plan import Tree
from tests import TESTS

ROWS = read()
PUBLISHED = {
    Game(4, 6): 5625,
    Game(4, 7): 11228,
    Game(5, 5): 13496,
    Game(4, 9, repeats=False): 14914,
    Game(4, 10, repeats=False): 26274,
}


# W. Goddard, Mastermind revisited, 2004: turns on average, to three digits
AVERAGES = {
    (2, 2): 2.0,
    (3, 2): 2.25,
    (4, 2): 2.75,
    (5, 2): 3.031,
    (6, 2): 3.5,
    (7, 2): 3.875,
    (2, 3): 2.333,
    (3, 3): 2.704,
    (4, 3): 3.037,
    (5, 3): 3.358,
    (2, 4): 2.813,
    (3, 4): 3.219,
    (4, 4): 3.535,
    (2, 5): 3.240,
    (3, 5): 3.608,
    (4, 5): 3.941,
}


def test_every_game_has_its_row_once_in_order() -> None:
    """Games with black pegs alone have no row unless they are proved."""
    have = {row.game for row in ROWS}
    assert [row.game for row in ROWS] == [game for game in games() if game.whites or game in have]
    assert parse(write(ROWS)) == ROWS


def test_published_averages_are_met() -> None:
    values = {row.game: row for row in ROWS}
    for shape, average in AVERAGES.items():
        row = values[Game(*shape)]
        assert abs(row.least / row.codes - average) < 0.00051
        assert row.source


def test_two_pegs_agree_with_the_published_formulas() -> None:
    """S.-T. Chen and S.-S. Lin, 2004. With 2 colours the formula of the average would give 7 turns, not 8."""
    values = {row.game: row for row in ROWS}
    for n in range(3, 16):
        row = values[Game(2, n)]
        times_24 = 8 * n**3 + 51 * n**2 + (-80 * n + 69 if n % 2 else -74 * n + 48)
        assert 24 * row.least == times_24
        assert row.longest == row.longest_least == n // 2 + 2
        assert row.source


def test_two_pegs_without_repeats_agree_with_the_published_formulas() -> None:
    """S.-T. Chen and S.-S. Lin, 2004, on 2 x n AB games: n (n - 1) codes."""
    values = {row.game: row for row in ROWS}
    for n in range(2, 16):
        row = values[Game(2, n, repeats=False)]
        assert 12 * row.least == 4 * n**3 + 21 * n**2 + (-82 * n + 105 if n % 2 else -76 * n + 72)
        assert row.longest == row.longest_least == (n + 1) // 2 + 1
        assert "AB games" in row.source


def test_published_longest_games_are_met() -> None:
    """G. Jager and M. Peczarski, 2009: 3 pegs and c > 4 colours need (c - 1) // 3 + 4 turns. Knuth, 1976."""
    longest = {row.game: (row.longest_least, row.longest) for row in ROWS}
    published = {Game(3, colours): (colours - 1) // 3 + 4 for colours in range(5, 16)} | {Game(4, 6): 5}
    for game, turns in published.items():
        least, known = longest[game]
        assert least <= turns <= known


def test_black_pegs_alone_are_worse_and_permutations_as_good() -> None:
    values = {row.game: row for row in ROWS if row.is_proved}
    for game, row in values.items():
        if not game.whites:
            with_whites = values[Game(game.pegs, game.colours, game.repeats)]
            alike = not game.repeats and game.pegs == game.colours
            assert row.known == with_whites.known if alike else row.known >= with_whites.known


@pytest.mark.long
@pytest.mark.parametrize(("pegs", "room"), [(6, 3 << 30), (7, 5 << 30)])
def test_six_and_seven_of_seven_are_proved_again(pegs: int, room: int) -> None:
    """Two searches each, of some minutes of processor time, with room for the regions that they remember."""
    row = next(row for row in ROWS if row.game == Game(pegs, 7, repeats=False))
    again = prove(row.game, memory=room)
    assert (again.least, again.known, again.secured) == (row.least, row.known, row.secured)


@pytest.mark.slow
def test_six_of_seven_can_be_won_in_seven_turns_and_not_in_six() -> None:
    game = Game(6, 7, repeats=False)
    row = next(row for row in ROWS if row.game == game)
    assert row.longest_least == row.longest == least_longest(game, 8) == 7


def test_published_values_are_met() -> None:
    values = {row.game: row for row in ROWS}
    for game, total in PUBLISHED.items():
        row = values[game]
        assert row.least <= total <= row.known
        assert not row.is_proved or row.least == total


def test_each_row_is_consistent() -> None:
    assert len(ROWS) > 100
    for row in ROWS:
        assert sum(row.histogram) == row.codes == row.game.size, row
        turns = sum(turn * count for turn, count in enumerate(row.histogram, 1))
        assert turns == row.known >= row.least, row
        assert row.is_proved or row.secured != "two searches with different hashes", row
        assert row.longest_least <= row.longest <= len(row.histogram), row


@pytest.mark.parametrize("game", LARGER, ids=str)
def test_the_tree_of_a_large_game_takes_the_total_of_its_row(game: Game) -> None:
    """The proofs take long, so the trees are kept. The rules alone replay them for all secrets."""
    tree = kept_tree(f"tree-{game.pegs}-{game.colours}")
    row = next(row for row in ROWS if row.game == tree.plan.game == game)
    assert (tree.total_turns, tree.histogram) == (row.known, row.histogram)


def kept_tree(name: str) -> Tree:
    """A tree of the tests' data, replayed."""
    tree = tree_file.read(lzma.decompress((TESTS / "data" / f"{name}.json.xz").read_bytes()).decode())
    tree_file.verify(tree)
    return tree


@pytest.mark.parametrize(
    "name", ["tree-6-5-within", "tree-5-7-within", "tree-6-7-no-repeats-within", "tree-7-7-no-repeats-within"]
)
def test_a_tree_with_the_shortest_longest_game_takes_what_its_row_says(name: str) -> None:
    tree = kept_tree(name)
    row = next(row for row in ROWS if row.game == tree.plan.game)
    assert (tree.total_turns, len(tree.histogram)) == (row.within, row.longest)


def test_every_row_is_whole() -> None:
    assert all(row.is_proved and row.within and row.firsts for row in ROWS)


@pytest.mark.parametrize("game", [Game(2, 5), Game(3, 5), Game(4, 3), Game(3, 6, repeats=False)], ids=str)
def test_the_longest_game_is_found_below_any_that_is_known(game: Game) -> None:
    row = next(row for row in ROWS if row.game == game)
    assert {least_longest(game, known) for known in (row.longest, 9)} == {row.longest}


def reproved(most: int, least: int = 0) -> list[AtlasRow]:
    return [row for row in ROWS if least <= row.codes <= most]


DEAR = (Game(9, 2), Game(6, 6, repeats=False))
"""Their proofs take 95 s and 9 s: the long run has them."""


@pytest.mark.first
@pytest.mark.parametrize("row", reproved(30), ids=lambda row: str(row.game))
def test_small_games_are_proved_again(row: AtlasRow) -> None:
    again = prove(row.game)
    assert (again.least, again.known, again.secured) == (row.least, row.known, row.secured)
    assert (again.longest, again.within, again.firsts) == (row.longest, row.within, row.firsts)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(
            row,
            marks=pytest.mark.long if row.game in DEAR else pytest.mark.slow,
            id=str(row.game),
        )
        for row in reproved(1300, 31)
    ],
)
def test_games_up_to_1300_codes_are_proved_again(row: AtlasRow) -> None:
    again = prove(row.game)
    assert (again.least, again.known) == (row.least, row.known)


def test_least_totals_within_the_shortest_longest_game() -> None:
    """K. Koyama and T. W. Lai, 1993: 5,626 turns win every game of 4 pegs, 6 colours in five.

    The strategies that arfst23 published as data have both averages of 4 pegs, 8 colours.
    """
    values = {row.game: row for row in ROWS}
    assert values[Game(4, 6)].within == 5626
    assert round(values[Game(4, 8)].known / 4096, 5) == 4.99780
    assert round((values[Game(4, 8)].within or 0) / 4096, 5) == 4.99829
    for row in ROWS:
        assert row.within is None or row.within >= row.least
        if row.is_proved and len(row.histogram) == row.longest:
            assert row.within in (None, row.least)


@pytest.mark.parametrize(
    "game",
    [Game(3, 4), Game(4, 4, repeats=False), Game(2, 6, whites=False), Game(4, 4, whites=False)],
    ids=str,
)
def test_columns_on_plays_are_found_again(game: Game) -> None:
    row = next(row for row in ROWS if row.game == game)
    search = OptimalSearch(game)
    assert least_within(search, row.least, row.longest) == row.within
    assert best_firsts(search, row.least) == row.firsts


# pegs, whether colours repeat, and the colours from which on: the total and the longest game by the colours
BLACK_FORMULAS: tuple[tuple[int, bool, int, Callable[[int], tuple[int, int]]], ...] = (
    (2, True, 2, lambda c: ((2 * c**3 + 3 * c**2 - 2 * c) // 3, c + 1)),
    (2, False, 2, lambda c: ((2 * c**3 - 5 * c + 3) // 3, c)),
    (3, True, 3, lambda c: ((3 * c**4 + 6 * c**3 - 3 * c**2 + 14 * c - 40) // 4, c + 2)),
)


@pytest.mark.parametrize(("pegs", "repeats", "least", "values"), BLACK_FORMULAS)
def test_black_pegs_alone_follow_formulas(
    pegs: int, repeats: bool, least: int, values: Callable[[int], tuple[int, int]]
) -> None:
    rows = [
        row
        for row in ROWS
        if (row.pegs, row.repeats, row.whites) == (pegs, repeats, False) and row.colours >= least
    ]
    assert len(rows) >= 8
    for row in rows:
        assert (row.least, row.longest) == values(row.colours), row.game


@pytest.mark.slow
@pytest.mark.parametrize("colours", [11, 12, 13])
def test_the_formula_for_three_pegs_foretells_totals_that_no_row_holds(colours: int) -> None:
    game = Game(3, colours, whites=False)
    assert OptimalSearch(game).total() == BLACK_FORMULAS[2][3](colours)[0]


# pegs and colours whose codes need so many turns when a guess may also have a colour that no code has
LEAST_FOR_BLACKS = ((2, 2, 3), (3, 3, 5), (4, 5, 8), (5, 3, 6), (6, 2, 5))


@pytest.mark.parametrize(("pegs", "colours", "turns"), LEAST_FOR_BLACKS)
def test_black_pegs_alone_take_a_turn_more_for_each_colour(pegs: int, colours: int, turns: int) -> None:
    """As ATLAS.md says: c - m answers without a black peg leave m colours on each peg."""
    search = OptimalSearch(Game(pegs, colours + 1, whites=False))
    without_last = [((colours,) * pegs, Score(0, 0))]
    assert search.least_turns(without_last, turns - 1) is None
    rows = [row for row in ROWS if (row.pegs, row.repeats, row.whites) == (pegs, True, False)]
    longer = [row for row in rows if row.colours >= colours]
    assert longer
    assert all(row.longest_least >= row.colours - colours + turns for row in longer)
    if pegs < 6:
        assert all(row.longest == row.colours - colours + turns for row in longer)


def plays_of_two_pegs(colours: int) -> Generator[tuple[int, int], int]:
    """The guesses of a player of 2 pegs who is told the black pegs of each."""
    last = 0
    while not (yield last, last):
        last += 1
    if (yield last, last + 1):
        for colour in range(last + 2, colours):
            yield last, colour
    for colour in range(last + 1, colours):
        yield colour, last


def test_two_pegs_are_won_in_a_turn_more_than_there_are_colours() -> None:
    """With black pegs alone, by the play that ATLAS.md describes."""
    for colours in range(2, 16):
        turns = []
        for secret in product(range(colours), repeat=2):
            play = plays_of_two_pegs(colours)
            guesses = [next(play)]
            while guesses[-1] != secret:
                guesses.append(play.send(sum(map(eq, guesses[-1], secret))))
            turns.append(len(guesses))
        row = next(row for row in ROWS if row.game == Game(2, colours, whites=False))
        assert max(turns) == colours + 1 == row.longest_least


def test_patience_that_ends_leaves_no_row() -> None:
    with pytest.raises(Impatience):
        prove(Game(4, 6), patience=lambda now: False)


@pytest.mark.long
def test_five_of_eight_needs_seven_turns() -> None:
    """The search refuses six in 217 s of processor time, and the row has a tree of seven."""
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    game = Game(5, 8, repeats=False)
    row = next(row for row in ROWS if row.game == game)
    assert (row.longest_least, row.longest, row.within) == (7, 7, row.least)
    with pytest.raises(TooFewTurns):
        GameProof(game, 6, whether=True).run()


@pytest.mark.slow
def test_seven_of_seven_needs_eight_turns() -> None:
    """The search refuses seven, and the row has a tree that needs no more than eight."""
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    game = Game(7, 7, repeats=False)
    row = next(row for row in ROWS if row.game == game)
    assert (row.longest_least, row.longest) == (8, 8)
    with pytest.raises(TooFewTurns):
        GameProof(game, 7, whether=True).run()


def rooms_of(most: list[int]) -> list[int]:
    """How many secrets 0, 1, 2, ... 6 turns find at most, when so many can give each imperfect answer."""
    rooms = [0, 1]
    while len(rooms) < 7:
        rooms.append(1 + sum(min(one, rooms[-1]) for one in most))
    return rooms


@pytest.mark.slow
def test_counting_alone_refuses_seven_turns_for_seven_of_seven() -> None:
    """The same without the search: all codes with 1 black peg to 1234567, and two more guesses.

    Second guesses of one cycle type are alike, because pegs and colours may be exchanged together. Each
    leaves a part that five turns do not win: it has more codes than they find, or each third guess leaves
    more of it with some answer than four turns find.
    """
    np = pytest.importorskip("numpy")
    codes = np.array(list(permutations(range(7))), np.int8)
    blacks = np.array([(codes == code).sum(axis=1) for code in codes], np.int8)
    region = np.flatnonzero(blacks[0] == 1)
    seconds = {cycle_type(codes[guess].tolist()): guess for guess in range(1, len(codes))}
    assert len(seconds) == 14
    for guess in seconds.values():
        parts = [region[blacks[guess, region] == answer] for answer in range(6)]
        assert any(is_lost(np, blacks[:, part]) for part in sorted(parts, key=len, reverse=True))


def cycle_type(order: list[int]) -> tuple[int, ...]:
    """The lengths of the cycles of a permutation, ascending."""
    lengths, left = list[int](), set(range(len(order)))
    while left:
        place, length = left.pop(), 1
        while order[place] in left:
            place, length = order[place], length + 1
            left.remove(place)
        lengths.append(length)
    return tuple(sorted(lengths))


def is_lost(np: Any, answers: Any) -> bool:
    """Whether counting shows that five turns do not find all secrets, given the answers (guess, secret)."""
    counts = np.array([(answers == answer).sum(axis=1) for answer in (*range(6), 7)]).T
    counts = counts[(counts > 0).sum(axis=1) > 1, :6]
    rooms = rooms_of(counts.max(axis=0).tolist())
    return bool(answers.shape[1] > rooms[5] or (counts.max(axis=1) > rooms[4]).all())
