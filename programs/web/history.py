"""The history of a desk: the calculator before each key, for undo and redo."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self

from hp15c.state.state import State

MOST: Final = 500
"""The number of moments that are kept."""


class Beside(Protocol):
    """A game of Mastermind beside the calculator, which is undone with it."""

    def copy(self) -> Self:
        """An independent copy."""

    def look(self, desk: Any) -> None:
        """Read the display of the calculator in this desk."""

    def to_json(self) -> dict[str, Any]:
        """The game as the page shows it."""

    def export(self) -> dict[str, Any]:
        """The game as it is kept."""


@dataclass(frozen=True, slots=True)
class DeskMoment:
    """The desk between two keys, as undo restores it."""

    state: State
    beside: Beside | None
    runs: int


class MomentHistory:
    """The moments before and after the present one. The oldest are forgotten."""

    def __init__(self, most: int = MOST) -> None:
        self._before: deque[DeskMoment] = deque(maxlen=most)
        self._after: list[DeskMoment] = []

    def note(self, moment: DeskMoment) -> None:
        """Keep the moment before a change. What was undone cannot be redone any more."""
        self._before.append(moment)
        self._after.clear()

    def undo(self, now: DeskMoment) -> DeskMoment | None:
        """The moment before this one, None when there is none. `redo` brings `now` back."""
        if not self._before:
            return None
        self._after.append(now)
        return self._before.pop()

    def redo(self, now: DeskMoment) -> DeskMoment | None:
        """The moment that was undone last, None when there is none."""
        if not self._after:
            return None
        self._before.append(now)
        return self._after.pop()

    @property
    def undoable(self) -> int:
        """How many steps can be undone."""
        return len(self._before)

    @property
    def redoable(self) -> int:
        """How many steps can be redone."""
        return len(self._after)
