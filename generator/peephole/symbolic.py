"""The rules of the book run on terms: the state after a straight sequence, from any state before it.

An operation is a line without place: ('STO +', '3'), ('x↔y', ''), or a whole number that lines type,
('number', '12.5'). A number whose text is no number stands for any. Real mode is assumed: no complex numbers,
no descriptors of matrices, and every register that is named exists. Where a rule may end in an Error, that is
noted, and the operation goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from hp15c.numbers.number import Number
from hp15c.operations.real_numbers import NotWritten, PlainMachine
from hp15c.rules import functions, registers
from hp15c.rules.book import RULES, Rule
from hp15c.rules.levels import deliver, push, replace_x
from hp15c.rules.number_functions import AS_OPERATIONS, OPERATIONS
from hp15c.table.instructions import TABLE, Instruction, Lift, OperandKind, Role, Step, step
from hp15c.table.models import Model
from hp15c.terms import constant, input_of, laws
from hp15c.terms.term import NOUGHT, OTHER, TRUE, Term, inputs, term

Op = tuple[str, str]
Trap = tuple[str, Term, tuple[object, ...]]

ON, OFF = 1, 0
STACK_CELLS = ("X", "Y", "Z", "T", "LAST X")


def _instructions_with(*rules: Rule) -> frozenset[str]:
    """The names of the instructions that have one of these rules."""
    return frozenset(name for name, rule in RULES.items() if rule in rules)


OF_ONE = _instructions_with(functions.of_x) | AS_OPERATIONS.keys()
ON_REGISTERS = _instructions_with(
    registers.store,
    registers.recall,
    registers.exchange,
    registers.store_arithmetic,
    registers.recall_arithmetic,
)
INDIRECT = "(i)"
# Two symbols for functions of one number that neither fail nor overflow, as the enumeration uses them.
ANY_FUNCTION = ("f", "g")
_CERTAIN = laws.NEVER_OVERFLOW & laws.NEVER_FAIL | {*ANY_FUNCTION}
"""Functions that neither fail nor overflow."""
_ARITHMETIC = (*OPERATIONS, *AS_OPERATIONS)
_NO_RESULTS = ("input", "constant")
_MODES = tuple(input_of(name, OTHER) for name in ("angle", "format"))


class Undetermined(Exception):
    """Raised when a value would depend on whether another is 0: CHS of 0 leaves stack lift as it was."""


class TermState(NamedTuple):
    """Levels, LAST X, stack lift, the registers in the order of their names, and the errors and overflows so
    far.

    `lift` is 1 (enabled), 0 (disabled), or a term: enabled unless that is 0. `memory` is the version of the
    registers as (i) sees them, `seed` the term of the random seed. `overflows` are the terms that may have
    set flag 9. `traps` are the places, in order, where the program may have stopped: the reason, the term,
    and the visible state.
    """

    x: Term
    y: Term
    z: Term
    t: Term
    last: Term
    lift: int | Term
    registers: tuple[Term, ...]
    memory: Term
    seed: Term
    overflows: frozenset[Term]
    traps: tuple[Trap, ...]


class TermCalculator:
    """A calculator of terms with these registers.

    With `exact_errors`, everything that can be seen counts where the program may stop with an Error (HP-11C:
    by overflow too), and not only the number of the Error.
    """

    def __init__(
        self, registers: Iterable[str] = (), model: Model = Model.HP15C, exact_errors: bool = True
    ) -> None:
        self.names = tuple(registers)
        self.places = {name: place for place, name in enumerate(self.names)}
        self.indirect = INDIRECT in self.names
        self.model = model
        self.stops_on_overflow = model is Model.HP11C
        self.exact_errors = exact_errors
        held = (*STACK_CELLS, *(f"R{name}" if name != "I" else name for name in self.names), "registers")
        self.cells = {input_of(name): name for name in held if name != f"R{INDIRECT}"}

    def begin(self, lift: int = ON) -> TermState:
        """A state with unknown numbers everywhere."""
        cells = tuple(input_of(f"R{name}" if name != "I" else name) for name in self.names)
        x, y, z, t, last = map(input_of, STACK_CELLS)
        return TermState(
            x, y, z, t, last, lift, cells, input_of("registers"), input_of("seed"), frozenset(), ()
        )

    def cells_in(self, value: Term) -> set[str]:
        """The names of the cells from whose first values a term is made."""
        return {self.cells[one] for one in inputs(value) if one in self.cells}

    def run(self, ops: Iterable[Op], state: TermState | None = None) -> TermState:
        """The state after these operations. Undetermined where it depends on a number being 0."""
        state = self.begin() if state is None else state
        for op in ops:
            state = self.step(state, op)
        return state

    def step(self, state: TermState, op: Op) -> TermState:
        """The state after one operation. KeyError or NotWritten for one that is not known here."""
        name, operand = op
        if name == "number":
            typed = input_of(operand) if operand.isupper() else constant(Number.of(operand))
            return _Operation(self, state, _STEP_OF_NUMBER, operand).finish(lambda m: push(m, typed))
        if name in ANY_FUNCTION:
            line = _Operation(self, state, _STEP_OF_NUMBER, operand)
            return line.finish(lambda m: replace_x(m, deliver(m, m.compute(name, m.x))))
        return _Operation(self, state, _step(name, operand), operand).finish(RULES[name])

    def trap(self, state: TermState, why: str, by: Term) -> TermState:
        """Note that the program may stop here. A stop that has been passed already cannot come again."""
        if any(one[0] == why and one[1] is by for one in state.traps):
            return state
        seen: tuple[object, ...] = ()
        if self.exact_errors:
            seen = (*state[:6], state.registers, state.memory, state.seed, state.overflows)
        return state._replace(traps=(*state.traps, (why, by, seen)))

    def may_overflow(self, state: TermState, value: Term) -> bool:
        """Whether a result may overflow, and did not so before."""
        name = value.args[0].op if value.op == "CHS" else value.op
        size = _size(value)
        if name in _NO_RESULTS or name in _CERTAIN or size in state.overflows:
            return False
        return ("overflow", size) not in [one[:2] for one in state.traps]


def _may_be_zero(value: Term) -> bool:
    """Whether a value is not known to be a number other than 0."""
    return value.number is None or value is NOUGHT


def _size(value: Term) -> Term:
    """The value without its sign."""
    return laws.compute("ABS", value)


_STEP_OF_NUMBER = step("π")
"""The step that stands for a typed number: it enables stack lift, too."""


@cache
def _step(name: str, operand: str) -> Step:
    """The step of an operation. The enumeration gives registers names of its own."""
    return step(name, "2" if operand.islower() and operand.isalpha() else operand)


class _Operation(PlainMachine):
    """The calculator on which the rule of one operation is run (see `rules.machine.Machine`).

    A condition is a truth, "lift", or the terms that may overflow or be 0.
    """

    angle, format = _MODES
    xi = yi = zi = ti = last_xi = NOUGHT

    def __init__(self, on: TermCalculator, state: TermState, step: Step, operand: str) -> None:
        self.on, self.model = on, on.model
        self.state, self.step, self.operand = state, step, operand
        self.x, self.y, self.z, self.t, self.last_x = state[:5]
        self.delivered: list[Term] = []

    def finish(self, rule: Any) -> TermState:
        """The state after the rule."""
        rule(self)
        levels = self.x, self.y, self.z, self.t, self.last_x
        state = TermState(*levels, self._lift(), *self.state[6:])
        for value in self.delivered:
            if self.on.may_overflow(state, value):
                if self.on.stops_on_overflow:
                    state = self.on.trap(state, "overflow", _size(value))
                else:
                    state = state._replace(overflows=state.overflows | {_size(value)})
        return state

    def _lift(self) -> int | Term:
        """Stack lift afterwards. CHS of 0 leaves it as it was."""
        lift, (x,) = self.state.lift, self.keeps or (None,)
        if x is None or lift == ON or not _may_be_zero(x):
            return ON if self.step.instruction.lift is Lift.ENABLE else OFF
        if x is NOUGHT:
            return lift
        if lift not in (OFF, _size(x)):
            raise Undetermined
        return _size(x)

    @property
    def i(self) -> Term:
        return self.state.registers[self.on.places["I"]]

    @i.setter
    def i(self, value: Term) -> None:
        self._write("I", value)

    @property
    def seed(self) -> Term:
        return self.state.seed

    @seed.setter
    def seed(self, value: Term) -> None:
        self.state = self.state._replace(seed=value)

    # registers

    def register(self, number: Term) -> Term:
        if self.operand == INDIRECT:
            return term(INDIRECT, self.state.memory, number)
        return self.state.registers[self.on.places[self.operand]]

    def store(self, number: Term, value: Term) -> None:
        """Store a value. Through (i) it may be any of the registers, on the HP-11C I too."""
        if self.operand != INDIRECT:
            self._write(self.operand, value)
            return
        state = self.state
        memory = term("STO (i)", state.memory, number, value)
        kept = () if self.on.stops_on_overflow else ("I",)
        after = tuple(
            cell if name in kept else term("after", cell, memory)
            for name, cell in zip(self.on.names, state.registers, strict=True)
        )
        self.state = state._replace(registers=after, memory=memory)

    def _write(self, name: str, value: Term) -> None:
        state = self.state
        cells = list(state.registers)
        cells[self.on.places[name]] = value
        memory = state.memory
        if self.on.indirect and name != "I":
            memory = term(f"STO {name}", memory, value)
        self.state = state._replace(registers=tuple(cells), memory=memory)

    # values

    def number(self, value: Number) -> Term:
        return constant(value)

    def whole(self, name: str, *operands: Term) -> Term:
        if name == "magnitude":
            return operands[0]
        if not operands:
            raise NotWritten(name)
        return laws.whole(name, *operands)

    def compute(self, name: str, *operands: Any) -> tuple[Term, tuple[Term, ...]]:
        numbers = [one for one in operands if one not in _MODES]
        if name in ("÷", "1/x") and _may_be_zero(numbers[-1]):
            self._trap("Error 0", _size(numbers[-1]))
        if name in ANY_FUNCTION or laws.overflows(name, *operands) is TRUE:
            value = term(name, *operands)
        else:
            value = laws.compute(name, *operands)
        if name not in (*_ARITHMETIC, *_CERTAIN):
            self._trap(name, numbers[0] if len(numbers) == 1 else value)
        return value, (value,)

    def _trap(self, why: str, by: Term) -> None:
        self.state = self.on.trap(self.state, why, by)

    def negate(self, value: Term) -> Term:
        return laws.negate(value)

    # conditions

    def equal(self, a: Term, b: Term) -> tuple[Term]:
        if b is not NOUGHT:
            raise NotWritten("=")
        return (a,)

    def at_least(self, whole: Any, least: Any) -> bool:
        """Whether there are as many registers: as many as expected. Error 3 is noted as a way to stop."""
        if least == "registers":
            self._trap("Error 3", whole)
        return bool(whole == "registers")

    def holds(self, condition: Any) -> bool:
        if condition == "lift":
            if self.state.lift not in (ON, OFF):
                raise Undetermined
            return bool(self.state.lift == ON)
        if isinstance(condition, tuple):
            if self.on.may_overflow(self.state, *condition):
                self._trap("Error 1", _size(condition[0]))
            return False
        return bool(condition)

    def overflow_if(self, condition: tuple[Term, ...]) -> None:
        self.delivered += condition


def _is_known(row: Instruction) -> bool:
    of_register = row.name in ON_REGISTERS
    if row.role not in (Role.COMPUTES, Role.SIGNS) or not (of_register or row.names is OperandKind.NOTHING):
        return False
    calculator = TermCalculator(("2",))
    try:
        calculator.step(calculator.begin(), (row.name, "2" if of_register else ""))
    except (KeyError, NotWritten):
        return False
    return True


KNOWN = {"number"} | {row.name for row in TABLE if row.programmable and _is_known(row)}
"""The operations whose rules ask for nothing else than terms have."""
