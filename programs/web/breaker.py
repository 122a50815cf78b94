"""The Mastermind board where the calculator guesses: the CodeBreaker's guesses, your answers keyed in."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hp15c.core.machine import Reason
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import X
from hp15c.table.models import Model
from programs.codemaker import true_score
from programs.web.board import ScoredGuess, board_json
from programs.web.desk import Desk
from solver.scores import Score

PEGS: Final = 4
COLOURS: Final = 6
LISTING: Final = "codebreaker.15c"


@dataclass(slots=True)
class BreakerGame:
    """A game that the calculator plays: its guesses with your answers, and the guess that waits for one.

    `secret` is your secret, if you told it to the page, which can then check your answers.
    """

    secret: str | None = None
    rows: list[ScoredGuess] = field(default_factory=list)
    guess: str | None = None
    seen: int = 0
    trouble: str = ""

    kind = "breaker"

    @property
    def is_won(self) -> bool:
        """Whether the calculator has found the secret."""
        return bool(self.rows) and self.rows[-1].score.black == PEGS

    @property
    def over(self) -> bool:
        """Whether no further answer is wanted."""
        return self.is_won

    def copy(self) -> BreakerGame:
        """An independent copy."""
        return replace(self, rows=self.rows[:])

    def answer(self, desk: Desk, black: int, white: int) -> None:
        """Key the answer to the calculator's guess in. InputError, with no key pressed, if it cannot be."""
        self.look(desk)
        given = Score(black, white)
        if not given.is_possible(PEGS):
            raise InputError(f"{black} black and {white} white pegs are impossible: a guess has {PEGS} pegs")
        if self.is_won:
            raise InputError("the secret is found: start a new game")
        if self.guess is None or desk.busy or desk.state.running:
            raise InputError(self.trouble or "the calculator is still thinking: wait for its guess")
        with desk.one_step():
            self.rows.append(ScoredGuess(self.guess, given))
            self.guess, self.trouble, self.seen = None, "", desk.runs
            if not self.is_won:
                desk.press(f"{given.decimal} R/S")

    def look(self, desk: Desk) -> None:
        """Take the guess from the display when a run has ended since the last look."""
        if desk.state.running or desk.broken or desk.busy or desk.runs == self.seen:
            return
        self.seen, self.trouble = desk.runs, ""
        value = desk.state.stack[X]
        if desk.reason is Reason.ERROR:
            self.trouble = "no code agrees with your answers: " + (
                self.wrong_answers() or "one of them is wrong"
            )
        elif desk.reason is Reason.STOP and isinstance(value, Number) and not self.is_won:
            text = str(value)
            self.guess = text if len(text) == PEGS and set(text) <= set("123456") else None
            if self.guess is None:
                self.trouble = f"{desk.display.text.strip()!r} is no guess; R/S goes on"

    def wrong_answers(self) -> str:
        """The answers that do not fit the secret, in words. '' when all fit or the secret is not known."""
        if self.secret is None:
            return ""
        wrong = [
            f"{row.guess} deserves {true.black} black, {true.white} white"
            for row in self.rows
            if (true := true_score(row.guess, self.secret)) != row.score
        ]
        return "; ".join(wrong)

    def verdict(self) -> str:
        """The end of the game in words. '' while the calculator is guessing."""
        if not self.is_won:
            return ""
        many = f"{len(self.rows)} turn" + "s" * (len(self.rows) != 1)
        wrong = self.wrong_answers()
        return f"The calculator has found your secret in {many}." + f" But {wrong}." * bool(wrong)

    def to_json(self) -> dict[str, Any]:
        """The board for the page."""
        return board_json(self, PEGS, COLOURS, self.guess, self.guess is not None)

    def export(self) -> dict[str, Any]:
        """The board for a file. `snapshot` reads it back."""
        return {"kind": self.kind, **asdict(self), "rows": [[row.guess, *row.score] for row in self.rows]}


@cache
def code_breaker() -> Program:
    """The CodeBreaker that comes with the programs."""
    return Program.parse(files("programs").joinpath(LISTING).read_text("utf-8"), source=LISTING)


def new_game(desk: Desk, secret: str | None) -> BreakerGame:
    """Load the CodeBreaker and start it. InputError, with nothing changed, where that cannot be."""
    if desk.model is not Model.HP15C:
        raise InputError("this CodeBreaker is a program for the HP-15C. Choose the HP-15C first")
    if secret is not None and (len(secret) != PEGS or not set(secret) <= set("123456")):
        raise InputError(f"a secret of this game has {PEGS} digits from 1 to {COLOURS}")
    with desk.one_step():
        _make_room(desk)
        desk.load(code_breaker())
        game = BreakerGame(secret, seen=desk.runs)
        desk.press("GSB A")
        desk.beside = game
    return game


def _make_room(desk: Desk) -> None:
    """Clear what the listing clears itself before it computes: matrices, and registers above its own."""
    desk.make_ready()
    desk.press("MATRIX 0 CF 8 7 DIM (i)")
