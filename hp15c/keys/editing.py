"""Program mode: lines inserted, deleted and looked at (BEHAVIOUR 4.1, 4.2, 9.2, 9.4)."""

from __future__ import annotations

from hp15c.errors import CalculatorError, Unsupported
from hp15c.listing.program import Program
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.instructions import OperandKind, Step
from hp15c.table.models import LIMITS, Model


def insert(state: State, step: Step) -> None:
    """Put a step after the displayed line and display it. Error 4: memory is full, Error 6: no such flag."""
    step = as_stored(state, step)
    if not memory.room_for(state, step.bytes(state.model)):
        raise CalculatorError(4)
    steps = state.program.steps
    _replace(state, (*steps[: state.line], step, *steps[state.line :]))
    state.line += 1


def as_stored(state: State, step: Step) -> Step:
    """The line that stores a step: its USER form, or SCI 7 for an HP-11C's SCI 9 (BEHAVIOUR 7.3, 9.2).

    Error 6 for a flag that the model does not have.
    """
    row = step.instruction
    if state.model is Model.HP15C:
        return Step(row, step.operand, user=True) if state.user and step.operand in row.user else step
    if row.names is OperandKind.FLAG and int(step.operand) >= LIMITS[state.model].flags:
        raise CalculatorError(6)
    if row.names is OperandKind.PLACES and step.operand not in row.operands_11c:
        return Step(row, row.operands_11c[-1])
    return step


def delete(state: State) -> None:
    """Remove the displayed line and display the one before. At 000 this does nothing."""
    if state.line:
        steps = state.program.steps
        _replace(state, steps[: state.line - 1] + steps[state.line :])
        state.line -= 1


def clear(state: State) -> None:
    """CLEAR PRGM: in program mode every line goes. In run mode only the current line becomes 000."""
    if state.programming:
        _replace(state, ())
    state.clear_returns()
    state.go_to(0, number=0)


def load(state: State, program: Program) -> None:
    """Replace the whole program, as keying it in would: line 000, no returns pending.

    Unsupported, with nothing changed, when the memory that registers, matrices and complex mode leave does
    not hold it.
    """
    if program.bytes > state.machine.bytes:
        unit = "bytes" if state.model is Model.HP15C else "lines"
        raise Unsupported(
            state.machine.short_name,
            [f"the program takes {program.bytes:,} {unit}, its memory holds {state.machine.bytes:,}"],
        )
    if state.model is Model.HP11C:
        unit, needed, free = "lines", len(program), state.machine.most_lines
        hint = ""
    else:
        unit, needed = "registers", program.memory_registers
        free = memory.free_registers(state) + state.program.memory_registers
        frees = ["n DIM (i) with a smaller n"]
        frees += ["MATRIX 0"] * any(matrix.elements for matrix in state.matrices.values())
        frees += ["CF 8"] * state.complex
        hint = f"; more is freed by {', '.join(frees)}"
    if needed <= free and len(program) > state.machine.most_lines:
        unit, needed, free, hint = "lines", len(program), state.machine.most_lines, ""
    if needed > free:
        raise Unsupported(
            state.machine.short_name, [f"the program needs {needed} {unit} of memory, {free} are free{hint}"]
        )
    state.program = program
    memory.fit_registers(state)
    state.clear_returns()
    state.go_to(0, number=0)


def next_line(state: State) -> None:
    """Make the next line the current one, or 000 after the last."""
    state.line = (state.line + 1) % (len(state.program) + 1)
    if not state.line:
        state.number_ahead = 0


def previous_line(state: State) -> None:
    """Make the line before the current one, or the last line before 000.

    A wrong number (BEHAVIOUR 4.3) is taken for the line: after 000 comes the last line, and line 001 with
    another number stays.
    """
    if state.line and not state.line_number:
        state.number_ahead = 0
    elif state.line != 1 or not state.number_ahead:
        state.line = (state.line - 1) % (len(state.program) + 1)


def go_to_line(state: State, line: int) -> None:
    """GTO CHS nnn. Error 4 beyond the last line, which changes nothing."""
    if line > len(state.program):
        raise CalculatorError(4)
    state.clear_returns()
    state.go_to(line, number=line)


def _replace(state: State, steps: tuple[Step, ...]) -> None:
    """Put another program into memory. Returns are forgotten, an HP-11C's registers change in number."""
    state.program = state.program.with_steps(steps)
    state.number_ahead = 0
    state.clear_returns()
    memory.fit_registers(state)
