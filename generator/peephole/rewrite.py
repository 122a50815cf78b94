"""Shorter or faster equal lines for a program, by rows of the table that are proven again there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from generator.peephole.costs import GOALS, SearchGoal, cost, steps_of
from generator.peephole.flow import LEADING, Facts, Flow
from generator.peephole.items import Item, block_starts, items, keys, obstacle
from generator.peephole.live_cells import STACK, Cells, register, registers_of, visible
from generator.peephole.symbolic import (
    INDIRECT,
    OF_ONE,
    OFF,
    ON,
    ON_REGISTERS,
    STACK_CELLS,
    Op,
    TermCalculator,
    TermState,
    Undetermined,
)
from generator.peephole.table import replacements
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.rules.number_functions import OPERATIONS, SQUARE
from hp15c.rules.stack import CLEAR_X
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from hp15c.terms.term import Term, term
from hp15c.terms.text import text

LONGEST = 5
_LONGEST_RECALLED = 12
"""The longest window that begins with RCL. Its last operations may be done in the register."""
EVERYTHING = Facts()
_ZERO_TWICE = [(CLEAR_X, ""), ("number", "0")]
REMEMBERED = 1 << 16
"""How many windows and proofs are kept: a replacement leaves nearly all others of a program as they were."""


@dataclass(frozen=True, slots=True)
class Saving:
    """A saving: the lines `by` may replace `count` lines of the given program from `line` on, and why."""

    line: int
    count: int
    by: tuple[Step, ...]
    why: str

    @property
    def lines(self) -> int:
        """How many lines the program becomes shorter."""
        return self.count - len(self.by)


def shorten(
    program: Program, goal: SearchGoal = "small", facts: Facts = EVERYTHING
) -> tuple[Program, tuple[Saving, ...]]:
    """The program with cheaper equal sequences, and what was replaced.

    The goal 'small' counts bytes, then lines, then word times. 'size' does not count word times, and 'fast'
    counts them first. InputError for another goal. A sequence is replaced only by one that does the same with
    all numbers. A program with GTO I or GSB I is returned as it is, unless `facts` say that none goes to a
    line by its number.
    """
    if goal not in (*GOALS, "size"):
        raise InputError(f"there is no goal {goal!r}; there are {', '.join((*GOALS, 'size'))}")
    if refusal(program, facts) is not None:
        return program, ()
    flow = Flow(program, facts)
    while True:
        best = max(_replacements(flow, goal), key=lambda one: one.gain, default=None)
        if best is None:
            break
        parts = [*flow.items[: best.begin], *best.items, *flow.items[best.end :]]
        shorter = program.with_steps(tuple(one for item in parts for one in item.steps))
        flow = Flow(shorter, facts, parts)
    return flow.program, tuple(_savings(program, flow))


def refusal(program: Program, facts: Facts = EVERYTHING) -> str | None:
    """Why a program is left as it is, None when it is not."""
    reason = obstacle(program)
    if reason is not None:
        return reason
    indirect = next(
        (line for line, one in enumerate(program.steps, 1) if one.role in LEADING and one.operand == "I"),
        None,
    )
    if indirect is not None and facts.lines_by_number:
        return f"line {indirect:03d} {program.steps[indirect - 1]}: it may go to a line by its number"
    return None


@dataclass(frozen=True, slots=True)
class _Replacement:
    """Items that may replace those from `begin` to before `end`, and the gain by the goal."""

    begin: int
    end: int
    items: tuple[Item, ...]
    gain: tuple[int, int, int]


def _replacements(flow: Flow, goal: SearchGoal) -> Iterator[_Replacement]:
    """All replacements that gain something in a program."""
    for begin, item in enumerate(flow.items):
        if item.op is None:
            continue
        yield from _shorter_number(flow, begin, goal)
        window: list[Op] = []
        recalled = item.op[0] == "RCL" and item.op[1] != INDIRECT
        longest = _LONGEST_RECALLED if recalled else LONGEST
        for end in range(begin + 1, min(begin + longest, flow.end) + 1):
            following = flow.items[end - 1]
            if following.op is None or (end > begin + 1 and flow.starts_block(end - 1)):
                break
            window.append(following.op)
            short = len(window) <= LONGEST
            offered = proposals(tuple(window), flow.live[end - 1], flow.lift[begin]) if short else ()
            once = [(window[0],)] if window == _ZERO_TWICE else []
            for right in (*offered, *_in_register(window), *once):
                replacement = _try_proposal(flow, begin, end, tuple(window), right, goal)
                if replacement is not None:
                    yield replacement


def _in_register(window: Sequence[Op]) -> Iterator[tuple[Op, ...]]:
    """Sequences with arithmetic in a register in place of RCL, computing and STO."""
    (first, register), *inside = window
    if len(inside) > 2 and first == "RCL" and inside[-1] == ("STO", register) and inside[-2][0] in OPERATIONS:
        made = *inside[:-2], (f"STO {inside[-2][0]}", register)
        yield made
        yield *made, ("RCL", register)


def _shorter_number(flow: Flow, begin: int, goal: SearchGoal) -> Iterator[_Replacement]:
    """Replacements of a typed number by fewer lines that type it."""
    item = flow.items[begin]
    assert item.op is not None
    if item.op[0] == "number" and not flow.follows_test(begin):
        made = replace(item, steps=keys(item.op[1]), changed=True)
        gain = _gain(flow, (item,), (made,), goal)
        if len(made.steps) < len(item.steps) and gain > (0, 0, 0):
            yield _Replacement(begin, begin + 1, (made,), gain)


def _try_proposal(
    flow: Flow, begin: int, end: int, left: tuple[Op, ...], right: tuple[Op, ...], goal: SearchGoal
) -> _Replacement | None:
    """A proposal as a replacement of items. None unless it gains, fits there, and is proven equal."""
    old = flow.items[begin:end]
    first, last = old[0].first, old[-1].last
    new = tuple(Item(steps_of(op), op, first, last, True) for op in right)
    steps = [one for item in new for one in item.steps]
    if not all(one.instruction.programmable and one.exists_on(flow.model) for one in steps):
        return None  # a function that the model lacks, or one that the window does not name
    gain = _gain(flow, old, new, goal)
    if gain <= (0, 0, 0) or not _fits(flow, begin, end, new):
        return None
    if not is_proven(left, right, flow.live[end - 1], flow.lift[begin], flow.model, flow.facts.exact_errors):
        return None
    return _Replacement(begin, end, new, gain)


def _gain(flow: Flow, old: Iterable[Item], new: Iterable[Item], goal: SearchGoal) -> tuple[int, int, int]:
    before, after = (
        cost(tuple(one for item in some for one in item.steps), flow.model).by(goal) for some in (old, new)
    )
    return (before[0] - after[0], before[1] - after[1], before[2] - after[2])


def _fits(flow: Flow, begin: int, end: int, new: tuple[Item, ...]) -> bool:
    """Whether a line that a test skips stays one line, and no number runs into the next."""
    if flow.follows_test(begin) and sum(len(item.steps) for item in new) != 1:
        return False
    row = [*flow.items[max(begin - 1, 0) : begin], *new, *flow.items[end : end + 1]]
    return not any(one.types and other.goes_on for one, other in pairwise(row))


@lru_cache(REMEMBERED)
def is_proven(
    left: tuple[Op, ...],
    right: tuple[Op, ...],
    live: Cells,
    lift: int | None,
    model: Model,
    exact_errors: bool = True,
) -> bool:
    """Whether two sequences have the same effect on these cells, for both states of stack lift if None."""
    machine = TermCalculator(registers_of(*left, *right), model, exact_errors)
    for way in (ON, OFF) if lift is None else (lift,):
        begin = machine.begin(way)
        try:
            one, other = machine.run(left, begin), machine.run(right, begin)
        except Undetermined:
            return False
        if visible(machine, one, live) != visible(machine, other, live):
            return False
    return True


@lru_cache(REMEMBERED)
def proposals(window: tuple[Op, ...], live: Cells, lift: int | None = ON) -> tuple[tuple[Op, ...], ...]:
    """The replacements in the table for a sequence when only these cells are needed afterwards."""
    offered: list[tuple[Op, ...]] = []
    for names in _namings(window):
        renamed = tuple(names.get(op, op) for op in window)
        back = {new: old for old, new in names.items()}
        letters = {new[1]: old[1] for old, new in names.items() if old[0] in ON_REGISTERS}
        needed = _renamed_cells(live, letters)
        for row in replacements(renamed):
            if needed <= row.live and row.lift == (ON if lift is None else lift):
                offered.append(tuple(back.get(op) or (op[0], letters.get(op[1], op[1])) for op in row.right))
    return tuple(offered)


def _namings(window: tuple[Op, ...]) -> Iterator[dict[Op, Op]]:
    """Ways to write a sequence with the symbols of the table: what each of its operations becomes."""
    registers = list(dict.fromkeys(op[1] for op in window if op[0] in ON_REGISTERS))
    functions = list(dict.fromkeys(op for op in window if op[0] in OF_ONE - {SQUARE}))
    numbers = list(dict.fromkeys(op for op in window if op[0] == "number"))
    if len(registers) > 2 or len(functions) > 2 or len(numbers) > 2:
        return
    for order in (registers, registers[::-1])[: max(len(registers), 1)]:
        cells = {op: (op[0], "ab"[order.index(op[1])]) for op in window if op[0] in ON_REGISTERS}
        symbols = {op: (symbol, "") for op, symbol in zip(functions, "fg", strict=False)}
        for some in ({}, symbols):
            for literal in (False, True):
                if literal or len(numbers) <= 1:
                    named = {} if literal else dict.fromkeys(numbers, ("number", "K"))
                    yield {**cells, **some, **named}


def _renamed_cells(live: Cells, letters: dict[str, str]) -> Cells:
    """The needed cells in the table's names. Registers that the sequence does not name are left out."""
    renamed = {cell for cell in live if cell in STACK}
    renamed |= {
        f"R{letter}" for letter, name in letters.items() if name == INDIRECT or register(name) in live
    }
    return frozenset(renamed)


