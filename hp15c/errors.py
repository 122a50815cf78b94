"""The errors: the machine's own ones, and ours about bad input."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass


class CalculatorError(Exception):
    """The machine's own "Error n": raised by an operation, caught once by the machine, shown on the display.

    `number` is the n of the message (BEHAVIOUR 3.5). Operations raise before they change anything.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"Error {number}")
        self.number = number


class InputError(ValueError):
    """Bad input: the base class of all errors that a caller can mend."""


def printable(text: str) -> str:
    """A text with a sign for each character that a terminal would not show, or that controls it.

    Ends of lines stay.
    """
    shown = (one.isprintable() or one == "\n" or unicodedata.category(one) == "Zs" for one in text)
    return "".join(letter if good else "\ufffd" for letter, good in zip(text, shown, strict=True))


LONGEST_SHOWN = 300
"""Characters of a line that a fault shows, around its place."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a text: its place, what is wrong, and what to write instead.

    `line` counts from 1, `column` from 0. The marker stands under `width` characters from `column` on.
    A blank line has no marker.
    """

    source: str
    line: int
    text: str
    column: int
    width: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        text, column = printable(self.text), self.column
        told = f"{printable(self.source)}:{self.line}: {printable(self.message)}"
        if not text.strip():  # there is no place to mark
            return told + printable(f"; {self.hint}" if self.hint else "")
        if len(text) > LONGEST_SHOWN:
            begin = max(0, min(column - LONGEST_SHOWN // 2, len(text) - LONGEST_SHOWN))
            text, column = text[begin : begin + LONGEST_SHOWN], column - begin
        marker = " " * (4 + column) + "^" + "~" * (max(1, min(self.width, len(text) - column)) - 1)
        tail = f" {self.hint}" if self.hint else ""
        return f"{told}\n    {text}\n{marker}{printable(tail)}"


class ListingError(InputError):
    """A listing that cannot be read. `faults` holds every fault of the file, in order."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class UnknownKey(InputError):
    """A key or mnemonic that this calculator does not have. Nothing has been pressed."""


class Unsupported(InputError):
    """A program that a model, a format or an engine cannot take. `reasons` names all that prevents it."""

    def __init__(self, target: str, reasons: Sequence[str]) -> None:
        super().__init__(f"{target}: " + "; ".join(reasons))
        self.target = target
        self.reasons = tuple(reasons)
