"""The cost of fetching program lines, of jumps, subroutines and returns (BEHAVIOUR 10.2, 10.3).

A program register holds seven bytes (HP-11C: seven lines), and the firmware finds a byte by shifting its
register. A line therefore costs by the place of its first byte in its register, and a line of two bytes that
lies in two registers costs both.

A search for a label takes one register after the other, from the jump to the end of the program and then from
line 001. Its cost depends on the registers that it passes, and on the places of the jump, the label and the
end in their registers. The costs of jumps come on top of that of the line by itself (`timing.operands`), and
include the fetch of the line that the jump leads to.
"""

from __future__ import annotations

from typing import Final

from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.cells import magnitude
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from hp15c.timing.figures import figure

PLACES: Final = 7
"""Bytes in a program register."""

# Each line that is counted, from 001 on.
_PER_LINE: Final = {Model.HP15C: 9.2, Model.HP11C: 9.7}


def place(program: Program, line: int) -> int:
    """The place of a line's first byte in its register. Line 0 stands after the last line."""
    return program.offsets[line - 1] % PLACES


def following(program: Program, line: int) -> int:
    """The number of the line after a line, 0 after the last one."""
    return line + 1 if line < len(program) else 0


def fetch_cost(program: Program, line: int) -> int:
    """Word times of fetching a line. Line 0 is the RTN after the last line."""
    return _passed_cost(program, line, "fetch")


def skip_cost(program: Program, line: int) -> int:
    """Word times that a false test spends more than a true one, when the line after it is `line`.

    The line is skipped, and the one after it is fetched in its place.
    """
    landing = following(program, line) if line else min(1, len(program))
    skipped = _passed_cost(program, line, "skip")
    return skipped + fetch_cost(program, landing) - fetch_cost(program, line)


def _passed_cost(program: Program, line: int, how: str) -> int:
    at = place(program, line)
    cost = figure(how, program.model, at)
    if line == 0 or program.steps[line - 1].bytes(program.model) == 1:
        return cost
    return cost + figure(f"{how} second {'register' if at == PLACES - 1 else 'byte'}")


def search_cost(program: Program, start: int, line: int) -> int:
    """Word times of a search from line `start` (0: from the top, else that line's own first byte) to a label.

    The fetch of the label on `line` is included.
    """
    model, offsets = program.model, program.offsets
    label, end = offsets[line - 1], offsets[-1]
    begin = offsets[start - 1] if start else 0
    pointed = model is Model.HP15C and program.steps[line - 1].operand.startswith(".")
    cost = figure("label ." if pointed else "label", model, label % PLACES)
    if start:
        cost += figure("search from", model, begin % PLACES)
    registers = label // PLACES - begin // PLACES
    if label < begin:
        cost += figure("search past end", model, end % PLACES)
        registers += end // PLACES
    return cost + figure("register passed", model) * registers


def failed_search_cost(program: Program) -> int:
    """Word times of searching the whole program for a label that does not exist."""
    end, model = program.offsets[-1], program.model
    cost = figure("search past end", model, end % PLACES) + (figure("search failed", model) if end else 0)
    return cost + figure("register passed", model) * (end // PLACES)


def twice_searched_cost(program: Program, line: int) -> int:
    """The extra word times of a failed search that a key began at this line: it goes on to the end first."""
    model, begin = program.model, program.offsets[line - 1] if line else 0
    return figure("register passed", model) * (program.offsets[-1] // PLACES - begin // PLACES)


def beyond_cost(program: Program) -> int:
    """Word times of counting the lines up to one that the program does not have."""
    return round(_PER_LINE[program.model] * len(program))


def found_cost(state: State, step: Step, line: int, target: int) -> int:
    """The word times that a GTO, GSB, SOLVE or ∫ on `line` spends to find the line `target`."""
    program, naming = state.program, 0
    if step.operand == "I":
        if isinstance(state.i, Number) and state.i.negative and magnitude(state.i):
            return figure("to line", program.model) + line_number_cost(program, target)
        label = program.steps[target - 1].operand
        naming = figure("label by I", place=0 if label.isdigit() else 1 if label.startswith(".") else 2)
    return naming + search_cost(program, line, target)


def line_number_cost(program: Program, line: int) -> int:
    """Word times of counting the lines up to one, and of fetching it."""
    return round(_PER_LINE[program.model] * line) + fetch_cost(program, line)


def counted_cost(program: Program, line: int) -> int:
    """Word times of counting which number a line has. On the HP-11C its place in memory tells the number."""
    if program.model is Model.HP11C:
        return 0
    if not line:
        return figure("counted 000")
    registers, byte = divmod(program.offsets[line - 1], PLACES)
    return figure("counted") + figure("counted register") * registers + figure("counted byte") * byte


def return_cost(program: Program, line: int) -> int:
    """Word times of an RTN that goes on with a line (0: after the last), and of the fetch of that line."""
    return figure("return", program.model, place(program, line))
