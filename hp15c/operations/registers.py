"""STO, RCL, their arithmetic, x↔, DSE, ISG and CLEAR REG (BEHAVIOUR 4.6, 5, 7.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.numbers import working
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import Working, pack, widen
from hp15c.operations import Effect, Signal, effect
from hp15c.state import cells
from hp15c.state.state import State, X
from hp15c.table.instructions import Step
from hp15c.table.models import Model

_MOST_DECIMALS: Final = 9

_ARITHMETIC: Final[dict[str, Callable[[Working, Working], Working]]] = {
    "+": working.add,
    "−": working.sub,
    "×": working.mul,
    "÷": working.div,
}


@effect("STO")
def store(state: State, step: Step) -> Signal | None:
    """Store X in a register or element."""
    cells.write(state, step.operand, state.stack[X])
    return _advance(state, step) if step.user else None


@effect("RCL")
def recall(state: State, step: Step) -> Signal | None:
    """Recall a register or element into X."""
    state.push(cells.read(state, step.operand))
    return _advance(state, step) if step.user else None


def _advance(state: State, step: Step) -> Signal | None:
    """The USER-mode forms go on to the next element.

    When the indices begin again a program skips a line. The keyboard does not (BEHAVIOUR 7.3).
    """
    name = cells.matrix_name(state, step.operand)
    wrapped = name is not None and cells.advance_indices(state, name)
    return Signal.SKIP if wrapped and state.running else None


def _store_arithmetic(operation: Callable[[Working, Working], Working]) -> Effect:
    def apply(state: State, step: Step) -> None:
        register, x = cells.read_number(state, step.operand), state.real()
        number, overflowed = pack(operation(widen(register), widen(x)))
        if overflowed:
            if state.model is Model.HP11C:
                raise CalculatorError(1)
            state.overflow()
        cells.write(state, step.operand, number)

    return apply


def _recall_arithmetic(operation: Callable[[Working, Working], Working]) -> Effect:
    def apply(state: State, step: Step) -> None:
        register, x = widen(cells.read_number(state, step.operand)), state.wide()
        # A product goes through the digits of X.
        left, right = (register, x) if operation is working.mul else (x, register)
        state.stack[X] = state.deliver(operation(left, right))

    return apply


for _sign, _operation in _ARITHMETIC.items():
    effect(f"STO {_sign}")(_store_arithmetic(_operation))
    effect(f"RCL {_sign}")(_recall_arithmetic(_operation))


@effect("x↔")
def exchange(state: State, step: Step) -> None:
    """Exchange the real parts of X and a register or element."""
    value = cells.read(state, step.operand)
    cells.write(state, step.operand, state.stack[X])
    state.stack[X] = value


@effect("CLEAR REG")
def clear_registers(state: State, step: Step) -> None:
    """Set all data registers and I to 0."""
    state.registers[:] = [ZERO] * len(state.registers)
    state.i = ZERO


@effect("DSE", "ISG")
def count(state: State, step: Step) -> Signal | None:
    """Step the counter in a register. Skip at the end of the loop."""
    counter, skips = counted(cells.read_number(state, step.operand), downwards=step.name == "DSE")
    cells.write(state, step.operand, counter)
    return Signal.SKIP if skips else None


def counted(counter: Number, *, downwards: bool) -> tuple[Number, bool]:
    """The loop counter c.xxxyy one step on, and whether the loop ends (BEHAVIOUR 4.6).

    The fraction keeps its first nine digits, also when the sign changes. The goal xxx is never negative.
    """
    decimals = min(max(9 - counter.exponent, 0), _MOST_DECIMALS)
    scale = 10**decimals
    shift = counter.exponent - 9 + decimals
    digits = counter.mantissa * 10**shift if shift >= 0 else counter.mantissa // 10**-shift
    whole, fraction = divmod(digits, scale)
    goal, step = divmod(fraction * 100_000 // scale, 100)
    step = step or 1
    reached = (-whole if counter.negative else whole) + (-step if downwards else step)
    value = _rounded(reached < 0, abs(reached) * scale + fraction, decimals)
    return value, reached <= goal if downwards else reached > goal


def _rounded(negative: bool, digits: int, decimals: int) -> Number:
    """digits / 10**decimals rounded half up to ten digits."""
    if digits == 0:
        return ZERO
    excess = len(str(digits)) - 10
    if excess > 0:
        digits = (digits + 5 * 10 ** (excess - 1)) // 10**excess
        if digits == 10**10:
            digits, excess = 10**9, excess + 1
    else:
        digits *= 10**-excess
    return Number(negative, 9 + excess - decimals, digits)
