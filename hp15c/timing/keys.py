"""The cost of pressing keys, in word times, without the display of a number (`timing.showing`).

A key takes the "key" of the table of figures, the cost of its instruction (`timing.operands` and the meter of
`numbers.effort`), and the display that it leaves. It also takes the difference to the same instruction as a
program line (`keyed_cost`).

Keys that no line can hold cost what the second half of this module says: ←, commands, the keys of program
mode, and R/S, SST, GSB or a letter's key that start a program. That is without "key", the display and the
program's lines.
"""

from __future__ import annotations

from typing import Final

from hp15c.display.display import Held, display
from hp15c.listing.program import Program
from hp15c.numbers.effort import POWER_OF_ZERO, ROOT_OF_ZERO
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State, X
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.models import Model
from hp15c.table.prefixes import SHIFTS
from hp15c.timing.figures import FIGURES, extra, figure
from hp15c.timing.jumps import PLACES, counted_cost, line_number_cost, place
from hp15c.timing.matrices import counted_room_cost
from hp15c.timing.operands import ARITHMETIC_ROWS, SORTS, kind_of
from hp15c.timing.showing import DIGITS_BESIDE_EXPONENT, display_cost, line_shown_cost

_AT_ONCE: Final = {"√x": ROOT_OF_ZERO, "yˣ": POWER_OF_ZERO}
_OPERATIONS: Final = frozenset(("+", "−", "×", "÷", "INT", "FRAC", "ABS", "CHS", "RND", *ARITHMETIC_ROWS))
STOPPING: Final = (Role.RETURNS, Role.STOPS)

# Each register after a line that is inserted or deleted, whose lines are moved, and each that BST passes in
# program mode.
_INSERTED_BEFORE: Final = {Model.HP15C: 12.9, Model.HP11C: 43.4}
_DELETED_BEFORE: Final = {Model.HP15C: 17.8, Model.HP11C: 19.0}
_TO_END_REGISTER: Final = 24.7


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `start_cost` says instead, and SST in run mode `single_step_cost`.
    """
    key = figure("key", state.model)
    if not state.on:
        return key + figure("switched off", state.model)
    if state.running or (state.held == Held.SINGLE_STEP and not state.programming):
        return 0
    if state.message is not None:
        return key
    if state.pending:
        return key + _prefix_cost(state)
    return key + (line_shown_cost(state.program, state.line) if state.programming else shown_cost(state))


def shown_cost(state: State) -> int:
    """Word times of showing X, or a number that is being typed."""
    return display_cost(state) if state.entry is None else _entry_cost(state.entry)


def shown_in_vain_cost(state: State, step: Step) -> int:
    """Word times of the display that `key_cost` counted for a key which fails when it comes up.

    It showed its matrix element. For STO and RCL the cost of the Error contains it.
    """
    return shown_cost(state) if SORTS.get(step.name, step.name) in ("operate", "exchange") else 0


def _prefix_cost(state: State) -> int:
    """Word times of a prefix besides "key"."""
    model = state.model
    cost = figure("shift" if state.pending[-1] in SHIFTS else "prefix", model)
    if state.programming:
        cost += figure("prefix beside line", model)
    return cost + figure("prefix digit", model) * sum(cell.isdigit() for cell in display(state).text)


def _entry_cost(entry: Entry) -> int:
    """Word times of showing a number that is being typed."""
    digits, separators = len(entry.digits), max(entry.whole - 1, 0) // 3
    kind = "typed number"
    if entry.exponent is not None:
        kind, digits = "typed exponent", min(digits, DIGITS_BESIDE_EXPONENT)
    return figure(kind) + figure(f"{kind} digit") * digits + figure(f"{kind} separator") * separators


def keyed_cost(step: Step, model: Model, computed: int, begun: bool = False) -> int:
    """Extra word times when an instruction is pressed as a key, and has computed for `computed` word times.

    `begun` tells that a number was being typed, for a key that goes on with it.
    """
    name = step.name
    if step.role is Role.TYPES:
        return figure(f"typed {name}{'' if begun else ' first'}", model)
    cost = extra(f"keyed alone {name}", model)
    if begun and step.role is Role.SIGNS:
        cost += figure("sign typed")
    if name in _OPERATIONS:
        cost += figure("keyed operation", model)
    elif computed not in (0, _AT_ONCE.get(name)):
        cost += figure("keyed", model)
    if step.role is Role.TESTS and step.instruction.names is not OperandKind.FLAG and model is Model.HP15C:
        cost += figure("test by number") if len(step.codes(model)) > 2 else 0
    sort = "mode" if step.names in (OperandKind.PLACES, OperandKind.FLAG) else SORTS.get(name)
    if sort is None:
        return cost
    if model is Model.HP11C and name in ("SCI", "ENG") and step.operand in ("8", "9"):
        cost += figure("keyed without line", model)
    return cost + extra(f"keyed {sort}{kind_of(step.operand)}", model)


def element_cost(state: State, step: Step) -> int:
    """Extra word times of a key that has reached an element of a matrix A to E."""
    if step.name not in SORTS and step.instruction.names is not OperandKind.ELEMENT:
        return 0
    if step.operand == "(i)" and isinstance(state.i, Descriptor):
        return figure("element shown by (i)") if step.name in SORTS else 0
    return figure("element shown") if kind_of(step.operand) == " A" else 0


# keys that no line can hold


def command_cost(step: Step, state: State) -> int:
    """The word times of a key that no program line can hold, besides "key" and the display."""
    model, program, line = state.model, state.program, state.line
    name = f"{'editing' if state.programming else 'command'} {step.name}"
    place = " at 000" if not line else " at end" if line == len(program) else ""
    cost = figure(f"{name}{place}", model) if f"{name}{place}" in FIGURES else extra(name, model)
    if step.name == "GTO CHS" and line and model is Model.HP15C:
        cost += line_number_cost(program, line)
    if step.name == "MEM":
        cost += counted_room_cost(state)
    if name == "command BST":
        cost += line_shown_cost(program, line)
    if name == "editing BST" and not line and program.steps:
        cost += figure("back to top", model)
    if name == "editing BST" and place == " at end" and model is Model.HP15C:
        cost += figure("back to end") + round(_TO_END_REGISTER * (program.offsets[-1] // PLACES))
    if name == "command CLEAR PREFIX" and isinstance(state.stack[X], Descriptor):
        return figure("no mantissa")
    return cost


def with_on_cost(key: str, model: Model, was_on: bool) -> int:
    """The word times of ON held with another key, besides "key" and the display."""
    cost = extra(f"ON with {key}", model)
    return cost + figure("off first", model) if cost and was_on else cost


def cleared_program_cost(program: Program, returned: int) -> int:
    """The word times of CLEAR PRGM in program mode for a program's registers.

    `returned` counts those that the HP-11C gives back to data.
    """
    if program.model is Model.HP15C:
        return figure("CLEAR PRGM register") * program.memory_registers
    each = figure("CLEAR PRGM returned register", program.model)
    return figure("CLEAR PRGM returned", program.model) + each * returned if returned else 0


def inserted_cost(state: State) -> int:
    """The word times of inserting the line that is current now."""
    model, program, line = state.model, state.program, state.line
    at = place(program, line)
    cost = figure("inserted", model) + round(_INSERTED_BEFORE[model] * _registers_behind(program, line))
    if program.steps[line - 1].name != "digit":
        cost += figure("inserted function", model)
    if at:
        return cost + figure("inserted behind", model) + figure("inserted place", model) * at
    return cost + (figure("inserted register", model) if line > 1 else 0)


def deleted_cost(program: Program, line: int) -> int:
    """The word times of ← in program mode at a line. At line 000 it does nothing."""
    if not line:
        return figure("deleted nothing", program.model)
    cost = figure("deleted" if line > 1 else "deleted first", program.model)
    return cost + round(_DELETED_BEFORE[program.model] * _registers_behind(program, line))


def _registers_behind(program: Program, line: int) -> int:
    """The number of registers between a line's own and the end of the program."""
    return program.offsets[-1] // PLACES - program.offsets[line - 1] // PLACES


