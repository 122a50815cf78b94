"""Tables of the guide that are made from tables in the code: instructions, listing formats, machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from hp15c.listing.spellings import span
from hp15c.listing.writers.formats import FORMATS
from hp15c.table.instructions import TABLE, Instruction
from hp15c.table.machines import MACHINES, Machine
from hp15c.table.models import Model

if TYPE_CHECKING:
    from programs.sheets import Sheet


def instructions() -> str:
    """The table of instructions: mnemonic, operands, keycodes on both models, other spellings."""
    head = ("Instruction", "Operands", "HP-15C keys", "HP-11C keys", "Also read as")
    return table(head, [_instruction(row) for row in TABLE])


def _instruction(row: Instruction) -> tuple[str, ...]:
    others = dict.fromkeys(name for name in (row.jrpn, row.simulator, *row.others) if name != row.name)
    return (
        row.name,
        span(row.operands) if row.operands else "",
        *(_keys(row, model) for model in (Model.HP15C, Model.HP11C)),
        ", ".join(name for name in others if name),
    )


def _keys(row: Instruction, model: Model) -> str:
    if row.name == "digit":
        return "the digit's own"
    return " ".join(row.on(model) or ()) or "none"


def formats() -> str:
    """The formats that listings are written in."""
    head = ("Name for `--to`", "What it is", "File names end in")
    rows = [(f"`{one.name}`", one.what, ", ".join(one.suffixes)) for one in FORMATS.values()]
    return table(head, rows)


def machines() -> str:
    """The makes: name, and the memory that each has."""
    head = (
        "Name for `--machine`",
        "What it is",
        "Registers that data and program share",
        "Program lines at most",
    )
    rows = [
        (f"`{one.name}`", one.title, str(_shared_registers(one)), str(one.most_lines))
        for one in MACHINES.values()
    ]
    return table(head, rows)


def _shared_registers(machine: Machine) -> int:
    """The number of shared registers: all numbered ones of an HP-11C, an HP-15C's without R0 and R1."""
    return machine.pool - (machine.model is Model.HP15C)


def unknown() -> str:
    """The properties that are not known, and the makes for which they are not."""
    facts = dict.fromkeys(fact for one in MACHINES.values() for fact in one.unknown)
    of = {fact: [f"`{one.name}`" for one in MACHINES.values() if fact in one.unknown] for fact in facts}
    return "\n".join(f"- {fact[0].upper()}{fact[1:]} ({', '.join(names)})." for fact, names in of.items())


def catalogue() -> str:
    """The programs that come with hp15c: a section for each group, a row for each program."""
    from programs.sheets import sheets

    head = ("Name", "What it does", "15C", "11C", "Bytes", "Registers", "Seconds")
    parts = []
    for group, members in groupby(sheets(), key=lambda one: one.group):
        rows = [_program(list(both)) for _, both in groupby(members, key=lambda one: one.name)]
        parts.append(f"### {group}\n\n{table(head, rows)}")
    return "\n\n".join(parts)


def _program(both: Sequence[Sheet]) -> tuple[str, ...]:
    """The row of a program from its sheets, of which the HP-15C's is the first where there is one."""
    lines = {one.model: str(one.lines) for one in both}
    one = both[0]
    seconds = "" if one.seconds is None else f"{one.seconds:.1f}"
    counts = (str(one.bytes), str(one.registers), seconds)
    return f"`{one.name}`", one.title, lines.get("15C", ""), lines.get("11C", ""), *counts


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table. Bars inside a cell are escaped."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
