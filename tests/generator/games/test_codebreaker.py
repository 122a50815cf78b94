"""The CodeBreaker finds the code that first-consistent finds, from a cold start and within memory."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from itertools import pairwise

import pytest

from generator.assembler.printing import FinishedListing
from generator.games import codebreaker as plan
from hp15c import Calculator
from hp15c.core import machine
from hp15c.core.playing import start
from hp15c.errors import Unsupported
from hp15c.numbers.number import Number
from hp15c.table.instructions import step
from solver.codes import Code, Game
from solver.games.assist import possible_codes
from solver.games.next_guess import History
from solver.scores import score
from tests import ROOT
from tests.support.codebreaker_games import codes_in_order, compare

PROGRAMS = ROOT / "programs"
GAME = Game(4, 6)


RANK = {GAME.parse(code): place for place, code in enumerate(codes_in_order())}


def whole(value: object) -> int:
    return int(str(value))


def first_of(history: History) -> Code:
    """The code that is wanted: of those that agree with the answers the first in the calculator's order."""
    return min(possible_codes(GAME, history), key=RANK.__getitem__)


OPENING = plan.OPENINGS["fast"].code


@cache
def made(play: str = "fast") -> FinishedListing:
    return plan.codebreaker(play=play)


def test_shipped_listing_is_the_generated_one() -> None:
    assert (PROGRAMS / "codebreaker.15c").read_text(encoding="utf-8") == made().text


def test_the_order_holds_every_code_once_and_sets_together() -> None:
    order = codes_in_order()
    assert sorted(order) == plan.codes()
    assert {*order[:4]} == {"6555", "5655", "5565", "5556"}
    sets = ["".join(sorted(code)) for code in order]
    assert len({*sets}) == 126 == 1 + sum(one != other for one, other in pairwise(sets))


def test_a_game_with_the_keys_of_a_person() -> None:
    """Secret 2664: each guess is the first in the calculator's order that agrees with all answers."""
    calc = Calculator()
    calc.load(made().program)
    secret = GAME.parse("2664")
    calc.press("GSB A")
    assert calc.display.rstrip() == f" {int(OPENING):,}."
    history = []
    guess = GAME.parse(OPENING)
    while guess != secret:
        given = score(guess, secret)
        history.append((guess, given))
        calc.press(f"{given.black}{given.white} R/S")
        guess = GAME.parse(str(whole(calc.x)))
        assert guess == first_of(history)
    assert calc.display.rstrip() == " 2,664."


@pytest.mark.parametrize("secret", ["1111", "1444", "5555", "6666", "2223", "3213", "6543"])
def test_codes_with_a_colour_three_and_four_times(secret: str) -> None:
    history = []
    guess = GAME.parse(OPENING)
    for turn in plan.game(made().program, secret):
        history.append((guess, score(guess, GAME.parse(secret))))
        guess = GAME.parse(turn.guess)
        assert guess == first_of(history)
    assert guess == GAME.parse(secret)


def test_a_new_game_forgets_the_old_one() -> None:
    calc = Calculator()
    calc.load(made().program)
    calc.press("GSB A 10 R/S 11 R/S GSB A 02 R/S")
    again = whole(calc.x)
    fresh = Calculator()
    fresh.load(made().program)
    fresh.press("GSB A 02 R/S")
    assert again == whole(fresh.x)


def test_answers_that_no_code_agrees_with_end_in_an_error() -> None:
    state = plan.new_game(made().program)
    with pytest.raises(ValueError, match="Error 3"):
        plan.answer(state, 3, 1)


def test_memory_is_counted_with_the_matrix() -> None:
    """With two lines more there is no room for the matrix any longer, as running it shows."""
    plan.check_memory(made().program)
    longer = made().program.with_steps((*made().program.steps, step("RTN"), step("RTN")))
    with pytest.raises(Unsupported, match="66 registers are more than its 65"):
        plan.check_memory(longer)
    calc = Calculator()
    calc.load(longer)
    calc.press("GSB A")
    assert calc.error == "Error 10"


def test_hp11c_is_refused_by_name() -> None:
    with pytest.raises(Unsupported, match="no matrices"):
        plan.codebreaker("11C")


def test_the_matrix_after_the_opening() -> None:
    """A turn of weight 5 for each peg at its position, and for each colour as often as it is there."""
    state = plan.new_game(made().program)
    elements = state.matrices["A"].elements
    for column in range(1, plan.PEGS + 1):
        peg, often = OPENING[plan.PEGS - column], plan.PEGS + 1 - column
        for colour in range(1, plan.COLOURS + 1):
            weight = 5 * (OPENING.count(str(colour)) >= often) + Decimal("0.00005") * (peg == str(colour))
            assert elements[plan.PEGS * (colour - 1) + column - 1] == Number.of(str(weight))


def test_returns_that_stay_pending_are_at_most_six() -> None:
    """A search leaves one, and needs one. A new game gives them back."""
    state = plan.new_game(made().program)
    guess = plan.guess_of(state)
    while guess != "6625":
        before = len(state.returns)
        guess = plan.answer(state, *plan.pegs("6625", guess)).guess
        assert len(state.returns) == before + 1
    assert len(state.returns) == 6
    start(state, "A")
    machine.run(state)
    assert not state.returns


@pytest.mark.slow
@pytest.mark.parametrize("play", plan.OPENINGS)
def test_one_secret_in_four_as_the_solver(play: str) -> None:
    games = compare(made(play).program, every=4)
    assert not games.differences
    assert games.histogram == games.solver_histogram
    assert sum(games.histogram) == 324


@pytest.mark.long
@pytest.mark.parametrize("play", plan.OPENINGS)
def test_every_secret_as_the_solver(play: str) -> None:
    games, opening = compare(made(play).program), plan.OPENINGS[play]
    assert not games.differences
    assert games.histogram == games.solver_histogram
    assert (sum(games.histogram), len(games.histogram)) == (1296, 7)
    assert games.total_turns == opening.turns
    assert round(games.mean_seconds) == pytest.approx(opening.mean_seconds, abs=1)
    assert round(games.longest_seconds) == pytest.approx(opening.longest_seconds, abs=6)


def test_a_wrong_program_is_found_out() -> None:
    """Where the colours of a guess are not noted, the comparison sees other guesses."""
    steps = [*made().program.steps]
    del steps[max(place for place, one in enumerate(steps) if str(one) == "STO + A")]
    assert compare(made().program.with_steps(tuple(steps)), every=100).differences
