"""ISG and DSE in place of 1, STO + and 1, STO −, for whole numbers: they need no level of the stack.

x≥y, GTO 4, 1, STO + 0, LBL 4     is     x<y, ISG 0, LBL 4
1, STO + 0, x↔y, GTO 0            is     ISG 0, LBL 5, GTO 0

2, STO 0, LBL 0, ..., LBL 2, 1, STO + 0, GTO 0    is    1, STO 0, LBL 2, ISG 0, LBL 0, ...

At its end ISG leaves out the next line, which is a label. A whole number counts by 1 to the last digit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.code.tables import OPPOSITE
from generator.compiler.early_stores import Cut, replace_lines
from generator.compiler.repeats import LEAVING, Passed
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.target.routines import taken_labels
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Flow
from generator.peephole.items import keys, obstacle
from generator.peephole.live_cells import LEVELS, LIFT, Cells, T, Y, Z, register, registers_of
from generator.peephole.symbolic import INDIRECT, OFF, ON, TermCalculator
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.stack import CLEAR_X, EXCHANGE, ROLL_DOWN
from hp15c.table.instructions import Role, free_labels, step
from hp15c.terms import laws
from hp15c.terms.term import Term, constant

_COUNTING: Final = {"STO +": "ISG", "STO −": "DSE"}
_UNCHANGED: Final = (Role.LABEL, Role.JUMPS, Role.CALLS, Role.RETURNS, Role.TESTS, Role.COUNTS, Role.PAUSES)
_LOST: Final[Mapping[str, Cells]] = {EXCHANGE: frozenset((Y, Z, T)), ROLL_DOWN: frozenset((T,))}
"""Lines that bring up what stood in X before the 1, and the levels that they would leave otherwise."""
_PUSHING: Final = ("number", "RCL", "LSTx")
"""Operations that take the place of a 1 after `CLEAR_X`."""


def with_counts_by_one(
    program: Program, sources: Sequence[int], module: Module, goal: Goal, registers: Mapping[str, str] | None
) -> Passed:
    """A program that counts by ISG and DSE, the source line of each line, and what was done.

    `registers` has the register of each name.
    """
    told: list[str] = []
    numbered = any(one.operand == "I" and one.searches for one in program.steps)
    while goal == "small" and registers is not None and not numbered and obstacle(program) is None:
        flow = Flow(program, facts_at_end(program, module, registers))
        counts = [one for one in range(flow.end - 1) if _counts(flow, one, module)]
        made = next(
            filter(None, (_count_first(flow, at) or _in_place(flow, at, module) for at in counts)), None
        )
        if made is None:
            break
        told.append(f"Line {made[-1][0] + 1}: a count by 1 in one line")
        program, sources = replace_lines(program, sources, made)
    return program, tuple(sources), told


def _counts(flow: Flow, at: int, module: Module) -> bool:
    """Whether 1 is added to a register or taken from it at an item, where ISG or DSE would do the same."""
    name, operand = flow.items[at + 1].op or ("", "")
    if flow.items[at].op != ("number", "1") or name not in _COUNTING or operand == INDIRECT:
        return False
    exists = step(_COUNTING[name], operand).exists_on(flow.program.model)
    return exists and not flow.follows_test(at) and register(operand) in _whole(flow, module)[at]


def _count_first(flow: Flow, at: int) -> Sequence[Cut] | None:
    """A loop whose last lines count stands with them first, and begins one lower. None where it does not."""
    program, items, steps = flow.program, flow.items, flow.program.steps
    name, operand = items[at + 1].op or ("", "")
    place, end = flow.lines[at] - 1, flow.lines[at + 1]
    if place < 2 or end >= len(steps) or steps[end].name != "GTO" or steps[place - 1].role is not Role.LABEL:
        return None
    again, head = steps[place - 1], program.label_lines.get(steps[end].operand, ())
    if len(head) != 1 or len(program.label_lines[again.operand]) != 1:
        return None
    first = begin = flow.at[head[0]]
    named = {operand, INDIRECT} if operand == "I" else {operand}
    while first > 0 and (op := items[first - 1].op) and not named & {*op}:
        first -= 1
    if first < 2 or items[first - 1].op != ("STO", operand) or register(operand) not in flow.facts.loose:
        return None
    typed, (kind, start) = items[first - 2], items[first - 2].op or ("", "")
    needed = flow.needed[first] | flow.needed[begin]
    skipped = any(flow.follows_test(one) for one in range(first - 2, begin))
    if kind != "number" or skipped or needed & {*LEVELS, LIFT}:
        return None
    low = flow.lines[first - 2] - 1
    lower = laws.add(constant(Number.of(start)), constant(Number.of("-1" if name == "STO +" else "1")))
    runs_in = steps[place - 2].name not in LEAVING or (place > 2 and steps[place - 3].may_skip)
    cuts = [
        (low, low + len(typed.steps), list(keys(str(lower.number)))),
        (head[0] - 1, head[0] - 1, [again, step(_COUNTING[name], operand)]),
        (place - 1, end + 1, [step("GTO", again.operand)] if runs_in else []),
    ]
    fewer = sum(behind - first - len(lines) for first, behind, lines in cuts)
    return sorted(cuts, key=lambda one: -one[0]) if fewer > 0 else None


def _in_place(flow: Flow, at: int, module: Module) -> Sequence[Cut] | None:
    """A count and the lines around it that go with it. None where it has to stay, or where no line goes."""
    items, steps = flow.items, flow.program.steps
    name, operand = items[at + 1].op or ("", "")
    first, behind = flow.lines[at] - 1, flow.lines[at + 1]
    after = at + 2
    typed = at > 0 and items[at - 1].steps[-1].role is Role.STOPS
    if not typed and flow.lift[at] != ON:
        return None
    if flow.needed[after] & frozenset(LEVELS):
        lost = _levels_lost(flow, after)
        if lost is None or flow.live[after] & lost:
            return None
        behind += 1
    made = [step(_COUNTING[name], operand)]
    follows = behind < len(steps) and steps[behind].role is Role.LABEL
    if not follows:
        labels = {*flow.program.label_lines, *taken_labels(module)}
        free = next(iter(free_labels(flow.program.model, labels)), None)
        if free is None:
            return None
        made.append(step("LBL", free))
    if follows and first > 1 and steps[first - 1] == step("GTO", steps[behind].operand):
        opposite = OPPOSITE.get(str(steps[first - 2]))
        found = flow.program.find_label(steps[behind].operand, first + 1)
        if opposite and step(opposite).exists_on(flow.program.model) and found == behind + 1:
            first -= 2
            made.insert(0, step(opposite))
    return [(first, behind, made)] if len(made) < behind - first else None


def _levels_lost(flow: Flow, at: int) -> Cells | None:
    """The levels that hold something else after an item if it and the 1 before it are left out.

    None for an item that has to stay.
    """
    if at + 1 < flow.end and str(flow.items[at].steps[0]) == CLEAR_X:
        name, _ = flow.items[at + 1].op or ("", "")
        return frozenset() if name in _PUSHING else None
    return _LOST.get(str(flow.items[at].steps[0])) if at < flow.end else None


def _whole(flow: Flow, module: Module) -> list[Cells]:
    """The levels and registers that are known to hold whole numbers before each item.

    Registers that (i) reaches are not among them, nor any at an entry.
    """
    entries = {one.label for one in module.functions.values() if one.label} | taken_labels(module)
    found: list[Cells | None] = [None] * (flow.end + 1)
    waiting: list[tuple[int, Cells]] = [
        (flow.at[line], frozenset())
        for label, lines in flow.program.label_lines.items()
        for line in lines
        if label in entries
    ]
    while waiting:
        at, cells = waiting.pop()
        before = found[at]
        joined = cells if before is None else before & cells
        if joined == before:
            continue
        found[at] = joined
        if at < flow.end:
            behind = _whole_after(flow, at, joined)
            waiting += [(one, behind) for one in flow.after[at]]
        if at < flow.end and flow.items[at].steps[-1].role in (Role.CALLS, Role.EVALUATES):
            waiting.append((at + 1, joined & _registers_kept(flow, at)))
    return [frozenset() if one is None else one for one in found]


def _registers_kept(flow: Flow, at: int) -> Cells:
    """The registers that a call leaves as they are."""
    waiting = [*flow.after[at]] if flow.items[at].steps[-1].role is Role.CALLS else [*range(flow.end)]
    seen, kept = {flow.end, *waiting}, set(flow.facts.loose)
    while waiting:
        one = waiting.pop()
        item, role = flow.items[one], flow.items[one].steps[-1].role
        if item.op is not None and not item.op[0].startswith("RCL"):
            kept -= {*map(register, registers_of(item.op))}
        elif item.op is None and role not in (*_UNCHANGED, Role.STOPS):
            kept = set()
        elif role is Role.COUNTS:
            kept -= {register(item.steps[-1].operand)}
        further = {*flow.after[one], *((one + 1,) if role in (Role.CALLS, Role.EVALUATES) else ())} - seen
        waiting += further
        seen |= further
    return frozenset(kept)


def _whole_after(flow: Flow, at: int, cells: Cells) -> Cells:
    """The cells with whole numbers after an item, from those before it."""
    item = flow.items[at]
    if item.op is None:
        role = item.steps[-1].role
        return cells if role in _UNCHANGED else cells & (flow.facts.loose if role is Role.STOPS else set())
    machine = TermCalculator(registers_of(item.op), flow.model, exact_errors=False)
    found = [*(cell for cell in cells if cell not in machine.cells.values())]
    if INDIRECT in item.op and not item.op[0].startswith("RCL"):
        found = [cell for cell in found if cell in flow.facts.loose]
    lift = flow.lift[at]
    states = [machine.step(machine.begin(way), item.op) for way in (ON, OFF) if lift in (None, way)]
    for name, values in (
        *zip(LEVELS, zip(*(one[:4] for one in states), strict=True), strict=True),
        *zip(machine.names, zip(*(one.registers for one in states), strict=True), strict=True),
    ):
        if all(_is_whole(one, machine, cells) for one in values):
            found.append(name if name in LEVELS else register(name))
    return frozenset(found)


def _is_whole(value: Term, machine: TermCalculator, cells: Cells) -> bool:
    """Whether a value is whole where these cells are."""
    if value.number is not None:
        return value.number.is_integer
    if value in machine.cells:
        return machine.cells[value] in cells
    return value.op == "INT" or (
        value.op in ("+", "×", "CHS", "ABS") and all(_is_whole(one, machine, cells) for one in value.args)
    )
