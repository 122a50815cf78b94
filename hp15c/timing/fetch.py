"""The cost of fetching a program line from memory (BEHAVIOUR 10.3).

A program register holds seven bytes (HP-11C: seven lines), and the firmware finds a byte by shifting its
register. A line therefore costs by the place of its first byte in its register, and a line of two bytes that
lies in two registers costs both.
"""

from __future__ import annotations

from typing import Final

from hp15c.listing.program import Program
from hp15c.table.models import Model

PLACES: Final = 7
"""Bytes in a program register."""

# By the place of the first byte. A second byte adds something in the same register, and more in the next.
_BY_PLACE: Final = {
    Model.HP15C: (17, 0, 6, 12, 18, 24, 31),
    Model.HP11C: (-3, 0, 5, 10, 15, 20, 25),
}
_SECOND_BYTE: Final = 1
_SECOND_REGISTER: Final = 30

# Skipping a line after a false test: the cost by the place of its first byte, and the extra of a second byte.
_SKIP: Final = {
    Model.HP15C: (65, 45, 48, 51, 54, 57, 60),
    Model.HP11C: (28, 26, 26, 26, 26, 26, 26),
}
_SKIP_SECOND_BYTE: Final = 13
_SKIP_SECOND_REGISTER: Final = 36


def place(program: Program, line: int) -> int:
    """The place of a line's first byte in its register. Line 0 stands after the last line."""
    return program.offsets[line - 1] % PLACES


def following(program: Program, line: int) -> int:
    """The number of the line after a line, 0 after the last one."""
    return line + 1 if line < len(program) else 0


def fetch_cost(program: Program, line: int) -> int:
    """Word times of fetching a line. Line 0 is the RTN after the last line."""
    at = place(program, line)
    cost = _BY_PLACE[program.model][at]
    if not _is_long(program, line):
        return cost
    return cost + (_SECOND_REGISTER if at == PLACES - 1 else _SECOND_BYTE)


def skip_cost(program: Program, line: int) -> int:
    """Word times that a false test spends more than a true one, when the line after it is `line`.

    The line is skipped, and the one after it is fetched in its place.
    """
    at = place(program, line)
    cost = _SKIP[program.model][at]
    if _is_long(program, line):
        cost += _SKIP_SECOND_REGISTER if at == PLACES - 1 else _SKIP_SECOND_BYTE
    landing = following(program, line) if line else min(1, len(program))
    return cost + fetch_cost(program, landing) - fetch_cost(program, line)


def _is_long(program: Program, line: int) -> bool:
    return line > 0 and program.steps[line - 1].bytes(program.model) > 1
