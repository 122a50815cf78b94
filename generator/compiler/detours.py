"""Entry points that only lead to a subroutine are its label: LBL A in place of LBL A, LBL 0.

After LBL A, GTO 0 the label A stands where 0 stood.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from generator.assembler.targets import Goal
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.instructions import Role, step


def without_detours(
    program: Program, sources: Sequence[int], module: Module, _goal: Goal
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program whose entry points do not only lead on, the source line of each line, and what was done.

    The labels that a person presses stay.
    """
    entries = [one.label for one in module.functions.values() if one.label]
    told: list[str] = []
    while (place := _detour(program, entries)) is not None:
        entry, target = (program.steps[at].operand for at in (place, place + 1))
        told.append(f"Entry {entry} is label {target}: it only went there")
        program, sources = _move(program, sources, place, entries)
    return program, tuple(sources), told


def _detour(program: Program, entries: Collection[str]) -> int | None:
    """The place of an entry's label that only leads on: a jump follows and nothing runs into it, or another
    label follows. None without one.
    """
    steps = program.steps
    if any(one.name in ("GTO", "GSB") and one.operand == "I" for one in steps):
        return None
    labels = [one.operand for one in steps if one.role is Role.LABEL]
    for place, one in enumerate(steps[:-1]):
        if one.name != "LBL" or one.operand not in entries or steps[place + 1].name not in ("GTO", "LBL"):
            continue
        target = steps[place + 1].operand
        if target == one.operand or labels.count(target) != 1 or labels.count(one.operand) != 1:
            continue
        if steps[place + 1].name == "LBL":
            if target not in entries:
                return place
            continue
        there = next(at for at, other in enumerate(steps) if other == step("LBL", target))
        if not _runs_into(program, place) and not _runs_into(program, there):
            return place
    return None


def _runs_into(program: Program, place: int) -> bool:
    """Whether the line before this one goes on to it."""
    if place == 0:
        return False
    skipped = place > 1 and program.steps[place - 2].may_skip
    return skipped or program.steps[place - 1].name not in ("RTN", "GTO")


def _move(
    program: Program, sources: Sequence[int], place: int, entries: Collection[str]
) -> tuple[Program, tuple[int, ...]]:
    """The program with the entry at this place moved to where it leads."""
    entry, target = (program.steps[at].operand for at in (place, place + 1))
    lines = list(zip(program.steps, sources, strict=True))
    own = lines[place][1]
    jumps = program.steps[place + 1].name == "GTO"
    del lines[place : place + 1 + jumps]
    at = next(number for number, (one, _) in enumerate(lines) if one == step("LBL", target))
    if target in entries:
        lines.insert(at, (step("LBL", entry), own))
    else:
        lines = [
            (step(one.name, entry) if one.searches or one.role is Role.LABEL else one, line)
            if one.operand == target
            else (one, line)
            for one, line in lines
        ]
    return program.with_steps(tuple(one for one, _ in lines)), tuple(line for _, line in lines)
