"""Program lines run on terms: the state after a straight sequence, whatever the state before.

An operation is a line without place: ('STO +', '3'), ('x↔y', ''), or a whole number that lines type,
('number', '12.5'). A number whose text is no number stands for any. The rules are those of BEHAVIOUR 2 and 5
in real mode: no complex numbers, no descriptors of matrices, and every register that is named exists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from generator.peephole.terms import NEVER_OVERFLOWS, ZERO, Terms
from hp15c.numbers.number import Number
from hp15c.table.models import Model

Op = tuple[str, str]
Trap = tuple[str, int, tuple[object, ...]]

ON, OFF = 1, 0
MOVES = frozenset(("ENTER", "x↔y", "R↓", "R↑", "LSTx", "CLx", "CHS", "π", "RAN#", "number"))
OF_TWO = frozenset("+−×÷")
OF_ONE = frozenset(
    (
        *("√x", "x²", "1/x", "ABS", "INT", "FRAC", "RND", "eˣ", "LN", "10ˣ", "LOG", "x!"),
        *("SIN", "COS", "TAN", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "HYP SIN", "HYP COS", "HYP TAN"),
        *("HYP⁻¹ SIN", "HYP⁻¹ COS", "HYP⁻¹ TAN", "→H.MS", "→H", "→RAD", "→DEG"),
    )
)
OF_Y_AND_X = frozenset(("yˣ", "Py,x", "Cy,x"))
KEEPING_Y = frozenset(("%", "Δ%"))
STORING = frozenset(("STO", *(f"STO {sign}" for sign in "+−×÷")))
RECALLING = frozenset(("RCL", *(f"RCL {sign}" for sign in "+−×÷")))
ON_REGISTERS = STORING | RECALLING | {"x↔"}
KNOWN = MOVES | OF_TWO | OF_ONE | OF_Y_AND_X | KEEPING_Y | ON_REGISTERS
INDIRECT = "(i)"
# Two symbols for functions of one number that neither fail nor overflow, as the enumeration uses them.
ANY_FUNCTION = ("f", "g")


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

    def push(self, value: int) -> TermState:
        """Bring a value into X, with or without stack lift. Stack lift is enabled afterwards."""
        if self.lift == ON:
            return self._replace(x=value, y=self.x, z=self.y, t=self.z)
        if self.lift == OFF:
            return self._replace(x=value, lift=ON)
        raise Undetermined


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
        effect = _EFFECTS.get(name)
        if effect is not None:
            return effect(self, state, operand)
        if name in OF_ONE or name in ANY_FUNCTION:
            return self._of_one(state, name)
        if name in OF_Y_AND_X or name in KEEPING_Y:
            return self._general(state, name)
        if name in STORING:
            return self._store(state, name, operand)
        if name in RECALLING:
            return self._recall(state, name, operand)
        raise KeyError(name)

    # results

    def combine(self, state: TermState, sign: str, a: int, b: int) -> tuple[int, TermState]:
        """a + b, a − b, a × b or a ÷ b, and the state in which that Error or overflow is noted."""
        terms = self.terms
        if sign == "÷":
            if terms.may_be_zero(b):
                state = self.trap(state, "Error 0", abs(b))
            value = terms.divide(a, b)
        elif sign == "×":
            value = terms.multiply(a, b)
        else:
            value = terms.add(a, b if sign == "+" else -b)
        return value, state

    def trap(self, state: TermState, why: str, term: int) -> TermState:
        """Note that the program may stop here. A stop that has been passed already cannot come again."""
        if any(one[0] == why and one[1] == term for one in state.traps):
            return state
        seen: tuple[object, ...] = ()
        if self.exact_errors:
            seen = (*state[:6], state.registers, state.memory, state.seed, state.overflows)
        return state._replace(traps=(*state.traps, (why, term, seen)))

    def deliver(self, state: TermState, value: int) -> TermState:
        """Note that a result may have overflowed. `state` is the one that has it."""
        node = self.terms.nodes[abs(value)]
        if node[0] in ("", "atom", "number") or node[0] in NEVER_OVERFLOWS or node[0] in ANY_FUNCTION:
            return state
        if self.stops_on_overflow:
            return self.trap(state, "overflow", abs(value))
        if abs(value) in state.overflows:
            return state
        return state._replace(overflows=state.overflows | {abs(value)})

    def _of_one(self, state: TermState, name: str) -> TermState:
        terms, x = self.terms, state.x
        if name == "x²":
            value = terms.multiply(x, x)
        elif name == "1/x":
            value, state = self.combine(state, "÷", terms.one, x)
        else:
            if name not in NEVER_OVERFLOWS and name not in ANY_FUNCTION:
                state = self.trap(state, name, x)
            value = terms.apply(name, x)
        return self.deliver(state._replace(x=value, last=x, lift=ON), value)

    def _general(self, state: TermState, name: str) -> TermState:
        """A function of Y and X without laws. % and Δ% keep Y."""
        value = self.terms.node(name, state.y, state.x)
        state = self.trap(state, name, value)
        last = state.x
        if name in KEEPING_Y:
            state = state._replace(x=value, last=last, lift=ON)
        else:
            state = state._replace(x=value, y=state.z, z=state.t, last=last, lift=ON)
        return self.deliver(state, value)

    # registers

    def read(self, state: TermState, operand: str) -> tuple[int, TermState]:
        """The value of a register, and the state in which Error 3 of (i) is noted."""
        if operand != INDIRECT:
            return state.registers[self.places[operand]], state
        index = state.registers[self.places["I"]]
        return self.terms.node(INDIRECT, state.memory, index), self.trap(state, "Error 3", index)

    def write(self, state: TermState, operand: str, value: int) -> TermState:
        """A value stored. Through (i) it may be any of the registers, on the HP-11C I too."""
        node = self.terms.node
        if operand != INDIRECT:
            cells = list(state.registers)
            cells[self.places[operand]] = value
            memory = state.memory
            if self.indirect and operand != "I":
                memory = node(f"STO {operand}", memory, value)
            return state._replace(registers=tuple(cells), memory=memory)
        index = state.registers[self.places["I"]]
        state = self.trap(state, "Error 3", index)
        memory = node("STO (i)", node(INDIRECT, state.memory, index), node("of", state.memory, value))
        kept = () if self.stops_on_overflow else ("I",)
        after = tuple(
            cell if name in kept else node("after", cell, memory)
            for name, cell in zip(self.names, state.registers, strict=True)
        )
        return state._replace(registers=after, memory=memory)

    def _store(self, state: TermState, name: str, operand: str) -> TermState:
        value = state.x
        if name != "STO":
            register, state = self.read(state, operand)
            value, state = self.combine(state, name[-1], register, value)
            if self.stops_on_overflow and self.deliver(state, value) != state:
                state = self.trap(state, "Error 1", abs(value))
            else:
                state = self.deliver(state, value)
        return self.write(state, operand, value)._replace(lift=ON)

    def _recall(self, state: TermState, name: str, operand: str) -> TermState:
        register, state = self.read(state, operand)
        if name == "RCL":
            return state.push(register)._replace(lift=ON)
        value, state = self.combine(state, name[-1], state.x, register)
        return self.deliver(state._replace(x=value, lift=ON), value)


TermEffect = Callable[[TermCalculator, TermState, str], TermState]


def _enter(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state._replace(y=state.x, z=state.y, t=state.z, lift=OFF)


def _swap(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state._replace(x=state.y, y=state.x, lift=ON)


def _down(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state._replace(x=state.y, y=state.z, z=state.t, t=state.x, lift=ON)


def _up(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state._replace(x=state.t, y=state.x, z=state.y, t=state.z, lift=ON)


def _last_x(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state.push(state.last)


def _clear_x(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state._replace(x=ZERO, lift=OFF)


def _change_sign(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    x, lift = state.x, state.lift
    if lift != ON and machine.terms.may_be_zero(x):
        if x != ZERO:
            if lift not in (OFF, -abs(x)):
                raise Undetermined
            lift = -abs(x)
    else:
        lift = ON
    return state._replace(x=-x, lift=lift)


def _number(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    term = machine.terms.atom(operand) if operand.isupper() else machine.terms.number(Number.of(operand))
    return state.push(term)


def _pi(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    return state.push(machine.terms.number(Number.of("3.141592654")))


def _random(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    node = machine.terms.node
    return state.push(node("RAN#", state.seed))._replace(seed=node("next", state.seed))


def _exchange(machine: TermCalculator, state: TermState, operand: str) -> TermState:
    value, state = machine.read(state, operand)
    return machine.write(state, operand, state.x)._replace(x=value, lift=ON)


def _of_two(sign: str) -> TermEffect:
    def apply(machine: TermCalculator, state: TermState, operand: str) -> TermState:
        last = state.x
        value, state = machine.combine(state, sign, state.y, last)
        return machine.deliver(state._replace(x=value, y=state.z, z=state.t, last=last, lift=ON), value)

    return apply


_EFFECTS: dict[str, TermEffect] = {
    "ENTER": _enter,
    "x↔y": _swap,
    "R↓": _down,
    "R↑": _up,
    "LSTx": _last_x,
    "CLx": _clear_x,
    "CHS": _change_sign,
    "number": _number,
    "π": _pi,
    "RAN#": _random,
    "x↔": _exchange,
    **{sign: _of_two(sign) for sign in OF_TWO},
}
