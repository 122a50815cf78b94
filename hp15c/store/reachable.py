"""The States that a calculator can be in: rules between the fields of a State (BEHAVIOUR 1 to 9).

A State that comes from a file is checked against these rules before anything runs on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from hp15c.display.display import MESSAGES
from hp15c.functions.matrix import HIGHEST_PIVOT
from hp15c.keys import keyboard
from hp15c.numbers.number import MINUS_ZERO
from hp15c.state import entry, memory
from hp15c.state.state import (
    INTEGRAL_FROM_KEYS,
    INTEGRAL_FROM_LINE,
    INTEGRAL_MARKERS,
    SOLVE_FROM_KEYS,
    SOLVE_FROM_LINE,
    SOLVE_MARKERS,
    Descriptor,
    State,
    Value,
    X,
)
from hp15c.table.instructions import step
from hp15c.table.models import LIMITS, Model
from hp15c.table.prefixes import can_wait
from hp15c.table.step import Role

ReachFault = tuple[str, str]
"""The name of a field with an impossible value, and what it must be."""

_FROM_KEYS: Final = (SOLVE_FROM_KEYS, INTEGRAL_FROM_KEYS)
_FROM_LINE: Final = (SOLVE_FROM_LINE, INTEGRAL_FROM_LINE)
_MOST_DIGITS_11C: Final = 9
_ERRORS_11C: Final = frozenset(f"Error {number}" for number in (0, 1, 2, 3, 4, 5, 6, 9))
_CALLS_BY_I: Final = step("GSB", "I")  # it can call any line, and returns after that one (BEHAVIOUR 4.3)
_ERRORS: Final = frozenset(message for message in MESSAGES if message.startswith("Error"))


def faults(state: State) -> Iterator[ReachFault]:
    """Each field that contradicts the others or the model, with what it must be."""
    for check in _CHECKS:
        yield from check(state)


def _real_mode(state: State) -> Iterator[ReachFault]:
    """Without flag 8 there is no imaginary stack (BEHAVIOUR 6.1)."""
    if state.complex:
        return
    if any(state.imaginary):
        yield "imaginary", "0 on every level in real mode"
    if state.last_xi:
        yield "last_xi", "0 in real mode"
    if state.keeps_imaginary:
        yield "keeps_imaginary", "false in real mode"


def _minus_zero(state: State) -> Iterator[ReachFault]:
    """Only Y, Z and T of the HP-11C hold a negative zero (BEHAVIOUR 0.3)."""
    for name, values in _values(state):
        levels = values[1:] if name == "stack" and state.model is Model.HP11C else values
        if len(levels) < len(values) and MINUS_ZERO in values[:1]:
            yield name, "0, not -0, in X"
        if levels is values and MINUS_ZERO in values:
            yield name, "numbers, zeros without a sign"


def _values(state: State) -> Iterator[tuple[str, list[Value]]]:
    yield "stack", state.stack
    yield "registers", state.registers
    yield "i", [state.i]
    yield "last_x", [state.last_x]
    yield "imaginary", list(state.imaginary)
    yield "last_xi", [state.last_xi]


def _model_11c(state: State) -> Iterator[ReachFault]:
    """Faults in fields for things that the HP-11C does not have (BEHAVIOUR 9.1)."""
    if state.model is not Model.HP11C:
        return
    for name, values in _values(state):
        if any(isinstance(value, Descriptor) for value in values):
            yield name, "numbers: the HP-11C has no matrices"
    if state.result != "A" or any(matrix.elements for matrix in state.matrices.values()):
        yield "matrices", "empty: the HP-11C has none"
    if state.format.digits > _MOST_DIGITS_11C:
        yield "digits", f"at most {_MOST_DIGITS_11C} on the HP-11C"
    if state.message in _ERRORS - _ERRORS_11C:
        yield "message", "an Error that the HP-11C has: 0 to 6 or 9"


def _messages(state: State) -> Iterator[ReachFault]:
    if state.message is not None and state.message not in MESSAGES:
        yield "message", "an Error from 0 to 11, 'Pr Error' or nothing"


def _faults_when_off(state: State) -> Iterator[ReachFault]:
    """Faults of a calculator that is off: nothing of it may be unfinished (BEHAVIOUR 3.9)."""
    if state.on:
        return
    for name, unfinished in (
        ("running", state.running),
        ("programming", state.programming),
        ("message", state.message),
        ("entry", state.entry),
        ("pending", state.pending),
        ("flags", 9 in state.flags),
    ):
        if unfinished:
            yield name, "nothing, and flag 9 clear, while the calculator is off"
    if not state.lift:
        yield "lift", "true while the calculator is off"


def _faults_of_mode(state: State) -> Iterator[ReachFault]:
    """Fields that exclude each other: a run, a message, program mode and a prefix that waits."""
    if state.running and (state.message is not None or state.programming):
        yield "running", "false with a message shown or in program mode"
    if state.pending and (state.running or state.message is not None):
        yield "pending", "empty while a program runs or a message shows"
    if not can_wait(state.model, state.pending):
        yield "pending", "the keycodes of an unfinished prefix"


def _faults_of_entry(state: State) -> Iterator[ReachFault]:
    """Faults of a number being typed: keys must be able to type it, and X has its value (BEHAVIOUR 1)."""
    typed = state.entry
    if typed is None:
        return
    if state.message is not None or state.programming or not state.lift:
        yield "entry", "nothing with a message shown, in program mode or without stack lift"
    if (
        not typed.digits
        or typed.point == 0
        or (typed.is_zero and (typed.negative or typed.exponent is not None))
    ):
        yield "entry", "a number that keys can type: a zero has no sign and no exponent"
    elif typed.exponent is None and typed.exponent_negative:
        yield "entry", "a number without a sign of the exponent that it does not have"
    elif typed.exponent is not None and not entry.takes_exponent(typed):
        yield "entry", "a number that EEX can follow"
    value = entry.value(typed)
    if value.finished or value.number != state.stack[X]:
        yield "stack", "the number being typed in X"


def _faults_of_held_key(state: State) -> Iterator[ReachFault]:
    """Faults of the key that is down: it must be able to do what it does."""
    if state.held is None:
        return
    if not keyboard.can_be_held(state.held):
        yield "held", "what a key that is down does, or nothing"
    elif not keyboard.may_be_held(state):
        yield "held", "something that the key can do in this state, or nothing"


def _returns(state: State) -> Iterator[ReachFault]:
    """Faults of pending returns. Each leads after a GSB, or to SOLVE or an integral (BEHAVIOUR 4.4, 8.1)."""
    if len(state.returns) > LIMITS[state.model].returns:
        yield "returns", f"at most {LIMITS[state.model].returns} lines"
    for place, line in enumerate(state.returns):
        above = state.returns[place + 1 : place + 2]
        if line in _FROM_KEYS:
            if place:
                yield "returns", "a SOLVE or integral from the keyboard only as the first"
        elif line in _FROM_LINE:
            if not place or state.returns[place - 1] < 0:
                yield "returns", "the line to go on from beneath a SOLVE or integral"
        elif above and above[0] in _FROM_LINE:
            if not _follows(state, line, Role.EVALUATES):
                yield "returns", "lines that follow a SOLVE or integral beneath it"
        elif _CALLS_BY_I not in state.program.steps and not _follows(state, line, Role.CALLS):
            yield "returns", "lines that follow a GSB"


def _follows(state: State, line: int, role: Role) -> bool:
    """Whether this line (0: the end) follows one with this role."""
    before = (line or len(state.program) + 1) - 1
    return 1 <= before <= len(state.program) and state.program.steps[before - 1].instruction.role is role


def _runs(state: State) -> Iterator[ReachFault]:
    """A SOLVE or integral is in progress exactly while its function has a return to it."""
    for name, run, line, markers in (
        ("solve", state.solve, state.solve_line, SOLVE_MARKERS),
        ("integral", state.integral, state.integral_line, INTEGRAL_MARKERS),
    ):
        count = sum(marker in markers for marker in state.returns)
        if count != (run is not None):
            yield "returns", f"with one return to the {name} in progress, and none without one"
        label = line and state.program.steps[line - 1].instruction.role is Role.LABEL
        if (run is not None) != bool(label) or (run is None and line):
            yield f"{name}_line", f"the label of the function in progress, 0 without a {name}"


def _line(state: State) -> Iterator[ReachFault]:
    """Faults of program mode: it shows the number of the current line."""
    if (state.programming or state.number_ahead) and not state.line_known:
        yield "line_known", "true in program mode, and with a wrong number"
    ahead = (0, 1, -state.line) if state.line and state.model is Model.HP15C else (0,)
    if state.number_ahead not in ahead:
        yield "number_ahead", "0, or the number after the line that GSB I calls"


def _memory(state: State) -> Iterator[ReachFault]:
    """Faults of the memory, which registers, program, matrices and the rest share (BEHAVIOUR 4.9, 9.4)."""
    if state.machine.model is not state.model:
        yield "machine", f"a make of the HP-{state.model}"
    if len(state.program) > state.machine.most_lines:
        yield "program", f"at most {state.machine.most_lines} lines"
    if state.model is Model.HP11C:
        if len(state.registers) != state.machine.pool - state.program.memory_registers:
            yield "registers", "those that the program leaves"
    elif len(state.registers) < 2 or memory.free_registers(state) < 0:
        yield "registers", "two or more, within the memory that program and matrices leave"


def _tags(state: State) -> Iterator[ReachFault]:
    """Faults of tags: each stands where a decomposed matrix has had its diagonal (MATH 24.2)."""
    for matrix in state.matrices.values():
        if not all(_can_be_tagged(place, pivot) for place, pivot in matrix.tags.items()):
            yield "matrices", "with pivot rows only where a decomposition leaves them"


def _can_be_tagged(place: int, pivot: int) -> bool:
    return any(place % (n + 1) == 0 and place // (n + 1) < pivot <= n for n in range(2, HIGHEST_PIVOT + 1))


_CHECKS: Final[tuple[Callable[[State], Iterator[ReachFault]], ...]] = (
    _messages,
    _model_11c,
    _real_mode,
    _minus_zero,
    _faults_when_off,
    _faults_of_mode,
    _faults_of_entry,
    _returns,
    _runs,
    _line,
    _memory,
    _tags,
    _faults_of_held_key,
)
