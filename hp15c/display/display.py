"""The LCD of a state: its text, its annunciators, and whether it blinks (BEHAVIOUR 0.2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hp15c.functions.rounding import displayed_digits
from hp15c.numbers.number import Number
from hp15c.state import memory
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State, Value, X, Y
from hp15c.table.instructions import TABLE, Step
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode
from hp15c.table.prefixes import F, G
from hp15c.table.step import register_name

CELLS: Final = 10
MANTISSA_CELLS: Final = 7

PR_ERROR: Final = "Pr Error"
SELF_TEST: Final = "self test"
# the test of ON and ÷ waits for every key in turn and fails at the first other key
KEYBOARD_TEST: Final = "Error 9"
ANNUNCIATORS: Final = ("USER", "f", "g", "BEGIN", "GRAD", "RAD", "D.MY", "C", "PRGM")

_SWAPPED: Final = str.maketrans(".,", ",.")


# The keys that write RESULT: while one is down its descriptor shows (BEHAVIOUR 7.5).
RESULT_KEYS: Final = frozenset(str(Step(row, operand)) for row in TABLE for operand in row.fills_result)

MESSAGES: Final = frozenset({PR_ERROR, SELF_TEST, *(f"Error {number}" for number in range(12))})


class Held(StrEnum):
    """The display while a key is down, by the kind of key.

    `State.held` is one of these, or the text of the step that waits for the release: a step such as 'RCL A',
    which shows its matrix element, or one of RESULT_KEYS.
    """

    MEMORY = "MEM"
    MANTISSA = "CLEAR PREFIX"
    IMAGINARY = "(i)"
    SINGLE_STEP = "SST"
    BACK_STEP = "BST"
    LINE = "line"
    NULL = "null"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Display:
    """The LCD: `text` is the sign cell and ten cells, a point or comma after its cell. '' when it is off."""

    text: str
    annunciators: frozenset[str] = frozenset()
    blinking: bool = False


def display(state: State) -> Display:
    """The LCD of a state at rest, or of a running one, or with a key held down."""
    if not state.on:
        return Display("")
    if state.message == SELF_TEST:
        return Display(_lcd("-", ["8,"] * CELLS, False), frozenset(ANNUNCIATORS))
    running = state.running and state.held is None
    at_rest = state.held is None or (state.held == Held.OTHER and not state.running)
    flashing = 9 in state.flags and not state.programming and at_rest
    lit = frozenset() if state.held == Held.NULL else _annunciators(state)
    return Display(_text(state), lit, running or flashing)


def x_display(state: State) -> str:
    """The text that shows X, as PSE does while the program runs."""
    return value_text(state, state.stack[X])


def value_text(state: State, value: Value) -> str:
    """A level as the LCD shows it: a number in the current format, or a descriptor (BEHAVIOUR 3.1, 7.1)."""
    if isinstance(value, Descriptor):
        return _lcd(" ", _descriptor(state, value.name), state.comma)
    return _lcd(*number_cells(value, state), state.comma)


def number_cells(number: Number, state: State) -> tuple[str, list[str]]:
    """The sign cell and the digit cells of a number in the state's format (MATH 14)."""
    parts = displayed_digits(number, state.format)
    cells = _group_digits(parts.before)
    cells[-1] += "."
    cells += parts.after
    sign = "-" if parts.negative else " "
    return sign, cells if parts.exponent is None else cells + _exponent(len(cells), parts.exponent)


def entry_cells(entry: Entry) -> tuple[str, list[str]]:
    """The sign cell and the digit cells of a number being typed (BEHAVIOUR 1.7)."""
    cells = _group_digits(entry.digits[: entry.whole])
    if entry.point is not None:
        cells[-1] += "."
        cells += entry.digits[entry.whole :]
    sign = "-" if entry.negative else " "
    if entry.exponent is None:
        return sign, cells
    cells = cells[:MANTISSA_CELLS]
    return sign, cells + _exponent(len(cells), entry.exponent, entry.exponent_negative)


def _text(state: State) -> str:
    if state.message is not None:
        return _lcd(" ", _message(state), state.comma)
    if state.held is not None:
        held = _held_text(state)
        if held is not None:
            return held
    if state.running and state.held is None:
        return _lcd(" ", " running", state.comma)
    if state.programming:
        return line_text(state)
    if state.entry is not None:
        return _lcd(*entry_cells(state.entry), state.comma)
    return x_display(state)


def line_text(state: State, line: int | None = None) -> str:
    """A program line as the LCD shows it, the current one if none is named (BEHAVIOUR 4.1, 4.3)."""
    line = state.line if line is None else line
    number = state.line_number if line == state.line else line
    if not line:
        text = "000-      "
    elif not number:
        text = "000-000000"
    else:
        text = state.program.steps[line - 1].display(state.model, number)
    return _lcd(" ", [text], state.comma)


