"""The data for the page: a desk and its program as plain data, numbers of the calculator as text."""

from __future__ import annotations

from typing import Any

from hp15c.display.display import ANNUNCIATORS
from hp15c.display.lcd import lit_parts
from hp15c.functions.matrix import Matrix
from hp15c.inspect.tracing import level, memory
from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook
from hp15c.listing.writers.formats import FORMATS
from hp15c.numbers.number import Number
from hp15c.state.state import INTEGRAL_MARKERS, SOLVE_MARKERS, Descriptor, State, Value
from hp15c.table.models import LIMITS
from hp15c.table.step import Role
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.web.desk import Desk

LEVELS = ("X", "Y", "Z", "T")


def face(desk: Desk) -> dict[str, Any]:
    """All data that changes while the calculator is used."""
    state, shown = desk.shown_state, desk.display
    return {
        "text": shown.text,
        "machine": state.machine.name,
        "cells": lit_parts(shown.text),
        "annunciators": [name for name in ANNUNCIATORS if name in shown.annunciators],
        "blinking": shown.blinking,
        "running": state.running,
        "busy": desk.busy,
        "broken": desk.broken,
        "real": desk.real_pace,
        "line": state.line,
        "lines": len(state.program),
        "listing": desk.listing,
        "breakpoints": {line: str(one or "") for line, one in sorted(desk.breaks.lines.items())},
        "watched": desk.breaks.places,
        "note": desk.note,
        "undoable": desk.history.undoable,
        "redoable": desk.history.redoable,
        "costs": _costs(desk),
        "programming": state.programming,
        "user": state.user,
        "pending": bool(state.pending),
        "message": state.message is not None,
        "copied": level(state, 0),
        "stack": _stack(state),
        "registers": {name: str(value) for name, value in memory(state).items() if value or name == "I"},
        "flags": sorted(state.flags),
        "returns": [_return(one) for one in state.returns],
        "levels": LIMITS[desk.model].returns,
        "modes": _modes(state),
        "matrices": {name: _matrix(one) for name, one in state.matrices.items() if one.rows},
        "seconds": round(state.word_times / WORD_TIMES_PER_SECOND, 2),
    }


def program(desk: Desk) -> dict[str, Any]:
    """The program in memory, line by line, and the formats in which it can be had."""
    held = desk.state.program
    return {
        "listing": desk.listing,
        "title": held.title,
        "description": held.description,
        "lines": [line_of(held, number) for number in range(1, len(held) + 1)],
        "labels": dict(held.labels),
        "registers": dict(held.registers),
        "flags": dict(held.flags),
        "formats": [{"name": one.name, "what": one.what} for one in FORMATS.values()],
    }


def line_of(program: Program, number: int) -> dict[str, str]:
    """A line of a program: keycodes, mnemonic, and the note on its label if it is one."""
    step = program.steps[number - 1]
    return {
        "codes": ("u" if step.user else "") + step.codes(program.model).strip(),
        "mnemonic": handbook(step, program.model),
        "note": program.labels.get(step.operand, "") if step.role is Role.LABEL else "",
    }


def _costs(desk: Desk) -> dict[int, list[float]] | None:
    """The cost of each line if it is wanted: how often it ran, and seconds of the real machine."""
    if desk.profile is None:
        return None
    return {
        row.line: [row.runs, round(row.word_times / WORD_TIMES_PER_SECOND, 3)] for row in desk.profile.rows()
    }


def _stack(state: State) -> dict[str, str]:
    parts = zip(LEVELS, state.stack, state.imaginary, strict=True)
    levels = {name: _value(state, value, imaginary) for name, value, imaginary in parts}
    return {**levels, "LAST X": _value(state, state.last_x, state.last_xi)}


def _value(state: State, value: Value, imaginary: Number) -> str:
    """A level as text. In complex mode with its imaginary part on a second line."""
    if not state.complex or (isinstance(value, Descriptor) and not imaginary):
        return str(value)
    return f"{value}\n{'−' if imaginary.negative else '+'} {str(imaginary).lstrip('-')} i"


def _matrix(matrix: Matrix) -> dict[str, Any]:
    """The elements row by row. At most 64 of all matrices together."""
    texts = list(map(str, matrix.elements))
    places = range(0, len(texts), matrix.columns)
    return {"rows": [texts[place : place + matrix.columns] for place in places], "lu": matrix.is_lu}


def _return(line: int) -> str:
    if line in SOLVE_MARKERS:
        return "SOLVE"
    return "∫" if line in INTEGRAL_MARKERS else f"{line:03d}"


def _modes(state: State) -> str:
    words = [str(state.format), state.angle.value]
    words += ["complex"] * state.complex + ["USER"] * state.user
    words += [f"RESULT\u00a0{state.result}"] * any(matrix.rows for matrix in state.matrices.values())
    return ", ".join(words)
