"""A game of Mastermind at a table: the calculator, which runs its listings on the machine, and a person.

The calculator keeps a secret with a CodeMaker, or guesses with the CodeBreaker. Its displays are the
machine's, and its time is that of the real machine.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator import codebreaker
from generator.emit import codemaker
from hp15c.display import display, x_display
from hp15c.errors import InputError
from hp15c.instructions import Role, Step
from hp15c.number import Number
from hp15c.playing import loaded, play
from hp15c.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND

PEGS = codebreaker.PEGS
COLOURS = codebreaker.COLOURS


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
        program = codemaker(model=model, goal="plain", digits=PEGS, colours=COLOURS).program
        self._state = loaded(program)
        self._state.seed = seed % 10**10
        play(self._state, PEGS, "A")

    def answer(self, guess: str) -> Answer:
        """Key a guess in and press R/S. InputError for a text that is no guess."""
        digits = "".join(map(str, range(1, COLOURS + 1)))
        if len(guess) != PEGS or not set(guess) <= set(digits):
            raise InputError(f"{guess!r} is no guess: write {PEGS} digits 1 to {COLOURS}, such as 1123")
        turns: list[str] = []

        def watch(state: State, _: int, done: Step) -> None:
            if done.role is Role.PAUSES:
                turns.append(x_display(state).strip())

        before = self._state.word_times
        play(self._state, int(guess), observer=watch)
        assert isinstance(self._state.x, Number)
        score = int(self._state.x.decimal * 100) % 100
        spent = (self._state.word_times - before) / WORD_TIMES_PER_SECOND
        return Answer(turns[-1], display(self._state).text.strip(), score // 10, score % 10, spent)


class GuessingCalculator:
    """The calculator that guesses a person's code of four digits 1 to 6. It is always an HP-15C."""

    def __init__(self) -> None:
        self._state = codebreaker.new_game(codebreaker.codebreaker().program)
        self.guess = codebreaker.guess_of(self._state)
        self.turns = 1
        self.seconds = 0.0

    def told(self, answer: str) -> bool:
        """Take an answer cd. Returns whether it was the last, 40. InputError for an answer that cannot be.

        This includes an answer that agrees with no code together with those before. It is not keyed in.
        """
        right, displaced = read_answer(answer)
        if right == PEGS:
            return True
        state = self._state.copy()
        try:
            turn = codebreaker.answer(state, right, displaced)
        except ValueError:
            raise InputError(
                "no code agrees with all your answers: look at this one and those before"
            ) from None
        self._state, self.guess, self.turns = state, turn.guess, self.turns + 1
        self.seconds = turn.word_times / WORD_TIMES_PER_SECOND
        return False


def read_answer(text: str) -> tuple[int, int]:
    """c and d of an answer such as '21'. InputError for an answer that no guess can have."""
    if len(text) == 2 and text.isascii() and text.isdigit():
        right, displaced = map(int, text)
        if right + displaced <= PEGS and (right, displaced) != (PEGS - 1, 1):
            return right, displaced
    raise InputError(
        f"{text!r} is no answer: write how many are right in place, then how many displaced, such as 21"
    )


def result(yours: int | None, its: int | None) -> str:
    """Who needed fewer turns, in words. None stands for a game that was given up or not played."""
    if yours is None or its is None:
        return "No result: one of the two games was not finished."
    if yours == its:
        return f"A draw: {yours} turn{'s' * (yours != 1)} each."
    who = "You win" if yours < its else "The calculator wins"
    return f"{who}: {yours} turns of yours, {its} of the calculator."
