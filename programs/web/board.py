"""The Mastermind board: guesses go to the calculator's CodeMaker, its answers come back as pegs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from hp15c.display import display
from hp15c.errors import InputError
from hp15c.machine import Reason
from hp15c.models import Model
from hp15c.number import Number
from hp15c.program import Program
from hp15c.state import X
from programs.codemaker import Seat, answer_display, true_score
from programs.web.desk import Desk
from solver.codes import Code, Game
from solver.scores import Score

MOST_DIGITS: Final = 8
MOST_ROWS: Final = 200
STOPPED: Final = "the run was stopped by a key; R/S goes on with it"

_SEEDS: Final = 10**9


@dataclass(frozen=True, slots=True)
class Row:
    """A guess and the pegs that the calculator gave it; with a 0 in front when it was keyed in shorter."""

    guess: str
    score: Score


@dataclass(slots=True)
class Board:
    """A game under way: how many digits, the rows so far, the guess whose answer is awaited.

    `seen` counts the runs of the desk that the board has looked at; `trouble` says why an answer is missing.
    """

    digits: int
    seat: Seat = field(default_factory=Seat)
    rows: list[Row] = field(default_factory=list)
    awaited: str | None = None
    ready: bool = False
    seen: int = 0
    trouble: str = ""

    @property
    def secret(self) -> str | None:
        """The secret, once it has been guessed."""
        won = self.rows and self.rows[-1].score.black == self.digits
        return self.rows[-1].guess if won else None

    def guess(self, desk: Desk, text: str) -> None:
        """Key a guess in and start the program. InputError, with no key pressed, when it cannot be played."""
        self.look(desk)
        allowed = "123456789"[: self.digits]
        if len(text) != self.digits or not set(text) <= set(allowed):
            raise InputError(f"a guess has {self.digits} digits from 1 to {self.digits}, not {text[:20]!r}")
        if self.secret is not None:
            raise InputError("the secret is found: start a new game")
        if not self.ready or self.awaited is not None or desk.busy:
            raise InputError(self.trouble or "the calculator is still working: wait for its answer")
        if len(self.rows) >= MOST_ROWS:
            raise InputError(f"{MOST_ROWS} guesses are enough: start a new game")
        self.trouble, self.awaited, self.seen = "", text, desk.runs
        desk.press(self.seat.guess.text(text))

    def look(self, desk: Desk) -> None:
        """Take the answer from the display when a run has ended since the last look."""
        if desk.state.running or desk.broken:
            self.trouble = ""
            return
        if desk.busy:
            return
        if desk.runs == self.seen:
            if self.awaited is not None or not self.ready:
                self.trouble = STOPPED
            return
        self.seen, self.trouble = desk.runs, ""
        if not self.ready:
            self.ready = desk.reason is Reason.STOP
            if not self.ready:
                self.trouble = f"the CodeMaker ended with {desk.display.text.strip()}: start a new game"
            return
        row = self.read(desk)
        expected, self.awaited = self.awaited, None
        if row is None or (expected is not None and row.guess != expected):
            if expected is not None:
                self.trouble = f"{desk.display.text.strip()!r} is no answer to {expected}"
        elif self.secret is None and len(self.rows) < MOST_ROWS:
            self.rows.append(row)

    def read(self, desk: Desk) -> Row | None:
        """The guess and answer that the display shows, None when it shows something else."""
        value = desk.state.stack[X]
        if desk.reason is not Reason.STOP or not isinstance(value, Number) or value < 0:
            return None
        whole, _, cents = f"{value.decimal:.2f}".partition(".")
        guess = whole.rjust(self.digits, "0")
        found = Score(int(cents[0]), int(cents[1]))
        shown = answer_display(whole, found, desk.state.comma)
        if len(guess) > self.digits or not found.is_possible(self.digits):
            return None
        return Row(guess, found) if display(desk.state).text == shown else None

    def history(self) -> list[tuple[Code, Score]]:
        """The guesses and answers for the solver; those with digits that no secret has do not count."""
        game = Game(self.digits, self.digits)
        allowed = set("123456789"[: self.digits])
        return [(game.parse(row.guess), row.score) for row in self.rows if set(row.guess) <= allowed]

    def wrong_rows(self) -> list[int]:
        """The rows, from 0, on which calculator and solver differ; the secret must be known."""
        assert self.secret is not None
        return [
            place for place, row in enumerate(self.rows) if true_score(row.guess, self.secret) != row.score
        ]

    def verdict(self) -> str:
        """Whether calculator and solver agree, in words; '' while the secret is not known."""
        if self.secret is None:
            return ""
        wrong = self.wrong_rows()
        if not wrong:
            many = f"all {len(self.rows)} rows" if len(self.rows) > 1 else "the only row"
            return f"Calculator and solver agree on {many}."
        listed = ", ".join(str(place + 1) for place in wrong)
        return f"Calculator and solver disagree on row {listed}."

    def to_json(self) -> dict[str, Any]:
        """The board for the page."""
        return {
            "digits": self.digits,
            "rows": [[row.guess, row.score.black, row.score.white] for row in self.rows],
            "awaited": self.awaited,
            "ready": self.ready,
            "won": self.secret is not None,
            "verdict": self.verdict(),
            "trouble": self.trouble,
        }


@cache
def code_maker(model: Model) -> Program:
    """The CodeMaker that the board is played with."""
    from generator.emit import codemaker

    return codemaker(model=model.value).program


def new_game(desk: Desk, digits: int, secret: str | None, seed: int) -> Board:
    """Load the CodeMaker and have it draw a secret, or key in one that a friend has thought of.

    Before a draw `seed` is keyed in with STO RAN#, as a person would do so that no two games are alike.
    InputError, with nothing changed, for a game that cannot be; Unsupported when memory does not hold it.
    """
    if not 1 <= digits <= MOST_DIGITS:
        raise InputError(f"a secret has 1 to {MOST_DIGITS} digits, not {digits}")
    if secret is not None and re.fullmatch(f"[1-{digits}]{{{digits}}}", secret) is None:
        raise InputError(f"a secret of this game has {digits} digits from 1 to {digits}")
    desk.load(code_maker(desk.model))
    board = Board(digits)
    if secret is not None:
        desk.press(board.seat.set.text(secret))
    else:
        desk.press(f".{seed % _SEEDS:09d} STO RAN# {board.seat.draw.text(digits)}")
    board.seen = desk.runs
    return board
