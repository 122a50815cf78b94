"""Variants of a program that do the same, and mutants of it that hardly ever do.

Variants: other names for labels and scratch registers, subroutines in another order, exchanged lines that do
not depend on each other. A mutant has one line changed.
"""

from __future__ import annotations

import random
from dataclasses import replace

from generator.reading.parts import Beginning, Graph, parts
from hp15c.core.code import lower
from hp15c.listing.program import Program
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS, OperandKind, Role, Step, steps
from hp15c.table.models import Model

Draw = random.Random
_NEVER_FAIL = ("STO", "SF", "CF")
"""Lines that leave X. None ends in an Error as long as no line takes registers away."""


def variant(program: Program, draw: Draw) -> Program:
    """The same program written in another way."""
    made = program
    for change in draw.sample(_CHANGES, draw.randint(1, len(_CHANGES))):
        made = change(made, draw)
    return made


def other_labels(program: Program, draw: Draw) -> Program:
    """Other names for the labels that only the program itself uses."""
    if any(step.operand == "I" and step.searches for step in program.steps):
        return program
    pressed = {part.label for part in parts(program) if part.beginning is Beginning.PRESSED}
    names = (*DIGITS, *POINT_DIGITS) if program.model is Model.HP15C else DIGITS
    inner = [label for label in program.label_lines if label not in pressed and label in names]
    missing = {step.operand for step in program.steps if step.searches} - program.label_lines.keys()
    free = [name for name in names if name not in pressed | missing]
    return _renamed(program, dict(zip(inner, draw.sample(free, len(inner)), strict=True)), OperandKind.LABEL)


def other_registers(program: Program, draw: Draw) -> Program:
    """Other numbers for the registers that each run stores first, where nothing else names them."""
    for step in program.steps:
        row = step.instruction
        if (
            row.sums
            or step.operand == "(i)"
            or step.user
            or row.names in (OperandKind.ELEMENT, OperandKind.MATRIX)
        ):
            return program
        if row.names is OperandKind.FUNCTION or (
            row.names is OperandKind.REGISTER and step.operand in LETTERS
        ):
            return program
    named = [step for step in program.steps if step.names is OperandKind.REGISTER]
    used = {step.operand for step in named if step.operand[-1:].isdigit()}
    own = used - _read_first(program)
    names = [name for name in (*DIGITS, *POINT_DIGITS) if program.model is Model.HP15C or name in DIGITS]
    free = [name for name in names if name not in used - own]
    if not own <= set(names):
        return program
    mapping = dict(zip(sorted(own), draw.sample(free, len(own)), strict=True))
    counts = {step.operand for step in program.steps if step.role is Role.COUNTS}
    if program.model is Model.HP11C and counts - {"I"}:
        return program
    return _renamed(program, mapping, OperandKind.REGISTER)


def _read_first(program: Program) -> set[str]:
    """The registers that some way reads first: their user may store them, or an earlier run."""
    graph = Graph(program)
    pressed = [part.start for part in parts(program) if part.beginning is Beginning.PRESSED]
    stored: dict[int, frozenset[str]] = {}
    found: set[str] = set()
    waiting = [(line, frozenset[str]()) for line in pressed]
    while waiting:
        line, before = waiting.pop()
        known = stored.get(line)
        if not line or (known is not None and known <= before):
            continue
        stored[line] = here = before if known is None else known & before
        step = program.steps[line - 1]
        if step.names is OperandKind.REGISTER and step.name != "STO":
            found |= {step.operand} - here
        behind = here | {step.operand} if step.name == "STO" else here
        if step.name == "CLEAR REG":
            behind |= {*DIGITS, *POINT_DIGITS}
        waiting += [(other, behind) for other in (*graph.after[line], *graph.calls[line])]
    return found


def _renamed(program: Program, mapping: dict[str, str], kind: OperandKind) -> Program:
    return program.with_steps(
        tuple(
            replace(step, operand=mapping.get(step.operand, step.operand)) if step.names is kind else step
            for step in program.steps
        )
    )


def moved(program: Program, draw: Draw) -> Program:
    """The blocks between returns and jumps in another order. The first and the last one stay."""
    blocks: list[list[Step]] = [[]]
    for number, line in enumerate(lower(program)[1:], 1):
        blocks[-1].append(line.step)
        before = program.steps[number - 2] if number > 1 else None
        if line.role in (Role.RETURNS, Role.JUMPS) and not (before and before.may_skip):
            blocks.append([])
    blocks = [block for block in blocks if block]
    labels = [step.operand for step in program.steps if step.role is Role.LABEL]
    by_line = any(step.operand == "I" and step.searches for step in program.steps)
    movable = blocks[1:-1]
    if len(labels) != len(set(labels)) or by_line or any(not _begins(block) for block in blocks[1:]):
        return program
    draw.shuffle(movable)
    ordered = [blocks[0], *movable, *blocks[-1:]] if len(blocks) > 1 else blocks
    return program.with_steps(tuple(step for block in ordered for step in block))


def _begins(block: list[Step]) -> bool:
    return block[0].role is Role.LABEL


def exchanged(program: Program, draw: Draw) -> Program:
    """Neighbours exchanged that store X in different places, or set flags."""
    if any((step.operand == "I" and step.searches) or step.name == "DIM" for step in program.steps):
        return program  # it may go to a line by its number, or take registers away
    found = list(program.steps)
    lines = lower(program)
    landed = {line.after for line in lines[1:] if line.step.may_skip} | {
        line.behind for line in lines[1:] if line.step.may_skip
    }
    places = [
        place
        for place in range(len(found) - 1)
        if all(found[one].name in _NEVER_FAIL and found[one].operand != "(i)" for one in (place, place + 1))
        and found[place].operand != found[place + 1].operand
        and found[place].names in (OperandKind.REGISTER, OperandKind.FLAG)
        and not found[place].user
        and not found[place + 1].user
        and not {place + 1, place + 2} & landed
        and not any(one.operand in (*LETTERS, "8", "I") for one in found[place : place + 2])
    ]
    for place in places:
        if draw.random() < 0.5 and found[place] is program.steps[place]:
            found[place], found[place + 1] = found[place + 1], found[place]
    return program.with_steps(tuple(found))


_CHANGES = (other_labels, other_registers, moved, exchanged)


def mutant(program: Program, draw: Draw) -> Program:
    """The program with one line replaced, dropped, doubled, or exchanged with the next."""
    found = list(program.steps)
    place = draw.randrange(len(found))
    way = draw.randrange(4)
    if way == 0:
        found[place] = draw.choice(steps(program.model))
    elif way == 1:
        del found[place]
    elif way == 2:
        found.insert(place, found[place])
    elif place + 1 < len(found):
        found[place], found[place + 1] = found[place + 1], found[place]
    return program.with_steps(tuple(found))
