"""A Program as numbers, the form that the kernel of lanes runs.

Every line is WIDTH numbers: the opcode, the argument, the place to go on at, the lines that it counts for,
and its word times. Then follow the place behind a skip, the word times of the skip, the word times of an RTN
to it, and the stack lift that it sets. Places in the code are line * WIDTH. In front of line 1 and behind the
last line stands the implied RTN. A row of lines that types a number is one push at its first line. A line
inside the row pushes the number that is typed from there on, because a conditional can skip into a row.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hp15c import timing
from hp15c.core import code as lowered_code
from hp15c.core.code import Line, lower
from hp15c.engines.lanes import packed
from hp15c.engines.plain import COMPLEX
from hp15c.listing.program import Program
from hp15c.rules.computing import OF_ANGLE, OF_NUMBER
from hp15c.rules.flow import LABELS_BY_NUMBER
from hp15c.state.cells import REGISTERS
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, TABLE, Lift, Role, Step
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Notation
from hp15c.timing import showing

Numbers = NDArray[np.int64]

WIDTH: Final = 9
OP, ARGUMENT, NEXT, LINES, COST, SKIP_TO, SKIP_COST, RETURN_COST, LIFTS = range(WIDTH)
KEEPS_LIFT: Final = 2
_LIFTS: Final = {Lift.DISABLE: 0, Lift.ENABLE: 1, Lift.NEUTRAL: KEEPS_LIFT}

# Columns of a lane.
X, Y, Z, T, LAST_X, SEED, LIFT, LINE, FLAGS, FORMAT, ANGLE, RUNNING, MESSAGE, WORD_TIMES = range(14)
WHY, DONE, PAUSES, PAUSED_X, PAUSED_FORMAT, DEPTH, END, MOST, RETURNS = range(14, 23)
INDEX: Final = 29
REGISTER_0: Final = 30
INDIRECT: Final = -1

# Opcodes. Those of one group are neighbours (see groups.py).
HELP: Final = 0
PUSH, ENTER, CLEAR_X, EXCHANGE, ROLL_DOWN, ROLL_UP, CHANGE_SIGN = range(1, 8)
LAST, BRING_PI, RANDOM, RECALL_SEED = range(8, 12)
PLUS, MINUS, TIMES, OVER, ROOT, SQUARE, RECIPROCAL, PERCENT, ABSOLUTE, INTEGER, FRACTION = range(12, 23)
FUNCTION_OF_ONE, FUNCTION_OF_TWO = range(23, 25)
STORE, RECALL, SWAP, STORE_PLUS, STORE_MINUS, STORE_TIMES, STORE_OVER = range(25, 32)
RECALL_PLUS, RECALL_MINUS, RECALL_TIMES, RECALL_OVER, COUNT_DOWN, COUNT_UP = range(32, 38)
X_EQ_0, X_NE_0, X_GT_0, X_LT_0, X_GE_0, X_LE_0 = range(38, 44)
X_EQ_Y, X_NE_Y, X_GT_Y, X_LT_Y, X_GE_Y, X_LE_Y, TEST_FLAG = range(44, 51)
GO_TO, CALL, GO_TO_I, CALL_I = range(51, 55)
LABEL, RETURN, IMPLIED_RETURN, STOP, PAUSE = range(55, 60)
SET_FLAG, CLEAR_FLAG, SET_FORMAT, SET_ANGLE, STORE_SEED = range(60, 65)
CLEAR_REGISTERS, CLEAR_SUMS, SET_REGISTERS = range(65, 68)

NOTATIONS: Final = showing.NOTATIONS
ANGLES: Final = tuple(AngleMode)
ERROR_0: Final = 1
TOO_DEEP: Final = 5
ERRORS: Final = 12
"""The message of Error 0 in a lane. 0 is none."""

_PLAIN: Final = {
    "ENTER": ENTER,
    "CLx": CLEAR_X,
    "x↔y": EXCHANGE,
    "R↓": ROLL_DOWN,
    "R↑": ROLL_UP,
    "LSTx": LAST,
    "π": BRING_PI,
    "CHS": CHANGE_SIGN,
    "+": PLUS,
    "−": MINUS,
    "×": TIMES,
    "÷": OVER,
    "√x": ROOT,
    "x²": SQUARE,
    "1/x": RECIPROCAL,
    "%": PERCENT,
    "ABS": ABSOLUTE,
    "INT": INTEGER,
    "FRAC": FRACTION,
    "CLEAR REG": CLEAR_REGISTERS,
    "CLEAR Σ": CLEAR_SUMS,
    "x=0": X_EQ_0,
    "x≠0": X_NE_0,
    "x>0": X_GT_0,
    "x<0": X_LT_0,
    "x≥0": X_GE_0,
    "x≤0": X_LE_0,
    "x=y": X_EQ_Y,
    "x≠y": X_NE_Y,
    "x>y": X_GT_Y,
    "x<y": X_LT_Y,
    "x≥y": X_GE_Y,
    "x≤y": X_LE_Y,
    "LBL": LABEL,
    "RTN": RETURN,
    "R/S": STOP,
    "PSE": PAUSE,
    "RAN#": RANDOM,
    "STO RAN#": STORE_SEED,
    "RCL RAN#": RECALL_SEED,
}
_ON_CELLS: Final = {
    "STO": STORE,
    "RCL": RECALL,
    "x↔": SWAP,
    "STO +": STORE_PLUS,
    "STO −": STORE_MINUS,
    "STO ×": STORE_TIMES,
    "STO ÷": STORE_OVER,
    "RCL +": RECALL_PLUS,
    "RCL −": RECALL_MINUS,
    "RCL ×": RECALL_TIMES,
    "RCL ÷": RECALL_OVER,
    "DSE": COUNT_DOWN,
    "ISG": COUNT_UP,
}
_FLAGS: Final = {"SF": SET_FLAG, "CF": CLEAR_FLAG, "F?": TEST_FLAG}
_JUMPS: Final = {"GTO": (GO_TO, GO_TO_I), "GSB": (CALL, CALL_I)}
_BY_MACHINE: Final = frozenset(("Δ%",))  # keeps Y, unlike the functions of two numbers

# Functions whose results are remembered. Those from FIRST_OF_TWO on take Y and X, and the stack drops.
_OF_ONE: Final = (*OF_NUMBER, *OF_ANGLE, "x!", "RND")
FIRST_OF_TWO: Final = len(_OF_ONE)
FUNCTIONS: Final = (*_OF_ONE, "yˣ", "Py,x", "Cy,x")


_known: Final = {*_PLAIN, *_ON_CELLS, *_FLAGS, *_JUMPS, *FUNCTIONS, *NOTATIONS, *ANGLES, *_BY_MACHINE}
_missing = [
    row.name
    for row in TABLE
    if row.programmable
    and not row.handed_over
    and row.role not in (Role.TYPES, Role.COMPUTES)  # the readable machine does what only computes
    and row.name not in _known
]
if _missing:
    raise LookupError(f"instructions without an opcode that are not handed over: {', '.join(_missing)}")


class Decoded(NamedTuple):
    """A decoded program.

    `lines` is flat, WIDTH numbers a line. `labels[n, from]` is the line of the label that GTO I calls n,
    found from a line on (0 when there is none), and `searches[n, from]` the word times of finding it.
    `line_costs[n]` is the word times of finding line n, and `failures[n, number]` those of line n when it
    ends in that error. `constants` holds the other numbers of the model and the program, named below.
    """

    lines: Numbers
    labels: Numbers
    searches: Numbers
    line_costs: Numbers
    failures: Numbers
    constants: Numbers


# The places in `Decoded.constants`.
LAST_LINE, IS_11C, MOST_RETURNS, FIRST_SUM, FAILED_SEARCH, UNLIFTED, BROKEN_OFF = range(7)


@cache
def _failures_of(step: Step, model: Model) -> list[int]:
    """The word times of a step that ends in an error, by the number of the error."""
    return [timing.failed_cost(step, number, model) for number in range(ERRORS)]


@lru_cache(maxsize=64)
def decode(program: Program) -> Decoded:
    """The program as numbers."""
    return _Decoder(program).code()


class _Decoder:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.last = len(program)
        self.lines = lower(program)
        self.blank = State.fresh(self.model)

    def code(self) -> Decoded:
        lines = np.zeros((self.last + 2, WIDTH), dtype=np.int64)
        lines[0, OP] = lines[-1, OP] = IMPLIED_RETURN
        lines[0, COST] = lines[-1, COST] = self.lines[0].cost
        lines[0, RETURN_COST] = lines[-1, RETURN_COST] = self._return_cost(0)
        lines[0, LINES] = lines[-1, LINES] = 1
        lines[0, LIFTS] = lines[-1, LIFTS] = _LIFTS[Lift.ENABLE]
        for lowered in self.lines[1:]:
            self._line(lines[lowered.number], lowered)
        names = LABELS_BY_NUMBER[self.model]
        labels = np.zeros((len(names), self.last + 1), dtype=np.int64)
        searches = np.zeros_like(labels)
        for place, name in enumerate(names):
            for start in range(self.last + 1 if name in self.program.label_lines else 0):
                line = self.program.find_label(name, start or 1)
                if line is not None:
                    labels[place, start] = line
                    searches[place, start] = timing.by_number_cost(self.program, self._before(start), line)
        line_costs = np.array(
            [timing.line_search_cost(self.program, line) for line in range(self.last + 1)], dtype=np.int64
        )
        return Decoded(lines.ravel(), labels, searches, line_costs, self._failures(), self._constants())

    def _failures(self) -> Numbers:
        """The word times of each line that ends in an error, by the number of the error."""
        steps = (lowered_code.RETURN, *self.program.steps, lowered_code.RETURN)
        failures = np.array([_failures_of(step, self.model) for step in steps], dtype=np.int64)
        for line, step in enumerate(steps):
            if step.role is Role.CALLS and step.operand != "I":
                # A call looks for its label before it sees that it is too deep.
                found = self.program.find_label(step.operand, line)
                failures[line, TOO_DEEP] += timing.search_cost(self.program, line, found) if found else 0
        return failures

    def _constants(self) -> Numbers:
        constants = np.zeros(BROKEN_OFF + 1, dtype=np.int64)
        constants[FAILED_SEARCH] = timing.failed_search_cost(self.program)
        constants[BROKEN_OFF] = timing.BROKEN_OFF[self.model]
        constants[UNLIFTED] = timing.UNLIFTED[self.model]
        constants[LAST_LINE] = self.last
        constants[IS_11C] = self.model is Model.HP11C
        constants[MOST_RETURNS] = LIMITS[self.model].returns
        constants[FIRST_SUM] = REGISTER_0 + LIMITS[self.model].first_sum
        return constants

    def _return_cost(self, number: int) -> int:
        """The extra word times of an RTN that goes on at a line, compared with one that ends the run."""
        return timing.return_cost(self.program, number) - timing.base_cost(self.lines[0].step, self.model)

    def _before(self, number: int) -> int:
        """The line that `number` comes after."""
        return number - 1 if number else self.last

    def _line(self, line: Numbers, lowered: Line) -> None:
        step = lowered.step
        line[NEXT] = (lowered.number + 1) * WIDTH
        line[LINES] = 1
        line[COST] = lowered.cost
        line[RETURN_COST] = self._return_cost(lowered.number)
        line[SKIP_TO] = lowered.behind * WIDTH
        line[SKIP_COST] = self.lines[lowered.after].skip_cost
        line[LIFTS] = _LIFTS[lowered.step.instruction.lift]
        name, operand = step.name, step.operand
        if step.role is Role.TYPES:
            self._number(line, lowered)
        elif step.user:
            line[OP] = HELP
        elif name in _PLAIN:
            line[OP] = _PLAIN[name]
        elif name == "DIM" and operand == "(i)":
            line[OP] = SET_REGISTERS
        elif name in FUNCTIONS:
            line[ARGUMENT] = FUNCTIONS.index(name)
            line[OP] = FUNCTION_OF_ONE if line[ARGUMENT] < FIRST_OF_TWO else FUNCTION_OF_TWO
        elif name in _ON_CELLS and operand not in LETTERS:
            line[OP], line[ARGUMENT] = _ON_CELLS[name], _cell(operand)
        elif name in _FLAGS and operand != "I" and not (name == "SF" and int(operand) == COMPLEX):
            line[OP], line[ARGUMENT] = _FLAGS[name], 1 << int(operand)
        elif name in NOTATIONS and operand != "I":
            line[OP], line[ARGUMENT] = SET_FORMAT, format_code(Notation(name), int(operand))
        elif name in ANGLES:
            line[OP], line[ARGUMENT] = SET_ANGLE, ANGLES.index(AngleMode(name))
        elif name in _JUMPS:
            self._jump(line, lowered)
        else:
            line[OP] = HELP

    def _jump(self, line: Numbers, lowered: Line) -> None:
        to_label, by_i = _JUMPS[lowered.step.name]
        line[ARGUMENT] = lowered.after
        if lowered.step.operand == "I":
            line[OP] = by_i
            return
        line[OP] = to_label
        line[NEXT] = INDIRECT if lowered.target is None else lowered.target * WIDTH
        if lowered.target is not None:
            line[COST] += timing.search_cost(self.program, lowered.number, lowered.target)

    def _number(self, line: Numbers, lowered: Line) -> None:
        """Decode the number that is typed from this line on, when nothing is being typed yet."""
        typed = lowered.typed
        if typed is None:
            line[OP] = HELP
            return
        behind = lowered.number + typed.lines
        line[OP], line[ARGUMENT] = PUSH, packed.to_word(typed.number)
        line[NEXT], line[LINES] = behind * WIDTH, typed.lines
        line[COST] = timing.operand_cost(self.blank, lowered.step) + typed.cost
        line[COST] += sum(one.cost for one in self.lines[lowered.number : behind])


def format_code(notation: Notation, digits: int) -> int:
    """A display format as a number (see engines.Shown)."""
    return 16 * NOTATIONS.index(notation) + digits


def _cell(operand: str) -> int:
    """The column of a register or I. INDIRECT for (i)."""
    if operand == "I":
        return INDEX
    return INDIRECT if operand == "(i)" else REGISTER_0 + REGISTERS[operand]
