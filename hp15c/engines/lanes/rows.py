"""What the kernel of lanes reads of a lane and of the code, compiled by numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.arithmetic import compiled, magnitude
from hp15c.operations.cells import I_BY_NUMBER

MISSING: Final = 0
"""The column of a register that does not exist."""


@compiled
def field(lines: Any, pc: int, column: int) -> int:
    """One number of a line. An unsigned index spares the check for one that counts from the end."""
    return int(lines[np.uint64(pc + column)])


@compiled
def at(row: Any, column: int) -> int:
    """One column of a lane."""
    return int(row[np.uint64(column)])


@compiled
def indirect(row: Any, is_11c: bool) -> int:
    """The column that (i) means, MISSING when there is none."""
    number = magnitude(int(row[o.INDEX]))
    if is_11c and number == I_BY_NUMBER:
        return o.INDEX
    column = o.REGISTER_0 + number
    return column if column < row[o.END] else MISSING
