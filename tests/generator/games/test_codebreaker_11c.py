"""The CodeBreaker of the HP-11C finds every code, and each guess is that of a model of its steps."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from click.testing import CliRunner

from generator.games import codebreaker_11c as plan
from generator.games.codebreaker import answer, codebreaker, codes, guess_of, new_game
from generator.games.collection import codebreaker_for
from generator.shell.cli import generate
from hp15c import Calculator
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.timing import WORD_TIMES_PER_SECOND
from solver.codes import Game
from solver.scores import score
from tests import ROOT

GAME = Game(4, 6)
LISTING = ROOT / "programs" / "codebreaker.11c"
Told = tuple[int, int]


def told(guess: str, secret: str) -> Told:
    """Black and white pegs by the solver."""
    given = score(GAME.parse(guess), GAME.parse(secret))
    return given.black, given.white


@dataclass
class Player:
    """The strategy with lists and sets, without the numbers and weights of the listing."""

    waiting: list[str] = field(default_factory=list)
    pegs: list[str | None] = field(default_factory=lambda: [None] * 4)
    colours: list[str] = field(default_factory=lambda: list("654321"))
    tried: set[int] = field(default_factory=set)
    colour: str | None = None

    def open(self) -> list[int]:
        return [place for place, peg in enumerate(self.pegs) if peg is None]

    def known(self) -> int:
        return 4 - len(self.open()) + len(self.waiting)

    def guess(self) -> str:
        """Settle what needs no guess, then choose trial and filler."""
        self.trial = -1
        while self.waiting:
            if self.waiting[0] != self.colour:
                self.colour, self.tried = self.waiting[0], set()
            first, *others = [place for place in self.open() if place not in self.tried]
            self.tried.add(first)
            if others:
                self.trial = first
                break
            self.pegs[first] = self.waiting.pop(0)
        if self.trial < 0:
            self.colour = None
        unknown = self.known() < 4
        self.filler = self.colours[0] if unknown else (self.waiting or ["?"])[-1]
        shown = [peg or self.filler for peg in self.pegs]
        if self.trial >= 0:
            shown[self.trial] = str(self.colour)
        return "".join(shown)

    def hear(self, black: int, white: int) -> None:
        """Learn how many pegs the filler has, and who is at the position of the trial."""
        placed = 4 - len(self.open())
        if self.known() < 4:
            self.waiting += [self.colours.pop(0)] * (black + white - placed - (self.trial >= 0))
        if self.trial >= 0 and white == 0:
            self.pegs[self.trial] = self.waiting.pop(0)
        elif white == 2:
            self.pegs[self.trial] = self.waiting.pop()


def played(answers: tuple[Told, ...]) -> str:
    """The model's guess after these answers."""
    player = Player()
    guess = player.guess()
    for one in answers:
        player.hear(*one)
        guess = player.guess()
    return guess


@dataclass
class Games:
    """The games of all secrets. Secrets with the same answers share a run of the machine."""

    turns: Counter[int] = field(default_factory=Counter)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    spent: list[tuple[int, int]] = field(default_factory=list)

    def play(
        self,
        state: State,
        secrets: list[str],
        answers: tuple[Told, ...] = (),
        shown: frozenset[str] = frozenset(),
    ) -> None:
        guess = guess_of(state)
        if guess != played(answers) or guess in shown:
            self.wrong.append((guess, played(answers)))
            return
        parts: dict[Told, list[str]] = {}
        for secret in secrets:
            parts.setdefault(told(guess, secret), []).append(secret)
        for given, part in parts.items():
            if given == (4, 0):
                self.turns[len(answers) + 1] += 1
                continue
            after = state.copy()
            try:
                turn = answer(after, *given)
            except ValueError as error:
                self.wrong.append((guess, str(error)))
                continue
            self.spent.append((turn.word_times, len(part)))
            self.play(after, part, (*answers, given), shown | {guess})


def games(program: Program, every: int) -> Games:
    result = Games()
    result.play(new_game(program), codes()[::every])
    return result


def test_shipped_listing_is_the_generated_one() -> None:
    assert LISTING.read_text(encoding="utf-8") == codebreaker_for("11C").text


