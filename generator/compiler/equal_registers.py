"""Registers for values on the way, renamed where lines become equal so that one subroutine has them.

Two entry points that compute the same may hold it in R0 and in R9. Both registers are exchanged on a part of
the ways of a program which neither enters nor leaves it while one of them has a value that is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.repeats import SHORTEST, Passed, runs_of, without_repeats
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Facts, Flow
from generator.peephole.items import Item, obstacle
from generator.peephole.live_cells import register
from generator.peephole.symbolic import INDIRECT
from hp15c.graphs import reach
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role, Step

TRIED: Final = 4
"""The number of pairs of sequences for which registers are renamed before no other is tried."""
_PRESSED: Final = -1
"""The place before all lines, from which a run that begins at a label comes."""

Window = tuple[int, int, int]
"""The places of two sequences, and the number of their lines."""


def with_equal_registers(
    program: Program, sources: Sequence[int], module: Module, goal: Goal, registers: Mapping[str, str] | None
) -> Passed:
    """A program with registers renamed to share more lines, the source lines, and what was done in words."""
    told: list[str] = []
    if goal == "fast" or registers is None or module.routines or not _is_plain(program):
        return program, tuple(sources), told

    def size(one: Program) -> int:
        return len(without_repeats(one, sources, module, goal)[0])

    facts = facts_at_end(program, module, registers, 1)
    least, tried = size(program), 0
    windows = _windows(program, facts)
    while windows and tried < TRIED:
        one, other, length = windows.pop(0)
        made = _rename(program, facts, module, (one, other, length))
        if made is None:
            continue
        tried += 1
        lines = size(made)
        if lines < least:
            like = f"have the registers of lines {one + 1} to {one + length}"
            told.append(f"Lines {other + 1} to {other + length} {like}")
            program, least, tried = made, lines, 0
            windows = _windows(program, facts)
    return program, tuple(sources), told


def _is_plain(program: Program) -> bool:
    """Whether lines use registers only by their names, and through I those of arrays."""
    return obstacle(program) is None and not any(
        one.instruction.sums or one.name.startswith("CLEAR") for one in program.steps
    )


def _free_register(one: Step, facts: Facts) -> str:
    """The register for values on the way that a line names, '' for none."""
    named = one.names is OperandKind.REGISTER and one.operand not in (INDIRECT, "I")
    return one.operand if named and register(one.operand) in facts.loose else ""


def _windows(program: Program, facts: Facts) -> list[Window]:
    """The pairs of sequences that differ in registers alone, the longest first."""
    steps = program.steps
    shapes = [replace(one, operand="") if _free_register(one, facts) else one for one in steps]
    places: dict[Step, list[int]] = {}
    runs = runs_of(steps)
    ends = {place: end for start, end in runs for place in range(start, end)}
    found: list[Window] = []
    for start, end in runs:
        for place in range(start, end):
            for one in places.get(shapes[place], ()):
                before = place > start and one - 1 in ends and shapes[one - 1] == shapes[place - 1]
                length = (
                    0 if before else _alike(program, facts, (one, place, min(ends[one] - one, end - place)))
                )
                if length > SHORTEST and steps[one : one + length] != steps[place : place + length]:
                    found.append((one, place, length))
            places.setdefault(shapes[place], []).append(place)
    return sorted(found, key=lambda window: -window[2])


def _alike(program: Program, facts: Facts, window: Window) -> int:
    """How many lines from two places on are equal when registers of one have the names of the other."""
    one, other, most = window
    names: dict[str, str] = {}
    for length in range(most):
        left, right = program.steps[one + length], program.steps[other + length]
        held, wanted = _free_register(left, facts), _free_register(right, facts)
        if held and wanted:
            alike = left.instruction == right.instruction and names.setdefault(held, wanted) == wanted
            alike = alike and list(names.values()).count(wanted) == 1
        else:
            alike = left == right
        if not alike:
            return length
    return most


def _rename(program: Program, facts: Facts, module: Module, window: Window) -> Program | None:
    """The program with the registers of a window's first sequence in its second. None where impossible."""
    one, other, length = window
    pressed = {function.label for function in module.functions.values() if function.label}
    for _ in range(length):
        pairs = zip(program.steps[one : one + length], program.steps[other : other + length], strict=True)
        pair = next(((left.operand, right.operand) for left, right in pairs if left != right), None)
        if pair is None:
            return program
        made = _Ways(program, facts, pair, pressed).exchange(
            range(one, one + length), range(other, other + length)
        )
        if made is None:
            return None
        program = made
    return None


@dataclass(slots=True)
class _Ways:
    """The ways of a program on which two registers have values that are needed.

    `joined` leads from each place to another one of the same part, as far as one is known.
    """

    program: Program
    facts: Facts
    pair: tuple[str, str]
    pressed: Collection[str]
    joined: dict[int, int] = field(default_factory=dict)

    def exchange(self, kept: range, changed: range) -> Program | None:
        """The program with both registers exchanged in some lines and in all that hang together with them.
        None where that changes the lines that are `kept`, or what a run begins with.
        """
        flow = Flow(self.program, self.facts)
        needed = self._find_needed(flow)
        for place, after in self._edges(flow):
            if after in needed:
                self._join(place, after)
        number_of = {
            line - 1: number
            for number, item in enumerate(flow.items)
            for line in range(item.first, item.last + 1)
        }
        inside = {self._part(number_of[place]) for place in changed if self._names(self.program.steps[place])}
        outside = {self._part(number_of[place]) for place in kept if self._names(self.program.steps[place])}
        if self._part(_PRESSED) in inside or inside & outside:
            return None
        steps = [
            self._exchange_in(one) if self._part(number_of[place]) in inside else one
            for place, one in enumerate(self.program.steps)
        ]
        exist = all(
            not one.operand or one.operand in one.instruction.operands_on(flow.model) for one in steps
        )
        return self.program.with_steps(tuple(steps)) if exist else None

    def _names(self, one: Step) -> bool:
        return one.names is OperandKind.REGISTER and one.operand in self.pair

    def _exchange_in(self, one: Step) -> Step:
        first, second = self.pair
        return replace(one, operand=second if one.operand == first else first) if self._names(one) else one

    def _part(self, place: int) -> int:
        while place in self.joined:
            place = self.joined[place]
        return place

    def _join(self, one: int, other: int) -> None:
        first, second = self._part(one), self._part(other)
        if first != second:
            self.joined[first] = second

    def _edges(self, flow: Flow) -> Iterator[tuple[int, int]]:
        """Each place in the program, with a place where a run may go on from it."""
        yield from flow.edges()
        for number, item in enumerate(flow.items):
            last = item.steps[-1]
            if last.role is Role.LABEL and last.operand in self.pressed:
                yield _PRESSED, number

    def _find_needed(self, flow: Flow) -> set[int]:
        """The places before which one of the registers has a value that is needed."""
        needed: set[int] = set()
        for name in self.pair:
            edges: dict[int, list[int]] = defaultdict(list)
            for place, after in self._edges(flow):
                if not (0 <= place < flow.end and _gives(flow.items[place], name)):
                    edges[after].append(place)
            read = [number for number, item in enumerate(flow.items) if _reads(item, name)]
            needed |= {*reach(read, edges.__getitem__)}
        return needed


def _reads(item: Item, name: str) -> bool:
    one = item.steps[-1]
    return one.names is OperandKind.REGISTER and one.operand == name and one.name != "STO"


def _gives(item: Item, name: str) -> bool:
    one = item.steps[-1]
    return one.names is OperandKind.REGISTER and one.operand == name and one.name == "STO"
