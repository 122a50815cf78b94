"""Calls that an RTN follows: they become jumps, and lines that only such a jump leads to stand after it.

Lines that one other call leads to stand in its place, where their RTN is the only way out of them.
A label with nothing but such a jump stands where the jump leads. Where two labels stand at one place, one of
them is left out. A jump to an RTN is an RTN. Jumps to the next line are left out, and so are lines and labels
that nothing comes to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.assembler.targets import Goal
from generator.compiler.code.tables import BINARY, DISABLING, OPPOSITE
from generator.compiler.repeats import LEAVING, Passed
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.instructions import Role, Step, step
from hp15c.table.models import Model

Lines = list[tuple[Step, int]]


def without_tail_calls(program: Program, sources: Sequence[int], module: Module, _goal: Goal) -> Passed:
    """A program without GSB in front of RTN, the source line of each line, and what was done.

    Labels may share a name: a jump finds the first of them after it. Lines move only where every other line
    goes to the same label as before.
    """
    entries: Collection[str] = [one.label for one in module.functions.values() if one.label]
    lines = list(zip(program.steps, sources, strict=True))
    if any(one.operand == "I" and one.searches for one, _ in lines):
        entries = [*entries, *module.numbered]
        if any(len(one) > 1 for one in program.label_lines.values()):
            return program, tuple(sources), []
    lines, told = _without_idle_jumps(lines, entries, program.model)
    place = 0
    while place + 1 < len(lines):
        one, source = lines[place]
        if one.name == "GSB" and lines[place + 1][0].name == "RTN" and not _can_skip(lines, place):
            lines[place : place + 2] = [(step("GTO", one.operand), source)]
            told.append(f"GSB {one.operand} in front of an RTN is a jump")
        place += 1
    while moved := next(filter(None, (_move_lines(lines, *found, entries) for found in _jumps(lines))), None):
        told.append(f"The lines at {moved[0]} stand after the jump that leads there")
        lines = moved[1]
    while placed := next(filter(None, (_in_place(lines, at, entries) for at in range(len(lines)))), None):
        told.append(f"The lines at {placed[0]} stand in the place of the call")
        lines = placed[1]
    while labelled := next(
        filter(None, (_with_label_there(lines, at) for at in range(len(lines) - 1))), None
    ):
        told.append(f"{labelled[0]} stands where the jump after it leads")
        lines = labelled[1]
    while joined := next(
        filter(None, (_without_label(lines, *pair) for pair in _pairs(lines, entries))), None
    ):
        told.append(f"LBL {joined[0]} stands at another label, which serves for both")
        lines = joined[1]
    return program.with_steps(tuple(one for one, _ in lines)), tuple(source for _, source in lines), told


def _without_idle_jumps(lines: Lines, entries: Collection[str], model: Model) -> tuple[Lines, list[str]]:
    """Lines without idle jumps, and what was done: an RTN stands for a jump to an RTN, the opposite test for
    a test and a jump past one line. Jumps to what follows are left out, and lines that nothing comes to.

    A person presses the labels of `entries`.
    """
    made, told = lines[:], []
    while True:
        found = {at: _find(made, at) for at, (one, _) in enumerate(made) if _refers(one)}
        for at, goal in found.items():
            if made[at][0].name == "GTO" and goal >= 0 and made[_past_labels(made, goal)][0].name == "RTN":
                told.append(f"GTO {made[at][0].operand} to an RTN is an RTN")
                made[at] = (step("RTN"), made[at][1])
        found = {at: goal for at, goal in found.items() if _refers(made[at][0])}
        for at in [at for at, goal in found.items() if goal == at + 2 and _skips(made, at, model)][:1]:
            test, source = made[at - 1]
            told.append(f"{test} and the jump past one line are the opposite test")
            made[at - 1 : at + 1] = [(step(OPPOSITE[test.name]), source)]
        idle = next((at for at in range(len(made)) if _is_idle(made, at, found, entries)), None)
        if idle is None:
            return made, told
        told.append(f"Nothing needs {made[idle][0]}")
        del made[idle]


def _skips(lines: Lines, place: int, model: Model) -> bool:
    """Whether the line before a jump is a test whose opposite the model has, and nothing skips this test."""
    opposite = OPPOSITE.get(lines[place - 1][0].name) if place else None
    jumps = lines[place][0].name == "GTO" and opposite is not None and step(opposite).exists_on(model)
    return jumps and not _can_skip(lines, place - 1)


def _past_labels(lines: Lines, place: int) -> int:
    """The first line from a place on that is no label, or the last one."""
    while place + 1 < len(lines) and lines[place][0].role is Role.LABEL:
        place += 1
    return place


def _is_idle(lines: Lines, place: int, found: Mapping[int, int], entries: Collection[str]) -> bool:
    """Whether a line jumps to what follows, or nothing comes to it. `found` is where lines find labels."""
    one = lines[place][0]
    if one.role is Role.LABEL:
        meet = not 0 < place < len(lines) - 1 or _may_meet(lines[place - 1][0], lines[place + 1][0])
        sought = one.operand in entries or place in found.values()
        return meet and not sought and not _can_skip(lines, place)
    if place and _leaves(lines, place - 1):
        return True
    follows = one.name == "GTO" and place < found.get(place, -1) <= _past_labels(lines, place + 1)
    return follows and not _can_skip(lines, place)


def _move_lines(
    lines: Lines, place: int, begin: int, end: int, entries: Collection[str]
) -> tuple[str, Lines] | None:
    """The label where a jump goes, and the lines from there on in the place of the jump. None where another
    line would then find another label.
    """
    label = lines[place][0].operand
    block = list(range(begin, end))
    used = sum(one.operand == label and one.role is not Role.LABEL for one, _ in lines)
    if used == 1 and label not in entries and _may_meet(lines[place - 1][0], lines[begin + 1][0]):
        del block[0]
    rest = [at for at in range(len(lines)) if not begin <= at < end]
    cut = rest.index(place)
    made = _in_order(lines, [*rest[:cut], *block, *rest[cut + 1 :]])
    return None if made is None else (str(label), made)


def _in_place(lines: Lines, place: int, entries: Collection[str]) -> tuple[str, Lines] | None:
    """The label that a line calls, and the lines with those from there to their RTN in its place.

    None where something else leads to them, where they can be left in another way, or for another line.
    """
    call = lines[place][0]
    if call.name != "GSB" or call.operand in ("I", *entries) or _can_skip(lines, place):
        return None
    found = {at: _find(lines, at) for at, (one, _) in enumerate(lines) if _refers(one)}
    begin = found[place]
    end = next((at for at in range(begin, len(lines)) if lines[at][0].name == "RTN"), -1)
    block = range(begin + 1, end)
    if begin < 0 or place in range(begin, end) or not block or place + 1 == len(lines):
        return None
    own = list(found.values()).count(begin) == 1 and (not begin or _leaves(lines, begin - 1))
    pairs = (place - 1, begin + 1), (end - 1, place + 1)
    meets = all(_may_meet(lines[one][0], lines[other][0]) for one, other in pairs)
    pressed = {lines[at][0].operand for at in block if lines[at][0].role is Role.LABEL} & {*entries}
    if not own or pressed or not meets or _can_skip(lines, end):
        return None
    jumps = [at for at in block if lines[at][0].role is Role.JUMPS]
    into = [at for at, goal in found.items() if goal in block]
    if not all(found.get(at) in block for at in jumps) or not all(at in block for at in into):
        return None
    rest = [at for at in range(len(lines)) if not begin <= at <= end]
    cut = rest.index(place)
    made = _in_order(lines, [*rest[:cut], *block, *rest[cut + 1 :]])
    return None if made is None else (str(call.operand), made)


def _in_order(lines: Lines, order: Sequence[int]) -> Lines | None:
    """Lines in another order, perhaps without some. None where one of them would find another label."""
    made = [lines[at] for at in order]
    for at, old in enumerate(order):
        if _refers(lines[old][0]) and order[_find(made, at)] != _find(lines, old):
            return None
    return made


def _with_label_there(lines: Lines, place: int) -> tuple[str, Lines] | None:
    """A label that only a jump follows, and the lines with it at that jump's label. None for another line."""
    label, jump = (one for one, _ in lines[place : place + 2])
    if label.role is not Role.LABEL or jump.name != "GTO" or jump.operand == "I":
        return None
    there = _find(lines, place + 1)
    if there < 0 or there == place or (place and not _leaves(lines, place - 1)):
        return None
    rest = [at for at in range(len(lines)) if at not in (place, place + 1)]
    cut = rest.index(there)
    made = _in_order(lines, [*rest[:cut], place, *rest[cut:]])
    return None if made is None else (str(label), made)


