"""Tests of a listing: keys to press and what the display must show then, from a TOML file or from its notes.

    listing = "square.15c"        # a file beside this one, or the name of a program
    machine = "15c"               # may be left out
    first = "FIX 2"               # keys before every case; may be left out

    [[case]]
    name = "a square"
    keys = "3 GSB A"
    shows = "9.00"                # the last display, or a list: every display, pauses included
    x = "9"                       # X to the last digit
    registers = { "1" = "3" }     # and registers, by name

In the notes of a listing a case is a line `Test: 3 GSB A shows 9.00`, with several displays
`Test: 3 GSB A shows 1.00 then 9.00`. Every case begins on a new calculator.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hp15c import files
from hp15c.calculator import Calculator
from hp15c.errors import InputError, UnknownKey, Unsupported
from hp15c.inspect.session import Session
from hp15c.inspect.watching import place_on, value_at
from hp15c.listing import reader
from hp15c.listing.collection import Collection
from hp15c.listing.decoding import LARGEST
from hp15c.listing.program import Program
from hp15c.listing.spellings import keys_to_press
from hp15c.numbers.number import Number
from hp15c.table.machines import OF_MODEL, Machine, machine_named
from hp15c.table.models import Model

LIMIT: Final = 1_000_000
_FIELDS: Final = frozenset({"listing", "machine", "first", "case"})
_CASE_FIELDS: Final = frozenset({"name", "keys", "shows", "x", "registers"})
_IN_NOTES: Final = re.compile(r"\s*test:\s*(?P<keys>.+?)\s+shows\s+(?P<shows>.+?)\s*", re.IGNORECASE)
_BEGINS: Final = re.compile(r"\s*test:", re.IGNORECASE)
_THEN: Final = re.compile(r"\s+then\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Case:
    """Keys, and what must be seen after them.

    `shows` are displays: all that stand for a while when `every` is set, else one, the last. `x` is what X
    must hold, `registers` what registers must. A field that is None or empty is not checked.
    """

    name: str
    keys: str
    shows: tuple[str, ...] = ()
    every: bool = False
    x: Number | None = None
    registers: tuple[tuple[str, Number], ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of a listing. `listing` is its name in the file, '' where the file is the listing."""

    listing: str
    machine: Machine | None
    first: str
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """What a case showed, and the parts that differ from the expected ones: 'display', 'X' or a register."""

    case: Case
    shown: tuple[str, ...]
    differences: tuple[tuple[str, str, str], ...]

    @property
    def ok(self) -> bool:
        """Whether all is as expected."""
        return not self.differences

    def explanation(self) -> str:
        """The failure for a person: the case, its keys, and each expected thing beside what was there."""
        lines = [f"case  {self.case.name}", f"keys  {self.case.keys}"]
        for what, expected, got in self.differences:
            lines.append(f"{what}: expected {expected}, shown {got}")
        return "\n".join(lines)


def read_suite(text: str, source: str) -> Suite:
    """The suite that a TOML text holds. InputError names the case and the field that are wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source}: this is no TOML file: {error}") from None
    _refuse_unknown(data, _FIELDS, source)
    rows = data.get("case")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{source}: there is no case; each begins with [[case]]")
    machine = _text(data, "machine", source)
    try:
        make = machine_named(machine) if machine else None
    except InputError as error:
        raise InputError(f"{source}: {error}") from None
    cases = tuple(_case(row, number, source) for number, row in enumerate(rows, 1))
    return Suite(
        _text(data, "listing", source) or _refuse_missing("listing", source),
        make,
        _text(data, "first", source),
        cases,
    )


def suite_of_notes(program: Program) -> Suite:
    """The cases in a listing's own title and description, if any. InputError for a line that is no case."""
    cases: list[Case] = []
    for line in (program.title, *program.description.splitlines()):
        if not _BEGINS.match(line):
            continue
        case = _IN_NOTES.fullmatch(line)
        if case is None:
            raise InputError(f"{line.strip()!r}: a test in the notes is 'Test: KEYS shows DISPLAY'")
        shows = tuple(_THEN.split(case["shows"]))
        cases.append(Case(f"test {len(cases) + 1}", case["keys"], shows, every=len(shows) > 1))
    return Suite("", None, "", tuple(cases))


def check_case(program: Program, suite: Suite, case: Case) -> Result:
    """Press a case's keys on a new calculator. UnknownKey for a key that does not exist."""
    calculator = Calculator(machine=suite.machine or OF_MODEL[program.model])
    calculator.load(program)
    calculator.press(suite.first)
    session = Session(calculator, LIMIT, timed=False)
    shown = tuple(plain(event.display) for event in session.play(case.keys))
    return Result(case, shown, tuple(_differences(case, shown, calculator)))


