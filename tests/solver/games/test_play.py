"""The two conversations, line by line, and the guesses that strategies advise."""

from __future__ import annotations

from random import Random

import pytest

from solver.codes import Code, Game, GameError
from solver.games.assist import HistoryError, parse_history, possible_codes
from solver.games.next_guess import History
from solver.games.play import Answering, Guessing, adviser
from solver.scores import score
from solver.strategies import StrategyError

GAME = Game(4, 6)


def lowest(history: History) -> Code:
    return possible_codes(GAME, history)[0]


def guessing(turns: int = 8) -> Guessing:
    return Guessing(GAME, (2, 4, 0, 1), turns, lowest)


def test_guesses_are_answered_until_found() -> None:
    talk = guessing()
    assert "8 turns" in talk.greeting()
    assert talk.reply("1122") == "1. 1122: 1 black, 1 white"
    assert talk.reply("") == ""
    assert not talk.over
    assert talk.reply("3 5 1 2") == "2. 3512: 4 black, 0 white. Found in 2 of 8 turns."
    assert talk.over
    assert talk.is_won
    assert talk.result() == {
        "won": True,
        "turns": 2,
        "history": [{"guess": "1122", "black": 1, "white": 1}, {"guess": "3512", "black": 4, "white": 0}],
        "secret": "3512",
    }


def test_the_last_turn_ends_the_game() -> None:
    talk = guessing(turns=2)
    talk.reply("1111")
    assert talk.reply("2222").endswith("The secret was 3512.")
    assert talk.over
    assert not talk.is_won


def test_a_guess_can_be_taken_back() -> None:
    talk = guessing()
    assert talk.reply("undo") == "There is no guess to take back."
    talk.reply("1122")
    assert talk.reply("undo") == "1122 is taken back; turn 1 is next."
    assert talk.result()["turns"] == 0
    assert "1,296 codes possible" in talk.reply("codes")


def test_mistyped_guesses_cost_no_turn() -> None:
    talk = guessing()
    assert '"7" on peg 3' in talk.reply("1172")
    assert "3 characters" in talk.reply("112")
    assert talk.history == []


def test_hints_and_partitions() -> None:
    talk = guessing()
    talk.reply("1122")
    left = possible_codes(GAME, talk.history)
    assert talk.reply("hint").startswith(f"{GAME.text(left[0])} (still possible; splits {len(left)} codes")
    table = talk.reply("table 1233").splitlines()
    assert table[0].startswith(f"1233 is possible itself and splits {len(left)} codes")
    assert sum(int(line.split()[-1].replace(",", "")) for line in table[1:]) == len(left)
    assert talk.reply("table 3345").startswith("3345 is not possible itself")
    assert talk.reply("table").startswith(GAME.text(left[0]))


def test_giving_up_tells_the_secret() -> None:
    talk = guessing()
    assert talk.reply("quit") == "The secret was 3512."
    assert talk.over


@pytest.mark.slow
def test_the_computer_finds_every_secret() -> None:
    for secret in GAME.codes()[::97]:
        talk = Answering(GAME, [], 20, lowest)
        while not talk.over:
            assert talk.guess is not None
            talk.reply("{0.black}{0.white}".format(score(talk.guess, secret)))
        assert talk.is_won
        assert talk.history[-1][0] == secret


def test_an_impossible_answer_is_refused_at_once() -> None:
    talk = Answering(GAME, [], 8, lowest)
    assert "3 black, 1 white is impossible" in talk.reply("31")
    assert "no secret answers this guess with 1 black, 1 white" in talk.reply("11")  # the guess is 1111
    assert talk.history == []