def _pairs(lines: Lines, entries: Collection[str]) -> Iterator[tuple[int, int]]:
    """Labels that stand at another label, and its place. A person presses neither, or the other one."""
    for place in range(len(lines) - 1):
        for one, other in ((place, place + 1), (place + 1, place)):
            labels = all(lines[at][0].role is Role.LABEL for at in (one, other))
            if labels and lines[one][0].operand not in entries:
                yield one, other


def _without_label(lines: Lines, place: int, other: int) -> tuple[str, Lines] | None:
    """The place of a label, and the lines without it. None where a line would find a wrong label then."""
    label = lines[other][0].operand
    found = [_find(lines, at) if _refers(one) else -1 for at, (one, _) in enumerate(lines)]
    made = [
        (step(one.name, label) if found[at] == place else one, source)
        for at, (one, source) in enumerate(lines)
    ]
    wanted = [other if at == place else at for at in found]
    del made[place], wanted[place]
    for at, goal in enumerate(wanted):
        if goal >= 0 and _find(made, at) != goal - (goal > place):
            return None
    return str(lines[place][0].operand), made


def _find(lines: Lines, place: int) -> int:
    """Where the label stands that a line finds, after it or from the first line on. -1 for none."""
    label = step("LBL", lines[place][0].operand)
    around = (*range(place + 1, len(lines)), *range(place))
    return next((at for at in around if lines[at][0] == label), -1)