def _savings(program: Program, flow: Flow) -> Iterator[Saving]:
    """The savings, one for each run of lines of the given program that were replaced."""
    kept = {line for item in flow.items if not item.changed for line in range(item.first, item.last + 1)}
    starts = block_starts(program)
    run: list[int] = []
    for line in range(1, len(program) + 2):
        lost = line <= len(program) and line not in kept
        if run and (not lost or line in starts):
            yield _describe_saving(program, flow, run[0], run[-1])
            run = []
        if lost:
            run.append(line)


def _describe_saving(program: Program, flow: Flow, first: int, last: int) -> Saving:
    new = [item for item in flow.items if item.changed and first <= item.first <= last]
    old = [item for item in items(program) if first <= item.first <= last]
    begin = next((at for at, item in enumerate(flow.items) if item.first >= first), flow.end)
    left = tuple(item.op for item in old if item.op is not None)
    right = tuple(item.op for item in new if item.op is not None)
    reason = why(left, right, flow.needed[begin + len(new)], flow.lift[begin], flow.model)
    return Saving(first, last - first + 1, tuple(one for item in new for one in item.steps), reason)


def why(left: tuple[Op, ...], right: tuple[Op, ...], live: Cells, lift: int | None, model: Model) -> str:
    """The values that both sequences leave behind, and those that differ but are not needed."""
    if left == right:
        return f"both type {left[0][1]}" if len(left) == 1 else "both type the same numbers"
    machine = TermCalculator(registers_of(*left, *right), model)
    begin = machine.begin(ON if lift is None else lift)
    try:
        one, other = machine.run(left, begin), machine.run(right, begin)
    except Undetermined:
        return "the same for every number"
    before, old, new = (_cells(machine, state) for state in (begin, one, other))
    names = dict(machine.cells)
    if machine.indirect:
        names[term(INDIRECT, begin.memory, before["I"])] = INDIRECT
    same = [
        f"{cell} = {text(new[cell], names)}"
        for cell in new
        if cell in live and new[cell] == old[cell] != before[cell]
    ]
    lost = [cell for cell in new if new[cell] != old[cell] and cell not in live]
    texts = [f"both leave {', '.join(same)}" if same else "both leave what is needed as it was"]
    if lost:
        verb, them = ("differs", "it") if len(lost) == 1 else ("differ", "them")
        texts.append(f"{_enumeration(lost)} {verb}, but nothing needs {them} before it is overwritten")
    return "; ".join(texts)


def _cells(machine: TermCalculator, state: TermState) -> dict[str, Term]:
    levels = dict(zip(STACK_CELLS, state[:5], strict=True))
    return levels | {
        register(name): cell
        for name, cell in zip(machine.names, state.registers, strict=True)
        if name != "(i)"
    }


def _enumeration(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
