"""The pool of registers that data, program, matrices and complex mode share (BEHAVIOUR 3.4, 4.9, 9.4)."""

from __future__ import annotations

from typing import Final

from hp15c.errors import CalculatorError
from hp15c.numbers.number import ZERO
from hp15c.state.state import State
from hp15c.table.machines import BYTES
from hp15c.table.models import LIMITS, Model

IMAGINARY_STACK: Final = 5
SOLVE: Final = 5
INTEGRAL: Final = 23


def free_registers(state: State) -> int:
    """The registers of the HP-15C's pool that nothing has taken."""
    taken = state.highest_register + state.program.memory_registers
    taken += sum(matrix.rows * matrix.columns for matrix in state.matrices.values())
    if state.complex:
        taken += IMAGINARY_STACK
    return state.machine.pool - taken - of_runs(state)


def of_runs(state: State) -> int:
    """The registers that a SOLVE and an integral in progress take. Nested ones share them."""
    if state.integral is not None:
        return INTEGRAL
    return SOLVE if state.solve is not None else 0


def give_back(state: State) -> None:
    """Forget the registers of a SOLVE or integral that is over, as is done when the free room is counted."""
    if not of_runs(state):
        state.run_registers = 0


def require(state: State, registers: int) -> None:
    """Raise Error 10 unless that many registers are free."""
    give_back(state)
    if registers > free_registers(state):
        raise CalculatorError(10)


def free_bytes(state: State) -> int:
    """Bytes free in the last register of the HP-15C's program."""
    return -state.program.bytes % BYTES


def room_for(state: State, size: int) -> bool:
    """Whether a program line of `size` bytes (HP-11C: one line) finds room."""
    if len(state.program) >= state.machine.most_lines:
        return False
    if state.model is Model.HP11C:
        return True
    needed = -(-(state.program.bytes + size) // BYTES) - state.program.memory_registers
    return needed <= free_registers(state)


def fit_registers(state: State) -> None:
    """Fit the registers of an HP-11C to its program: lines take the highest ones, or give them back as 0."""
    if state.model is Model.HP11C:
        resize(state, max(0, state.machine.pool - state.program.memory_registers))


def resize(state: State, count: int) -> None:
    """Set the number of data registers. Contents stay, new registers are 0."""
    del state.registers[count:]
    state.registers.extend([ZERO] * (count - len(state.registers)))


def free_lines(state: State) -> int:
    """Lines that an HP-11C still takes before the next register becomes program memory (MEM shows it)."""
    limits = LIMITS[state.model]
    return limits.free_lines + BYTES * state.program.memory_registers - len(state.program)