def test_contradiction_names_the_changes_and_can_be_mended() -> None:
    history = parse_history(GAME, "1122:10 3345:11")
    talk = Answering(GAME, history, 8, lowest)
    before = talk.guess
    said = talk.reply("1122 20")
    assert "answer 1, 1 black, 0 white to 1122, and should be\n    2 black, 0 white (leaves 18 codes)" in said
    assert talk.contradicting
    assert talk.guess is None
    assert {(one["turn"], one["codes"]) for one in talk.result()["changes"]} == {(1, 18), (3, 56)}
    assert "contradict" in talk.reply("20")
    assert "N from 1 to 3" in talk.reply("change 4 10")
    assert "3 black, 1 white" in talk.reply("change 3 31")
    talk.reply("change 3 10")
    assert not talk.contradicting
    assert talk.guess == before
    talk.reply("undo")
    assert talk.history == history


def test_a_perfect_answer_to_an_impossible_guess_contradicts() -> None:
    talk = Answering(GAME, parse_history(GAME, "1122:00"), 8, lowest)
    assert "contradict" in talk.reply("1122 40")
    assert not talk.over


def test_without_a_guess_the_player_can_go_on() -> None:
    def helpless(history: History) -> Code:
        if len(history) == 1:
            raise GameError("no guess is proved")
        return lowest(history)

    talk = Answering(GAME, [], 8, helpless)
    assert "no guess is proved.\nPlay a guess of your own" in talk.reply("00")
    assert talk.guess is None
    assert "no guess" in talk.reply("10")
    assert "3. I guess" in talk.reply("2233 10")


def test_the_computer_stops_after_the_last_turn() -> None:
    talk = Answering(GAME, parse_history(GAME, "1122:00"), 2, lowest)
    assert "All 2 turns are used" in talk.reply("00")
    assert talk.over
    with pytest.raises(HistoryError, match="0 turns"):
        Answering(GAME, [], 0, lowest)


def test_the_reasons_of_a_guess_are_its_partition() -> None:
    shown = Answering(GAME, parse_history(GAME, "1122:10"), 8, adviser(GAME, "knuth")).result()
    assert shown["guess"] == "1344"
    assert shown["codes"] == 256
    assert sum(part["codes"] for part in shown["parts"]) == 256


@pytest.mark.slow
@pytest.mark.parametrize("game", [GAME, Game(1, 1), Game(2, 3, repeats=False), Game(1, 5)], ids=str)
def test_no_line_breaks_a_conversation(game: Game) -> None:
    """Words, answers and codes in any order and number, after any of them."""
    random = Random(15)
    words = [
        "help",
        "undo",
        "codes",
        "table",
        "change",
        "hint",
        "1",
        "²",
        "10",
        "22",
        "00",
        "31",
        "1122",
        "x" * 50,
    ]
    advise = adviser(game, "entropy")
    for number in range(40):
        talk = Answering(game, [], 8, advise) if number % 2 else Guessing(game, game.code(0), 8, advise)
        for _ in range(12):
            talk.reply(" ".join(random.choices(words, k=random.choice([0, 1, 1, 2, 3]))))
            assert talk.result()["turns"] == len(talk.history)
            if talk.over:
                break


@pytest.mark.slow
def test_knuth_advises_his_published_second_guesses() -> None:
    advise = adviser(GAME, "knuth")
    published = "00 3345, 01 2344, 02 2344, 03 1213, 10 1344, 11 1134, 12 1213, 20 1234, 21 1223, 30 1223"
    for pair in published.split(", "):
        answer, second = pair.split()
        assert GAME.text(advise(parse_history(GAME, f"1122:{answer}"))) == second


@pytest.mark.parametrize("strategy", ["most-parts", "entropy", "first-consistent", "random-consistent"])
def test_every_strategy_advises(strategy: str) -> None:
    advise = adviser(GAME, strategy)
    history = parse_history(GAME, "1122:10 1344:11 1513:20")
    assert len(advise(history)) == 4
    assert advise(history) == advise(history)


def test_what_cannot_be_advised() -> None:
    with pytest.raises(StrategyError, match='unknown strategy "luck"'):
        adviser(GAME, "luck")
    with pytest.raises(GameError, match="no code agrees"):
        adviser(GAME)(parse_history(GAME, "1122:10 1122:20"))
