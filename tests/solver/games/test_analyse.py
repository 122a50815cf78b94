"""A game looked back on: the counts against plain scores, the costs against optimal play."""

from __future__ import annotations

from fractions import Fraction

from solver.codes import Game
from solver.games.analyse import analyse, mean_left
from solver.games.assist import parse_history
from solver.optimal.search import OptimalSearch
from solver.scores import Score, score

GAME = Game(3, 5)


def test_the_best_guess_costs_nothing_and_another_what_it_adds() -> None:
    first = OptimalSearch(GAME).guess()
    (turn,) = analyse(GAME, [(first, Score(1, 0))])
    assert turn.cost == 0
    assert turn.least == Fraction(451, 125)
    (poor,) = analyse(GAME, parse_history(GAME, "111:10"))
    assert poor.least == turn.least
    assert poor.cost * 125 == OptimalSearch(GAME).total_with(GAME.parse("111")) - 451 > 0


def test_counts_are_those_of_the_plain_score() -> None:
    history = parse_history(GAME, "554:11 451:10")
    turns = list(analyse(GAME, history))
    possible = list(GAME.codes())
    for turn, (guess, answer) in zip(turns, history, strict=True):
        assert turn.before == len(possible)
        left = [
            len([one for one in possible if score(guess, one) == score(guess, secret)]) for secret in possible
        ]
        others = sum(count for count, secret in zip(left, possible, strict=True) if secret != guess)
        assert turn.mean_left == mean_left(possible, guess) == Fraction(others, len(possible))
        possible = [secret for secret in possible if score(guess, secret) == answer]
        assert turn.left == len(possible)


def test_other_names_of_the_colours_change_nothing_but_names() -> None:
    plain = list(analyse(GAME, parse_history(GAME, "112:01 231:11")))
    other = list(analyse(GAME, parse_history(GAME, "553:01 345:11")))
    renamed = {0: 4, 1: 2, 2: 3}
    for one, two in zip(plain, other, strict=True):
        assert (one.before, one.left, one.least, one.cost) == (two.before, two.left, two.least, two.cost)
        assert [renamed[colour] for colour in one.guess] == list(two.guess)
