"""What pressing keys costs, in word times, the display of a number apart (`timing.showing`).

A key takes `KEY`, what its instruction spends (`timing.base`, `timing.operands` and the meter of
`hp15c.effort`), what it takes more or less than the same instruction as a program line (`keyed_cost`, or
`command_cost` for keys that no line can hold), and the display that it leaves. All was found from keys
measured one by one, by what is the same for every number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.display import Held
from hp15c.entry import Entry
from hp15c.instructions import LETTERS, Names, Role, Step
from hp15c.models import Model
from hp15c.program import Program
from hp15c.state import State
from hp15c.timing.base import ARITHMETIC_ROWS, kind_of
from hp15c.timing.fetch import fetch_cost
from hp15c.timing.showing import display_cost

# A key pressed and let go, what it does and the display apart; what a prefix adds.
KEY: Final = {Model.HP15C: 337, Model.HP11C: 288}
_PREFIX: Final = {Model.HP15C: 132, Model.HP11C: 140}
_PREFIX_BESIDE_LINE: Final = {Model.HP15C: 232, Model.HP11C: 236}

# A function that computes takes more when its key is pressed than in a program; the four operations,
# registers' among them, and functions that only take a number apart less.
_KEYED: Final = {Model.HP15C: 34, Model.HP11C: 27}
_KEYED_OPERATION: Final = {Model.HP15C: 0, Model.HP11C: 10}
_OPERATIONS: Final = frozenset(("+", "−", "×", "÷", "INT", "FRAC", "ABS", "CHS", "RND", *ARITHMETIC_ROWS))

# An operand that is a digit is part of the key. By the kind of operand, as `base.kind_of` names it.
_BY_OPERAND: Final[Mapping[Model, Mapping[str, Mapping[str, int]]]] = {
    Model.HP15C: {
        "move": {"": -23, " n": -22, " .": -22, " I": -8, " (i)": -6, " A": -20},
        "operate": {"": -31, " n": -31, " .": -33, " I": -2, " (i)": -8},
        "exchange": {"": -7, " n": -30, " .": -34, " I": -5, " (i)": -5},
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

# SCI and ENG with 8 or 9 digits, which no line of the HP-11C can hold.
_NO_LINE: Final = -75

# A number being typed: its first key and the others.
_TYPED: Final = {
    Model.HP15C: {"digit": (-14, -21), ".": (7, 26), "EEX": (21, 31)},
    Model.HP11C: {"digit": (3, -1), ".": (27, 56), "EEX": (42, 38)},
}

# Other keys, where their line takes something else; RTN pressed ends no run.
_KEYED_ALONE: Final = {
    Model.HP15C: {"RTN": -237, "CLx": 24, "I": 164, "FRAC": 18, "→H": 16, "→H.MS": -25, "LOG": 19},
    Model.HP11C: {"RTN": -224, "CLx": 4},
}

# Keys that no program line can hold. ←: with no number being typed, and with one.
_COMMANDS: Final = {
    Model.HP15C: {"CLEAR PREFIX": 4595, "USER": 62, "GTO CHS": 267, "(i)": 4684},
    Model.HP11C: {"CLEAR PREFIX": 4576, "USER": 43, "GTO CHS": 127},
}
_EDITING: Final = {
    Model.HP15C: {"SST": 46, "BST": 94, "USER": 20, "GTO CHS": 470},
    Model.HP11C: {"SST": 24, "BST": 60, "GTO CHS": 127},
}
INSERTED: Final = {Model.HP15C: 225, Model.HP11C: 100}
DELETED: Final = {Model.HP15C: 165, Model.HP11C: 100}
_BACK_STEP: Final = 430
_LEAVING_PROGRAM_MODE: Final = {Model.HP15C: 59, Model.HP11C: 44}
BACKSPACE: Final = {Model.HP15C: (101, 180), Model.HP11C: (54, 133)}
BACKSPACE_COMPLEX: Final = 2
FLAG_9_CLEARED: Final = 89

# A message that a key takes away; complex mode that begins or ends.
DISMISSED: Final = {Model.HP15C: 54, Model.HP11C: 38}
ACTIVATED: Final = 500
ACTIVATED_BY_I: Final = 366

# A program line shown: line 000; any other, and a digit of its keycodes.
_SHOW_TOP: Final = {Model.HP15C: 125, Model.HP11C: 139}
_SHOW_LINE: Final = {Model.HP15C: 191, Model.HP11C: 300}
_SHOW_CODE_DIGIT: Final = {Model.HP15C: 34, Model.HP11C: 25}

# From a key that starts a program going down to its first line, a search and the line shown apart: R/S, more
# from line 000, and more with a letter in a line of three codes; SST
# against R/S, by the line that it executes; GSB; and what f A takes
# more than GSB A.
START: Final = {Model.HP15C: 681, Model.HP11C: 673}
START_FROM_000: Final = {Model.HP15C: 41, Model.HP11C: 28}
START_WITH_LETTER: Final = {Model.HP15C: 67, Model.HP11C: 0}
_STEPPED: Final = 335
_STEPPED_DIGIT: Final = 178
_STEPPED_STOP: Final = -125
START_AT_LABEL: Final = {Model.HP15C: 360, Model.HP11C: 890}
START_BY_LETTER: Final = {Model.HP15C: 23, Model.HP11C: 12}

# A number being typed: a digit, a separator of groups, an exponent.
_TYPED_DIGIT: Final = 24
_TYPED_SEPARATOR: Final = 14
_TYPED_EXPONENT: Final = 48

_THREE_CODES: Final = 6
_SHOW_NO_LINE: Final = 55


def key_cost(state: State) -> int:
    """Word times of a key that has been pressed, beyond what its instruction spends.

    A key that starts a program costs what `START` says instead, and so does SST in run mode.
    """
    model = state.model
    if state.running or (state.held == Held.SINGLE_STEP and not state.programming):
        return 0
    if state.message is not None:
        return KEY[model]
    if state.programming:
        return KEY[model] + (_PREFIX_BESIDE_LINE[model] if state.pending else _line_cost(state))
    if state.pending:
        return KEY[model] + _PREFIX[model]
    return KEY[model] + (display_cost(state) if state.entry is None else _entry_cost(state.entry))


def _entry_cost(entry: Entry) -> int:
    """Word times of showing a number that is being typed."""
    cost = _TYPED_DIGIT * len(entry.digits) + _TYPED_SEPARATOR * (max(entry.whole - 1, 0) // 3)
    return cost + (_TYPED_EXPONENT if entry.exponent is not None else 0)


def keyed_cost(step: Step, model: Model, computed: int, begun: bool = False) -> int:
    """Word times that a line which has computed for so long takes more when it is pressed as a key.

    `begun` tells that a number was being typed, for a key that goes on with it.
    """
    name = step.name
    if step.role is Role.TYPES:
        return _TYPED[model][name][begun]
    cost = _KEYED_ALONE[model].get(name, 0)
    if name in _OPERATIONS:
        cost += _KEYED_OPERATION[model]
    elif computed:
        cost += _KEYED[model]
    sort = "mode" if step.names in (Names.PLACES, Names.FLAG) else _SORT.get(name)
    if sort is None:
        return cost
    if model is Model.HP11C and name in ("SCI", "ENG") and step.operand in ("8", "9"):
        cost += _NO_LINE
    return cost + _BY_OPERAND[model][sort].get(kind_of(step.operand), 0)


def command_cost(step: Step, state: State) -> int:
    """What a key that no program line can hold takes beside `KEY` and the display, once it has acted."""
    if step.name == "P/R":
        return 0 if state.programming else _LEAVING_PROGRAM_MODE[state.model]
    if state.programming:
        return _EDITING[state.model].get(step.name, 0)
    if step.name == "BST":
        return _line_cost(state) + _BACK_STEP
    return _COMMANDS[state.model].get(step.name, 0)


def _line_cost(state: State) -> int:
    """Word times of showing the current program line."""
    if not state.line:
        return _SHOW_TOP[state.model]
    return _SHOW_LINE[state.model] + shown_codes_cost(state.program, state.line)


def shown_codes_cost(program: Program, line: int) -> int:
    """Word times of showing the keycodes of a line, by their digits; 0 for line 000."""
    if not line:
        return 0
    codes = program.steps[line - 1].codes(program.model)
    return _SHOW_CODE_DIGIT[program.model] * sum(code.isdigit() for code in codes)


def single_step_cost(program: Program, line: int, step: Step | None) -> int:
    """Word times of SST in run mode at a line, beside the line itself; `step` is what it executed, if any."""
    cost = start_cost(program, line)
    if step is None:
        return cost
    if step.role in (Role.RETURNS, Role.STOPS):
        return cost + _STEPPED_STOP
    return cost + (_STEPPED_DIGIT if step.role is Role.TYPES else _STEPPED)


def start_cost(program: Program, line: int) -> int:
    """Word times from R/S going down to the first line, when `line` is the current one.

    The line is shown and fetched; from 000 it is line 001.
    """
    model = program.model
    cost = START[model] + (0 if line else START_FROM_000[model])
    first = line or min(1, len(program))
    if not first:
        return cost + _SHOW_NO_LINE
    step = program.steps[first - 1]
    if step.operand in LETTERS and sum(code.isdigit() for code in step.codes(model)) == _THREE_CODES:
        cost += START_WITH_LETTER[model]
    return cost + shown_codes_cost(program, first) + fetch_cost(program, first)
