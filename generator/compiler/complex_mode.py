"""Complex mode stays on from one operation to the next, and is left where a label is pressed.

A program that ends with a complex number in X leaves complex mode on. The next one begins with real numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.complex_lines import JOIN, OFF, TURN, shorter_lines
from generator.compiler.repeats import Passed
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import leaves_complex_numbers
from generator.peephole.flow import Flow
from hp15c.listing.program import Program
from hp15c.rules.stack import ENTER, EXCHANGE, ROLL_DOWN, ROLL_UP
from hp15c.table.instructions import LETTERS, Role, Step, step
from hp15c.table.step import TYPING

MOST_LINES: Final = 40
"""The most lines that are looked at."""
ON: Final = step("SF", "8")


def with_complex_mode_on(
    program: Program,
    sources: Sequence[int],
    module: Module,
    _goal: Goal,
    registers: Mapping[str, str] | None = None,
) -> Passed:
    """A program that stays in complex mode, the source line of each of its lines, and what was done."""
    told: list[str] = []
    if not any(one == JOIN for one in program.steps):
        return program, tuple(sources), told
    for stretch in reversed(list(complex_stretches(program))):
        flow = Flow(program, facts_at_end(program, module, registers))
        found = _shorter_stretch(program, flow, *stretch)
        if found is not None:
            first, behind, lines = found
            told.append(f"Lines {first + 1} to {behind}: complex mode stays on")
            steps = (*program.steps[:first], *lines, *program.steps[behind:])
            sources = (*sources[:first], *[sources[behind - 1]] * len(lines), *sources[behind:])
            program = program.with_steps(steps)
    return program, tuple(sources), told


def with_real_beginnings(program: Program, sources: Sequence[int], module: Module, _goal: Goal) -> Passed:
    """A program whose labels leave complex mode, where one of them ends in it."""
    labels = {one.label for one in module.functions.values()} - {None}
    steps, origin, told = list(program.steps), list(sources), list[str]()
    for line in range(len(steps), 0, -1) if leaves_complex_numbers(module) else ():
        following = steps[line] if line < len(steps) else None
        is_last = following is None or following.role is not Role.LABEL or following.operand not in labels
        if following == OFF:
            continue  # it does so already
        if steps[line - 1].role is Role.LABEL and steps[line - 1].operand in labels and is_last:
            steps.insert(line, OFF)
            origin.insert(line, origin[line - 1])
            told.append(f"Label {steps[line - 1].operand} leaves complex mode")
    return program.with_steps(tuple(steps)), tuple(origin), told


def complex_stretches(program: Program) -> Iterator[tuple[int, int]]:
    """The stretches of lines that enter complex mode and leave it: from a line to before another (from 0)."""
    for start, end in _straight(program):
        steps = program.steps[start:end]
        if JOIN in steps and OFF in steps:
            yield start, max(start + at + 1 for at, one in enumerate(steps) if one in (JOIN, OFF))


def _shorter_stretch(
    program: Program, flow: Flow, start: int, behind: int
) -> tuple[int, int, tuple[Step, ...]] | None:
    """The part of a stretch that shorter lines can take the place of, and these lines. None without any."""
    begins = {item.first - 1: at for at, item in enumerate(flow.items)}
    live = next(flow.live[at] for at, item in enumerate(flow.items) if item.last == behind)
    modes = _modes(flow)
    best: tuple[int, int, tuple[Step, ...]] | None = None
    for first in dict.fromkeys((_after_real(program, start), start)):
        if first in begins and behind - first <= MOST_LINES and len(modes[begins[first]]) == 1:
            (on,) = modes[begins[first]]
            most = behind - first if best is None else best[0] + len(best[2]) - first
            lines = program.steps[first:behind]
            found = shorter_lines(lines, flow.lift[begins[first]], on, live, most)
            goes_on = first > 0 and flow.items[begins[first] - 1].types
            if found is not None and not (goes_on and found[0].role in TYPING):
                best = first, behind, found
    return best


def _modes(flow: Flow) -> dict[int, set[bool]]:
    """Whether complex mode may be on and whether it may be off before each item. It is off at an entry."""
    ahead = defaultdict[int, list[int]](list)
    for one, after in flow.edges():
        ahead[one].append(after)
    entries = (line for label in flow.facts.entries for line in flow.program.label_lines.get(str(label), ()))
    waiting = [(at, False) for at in (0, *(flow.at[line] for line in entries))]
    modes = defaultdict[int, set[bool]](set)
    while waiting:
        at, on = waiting.pop()
        if on not in modes[at]:
            modes[at].add(on)
            last = flow.items[at].steps[-1] if at < flow.end else OFF
            turned = {JOIN: {True}, TURN: {True}, ON: {True}, OFF: {False}}.get(last, {on})
            if last.name in ("SF", "CF") and last.operand == "I":
                turned = {False, True}
            waiting += [(one, mode) for one in ahead[at] for mode in turned]
    return modes


def _straight(program: Program) -> Iterator[tuple[int, int]]:
    """The stretches of lines, counted from 0, that always run one after the other."""
    at = 0
    for number, one in enumerate((*program.steps, step("RTN"))):
        if one.role not in (Role.COMPUTES, *TYPING) or one.operand in ("(i)", "RAN#", *LETTERS) or one.user:
            if number > at:
                yield at, number
            at = number + 2 if one.may_skip else number + 1


def _after_real(program: Program, start: int) -> int:
    """The line behind the last one before a join that computes more than it recalls or keys in."""
    for at in range(program.steps.index(JOIN, start) - 1, start - 1, -1):
        one = program.steps[at]
        if one.role not in TYPING and one.name not in ("RCL", EXCHANGE, ROLL_UP, ROLL_DOWN, ENTER):
            return at + 1
    return start
