"""The stack beside each line, as text that an editor shows after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from generator.reading.explanation import ExplainedLine
from generator.reading.writing import cut
from hp15c.table.instructions import Role
from programs.editors.listings.document import Document

LONGEST: Final = 24
"""The characters of a value beyond which it is cut."""

_LONGEST_TOLD: Final = 60


class Levels(Enum):
    """What is shown: how much of the stack, or what each line does in words."""

    OFF = "off"
    X = "x"
    ALL = "all"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown after a line: a short text, and the whole one, which shows on request."""

    line: int
    column: int
    text: str
    whole: str


def hints(document: Document, levels: Levels, first: int = 1, last: int | None = None) -> Iterator[Hint]:
    """The hints of some lines of the text. Labels at which a part begins say what it takes."""
    if levels is Levels.OFF or document.explanation is None:
        return
    for place, numbers in document.steps_on.items():
        if not first <= place <= (last or len(document.lines)) or place in document.faulty:
            continue
        line = document.explanation_of_line(numbers[-1])
        assert line is not None
        step = document.step(numbers[-1])
        begins = step.role is Role.LABEL and line.line == line.part
        told = line.does if begins or levels is Levels.WORDS else _stack(line, levels)
        if told:
            column = len(document.lines[place - 1].rstrip())
            yield Hint(place, column, cut(told, _LONGEST_TOLD), whole(line))


def _stack(line: ExplainedLine, levels: Levels) -> str:
    shown = list(line.stack.values())[: 1 if levels is Levels.X else 4]
    return "  ".join(cut(value, LONGEST) for value in shown)


def whole(line: ExplainedLine) -> str:
    """What a line does, and the whole stack after it, a level a line."""
    levels = [f"{name.upper()}: {value}" for name, value in line.stack.items()]
    return "\n".join((line.does, *levels))
