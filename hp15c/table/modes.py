"""The angle mode and the display format: settings that functions and display share."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple


class AngleMode(StrEnum):
    """The unit of angles, named as the keys name it."""

    DEG = "DEG"
    RAD = "RAD"
    GRD = "GRD"


class Notation(StrEnum):
    """The three display notations."""

    FIX = "FIX"
    SCI = "SCI"
    ENG = "ENG"


GREATEST_SETTING: Final = 15


class Format(NamedTuple):
    """A display format such as FIX 4.

    `digits` is 0 to 9, or 10 to 15 after FIX I with I <= -1, which shows as with 0 (BEHAVIOUR 3.1).
    """

    notation: Notation
    digits: int

    def __str__(self) -> str:
        return f"{self.notation} {self.digits}"
