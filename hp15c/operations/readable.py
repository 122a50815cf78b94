"""The readable machine's reading of the book: the rules change a State.

A condition is a truth here, and each way is the only one. Matrices, SOLVE and the integral are executed by
the other modules of this folder.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from operator import and_, attrgetter, eq, ge, lt, neg, not_
from typing import Any, Final, NoReturn

from hp15c.errors import CalculatorError
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import MINUS_ZERO, ZERO, Number
from hp15c.operations.timed_functions import ONE_RESULT, SEVERAL_RESULTS
from hp15c.rules.book import Rule
from hp15c.rules.machine import Machine, functions
from hp15c.rules.number_functions import WHOLE, next_count
from hp15c.state import cells
from hp15c.state.entry import press_and_read
from hp15c.state.memory import give_back, require
from hp15c.state.state import INTEGRAL_FROM_KEYS, SOLVE_FROM_KEYS, Descriptor, State
from hp15c.table.instructions import Step
from hp15c.timing.matrices import run_room_cost


class Signal(Enum):
    """What the machine has to do after a line, besides going on."""

    SKIP = "skip"  # a false test: the next line is left out
    STOP = "stop"
    PAUSE = "pause"
    KEEP_LIFT = "keep lift"  # stack lift stays as it is, whatever the table says


HandedOver = Callable[[Meter, State, Step], Signal | None]

HANDED_OVER: Final[dict[str, HandedOver]] = {}
"""The functions that execute matrices, SOLVE and the integral, and other rows when an operand is a matrix."""


def handles(*names: str) -> Callable[[HandedOver], HandedOver]:
    """Register the function to which the rows with these names are handed over."""

    def register(function: HandedOver) -> HandedOver:
        for name in names:
            if name in HANDED_OVER:
                raise LookupError(f"{name!r} is handed over twice")
            HANDED_OVER[name] = function
        return function

    return register


def _level(parts: str, place: int) -> Any:
    """A level of the `stack`, or its `imaginary` part."""
    read = attrgetter(f"state.{parts}")

    def write(machine: StateMachine, value: Any) -> None:
        read(machine)[place] = value

    return property(lambda machine: read(machine)[place], write)


OF_STATE: Final = ("last_x", "last_xi", "i", "seed", "format", "angle", "lift", "keeps_imaginary")


def _of_state(name: str) -> Any:
    """Something that the State has by the same name."""
    return property(attrgetter(f"state.{name}"), lambda machine, value: setattr(machine.state, name, value))


def _read(function: Callable[[State], object]) -> Any:
    """Something that follows from the State."""
    return property(lambda machine: function(machine.state))


def _itself(value: Any, *_: object) -> Any:
    return value


def _choose(condition: bool, a: Any, b: Any) -> Any:
    return a if condition else b


class StateMachine(Machine[Any, bool]):
    """A State on which rules are executed (see `Machine`). `signal` tells what the last one asks for."""

    __slots__ = ("meter", "model", "signal", "state", "step")

    x, y, z, t = (_level("stack", place) for place in range(4))
    xi, yi, zi, ti = (_level("imaginary", place) for place in range(4))
    last_x, last_xi, i, seed, format, angle, lift, keeps_imaginary = map(_of_state, OF_STATE)
    running = _of_state("running")
    complex = _read(lambda state: 8 in state.flags)
    registers = _read(lambda state: len(state.registers))
    length = _read(lambda state: len(state.program))
    typing = _read(lambda state: state.entry is not None)

    def __init__(self, state: State, step: Step) -> None:
        self.state = state
        self.model = state.model
        self.step = step
        self.signal: Signal | None = None
        self.meter = Meter()

    # levels and registers

    def move(self, x: int, y: int, z: int, t: int) -> None:
        both: tuple[list[Any], list[Any]] = self.state.stack, self.state.imaginary
        for parts in both[: 1 + self.complex]:
            parts[:] = parts[x], parts[y], parts[z], parts[t]

    def register(self, number: int) -> Any:
        return self.state.registers[number]

    def store(self, number: int, value: Any) -> None:
        self.state.registers[number] = value

    def element(self, name: str) -> Number:
        return self.state.matrices[name].get(*cells.indices(self.state))

    def set_element(self, name: str, value: Any) -> None:
        cells.write_element(self.state, name, value)

    def advance(self, name: str) -> bool:
        return cells.advance_indices(self.meter, self.state, name)

    def clear_registers(self) -> None:
        self.state.registers[:] = [ZERO] * len(self.state.registers)

    def flag(self, number: int) -> bool:
        return number in self.state.flags

    def set_flag(self, number: int, value: bool) -> None:
        (self.state.flags.add if value else self.state.flags.discard)(number)

    # values

    def whole(self, name: str, *operands: Any) -> Any:
        return WHOLE[name](*operands)

    def compute(self, name: str, *operands: Any) -> tuple[Any, bool]:
        return ONE_RESULT[self.model][name](self.meter, *operands)

    def results(self, name: str, *operands: Any) -> tuple[tuple[Any, ...], bool]:
        return SEVERAL_RESULTS[self.model][name](self.meter, *operands)

    def settle(self, value: Any) -> Any:
        return ZERO if value == MINUS_ZERO else value

    def type_key(self, key: str) -> tuple[Number, bool]:
        self.state.entry, number, overflowed = press_and_read(self.state.entry, key)
        return number, overflowed

    # conditions

    number, known, holds, which, choose = functions(_itself, _itself, _itself, _itself, _choose)
    negate, equal, below, at_least, both, no = functions(neg, eq, lt, ge, and_, not_)
    count, which_matrix = functions(next_count, attrgetter("name"))

    def is_matrix(self, value: Any) -> bool:
        return isinstance(value, Descriptor)

    # Errors and overflow

    def fail(self, number: int) -> NoReturn:
        raise CalculatorError(number)

    def require(self, registers: int) -> None:
        require(self.state, registers)

    def count_room(self) -> None:
        self.state.word_times += run_room_cost(self.state)
        give_back(self.state)

    def overflow_if(self, condition: bool) -> None:
        if condition:
            self.state.overflow()

    def saturate_if(self, condition: bool) -> None:
        if condition:
            self.state.saturate()

    # how the program goes on

    def find(self, label: str) -> int:
        line = self.state.program.find_label(label, self.state.line or 1)
        if line is None:
            raise CalculatorError(4)
        return line

    def jump(self, line: int) -> None:
        """Go to a label from the keyboard, which forgets the pending returns."""
        self.state.go_to(line)
        if not self.state.running:
            self.state.clear_returns()

    def call(self, line: int, behind: int | None = None) -> None:
        """Start the program by GSB from the keyboard."""
        state = self.state
        if state.running:
            push_return(state, state.line if behind is None else behind)
            state.go_to(line, behind)
        else:
            state.clear_returns()
            state.running = True
            state.go_to(line)

    def leave(self) -> None:
        """From the keyboard it goes to line 000 and forgets the pending returns."""
        state = self.state
        if not state.running:
            state.clear_returns()
            state.go_to(0)
        elif not state.returns:
            state.go_to(0)
            self.signal = Signal.STOP
        elif state.returns[-1] < 0:
            self.signal = HANDED_OVER["RTN"](self.meter, state, self.step)
        else:
            state.go_to(state.returns.pop())

    def skip_if(self, condition: bool) -> None:
        if condition:
            self.signal = Signal.SKIP

    def stop(self) -> None:
        self.signal = Signal.STOP

    def pause(self) -> None:
        self.signal = Signal.PAUSE

    def keep_lift_if(self, condition: bool) -> None:
        if condition:
            self.signal = Signal.KEEP_LIFT

    def hand_over(self) -> None:
        self.signal = HANDED_OVER[self.step.name](self.meter, self.state, self.step)


def execute(rule: Rule, state: State, step: Step, meter: Meter | None = None) -> Signal | None:
    """Do one instruction to a State, as its rule says. Returns what the machine has to do besides, or None.

    The meter counts the computing.
    """
    machine = StateMachine(state, step)
    machine.meter = meter or machine.meter
    rule(machine)
    return machine.signal


def push_return(state: State, line: int) -> None:
    """Add a pending return. Error 5 when there is no level left.

    A SOLVE or integral begun from the keyboard keeps its marker only while a level is free. One more
    subroutine pushes the marker out, which ends the SOLVE or integral (BEHAVIOUR 8.1).
    """
    if not state.returns_left:
        if state.returns[0] == SOLVE_FROM_KEYS:
            state.solve, state.solve_line = None, 0
        elif state.returns[0] == INTEGRAL_FROM_KEYS:
            state.integral, state.integral_line = None, 0
        else:
            raise CalculatorError(5)
        del state.returns[0]
    state.returns.append(line)
