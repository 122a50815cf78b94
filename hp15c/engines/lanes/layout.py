"""The words of a lane and the numbers of a decoded program, and where each of them stands.

A Number is one word of 64 bits: ±((exponent + 100) << 34 | mantissa), and 0 for 0. Words compare as the
numbers do, and CHS, ABS and all tests are single operations. The exponent of a word may be above 99: such a
word is an overflow that is not saturated yet.

Every line of a program is WIDTH numbers: the opcode, the argument, the place to go on at, the lines that it
counts for, and its word times. Then follow the place after a skip, the word times of the skip, the word
times of an RTN to it, and the stack lift that it sets. Places in the code are line * WIDTH. Line 0
is the implied RTN, in front of line 1 and after the last line.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hp15c.numbers.number import GREATEST as GREATEST_NUMBER
from hp15c.numbers.number import ZERO, Number
from hp15c.table.models import Model

Numbers = NDArray[np.int64]

SHIFT: Final = 34
MASK: Final = (1 << SHIFT) - 1
BIAS: Final = 100


def to_word(number: Number) -> int:
    """The word of a Number."""
    if not number.mantissa:
        return 0
    word = number.exponent + BIAS << SHIFT | number.mantissa
    return -word if number.negative else word


def to_number(word: int) -> Number:
    """The Number of a word that is no overflow."""
    if not word:
        return ZERO
    size = abs(word)
    return Number(word < 0, (size >> SHIFT) - BIAS, size & MASK)


GREATEST: Final = to_word(GREATEST_NUMBER)
UNIT: Final = to_word(Number.of(1))

WIDTH: Final = 9
OP, ARGUMENT, NEXT, LINES, COST, SKIP_TO, SKIP_COST, RETURN_COST, LIFTS = range(WIDTH)
KEEPS_LIFT: Final = 2

# Columns of a lane.
X, Y, Z, T, LAST_X, SEED, LIFT, LINE, FLAGS, ANGLE, RUNNING, MESSAGE, FORMAT, WORD_TIMES = range(14)
WHY, DONE, PAUSES, PAUSED_X, PAUSED_FORMAT, BEGUN, DEPTH, END, MOST, RETURNS = range(14, 24)
SQUARE: Final = 8
"""The width of a row is a multiple of this number of words."""
INDEX: Final = 30
REGISTER_0: Final = 31
_NAMED: Final = ("last_x", "i", "seed", "format", "angle", "flags")
COLUMNS: Final = dict(zip(_NAMED, (LAST_X, INDEX, SEED, FORMAT, ANGLE, FLAGS), strict=True))
"""Where the parts of the calculator stand, without the stack."""

CELL_OF_I: Final = INDEX - REGISTER_0
"""The number of I among the registers, where an argument names one."""

BY_I: Final = -2
"""The argument of (i)."""
NOWHERE, BY_MACHINE = -1, -2
"""The place to go on at of a jump to a label that is not there, and of one that the readable machine does."""

# Opcodes. From FIRST_FORM on they mean the rules of the book (see `lines.STEPS`).
HELP, GO_TO, GO_TO_I, RETURN, IMPLIED_RETURN, STOP, SET_REGISTERS, FIRST_FORM = range(8)

ERROR_0: Final = 1
"""The message of Error 0 in a lane. 0 is none."""

# A line goes on, or ends in the message of an Error, or in the complement of the reason why the run ends
# (`~STOPPED`, less than 0). Reasons are places in engines.REASONS, and three more. INTERPRET is that of a
# lane between the machine code of its program and the interpreter.
STOPPED, FAILED, AT_LIMIT, PAUSED, NEEDS_HELP, NEEDS_RESULT, INTERPRET = range(7)

FLAG_9: Final = 1 << 9
TOO_DEEP: Final = 5
ERRORS: Final = 12


class Decoded(NamedTuple):
    """A decoded program.

    `lines` is flat, WIDTH numbers a line. The argument of GTO and GSB is the line to which a call returns, or
    NOWHERE. GTO I and GSB I have a number in place of NEXT. Under it `jumps` holds the place to go on at, and
    the word times of finding it, by whether I is a negative number, and by its size.
    `failures[n, number]` is the word times of line n when it ends in that error.
    """

    model: Model
    lines: Numbers
    jumps: Numbers
    failures: Numbers

    @property
    def last(self) -> int:
        """The number of the last line."""
        return len(self.failures) - 1

    def rows(self) -> list[list[int]]:
        """The numbers of each line, one for each column."""
        found: list[list[int]] = self.lines.reshape(-1, WIDTH).tolist()
        return found
