"""The cost of pressing keys, in word times, without the display of a number (`timing.showing`).

A key takes `KEY`, the cost of its instruction (`timing.operands` and the meter of `numbers.effort`), and the
display that it leaves. It also takes the difference to the same instruction as a program line (`keyed_cost`).

Keys that no line can hold cost what the second half of this module says: ←, commands, the keys of program
mode, and R/S, SST, GSB or a letter's key that start a program. That is without `KEY`, the display and the
program's lines. All costs were found from keys measured one by one, from the part that is the same for every
number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.display.display import Held, display
from hp15c.listing.program import Program
from hp15c.numbers.effort import POWER_OF_ZERO, ROOT_OF_ZERO
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State, X
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.models import Model
from hp15c.table.prefixes import SHIFTS
from hp15c.timing.jumps import PLACES, counted_cost, line_number_cost, place
from hp15c.timing.matrices import counted_room_cost
from hp15c.timing.operands import ARITHMETIC_ROWS, kind_of
from hp15c.timing.showing import DIGITS_BESIDE_EXPONENT, display_cost, line_shown_cost

# A key pressed and let go, without what it does and shows.
KEY: Final = {Model.HP15C: 337, Model.HP11C: 288}

# ON that switches the calculator off, which then rests.
_SWITCHED_OFF: Final = {Model.HP15C: -142, Model.HP11C: -91}

# A prefix shows the display again: f or g, another key, and each digit that is shown. In program mode it
# costs less.
_SHIFT: Final = {Model.HP15C: 32, Model.HP11C: 35}
_PREFIX: Final = {Model.HP15C: 69, Model.HP11C: 74}
_PREFIX_DIGIT: Final = {Model.HP15C: 20, Model.HP11C: 21}
_PREFIX_BESIDE_LINE: Final = {Model.HP15C: -40, Model.HP11C: -21}

# A function that computes takes more when its key is pressed than in a program, unless it has its result at
# once, as the root of 0. This is smaller for the four operations, those with registers among them, and for
# functions that only split a number.
_KEYED: Final = {Model.HP15C: 34, Model.HP11C: 27}
_AT_ONCE: Final = {"√x": ROOT_OF_ZERO, "yˣ": POWER_OF_ZERO}
_KEYED_OPERATION: Final = {Model.HP15C: 0, Model.HP11C: 10}
_OPERATIONS: Final = frozenset(("+", "−", "×", "÷", "INT", "FRAC", "ABS", "CHS", "RND", *ARITHMETIC_ROWS))

# An operand that is a digit is part of the key. By the kind of operand, as `base.kind_of` names it.
_BY_OPERAND: Final[Mapping[Model, Mapping[str, Mapping[str, int]]]] = {
    Model.HP15C: {
        "move": {"": -23, " n": -22, " .": -22, " I": -8, " (i)": -6, " A": -20},
        "operate": {"": -31, " n": -31, " .": -33, " I": -2, " (i)": -8},
        "exchange": {"": -7, " n": -30, " .": -34, " I": -5, " (i)": -5, " A": -12},
        "mode": {"": -32, " n": -32, " I": 15},
    },
    Model.HP11C: {
        "move": {"": -34, " n": -20, " .": -18, " I": -34, " (i)": -19},
        "operate": {"": -38, " n": -25, " (i)": -15},
        "exchange": {" I": -22, " (i)": 8},
        "mode": {"": -16, " n": -16},
    },
}
_SORT: Final = {"STO": "move", "RCL": "move", "x↔": "exchange", "DSE": "exchange", "ISG": "exchange"} | (
    dict.fromkeys(ARITHMETIC_ROWS, "operate")
)

# Showing the element that a key stores, recalls or changes, until the key is up.
_ELEMENT_SHOWN: Final = 316
_ELEMENT_SHOWN_BY_I: Final = 276

# SCI and ENG with 8 or 9 digits, which no line of the HP-11C can hold.
_NO_LINE: Final = -75

# A number being typed: its first key and the others.
_TYPED: Final = {
    Model.HP15C: {"digit": (-14, -21), ".": (7, 26), "EEX": (21, 31)},
    Model.HP11C: {"digit": (3, -1), ".": (27, 56), "EEX": (42, 38)},
}

# CHS of a number being typed.
_SIGN_TYPED: Final = 17

# Other keys that take something else than their line. RTN as a key ends no run.
_KEYED_ALONE: Final = {
    Model.HP15C: {"RTN": -237, "CLx": 24, "I": 164, "FRAC": 18, "→H": 16, "→H.MS": -25, "LOG": 19, "x!": -60},
    Model.HP11C: {"RTN": -224, "CLx": 4, "ENTER": 7, "SCI": -13, "ENG": -13, "→H.MS": -22, "x!": -46},
}

# A line that a key skips.
KEY_SKIPPED: Final = {Model.HP15C: 33, Model.HP11C: 18}

# TEST with a number, which is part of the key.
_BY_NUMBER: Final = -18

# A message that a key removes, in run mode and in program mode.
DISMISSED: Final = {Model.HP15C: 54, Model.HP11C: 38}
DISMISSED_BESIDE_LINE: Final = {Model.HP15C: 9, Model.HP11C: 12}

# The display of a number being typed: the fixed part, a digit, a separator of groups.
_TYPED_NUMBER: Final = 6
_TYPED_DIGIT: Final = 20
_TYPED_SEPARATOR: Final = 6

# The same with an exponent: the fixed part, a digit of the mantissa, a separator.
_TYPED_EXPONENT: Final = 48
_DIGIT_BESIDE: Final = 24
_SEPARATOR_BESIDE: Final = 14


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `start_cost` says instead, and SST in run mode `single_step_cost`.
    """
    model = state.model
    if not state.on:
        return KEY[model] + _SWITCHED_OFF[model]
    if state.running or (state.held == Held.SINGLE_STEP and not state.programming):
        return 0
    if state.message is not None:
        return KEY[model]
    if state.pending:
        return KEY[model] + _prefix_cost(state)
    if state.programming:
        return KEY[model] + line_shown_cost(state.program, state.line)
    return KEY[model] + shown_cost(state)


