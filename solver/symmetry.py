"""Symmetry: the codes that need not be ranked, because a lower code makes the same partition of the region.

Case equivalence: colours never played are interchangeable, so they appear in ascending order. Colours known
absent (no member of the region has them) are interchangeable too, and with repeats only the lowest of them is
used. Peg symmetry: pegs that had equal colours in every guess so far may change places, so their colours do
not descend. Each rule only drops codes that are not the lowest of their class. So none changes the guess that
is chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.codes import Code, Game


@dataclass(frozen=True, slots=True)
class Symmetries:
    """Which symmetries are used to rank fewer codes. Neither changes a result."""

    cases: bool = True
    pegs: bool = True


@dataclass(frozen=True, slots=True)
class Past:
    """The colours and pegs that past guesses leave interchangeable: bits of colours played, twins of pegs.

    `twins[peg]` is the first peg that had the same colour in every guess so far.
    """

    played: int
    twins: tuple[int, ...]

    @classmethod
    def start(cls, pegs: int) -> Past:
        """The past before the first guess: all colours and all pegs are alike."""
        return cls(0, (0,) * pegs)

    def after(self, guess: Code) -> Past:
        """The past with this guess added."""
        played = self.played
        first: dict[tuple[int, int], int] = {}
        twins = []
        for peg, (twin, colour) in enumerate(zip(self.twins, guess, strict=True)):
            played |= 1 << colour
            twins.append(first.setdefault((twin, colour), peg))
        return Past(played, tuple(twins))


class Canonical:
    """The codes to rank for a region: `next_colours` walks them in ascending order, peg by peg.

    Sets of colours are integers with bit n for colour n.
    """

    __slots__ = ("_absent", "_alike", "_before", "_every", "_repeats")

    def __init__(self, game: Game, past: Past, present: int, use: Symmetries) -> None:
        """`present` holds the colours that some member of the region has."""
        every = (1 << game.colours) - 1
        self._repeats = game.repeats
        self._before = [-1] * game.pegs
        if use.pegs:
            for peg, twin in enumerate(past.twins):
                self._before[peg] = max((n for n in range(peg) if past.twins[n] == twin), default=-1)
        self._every = every
        self._absent = 0
        self._alike = 0
        if use.cases:
            absent = every & ~present
            self._alike = present & ~past.played
            if game.repeats:
                self._every = present | (absent & -absent)
            else:
                self._absent = absent

    def next_colours(self, prefix: Code, used: int) -> int:
        """The colours that may follow the prefix, whose own colours are `used`."""
        allowed = self._every if self._repeats else self._every & ~used
        unused = self._alike & ~used
        allowed &= ~(unused & (unused - 1))
        if self._absent:
            unused = self._absent & ~used
            allowed &= ~(unused & (unused - 1))
        before = self._before[len(prefix)]
        return allowed >> prefix[before] << prefix[before] if before >= 0 else allowed
