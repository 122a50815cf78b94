"""What the code generator may do in several ways."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be compiled in several ways.

    `subroutines` are called by GSB, with so many levels of the stack kept for their callers. `counters`:
    loops that count down to zero do it by DSE.
    """

    subroutines: frozenset[str] = frozenset()
    kept: int = 1
    counters: bool = True