def backspace_cost(before: Entry | None, left: Entry | None, state: State, cancelled: bool) -> int:
    """The word times of ← in run mode, by the entry `before` it and the entry that it has `left`."""
    model = state.model
    typing = before is not None and not cancelled
    cost = figure("← typing" if typing else "←", model)
    cost += figure("← prefix", model) if cancelled else 0
    if left is None or before is None:
        return cost + (figure("← complex") if state.complex else 0)
    if before.exponent is not None:
        return cost + figure("← exponent" if left.exponent is None else "← exponent digit", model)
    if left.exponent is None:
        cost += figure("← digit left") * (len(left.digits) - 1)
    return cost + (figure("← point", model) if before.point is not None and left.point is None else 0)


def single_step_cost(program: Program, line: int, known: bool, step: Step | None, ends: bool) -> int:
    """Word times of SST in run mode at a line, besides the line itself and its display.

    `known`: see `start_cost`. `step` is what it executes, if anything, and `ends` tells whether a RTN would
    end a run here.
    """
    if step is None:
        kind = "stepped nothing"
    elif step.role is Role.STOPS or (step.role is Role.RETURNS and ends):
        kind = "stepped stop"
    else:
        kind = "stepped digit" if step.role is Role.TYPES else "stepped"
    cost = start_cost(program, line, known) + figure(kind, program.model)
    return cost + figure("stepped SOLVE") if step is not None and step.name == "SOLVE" else cost


def start_cost(program: Program, line: int, known: bool = False) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one.

    The line is shown. From 000 it is line 001. After a jump its number has to be counted. `known` tells that
    it has not: most starts follow a jump.
    """
    model, first = program.model, line or min(1, len(program))
    shown = line_shown_cost(program, first) if first else figure("no line shown", model)
    counted = 0 if known else counted_cost(program, first)
    return figure("started", model) + shown + counted + (0 if line else figure("started from 000", model))


def started_cost(step: Step, model: Model) -> int:
    """Word times of a key that starts a program at a label, besides "key" and the search."""
    return figure("started at label", model) + extra(f"started {step.name}", model)