def check_keys(suite: Suite, model: Model) -> None:
    """Check the keys and the registers of all cases before any case is tried.

    UnknownKey for a key that does not exist, InputError for a register that the machine cannot have, both
    with the case.
    """
    keys_to_press(suite.first, model)
    machine = suite.machine or OF_MODEL[model]
    for case in suite.cases:
        try:
            keys_to_press(case.keys, model)
            for name, _ in case.registers:
                place_on(machine, name if name == "I" else f"R{name}")
        except InputError as error:
            kind = UnknownKey if isinstance(error, UnknownKey) else InputError
            raise kind(f"case {case.name!r}: {error}") from None


def plain(display: str) -> str:
    """A display in the form in which it is compared: single blanks, none at the ends, and an ASCII minus."""
    return " ".join(display.replace("−", "-").split())


def _differences(case: Case, shown: tuple[str, ...], calculator: Calculator) -> list[tuple[str, str, str]]:
    differences = []
    expected = tuple(map(plain, case.shows))
    seen = shown if case.every else shown[-1:]
    if expected and expected != seen:
        differences.append(("display", " then ".join(expected), " then ".join(seen) or "nothing"))
    if case.x is not None and calculator.x != case.x:
        differences.append(("X", str(case.x), str(calculator.x)))
    for name, value in case.registers:
        place = name if name == "I" else f"R{name}"
        held = value_at(calculator.state, place)
        if held != value:
            differences.append((place, str(value), "no such register" if held is None else str(held)))
    return differences


def _case(row: Mapping[str, Any], number: int, source: str) -> Case:
    name = _text(row, "name", f"{source}, case {number}") or f"case {number}"
    where = f"{source}, {name}"
    _refuse_unknown(row, _CASE_FIELDS, where)
    shows = row.get("shows", [])
    every = isinstance(shows, list)
    texts = shows if every else [shows]
    if not all(isinstance(text, str) for text in texts):
        raise InputError(f"{where}: shows is a display in quotes, or a list of displays in quotes")
    registers = row.get("registers", {})
    if not isinstance(registers, dict):
        raise InputError(f'{where}: registers is a table such as {{ "1" = "3" }}')
    if not texts and not registers and "x" not in row:
        raise InputError(f"{where}: nothing is expected; say shows, x or registers")
    return Case(
        name,
        _text(row, "keys", where) or _refuse_missing("keys", where),
        tuple(texts),
        every,
        _number(row["x"], "x", where) if "x" in row else None,
        tuple((str(key), _number(value, f"register {key}", where)) for key, value in registers.items()),
    )


def _number(value: object, field: str, where: str) -> Number:
    if isinstance(value, str | int) and not isinstance(value, bool):
        try:
            return Number.of(value)
        except (TypeError, ValueError):
            pass
    raise InputError(f"{where}: {field} is {value!r}; it is a number, in quotes when it has a point")


def _text(data: Mapping[str, Any], field: str, where: str) -> str:
    value = data.get(field, "")
    if not isinstance(value, str):
        raise InputError(f"{where}: {field} is a text in quotes, not {value!r}")
    return value


def _refuse_missing(field: str, where: str) -> str:
    raise InputError(f"{where}: {field} is missing")


def _refuse_unknown(data: Mapping[str, Any], known: frozenset[str], where: str) -> None:
    unknown = sorted(set(data) - known)
    if unknown:
        raise InputError(f"{where}: {unknown[0]} is not known; there are {', '.join(sorted(known))}")


def open_suite(path: Path, collection: Collection | None) -> tuple[Suite, Program]:
    """The cases in a TOML file and the program that they are for.

    The listing is a file beside the TOML file, or a name in the collection. InputError for a file that cannot
    be read or is no such file, ListingError for a listing with faults, Unsupported for a listing of another
    model than the machine's.
    """
    try:
        text = files.read_text(path, "a file of test cases", LARGEST)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    suite = read_suite(text, str(path))
    model = suite.machine.model if suite.machine else Model.HP15C
    program = reader.read(_listing(path, suite.listing, model, collection), model).program
    if suite.machine is not None and program.model is not suite.machine.model:
        raise Unsupported(
            suite.machine.title,
            [f"{suite.listing} is a program for the HP-{program.model}; convert it first"],
        )
    return suite, program


def _listing(path: Path, name: str, model: Model, collection: Collection | None) -> Path:
    beside = path.parent / name
    if collection is None or beside.exists() or Path(name).name != name:
        return beside
    listing = collection.path(name, model)
    if listing is None:
        raise collection.unknown(name)
    return listing
