"""The Mastermind board where you guess: the calculator's CodeMaker answers, shown as pegs."""

from __future__ import annotations

import random
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hp15c.core.machine import Reason
from hp15c.display.display import display
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import X
from hp15c.table.models import Model
from programs.codemaker import Seat, answer_display, true_score
from programs.web.desk import Desk
from solver.codes import Code, Game
from solver.scores import Score

MOST_DIGITS: Final = 8
MOST_COLOURS: Final = 9
MOST_ROWS: Final = 200
STOPPED: Final = "the run was stopped by a key; R/S goes on with it"

DIGITS: Final = "123456789"
SEAT: Final = Seat()
SECRET_NOTE: Final = "the secret"

_SEEDS: Final = 10**9


@dataclass(frozen=True, slots=True)
class ScoredGuess:
    """A guess, with zeros in front where fewer digits were keyed in, and the pegs that it was given."""

    guess: str
    score: Score


@dataclass(slots=True)
class Board:
    """A game under way: the number of digits, the rows so far, and the guess that waits for its answer.

    `colours` is the highest digit, `digits` itself when it is None. `known` is the secret where the page set
    it. `given_up` tells whether it was shown before it was found. `seen` is the number of runs of the desk
    that the board has looked at. `trouble` says why an answer is missing.
    """

    digits: int
    colours: int | None = None
    rows: list[ScoredGuess] = field(default_factory=list)
    awaited: str | None = None
    ready: bool = False
    seen: int = 0
    trouble: str = ""
    known: str | None = None
    given_up: bool = False

    kind = "maker"

    @property
    def game(self) -> Game:
        """The game as a Game of the solver."""
        return Game(self.digits, self.colours or self.digits)

    @property
    def is_won(self) -> bool:
        """Whether the last guess is the secret."""
        return bool(self.rows) and self.rows[-1].score.black == self.digits

    @property
    def over(self) -> bool:
        """Whether the game has ended, so that the secret may be shown."""
        return self.is_won or self.given_up

    @property
    def secret(self) -> str | None:
        """The secret, once it has been guessed or given up."""
        if self.is_won:
            return self.rows[-1].guess
        return self.known if self.given_up else None

    def copy(self) -> Board:
        """An independent copy."""
        return replace(self, rows=self.rows[:])

    def guess(self, desk: Desk, text: str) -> None:
        """Key a guess in and start the program. InputError, with no key pressed, when it cannot be played."""
        self.look(desk)
        allowed = DIGITS[: self.game.colours]
        if len(text) != self.digits or not set(text) <= set(allowed):
            raise InputError(
                f"a guess has {self.digits} digits from 1 to {self.game.colours}, not {text[:20]!r}"
            )
        if self.over:
            raise InputError("the secret is out: start a new game")
        if not self.ready or self.awaited is not None or desk.busy:
            raise InputError(self.trouble or "the calculator is still working: wait for its answer")
        if len(self.rows) >= MOST_ROWS:
            raise InputError(f"{MOST_ROWS} guesses are enough: start a new game")
        with desk.one_step():
            self.trouble, self.awaited, self.seen = "", text, desk.runs
            desk.press(SEAT.guess.text(text))

    def give_up(self, desk: Desk) -> None:
        """Show the secret: the one that the page set, or else the one in the calculator's register.

        InputError when it is shown already, when the calculator is at work, or when its register was
        overwritten.
        """
        self.look(desk)
        if self.over:
            raise InputError("the secret is out already")
        if not self.ready or desk.busy or desk.state.running:
            raise InputError("the calculator is still working: wait for its answer")
        if self.known is None:
            self.known = secret_in_memory(desk, self.digits)
        if self.known is None:
            raise InputError("the register of the secret has been overwritten, so it cannot be shown")
        self.given_up = True

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
        elif not self.over and len(self.rows) < MOST_ROWS:
            self.rows.append(row)

    def read(self, desk: Desk) -> ScoredGuess | None:
        """The guess and answer that the display shows, None when it shows something else."""
        value = desk.state.stack[X]
        if desk.reason is not Reason.STOP or not isinstance(value, Number) or value < 0:
            return None
        whole, _, cents = f"{value.decimal:.2f}".partition(".")
        guess = whole.rjust(self.digits, "0")
        score = Score(int(cents[0]), int(cents[1]))
        shown = answer_display(whole, score, desk.state.comma)
        if len(guess) > self.digits or not score.is_possible(self.digits):
            return None
        return ScoredGuess(guess, score) if display(desk.state).text == shown else None

    def history(self) -> list[tuple[Code, Score]]:
        """The guesses and answers for the solver. Those with digits that no secret has do not count."""
        game = self.game
        allowed = set(DIGITS[: game.colours])
        return [(game.parse(row.guess), row.score) for row in self.rows if set(row.guess) <= allowed]

    def wrong_rows(self) -> list[int]:
        """The rows, from 0, on which calculator and solver differ. The secret must be known."""
        assert self.secret is not None
        return [
            place for place, row in enumerate(self.rows) if true_score(row.guess, self.secret) != row.score
        ]

    def verdict(self) -> str:
        """Who won, and whether calculator and solver agree, in words. '' while the secret is not known."""
        if self.secret is None:
            return ""
        many = f"{len(self.rows)} turn" + "s" * (len(self.rows) != 1)
        ended = f"You have won in {many}." if self.is_won else f"You gave up; the secret was {self.secret}."
        return f"{ended} {self.agreement()}" if self.rows else ended

    def agreement(self) -> str:
        """A sentence that says whether calculator and solver agree on every row. The secret must be known."""
        wrong = self.wrong_rows()
        if not wrong:
            many = f"all {len(self.rows)} rows" if len(self.rows) > 1 else "the only row"
            return f"Calculator and solver agree on {many}."
        listed = ", ".join(str(place + 1) for place in wrong)
        return f"Calculator and solver disagree on row {listed}."

    def to_json(self) -> dict[str, Any]:
        """The board for the page."""
        return board_json(self, self.digits, self.game.colours, self.awaited, self.ready)

    def export(self) -> dict[str, Any]:
        """The board for a file. `snapshot` reads it back."""
        return {"kind": self.kind, **asdict(self), "rows": [[row.guess, *row.score] for row in self.rows]}


