"""Copies of a calculator on symbols. A way makes one at each decision, so that they have to be quick."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from hp15c.state.state import State

LISTS: Final = ("stack", "registers", "imaginary", "returns", "flags")
SHARED: Final = tuple(field.name for field in fields(State) if field.name not in LISTS)
"""What is the same object in both. No line of a proof changes a matrix in place."""


def copy(state: State) -> State:
    """An independent copy, whose matrices are shared."""
    made = State.__new__(State)
    for name in SHARED:
        setattr(made, name, getattr(state, name))
    made.stack, made.registers = state.stack[:], state.registers[:]
    made.imaginary, made.returns, made.flags = state.imaginary[:], state.returns[:], state.flags.copy()
    return made