def shown_cost(state: State) -> int:
    """Word times of showing X, or a number that is being typed."""
    return display_cost(state) if state.entry is None else _entry_cost(state.entry)


def shown_in_vain_cost(state: State, step: Step) -> int:
    """Word times of the display that `key_cost` counted for a key which fails when it comes up.

    It showed its matrix element. For STO and RCL the cost of the Error contains it.
    """
    is_move = _SORT.get(step.name, "move") == "move"
    return 0 if is_move else shown_cost(state)


def _prefix_cost(state: State) -> int:
    """Word times of a prefix besides `KEY`."""
    model = state.model
    cost = (_SHIFT if state.pending[-1] in SHIFTS else _PREFIX)[model]
    if state.programming:
        cost += _PREFIX_BESIDE_LINE[model]
    return cost + _PREFIX_DIGIT[model] * sum(cell.isdigit() for cell in display(state).text)


def _entry_cost(entry: Entry) -> int:
    """Word times of showing a number that is being typed."""
    digits, separators = len(entry.digits), max(entry.whole - 1, 0) // 3
    if entry.exponent is None:
        return _TYPED_NUMBER + _TYPED_DIGIT * digits + _TYPED_SEPARATOR * separators
    return (
        _TYPED_EXPONENT + _DIGIT_BESIDE * min(digits, DIGITS_BESIDE_EXPONENT) + _SEPARATOR_BESIDE * separators
    )


def keyed_cost(step: Step, model: Model, computed: int, begun: bool = False) -> int:
    """Extra word times when an instruction that has computed for so long is pressed as a key.

    `begun` tells that a number was being typed, for a key that goes on with it.
    """
    name = step.name
    if step.role is Role.TYPES:
        return _TYPED[model][name][begun]
    cost = _KEYED_ALONE[model].get(name, 0) + (_SIGN_TYPED if begun and step.role is Role.SIGNS else 0)
    if name in _OPERATIONS:
        cost += _KEYED_OPERATION[model]
    elif computed not in (0, _AT_ONCE.get(name)):
        cost += _KEYED[model]
    if step.role is Role.TESTS and step.instruction.names is not OperandKind.FLAG and model is Model.HP15C:
        cost += _BY_NUMBER if len(step.codes(model)) > 2 else 0
    sort = "mode" if step.names in (OperandKind.PLACES, OperandKind.FLAG) else _SORT.get(name)
    if sort is None:
        return cost
    if model is Model.HP11C and name in ("SCI", "ENG") and step.operand in ("8", "9"):
        cost += _NO_LINE
    return cost + _BY_OPERAND[model][sort].get(kind_of(step.operand), 0)


