"""A register for each value that waits, for code with one way through each block.

A value that is used once, by a later operation of its block, is computed where it is used. Each other value
has a register of its own from where it is computed to its last use: its home. Values that are copied into
each other where ways meet share a home wherever they are not needed at the same time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.code.graph import Branch, CountedJump, Dispatch, Jump, Leave
from generator.compiler.code.problem import LAST_X, REGISTERS, NumberedBlock, NumberedNode, Problem
from generator.compiler.code.simplify import may_fail
from generator.compiler.code.tables import ARITHMETIC, COMMUTING, KEYS, STATISTICS, STORES, TWO_RESULTS
from hp15c.errors import Unsupported
from hp15c.table.models import Model

STANDING_ALONE: Final = STATISTICS | TWO_RESULTS | STORES | {KEYS, "call", "ask", "PSE", "%"}
"""Operations below whose operands no value may wait on the stack. % leaves one of its operands there."""
DEEPER: Final = 8.0
"""How many times more a copy counts for each loop around it."""

BACK: Final = 1.5
"""How many times more a copy counts on the way back to the head of a loop."""


@dataclass(slots=True)
class Homes:
    """Where values are while they wait.

    `inner` has the operation of each value that is computed where it is used. `roots` has for each block the
    operations that are done at their own place. `of` is the register of each other value. Constants that are
    `kept` have one too, which every entry point fills.
    """

    problem: Problem
    inner: dict[int, NumberedNode] = field(default_factory=dict)
    roots: dict[int, list[NumberedNode]] = field(default_factory=dict)
    of: dict[int, int] = field(default_factory=dict)
    uses: Counter[int] = field(default_factory=Counter)
    kept: frozenset[int] = frozenset()

    def is_typed(self, value: int) -> bool:
        """Whether a value is keyed in wherever it is used."""
        return value in self.problem.constants and value not in self.kept

    def leaves(self, values: Iterable[int]) -> Iterator[int]:
        """The values with homes from which values are computed."""
        for value in values:
            if value in self.inner:
                yield from self.leaves(self.inner[value].inputs)
            elif not self.is_typed(value):
                yield value

    def pointers(self, values: Iterable[int]) -> Iterator[int]:
        """The values that I has to hold while values are computed."""
        for value in values:
            if (one := self.inner.get(value)) is not None:
                yield from index_of(one)
                yield from self.pointers(one.inputs)

    def is_recalled(self, line: str, value: int) -> bool:
        """Whether arithmetic can take a value from its register."""
        return (
            line in ARITHMETIC
            and self.problem.model is Model.HP15C
            and value not in self.inner
            and not self.is_typed(value)
        )

    def right_first(self, line: str, inputs: tuple[int, ...]) -> bool:
        """Whether the right operand is computed first, because the left one is only keyed in or recalled."""
        return (
            line in COMMUTING and len(inputs) == 2 and inputs[0] not in self.inner and inputs[1] in self.inner
        )

    def on_stack(self, line: str, values: tuple[int, ...]) -> tuple[int, ...]:
        """The operands of an operation that the stack has to hold, in the order in which they come there."""
        if len(values) == 2 and self.is_recalled(line, values[1]):
            return values[:1]
        if len(values) == 2 and line in COMMUTING and self.is_recalled(line, values[0]):
            return values[1:]
        return values[::-1] if self.right_first(line, values) else values


def index_of(one: NumberedNode) -> tuple[int, ...]:
    """The value that I has to hold for an operation."""
    return one.inputs[:1] if one.node.pointer is not None else ()


def homes_of(problem: Problem, keep: bool = False, registers_first: bool = False) -> Homes:
    """Homes for the values of a graph. Unsupported when they need more registers than there are.

    With `keep`, constants have homes too where that saves lines. With `registers_first`, values are in the
    registers that want them before those that one name stands for come together.
    """
    homes = Homes(problem, kept=frozenset(_worth_keeping(problem) if keep else ()))
    for part in problem.parts:
        for one in part.operations:
            homes.uses.update((*one.inputs, *(value for _, value in one.before)))
        homes.uses.update(part.ending)
        for names in part.renamed.values():
            homes.uses.update(names.values())
    for part in problem.parts:
        homes.inner |= _inner(problem, part, homes.uses)
        for one in part.operations:
            if not _is_inner(homes, one):
                # I gets the number of an element while the value to store is in X
                _fit(homes, one.inputs[::-1] if one.line in STORES else one.inputs, one.line)
        _fit(homes, part.ending[: _on_stack(part)], "")
        homes.roots[part.number] = [one for one in part.operations if not _is_inner(homes, one)]
    _Classes(homes).place(registers_first)
    return homes


def _worth_keeping(problem: Problem) -> Iterator[int]:
    """The constants that take fewer lines when they are keyed in once and recalled."""
    recalled: Counter[int] = Counter()
    combined: Counter[int] = Counter()
    for part in problem.parts:
        for one in part.operations:
            place = len(one.inputs) - 1
            for number, value in enumerate(one.inputs):
                direct = one.line in ARITHMETIC and (number == place or one.line in COMMUTING)
                (combined if direct and problem.model is Model.HP15C else recalled)[value] += 1
        recalled.update(part.ending)
    for value, keys in problem.constants.items():
        saved = len(keys) * (recalled[value] + combined[value]) - recalled[value]
        if len(keys) > 1 and saved > (len(keys) + 1) * len(problem.entries):
            yield value


def _is_inner(homes: Homes, one: NumberedNode) -> bool:
    return len(one.outputs) == 1 and one.outputs[0] in homes.inner


def _on_stack(part: NumberedBlock) -> int:
    """How many values the end of a block finds on the stack."""
    end = part.block.terminator
    if isinstance(end, Leave):
        return len(end.values)
    return len(part.ending) if isinstance(end, Branch | Dispatch) else 0


def _inner(problem: Problem, part: NumberedBlock, uses: Counter[int]) -> dict[int, NumberedNode]:
    """The values of a block that can be computed where they are used, with their operations.

    What may end in an Error is computed before the registers of the module get their last values. What is
    reached through I is computed before the register of the module in I gets its value.
    """
    inner: dict[int, NumberedNode] = {}
    operations = part.operations
    last = len(operations)
    user = dict.fromkeys(part.ending[: _on_stack(part)], last)
    place = list(range(last + 1))
    leaves = isinstance(part.block.terminator, Leave)
    pinned = problem.pointer is not None and problem.pointer in problem.initial
    restoring = {i for i, one in enumerate(operations) if pinned and problem.pointer in dict(one.before)}
    restoring |= {last} if pinned and leaves else set()
    for i in reversed(range(last)):
        one = operations[i]
        if len(one.outputs) == 1 and not one.node.effect and one.line not in STANDING_ALONE:
            value = one.outputs[0]
            by = user.get(value)
            at = place[by] if by is not None else -1
            late = (at == last and leaves and may_fail(one.node)) or (at in restoring and one.node.pointer)
            if by is not None and uses[value] == 1 and not late:
                between = (k for k in range(i + 1, place[by]) if k != by)
                if not any(operations[k].wait >> i & 1 for k in between):
                    inner[value], place[i] = one, place[by]
        user |= dict.fromkeys(one.inputs, i)
    return inner


def _fit(homes: Homes, values: tuple[int, ...], line: str, first_level: int = 0) -> None:
    """Give homes to inner values as far as the stack has no level for what they are computed from."""
    for place, value in enumerate(homes.on_stack(line, values), first_level):
        if (one := homes.inner.get(value)) is None:
            continue
        if place + _need(homes, value) > LAST_X:
            _fit(homes, one.inputs, one.line, place)
        if place + _need(homes, value) > LAST_X:
            del homes.inner[value]
            _fit(homes, one.inputs, one.line)


def _need(homes: Homes, value: int) -> int:
    """The number of levels of the stack with which a value is computed."""
    one = homes.inner.get(value)
    if one is None:
        return 1
    values = homes.on_stack(one.line, one.inputs)
    return max((below + _need(homes, one) for below, one in enumerate(values)), default=1)


@dataclass(eq=False, slots=True)
class _Class:
    """Values with one home. `apart` are values that may not share it, `barred` registers it may not be."""

    values: set[int]
    apart: set[int] = field(default_factory=set)
    barred: set[int] = field(default_factory=set)
    slot: int | None = None

    def takes(self, other: _Class) -> bool:
        """Whether the values of another class may have the same home."""
        slots = {self.slot, other.slot} - {None}
        return not (len(slots) > 1 or slots & (self.barred | other.barred) or self.apart & other.values)

    def take(self, other: _Class) -> None:
        """Let the values of another class have the same home."""
        self.values |= other.values
        self.apart |= other.apart
        self.barred |= other.barred
        self.slot = other.slot if self.slot is None else self.slot


class _Classes:
    """The classes of values that share a home, while they are made."""

    def __init__(self, homes: Homes) -> None:
        self.homes = homes
        self.problem = homes.problem
        self.of: dict[int, _Class] = {}
        self.fixed: dict[int, _Class] = {}
        self.copies: list[tuple[float, int, int]] = []
        self.wishes: list[tuple[float, int, int]] = []

    def place(self, registers_first: bool) -> None:
        """Give every value its home."""
        for part in self.problem.parts:
            self._read(part)
        if self.problem.counter is not None:
            self._count_in(self.problem.counter)
        ways = [(self._join, self.copies), (self._fix, self.wishes)]
        for meet, wanted in ways[::-1] if registers_first else ways:
            for _, value, other in sorted(wanted, reverse=True):
                meet(value, other)
        self._colour()
        self.homes.of = {value: one.slot for value, one in self.of.items() if one.slot is not None}

    def _class(self, value: int) -> _Class:
        one = self.of.get(value)
        if one is None:
            one = self.of[value] = _Class({value})
        return one

    def _keep_apart(self, made: Iterable[int], live: set[int]) -> None:
        for value in made:
            others = live - {value}
            self._class(value).apart |= others
            for other in others:
                self._class(other).apart.add(value)

    def _bar(self, live: set[int], slot: int | None, but: int = 0) -> None:
        for value in live:
            if slot is not None and value != but:
                self._class(value).barred.add(slot)

    def _read(self, part: NumberedBlock) -> None:
        """Note which values of a block may not share homes, from its end to its start."""
        problem, homes, constants = self.problem, self.homes, self.problem.constants
        weight = DEEPER ** min(part.block.depth, 6)
        live = {value for names in part.renamed.values() for value in names.values()} - constants.keys()
        live |= homes.kept if part.targets else set()
        end = part.block.terminator
        if isinstance(end, Jump):
            names = part.renamed[part.targets[0]]
            back = BACK if part.targets[0] <= part.number else 1
            self.copies += [
                (back * weight, name, value)
                for name, value in names.items()
                if name != value and value not in constants
            ]
        if isinstance(end, CountedJump):
            after = problem.numbers.get(end.after)
            if after is not None:
                self._keep_apart((after,), live | {after})
                live.discard(after)
                self.copies.append((10 * weight, after, part.ending[0]))
        count = _on_stack(part)
        during = live | set(homes.leaves(part.ending))
        for place, value in enumerate(part.ending[count:] if isinstance(end, Leave) else ()):
            self._bar(during, REGISTERS + place, value)
            self.wishes.append((weight, value, REGISTERS + place))
        in_i = part.ending if isinstance(end, Dispatch) else ()
        self._weigh_pointers(during, (*in_i, *homes.pointers(part.ending[:count])), weight)
        live = during
        for one in reversed(homes.roots[part.number]):
            live = self._needed_before(one, live, weight)
        live |= homes.kept
        if part.number in problem.entries:
            self._keep_apart(live, live)
            self.wishes += [(weight, value, slot) for slot, value in problem.initial.items() if value in live]
        phis = set(part.phis)
        self._keep_apart(phis, live | phis)

    def _needed_before(self, one: NumberedNode, live: set[int], weight: float) -> set[int]:
        """The values that are needed before an operation, from those that are needed after it."""
        problem, homes = self.problem, self.homes
        made = {*one.outputs, *(value for _, value in one.after)} - problem.constants.keys()
        self._keep_apart(made, live | made)
        live = live - made
        if one.line == "call":
            summary = problem.summaries[one.node.detail]
            for number in summary.scratch:
                self._bar(live, REGISTERS + len(problem.registers) + number)
            if summary.pointer:
                self._bar(live, problem.pointer)
        for slot, value in one.after:
            self._bar(live, slot)
            self.wishes.append((weight, value, slot))
        during = live | set(homes.leaves((*one.inputs, *(value for _, value in one.before))))
        for slot, value in one.before:
            self._bar(during, slot, value)
            self.wishes.append((weight, value, slot))
        self._weigh_pointers(during, (*index_of(one), *homes.pointers(one.inputs)), weight)
        return during

    def _weigh_pointers(self, live: set[int], indices: Iterable[int], weight: float) -> None:
        for value in indices:
            self._bar(live, self.problem.pointer, value)
            if self.problem.pointer is not None:
                self.wishes.append((weight, value, self.problem.pointer))

    def _count_in(self, slot: int) -> None:
        """Let all counters of DSE and ISG be in the only register that can count."""
        for part in self.problem.parts:
            end = part.block.terminator
            if isinstance(end, CountedJump):
                after = self.problem.numbers.get(end.after, part.ending[0])
                if not self._fix(after, slot):
                    raise Unsupported(f"the HP-{self.problem.model}", ["more loops count than I can hold"])

    def _join(self, one: int, other: int) -> bool:
        first, second = self._class(one), self._class(other)
        if first is second:
            return True
        if not (first.takes(second) and second.takes(first)):
            return False
        first.take(second)
        for value in second.values:
            self.of[value] = first
        if first.slot is not None:
            self.fixed[first.slot] = first
        return True

    def _fix(self, value: int, slot: int) -> bool:
        """Give a value its home in a register. Returns whether that was possible."""
        if value not in self.of:
            return False
        one, fixed = self.of[value], self.fixed.get(slot)
        if fixed is not None:
            return self._join(next(iter(fixed.values)), value)
        if one.slot not in (None, slot) or slot in one.barred:
            return False
        one.slot = slot
        self.fixed[slot] = one
        return True

    def _colour(self) -> None:
        """Give a register to each class that has none. Unsupported when the registers do not suffice."""
        first = REGISTERS + len(self.problem.registers)
        for one in dict.fromkeys(self.of.values()):
            if one.slot is not None:
                continue
            busy = one.barred | {self.of[value].slot for value in one.apart}
            one.slot = next((slot for slot in range(first, self.problem.slots) if slot not in busy), None)
            if one.slot is None:
                raise Unsupported(
                    f"the HP-{self.problem.model}", ["more values are wanted than R0 to R.9 can hold"]
                )
