"""The effects of the instructions, family by family: small functions that change a State.

An effect takes the state and the step. When it is called the current line is already the one after the step
(pressed as a key: still the current line). A number that was being typed is finished by then, unless the step
goes on typing it. The machine sets stack lift afterwards. An effect raises CalculatorError before it changes
anything.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from hp15c.state.state import State
from hp15c.table.instructions import ROWS, Step


class Signal(Enum):
    """What the machine has to do after an effect, besides going on."""

    SKIP = "skip"  # a false test: the next line is left out
    STOP = "stop"
    PAUSE = "pause"
    KEEP_LIFT = "keep lift"  # stack lift stays as it is, whatever the table says


Effect = Callable[[State, Step], Signal | None]

EFFECTS: Final[dict[str, Effect]] = {}


def effect(*names: str) -> Callable[[Effect], Effect]:
    """Register the effect of the rows with these names. Each row has exactly one."""

    def register(function: Effect) -> Effect:
        for name in names:
            if name not in ROWS:
                raise LookupError(f"no row of the table is called {name!r}")
            if name in EFFECTS:
                raise LookupError(f"{name!r} has two effects")
            EFFECTS[name] = function
        return function

    return register