def element_cost(state: State, step: Step) -> int:
    """Extra word times of a key that has reached an element of a matrix A to E."""
    if step.name not in _SORT and step.instruction.names is not OperandKind.ELEMENT:
        return 0
    if step.operand == "(i)" and isinstance(state.i, Descriptor):
        return _ELEMENT_SHOWN_BY_I if step.name in _SORT else 0
    return _ELEMENT_SHOWN if kind_of(step.operand) == " A" else 0


# keys that no line can hold

# In run mode, and in program mode. GTO CHS is without the search for its line, on the HP-11C with it.
_COMMANDS: Final = {
    Model.HP15C: {"CLEAR PREFIX": 4595, "MEM": 4752, "USER": 62, "GTO CHS": 241, "(i)": 4684},
    Model.HP11C: {"CLEAR PREFIX": 4576, "MEM": 4557, "USER": 43, "GTO CHS": 127},
}
_EDITING: Final = {
    Model.HP15C: {
        "SST": 45,
        "BST": 91,
        "USER": 9,
        "GTO CHS": 196,
        "CLEAR PREFIX": -175,
        "MEM": 4697,
        "(i)": -129,
    },
    Model.HP11C: {"SST": 24, "BST": 26, "USER": 13, "GTO CHS": 127, "CLEAR PREFIX": -216, "MEM": 4510},
}
_PREFIX_AT_TOP: Final = {Model.HP15C: -52, Model.HP11C: -45}
"""CLEAR PREFIX in program mode at line 000."""
_NO_MANTISSA: Final = -157
"""CLEAR PREFIX with a matrix in X, which has no mantissa to be shown for a while."""
_GO_TO_TOP: Final = {Model.HP15C: (104, 55), Model.HP11C: (69, 40)}

# BST in program mode that comes to line 000 of a program, and on the HP-15C to its last line: registers are
# passed.
_TO_TOP: Final = {Model.HP15C: -43, Model.HP11C: 0}
_TO_END: Final = 139
_TO_END_REGISTER: Final = 24.7

# BST in run mode: to line 000, to the last line from there, to another line.
_BACK_STEP: Final = {Model.HP15C: (350, 541, 431), Model.HP11C: (340, 278, 278)}
_LEAVING_PROGRAM_MODE: Final = {Model.HP15C: 59, Model.HP11C: 44}

# The insertion of a line. It costs more when it is no digit, after the first place of a register and for
# each further place, and at the first place of a register that is taken for it.
_INSERTED: Final = {Model.HP15C: 185, Model.HP11C: 146}
_INSERTED_FUNCTION: Final = {Model.HP15C: 28, Model.HP11C: 15}
_INSERTED_BEHIND: Final = {Model.HP15C: 10, Model.HP11C: 4}
_INSERTED_PLACE: Final = {Model.HP15C: 9, Model.HP11C: 5}
_INSERTED_REGISTER: Final = {Model.HP15C: 44, Model.HP11C: 2}
_INSERTED_BEFORE: Final = {Model.HP15C: 12.9, Model.HP11C: 43.4}
"""Each register after it, whose lines are moved."""

# A line taken out that has a line before it, the first line taken out, and ← at line 000.
_DELETED: Final = {Model.HP15C: 214, Model.HP11C: 133}
_FIRST_DELETED: Final = {Model.HP15C: 163, Model.HP11C: 129}
_NOTHING_DELETED: Final = {Model.HP15C: 11, Model.HP11C: 12}
_DELETED_BEFORE: Final = {Model.HP15C: 17.8, Model.HP11C: 19.0}
"""Each register after it, whose lines are moved."""

