"""Program lines on a calculator with symbolic numbers.

The rules of the book are run on a machine that computes with symbols as far as `digits` allows. A line that
remains is refused by its number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from hp15c.core.machine import Prepared, prepared_lines
from hp15c.errors import CalculatorError
from hp15c.numbers.number import ZERO, Number
from hp15c.operations.readable import Signal, StateMachine
from hp15c.rules.book import RULES
from hp15c.rules.number_functions import next_count
from hp15c.state.state import State
from hp15c.table.instructions import Step
from programs.proof import digits
from programs.proof.digits import NotSymbolic, Symbol, SymbolicValue
from programs.proof.named_registers import GroupUnknown, NamedRegisters, address, settle

ONE: Final[dict[str, Callable[[SymbolicValue], SymbolicValue]]] = {
    "INT": digits.integer_part,
    "FRAC": digits.fraction_part,
    "LOG": digits.logarithm,
    "ABS": lambda value: digits.shift(value, 0),
}
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
UNKNOWABLE: Final = "a line that needs to know what a symbol stands for"


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


class SymbolicMachine(StateMachine):
    """The book's rules on a State with symbols among its numbers. What is known about them decides.

    NotSymbolic for a result that cannot be known.
    """

    __slots__ = ("facts",)

    def __init__(self, state: State, step: Step, facts: KnownPairs) -> None:
        super().__init__(state, step)
        self.facts = facts

    def compute(self, name: str, *operands: Any) -> tuple[Any, bool]:
        if not any(map(symbolic, operands)):
            return super().compute(name, *operands)
        if name in ONE:
            return ONE[name](*operands), False
        same = self.facts.same
        match name, operands:
            case "+", (left, right):
                return digits.total(left, right), False
            case "−", (left, right):
                return digits.difference(left, right, same), False
            case "×", (left, right):
                return digits.product(left, right), False
            case "÷", (left, right):
                return digits.quotient(left, right), False
            case "%", (left, right):
                return digits.shift(digits.product(left, right), -2), False
        raise NotSymbolic(UNKNOWABLE)

    def results(self, name: str, *operands: Any) -> tuple[tuple[Any, ...], bool]:
        _refuse(*operands)
        return super().results(name, *operands)

    def whole(self, name: str, *operands: Any) -> Any:
        _refuse(*operands)
        return super().whole(name, *operands)

    def count(self, counter: Any, *, downwards: bool) -> tuple[Any, bool]:
        if not symbolic(counter):
            return next_count(counter, downwards=downwards)
        if downwards:
            raise NotSymbolic(UNKNOWABLE)
        return digits.counted_up(counter), True

    def negate(self, value: Any) -> Any:
        _refuse(value)
        return super().negate(value)

    def equal(self, a: Any, b: Any) -> bool:
        """Whether two values are equal. Fork names the two symbols that decide it where that is not known."""
        if not (symbolic(a) or symbolic(b)):
            return bool(a == b)
        if b == ZERO:
            return not _above_zero(a)
        equal = digits.unequal_place(a, b, self.facts.same)
        if isinstance(equal, tuple):
            if not self.facts.differ(*equal):
                raise Fork(*equal)
            return False
        return equal

    def below(self, a: Any, b: Any) -> bool:
        if not (symbolic(a) or symbolic(b)):
            return bool(a < b)
        if a == ZERO:
            return _above_zero(b)
        return not _above_zero(a) if b == ZERO else digits.above(b, a)

    def hand_over(self) -> None:
        _refuse(self.x, *([] if self.step.operand == "(i)" else [self.y]))
        super().hand_over()


def _refuse(*values: Any) -> None:
    if any(map(symbolic, values)):
        raise NotSymbolic(UNKNOWABLE)


def _above_zero(value: Any) -> bool:
    """Whether a number with symbols is above 0. NotSymbolic when that is not known."""
    if isinstance(value, digits.SymbolicNumber) or (isinstance(value, digits.TurnPower) and value.least):
        return True
    raise NotSymbolic("a number that is not known is compared with 0")


def do(
    state: State,
    known: KnownPairs,
    names: DigitRegisters,
    on: Callable[[State, Step, KnownPairs], StateMachine] = SymbolicMachine,
) -> Signal | None:
    """Execute the current line, on a machine of this kind. Returns a signal where the line gives one.

    Fork and GroupUnknown are raised before anything has changed.
    NotSymbolic for a result that cannot be known. An Error becomes the state's message, and ends the run.
    """
    number = state.line
    line = prepared_lines(state.program)[number]
    if state.entry is not None and not line.types:
        state.end_entry()
    state.line = line.after
    try:
        outcome = _effect(on(state, line.step, known), line, names)
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


def _effect(m: StateMachine, line: Prepared, names: DigitRegisters) -> Signal | None:
    m.signal = None
    if line.addresses and symbolic(m.i):
        return _at_symbol(m, line, names)
    RULES[line.step.name](m)
    return m.signal


def _at_symbol(m: StateMachine, line: Prepared, names: DigitRegisters) -> Signal | None:
    """A line with (i) where I holds a symbol, executed on the register that this names."""
    if line.step.name.split()[0] not in ADDRESSED:
        raise NotSymbolic("a symbol is an address or a place to go to")
    index, register = m.i, address(m.i)
    if isinstance(register, int):
        m.i = Number.of(register)
        outcome = _effect(m, line, names)
        m.i = index
        return outcome
    names.named = settle(m.state, names.named)
    group = names.named.find(register)
    if group is None:
        raise GroupUnknown(register)
    m.i = Number.of(STAND_IN)
    m.store(STAND_IN, names.named.groups[group].holds)
    outcome = _effect(m, line, names)
    value, m.i = m.register(STAND_IN), index
    if not isinstance(value, Number):
        raise NotSymbolic("a symbol is stored in the register that a digit names")
    m.store(STAND_IN, cast("Any", OWN_VALUE))
    names.named = names.named.holding(group, value)
    return outcome
