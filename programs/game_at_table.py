"""A game of Mastermind at a table: the calculator, which runs its listings on the machine, and a person.

The calculator keeps a secret with a CodeMaker, or guesses with the CodeBreaker. Its displays are the
machine's, and its time is that of the real machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.games import codebreaker
from generator.games.collection import codebreaker_for
from generator.planner.emit import codemaker
from hp15c.core.playing import play, state_with
from hp15c.display.display import display, x_display
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step
from hp15c.timing import WORD_TIMES_PER_SECOND

PEGS = codebreaker.PEGS
COLOURS = codebreaker.COLOURS
DIGITS = "".join(map(str, range(1, COLOURS + 1)))


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a guess: turn, display, c and d, and the seconds that the real machine would take."""

    turn: str
    shown: str
    right: int
    displaced: int
    seconds: float


class Maker:
    """The calculator that keeps a secret of four digits 1 to 6, drawn from a seed."""

    def __init__(self, model: str, seed: int) -> None:
        program = codemaker(model=model, goal="fast", digits=PEGS, colours=COLOURS).program
        self._state = state_with(program)
        self._state.seed = seed % 10**10
        play(self._state, PEGS, "A")

    def answer(self, guess: str) -> Answer:
        """The calculator's answer to a guess, which is keyed in. InputError for a text that is no guess."""
        if len(guess) != PEGS or not set(guess) <= set(DIGITS):
            raise InputError(f"{guess!r} is no guess: write {PEGS} digits 1 to {COLOURS}, such as 1123")
        paused: list[str] = []

        def watch(state: State, _: int, done: Step) -> None:
            if done.role is Role.PAUSES:
                paused.append(x_display(state).strip())

        before = self._state.word_times
        play(self._state, int(guess), observer=watch)
        assert isinstance(self._state.x, Number)
        given = int(self._state.x.decimal * 100) % 100
        spent = (self._state.word_times - before) / WORD_TIMES_PER_SECOND
        return Answer(paused[-1], display(self._state).text.strip(), given // 10, given % 10, spent)

    def secret(self) -> str:
        """The secret, found by guesses on a copy of the calculator. No turn is counted for them."""
        kept = self._state.copy()
        left = codebreaker.codes()
        while len(left) > 1:
            guess, given = left[0], self.answer(left[0])
            left = [code for code in left if codebreaker.pegs(code, guess) == (given.right, given.displaced)]
        self._state = kept
        return left[0]


class GuessingCalculator:
    """The calculator that guesses a person's code of four digits 1 to 6, with its model's CodeBreaker."""

    def __init__(self, model: str = "15C") -> None:
        self._state = codebreaker.new_game(codebreaker_for(model).program)
        self.guess = codebreaker.guess_of(self._state)
        self.turns = 1
        self.seconds = 0.0
        self._before: list[tuple[State, str, float]] = []
        self._answers: list[tuple[str, tuple[int, int]]] = []

    def take_answer(self, answer: str) -> bool:
        """Take an answer cd. Returns whether it was the last, 40. InputError for an answer that cannot be.

        This includes an answer that agrees with no code together with those before. It is not keyed in.
        """
        right, displaced = read_answer(answer)
        if right == PEGS:
            return True
        answers = [*self._answers, (self.guess, (right, displaced))]
        codes = codebreaker.codes()
        if not any(all(codebreaker.pegs(code, guess) == told for guess, told in answers) for code in codes):
            raise InputError(
                f"no code agrees with {answer} and your answers before: type another,"
                " or u to take the last one back"
            )
        state = self._state.copy()
        turn = codebreaker.answer(state, right, displaced)
        self._answers = answers
        self._before.append((self._state, self.guess, self.seconds))
        self._state, self.guess, self.turns = state, turn.guess, self.turns + 1
        self.seconds = turn.word_times / WORD_TIMES_PER_SECOND
        return False

    def take_back(self) -> None:
        """Forget the last answer: its guess is asked again. InputError where none was given."""
        if not self._before:
            raise InputError("there is no answer to take back")
        self._state, self.guess, self.seconds = self._before.pop()
        self._answers.pop()
        self.turns -= 1


def read_answer(text: str) -> tuple[int, int]:
    """c and d of an answer such as '21'. InputError for an answer that no guess can have."""
    if len(text) != 2 or not (text.isascii() and text.isdigit()):
        why = "write how many are right in place, then how many displaced, such as 21"
        raise InputError(f"{text!r} is no answer: {why}")
    right, displaced = map(int, text)
    if right + displaced > PEGS:
        raise InputError(f"{text!r} is no answer: right and displaced together are at most {PEGS}")
    if (right, displaced) == (PEGS - 1, 1):
        raise InputError(f"{text!r} is no answer: where {right} are right in place, none can be displaced")
    return right, displaced


def result(yours: int | None, its: int | None) -> str:
    """Who needed fewer turns, in words. None stands for a game that was given up or not played."""
    if yours is None or its is None:
        return "No result: one of the two games was not finished."
    if yours == its:
        return f"A draw: {turns(yours)} each."
    who = "You win" if yours < its else "The calculator wins"
    return f"{who}: {turns(yours)} of yours, {its} of the calculator."


def turns(count: int) -> str:
    """A number of turns in words."""
    return f"{count} turn{'s' * (count != 1)}"
