"""The book of rules read on terms of the peephole: the state after a straight sequence, whatever the state
before.

An operation is a line without place: ('STO +', '3'), ('x↔y', ''), or a whole number that lines type,
('number', '12.5'). A number whose text is no number stands for any. Real mode is assumed: no complex numbers,
no descriptors of matrices, and every register that is named exists. Where a rule may end in an Error, that is
noted, and the operation goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple, NoReturn

from generator.peephole.terms import NEVER_OVERFLOWS, Terms
from hp15c.numbers.number import Number
from hp15c.rules import functions, registers
from hp15c.rules.book import RULES, Rule
from hp15c.rules.levels import deliver, push, replace_x
from hp15c.table.instructions import TABLE, Instruction, Lift, OperandKind, Role, Step, step
from hp15c.table.models import Model

Op = tuple[str, str]
Trap = tuple[str, int, tuple[object, ...]]

ON, OFF = 1, 0


def _of(*rules: Rule) -> frozenset[str]:
    """The rows with one of these rules."""
    return frozenset(name for name, rule in RULES.items() if rule in rules)


OF_ONE = _of(functions.of_x, functions.of_angle, functions.reciprocal, functions.round_to_format)
ON_REGISTERS = _of(
    registers.store,
    registers.recall,
    registers.exchange,
    registers.store_arithmetic,
    registers.recall_arithmetic,
)
INDIRECT = "(i)"
# Two symbols for functions of one number that neither fail nor overflow, as the enumeration uses them.
ANY_FUNCTION = ("f", "g")
_CERTAIN = (*NEVER_OVERFLOWS, *ANY_FUNCTION, "RAN#")
"""Functions that neither fail nor overflow."""
_NO_RESULTS = ("", "atom", "number")
_MODES = ("angle", "format")


class Undetermined(Exception):
    """Raised when a value would depend on whether another is 0: CHS of 0 leaves stack lift as it was."""


class TermState(NamedTuple):
    """Levels, LAST X, stack lift, the registers in the order of their names, and the errors and overflows so
    far.

    `lift` is 1 (enabled), 0 (disabled), or −n: enabled unless the term n is 0. `memory` is the version of the
    registers as (i) sees them, `seed` the term of the random seed. `overflows` are the terms that may have
    set flag 9. `traps` are the places, in order, where the program may have stopped: the reason, the term,
    and the visible state.
    """

    x: int
    y: int
    z: int
    t: int
    last: int
    lift: int
    registers: tuple[int, ...]
    memory: int
    seed: int
    overflows: frozenset[int]
    traps: tuple[Trap, ...]


class TermCalculator:
    """A calculator of terms with these registers.

    With `exact_errors`, everything that can be seen counts where the program may stop with an Error (HP-11C:
    by overflow too), and not only the number of the Error.
    """

    def __init__(
        self,
        registers: Iterable[str] = (),
        model: Model = Model.HP15C,
        exact_errors: bool = True,
        terms: Terms | None = None,
    ) -> None:
        self.names = tuple(registers)
        self.places = {name: place for place, name in enumerate(self.names)}
        self.indirect = INDIRECT in self.names
        self.model = model
        self.stops_on_overflow = model is Model.HP11C
        self.exact_errors = exact_errors
        self.terms = terms or Terms()

    def begin(self, lift: int = ON) -> TermState:
        """A state with unknown numbers everywhere."""
        atom = self.terms.atom
        cells = tuple(atom(f"R{name}" if name != "I" else name) for name in self.names)
        return TermState(
            atom("X"),
            atom("Y"),
            atom("Z"),
            atom("T"),
            atom("LAST X"),
            lift,
            cells,
            atom("registers"),
            atom("seed"),
            frozenset(),
            (),
        )

    def run(self, ops: Iterable[Op], state: TermState | None = None) -> TermState:
        """The state after these operations. Undetermined where it depends on a number being 0."""
        state = self.begin() if state is None else state
        for op in ops:
            state = self.step(state, op)
        return state

    def step(self, state: TermState, op: Op) -> TermState:
        """The state after one operation. KeyError for one that is not known here."""
        name, operand = op
        if name == "number":
            term = self.terms.atom(operand) if operand.isupper() else self.terms.number(Number.of(operand))
            return _Operation(self, state, _STEP_OF_NUMBER, operand).finish(lambda m: push(m, term))
        if name in ANY_FUNCTION:
            line = _Operation(self, state, _STEP_OF_NUMBER, operand)
            return line.finish(lambda m: replace_x(m, deliver(m, m.compute(name, m.x))))
        return _Operation(self, state, _step(name, operand), operand).finish(RULES[name])

    def trap(self, state: TermState, why: str, term: int) -> TermState:
        """Note that the program may stop here. A stop that has been passed already cannot come again."""
        if any(one[0] == why and one[1] == term for one in state.traps):
            return state
        seen: tuple[object, ...] = ()
        if self.exact_errors:
            seen = (*state[:6], state.registers, state.memory, state.seed, state.overflows)
        return state._replace(traps=(*state.traps, (why, term, seen)))

    def may_overflow(self, state: TermState, value: int) -> bool:
        """Whether a result may overflow, and did not so before."""
        name, term = self.terms.nodes[abs(value)][0], abs(value)
        if name in _NO_RESULTS or name in _CERTAIN or term in state.overflows:
            return False
        return ("overflow", term) not in [one[:2] for one in state.traps]


_STEP_OF_NUMBER = step("π")
"""Like a typed number, it enables stack lift."""


@cache
def _step(name: str, operand: str) -> Step:
    """The step of an operation. The enumeration gives registers names of its own."""
    return step(name, "2" if operand.islower() and operand.isalpha() else operand)


class _Operation:
    """The calculator on which the rule of one operation is run (see `rules.machine.Machine`).

    A condition is a truth, "lift", or the terms that may overflow or be 0. KeyError for a rule that asks for
    something else.
    """

    complex = keeps_imaginary = typing = False
    registers = "registers"
    lift, angle, format = "lift", *_MODES
    xi = yi = zi = ti = last_xi = 0
    keeps: int | None = None

    def __init__(self, on: TermCalculator, state: TermState, step: Step, operand: str) -> None:
        self.on, self.terms, self.model = on, on.terms, on.model
        self.state, self.step, self.operand = state, step, operand
        self.x, self.y, self.z, self.t, self.last_x = state[:5]
        self.delivered: list[int] = []

    def finish(self, rule: Any) -> TermState:
        """The state after the rule."""
        rule(self)
        levels = self.x, self.y, self.z, self.t, self.last_x
        state = TermState(*levels, self._lift(), *self.state[6:])
        for value in self.delivered:
            if self.on.may_overflow(state, value):
                if self.on.stops_on_overflow:
                    state = self.on.trap(state, "overflow", abs(value))
                else:
                    state = state._replace(overflows=state.overflows | {abs(value)})
        return state

    def _lift(self) -> int:
        """Stack lift afterwards. CHS of 0 leaves it as it was."""
        lift, x = self.state.lift, self.keeps
        if x is None or lift == ON or not self.terms.may_be_zero(x):
            return ON if self.step.instruction.lift is Lift.ENABLE else OFF
        if x == 0:
            return lift
        if lift not in (OFF, -abs(x)):
            raise Undetermined
        return -abs(x)

    def __getattr__(self, name: str) -> NoReturn:
        raise KeyError(name)

    @property
    def i(self) -> int:
        return self.state.registers[self.on.places["I"]]

    @i.setter
    def i(self, value: int) -> None:
        self._write("I", value)

    @property
    def seed(self) -> int:
        return self.state.seed

    @seed.setter
    def seed(self, value: int) -> None:
        self.state = self.state._replace(seed=value)

    def move(self, *sources: int) -> None:
        levels = self.x, self.y, self.z, self.t
        self.x, self.y, self.z, self.t = [levels[source] for source in sources]

    # registers

    def register(self, number: int) -> int:
        if self.operand == INDIRECT:
            return self.terms.node(INDIRECT, self.state.memory, number)
        return self.state.registers[self.on.places[self.operand]]

    def store(self, number: int, value: int) -> None:
        """A value stored. Through (i) it may be any of the registers, on the HP-11C I too."""
        if self.operand != INDIRECT:
            self._write(self.operand, value)
            return
        state, node = self.state, self.terms.node
        memory = node("STO (i)", node(INDIRECT, state.memory, number), node("of", state.memory, value))
        kept = () if self.on.stops_on_overflow else ("I",)
        after = tuple(
            cell if name in kept else node("after", cell, memory)
            for name, cell in zip(self.on.names, state.registers, strict=True)
        )
        self.state = state._replace(registers=after, memory=memory)

    def _write(self, name: str, value: int) -> None:
        state = self.state
        cells = list(state.registers)
        cells[self.on.places[name]] = value
        memory = state.memory
        if self.on.indirect and name != "I":
            memory = self.terms.node(f"STO {name}", memory, value)
        self.state = state._replace(registers=tuple(cells), memory=memory)

    # values

    def number(self, value: Number) -> int:
        return self.terms.number(value)

    def whole(self, name: str, *operands: int) -> int:
        if name == "magnitude":
            return operands[0]
        if not operands:
            raise KeyError(name)
        return self.terms.node(name, *operands)

    def compute(self, name: str, *operands: Any) -> tuple[int, tuple[int, ...]]:
        terms, numbers = self.terms, [one for one in operands if one not in _MODES]
        left, right = numbers[0], numbers[-1]
        if name in ("+", "−"):
            value = terms.add(left, right if name == "+" else -right)
        elif name in ("×", "x²"):
            value = terms.multiply(left, right)
        elif name in ("÷", "1/x"):
            if terms.may_be_zero(right):
                self._trap("Error 0", abs(right))
            value = terms.divide(left if name == "÷" else terms.one, right)
        elif len(numbers) == 1:
            if name not in _CERTAIN:
                self._trap(name, left)
            value = terms.apply(name, left)
        else:
            value = terms.node(name, left, right)
            self._trap(name, value)
        return value, (value,)

    def _trap(self, why: str, term: int) -> None:
        self.state = self.on.trap(self.state, why, term)

    def negate(self, value: int) -> int:
        return -value

    def settle(self, value: int) -> int:
        return value

    # conditions

    def is_matrix(self, value: int) -> bool:
        return False

    def equal(self, a: int, b: int) -> tuple[int]:
        if b != 0:
            raise KeyError("=")
        return (a,)

    def at_least(self, whole: Any, least: Any) -> bool:
        """Registers are as expected. A number in I may be too large, and on the HP-11C may mean I."""
        if least == "registers":
            self._trap("Error 3", whole)
        return bool(whole == "registers")

    def known(self, truth: bool) -> bool:
        return truth

    def holds(self, condition: Any) -> bool:
        if condition == "lift":
            if self.state.lift not in (ON, OFF):
                raise Undetermined
            return bool(self.state.lift == ON)
        if isinstance(condition, tuple):
            if self.on.may_overflow(self.state, *condition):
                self._trap("Error 1", abs(condition[0]))
            return False
        return bool(condition)

    def fail(self, number: int) -> NoReturn:
        raise KeyError(number)

    def overflow_if(self, condition: tuple[int, ...]) -> None:
        self.delivered += condition

    def keep_lift_if(self, condition: tuple[int]) -> None:
        (self.keeps,) = condition


def _is_known(row: Instruction) -> bool:
    of_register = row.name in ON_REGISTERS
    if row.role not in (Role.COMPUTES, Role.SIGNS) or not (of_register or row.names is OperandKind.NOTHING):
        return False
    calculator = TermCalculator(("2",))
    try:
        calculator.step(calculator.begin(), (row.name, "2" if of_register else ""))
    except KeyError:
        return False
    return True


KNOWN = {"number"} | {row.name for row in TABLE if row.programmable and _is_known(row)}
"""The operations whose rules ask for nothing else than terms have."""