def test_a_game_with_the_keys_of_a_person() -> None:
    calc = Calculator("11C")
    calc.load(codebreaker_for("11C").program)
    calc.press("GSB A")
    guess = "6666"
    for _ in range(plan.LONGEST_GAME):
        assert calc.display.rstrip() == f" {int(guess):,}."
        if guess == "3213":
            return
        calc.press("{}{} R/S".format(*told(guess, "3213")))
        guess = str(calc.x).removesuffix(".0")
    pytest.fail("the code was not found")


def test_some_secrets_as_the_model() -> None:
    some = games(plan.codebreaker_11c().program, 97)
    assert not some.wrong
    assert some.turns.total() == len(codes()[::97])


def test_a_new_game_forgets_the_old_one() -> None:
    state = new_game(plan.codebreaker_11c().program)
    calc = Calculator("11C")
    calc.load(plan.codebreaker_11c().program)
    calc.press("GSB A 10 R/S 11 R/S GSB A 20 R/S")
    assert str(calc.x).removesuffix(".0") == answer(state, 2, 0).guess


@pytest.mark.slow
def test_every_secret_as_the_model() -> None:
    every = games(plan.codebreaker_11c().program, 1)
    assert not every.wrong
    assert (every.turns.total(), max(every.turns)) == (1296, plan.LONGEST_GAME)
    assert sum(turns * count for turns, count in every.turns.items()) == plan.TURNS
    guesses = sum(count for _, count in every.spent)
    mean = sum(times * count for times, count in every.spent) / guesses / WORD_TIMES_PER_SECOND
    assert mean == pytest.approx(plan.MEAN_SECONDS, abs=1)
    longest = max(times for times, _ in every.spent) / WORD_TIMES_PER_SECOND
    assert longest == pytest.approx(plan.LONGEST_SECONDS, abs=1)


def ending(state: State, draw: random.Random) -> tuple[str, bool]:
    """How a game with drawn answers ends, and whether a code agreed with all of them."""
    left, shown = codes(), set[str]()
    while True:
        guess = guess_of(state)
        if len(guess) != 4 or not set(guess) <= set("123456"):
            return "digit", bool(left)
        if guess in shown:
            return "again", bool(left)
        shown.add(guess)
        black = draw.randrange(4)
        white = draw.randrange(5 - black - (black == 3))
        left = [code for code in left if told(guess, code) == (black, white)]
        try:
            answer(state, black, white)
        except ValueError as error:
            return str(error), bool(left)


@pytest.mark.parametrize(
    "seed", [pytest.param(0), *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_answers_that_contradict_each_other_are_shown(seed: int) -> None:
    """Each game with drawn answers ends in one of the three ways that the sheet names."""
    draw = random.Random(seed)
    root = new_game(plan.codebreaker_11c().program)
    ends = Counter(ending(root.copy(), draw) for _ in range(5 if seed == 0 else 40))
    assert {end for end, _ in ends} <= {"digit", "again", "no guess: Error 0"}
    assert not any(agreed for _, agreed in ends)


def test_the_memory_is_full() -> None:
    """R7 is the last register, and a line more takes it."""
    program = plan.codebreaker_11c().program
    calc = Calculator("11C")
    calc.load(program.with_steps((*program.steps, step("RTN"))))
    calc.press("GSB A")
    assert calc.error == "Error 3"


def test_a_wrong_line_is_found_out() -> None:
    """Without the place of a displaced filler the model guesses otherwise."""
    steps = [*plan.codebreaker_11c().program.steps]
    del steps[max(place for place, one in enumerate(steps) if str(one) == "STO 0")]
    assert games(plan.codebreaker_11c().program.with_steps(tuple(steps)), 97).wrong


def test_a_play_that_it_does_not_have_is_refused() -> None:
    refused = CliRunner().invoke(generate, ["codebreaker", "--model", "11C", "--play", "better"])
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "one way of play" in refused.stderr


def test_the_hp15c_has_its_own() -> None:
    assert codebreaker_for("15C").program.model != codebreaker_for("11C").program.model
    with pytest.raises(Unsupported, match="no matrices"):
        codebreaker("11C")
