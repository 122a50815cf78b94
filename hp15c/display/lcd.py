"""The LCD as segments: which parts of each cell a display text lights."""

from __future__ import annotations

from typing import Final

CELLS: Final = 11
"""The sign cell and ten digit cells."""

MARKS: Final = ".,"

# Clockwise from the top: a b c d e f, and g in the middle.
SEGMENTS: Final = {
    " ": "",
    "-": "g",
    "0": "abcdef",
    "1": "bc",
    "2": "abdeg",
    "3": "abcdg",
    "4": "bcfg",
    "5": "acdfg",
    "6": "acdefg",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "A": "abcefg",
    "C": "adef",
    "E": "adefg",
    "P": "abefg",
    "b": "cdefg",
    "d": "bcdeg",
    "g": "abcdfg",
    "i": "c",
    "n": "ceg",
    "o": "cdeg",
    "r": "eg",
    "u": "cde",
}


def lit_parts(text: str) -> tuple[str, ...]:
    """For each of the eleven cells the segments that are lit, and '.' or ',' when one stands after it.

    An LCD that is off has no text and lights nothing. KeyError for a character that seven segments are not
    known to show.
    """
    cells: list[str] = []
    for character in text:
        if character in MARKS and cells:
            cells[-1] += character
        else:
            cells.append(SEGMENTS[character])
    return (*cells, *[""] * (CELLS - len(cells)))


def polygons() -> dict[str, str]:
    """The points of each segment in a cell 12 wide and 20 high, for SVG. '.' and ',' stand right of it."""
    left, right, top, middle, bottom, half = 1.6, 9.4, 1.6, 10.0, 18.4, 0.95

    def bar(x1: float, y1: float, x2: float, y2: float) -> str:
        along = ((half, 0), (0, half)) if y1 == y2 else ((0, half), (half, 0))
        (ax, ay), (sx, sy) = along
        gap = 0.35
        x1, y1, x2, y2 = (x1 + gap, y1, x2 - gap, y2) if y1 == y2 else (x1, y1 + gap, x2, y2 - gap)
        points = (
            (x1, y1),
            (x1 + ax + sx, y1 + ay + sy),
            (x2 - ax + sx, y2 - ay + sy),
            (x2, y2),
            (x2 - ax - sx, y2 - ay - sy),
            (x1 + ax - sx, y1 + ay - sy),
        )
        return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)

    return {
        "a": bar(left, top, right, top),
        "b": bar(right, top, right, middle),
        "c": bar(right, middle, right, bottom),
        "d": bar(left, bottom, right, bottom),
        "e": bar(left, middle, left, bottom),
        "f": bar(left, top, left, middle),
        "g": bar(left, middle, right, middle),
        ".": "11.20,17.40 13.20,17.40 13.20,19.40 11.20,19.40",
        ",": "12.00,20.00 13.20,20.00 12.00,22.60 10.90,22.60",
    }
