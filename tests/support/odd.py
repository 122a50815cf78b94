"""Sequences of odd kinds, replayed: keys that are held, and keys that come while the machine is at work.

A key is written as in the other measurements, with `@5000` when it is held for 5,000 word times after the
machine has read it, and with `~194` when it comes 194 word times after the key before it. A record has the
fields in which an older version differed from the firmware. So a field that it does not have is not compared.
"""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from hp15c import Calculator, Number
from hp15c.core import machine
from hp15c.display.display import Display, display
from hp15c.keys import keyboard
from hp15c.table.modes import AngleMode
from hp15c.timing import WORD_TIMES_PER_SECOND
from tests.support import observed

Record = Mapping[str, Any]
Differences = list[tuple[str, object, object]]

LIMIT: Final = 20_000
"""Program lines after one key. The longest run that ends takes a few hundred."""

PRESSED: Final = 140
"""Word times from a key's going down to its being up again. The times after `~` count from there."""

PACES: Final = (1.0, 0.95, 1.05)
"""The moment of an interruption is tried with times that are off by as much as those of a program may be."""

REGISTERS_BEFORE: Final = "registers before:"
"""What a record says that begins with these registers, in an angle mode that it does not tell."""

_KEY: Final = re.compile(r"(?P<key>[\d+]+)(?:@(?P<held>\d+))?(?:~(?P<after>\d+))?")
_LEVELS: Final = ("x", "y", "z", "t", "last_x", "xi", "yi", "zi", "ti", "last_xi")
_AT_WORK: Final = "running"
"""Whether the machine was at work when the last key came. That is no result."""


_PICTURE: Final = (
    "a picture from the middle of a change of the display: measure the display for the same keys with BST "
    "held for 4,500 to 6,500 and 19,500 to 21,500 word times in steps of 20"
)

OPEN: Final = {
    "43 31@2637 42 21 12 30 43 21@20022": _PICTURE,
    "43 31 42 21 1 43 48 43 21@20090": _PICTURE,
    "43 31 42 5 7 42 4 3 22 3@6606 43 21@12510": _PICTURE,
    "43 31 42 21 15 32 1 9 43 32 42 21 1 48 43 20 1 43 31 32 15 31~1335": "the lines that run on after a key "
    "while a number is typed: measure the line for the same keys from ~1200 to ~2000 in steps of 20",
    "1 36 22 48 0 0 43 7 48 22 48 0 44 3": "STO after GTO . 0 where a key was lost before: measure the "
    "registers after each key from the seventh on",
}
"""Records that still disagree, with what is not known about their rule."""


class OddKey(NamedTuple):
    """A key with the word times for which it is held, and those after which it comes (None: at rest)."""

    key: str
    held: int
    after: int | None


def keys(text: str) -> list[OddKey]:
    """The keys of a record. ValueError for what is no key."""
    return [_key(word) for word in text.split()]


def _key(word: str) -> OddKey:
    parts = _KEY.fullmatch(word)
    if parts is None:
        raise ValueError(f"{word!r} is no key with @ and ~")
    after = parts["after"]
    return OddKey(parts["key"], int(parts["held"] or 0), None if after is None else int(after))


class OddReplay:
    """The keys pressed one by one. `shown` is the display just before the last key came up."""

    def __init__(self, record: Record, angle: AngleMode = AngleMode.DEG, pace: float = 1.0) -> None:
        self.calculator = Calculator(record["model"])
        self.shown = Display("")
        self.last_key_times = 0
        what = record.get("what", "")
        if what.startswith(REGISTERS_BEFORE):
            self.calculator.state.angle = angle
            for register, text in json.loads(what.removeprefix(REGISTERS_BEFORE)).items():
                self.calculator.state.registers[int(register)] = Number.of(text)
        pressed = keys(record["keys"])
        following = [*pressed[1:], OddKey("", 0, None)]
        for key, after in zip(pressed, following, strict=True):
            self._press(key, None if after.after is None else round(after.after * pace) + PRESSED)

    def _press(self, key: OddKey, time: int | None) -> None:
        """Press a key and let the machine work to its end, or for some time when another key comes then."""
        calculator, state = self.calculator, self.calculator.state
        before = state.word_times
        calculator.key_down(key.key)
        if key.held:
            calculator.hold(key.held / WORD_TIMES_PER_SECOND)
        self.shown = display(state)
        if time is None:
            calculator.key_up(LIMIT)
        else:
            keyboard.key_up(state)
            while state.running and state.word_times - before < time:
                machine.run(state, 1)
        self.last_key_times = state.word_times - before


def differences(record: Record) -> Differences:
    """The fields in which a record and the calculator disagree.

    What a record leaves open is tried: the angle mode, and the exact moment at which a run is interrupted.
    """
    angles = tuple(AngleMode) if record["what"].startswith(REGISTERS_BEFORE) else (AngleMode.DEG,)
    paces = PACES if "~" in record["keys"] else PACES[:1]
    attempts = (_differences(record, OddReplay(record, angle, pace)) for angle in angles for pace in paces)
    first: Differences | None = None
    for found in attempts:
        if not found:
            return []
        first = first or found
    return first or []


def _differences(record: Record, replay: OddReplay) -> Differences:
    return [
        (field, expected, got)
        for field, expected, got in _comparisons(record["firmware"], replay)
        if expected != got
    ]


def _comparisons(firmware: Record, replay: OddReplay) -> Iterator[tuple[str, object, object]]:
    for field, told in firmware.items():
        if field in ("see", "held", "heldblink"):
            text, annunciators, blinking = literal_eval(told)
            shown = display(replay.calculator.state) if field == "see" else replay.shown
            yield field, Display(text, frozenset(annunciators), blinking), shown
        elif field in _LEVELS:
            yield field, observed.value(told), observed.plain(getattr(replay.calculator, field))
        elif re.fullmatch(r"R\d+", field):
            got = replay.calculator.state.registers[int(field[1:])]
            yield field, observed.value(told), observed.plain(got)
        elif field in _OTHERS:
            yield field, *_OTHERS[field](told, replay.calculator)
        elif field != _AT_WORK:
            yield field, told, "a field that nothing compares"


def _registers(told: Mapping[str, str], calculator: Calculator) -> tuple[object, object]:
    return {name: observed.value(text) for name, text in told.items()}, observed.registers(calculator.state)


_OTHERS: Final[dict[str, Callable[[Any, Calculator], tuple[object, object]]]] = {
    "I": lambda told, calculator: (observed.value(told), observed.plain(calculator.i)),
    "line": lambda told, calculator: (int(told), calculator.state.line),
    "format": lambda told, calculator: (told, str(calculator.state.format)),
    "flags": lambda told, calculator: (sorted(told), sorted(calculator.flags)),
    "display": lambda told, calculator: (told, calculator.display),
    "annunciators": lambda told, calculator: (sorted(told), sorted(calculator.annunciators)),
    "blinking": lambda told, calculator: (told, calculator.blinking),
    "error": lambda told, calculator: (told, calculator.error),
    "listing": lambda told, calculator: (told, observed.listing(calculator.state)),
    "registers": _registers,
    "matrices": lambda told, calculator: (told, observed.matrices(calculator.state)),
}
