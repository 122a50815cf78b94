"""The most secrets with one answer that a number of turns can find, compared with all games of them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest

from solver.codes import Code, Game
from tests.support.naive_solver import naive_score

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def most_found(codes: list[Code], answer: Callable[[Code, Code], int], region: list[Code], turns: int) -> int:
    """How many secrets of a region are found within so many turns, by the best of all guesses."""
    if turns == 1 or len(region) <= 1:
        return min(turns, len(region))
    best = 0
    for guess in codes:
        parts: dict[int, list[Code]] = {}
        for secret in region:
            if secret != guess:
                parts.setdefault(answer(guess, secret), []).append(secret)
        if len(parts) > 1 or guess in region:
            won = guess in region
            below = [most_found(codes, answer, part, turns - 1) for part in parts.values()]
            best = max(best, won + sum(below))
    return best


@pytest.mark.first
@pytest.mark.parametrize(
    "game",
    [Game(2, 4), Game(3, 3), Game(2, 6, repeats=False), Game(4, 4, repeats=False), Game(3, 3, whites=False)],
    ids=str,
)
def test_no_play_finds_more_secrets_with_an_answer_than_is_told(game: Game) -> None:
    from solver.kernels.kernel import array_at
    from solver.kernels.search import REQUEST, tables_at
    from solver.optimal.board import Board, ordinals_of
    from solver.scores import Score, answers_of

    board, codes = Board(game), game.codes()
    board.begin(None)
    places = {ordinal: place for place, ordinal in enumerate(ordinals_of(game))}
    tables, _ = tables_at(array_at(ctypes.addressof(board._request), (1,), REQUEST)[0], np.uint16(1))

    def answer(guess: Code, secret: Code) -> int:
        black, white = naive_score(guess, secret)
        return places[Score(black, white if game.whites else 0).ordinal(game.pegs)]

    least = [0] * len(places)
    for guess in codes:
        parts: dict[int, list[Code]] = {}
        for secret in codes:
            parts.setdefault(answer(guess, secret), []).append(secret)
        for place, part in parts.items():
            found = [most_found(codes, answer, part, turns) for turns in (1, 2, 3)]
            assert all(few <= room for few, room in zip(found, tables.by_class[place, 1:4], strict=True))
            if len(part) > len(answers_of(game)) and place != board.perfect:
                least[place] = max(least[place], found[1])
    assert any(least)
    for place, found_in_two in enumerate(least):
        if found_in_two:
            assert tables.by_class[place, 2] == found_in_two
