"""The calculator that a module runs on when it runs as Python: its arithmetic, modes and dialogue.

Every operation is the instruction's own effect on a State. So its digits, its errors, and overflow and
underflow are the calculator's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from generator.language.matrix_lines import step_of
from generator.language.operations import (
    ANGLE_MODES,
    INSTRUCTIONS,
    INTEGRALS,
    KEYED,
    RUNS,
    SETTINGS,
    keyed_lines,
    result_count,
)
from hp15c.core.machine import prepare
from hp15c.errors import CalculatorError, InputError
from hp15c.functions import integrate, solve
from hp15c.functions.integrate import IntegralResult
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ONE, ZERO, Number
from hp15c.operations.readable import Signal
from hp15c.state import cells, memory
from hp15c.state.state import State, Value, X, Y
from hp15c.table.instructions import ROWS, Step
from hp15c.table.machines import Machine
from hp15c.table.models import LIMITS, Model


def plain(number: Number) -> Number:
    """A number as the calculator holds it, without the operators of a program's numbers."""
    return Number(number.negative, number.exponent, number.mantissa)


class OverflowStop(Exception):
    """A result of 1e100 or more on the HP-11C, which stops the program there."""


class TooManyOperations(Exception):
    """A run that takes more operations than the machine was given."""


class Dialogue(Protocol):
    """The partner of a program: it sees the numbers shown and answers the questions."""

    def pause(self, shown: Value) -> None:
        """Show a number or a matrix for a moment."""

    def ask(self, shown: Value) -> Value:
        """Show a number or a matrix until R/S. Returns what stands in X then."""

    def ask_two(self, shown: Value) -> tuple[Number, Number] | None:
        """Show a number until two others are keyed in. Returns them, None where they are not two."""


class TerminalDialogue:
    """The dialogue of a person at a terminal: an empty answer leaves X as it is."""

    def pause(self, shown: Value) -> None:
        """Print the number or the matrix."""
        print(shown)

    def ask(self, shown: Value) -> Value:
        """Print the number and read another."""
        while True:
            text = input(f"{shown} ? ").strip()
            if not text:
                return shown
            try:
                return Number.of(text)
            except InputError as error:
                print(error)

    def ask_two(self, shown: Value) -> tuple[Number, Number] | None:
        """Print the number and read two others, as in `3 4` or `3 ENTER 4`."""
        while True:
            typed = input(f"{shown} ? ? ").upper().replace("ENTER", " ").split()
            try:
                first, second = map(Number.of, typed)
            except InputError as error:
                print(error)
            except ValueError:
                print("two numbers are keyed in here, such as 3 ENTER 4")
            else:
                return first, second


