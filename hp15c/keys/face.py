"""The face of a calculator: its 39 keys with their legends, all taken from the table of instructions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from hp15c.keys.keyboard import KEYS
from hp15c.table.instructions import LETTER_KEYS, TABLE, Instruction
from hp15c.table.models import Model
from hp15c.table.prefixes import F, G

ROWS: Final = 4
COLUMNS: Final = 10
ENTER: Final = "36"
CLEAR: Final = "CLEAR"


@dataclass(frozen=True, slots=True)
class Cap:
    """A key: its code, where it stands, what is printed on, above (gold, f) and below (blue, g) it.

    `row` and `column` count from 1. ENTER is two rows high. `clear` says that the gold legend stands under
    the bracket CLEAR.
    """

    code: str
    row: int
    column: int
    label: str
    gold: str
    blue: str
    clear: bool

    @property
    def rows(self) -> int:
        """How many rows of the keyboard the key covers: 2 for ENTER."""
        return 2 if self.code == ENTER else 1


@cache
def caps(model: Model) -> tuple[Cap, ...]:
    """The keys of a model in reading order."""
    keys_of_face = []
    for code, (row, column) in places().items():
        gold, blue = _legend(model, (F, code)), _legend(model, (G, code))
        letter = next((letter for letter, key in LETTER_KEYS.items() if key == code), "")
        keys_of_face.append(
            Cap(
                code=code,
                row=row,
                column=column,
                label=_label(model, code),
                gold=gold.removeprefix(f"{CLEAR} ") or letter,
                blue=blue,
                clear=gold.startswith(f"{CLEAR} "),
            )
        )
    return tuple(keys_of_face)


def places() -> dict[str, tuple[int, int]]:
    """Row and column of every key, from 1. ENTER stands in the third row and reaches into the fourth."""
    positions: dict[str, tuple[int, int]] = {}
    grid = [(row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)]
    grid.remove((4, 6))
    for code, place in zip(KEYS, grid, strict=True):
        positions[code] = place
    return positions


def _label(model: Model, code: str) -> str:
    return next((row.name for row in TABLE if row.on(model) == (code,)), code)


def _legend(model: Model, keys: tuple[str, str]) -> str:
    """The legend for a key after f or g, '' where there is none."""
    return next(_legends(model, keys), "")


def _legends(model: Model, keys: tuple[str, str]) -> Iterator[str]:
    for row in TABLE if model is Model.HP11C else ():
        for operand, codes in row.implied:
            if codes == keys:
                yield row.name + operand if len(row.implied) > 1 else row.name
        for operand, codes in row.aliases_11c:
            if codes == keys:
                yield operand
    rows = [row for row in TABLE if (row.on(model) or ())[:2] == keys]
    for row in rows:
        yield row.name if row.on(model) == keys else _in_common(rows)


def _in_common(rows: list[Instruction]) -> str:
    """The legend for several rows after the same two keys: HYP, or TEST for the comparisons."""
    first = {row.name.split()[0] for row in rows}
    return first.pop() if len(first) == 1 else "TEST"
