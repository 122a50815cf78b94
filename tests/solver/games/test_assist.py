"""Histories, what they leave possible, and answers that contradict each other, against plain filtering."""

from __future__ import annotations

from random import Random

import pytest

from solver.codes import Game, GameError
from solver.games.assist import (
    AnswerChange,
    HistoryError,
    changes,
    explain_changes,
    parse_answer,
    parse_history,
    possible_codes,
)
from solver.scores import ScoreError, possible_scores, score

GAMES = [Game(4, 6), Game(3, 5), Game(2, 9), Game(4, 7, repeats=False), Game(1, 6)]


def by_trying_every_change(game: Game, history: list) -> list[AnswerChange]:
    """The definition: put every possible score in the place of every answer."""
    found = []
    for turn, (guess, given) in enumerate(history):
        for instead in possible_scores(game.pegs):
            changed = [*history[:turn], (guess, instead), *history[turn + 1 :]]
            codes = sum(all(score(g, code) == a for g, a in changed) for code in game.codes())
            if codes and instead != given:
                found.append(AnswerChange(turn, instead, codes))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_possible_and_what_must_change(game: Game) -> None:
    random = Random(8)
    codes, scores = game.codes(), possible_scores(game.pegs)
    contradicted = 0
    for turns in (0, 1, 2, 3, 4):
        for _ in range(4):
            secret = random.choice(codes)
            history = [(guess, score(guess, secret)) for guess in random.choices(codes, k=turns)]
            if turns > 1:
                wrong = random.randrange(turns)
                history[wrong] = (history[wrong][0], random.choice(scores))
            left = [code for code in codes if all(score(guess, code) == answer for guess, answer in history)]
            assert possible_codes(game, history) == left
            if not left:
                contradicted += 1
                assert sorted(changes(game, history), key=str) == sorted(
                    by_trying_every_change(game, history), key=str
                )
    assert contradicted


@pytest.mark.parametrize("text", ["12", " 1 2\n", "1,2", "1b2w", "1B 2W"])
def test_answers_are_read_as_people_write_them(text: str) -> None:
    assert parse_answer(Game(4, 6), text) == (1, 2)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1122:31", ScoreError, "turn 1: 3 black, 1 white is impossible"),
        ("1122:10 3345:5", HistoryError, "turn 2: .* two digits"),
        ("1122:32", ScoreError, "turn 1: 3 black, 2 white is impossible"),
        ("1122 3345:11", HistoryError, 'turn 1: "1122" is not guess:answer'),
        ("1122:10 334:11", GameError, "turn 2: .* 3 characters"),
        ("1122:10 3347:11", GameError, 'turn 2: .* "7" on peg 4'),
        ("1111:13", HistoryError, "turn 1: no secret answers"),
    ],
)
def test_histories_that_cannot_be(text: str, error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        parse_history(Game(4, 6), text)


def test_histories_may_count_from_zero() -> None:
    assert parse_history(Game(4, 6), "0011:10", zero=True) == parse_history(Game(4, 6), "1122:10")


def test_explained_in_words() -> None:
    game = Game(4, 6)
    history = parse_history(game, "1122:10 3345:11 1122:20")
    said = explain_changes(game, history, changes(game, history))
    assert "answer 1, 1 black, 0 white to 1122, and should be\n    2 black, 0 white (leaves 18 codes)" in said
    assert "answer 3" in said
    assert "answer 2" not in said
    hopeless = parse_history(game, "1111:40 2222:40 3333:40")
    assert changes(game, hopeless) == []
    assert "two or more are wrong" in explain_changes(game, hopeless, [])


def test_a_game_too_large_to_follow_is_refused_at_once() -> None:
    with pytest.raises(GameError, match="38,443,359,375 codes"):
        possible_codes(Game(9, 15), [])
