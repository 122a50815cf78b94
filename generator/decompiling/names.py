"""The names of a module: registers and functions by their notes, variables by their roles."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from keyword import iskeyword
from typing import Final

from generator import language
from generator.decompiling.elements import NO_ARRAY
from generator.decompiling.events import INDEX, Event
from generator.decompiling.needs import Needs, place_of, value_at, ways_to
from generator.language.operations import INTEGRALS, RESULTS_OF_RUN
from hp15c.listing.program import Program
from hp15c.table import step
from hp15c.terms.term import Term

UNNOTED: Final = Program()
ALL_REGISTERS: Final = range(INDEX, 20)
_LETTERS: Final = "abcdefghjkmnpqsuvw"
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_OF_PYTHON: Final = ("abs", "range", "min", "max", "round", "divmod")


@dataclass
class Names:
    """The names of the module: its registers, its functions, and what is taken."""

    program: Program
    registers: Mapping[int, str]
    functions: Mapping[int, str]
    taken: set[str] = field(default_factory=set)
    array: str = ""
    block: range = NO_ARRAY
    matrices: Mapping[str, str] = field(default_factory=dict)


def has_note(program: Program, number: int) -> bool:
    """Whether a register has a name in the notes of a listing."""
    return register_name(program, number, ()) != register_name(UNNOTED, number, ())


def operand_of(number: int) -> str:
    """The operand by which lines name a register: 'I', '0' to '9', '.0' to '.9'."""
    return "I" if number == INDEX else step.register_name(number)


def register_name(program: Program, number: int, taken: Iterable[str]) -> str:
    """The name of a register: its note where that is a word, else r5 or r_5 for R.5."""
    operand = operand_of(number)
    plain = "index" if number == INDEX else f"r{operand}".replace(".", "_")
    note = identifier(program.registers.get(operand, ""))
    return note if note and note not in taken else plain


def identifier(note: str) -> str:
    """A note as a name, '' where it is too long for one."""
    words = _WORD.findall(note)
    name = "_".join(words).lower()
    fits = len(words) <= 3 and " ".join(words) == re.sub(r"[-_\s]+", " ", note).strip()
    taken = iskeyword(name) or name in (*language.__all__, *_OF_PYTHON)
    return name if fits and not taken else ""


def candidates(wishes: Iterable[str]) -> Iterator[str]:
    for wish in wishes:
        yield wish
        for number in range(2, 10):
            yield f"{wish}{number}"
    for turn in count():
        for letter in _LETTERS:
            yield f"{letter}{turn or ''}"


_ROLES: Final = {"+": "total", "×": "product"}

_RESULTS: Final = {
    "mean": ("mean_y", "mean_x"),
    "sdev": ("s_y", "s_x"),
    "linreg": ("slope", "intercept"),
    "estimate": ("r", "y"),
    "sum_plus": ("", "points"),
    "sum_minus": ("", "points"),
    "polar": ("angle", "radius"),
    "rect": ("up", "across"),
    "abs": ("", "size"),
    "ask_two": ("first", "second"),
}
"""What the results of these words are called, that in Y first."""
_ONE: Final = {"ran": "chance", "stop": "answer", "element": "element"}
"""What the only result of a line is called, by the kind of its event."""
_INTEGRAL: Final = {"x": "area", "y": "uncertainty"}
_SOLVE: Final = {"x": "root", "y": "before", "z": "height"}
"""What the results of the integral and of SOLVE are called, by their places."""


def role_of(leaf: Term, needs: Needs, counted: Collection[Term]) -> str:
    """The role of a value where ways meet: how each turn of its loop makes the next one. '' for no role."""
    if leaf in counted:
        return "counter"
    if leaf.op != "input":
        return ""
    place, mark = place_of(leaf)
    if not mark or " " in mark or place.startswith("flag"):
        return ""
    ways = {value_at(state, place) for _, state in ways_to(needs, mark)} - {leaf}
    turned = [value for value in ways if value.op in _ROLES and leaf in value.args]
    starts = [value for value in ways if value.op == "constant"]
    if len(turned) != 1 or len(starts) != 1 or len(ways) != len(turned) + len(starts):
        return ""
    others = [one for one in turned[0].args if one is not leaf]
    steps = any(one.number is not None and abs(int(one.number)) == 1 for one in others)
    return "counter" if steps and turned[0].op == "+" else _ROLES[turned[0].op]


def result_name(event: Event | None, kind: str, place: str) -> str:
    """What a result of an event is called that stands in a place, '' for no name. `kind` is its origin."""
    if place in ("ended", "found", "more"):
        return place
    if event and event.what in _RESULTS and (kind != "complex" or event.what == "abs"):
        return _RESULTS[event.what][place == "x"]
    if kind in _ONE:
        return _ONE[kind]
    if kind == "complex":
        return "real" if place == "y" else "imag"
    if kind == "matrix":
        return {"r0": "this_row", "r1": "this_column"}.get(place, "element")
    if kind == "call" and event and event.by and place in RESULTS_OF_RUN[event.by]:
        return (_INTEGRAL if event.by in INTEGRALS else _SOLVE)[place]
    return ""
