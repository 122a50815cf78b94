"""SOLVE and ∫: calling the function and taking its values (BEHAVIOUR 8, MATH 22 and 23).

Neither waits in Python for the function. A marker among the pending returns says which of them called it, and
RTN gives the value in X to the run, which is data of the State. So a run can stop inside the function.
"""

from __future__ import annotations

from hp15c import timing
from hp15c.errors import CalculatorError
from hp15c.functions import integrate, solve
from hp15c.functions.integrate import IntegralResult
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ONE, ZERO, Number
from hp15c.operations.readable import Signal, handles
from hp15c.state.memory import INTEGRAL, SOLVE, of_runs, require
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
    Y,
)
from hp15c.table.instructions import Step
from hp15c.timing.matrices import REGISTERS_AT_FIRST, given_back_cost, memory_moved_cost

NO_ROOT = "Error 8"
LEVELS = 2  # levels of subroutines that a call from a program takes
END = 0  # the line of a return after the last line
MISPLACED = (3, 6)  # where SOLVE keeps its first abscissa inside an integral that does not exist


@handles("SOLVE")
def begin_solve(meter: Meter, state: State, step: Step) -> Signal | None:
    """Find a root of the function at a label, between or beyond the guesses in Y and X."""
    guesses = state.real(Y), state.real(X)
    line = _function(state, step.operand, SOLVE_MARKERS, SOLVE)
    state.word_times += timing.figure("SOLVE register") * (len(state.registers) - REGISTERS_AT_FIRST)
    misplaced = state.running and _seems_to_integrate(state)
    _enter(state, SOLVE_FROM_KEYS, SOLVE_FROM_LINE)
    state.solve, state.solve_line = solve.start(*guesses), line
    if misplaced and len(state.registers) > max(MISPLACED):
        for register in MISPLACED:
            state.registers[register] = state.solve.abscissa
    _call(state, line, state.solve.abscissa)
    return None


@handles("∫")
def begin_integral(meter: Meter, state: State, step: Step) -> Signal | None:
    """Integrate the function at a label from Y to X."""
    limits = state.real(Y), state.real(X)
    line = _function(state, step.operand, INTEGRAL_MARKERS, INTEGRAL)
    run = integrate.start(meter, *limits)
    if isinstance(run, IntegralResult) and not state.running:
        state.word_times += timing.figure("∫ of no width")
    _enter(state, INTEGRAL_FROM_KEYS, INTEGRAL_FROM_LINE)
    if isinstance(run, IntegralResult):
        return _end_integral(state, run)
    state.integral, state.integral_line = run, line
    _call_integrand(state)
    return None


def calls_now(state: State) -> bool:
    """Whether SOLVE or the integral is about to call its function: nothing is pending inside that."""
    caller = state.returns[-1] if state.returns else END
    begins = state.solve_line if caller in SOLVE_MARKERS else state.integral_line
    return caller < END and state.line == begins


@handles("RTN")
def go_on(meter: Meter, state: State, step: Step) -> Signal | None:
    """Go on after the function's RTN, with its value in X. A descriptor counts as 1 (BEHAVIOUR 8.1)."""
    value = state.stack[X]
    number = ONE if isinstance(value, Descriptor) else value
    if state.returns[-1] in SOLVE_MARKERS:
        return _go_on_solving(meter, state, number, value)
    run = state.integral
    assert run is not None
    state.word_times += timing.figure("∫ step")
    if run.points <= timing.FIRST_POINTS:
        state.word_times += timing.figure("∫ begun")
    result = integrate.advance(meter, run, number, state.format)
    if result is None:
        _call_integrand(state)
        return None
    return _end_integral(state, result)


def _go_on_solving(meter: Meter, state: State, number: Number, value: Value) -> Signal | None:
    """Take the next value for SOLVE. A descriptor comes back in Z."""
    run = state.solve
    assert run is not None
    state.word_times += timing.figure("SOLVE step")
    result = solve.advance(meter, run, number)
    if result is None:
        _call(state, state.solve_line, run.abscissa)
        return None
    z = value if isinstance(value, Descriptor) else result.z
    state.solve, state.solve_line = None, 0
    return _end(state, result.x, result.y, z, state.stack[Y], has_root=result.has_root)


def _function(state: State, label: str, markers: tuple[int, int], registers: int) -> int:
    """The function's line, after the machine's checks in its order (BEHAVIOUR 8.1).

    Error 5 without two free levels, Error 7 inside a function that the same instruction called, Error 10
    without enough free registers, Error 4 without the label.
    """
    if state.running:
        if state.returns_left < LEVELS:
            raise CalculatorError(5)
        if any(marker in state.returns for marker in markers):
            raise CalculatorError(7)
        if registers == INTEGRAL and _seems_to_integrate(state):
            raise CalculatorError(7)
    # Both share their registers. Pressed as a key, each ends a run that was left unfinished.
    held = of_runs(state)
    # Room that is there already, in use or not given back yet, is not made again.
    there = registers <= held or registers == state.run_registers
    made = memory_moved_cost(state) - (given_back_cost(state) if there else 0)
    require(state, (max(registers, held) if state.running else registers) - held)
    state.run_registers = max(registers, held)
    state.word_times += made
    line = state.program.find_label(label, state.line or 1)
    if line is None:
        raise CalculatorError(4)
    return line


def _seems_to_integrate(state: State) -> bool:
    """Whether a return to the end of memory is pending. It passes for that to an integral (BEHAVIOUR 8.1)."""
    return END in state.returns


def _enter(state: State, from_keys: int, from_line: int) -> None:
    """Take the levels of returns that the call needs: one from the keyboard, two from a program (BEHAVIOUR
    8.1).
    """
    if not state.running:
        state.clear_returns()
        state.returns.append(from_keys)
        state.running = True
        return
    state.returns += [state.line, from_line]


def _call(state: State, line: int, abscissa: Number) -> None:
    """Call the function at its label, with the abscissa on all levels."""
    state.stack[:] = [abscissa] * 4
    state.imaginary[:] = [ZERO] * 4
    state.go_to(line)


def _call_integrand(state: State) -> None:
    assert state.integral is not None
    state.last_x, state.last_xi = state.integral.last_x, ZERO
    _call(state, state.integral_line, state.integral.abscissa)


def _end_integral(state: State, result: IntegralResult) -> Signal | None:
    if result.overflow:
        state.overflow()
    state.integral, state.integral_line = None, 0
    return _end(state, result.x, result.y, result.z, result.t, has_root=True)


def _end(state: State, *levels: Value, has_root: bool) -> Signal | None:
    """Return to the program or to the keyboard with these levels.

    When no root was found, the program skips a line, and the keyboard gets an Error.
    """
    state.stack[:] = levels
    state.imaginary[:] = ZERO, ZERO, ZERO, state.imaginary[Y]
    if state.returns.pop() in (SOLVE_FROM_LINE, INTEGRAL_FROM_LINE):
        state.go_to(state.returns.pop())
        return None if has_root else Signal.SKIP
    state.go_to(0)
    if not has_root:
        state.message = NO_ROOT
    return Signal.STOP
