"""What is known behind a line that terms do not follow: matrices, SOLVE and the integral (BEHAVIOUR 7, 8)."""

from __future__ import annotations

from typing import Final

from hp15c.core.code import Line
from hp15c.state.state import Descriptor
from hp15c.table.instructions import Role
from hp15c.terms import TermState, constant, input_of, laws
from hp15c.terms.term import MATRIX, NUMBER, TRUE

_LEAVES_STACK: Final = frozenset(("RESULT", "STO RESULT", "DIM", "STO g", "STO", "STO MATRIX"))
_KEPT_FUNCTIONS: Final = ("0", "1")
_PUSHED: Final = {"RCL MATRIX": 1, "RCL RESULT": 1, "RCL DIM": 2, "RCL g": 0, "RCL": 1}
"""How many levels these push. RCL g takes the indexes from Y and X and leaves the element."""


def after_handing_over(line: Line, state: TermState, changed: frozenset[int] | None) -> TermState:
    """The state behind such a line, with a name for each value that it makes.

    `changed` are the registers that the function of SOLVE or an integral may change, None where any may be.
    """
    step, place = line.step, f"{line.number:03d}"
    state = state._replace(lift=TRUE, entry=None)
    if line.role is Role.EVALUATES:
        return _registers(_fresh(state, place, ("x", "y", "z", "t", "last_x")), place, changed)
    if step.name in _LEAVES_STACK:
        indexes = frozenset((0, 1)) if step.user else frozenset[int]()
        return _registers(state, place, None if step.name == "DIM" else indexes)
    if step.name == "MATRIX":
        if step.operand in _KEPT_FUNCTIONS:
            return _registers(state, place, frozenset((0, 1)) if step.operand == "1" else frozenset())
        return _fresh(state, place, ("x", "y", "z", "t", "last_x"))
    if step.name in _PUSHED:
        for number in range(_PUSHED[step.name]):
            value = input_of(f"x{number}@{place}", NUMBER | MATRIX)
            if step.name == "RCL MATRIX":
                value = constant(Descriptor(step.operand))
            state = state._replace(x=value, y=state.x, z=state.y, t=state.z)
        if not _PUSHED[step.name]:
            state = _fresh(state, place, ("x", "last_x"))._replace(y=state.z, z=state.t)
        return _registers(state, place, frozenset((0, 1)) if step.user else frozenset())
    return _fresh(state, place, ("x", "y", "z", "t", "last_x"))


def _fresh(state: TermState, place: str, names: tuple[str, ...]) -> TermState:
    made = {name: input_of(f"{name}@{place}", NUMBER | MATRIX) for name in names}
    return TermState(**(state._asdict() | made))


def _registers(state: TermState, place: str, changed: frozenset[int] | None) -> TermState:
    if changed is None:
        return state._replace(memory=input_of(f"memory@{place}", state.memory.kind))
    memory = state.memory
    for number in sorted(changed):
        memory = laws.stored(memory, constant(number), input_of(f"r{number}@{place}", memory.kind))
    return state._replace(memory=memory)
