"""Tests of an answer that a line gives by leaving out the next one: F?, SOLVE, and an element in USER mode.

The code generator makes a number of the answer of F? and SOLVE, 1 or 0, and tests that. Where nothing else
uses the number, the jump stands after the line itself. The answer of an element is in flag 7. Where it is
tested at once, what follows the test stands after the element.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.repeats import Passed
from generator.compiler.target.routines import taken_labels
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import flags_used
from generator.language.matrix_lines import FLAG
from generator.peephole.flow import Facts, Flow
from generator.peephole.live_cells import LAST, LIFT, T, X, Y, Z
from generator.peephole.symbolic import ON
from hp15c.listing.program import Program
from hp15c.rules.stack import EXCHANGE, ROLL_DOWN
from hp15c.table.instructions import DIGITS, LETTERS, Role, Step, step

Lines = list[tuple[Step, int]]
_FORMS: Final = (
    ("0", "F?", "10ˣ"),
    ("SOLVE", "1", ".", "INT"),
)
"""The sequences of lines that make an answer, 1 or 0."""
_ELEMENT: Final = (f"CF {FLAG}", "", f"SF {FLAG}", f"F? {FLAG}")
"""The lines of a test after an element. The second one stands for STO or RCL in USER mode."""
_LEVELS: Final = frozenset((X, Y, Z, T, LAST, LIFT))
_DROPS: Final = {EXCHANGE: frozenset((Y, Z, T, LAST)), ROLL_DOWN: frozenset((T, LAST))}
"""Lines that bring up what stands below an answer, and what may not be needed after them."""


def with_answers_tested(program: Program, sources: Sequence[int], module: Module, _goal: Goal) -> Passed:
    """A program that jumps by its answers, the source line of each of its lines, and what was done."""
    results = max(one.results for one in module.functions.values() if one.label)
    facts = Facts(frozenset(("X", "Y", "Z", "T")[: max(1, results)]), exact_errors=False)
    entries = {one.label for one in module.functions.values() if one.label} | taken_labels(module)
    notes: list[str] = []
    if int(FLAG) not in flags_used(module):
        program, sources = _with_elements_tested(program, sources, facts, notes)
    while made := next(_changes(Flow(program, facts), sources, entries), None):
        line, lines = made
        notes.append(f"Line {line}: the jump after it needs no number")
        program = program.with_steps(tuple(one for one, _ in lines))
        sources = tuple(source for _, source in lines)
    return program, tuple(sources), notes


def _with_elements_tested(
    program: Program, sources: Sequence[int], facts: Facts, notes: list[str]
) -> tuple[Program, Sequence[int]]:
    """A program without flag 7 where the line after an element tests it and no other one does, and the
    source of each of its lines.
    """
    flow = Flow(program, facts)
    steps = program.steps
    lines = list(zip(steps, sources, strict=True))
    for place in range(len(steps) - len(_ELEMENT), -1, -1):
        found = steps[place : place + len(_ELEMENT)]
        fits = all(name in ("", str(one)) for one, name in zip(found, _ELEMENT, strict=True))
        if fits and found[1].user and not _is_tested_later(flow, place + len(_ELEMENT)):
            stays = 0 if _lifts_alike(flow, place) else 1
            lines[place : place + len(_ELEMENT)] = lines[place + 1 - stays : place + 2]
            notes.append(f"Line {place + 1}: the element is tested without flag {FLAG}")
    notes.reverse()
    made, kept = [one for one, _ in lines], [source for _, source in lines]
    return (program.with_steps(tuple(made)), kept) if notes else (program, sources)


def _is_tested_later(flow: Flow, place: int) -> bool:
    """Whether flag 7 may be tested after a test of it before it is cleared."""
    waiting, seen = [*flow.after[flow.at[place]]], set[int]()
    while waiting:
        at = waiting.pop()
        if at in seen or at == flow.end:
            continue
        seen.add(at)
        one = flow.items[at].steps[-1]
        if str(one) == f"F? {FLAG}":
            return True
        if str(one) != f"CF {FLAG}":
            waiting += [*flow.after[at], *([at + 1] if one.role in (Role.CALLS, Role.EVALUATES) else ())]
    return False


def _lifts_alike(flow: Flow, place: int) -> bool:
    """Whether the line after CF, which enables stack lift, does the same without it."""
    at = flow.at.get(place + 1)
    if at is None or flow.lift[at] == ON:
        return at is not None
    return flow.items[at + 1].steps[0].name == "STO" or not flow.live[at + 1] & {Y, Z, T}


def _changes(flow: Flow, sources: Sequence[int], entries: set[str]) -> Iterator[tuple[int, Lines]]:
    """Each place where an answer needs no number: its line, and the lines of the program without it."""
    steps = flow.program.steps
    if any(one.operand == "I" and one.searches for one in steps):
        return
    for place in range(1, len(steps) - 2):
        for form in _FORMS:
            if _has_form(flow, place, form) and not steps[place - 1].may_skip:
                test = place + len(form)
                if _is_test(steps, test) and (made := _change(flow, sources, entries, place, test)):
                    yield place + 1, made


def _has_form(flow: Flow, place: int, form: tuple[str, ...]) -> bool:
    steps = flow.program.steps[place : place + len(form)]
    if len(steps) < len(form) or not all(
        name in ("", one.name, str(one)) for one, name in zip(steps, form, strict=True)
    ):
        return False
    at = flow.at.get(place + 1)
    if at is None or form[0] == "SOLVE":
        return at is not None
    alone = len(flow.items[at].steps) == 1 and not flow.items[at - 1].types
    return alone and flow.lift[at] == ON and str(flow.program.steps[place - 1]) != f"SF {FLAG}"


def _is_test(steps: Sequence[Step], test: int) -> bool:
    return test + 2 < len(steps) and str(steps[test]) in ("x≠0", "x=0") and steps[test + 1].name == "GTO"


def _change(flow: Flow, sources: Sequence[int], entries: set[str], place: int, test: int) -> Lines | None:
    """The lines without the number. None where it is used, or a level below it."""
    steps = flow.program.steps
    label = steps[test + 1].operand
    found = flow.program.find_label(label, test + 3)
    if found is None:
        return None
    begin = found - 1
    drops = [_drop(flow, where) for where in (test + 2, begin + 1)]
    used = sum(one.operand == label and (one.searches or one.role is Role.EVALUATES) for one in steps)
    alone = used == 1 and label not in entries and flow.program.label_lines[label] == (begin + 1,)
    if None in drops or (drops[1] and not alone):
        return None
    answering = next(one for one in steps[place:test] if one.may_skip)
    jump: list[Step] = [answering, steps[test + 1]]
    if str(steps[test]) == "x=0":
        taken = entries | flow.program.label_lines.keys()
        free = next((one for one in (*DIGITS, *LETTERS) if one not in taken), None)
        if free is None:
            return None
        jump = [answering, step("GTO", free), steps[test + 1], step("LBL", free)]
    made = [(one, sources[place]) for one in jump]
    lines = list(zip(steps, sources, strict=True))
    cuts = [(place, test + 2 + bool(drops[0]), made)]
    if drops[1]:
        here, up = lines[begin : begin + 2]
        before = steps[begin - 1]
        skipped = begin > 1 and steps[begin - 2].may_skip
        if before == up[0] and before.name == EXCHANGE and not skipped and begin - 1 != test + 1:
            cuts.append((begin - 1, begin + 2, [here]))
        elif before.name in ("RTN", "GTO") and not skipped:
            cuts.append((begin, begin + 2, [here]))
        else:
            cuts.append((begin, begin + 2, [up, here]))
    for first, behind, instead in sorted(cuts, reverse=True, key=lambda one: one[0]):
        lines[first:behind] = instead
    return lines if len(lines) < len(steps) else None


def _drop(flow: Flow, place: int) -> bool | None:
    """Whether a line goes with the number that stands in X before it. None where it must stay."""
    at = flow.at.get(place + 1)
    if at is None or at >= flow.end:
        return None
    if not _LEVELS & flow.needed[at]:
        return False
    row = flow.items[at].steps[0]
    wanted = _DROPS.get(str(row))
    return None if wanted is None or wanted & flow.live[at] else True
