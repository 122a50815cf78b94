"""A sheet to print and key a program in from: every line as the key caps to press."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from hp15c.listing import spellings
from hp15c.listing.program import Program
from hp15c.listing.writers.markup import safe, template
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS, Model
from hp15c.table.step import Role, operand_keys

_SHIFTS = {"42": "f", "43": "g"}
_CAP = "border:1px solid #333;border-radius:3px;padding:0 5px;margin-right:3px;font-weight:bold;"
_COLOURS = {"f": "background:#a5560a;color:#fff;", "g": "background:#1f5c91;color:#fff;"}


@dataclass(frozen=True, slots=True)
class PressedKey:
    """A key to press: the legend that applies, and whether it is a shift key."""

    legend: str
    shift: bool = False


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line on the sheet."""

    number: str
    caps: tuple[PressedKey, ...]
    codes: str
    user: bool
    label: str
    note: str
    told: tuple[str, str]


def caps(step: Step, model: Model) -> tuple[PressedKey, ...]:
    """The keys of a step with the legends that apply: f, LBL, A or STO, ., 3 or g, TEST, 0."""
    keys = step.keys(model)
    if step.name == "digit":
        return (PressedKey(step.operand),)
    tail = operand_keys(step.operand) if step.operand else ()
    if step.operand and keys[-len(tail) :] != tail:
        tail = ()
    own = keys[: len(keys) - len(tail)]
    shifts = [_SHIFTS[key] for key in own[:1] if key in _SHIFTS]
    legends = _legends(step, own[len(shifts) :])
    operand = [".", step.operand[1]] if step.operand.startswith(".") else [step.operand]
    return (
        *(PressedKey(one, shift=True) for one in shifts),
        *(PressedKey(legend) for legend in legends),
        *(PressedKey(one) for one in operand if tail),
    )


def _legends(step: Step, keys: tuple[str, ...]) -> list[str]:
    """The legends of the instruction's own keys, one for each key."""
    words = step.name.split(" ")
    if len(keys) == 1:
        return [step.name + (step.operand if step.name == "x↔" and step.operand in ("I", "(i)") else "")]
    return words if len(words) == len(keys) else ["TEST", keys[-1]]


def write(program: Program, told: Mapping[int, tuple[str, str]] | None = None) -> str:
    """The sheet as one HTML page that needs nothing else, laid out for A4 in black and white.

    `told` has what lines do, and the stack after them, by their numbers. Then each line takes the whole
    width.
    """
    model = program.model
    rows = [
        SheetLine(
            number=f"{number:03d}",
            caps=caps(step, model),
            codes=step.codes(model).strip(),
            user=step.user,
            label=step.operand if step.role is Role.LABEL else "",
            note=_note(step, model),
            told=(told or {}).get(number, ("", "")),
        )
        for number, step in enumerate(program.steps, 1)
    ]
    return template("hp15c.listing.writers", "sheet.html.j2").render(
        program=program,
        description=safe(program.description),
        rows=rows,
        size=_size(program),
        has_user=any(row.user for row in rows),
        explained=bool(told),
    )


def _note(step: Step, model: Model) -> str:
    """A note for what the caps do not show: which comparison a TEST is. '' for other steps."""
    shown = spellings.simulator(step, model)
    return step.name if shown.startswith("g TEST ") else ""


def _size(program: Program) -> str:
    lines = f"{len(program)} lines"
    if program.model is Model.HP11C:
        taken = program.memory_registers
        free = LIMITS[Model.HP11C].free_lines
        return lines + (f", {taken} registers taken beyond line {free:03d}" if taken else "")
    return f"{lines}, {program.bytes} bytes ({program.memory_registers} registers)"


def program_table(program: Program) -> str:
    """A program as an HTML table for a notebook: number, keys to press and keycodes of each line."""
    user = '<span class="user">u</span> '
    rows = [
        f'<tr><td class="number">{number:03d}</td><td style="text-align:left">'
        f"{user if step.user else ''}{''.join(map(_key, caps(step, program.model)))}</td>"
        f'<td><code class="codes">{escape(step.codes(program.model).strip())}</code></td></tr>'
        for number, step in enumerate(program.steps, 1)
    ]
    unit = "bytes" if program.model is Model.HP15C else "lines of memory"
    size = f"HP-{program.model}, {len(program)} lines, {program.bytes} {unit}"
    name = f'<span class="name">{escape(program.title)}</span>' if program.title else "Program"
    caption = f'<caption>{name} · <span class="size">{size}</span></caption>'
    return f"<table>{caption}{''.join(rows)}</table>"


def _key(key: PressedKey) -> str:
    colour = _COLOURS.get(key.legend, "") if key.shift else ""
    return f'<kbd style="{_CAP}{colour}">{escape(key.legend)}</kbd>'