# ← without a number being typed, and with one. It costs more when it drops a prefix, and by what it takes
# back.
_BACKSPACE: Final = {Model.HP15C: (101, 180), Model.HP11C: (54, 133)}
_BACKSPACE_COMPLEX: Final = 2
_BACKSPACE_PREFIX: Final = {Model.HP15C: 120, Model.HP11C: 111}
_PER_DIGIT_LEFT: Final = -5
_POINT_TAKEN: Final = {Model.HP15C: 15, Model.HP11C: 39}
_EXPONENT_TAKEN: Final = {Model.HP15C: -73, Model.HP11C: -43}
_EXPONENT_DIGIT_TAKEN: Final = {Model.HP15C: -29, Model.HP11C: -12}
_CLEARED_REGISTER: Final = 9
_RETURNED: Final = 138
_RETURNED_REGISTER: Final = 8
FLAG_9_CLEARED: Final = 89

# ON held with another key, which first switches off a calculator that is on: the radix, all memory cleared,
# the test of the display, and the test of the keyboard that the second key fails.
_WITH_ON: Final = {
    Model.HP15C: {"41+48": 2036, "41+30": 2811, "41+20": 99_575, "41+10": 526_483},
    Model.HP11C: {"41+48": 2021, "41+30": 2502, "41+20": 52_050, "41+10": 526_497},
}
_OFF_FIRST: Final = {Model.HP15C: 195, Model.HP11C: 197}
SWITCHED_ON: Final = {Model.HP15C: 196, Model.HP11C: 168}

# From R/S going down to the first line, without a search and the line shown. From line 000 it takes more.
# _NO_LINE_SHOWN stands for the line shown when there is none.
_START: Final = {Model.HP15C: 503, Model.HP11C: 380}
_START_FROM_000: Final = {Model.HP15C: 9, Model.HP11C: 0}
_NO_LINE_SHOWN: Final = {Model.HP15C: 265, Model.HP11C: 376}

# SST against R/S, by the line that it executes. STEP_FAILED is for one that ends in an error: any other, and
# Error 4 or 5.
_STEPPED: Final = {Model.HP15C: 130, Model.HP11C: 110}
_STEPPED_DIGIT: Final = {Model.HP15C: 139, Model.HP11C: 132}
_STEPPED_STOP: Final = {Model.HP15C: -133, Model.HP11C: -120}
_STEPPED_NOTHING: Final = {Model.HP15C: -217, Model.HP11C: -198}
_STEPPED_SOLVE: Final = 780
"""SST of SOLVE, which calls the function and executes its label."""
STOPPING: Final = (Role.RETURNS, Role.STOPS)
STEP_FAILED: Final = {Model.HP15C: (-338, -278), Model.HP11C: (-308, -224)}

# GSB against R/S, and what f A takes more than GSB A. SOLVE and ∫ take _EVALUATING more.
START_AT_LABEL: Final = {Model.HP15C: 360, Model.HP11C: 890}
START_BY_LETTER: Final = {Model.HP15C: 23, Model.HP11C: 12}

# Each pending return that SOLVE or ∫ clears when its key is pressed.
RETURN_CLEARED: Final = 16

_EVALUATING: Final = {"SOLVE": 1430, "∫": 1300}


