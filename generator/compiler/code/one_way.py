"""The narrowest search: one way through each block, which always comes to its end.

Every value that waits has its home in a register (`homes`). So each block begins and ends in a known state,
and no state but one is followed. The lines are those of the wider searches, with the same effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from generator.compiler.code.graph import Branch, CountedJump, Dispatch, FlagJump, Jump, Leave
from generator.compiler.code.homes import STANDING_ALONE, Homes, homes_of, index_of
from generator.compiler.code.levels import after, begins_with_number, lift_after
from generator.compiler.code.moves import ScheduledLine, StackState, after_keys, key_line, ways_to_perform
from generator.compiler.code.problem import LAST_X, REGISTERS, NumberedBlock, NumberedNode, Problem
from generator.compiler.code.schedules import Scheduled, SourcedLine
from generator.compiler.code.settling import settle
from generator.compiler.code.tables import (
    ARITHMETIC,
    BINARY,
    BY_NUMBER,
    COMMUTING,
    OPPOSITE,
    STORES,
    test_with_y,
    test_with_zero,
)
from generator.compiler.tree.relations import MIRRORED
from generator.peephole.items import typed_keys
from hp15c.errors import Unsupported
from hp15c.rules.stack import ENTER, EXCHANGE, ROLL_DOWN
from hp15c.table.instructions import step


class _NotThere(Exception):
    """Raised where a value that was left in X only is wanted from a register."""


def write_one_way(problem: Problem, arithmetic: bool, both: bool) -> list[Scheduled]:
    """The lines of a graph, with `both` also with constants that stay in registers, the shortest first."""
    found = [one_way(problem, arithmetic)]
    for keep, registers_first in ((True, False), (False, True)) if both else ():
        with suppress(Unsupported):
            found.append(one_way(problem, arithmetic, keep, registers_first))
    return sorted(found, key=lambda one: one.count)


def one_way(
    problem: Problem, arithmetic: bool = True, keep: bool = False, registers_first: bool = False
) -> Scheduled:
    """The lines of a graph. Unsupported when its values need more registers than there are.

    Without `arithmetic` no line computes in a register: the HP-11C can do that in R0 to R9 only. With `keep`,
    constants that are used often stay in registers. `homes_of` says what `registers_first` does.
    """
    homes = homes_of(problem, keep, registers_first)
    lines: dict[int, list[SourcedLine]] = {}
    starts: dict[int, tuple[int, ...]] = {}
    tops: dict[int, set[int]] = {}
    for part in problem.parts:
        stored: set[int] = set()
        while True:
            block = _Block(problem, homes, part, stored, arithmetic)
            try:
                block.write(0 if part.header else min(tops.get(part.number, ()), default=0))
            except _NotThere as missing:
                if missing.args[0] in stored:
                    raise Unsupported("the search", ["a value is in no register"]) from None
                stored.add(missing.args[0])
            else:
                break
        lines[part.number], starts[part.number] = block.lines, block.start
        for target in part.targets:
            known = block.names_of_x(target)
            tops[target] = tops[target] & known if target in tops else known
    return Scheduled(lines, float(sum(map(len, lines.values()))), starts)


@dataclass(slots=True)
class _Block:
    """A block that is being written. Values that are `stored` go to their homes at once.

    `waiting` is the value that is only in X, because the next operation takes it from there.
    """

    problem: Problem
    homes: Homes
    part: NumberedBlock
    stored: set[int]
    arithmetic: bool
    lines: list[SourcedLine] = field(default_factory=list)
    machine: StackState = field(default_factory=lambda: StackState((), 0, 0))
    waiting: int = 0
    source: int = 0
    start: tuple[int, ...] = ()

    # the machine

    def top(self) -> int:
        """The value in X, 0 where it may not be used: none is known, or the next number overwrites it."""
        return 0 if self.machine.lift == 1 else self.machine.places[0]

    def add(self, line: ScheduledLine, places: tuple[int, ...], lift: int = 0) -> None:
        """Add a line after which the places hold this."""
        self.lines.append(SourcedLine(line, self.source))
        self.machine = StackState(places, lift, 0)

    def do(self, name: str) -> None:
        """Add a line that only moves what the stack holds."""
        self.add((name, ""), after(name, self.machine.places), lift_after(name, self.machine.lift))

    def push(self, value: int) -> tuple[int, ...]:
        """The places with a value pushed."""
        return after("RCL", self.machine.places, (value,), self.machine.lift != 1)

    def keep(self, slot: int) -> None:
        """Store X in a register."""
        places = self.machine.places
        self.lines.append(SourcedLine(("STO", slot), self.source))
        self.machine = StackState((*places[:slot], places[0], *places[slot + 1 :]), 0, 0)

    def settle(self, wanted: dict[int, int]) -> None:
        """Bring values to registers."""
        wanted = {slot: value for slot, value in wanted.items() if self.machine.places[slot] != value}
        if not wanted:
            return
        made = settle(
            self.problem, self.machine.places, self.machine.lift, wanted, len(self.machine.places) * 9
        )
        if made is None:
            raise _NotThere(self.waiting)
        self.lines += [SourcedLine(line, self.source) for line in made[0]]
        self.machine = StackState(made[1], 0, 0)

    def perform(self, one: NumberedNode, depth: int, kind: str = "") -> bool:
        """Do an operation whose operands are there, with `depth` values on the stack that are needed.

        Returns whether there is a line of the kind.
        """
        places = self.machine.places
        if one.outputs:
            places = (*places[:depth], *[0] * (LAST_X - depth), *places[LAST_X:])
        state = StackState(places, self.machine.lift, 0)
        home = self.homes.of.get(one.outputs[0]) if one.outputs else None
        for found, lines, lift in ways_to_perform(self.problem, state, one):
            into = kind[:3] in ("STO", "DSE")
            if not kind or (lines[0][0] == kind and (not into or lines[0][1] == home)):
                self.lines += [SourcedLine(line, self.source) for line in lines]
                self.machine = StackState(tuple(found), lift, 0)
                return True
        return False

    # values

    def value(self, value: int, below: tuple[int, ...] = ()) -> None:
        """Bring a value into X, with others below it. Unsupported when the stack has no level for it."""
        if self.top() == value and self.machine.places[1 : 1 + len(below)] == below:
            return
        if len(below) >= LAST_X:
            raise Unsupported("the search", ["the stack has no level for a value"])
        assert self.machine.places[: len(below)] == below
        one = self.homes.inner.get(value)
        if one is not None:
            self.operation(one, below)
        elif self.homes.is_typed(value):
            self.key_in(value, len(below))
        else:
            slot = self.homes.of.get(value, 0)
            if not slot or self.machine.places[slot] != value:
                slot = next(
                    (at for at in range(REGISTERS, self.problem.slots) if self.machine.places[at] == value), 0
                )
            if not slot:
                raise _NotThere(value)
            self.add(("RCL", slot), self.push(value))

    def key_in(self, value: int, below: int = 0) -> None:
        """Key a constant in, above `below` values. ENTER ends a number that was keyed in before."""
        if self.machine.lift == 2:
            self.do(ENTER)
        keys = self.problem.constants[value]
        if ENTER in keys and below == LAST_X - 1:
            keys = typed_keys(next(one.number for one, at in self.problem.numbers.items() if at == value))
        places, lift = after_keys(keys, self.machine.places, value, self.machine.lift)
        for text in keys:
            self.add(key_line(text), places, lift)

    def operation(self, one: NumberedNode, below: tuple[int, ...] = ()) -> None:
        """Do an operation with its operands, with values below that wait."""
        outer, self.source = self.source, one.source or self.source
        if one.line in BINARY:
            self.two_operands(one, below)
        elif one.line == "load":
            self.point(index_of(one), below)
            self.perform(one, len(below))
        elif one.line in STORES:
            self.element(one)
        else:
            for number, value in enumerate(one.inputs):
                self.value(value, (*reversed(one.inputs[:number]), *below))
            if self.machine.lift == 2 and begins_with_number(one):
                self.do(ENTER)
            done = self.perform(one, len(below) + len(one.inputs))
            assert done, one
        self.source = outer

    def two_operands(self, one: NumberedNode, below: tuple[int, ...]) -> None:
        """Do an operation with two operands, of which one may be taken from its register."""
        (left, right), line, commutes = one.inputs, one.line, one.line in COMMUTING
        in_x = self.top() == right != left and self.machine.places[1 : 1 + len(below)] == below
        for held, other in ((left, right), (right, left)) if in_x else ((right, left), (left, right)):
            if (commutes or held == right) and self.can_recall(line, held):
                self.value(other, below)
                self.perform(one, len(below) + 1, f"RCL {line}")
                return
        if in_x and left not in self.homes.inner:
            self.value(left, (right, *below))
            if not commutes:
                self.do(EXCHANGE)
        else:
            first, second = (right, left) if self.homes.right_first(line, one.inputs) else (left, right)
            self.value(first, below)
            self.value(second, (first, *below))
        self.perform(one, len(below) + 2, line)

    def can_recall(self, line: str, value: int) -> bool:
        """Whether arithmetic can take a value from its register now."""
        return self.homes.is_recalled(line, value) and self.machine.places[self.homes.of[value]] == value

    def point(self, index: tuple[int, ...], below: tuple[int, ...]) -> None:
        """Bring a number into I, with values on the stack that wait."""
        pointer = self.problem.pointer
        if index and pointer is not None and self.machine.places[pointer] != index[0]:
            self.value(index[0], below)
            self.keep(pointer)
            if below:
                self.do(ROLL_DOWN)

    def element(self, one: NumberedNode) -> None:
        """Store a value in an element."""
        index, value = index_of(one), one.inputs[-1]
        first = self.top() == value or any(at not in index for at in self.homes.pointers((value,)))
        if not first:
            self.point(index, ())
        self.value(value)
        self.point(index, (value,))
        self.perform(one, 1)

    # the block

    def write(self, top: int) -> None:
        """Write the block, at whose start X has a value that other places may have too."""
        problem, homes, part = self.problem, self.homes, self.part
        roots = homes.roots[part.number]
        registers = [0] * (problem.slots - REGISTERS)
        if part.number in problem.entries:
            stack = problem.entries[part.number]
            for slot, value in problem.initial.items():
                registers[slot - REGISTERS] = value
            self.machine = StackState((*stack, *[0] * (REGISTERS - len(stack)), *registers), 0, 0)
            place = next((one.source for one in roots), 0)
            self.source = place
            self.finish(part.entering, [] if homes.kept else roots)
            for value in sorted(homes.kept):
                self.key_in(value)
                self.keep(homes.of[value])
        else:
            for value in (*part.entering, *homes.kept):
                registers[homes.of[value] - REGISTERS] = value
            self.machine = StackState((top, *[0] * LAST_X, *registers), 0, 0)
            self.start = self.machine.places
        if roots and not self.waiting:
            self.settle(self.early())
        for number, one in enumerate(roots):
            self.source = one.source or self.source
            self.root(one, roots[number + 1 :])
        self.end()

    def early(self) -> dict[int, int]:
        """The constants that the block after finds in registers which nothing else in this block needs.

        Brought there first, they leave equal operations at the ends of blocks, which can be shared.
        """
        homes, part = self.homes, self.part
        roots = homes.roots[part.number]
        if not isinstance(part.block.terminator, Jump) or any(
            one.line in STANDING_ALONE - STORES for one in roots
        ):
            return {}
        names = part.renamed[part.targets[0]]
        made = (value for one in roots for value in one.outputs)
        values = {*part.entering, *homes.kept, *names.values(), *made}
        busy = {homes.of.get(value) for value in values} | {self.problem.pointer}
        return {
            homes.of[name]: value
            for name, value in names.items()
            if value in self.problem.constants and homes.of[name] not in busy
        }

    def finish(self, made: Iterable[int], following: list[NumberedNode]) -> None:
        """Bring new values to their homes. One that is used next stays in X."""
        wanted = {
            self.homes.of[value]: value
            for value in made
            if value in self.homes.of and self.homes.uses[value] and value not in self.problem.constants
        }
        top = self.top()
        rest = {slot: value for slot, value in wanted.items() if self.machine.places[slot] != value != top}
        self.waiting = 0
        if top in wanted.values() and top not in self.stored and self.homes.uses[top] == 1:
            in_y = [*rest.values()] == [self.machine.places[1]]
            next_one = self.takes(following[0], top) if following else self.ends_with(top)
            if next_one and (in_y or not rest):
                if rest:
                    self.do(EXCHANGE)
                    self.keep(*rest)
                    self.do(EXCHANGE)
                self.waiting = top
                return
        self.settle(wanted)

    def takes(self, one: NumberedNode, value: int) -> bool:
        """Whether an operation takes a value from X before anything else is done."""
        inputs = one.inputs
        if one.line in STORES or not inputs:
            return inputs[-1:] == (value,)
        if one.line in BINARY and inputs[1] == value:
            return inputs[0] not in self.homes.inner
        return self.first(inputs[0], value)

    def first(self, start: int, value: int) -> bool:
        """Whether `value` is what the computation of `start` takes first, or `start` itself."""
        return start == value or (start in self.homes.inner and self.takes(self.homes.inner[start], value))

    def ends_with(self, value: int) -> bool:
        """Whether the end of the block takes a value from X before anything else is done."""
        end, ending = self.part.block.terminator, self.part.ending
        if isinstance(end, Jump):
            return True
        if isinstance(end, Branch):
            return self.first(ending[0], value) or (
                ending[1:] == (value,) and ending[0] not in self.homes.inner
            )
        return isinstance(end, Leave) and bool(end.values) and self.first(ending[0], value)

    def prepare(self, before: Iterable[tuple[int, int]]) -> None:
        """Bring values to registers where the next operation finds them."""
        wanted = {slot: value for slot, value in before if self.machine.places[slot] != value}
        if wanted and self.waiting and self.waiting not in wanted.values():
            raise _NotThere(self.waiting)
        self.settle(wanted)

    def root(self, one: NumberedNode, following: list[NumberedNode]) -> None:
        """Write the lines of an operation where it stands, and store its results where they are kept."""
        self.prepare(one.before)
        if not self.in_register(one):
            self.operation(one)
        self.finish((*one.outputs, *(value for _, value in one.after)), following)

    def in_register(self, one: NumberedNode) -> bool:
        """Compute in the register of an operand that is not needed any more. Returns whether it could."""
        if one.line not in ARITHMETIC or not self.arithmetic:
            return False
        home = self.homes.of.get(one.outputs[0])
        left, right = one.inputs
        if one.counts_down and not self.waiting and self.perform(one, 0, "DSE"):
            return True
        for held, other in ((left, right), (right, left)) if one.line in COMMUTING else ((left, right),):
            if (
                home is not None
                and home != self.problem.counter
                and self.homes.of.get(held) == home
                and self.machine.places[home] == held != other
                and self.waiting in (0, other)
            ):
                before = self.lines[:], self.machine
                self.value(other)
                if self.perform(one, 1, f"STO {one.line}"):
                    return True
                self.lines, self.machine = before
        return False

    def end(self) -> None:
        """End the block."""
        part, end = self.part, self.part.block.terminator
        place = getattr(end, "place", None)
        self.source = place.line if place is not None else self.source
        if isinstance(end, Jump):
            target = part.targets[0]
            names = part.renamed[target]
            self.settle(
                {self.homes.of[name]: value for name, value in names.items() if name in self.homes.of}
            )
        elif isinstance(end, CountedJump):
            counted = self.problem.numbers.get(end.after, 0)
            slot = self.homes.of.get(counted) or self.homes.of[part.ending[0]]
            self.settle({slot: part.ending[0]})
            places = self.machine.places
            self.machine = StackState((*places[:slot], counted, *places[slot + 1 :]), self.machine.lift, 0)
            self.lines.append(SourcedLine((end.line, slot), self.source))
        elif isinstance(end, Branch):
            self.lines.append(SourcedLine((self.write_test(end), ""), self.source))
        elif isinstance(end, Dispatch):
            self.point(part.ending, ())
            self.lines.append(SourcedLine(BY_NUMBER, self.source))
        elif isinstance(end, FlagJump):
            self.lines.append(SourcedLine(("F?", end.flag), self.source))
        elif isinstance(end, Leave):
            count = len(end.values)
            self.prepare((REGISTERS + i, value) for i, value in enumerate(part.ending[count:]))
            for number, value in enumerate(part.ending[:count]):
                self.value(value, tuple(reversed(part.ending[:number])))
            self.lines += [SourcedLine(line, self.source) for line in end.lines]

    def write_test(self, end: Branch) -> str:
        """Bring the operands of a test to X and Y. Returns the name of the test."""
        if end.right is None:
            self.value(self.part.ending[0])
            return test_with_zero(end.relation)
        left, right = self.part.ending
        mirrored = (right, left, test_with_y(end.relation))
        ways = [(left, right, test_with_y(MIRRORED[end.relation])), mirrored]
        if self.top() == right != left and left not in self.homes.inner:
            ways.reverse()
        exist = [one for one in ways if self.tests(one[2]) or self.tests(OPPOSITE[one[2]])]
        first, second, name = exist[0]
        self.value(first)
        self.value(second, (first,))
        return name

    def tests(self, name: str) -> bool:
        """Whether the model has a test."""
        return step(name).exists_on(self.problem.model)

    def names_of_x(self, target: int) -> set[int]:
        """What X holds at the end, by the names that it has in a block after."""
        value = self.top()
        if not value:
            return set()
        names = {name for name, held in self.part.renamed[target].items() if held == value}
        return names | ({value} if value in self.problem.constants else set())
