"""Places of a calculator's memory by name, and conditions on them: 'R3', 'X > 5', 'I = R.1'.

Breakpoints, watches and editors name places this way. The names are X, Y, Z, T, LAST X, I, R0 to R.9, R20 and
beyond, and elements of matrices such as A1,2.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.state.state import State, T, Value, X, Y, Z
from hp15c.table.instructions import REGISTERS
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from hp15c.table.step import register_name, register_number

LEVELS: Final = {"X": X, "Y": Y, "Z": Z, "T": T}
LAST_X: Final = "LAST X"
INDEX: Final = "I"
EXAMPLES: Final = "X, LAST X, I, R3, R.1 or A1,2"

_LAST_X: Final = frozenset(("LAST X", "LASTX", "LSTX"))
_ELEMENT: Final = re.compile(r"([A-E])\s*(\d+)\s*,\s*(\d+)")
_RELATIONS: Final[dict[str, Callable[[Decimal, Decimal], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_SPELLINGS: Final = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "<>": "!=", "−": "-"}
_CONDITION: Final = re.compile(r"\s*(\S.*?)\s*(<=|>=|!=|<|>|=)\s*(\S.*?)\s*")


def place_named(text: str) -> str:
    """The name of a place in its usual form ('r.3' is 'R.3'). InputError for what names none."""
    name = " ".join(text.upper().split())
    if name in _LAST_X:
        return LAST_X
    if name in LEVELS or name == INDEX:
        return name
    if name.startswith("R") and name[1:] in REGISTERS:
        return name
    if re.fullmatch(r"R([2-9]\d|[12]\d\d)", name):
        return name
    element = _ELEMENT.fullmatch(name)
    if element:
        return f"{element[1]}{int(element[2])},{int(element[3])}"
    raise InputError(f"{text[:30]!r} names nothing in memory; write {EXAMPLES}")


def place_on(machine: Machine, text: str) -> str:
    """The name of a place that this machine can have. InputError for another register or element."""
    place = place_named(text)
    element = _ELEMENT.fullmatch(place)
    if element and (machine.model is Model.HP11C or "0" in (element[2], element[3])):
        raise InputError(f"the {machine.short_name} has no element {place}")
    if element is None and place.startswith("R") and register_number(place[1:]) > machine.highest_register:
        raise InputError(
            f"the {machine.short_name} has no register {place}; the highest is {highest_register(machine)}"
        )
    return place


def value_at(state: State, place: str) -> Value | None:
    """The value of a named place. None when the place does not exist at the moment."""
    if place in LEVELS:
        return state.stack[LEVELS[place]]
    if place == LAST_X:
        return state.last_x
    if place == INDEX:
        return state.i
    element = _ELEMENT.fullmatch(place)
    if element:
        index = element_index(state, place)
        return None if index is None else state.matrices[element[1]].elements[index]
    number = register_number(place[1:])
    return state.registers[number] if number < len(state.registers) else None


def highest_register(machine: Machine) -> str:
    """The name of the highest register that a machine can have: R.9 or R65."""
    return f"R{register_name(machine.highest_register)}"


def element_index(state: State, place: str) -> int | None:
    """The index of a named element in its matrix's list. None when the matrix is too small."""
    parts = _ELEMENT.fullmatch(place)
    assert parts is not None
    matrix = state.matrices[parts[1]]
    row, column = int(parts[2]), int(parts[3])
    if not (1 <= row <= matrix.rows and 1 <= column <= matrix.columns):
        return None
    return (row - 1) * matrix.columns + column - 1


@dataclass(frozen=True, slots=True)
class WatchCondition:
    """A comparison of two places, or of a place with a number. It does not hold when a place is missing."""

    left: str
    relation: str
    right: str | Number

    def holds(self, state: State) -> bool:
        """Whether the condition holds now."""
        left = value_at(state, self.left)
        right = self.right if isinstance(self.right, Number) else value_at(state, self.right)
        if left is None or right is None:
            return False
        if isinstance(left, Number) and isinstance(right, Number):
            return _RELATIONS[self.relation](left.decimal, right.decimal)
        return {"=": left == right, "!=": left != right}.get(self.relation, False)

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


def read_condition(text: str, place: Callable[[str], str] = place_named) -> WatchCondition:
    """The condition that a text states, such as 'R3 >= 10'. InputError when it states none.

    `place` turns a text into the name of a place.
    """
    plain = text
    for spelling, meant in _SPELLINGS.items():
        plain = plain.replace(spelling, meant)
    parts = _CONDITION.fullmatch(plain)
    if parts is None:
        raise InputError(f"{text[:40]!r} is no condition; write one such as R3 > 5 or X = I")
    left, relation, right = parts.groups()
    try:
        number = Number.of(right)
    except InputError:
        return WatchCondition(place(left), relation, place(right))
    return WatchCondition(place(left), relation, number)


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A watched place that a line has changed."""

    place: str
    before: Value | None
    after: Value | None

    def __str__(self) -> str:
        return f"{self.place} changed from {_text(self.before)} to {_text(self.after)}"


class Watches:
    """Places that are looked at after every line."""

    def __init__(self, state: State, places: list[str]) -> None:
        self._seen = {place: value_at(state, place) for place in places}

    def changes(self, state: State) -> list[PlaceChange]:
        """The places that have changed since the last look."""
        changes = []
        for place, before in self._seen.items():
            after = value_at(state, place)
            if after != before:
                changes.append(PlaceChange(place, before, after))
                self._seen[place] = after
        return changes


def _text(value: Value | None) -> str:
    return "nothing" if value is None else str(value)
