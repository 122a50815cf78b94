"""Secrets that a calculator draws itself. They are read from registers that the caller names."""

from __future__ import annotations

from hp15c import Calculator
from hp15c.core.playing import state_with
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.machines import Machine
from hp15c.table.step import register_name
from programs.codemaker import Seat


def drawing_keys(seat: Seat, digits: int, seed: int) -> str:
    """The keys that draw the secret of this seed on a calculator after a memory reset."""
    return f".{seed:010d} STO RAN# CLx {seat.draw.text(digits)}"


def draw_state(program: Program, seat: Seat, digits: int, seed: int, make: Machine | None = None) -> State:
    """The calculator after these keys. InputError where they do not end in a stop."""
    calculator = Calculator(state=state_with(program, make))
    calculator.press(drawing_keys(seat, digits, seed))
    ends = "a run without end" if calculator.state.running else calculator.error
    if ends is not None:
        raise InputError(
            f"the keys {seat.draw.text(digits)!r} do not end in a stop but in {ends}:"
            " do these keys draw its secret? --draw says how it is drawn"
        )
    return calculator.state


def secret_in(state: State, registers: tuple[int, ...], digits: int) -> str:
    """The secret that registers hold: a digit in each, or all in one. InputError where they hold none.

    When there are more registers than digits, the first ones count.
    """
    if len(registers) == 1:
        secret = _whole(state, registers[0], digits)
    elif len(registers) < digits:
        raise InputError(f"{len(registers)} registers hold no secret of {digits} digits, one in each")
    else:
        secret = "".join(_whole(state, register, 1) for register in registers[:digits])
    if not secret.strip("0"):
        raise InputError(
            f"there are zeros only in {_names(registers)} after a secret is drawn: is it kept there?"
        )
    return secret


def _names(registers: tuple[int, ...]) -> str:
    return ", ".join(f"R{register_name(register)}" for register in registers)


def _whole(state: State, register: int, digits: int) -> str:
    """The whole number of `digits` digits in a register."""
    if register >= len(state.registers):
        raise InputError(f"there is no register {register}; the highest is {state.highest_register}")
    value = state.registers[register]
    if isinstance(value, Number) and not value.negative and value == int(value) and value < 10**digits:
        return str(int(value)).zfill(digits)
    what = "a digit" if digits == 1 else f"a whole number of {digits} digits"
    name = f"R{register_name(register)}"
    raise InputError(f"{name} holds {value} after a secret is drawn, not {what}: is it kept there?")
