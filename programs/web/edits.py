"""Editing the calculator's memory: values, program lines, pasted numbers."""

from __future__ import annotations

import re
from typing import Final

from hp15c.calculator import Calculator
from hp15c.errors import CalculatorError, InputError, UnknownKey
from hp15c.inspect.watching import INDEX, LAST_X, LEVELS, element_index, place_named
from hp15c.keys import editing
from hp15c.listing import spellings
from hp15c.listing.typed_numbers import plain_number
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor, State, Value
from hp15c.table.machines import choose, machine_named
from hp15c.table.step import register_number
from programs.web.desk import Desk

MOST_PASTED: Final = 400
_MATRIX: Final = re.compile(r"MAT ([A-E])", re.IGNORECASE)
_NUMBER: Final = re.compile(r"([+-]?)([0-9.,]+)(e[+-]?[0-9]+)?", re.IGNORECASE)


def read_value(text: str) -> Value:
    """The value that a text states: a number as people write them, or 'MAT A'. InputError for others.

    Points and commas are read as `typed_numbers` says.
    """
    text = text.strip().replace("−", "-").replace("\u2009", "").replace(" e", "e")
    matrix = _MATRIX.fullmatch(text)
    if matrix:
        return Descriptor(matrix[1].upper())
    number = _NUMBER.fullmatch(text)
    plain = plain_number(number[2]) if number else None
    return Number.of(f"{number[1]}{plain}{number[3] or ''}" if number and plain else text)


def set_value(desk: Desk, name: str, text: str) -> None:
    """Put a value into a level of the stack, a register or an element. InputError, with nothing changed."""
    place, value = place_named(name), read_value(text)
    _refuse_running(desk)
    state = desk.state
    with desk.one_step():
        if place in LEVELS:
            state.end_entry()
            state.stack[LEVELS[place]] = value
        elif place == LAST_X:
            state.last_x = value
        elif place == INDEX:
            state.i = value
        elif place.startswith("R"):
            number = register_number(place[1:])
            if number >= len(state.registers):
                raise InputError(f"there is no register {place}; the highest is {state.highest_register}")
            state.registers[number] = value
        else:
            index = element_index(state, place)
            if index is None or not isinstance(value, Number):
                raise InputError(f"{place} is no element of a matrix, or {text!r} is no number")
            state.matrices[place[0]].elements[index] = value


def paste(desk: Desk, text: str) -> str:
    """Key in a text that was copied elsewhere: a number goes into X, several numbers one after the other.

    Other text is pressed as keys, '25 ENTER 3 +'. Returns what was done, in words. UnknownKey or InputError,
    with nothing pressed, for a text that is neither.
    """
    if len(text) > MOST_PASTED:
        raise InputError(f"at most {MOST_PASTED} characters can be pasted; a program goes into the editor")
    _refuse_running(desk)
    words = [text] if _number(text) is not None else text.split()
    values = [_number(word) for word in words]
    numbers = [value for value in values if value is not None]
    if len(numbers) != len(values) or desk.state.programming or not numbers:
        desk.press(text)
        return "The keys are pressed."
    with desk.one_step():
        desk.make_ready()
        for value in numbers:
            desk.state.push(value)
            desk.state.lift = True
    return f"{numbers[0]} is pasted." if len(numbers) == 1 else f"{len(numbers)} numbers are pasted."


def insert_line(desk: Desk, after: int, text: str) -> None:
    """Insert a program line after line `after`, 0 for in front of all.

    InputError when the text is no instruction, when there is no such line, or when the line does not fit.
    """
    if after:
        desk.check_line(after)
    step = spellings.find(text, desk.model)
    _refuse_running(desk)
    with desk.one_step():
        line, desk.state.line = desk.state.line, after
        try:
            editing.insert(desk.state, step)
        except CalculatorError as error:
            desk.state.line = line
            raise InputError(f"{error}: the line does not fit into memory, or has no such flag") from None
        desk.note_program()


def delete_line(desk: Desk, line: int) -> None:
    """Take a line out of the program. InputError when there is none."""
    desk.check_line(line)
    _refuse_running(desk)
    with desk.one_step():
        desk.state.line = line
        editing.delete(desk.state)
        desk.note_program()


def change_machine(desk: Desk, name: str) -> None:
    """Take another make of the same model, with the program and nothing else in its memory.

    InputError, with nothing changed, when there is no such make or when the program does not fit.
    """
    named = choose(desk.model, machine_named(name))
    _refuse_running(desk)
    other = Calculator(state=State.fresh(desk.model, named))
    if len(desk.state.program):
        other.load(desk.state.program)
    desk.replace(other.state)


def _number(text: str) -> Number | None:
    """The number that a text states, None when it states none. UnknownKey when it states two."""
    try:
        value = read_value(text)
    except UnknownKey:
        raise
    except InputError:
        return None
    return value if isinstance(value, Number) else None


def _refuse_running(desk: Desk) -> None:
    if desk.state.running or desk.busy:
        raise InputError("the calculator is at work: stop it first")
