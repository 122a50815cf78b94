"""Playing a CodeMaker at the calculator: the keys to press, and the displays that it has to show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from hp15c.errors import InputError
from hp15c.table.instructions import REGISTERS, Step, step
from solver.codes import Game
from solver.scores import Score, score

StopKind = Literal["stop", "pause"]
_DRAWN = re.compile(r"draws a secret of \w+ digits 1 to (N|\d)")
_TOLD = re.compile(r"sets a secret of digits 1 to (N|\d)")
_DIGITS = re.compile(r"\bN is (\d)(?: to (\d))?\.")
_KEYS = re.compile(r"\{(?P<what>secret|guess|n)\}\s+(?:(?P<run>R/S)|(?:GSB|f)\s+(?P<label>[A-E]|\.?\d))")
DISPLAY_CELLS = 10


@dataclass(frozen=True, slots=True)
class NumberAndKey:
    """A number keyed in and the key that starts the program: R/S, or GSB with a label."""

    what: str
    label: str | None

    @property
    def step(self) -> Step:
        """The key as a step of the table."""
        return step("R/S") if self.label is None else step("GSB", self.label)

    def text(self, number: object) -> str:
        """The keys that a person presses."""
        return f"{number} {self.step}"


def read_start(keys: str, what: str) -> NumberAndKey:
    """The keys of a template such as '{secret} GSB B' or '{guess} R/S'. InputError for another form."""
    parts = _KEYS.fullmatch(keys.strip())
    if parts is None or parts["what"] != what:
        raise InputError(
            f"the keys {keys!r} are not understood: write {{{what}}} and then R/S or GSB with a label,"
            f" for example '{{{what}}} GSB B'"
        )
    return NumberAndKey(what, parts["label"])


@dataclass(frozen=True, slots=True)
class DrawingKeys:
    """Keys that draw a secret, such as 'GSB A {digits} R/S'. {digits} or {n} stands for N."""

    keys: str

    def text(self, number: object) -> str:
        """The keys that a person presses."""
        return self.keys.replace("{digits}", str(number)).replace("{n}", str(number))


def read_draw(keys: str) -> NumberAndKey | DrawingKeys:
    """The keys that draw a secret, such as '{n} GSB A'. InputError where a place is not {n} or {digits}."""
    parts = _KEYS.fullmatch(keys.strip())
    if parts is not None and parts["what"] == "n":
        return NumberAndKey("n", parts["label"])
    script = DrawingKeys(keys.strip())
    if not keys.strip() or "{" in script.text("") or "}" in script.text(""):
        raise InputError(
            f"the keys {keys!r} are not understood: write {{digits}} where the number of digits is keyed in,"
            " for example 'GSB A {digits} R/S'"
        )
    return script


def read_registers(text: str) -> tuple[int, ...]:
    """The registers that a text such as '1-3', '5' or '1,3,.2' names. InputError when it names none."""
    registers: list[int] = []
    for part in text.replace(" ", "").split(","):
        low, _, high = part.partition("-")
        numbers = [REGISTERS.get(one.upper().removeprefix("R")) for one in (low, high or low)]
        first, last = numbers
        if first is None or last is None or last < first:
            raise InputError(f"{text!r} names no registers; write 1-3, or 5, or 1,3,.2")
        registers += range(first, last + 1)
    return tuple(registers)


@dataclass(frozen=True, slots=True)
class Colours:
    """The highest digit of the secrets that a CodeMaker draws, and of those that it may be told. None: N."""

    drawn: int | None = None
    told: int | None = None

    @classmethod
    def of_listing(cls, description: str) -> Colours:
        """The highest digits that a generated listing states in its `#D` lines. N where it states nothing."""
        read = [pattern.search(description) for pattern in (_DRAWN, _TOLD)]
        return cls(*(int(one[1]) if one and one[1] != "N" else None for one in read))


def highest_told(description: str, digits: int) -> int:
    """The highest digit of a secret of N digits by the listing's own notes. 9 where they say nothing."""
    told = _TOLD.search(description)
    if told is None:
        return 9
    return digits if told[1] == "N" else int(told[1])


def digits_told(description: str) -> range | None:
    """The numbers of digits that a listing's own notes allow a secret. None where they say nothing."""
    told = _DIGITS.search(description)
    return range(int(told[1]), int(told[2] or told[1]) + 1) if told else None


def require_digits(description: str, digits: Iterable[int]) -> None:
    """Raise InputError when a listing's own notes do not allow a secret to have this number of digits."""
    told = digits_told(description)
    outside = [count for count in digits if told is not None and count not in told]
    if told and outside:
        allowed = f"{told[0]} to {told[-1]}" if len(told) > 1 else told[0]
        raise InputError(f"this listing is not for {outside[0]} digits: its notes say that N is {allowed}")


@dataclass(frozen=True, slots=True)
class Seat:
    """How one CodeMaker is played: how a secret is drawn and set, a guess given, and where the answer shows.

    `answer` is 'stop' when the program pauses on the turn and stops on g,cd. It is 'pause' when it does the
    opposite. `fixed` are the digits after the point that FIX shows of the turn and of the answer.
    `registers` are those that hold a drawn secret, a digit in each, or all in one. Without them its secrets
    are set.
    """

    draw: NumberAndKey | DrawingKeys = NumberAndKey("n", "A")
    set: NumberAndKey = NumberAndKey("secret", "B")
    guess: NumberAndKey = NumberAndKey("guess", None)
    answer: StopKind = "stop"
    fixed: tuple[int, int] = (0, 2)
    registers: tuple[int, ...] = ()


def lcd(whole: int, decimals: str, comma: bool = False) -> str:
    """A number as the LCD shows it in FIX: sign cell, grouped digits, blanks up to ten digit cells.

    >>> lcd(4213, "21")
    ' 4,213.21    '
    """
    text = f"{whole:,}.{decimals}"
    if comma:
        text = text.translate(str.maketrans(",.", ".,"))
    digits = sum(character.isdigit() for character in text)
    return " " + text + " " * (DISPLAY_CELLS - digits)


def answer_display(guess: str, given: Score, comma: bool = False) -> str:
    """The display of an answer: guess 4213 with 2 black and 1 white is ' 4,213.21    '."""
    return lcd(int(guess), f"{given.black}{given.white}", comma)


def turn_display(turn: int) -> str:
    """The display of a turn number: ' 1.         '."""
    return lcd(turn, "")


def true_score(guess: str, secret: str) -> Score:
    """The solver's score of a guess as keyed in. A shorter guess counts as one with leading zeros."""
    padded = guess.rjust(len(secret), "0")
    return score(tuple(map(int, padded)), tuple(map(int, secret)))


def code_at(index: int, digits: int, colours: int | None = None) -> str:
    """The code at a place, counted from 0, of all codes of N digits 1 to `colours` in ascending order.

    `colours` is N where it is not given.
    """
    game = Game(digits, colours or digits)
    return game.text(game.code(index))
