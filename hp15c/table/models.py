"""The two calculators, and the numbers in which they differ besides the table of instructions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Final

from hp15c.errors import InputError


class Model(StrEnum):
    """A model of calculator. It is equal to the plain text '15C' or '11C'."""

    HP15C = "15C"
    HP11C = "11C"

    @classmethod
    def of(cls, text: str) -> Model:
        """The model that a text such as '15c' or 'HP-11C' names. InputError when it names none."""
        try:
            return cls(text.upper().removeprefix("HP").lstrip("-"))
        except ValueError:
            raise InputError(f"no calculator is called {text!r}; there are 15C and 11C") from None

    @classmethod
    def of_file(cls, name: object) -> Model | None:
        """The model that the name of a listing's file says, .15c or .11c. None for another name."""
        suffix = PurePath(str(name)).suffix.lower()
        return next((model for model in cls if suffix == model.suffix), None)

    @property
    def suffix(self) -> str:
        """The end of the names of its listings: '.15c'."""
        return f".{self.lower()}"


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of things that a model has room for (BEHAVIOUR 4 and 9).

    `first_sum` is the register where the six statistics sums begin. `last_label` is the highest number that
    GTO I takes for a label.
    """

    returns: int
    flags: int
    first_sum: int
    last_label: int
    pool: int
    free_lines: int
    most_lines: int

    @property
    def sums(self) -> range:
        """The registers of the six statistics sums, which CLEAR Σ clears (BEHAVIOUR 9.5)."""
        return range(self.first_sum, self.first_sum + 6)


LIMITS: Final = {
    Model.HP15C: Limits(
        returns=7, flags=10, first_sum=2, last_label=24, pool=65, free_lines=0, most_lines=448
    ),
    Model.HP11C: Limits(
        returns=4, flags=2, first_sum=0, last_label=14, pool=20, free_lines=63, most_lines=203
    ),
}
