"""Program lines on a calculator with symbolic numbers.

The machine itself executes a line that only moves numbers, and every line whose operands are known. The
others are in this module, as far as `digits` allows. A line that remains is refused by its number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from hp15c.core import machine
from hp15c.core.code import lower
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.operations.readable import Signal, execute
from hp15c.rules.book import Rule
from hp15c.state import cells
from hp15c.state.state import State, X, Y
from hp15c.table.instructions import Role, Step
from hp15c.table.models import Model
from programs.proof import digits
from programs.proof.digits import NotSymbolic, Same, Symbol, SymbolicValue
from programs.proof.named import GroupUnknown, NamedRegisters, address, settled

MOVES: Final = {"STO", "RCL", "x↔", "ENTER", "x↔y", "R↓", "R↑", "LSTx", "CLx", "CLEAR REG", "FIX"} | {
    "SF",
    "CF",
    "F?",
    "CLEAR Σ",
}
MOVING_ROLES: Final = (Role.TYPES, Role.LABEL, Role.JUMPS, Role.CALLS, Role.RETURNS, Role.STOPS, Role.PAUSES)
OF_X: Final = ("INT", "FRAC", "LOG", "ABS", "CHS", "10ˣ", "x²", "√x", "1/x", "RAN#", "DIM")
"""Instructions that read X alone."""
ONE: Final[dict[str, Callable[[SymbolicValue], SymbolicValue]]] = {
    "INT": digits.integer_part,
    "FRAC": digits.fraction_part,
    "LOG": digits.logarithm,
    "ABS": lambda value: digits.moved(value, 0),
}
ABOVE_ZERO: Final = {"x=0": False, "x≠0": True, "x>0": True, "x<0": False, "x≥0": True, "x≤0": False}
EQUALITIES: Final = ("x=y", "x≠y")
SYMBOLIC: Final = (
    digits.SymbolicNumber,
    digits.Logarithm,
    digits.TurnPower,
    digits.HeldValue,
    digits.Unknown,
)
ADDRESSED: Final = ("STO", "RCL", "x↔", "DSE", "ISG")
"""Instructions whose register a digit may name, and STO and RCL arithmetic."""
STAND_IN: Final = 1
"""The register that stands for the one that a digit names while a line is executed."""


OWN_VALUE: Final = digits.HeldValue(STAND_IN)


class Fork(Exception):
    """Raised when two symbols are compared and it is not known whether they are equal."""

    def __init__(self, one: Symbol, other: Symbol) -> None:
        super().__init__(f"{one} = {other}?")
        self.pair = (one, other)


@dataclass(frozen=True, slots=True)
class KnownPairs:
    """The known facts about symbols: pairs that are equal, and pairs that are not."""

    equal: frozenset[tuple[Symbol, Symbol]] = frozenset()
    unequal: frozenset[tuple[Symbol, Symbol]] = frozenset()

    def same(self, one: Symbol, other: Symbol) -> bool:
        """Whether two symbols are known to be equal."""
        return one == other or (one, other) in self.equal or (other, one) in self.equal

    def differ(self, one: Symbol, other: Symbol) -> bool:
        """Whether two symbols are known to be unequal."""
        return (one, other) in self.unequal or (other, one) in self.unequal


def symbolic(value: object) -> bool:
    """Whether a value has a symbol in it."""
    return value.__class__ in SYMBOLIC


@dataclass(slots=True)
class DigitRegisters:
    """The known facts about registers that digits name, while lines change them."""

    named: NamedRegisters


class Ready(NamedTuple):
    """A line made ready: its rule, and the numbers that it reads.

    `moves` marks lines that only move numbers, `addresses` those that need I known. `of_x`, `of_y` and
    `of_cell` say which numbers the others compute with.
    """

    rule: Rule
    step: Step
    lift: bool | None
    types: bool
    after: int
    moves: bool
    addresses: bool
    of_x: bool
    of_y: bool
    of_cell: bool


@lru_cache(maxsize=16)
def ready(program: Program) -> tuple[Ready, ...]:
    """The lines of a program made ready, from line 0 on."""
    return tuple(_ready(line.step, line.after, program.model) for line in lower(program))


def _ready(step: Step, after: int, model: Model) -> Ready:
    prepared, name = machine.prepared(step, model), step.name
    counts = step.role is Role.COUNTS
    of_cell = counts or name.startswith(("STO ", "RCL "))
    return Ready(
        prepared.rule,
        step,
        prepared.lift,
        prepared.types,
        after,
        name in MOVES or step.role in MOVING_ROLES,
        step.operand == "(i)" or (step.operand == "I" and step.searches),
        not counts,
        not (of_cell or name in OF_X or name in ABOVE_ZERO),
        of_cell,
    )


def do(state: State, known: KnownPairs, names: DigitRegisters) -> Signal | None:
    """Execute the current line. Fork and GroupUnknown are raised before anything has changed.

    NotSymbolic for a result that cannot be known. An Error becomes the state's message, and ends the run.
    """
    number = state.line
    line = ready(state.program)[number]
    if state.entry is not None and not line.types:
        state.end_entry()
    state.line = line.after
    try:
        outcome = _effect(state, line, known, names)
    except (Fork, GroupUnknown):
        state.line = number
        raise
    except CalculatorError as error:
        state.line, state.message, state.running = number, str(error), False
        return Signal.STOP
    except NotSymbolic as why:
        raise NotSymbolic(f"line {number:03d} {line.step}: {why}") from None
    if state.overflowed:
        raise NotSymbolic(f"line {number:03d} {line.step}: an overflow")
    if line.lift is not None and outcome is not Signal.KEEP_LIFT:
        state.lift = line.lift
    if outcome is Signal.SKIP:
        state.line = (state.line + 1) % (len(state.program) + 1)
    elif outcome is Signal.STOP:
        state.running = False
    return outcome


def _effect(state: State, line: Ready, known: KnownPairs, names: DigitRegisters) -> Signal | None:
    if line.addresses and symbolic(state.i):
        return _at_symbol(state, line, known, names)
    if line.moves:
        return execute(line.rule, state, line.step)
    stack = cast("list[Any]", state.stack)
    register: Any = cells.read(state, line.step.operand) if line.of_cell else None
    if not ((line.of_x and symbolic(stack[X])) or (line.of_y and symbolic(stack[Y])) or symbolic(register)):
        return execute(line.rule, state, line.step)
    return _on_symbols(state, line.step, register, known)


def _at_symbol(state: State, line: Ready, known: KnownPairs, names: DigitRegisters) -> Signal | None:
    """A line with (i) where I holds a symbol, executed on the register that this names."""
    if line.step.name.split()[0] not in ADDRESSED:
        raise NotSymbolic("a symbol is an address or a place to go to")
    index, register = cast("Any", state.i), address(state.i)
    if isinstance(register, int):
        state.i = Number.of(register)
        outcome = _effect(state, line, known, names)
        state.i = index
        return outcome
    names.named = settled(state, names.named)
    group = names.named.find(register)
    if group is None:
        raise GroupUnknown(register)
    registers = cast("list[Any]", state.registers)
    state.i, registers[STAND_IN] = Number.of(STAND_IN), names.named.groups[group].holds
    outcome = _effect(state, line, known, names)
    value, state.i = registers[STAND_IN], index
    if not isinstance(value, Number):
        raise NotSymbolic("a symbol is stored in the register that a digit names")
    registers[STAND_IN] = OWN_VALUE
    names.named = names.named.holding(group, value)
    return outcome


def _on_symbols(state: State, step: Step, register: Any, known: KnownPairs) -> Signal | None:
    """A line that computes with a symbolic number in X, Y or its register."""
    name, stack = step.name, cast("list[Any]", state.stack)
    if name in ABOVE_ZERO:
        x = stack[X]
        if not (isinstance(x, digits.SymbolicNumber) or (isinstance(x, digits.TurnPower) and x.least)):
            raise NotSymbolic("a number that is not known is compared with 0")
        return None if ABOVE_ZERO[name] else Signal.SKIP
    if name in EQUALITIES:
        return _equality(name, stack[X], stack[Y], known)
    if name in ("x≤y", "x>y"):
        holds = digits.above(stack[X], stack[Y]) == (name == "x>y")
        return None if holds else Signal.SKIP
    if name == "ISG":
        cells.write(state, step.operand, cast("Number", digits.counted_up(register)))
        return Signal.SKIP
    if name.startswith(("STO ", "RCL ")):
        _with_register(state, name, step.operand, register, known.same)
        return None
    if name in ONE:
        made = ONE[name](stack[X])
        state.save_last_x()
        stack[X] = made
    elif name in ("+", "−", "×", "÷"):
        made = _two(name, stack[Y], stack[X], known.same)
        state.save_last_x()
        state.drop(cast("Number", made))
    elif name == "%":
        made = digits.moved(digits.product(stack[Y], stack[X]), -2)
        state.save_last_x()
        stack[X] = made
    else:
        raise NotSymbolic("a line that needs to know what a symbol stands for")
    return None


def _equality(name: str, x: SymbolicValue, y: SymbolicValue, known: KnownPairs) -> Signal | None:
    unequal = digits.unequal_place(x, y, known.same)
    if isinstance(unequal, tuple):
        if not known.differ(*unequal):
            raise Fork(*unequal)
        unequal = False
    return None if unequal == (name == "x=y") else Signal.SKIP


def _with_register(state: State, name: str, operand: str, register: SymbolicValue, same: Same) -> None:
    """STO and RCL arithmetic."""
    x = cast("SymbolicValue", state.stack[X])
    if name.startswith("STO"):
        cells.write(state, operand, cast("Number", _two(name[-1], register, x, same)))
    else:
        state.stack[X] = cast("Number", _two(name[-1], x, register, same))


def _two(sign: str, left: SymbolicValue, right: SymbolicValue, same: Same) -> SymbolicValue:
    if sign == "+":
        return digits.total(left, right)
    if sign == "−":
        return digits.difference(left, right, same)
    return digits.product(left, right) if sign == "×" else digits.quotient(left, right)