def _held_text(state: State) -> str | None:
    """The text that the key which is down puts on the display, None when it shows nothing of its own."""
    match state.held:
        case Held.MEMORY:
            return _lcd(" ", _memory(state), state.comma)
        case Held.MANTISSA:
            value = state.stack[X]
            return f" {value.mantissa:010d}" if isinstance(value, Number) else value_text(state, value)
        case Held.IMAGINARY:
            return value_text(state, state.imaginary[X])
        case Held.SINGLE_STEP if not state.programming:
            return line_text(state, state.line or min(1, len(state.program)))
        case Held.LINE | Held.BACK_STEP | Held.SINGLE_STEP:
            return line_text(state)
        case Held.NULL:
            return _lcd(" ", "nu11", state.comma)
        case Held.OTHER:
            return None
    if state.held in RESULT_KEYS:
        return value_text(state, Descriptor(state.result))
    letter, row, column = element(state, state.held or "")
    return _lcd(" ", [_letter(letter), f" {row:2d},", f"{column:<2d}"], state.comma)


def element(state: State, held: str) -> tuple[str, int, int]:
    """The matrix element that a step such as 'RCL A', 'STO (i)' or 'RCL g A' is about to use.

    Returns its matrix, row and column (BEHAVIOUR 7.3).
    """
    *name, operand = held.split()
    letter = str(state.i).removeprefix("MAT ") if operand == "(i)" else operand
    row, column = (state.stack[Y], state.stack[X]) if name[-1] == "g" else state.registers[:2]
    return letter, _index(row), _index(column)


def _index(value: Value) -> int:
    return abs(int(value)) if isinstance(value, Number) else 0


def _memory(state: State) -> str:
    """What MEM shows (BEHAVIOUR 3.4, 9.4)."""
    if state.model is Model.HP15C:
        return _registers(state)
    highest = register_name(state.highest_register) if state.registers else ""
    return f"P-{memory.free_lines(state):02d}  r- {highest}"


def _registers(state: State) -> str:
    """What MEM shows on an HP-15C: highest register, free registers, the program's registers, its free bytes.

    Machines with more memory than the first may need more than ten cells: then blanks are left out.
    """
    taken = state.program.memory_registers
    program = f"{taken:02d}" if state.machine.zeros else f"{taken:2d}"
    end = f"-{memory.free_bytes(state)}"
    numbers = (f"{state.highest_register:2d}", f"{memory.free_registers(state):2d}")
    texts = (
        " ".join((*numbers, program)),
        " ".join((*numbers, f"{taken}")),
        "".join((*numbers, f" {taken}")),
    )
    room = CELLS - len(end)
    return next((text for text in texts if len(text) <= room), "".join((*numbers, f"{taken}"))) + end


def _message(state: State) -> str:
    """Error n, with n in the ninth cell on the HP-15C and in the eighth on the HP-11C (BEHAVIOUR 3.5)."""
    message = state.message or ""
    if message.startswith("Error") and state.model is Model.HP15C:
        return f" Error {message.removeprefix('Error '):>2}"
    return " " + message


def _descriptor(state: State, name: str) -> str:
    matrix = state.matrices[name]
    factored = "--" if matrix.is_lu else "  "
    return f"{_letter(name)}{factored}  {matrix.rows:2d} {matrix.columns:2d}"


def _letter(name: str) -> str:
    """A matrix's name in the shapes that seven segments can make."""
    return name.lower() if name in "BD" else name


def _annunciators(state: State) -> frozenset[str]:
    lit = set()
    if state.user:
        lit.add("USER")
    if state.pending[-1:] == (F,):
        lit.add("f")
    if state.pending[-1:] == (G,):
        lit.add("g")
    if state.angle is not AngleMode.DEG:
        lit.add("RAD" if state.angle is AngleMode.RAD else "GRAD")
    if state.complex:
        lit.add("C")
    if state.programming:
        lit.add("PRGM")
    return frozenset(lit)


def _group_digits(digits: str) -> list[str]:
    """One cell a digit, a comma after every third from the right."""
    cells = list(digits)
    for index in range(len(cells) - 4, -1, -3):
        cells[index] += ","
    return cells


def _exponent(used: int, exponent: int, negative: bool | None = None) -> list[str]:
    """The cells from the end of the mantissa to the exponent's second digit."""
    minus = exponent < 0 if negative is None else negative
    return [*" " * (MANTISSA_CELLS - used), "-" if minus else " ", *f"{abs(exponent):02d}"]


def _lcd(sign: str, cells: Iterable[str], comma: bool) -> str:
    """The whole display, filled with blanks to ten cells. `comma` makes the comma the radix mark."""
    text = "".join(cells)
    text += " " * (CELLS - sum(character not in ".," for character in text))
    return sign + (text.translate(_SWAPPED) if comma else text)
