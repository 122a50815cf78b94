"""What the code generator may do in several ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Counters = Literal["all", "unused", "pointers", "up", "none"]


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be compiled in several ways.

    `subroutines` are called by GSB, with so many levels of the stack kept for their callers. `counters` says
    which loops count down to zero by DSE: all that can, those that do not use their index, or none. With "up"
    others count by ISG and DSE to an end, which stands in the fraction of the counter. With "pointers" those
    whose index is only the number of a register.
    """

    subroutines: frozenset[str] = frozenset()
    kept: int = 1
    counters: Counters = "all"
