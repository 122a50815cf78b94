"""The Mastermind board: the calculator scores, the solver hints and has the last word."""

from __future__ import annotations

import pytest

from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import board, hints
from programs.web.board import Board, ScoredGuess
from programs.web.desk import Desk
from solver.codes import Game
from solver.scores import Score
from tests.programs.web.test_desk import Watch, type_keys, work_out


def game(
    model: Model = Model.HP15C, digits: int = 4, secret: str | None = "1322"
) -> tuple[Board, Desk, Watch]:
    watch = Watch()
    desk = Desk(model, watch)
    made = board.new_game(desk, digits, secret, seed=471147)
    finish(made, desk, watch)
    return made, desk, watch


def finish(made: Board, desk: Desk, watch: Watch) -> None:
    work_out(desk, watch)
    made.look(desk)


@pytest.mark.parametrize("model", Model)
def test_a_game_to_the_end_by_hints(model: Model) -> None:
    made, desk, watch = game(model, secret=None)
    assert made.ready
    for _ in range(10):
        if made.secret is not None:
            break
        made.guess(desk, hints.find(made.game, made.history()).guess)
        finish(made, desk, watch)
    assert made.secret is not None
    assert made.verdict() == (
        f"You have won in {len(made.rows)} turns. Calculator and solver agree on all {len(made.rows)} rows."
    )
    with pytest.raises(InputError, match="new game"):
        made.guess(desk, "1111")


def test_rows_hold_the_calculators_pegs() -> None:
    made, desk, watch = game(secret="4323")
    for guess in ("2443", "1111", "4323"):
        made.guess(desk, guess)
        finish(made, desk, watch)
    assert made.rows == [
        ScoredGuess("2443", Score(1, 2)),
        ScoredGuess("1111", Score(0, 0)),
        ScoredGuess("4323", Score(4, 0)),
    ]
    assert made.secret == "4323"


def test_a_guess_keyed_in_by_hand_is_recorded_too_also_with_a_comma_as_radix() -> None:
    made, desk, watch = game()
    type_keys(desk, "41+48 2 2 3 1 31")
    finish(made, desk, watch)
    assert desk.display.text.startswith(" 2.231,")
    assert made.rows == [ScoredGuess("2231", Score(0, 4))]


def test_other_sums_make_no_row() -> None:
    made, desk, watch = game()
    type_keys(desk, "1 36 2 40")
    finish(made, desk, watch)
    assert made.rows == []


def test_a_guess_that_is_interrupted_is_answered_once_the_run_goes_on() -> None:
    made, desk, watch = game()
    made.guess(desk, "1122")
    desk.work()
    type_keys(desk, "31")
    finish(made, desk, watch)
    assert made.rows == []
    assert "stopped by a key" in made.trouble
    with pytest.raises(InputError, match="R/S"):
        made.guess(desk, "1123")
    type_keys(desk, "31")
    finish(made, desk, watch)
    assert made.rows == [ScoredGuess("1122", Score(3, 0))]
    assert made.trouble == ""


@pytest.mark.parametrize("text", ["", "112", "11222", "1105", "1152", "11 2", "1.12", "abcd", "١١٢٢"])
def test_what_is_no_guess_presses_no_key(text: str) -> None:
    made, desk, _ = game()
    before = desk.state.copy()
    with pytest.raises(InputError):
        made.guess(desk, text)
    assert desk.state == before


@pytest.mark.parametrize(("digits", "secret"), [(0, None), (9, None), (4, "123"), (4, "1235"), (3, "0123")])
def test_what_is_no_game_changes_nothing(digits: int, secret: str | None) -> None:
    desk = Desk(Model.HP15C, Watch())
    before = desk.state.copy()
    with pytest.raises(InputError):
        board.new_game(desk, digits, secret, seed=1)
    assert desk.state == before


def test_hint_counts_what_is_left() -> None:
    made, desk, watch = game(secret="1322")
    assert hints.find(made.game, made.history()).remaining == 256
    made.guess(desk, "1122")
    finish(made, desk, watch)
    left = [
        code
        for code in (f"{a}{b}{c}{d}" for a in "1234" for b in "1234" for c in "1234" for d in "1234")
        if sum(x == y for x, y in zip(code, "1122", strict=True)) == 3
        and sum(min(code.count(x), "1122".count(x)) for x in "1234") == 3
    ]
    assert made.rows == [ScoredGuess("1122", Score(3, 0))]
    assert hints.find(made.game, made.history()).remaining == len(left)


def test_a_calculator_that_scores_wrongly_is_told() -> None:
    made = Board(
        4,
        rows=[
            ScoredGuess("1122", Score(2, 0)),
            ScoredGuess("1133", Score(1, 1)),
            ScoredGuess("1322", Score(4, 0)),
        ],
    )
    assert made.wrong_rows() == [0]
    assert made.agreement() == "Calculator and solver disagree on row 1."
    with pytest.raises(InputError, match="disagree"):
        hints.find(
            Game(2, 2),
            Board(2, rows=[ScoredGuess("12", Score(0, 0)), ScoredGuess("21", Score(2, 0))]).history(),
        )


def test_a_program_that_answers_nonsense_gets_no_row() -> None:
    made, desk, watch = game()
    desk.load(Program.parse("CLx\nR/S"))
    made.guess(desk, "1122")
    finish(made, desk, watch)
    assert made.rows == []
    assert "no answer" in made.trouble
