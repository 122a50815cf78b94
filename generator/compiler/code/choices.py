"""The choices of the code generator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Counters = Literal["all", "unused", "pointers", "up", "none"]


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices that a module can be compiled with.

    `subroutines` are called by GSB, with so many levels of the stack kept for their callers. `counters` says
    which loops count down to zero by DSE: all that can, those that do not use their index, or none. With
    "up", others count by ISG and DSE to an end that stands in the fraction of the counter. With "pointers",
    only those do whose index is nothing but the number of a register.
    """

    subroutines: frozenset[str] = frozenset()
    kept: int = 1
    counters: Counters = "all"