class PythonMachine:
    """A calculator in its first state: DEG, FIX 4, flags clear. `state` holds its modes and its seed.

    `left` is how many operations and comparisons it still does before it raises TooManyOperations. None means
    no limit.
    """

    def __init__(
        self, model: Model = Model.HP15C, dialogue: Dialogue | None = None, machine: Machine | None = None
    ) -> None:
        self.state = State.fresh(model, machine)
        self.dialogue: Dialogue = dialogue or TerminalDialogue()
        self.left: int | None = None

    def tick(self) -> None:
        """Count one operation. TooManyOperations when none is left."""
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise TooManyOperations

    def compute(self, name: str, *operands: Number) -> Number:
        """An operation with one result. CalculatorError where the calculator shows one."""
        return self._run(name, operands)[X]

    def several(self, name: str, *operands: Number, letters: tuple[str, ...] = ()) -> tuple[Number, ...]:
        """An operation with any number of results, the one in X last. `letters` are those of its matrices.

        The HP-11C may leave a zero with a sign in Y, which loses it on the way to X (BEHAVIOUR 0.3): it is 0.
        """
        stack = self._run(name, operands, letters)
        count = result_count(name)
        return (ZERO if stack[Y].is_zero else stack[Y], stack[X]) if count == 2 else tuple(stack[:count])

    def run(
        self, word: str, function: Callable[[Number], Number], first: Number, second: Number
    ) -> tuple[Number, ...]:
        """The numbers that a word of `RUNS` gives for a function and two guesses or limits."""
        if word in INTEGRALS:
            area = self.integral(function, first, second)
            return (area.y, area.x)[-RUNS[word] :]
        found = self.solve(function, first, second)
        results = (found.z, found.y, found.x, ONE if found.has_root else ZERO)
        return results[2:3] if word == "solve" else results[-RUNS[word] :]

    def solve(self, function: Callable[[Number], Number], first: Number, second: Number) -> solve.SolveResult:
        """What SOLVE leaves for a function and two guesses. Error 7 inside the function of another SOLVE."""
        if self.state.solve is not None:
            raise CalculatorError(7)
        memory.require(self.state, memory.SOLVE if self.state.integral is None else 0)
        meter, run = Meter(), solve.start(plain(first), plain(second))
        self.state.solve = run
        try:
            while True:
                self.tick()
                result = solve.advance(meter, run, plain(function(run.abscissa)))
                if result is not None:
                    return result
        finally:
            self.state.solve = None

    def integral(self, function: Callable[[Number], Number], lower: Number, upper: Number) -> IntegralResult:
        """What the integral leaves. Error 7 inside the function of another integral."""
        if self.state.integral is not None:
            raise CalculatorError(7)
        memory.require(self.state, memory.INTEGRAL - memory.of_runs(self.state))
        meter = Meter()
        begun = integrate.start(meter, plain(lower), plain(upper))
        if isinstance(begun, IntegralResult):
            return begun
        self.state.integral = begun
        try:
            while True:
                self.tick()
                value = plain(function(begun.abscissa))
                result = integrate.advance(meter, begun, value, self.state.format)
                if result is not None:
                    return result
        finally:
            self.state.integral = None

    def sum(self, number: int) -> Number:
        """One of the six statistics sums, in the order of the registers."""
        return cells.read_number(self.state, self._cell(number))

    def store_sum(self, number: int, value: Number) -> None:
        """Give one of the statistics sums another value."""
        cells.write(self.state, self._cell(number), value)

    def _cell(self, number: int) -> str:
        return str(LIMITS[self.state.model].first_sum + number)

    def set(self, name: str, digits: int | None = None) -> None:
        """Change a setting: 'deg', or 'fix' with its digits."""
        step = Step(ROWS[ANGLE_MODES[name]]) if digits is None else Step(ROWS[SETTINGS[name]], str(digits))
        prepare(step, self.state.model).do(self.state)

    def _run(self, name: str, operands: tuple[Number, ...], letters: tuple[str, ...] = ()) -> list[Number]:
        state = self.state
        self.tick()
        if name == "floordiv":
            return [self._floordiv(*operands)]
        if name == "mod":
            left, right = operands
            product = self.compute("mul", right, self._floordiv(left, right))
            return [self.compute("sub", left, product)]
        if state.complex:  # a number that was held
            prepare(Step(ROWS["CF"], "8"), state.model).do(state)
        for level, value in enumerate(reversed(operands)):
            state.stack[level] = plain(value)
        lines = keyed_lines(name, letters) if name in KEYED else ((INSTRUCTIONS[name], ""),)
        try:
            signal: Signal | None = None
            for row, operand in lines:
                if signal is Signal.SKIP:
                    signal = None
                    continue
                if row in ("R/S", "PSE"):
                    self._show(row)
                    continue
                state.end_entry()
                state.lift, state.running = True, True  # a key skips no line
                signal = prepare(step_of(row, operand), state.model).do(state)
        except CalculatorError:
            if state.complex:
                prepare(Step(ROWS["CF"], "8"), state.model).do(state)
            raise
        finally:
            state.running = False
        if state.overflowed:
            state.overflowed = False
            if state.model is Model.HP11C:
                raise OverflowStop
        return [state.real(level) for level in (X, Y)[: result_count(name)]]

    def _show(self, row: str) -> None:
        """Show X, and at R/S take what stands in it then."""
        shown = self.state.stack[X]
        if row == "PSE":
            self.dialogue.pause(shown)
        else:
            given = self.dialogue.ask(shown)
            self.state.stack[X] = plain(given) if isinstance(given, Number) else given

    def _floordiv(self, left: Number, right: Number) -> Number:
        return self.compute("intpart", self.compute("div", left, right))


_current = [PythonMachine()]


def machine() -> PythonMachine:
    """The calculator that programs run on now."""
    return _current[-1]


@contextmanager
def running_on(one: PythonMachine) -> Iterator[PythonMachine]:
    """Let programs run on another calculator for a while."""
    _current.append(one)
    try:
        yield one
    finally:
        _current.pop()
