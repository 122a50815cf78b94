"""Keys of a terminal as keys of the calculator. Numbers may be typed in the usual form, 6.02e23."""

from __future__ import annotations

from typing import Final

from hp15c.table.models import Model
from programs.web import face

NAMES: Final = {"enter": "Enter", "backspace": "Backspace", "delete": "Delete", "space": " "}
_NUMBER: Final = frozenset("0123456789.,")


class Typing:
    """Reads typed keys. The part of a number that has been typed decides what `e` and `-` mean."""

    def __init__(self, model: Model) -> None:
        self._shortcuts = face.shortcuts(model)
        self._in_number = face.in_a_number(model)
        self._number = ""

    def codes(self, name: str, character: str | None) -> tuple[str, ...] | None:
        """The keys that a key of the terminal presses. None for a key that presses nothing."""
        key = NAMES.get(name, character or name)
        inside = self._inside(key)
        if inside is not None:
            self._number += key.lower()
            return (inside,)
        pressed = self._shortcuts.get(key) or self._shortcuts.get(key.lower() if len(key) == 1 else key)
        self._number = self._number + key if pressed and key in _NUMBER else ""
        return pressed

    def forget(self) -> None:
        """Forget the typed number, because the calculator was used in another way."""
        self._number = ""

    def _inside(self, key: str) -> str | None:
        if key in ("e", "E") and self._number and "e" not in self._number:
            return self._in_number["e"]
        if key == "-" and self._number.endswith("e"):
            return self._in_number["-"]
        return None
