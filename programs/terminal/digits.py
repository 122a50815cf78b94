"""The LCD in a terminal: each cell three rows high, drawn from the segments that the page lights too."""

from __future__ import annotations

from typing import Final

from hp15c.display.lcd import lit_parts

ROWS: Final = 3


def big(text: str) -> tuple[str, str, str]:
    """A display text in large digits. '' (off) is blank."""
    cells = [_cell(parts) for parts in lit_parts(text)]
    top, middle, bottom = ("".join(cell[row] for cell in cells) for row in range(ROWS))
    return top, middle, bottom


def _cell(parts: str) -> tuple[str, str, str]:
    """The three rows of a cell, four characters wide. The mark stands in the last one."""

    def stroke(segment: str, sign: str) -> str:
        return sign if segment in parts else " "

    mark = next((sign for sign in ",." if sign in parts), " ")
    return (
        f" {stroke('a', '_')}  ",
        f"{stroke('f', '|')}{stroke('g', '_')}{stroke('b', '|')} ",
        f"{stroke('e', '|')}{stroke('d', '_')}{stroke('c', '|')}{mark}",
    )
