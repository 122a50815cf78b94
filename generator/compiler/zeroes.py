"""Zeroes stored one after the other: CLEAR Σ stores them in one line, and clears X.

The registers that get a zero move to the registers of the sums, and others move away from there. What a name
is pinned to stays where it is. CLEAR REG stores all of them where each register of the module gets a zero.
Others are stored after it:

STO .1, 0, STO 0, STO 1, STO 2, STO 3    is    CLEAR REG, STO .1, 0
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from generator.assembler.targets import registers_used
from generator.compiler.code.arrays import elements
from generator.compiler.code.naming import Generated
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.target.routines import lines_of_label
from generator.compiler.target.storage import NAMED
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Flow
from generator.peephole.items import obstacle
from generator.peephole.live_cells import LAST, LEVELS, LIFT, STACK, Cells, X, register
from generator.peephole.symbolic import INDIRECT, ON
from hp15c.listing.program import Program
from hp15c.rules.stack import CLEAR_X, EXCHANGE, ROLL_DOWN, ROLL_UP
from hp15c.rules.statistics import SUMS
from hp15c.table.instructions import OperandKind, Role, Step, step
from hp15c.table.models import LIMITS, Model

CLEAR_SUMS: Final = "CLEAR Σ"
CLEAR_REGISTERS: Final = "CLEAR REG"
_KEPT: Final = frozenset((X, LAST, LIFT))
"""What may count after lines that store zeroes, besides registers: CLEAR Σ clears other levels."""


_BEFORE: Final = (Role.TYPES, Role.SIGNS, Role.EVALUATES)
"""After these lines a zero may go on with a number, or be left out."""


@dataclass(frozen=True, slots=True)
class Zeroes:
    """Lines that store a zero: the first line and the one after them (from 0), and the registers."""

    first: int
    behind: int
    registers: frozenset[str]


def sums_of(model: Model) -> tuple[str, ...]:
    """The registers that CLEAR Σ clears."""
    first = LIMITS[model].first_sum
    return NAMED[first : first + SUMS]


def clear_at_once(made: Generated, module: Module) -> list[tuple[Generated, list[str]]]:
    """A program with CLEAR Σ in place of zeroes that are stored, and one with CLEAR REG where that is shorter
    still, each with what was done in words.

    What stays of a longer one may have more lines in common, so neither is left out.
    For CLEAR Σ the other registers of the sums have to be free there, and so have Y, Z and T. A program of
    which more is pinned there stays as it is.
    """
    by_number = any(one.searches and one.operand == "I" for one in made.program.steps)
    if by_number or obstacle(made.program):
        return [(made, [])]
    best: tuple[Generated, list[str]] = (made, [])
    others: list[tuple[Generated, list[str]]] = []
    for one in sorted(_zeroes(made.program), key=lambda one: (-len(one.registers), one.first)):
        renamed = _move(made, module, one.registers)
        if renamed is not None:
            done = _clear_all(renamed, module)
            if len(done[0].program) < len(best[0].program):
                best = done
        cleared = _clear_registers(made, module, one)
        others += [cleared] if cleared is not None else []
    shortest = min(others, key=lambda one: len(one[0].program), default=best)
    return [best, shortest] if len(shortest[0].program) < len(best[0].program) else [best]


def _zeroes(program: Program) -> Iterator[Zeroes]:
    """All places where a zero alone is typed and stored."""
    steps = program.steps
    for place in range(1, len(steps) - 1):
        before = steps[place - 1]
        if before.role in _BEFORE or before.may_skip or str(steps[place]) not in ("0", CLEAR_X):
            continue
        behind = place + 1
        while behind < len(steps) and steps[behind].name == "STO" and steps[behind].operand in NAMED:
            behind += 1
        if behind > place + 1:
            yield Zeroes(place, behind, frozenset(one.operand for one in steps[place + 1 : behind]))


def _pinned_registers(made: Generated, module: Module) -> set[str]:
    """The registers that have to stay where they are: all elements where I reaches some."""
    pinned = {one.at for one in module.registers.values() if one.at is not None} | module.reserved
    if any(one.operand == INDIRECT for one in made.program.steps):
        return pinned | {at for name, at in made.registers.items() if "[" in name}
    placed = {name: one for name, one in module.arrays.items() if one.at is not None}
    return pinned | {at for _, at in elements(replace(module, arrays=placed))}


def _move(made: Generated, module: Module, zeroed: frozenset[str]) -> Generated | None:
    """The program with registers that get a zero among those of the sums, and with no others there.

    None where a pinned one stands in the way, or there is no room elsewhere.
    """
    sums, pinned = sums_of(made.program.model), _pinned_registers(made, module)
    if pinned & {*sums} - zeroed:
        return None
    used = {*registers_used(made.program), *made.registers.values()} & {*NAMED}
    inside = sorted(zeroed - pinned, reverse=True)
    staying = {one for one in inside if one in sums} | (pinned & zeroed)
    names: dict[str, str] = {}
    free = [one for one in sums if one not in staying]
    for one in inside:
        if one not in staying and free:
            names[one] = free.pop(0)
    outside = [one for one in NAMED if one not in sums and one not in pinned]
    others = used - pinned - zeroed
    keeping = {one for one in used - pinned if one not in sums and one not in names}
    rest = [one for one in outside if one not in keeping]
    uses = Counter(one.operand for one in made.program.steps)
    for one in sorted(others & {*sums}, key=lambda one: (-uses[one], one)):
        if not rest:
            return None
        names[one] = rest.pop(0)
    steps = tuple(
        replace(one, operand=names[one.operand])
        if one.names is OperandKind.REGISTER and one.operand in names
        else one
        for one in made.program.steps
    )
    places = {name: names.get(at, at) for name, at in made.registers.items()}
    return replace(made, program=made.program.with_steps(steps), registers=places)


def _clear_all(made: Generated, module: Module) -> tuple[Generated, list[str]]:
    """The program with CLEAR Σ wherever that is allowed, and what was done in words.

    It is allowed where nobody needs what stands in Y, Z, T and the other registers of the sums.
    """
    told: list[str] = []
    while found := next(filter(None, (_clear(made, module, one) for one in _zeroes(made.program))), None):
        made = found[0]
        told.append(found[1])
    return made, told


def _clear(made: Generated, module: Module, one: Zeroes) -> tuple[Generated, str] | None:
    """The program with CLEAR Σ in one place, and what was done. None where it may not be."""
    sums = sums_of(made.program.model)
    cleared = {at for at in one.registers if at in sums}
    lost = {*map(register, set(sums) - cleared), *STACK} - _KEPT
    needed, is_lift_on = _needed_behind(made, module, one)
    staying = _pinned_registers(made, module) | {*made.registers.values()}
    if not cleared or staying & {*sums} - cleared or needed & lost or (LIFT in needed and not is_lift_on):
        return None
    stored = range(one.first + 1, one.behind)
    stays = [at for at in stored if made.program.steps[at].operand not in sums]
    order = [*range(one.first + 1), *stays, *range(one.behind, len(made.program))]
    steps = tuple(step(CLEAR_SUMS) if at == one.first else made.program.steps[at] for at in order)
    done = replace(
        made, program=made.program.with_steps(steps), sources=tuple(made.sources[at] for at in order)
    )
    return done, f"CLEAR Σ stores {len(cleared)} of the zeroes of line {one.first + 1}"


def _clear_registers(made: Generated, module: Module, one: Zeroes) -> tuple[Generated, list[str]] | None:
    """The program with CLEAR REG in place of zeroes, before lines that store what stands on the stack, and
    what was done. None where a register holds something else that is needed.
    """
    steps = made.program.steps
    begin = one.first
    while begin > 0 and _only_stores(steps[begin - 1]):
        if begin > 1 and (steps[begin - 2].may_skip or steps[begin - 2].role is Role.EVALUATES):
            break
        begin -= 1
    stored = {each.operand for each in steps[begin : one.first] if each.name == "STO"}
    needed, is_lift_on = _needed_behind(made, module, one)
    named = {each.operand for each in steps if each.names is OperandKind.REGISTER}
    named |= {"I"} if INDIRECT in named else set()
    held = {at for at in named if register(at) in needed} | _pinned_registers(made, module)
    held |= {*made.registers.values()}
    if stored & one.registers or held - one.registers - stored:
        return None
    idle = not needed & {*LEVELS, LIFT} or (not needed & {*LEVELS} and is_lift_on)
    zero = [] if idle else _zero_kept(steps, one, is_lift_needed=LIFT in needed)
    kept = [*range(begin, one.first), *zero, *range(one.behind, len(steps))]
    order = [*range(begin), begin, *kept]
    lines = tuple(step(CLEAR_REGISTERS) if place == begin else steps[at] for place, at in enumerate(order))
    done = replace(
        made, program=made.program.with_steps(lines), sources=tuple(made.sources[at] for at in order)
    )
    return done, [f"{CLEAR_REGISTERS} stores the {len(one.registers)} zeroes of line {one.first + 1}"]


def _zero_kept(steps: Sequence[Step], one: Zeroes, *, is_lift_needed: bool) -> list[int]:
    """The lines that put the zero on the stack. A store stays where it ends a number or enables lift."""
    goes_on = steps[one.behind].role in (Role.TYPES, Role.SIGNS)
    disables = str(steps[one.first]) == CLEAR_X and is_lift_needed
    return [one.first, one.behind - 1] if goes_on or disables else [one.first]


def _only_stores(one: Step) -> bool:
    """Whether a line stores X in a register by its name, or moves numbers on the stack."""
    return one.name in (EXCHANGE, ROLL_DOWN, ROLL_UP) or (one.name == "STO" and one.operand in (*NAMED, "I"))


def _needed_behind(made: Generated, module: Module, one: Zeroes) -> tuple[Cells, bool]:
    """The cells that count after zeroes, and whether stack lift is surely enabled before them.

    Only lines are looked at that belong to an entry from which a run comes to the zeroes. Where there is no
    such entry, and where the first zero is part of a longer number, all cells count.
    """
    program = made.program
    led = {each: set(lines_of_label(program, each.label)) for each in module.functions.values() if each.label}
    entries = [each for each, numbers in led.items() if one.behind in numbers]
    numbers = sorted(set().union(*(led[each] for each in entries)))
    part = program.with_steps(tuple(program.steps[number - 1] for number in numbers))
    results = max((each.results for each in entries), default=0)
    flow = Flow(part, facts_at_end(program, module, made.registers, results))
    item = flow.at.get(1 + bisect_left(numbers, one.first + 1))
    if not entries or item is None or len(flow.items[item].steps) > 1:
        return flow.all | {*map(register, sums_of(program.model))}, False
    return flow.live[flow.at[1 + bisect_left(numbers, one.behind)]], flow.lift[item] == ON