def _can_skip(lines: Lines, place: int) -> bool:
    """Whether a test may skip a line."""
    before = lines[place - 1][0] if place else None
    return before is not None and (before.may_skip or before.role is Role.EVALUATES)


def _leaves(lines: Lines, place: int) -> bool:
    """Whether nothing runs on from a line to the next."""
    return lines[place][0].name in LEAVING and not _can_skip(lines, place)


def _refers(one: Step) -> bool:
    """Whether a line names a label, other than to begin there."""
    return (one.searches and one.operand != "I") or one.role is Role.EVALUATES


def _jumps(lines: Lines) -> Iterator[tuple[int, int, int]]:
    """Jumps to lines that nothing else runs into, with the beginning and the end of these lines."""
    for place, (one, _) in enumerate(lines):
        if one.name != "GTO" or one.operand == "I" or _can_skip(lines, place):
            continue
        begin = _find(lines, place)
        if begin < 0 or (begin and not _leaves(lines, begin - 1)):
            continue
        end = begin + 1
        while end < len(lines) and not _leaves(lines, end - 1):
            end += 1
        if _leaves(lines, end - 1) and not begin <= place < end:
            yield place, begin, end


def _may_meet(before: Step, behind: Step) -> bool:
    """Whether two lines do the same without a label between them, which ends a number and enables lift."""
    typing = (Role.TYPES, Role.SIGNS)
    lifts = before.name in DISABLING and behind.name not in BINARY
    return not lifts and not (before.role in typing and behind.role in typing)
