"""Labels, jumps, subroutines, stops (BEHAVIOUR 4.2 to 4.4).

While a program runs the current line is the one after the instruction. From the keyboard it is where it was.
"""

from __future__ import annotations

from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.operations import Signal, effect, solve_integrate
from hp15c.state.cells import magnitude
from hp15c.state.state import INTEGRAL_FROM_KEYS, SOLVE_FROM_KEYS, Descriptor, State
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS, Step
from hp15c.table.models import LIMITS, Model

LABELS_BY_NUMBER = {
    Model.HP15C: DIGITS + POINT_DIGITS + LETTERS,
    Model.HP11C: DIGITS + LETTERS,
}


def find_label(state: State, label: str) -> int:
    """The line of a label, searched from the current line on and round. Error 4 when there is none."""
    line = state.program.find_label(label, state.line or 1)
    if line is None:
        raise CalculatorError(4)
    return line


def target(state: State, operand: str) -> int:
    """The line that GTO or GSB leads to: that of a label.

    The number in I means a label, or when it is negative a line.

    A descriptor in I leads to the label of its letter (BEHAVIOUR 4.3).
    """
    if operand != "I":
        return find_label(state, operand)
    if isinstance(state.i, Descriptor):
        return find_label(state, state.i.name)
    number = magnitude(state.i)
    if names_line(state, operand):
        if number > len(state.program):
            raise CalculatorError(4)
        return number
    if number > LIMITS[state.model].last_label:
        raise CalculatorError(4)
    return find_label(state, LABELS_BY_NUMBER[state.model][number])


def names_label(state: State, operand: str) -> bool:
    """Whether GTO or GSB has a label to search for.

    I may hold the number of a line, or a number that no label has.
    """
    if operand != "I" or isinstance(state.i, Descriptor):
        return True
    return not names_line(state, operand) and magnitude(state.i) <= LIMITS[state.model].last_label


def names_line(state: State, operand: str) -> bool:
    """Whether GTO or GSB leads to the line that a negative number in I names."""
    return operand == "I" and isinstance(state.i, Number) and state.i.negative and magnitude(state.i) > 0


@effect("LBL")
def label(state: State, step: Step) -> None:
    """LBL does nothing: it is a place to go to."""


@effect("GTO")
def go_to(state: State, step: Step) -> None:
    """Go on at a label. From the keyboard the pending returns are forgotten."""
    state.go_to(target(state, step.operand))
    if not state.running:
        state.clear_returns()


@effect("GSB")
def go_to_subroutine(state: State, step: Step) -> None:
    """Call a label. From the keyboard, start the program there."""
    line = target(state, step.operand)
    if not state.running:
        state.clear_returns()
        state.running = True
    elif state.model is Model.HP15C and names_line(state, step.operand):
        _call_line(state, line)
        return
    else:
        push_return(state, state.line)
    state.go_to(line)


def _call_line(state: State, line: int) -> None:
    """Call the line that I names. On the HP-15C the place of the call is lost (BEHAVIOUR 4.3).

    The return leads behind the line that is called, and so does the number that is counted for that line.
    """
    behind = (line + 1) % (len(state.program) + 1)
    push_return(state, behind)
    state.go_to(line, number=behind)


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


@effect("RTN")
def return_(state: State, step: Step) -> Signal | None:
    """Return to the caller, to SOLVE or to the integral. Without a pending return, stop at line 000."""
    if not state.running:
        state.clear_returns()
        state.go_to(0)
        return None
    if not state.returns:
        state.go_to(0)
        return Signal.STOP
    if state.returns[-1] < 0:
        return solve_integrate.returned(state)
    state.go_to(state.returns.pop())
    return None


@effect("R/S")
def stop(state: State, step: Step) -> Signal:
    """Stop. The next line is the current one."""
    return Signal.STOP


@effect("PSE")
def pause(state: State, step: Step) -> Signal:
    """Show X for a second."""
    return Signal.PAUSE