def board_json(board: Any, digits: int, colours: int, awaited: str | None, ready: bool) -> dict[str, Any]:
    """Either board for the page: the guess that waits for its answer, and whether the board takes input."""
    return {
        "kind": board.kind,
        "digits": digits,
        "colours": colours,
        "rows": [[row.guess, row.score.black, row.score.white] for row in board.rows],
        "awaited": awaited,
        "ready": ready,
        "won": board.is_won,
        "over": board.over,
        "secret": board.secret,
        "verdict": board.verdict(),
        "trouble": board.trouble,
    }


@cache
def code_maker(model: Model) -> Program:
    """The CodeMaker that the board is played with."""
    name = f"codemaker-small{model.suffix}"
    return Program.parse(files("programs").joinpath(name).read_text("utf-8"), model=model.value, source=name)


def secret_in_memory(desk: Desk, digits: int) -> str | None:
    """The secret in the register that the listing names. None when that holds no secret any more."""
    place = next(name for name, note in code_maker(desk.model).registers.items() if note == SECRET_NOTE)
    value = desk.state.registers[int(place)]
    text = str(value)
    return text if len(text) == digits and text.isdigit() else None


def new_game(desk: Desk, digits: int, secret: str | None, seed: int, colours: int | None = None) -> Board:
    """Load the CodeMaker and have it draw a secret, or key in one that a friend has thought of.

    Before a draw `seed` is keyed in with STO RAN#, as a person would do so that no two games are alike. For a
    game with other colours than 1 to N the calculator cannot draw a secret: the page draws it and keys it in.
    InputError, with nothing changed, for an impossible game. Unsupported when memory does not hold it.
    """
    colours = digits if colours is None else colours
    if not 1 <= digits <= MOST_DIGITS:
        raise InputError(f"a secret has 1 to {MOST_DIGITS} digits, not {digits}")
    if not 1 <= colours <= MOST_COLOURS:
        raise InputError(f"there are 1 to {MOST_COLOURS} colours, not {colours}")
    if secret is not None and (len(secret) != digits or not set(secret) <= set(DIGITS[:colours])):
        raise InputError(f"a secret of this game has {digits} digits from 1 to {colours}")
    if secret is None and colours != digits:
        secret = "".join(random.Random(seed).choices(DIGITS[:colours], k=digits))
    with desk.one_step():
        desk.load(code_maker(desk.model))
        board = Board(digits, colours, known=secret)
        if secret is not None:
            desk.press(SEAT.set.text(secret))
        else:
            desk.press(f".{seed % _SEEDS:09d} STO RAN# {SEAT.draw.text(digits)}")
        board.seen = desk.runs
        desk.beside = board
    return board
