"""A calculator kept in a file: the whole State as JSON, read back equal or refused whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hp15c import files
from hp15c.errors import InputError
from hp15c.functions.integrate import IntegralRun
from hp15c.functions.matrix import Matrix
from hp15c.functions.saved import Saved, excerpt, plain_fields
from hp15c.functions.solve import SolveRun
from hp15c.listing.program import Program
from hp15c.numbers.number import DIGITS, MINUS_ZERO
from hp15c.state.entry import Entry
from hp15c.state.memory import INTEGRAL
from hp15c.state.state import INTEGRAL_FROM_LINE, Descriptor, State, Value
from hp15c.store import reachable
from hp15c.table.instructions import LETTERS, Step, steps_by_keys
from hp15c.table.machines import MACHINES, NAMES
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import GREATEST_SETTING, Format, Notation

KIND: Final = "hp15c state"
VERSION: Final = 5
LARGEST: Final = 10_000_000

_USER: Final = "u "
_NOTES: Final = ("labels", "registers", "flags")
_MOST_WORD_TIMES: Final = 10**15
_MOST_PENDING: Final = 8
_SPECIAL: Final[dict[str, Value]] = {str(Descriptor(name)): Descriptor(name) for name in LETTERS}
_SPECIAL[str(MINUS_ZERO)] = MINUS_ZERO


def to_json(state: State) -> dict[str, object]:
    """The state as plain dicts, lists, texts and numbers. `from_json` reads it back equal."""
    program = _program_to_json(state.program)
    data = {"kind": KIND, "version": VERSION} | plain_fields(state) | {"machine": state.machine.name}
    data |= {"program": program, "notation": state.format.notation.value, "digits": state.format.digits}
    data["entry"] = plain_fields(state.entry) if state.entry else None
    return {name: value for name, value in data.items() if name not in ("format", "overflowed")}


def from_json(data: object) -> State:
    """The state that `to_json` wrote. InputError, naming the field, for anything else."""
    if not isinstance(data, Mapping) or data.get("kind") != KIND:
        raise InputError("this is not the saved state of a calculator")
    data = _as_today(data)
    fields = _Fields("state", data)
    fields.names(set(to_json(State())))
    model = Model(fields.choice("model", *Model))
    machine = MACHINES[fields.choice("machine", *NAMES)]
    program = _program_from_json(data["program"], model, machine.most_lines)
    last_line = len(program)
    notation = Notation(fields.choice("notation", *Notation))
    state = fields.record(
        State,
        model=model,
        machine=machine,
        program=program,
        line=fields.integer("line", 0, last_line),
        stack=fields.values("stack", 4),
        imaginary=fields.numbers("imaginary", 4),
        entry=_entry_from_json(data["entry"]) if fields.has("entry") else None,
        registers=fields.values("registers"),
        matrices=_matrices_from_json(data["matrices"]),
        result=fields.choice("result", *LETTERS),
        flags=set(fields.integers("flags", 0, LIMITS[model].flags - 1)),
        format=Format(notation, fields.integer("digits", 0, GREATEST_SETTING)),
        seed=fields.integer("seed", 0, 10**DIGITS - 1),
        pending=tuple(fields.texts("pending", _MOST_PENDING)),
        message=fields.text("message") if fields.has("message") else None,
        held=fields.text("held") if fields.has("held") else None,
        returns=fields.integers("returns", INTEGRAL_FROM_LINE, last_line),
        solve=SolveRun.from_json(data["solve"]) if fields.has("solve") else None,
        solve_line=fields.integer("solve_line", 0, last_line),
        integral=IntegralRun.from_json(data["integral"]) if fields.has("integral") else None,
        integral_line=fields.integer("integral_line", 0, last_line),
        word_times=fields.integer("word_times", 0, _MOST_WORD_TIMES),
        number_ahead=fields.integer("number_ahead", -last_line, 1),
        run_registers=fields.integer("run_registers", 0, INTEGRAL),
        overflowed=False,
    )
    _check(state, fields)
    return state


def _as_today(data: Mapping[str, object]) -> Mapping[str, object]:
    """Data of an older version with the newer fields added. InputError for data of a later version."""
    version = data.get("version")
    if type(version) is not int or version not in range(1, VERSION + 1):
        raise InputError(
            f"saved state: version {excerpt(version)} is not known; this program reads 1 to {VERSION}"
        )
    older: dict[str, object] = {}
    if version == 1:
        older["keeps_imaginary"] = False
    if version in (1, 2):
        older["machine"] = str(data.get("model")).lower()
    if version in (1, 2, 3):
        older["line_known"] = True
    if version != VERSION:
        older["number_ahead"] = older["run_registers"] = 0
    return older | dict(data)


def save(state: State, path: str | Path) -> None:
    """Write the state to a file, which is replaced whole or not at all. OSError when that is not possible."""
    text = json.dumps(to_json(state), ensure_ascii=False, indent=1) + "\n"
    files.replace(path, text.encode())


def load(path: str | Path) -> State:
    """The state in a file. InputError for a file that is cut off, foreign or damaged."""
    data = files.read_json(path, "the saved state of a calculator", LARGEST)
    try:
        return from_json(data)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


class _Fields(Saved):
    """The fields of a saved thing, with the kinds that only states have."""

    def names(self, wanted: set[str]) -> None:
        """Raise InputError for missing and unknown fields."""
        if missing := sorted(wanted - set(self._data)):
            raise InputError(f"saved {self._what}: {', '.join(missing)} missing")
        if unknown := sorted(map(str, set(self._data) - wanted)):
            raise InputError(f"saved {self._what}: the field {excerpt(unknown[0])} is not known")

    def texts_by_name(self, name: str) -> dict[str, str]:
        """A field with texts by their names: what the labels, the registers or the flags are for."""
        notes = _Fields(name, self._data.get(name))
        return {str(one): notes.text(one) for one in notes._data}

    def value(self, name: str) -> Value:
        """A field that is a number as text, or a descriptor like 'MAT A'."""
        text = self.text(name)
        return _SPECIAL[text] if text in _SPECIAL else self.number(name)

    def by_type(self, name: str, kind: Any) -> Any:
        """See `Saved.by_type`. A Value is a number or a descriptor."""
        return self.value(name) if kind == Value else super().by_type(name, kind)

    def values(self, name: str, count: int | None = None) -> list[Value]:
        """A field that is a list of numbers and descriptors, `count` of them if that is given."""
        items = {f"{name}, item {place}": item for place, item in enumerate(self.items(name, count), 1)}
        fields = _Fields(self._what, items)
        return [fields.value(place) for place in items]


def _program_to_json(program: Program) -> dict[str, object]:
    return {
        "lines": [
            (_USER if step.user else "") + " ".join(step.keys(program.model)) for step in program.steps
        ],
        "title": program.title,
        "description": program.description,
        **{name: dict(getattr(program, name)) for name in _NOTES},
    }


def _program_from_json(data: object, model: Model, most_lines: int) -> Program:
    fields = _Fields("program", data)
    table = steps_by_keys(model)
    steps = []
    for text in fields.texts("lines", most_lines):
        step = table.get(tuple(text.removeprefix(_USER).split()))
        if step is not None and text.startswith(_USER):
            user = step.operand in step.instruction.user
            step = Step(step.instruction, step.operand, user=True) if user else None
        if step is None or not step.exists_on(model):
            raise InputError(f"saved program: the HP-{model} has no instruction {excerpt(text)}")
        steps.append(step)
    labels, registers, flags = map(fields.texts_by_name, _NOTES)
    return Program(
        model, tuple(steps), fields.text("title"), fields.text("description"), labels, registers, flags
    )


def _entry_from_json(data: object) -> Entry:
    fields = _Fields("entry", data)
    digits = fields.text("digits")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        fields.refuse("digits", f"one to {DIGITS} digits")
    point = fields.integer("point", 0, len(digits)) if fields.has("point") else None
    exponent = fields.integer("exponent", 0, 99) if fields.has("exponent") else None
    return fields.record(Entry, digits=digits, point=point, exponent=exponent)


def _matrices_from_json(data: object) -> dict[str, Matrix]:
    fields = _Fields("matrices", data)
    fields.names(set(LETTERS))
    assert isinstance(data, Mapping)
    return {name: Matrix.from_json(data[name]) for name in LETTERS}


def _check(state: State, fields: _Fields) -> None:
    """Refuse a state that no keys lead to, although each field by itself is possible."""
    for name, wanted in reachable.faults(state):
        fields.refuse(name, wanted)