def command_cost(step: Step, state: State) -> int:
    """The word times of a key that no program line can hold, besides `KEY` and the display, after it has
    acted.
    """
    model, programming = state.model, state.programming
    if step.name == "P/R":
        return 0 if programming else _LEAVING_PROGRAM_MODE[model]
    if step.name == "GTO CHS" and not state.line:
        return _GO_TO_TOP[model][programming]
    cost = (_EDITING if programming else _COMMANDS)[model].get(step.name, 0)
    if step.name == "GTO CHS" and model is Model.HP15C:
        return cost + line_number_cost(state.program, state.line)
    if step.name == "BST" and programming and not state.line and state.program.steps:
        return cost + _TO_TOP[model]
    if step.name == "MEM":
        return cost + counted_room_cost(state)
    if step.name == "BST" and programming and model is Model.HP15C and 0 < state.line == len(state.program):
        return cost + _TO_END + round(_TO_END_REGISTER * (state.program.offsets[-1] // PLACES))
    if step.name == "CLEAR PREFIX" and programming and not state.line:
        return _PREFIX_AT_TOP[model]
    if step.name == "CLEAR PREFIX" and not programming and isinstance(state.stack[X], Descriptor):
        return _NO_MANTISSA
    if step.name == "BST" and not programming:
        from_top = state.line == len(state.program)
        kind = 0 if not state.line else 1 if from_top else 2
        return line_shown_cost(state.program, state.line) + _BACK_STEP[model][kind]
    return cost


def with_on_cost(key: str, model: Model, was_on: bool) -> int:
    """The word times of ON held with another key, besides `KEY` and the display."""
    cost = _WITH_ON[model].get(key, 0)
    return cost + _OFF_FIRST[model] if cost and was_on else cost


def cleared_program_cost(program: Program, returned: int) -> int:
    """The word times of CLEAR PRGM in program mode for a program's registers.

    `returned` counts those that the HP-11C gives back to data.
    """
    if program.model is Model.HP15C:
        return _CLEARED_REGISTER * program.memory_registers
    return _RETURNED + _RETURNED_REGISTER * returned if returned else 0


def inserted_cost(state: State) -> int:
    """The word times of inserting the line that is current now."""
    model, program, line = state.model, state.program, state.line
    at = place(program, line)
    cost = _INSERTED[model] + round(_INSERTED_BEFORE[model] * _registers_behind(program, line))
    if program.steps[line - 1].name != "digit":
        cost += _INSERTED_FUNCTION[model]
    if at:
        return cost + _INSERTED_BEHIND[model] + _INSERTED_PLACE[model] * at
    return cost + (_INSERTED_REGISTER[model] if line > 1 else 0)


def deleted_cost(program: Program, line: int) -> int:
    """The word times of ← in program mode at a line. At line 000 it does nothing."""
    if not line:
        return _NOTHING_DELETED[program.model]
    cost = (_DELETED if line > 1 else _FIRST_DELETED)[program.model]
    return cost + round(_DELETED_BEFORE[program.model] * _registers_behind(program, line))


def _registers_behind(program: Program, line: int) -> int:
    """The number of registers between a line's own and the end of the program."""
    return program.offsets[-1] // PLACES - program.offsets[line - 1] // PLACES


def backspace_cost(before: Entry | None, left: Entry | None, state: State, cancelled: bool) -> int:
    """The word times of ← in run mode, by the entry `before` it and the entry that it has `left`."""
    model = state.model
    typing = before is not None and not cancelled
    cost = _BACKSPACE[model][typing] + (_BACKSPACE_PREFIX[model] if cancelled else 0)
    if left is None or before is None:
        return cost + (_BACKSPACE_COMPLEX if state.complex else 0)
    if before.exponent is not None:
        return cost + (_EXPONENT_TAKEN if left.exponent is None else _EXPONENT_DIGIT_TAKEN)[model]
    if left.exponent is None:
        cost += _PER_DIGIT_LEFT * (len(left.digits) - 1)
    return cost + (_POINT_TAKEN[model] if before.point is not None and left.point is None else 0)


def single_step_cost(program: Program, line: int, known: bool, step: Step | None, ends: bool) -> int:
    """Word times of SST in run mode at a line, besides the line itself and its display.

    `known`: see `start_cost`. `step` is what it executes, if anything, and `ends` tells whether a RTN would
    end a run here.
    """
    if step is None:
        kind = _STEPPED_NOTHING
    elif step.role is Role.STOPS or (step.role is Role.RETURNS and ends):
        kind = _STEPPED_STOP
    else:
        kind = _STEPPED_DIGIT if step.role is Role.TYPES else _STEPPED
    cost = start_cost(program, line, known) + kind[program.model]
    return cost + _STEPPED_SOLVE if step is not None and step.name == "SOLVE" else cost


def start_cost(program: Program, line: int, known: bool = False) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one.

    The line is shown. From 000 it is line 001. After a jump its number has to be counted. `known` tells that
    it has not: most starts follow a jump.
    """
    model, first = program.model, line or min(1, len(program))
    shown = line_shown_cost(program, first) if first else _NO_LINE_SHOWN[model]
    counted = 0 if known else counted_cost(program, first)
    return _START[model] + shown + counted + (0 if line else _START_FROM_000[model])


def started_cost(step: Step, model: Model) -> int:
    """Word times of a key that starts a program at a label, besides `KEY` and the search."""
    return START_AT_LABEL[model] + _EVALUATING.get(step.name, 0)
