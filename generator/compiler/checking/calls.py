"""A call of a program as a person makes it, and its result: the same for Python and for the listing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from generator.compiler.tree.ir import Module
from hp15c.numbers.number import Number
from hp15c.state.state import Value
from hp15c.table.step import REGISTERS, register_name

Answer = Number | tuple[Number, Number] | None


def numbers_of(answer: Answer) -> tuple[Number, ...]:
    """The numbers of an answer."""
    return answer if isinstance(answer, tuple) else () if answer is None else (answer,)


@dataclass(frozen=True, slots=True)
class EntryCall:
    """A call: the numbers stored in pinned registers, the arguments typed, the label, and the answers to its
    questions.

    An answer of None is R/S alone, which leaves the number shown in X. One of two numbers is keyed in with
    ENTER between them.
    """

    label: str
    arguments: tuple[Number, ...] = ()
    answers: tuple[Answer, ...] = ()
    stored: Mapping[str, Number] = field(default_factory=dict)

    def __str__(self) -> str:
        stored = [f"{number} STO {at}" for at, number in self.stored.items()]
        keys = [*stored, " ENTER ".join(map(str, self.arguments)), f"GSB {self.label}"]
        keys += [
            " ".join((*" ENTER ".join(map(str, numbers_of(one))).split(), "R/S")) for one in self.answers
        ]
        return " ".join(key for key in keys if key)


@dataclass(frozen=True, slots=True)
class CallResult:
    """The result of a call: the numbers and matrices that it showed, and how it ended.

    `shown` are the numbers of its pauses and stops, in order, with 'pause' or 'ask'. `end` is one of these:
    'results', 'waiting' (at an `ask` beyond the answers), an Error such as 'Error 0', 'overflow' (an HP-11C
    stops there), 'too long', or 'outside' with a `reason` (the program claims that this does not happen).
    `registers` are the pinned ones and `modes` the angle, the display and the random seed. Both are empty
    unless the call ended with results.
    """

    shown: tuple[tuple[str, Value], ...]
    end: str
    results: tuple[Value, ...] = ()
    registers: tuple[tuple[str, Number], ...] = ()
    modes: tuple[str, ...] = ()
    reason: str = field(default="", compare=False)

    def __str__(self) -> str:
        parts = [f"{kind} {number}" for kind, number in self.shown]
        parts.append(" ".join(map(str, self.results)) if self.end == "results" and self.results else self.end)
        parts += [f"R{at} {number}" for at, number in self.registers]
        return ", ".join((*parts, *self.modes))


def pinned_places(module: Module) -> dict[str, tuple[str, int | None]]:
    """The registers that a module pins and a line can name: for each its name in the source, and the element.

    The element is None for a register that is no element of an array. What the compiler added, under a name
    that no source can have, is left out.
    """
    places: dict[str, tuple[str, int | None]] = {
        one.at: (name, None)
        for name, one in module.registers.items()
        if one.at and (name.isidentifier() or name in module.sums)
    }
    for name, array in module.arrays.items():
        if array.at is not None:
            numbers = range(array.at, min(array.at + array.length, len(REGISTERS)))
            places |= {register_name(number): (name, number - array.at) for number in numbers}
    return places


class Side(Protocol):
    """A way to run a program's calls one after the other on the same memory."""

    def reset(self) -> None:
        """Make all names and registers as they are before the first call."""

    def run(self, call: EntryCall) -> CallResult:
        """Make a call on this side, and return its result. What earlier calls have stored is still there."""


class PreparedDialogue:
    """A dialogue that notes the numbers shown and gives prepared answers. Waiting when none is left."""

    def __init__(self, answers: tuple[Answer, ...]) -> None:
        self.answers = list(answers)
        self.shown: list[tuple[str, Value]] = []

    def pause(self, shown: Value) -> None:
        """Keep what the program pauses on."""
        self.shown.append(("pause", shown))

    def ask(self, shown: Value) -> Value:
        """Keep what the program stops on, and return the next answer.

        What was shown is returned where the answer is None. Waiting where no answer is left.
        """
        return (shown, *numbers_of(self._next(shown)))[-1]

    def ask_two(self, shown: Value) -> tuple[Number, Number] | None:
        """As `ask`, with an answer of two numbers. None where it has fewer."""
        answer = self._next(shown)
        return answer if isinstance(answer, tuple) else None

    def _next(self, shown: Value) -> Answer:
        self.shown.append(("ask", shown))
        if not self.answers:
            raise Waiting
        return self.answers.pop(0)


class Waiting(Exception):
    """Raised when a program asks and no answer is left."""
