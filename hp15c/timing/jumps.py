"""What jumps, subroutines and returns cost (BEHAVIOUR 10.2, 10.3).

A search for a label takes one register of seven bytes (HP-11C: lines) after the other, from the jump to the
end of the program and then from line 001. What it costs depends on the registers that it passes, on the
places of the jump, of the label and of the end in theirs. All costs here include the fetch of the line that
the jump leads to.
"""

from __future__ import annotations

from typing import Final

from hp15c.instructions import Step
from hp15c.models import Model
from hp15c.program import Program
from hp15c.timing.fetch import PLACES, fetch_cost, place

# A register passed in a search.
PER_REGISTER: Final = {Model.HP15C: 59, Model.HP11C: 68}
PER_BYTE: Final = {model: cost / PLACES for model, cost in PER_REGISTER.items()}

# A jump to a label, by the place of the label in its register; the end of the program on the way, by its place.
_LABEL: Final = {
    Model.HP15C: (202, 211, 219, 227, 235, 241, 250),
    Model.HP11C: (181, 192, 203, 214, 225, 234, 245),
}
_POINT_LABEL: Final = (214, 222, 230, 238, 244, 252, 289)
_END: Final = {
    Model.HP15C: (6, 35, 40, 45, 50, 55, 60),
    Model.HP11C: (4, 36, 42, 48, 54, 60, 66),
}

# A label by its number in I: below 10, below 20, and the letters' from 20 on.
_BY_NUMBER: Final = {Model.HP15C: (97, 115, 123), Model.HP11C: (49, 67, 75)}

# A line by its negative number in I: lines are counted from 001.
_TO_LINE: Final = {Model.HP15C: 387, Model.HP11C: 218}
_PER_LINE: Final = {Model.HP15C: 9.2, Model.HP11C: 9.7}

# A call keeps the place of its own line: for a label of one digit, .n and by I, and for a byte further right.
_CALL: Final = {Model.HP15C: 74, Model.HP11C: 43}
_CALL_POINT: Final = 90
_CALL_PLACE: Final = 3

_RETURN: Final = {
    Model.HP15C: (192, 195, 198, 201, 204, 207, 211),
    Model.HP11C: (147, 152, 157, 162, 167, 172, 177),
}


def search_cost(program: Program, start: int, line: int) -> int:
    """Word times of a search from the first byte of line `start` on (0: from line 001) to the label `line`.

    The fetch of the label is included.
    """
    model = program.model
    label = program.offsets[line - 1]
    begin = program.offsets[start - 1] if start else 0
    by_place = _LABEL[model]
    if model is Model.HP15C and program.steps[line - 1].operand.startswith("."):
        by_place = _POINT_LABEL
    cost = by_place[label % PLACES]
    if model is Model.HP15C and start:
        cost += 1 - begin % PLACES
    registers = label // PLACES - begin // PLACES
    if label < begin:
        end = program.offsets[-1]
        cost += _END[model][end % PLACES]
        registers += end // PLACES
    return cost + PER_REGISTER[model] * registers


def failed_search_cost(program: Program) -> int:
    """Word times of looking through the whole program for a label that is not there."""
    end = program.offsets[-1]
    return _END[program.model][end % PLACES] + PER_REGISTER[program.model] * (end // PLACES)


def jump_cost(program: Program, step: Step, number: int, line: int) -> int:
    """Word times of the GTO or GSB on line `number` to the label on line `line`."""
    cost = search_cost(program, number, line)
    if step.operand == "I":
        cost += by_number_cost(program, line)
    if step.name == "GSB":
        cost += call_cost(program, step, number)
    return cost


def by_number_cost(program: Program, line: int) -> int:
    """Word times of making the label on a line out of its number in I."""
    label = program.steps[line - 1].operand
    return _BY_NUMBER[program.model][0 if label.isdigit() else 1 if label.startswith(".") else 2]


def call_cost(program: Program, step: Step, number: int) -> int:
    """Word times that the GSB on line `number` takes more than a GTO there."""
    at = place(program, number)
    if program.model is Model.HP11C:
        return _CALL[program.model]
    pointed = step.operand.startswith(".")
    return (_CALL_POINT if pointed else _CALL[program.model]) + _CALL_PLACE * at


def line_jump_cost(program: Program, line: int) -> int:
    """Word times of GTO I to a line by its number."""
    counted = round(_PER_LINE[program.model] * line)
    return _TO_LINE[program.model] + counted + fetch_cost(program, line)


def return_cost(program: Program, line: int) -> int:
    """Word times of RTN to a line (0: behind the last)."""
    return _RETURN[program.model][place(program, line)]
