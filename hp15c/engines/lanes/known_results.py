"""The table of results: function values that the readable machine has computed, for lanes to look up.

A key is a function (and the modes in force) and its one or two arguments. A result is a word, a status and
the word times of computing it. The table is open addressed, and emptied when it is half full.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import numpy as np

from hp15c.core import machine
from hp15c.engines.lanes import layout as o
from hp15c.engines.reference import ANGLES, format_of
from hp15c.errors import CalculatorError
from hp15c.numbers.effort import Meter
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import Model

PLACES: Final = 1 << 14
COLUMNS: Final = 8
KEPT: Final = 1 << 16
"""The number of results that are kept for other batches too."""

# The first columns of the table. An empty place has key 0.
KEY, LEFT, RIGHT, RESULT, STATUS, COST = range(6)

# A status is one of these, or the message of an Error.
FINE: Final = 0
OVERFLOWED: Final = -1

_SCRATCH: Final = {model: State.fresh(model) for model in Model}
"""Calculators to compute with."""

MIX: Final = 0x9E3779B97F4A7C1
FOLD: Final = 29
_POSITIVE: Final = (1 << 63) - 1


def empty() -> o.Numbers:
    """A table without results."""
    return np.zeros((PLACES, COLUMNS), dtype=np.int64)


def key_of(function: int, angle: int, display_format: int) -> int:
    """The key of a function. Sines depend on the angle mode, RND on the display format."""
    return (function + 1) << 16 | angle << 8 | display_format


def place_of(table: Any, key: int, left: int, right: int) -> int:
    """The place of a result in the table, or the empty place where it belongs."""
    mixed = (key ^ left) * MIX & _POSITIVE
    mixed = ((mixed >> FOLD) ^ right ^ mixed) * MIX & _POSITIVE
    place = (mixed >> FOLD) & (PLACES - 1)
    while table[place, KEY] != 0 and (
        table[place, KEY] != key or table[place, LEFT] != left or table[place, RIGHT] != right
    ):
        place = (place + 1) & (PLACES - 1)
    return place


def learn(table: o.Numbers, model: Model, step: Step, function: int, keys: set[tuple[int, ...]]) -> None:
    """Fill in a function's results, for keys of angle mode, display format, Y and X.

    For a function of one number Y is 0.
    """
    room = PLACES // 2 - int(np.count_nonzero(table[:, KEY]))
    for angle, display_format, left, right in keys:
        if room < 0:
            table[:] = 0
            room = PLACES // 2
        room -= 1
        key = key_of(function, angle, display_format)
        result = _result(model, step, angle, display_format, left, right)
        table[place_of(table, key, left, right), : COST + 1] = (key, left, right, *result)


@lru_cache(maxsize=KEPT)
def _result(
    model: Model, step: Step, angle: int, display_format: int, left: int, right: int
) -> tuple[int, int, int]:
    """Result, status and word times, computed by the readable machine."""
    line, state = machine.prepare(step, model), _SCRATCH[model]
    state.angle, state.format = ANGLES[angle], format_of(display_format)
    state.stack[:2] = o.to_number(right), o.to_number(left)
    state.overflowed = False
    status, result, meter = FINE, 0, Meter()
    operands = line.operands(state, step) if line.operands is not None else 0
    try:
        line.do(state, meter)
    except CalculatorError as error:
        status, operands = o.ERROR_0 + error.number, 0
    else:
        status = OVERFLOWED if state.overflowed else FINE
        result = o.to_word(state.real())
    return result, status, meter.spent + operands
