"""Pieces of a program whose result is remembered, by the numbers that they read.

A block is some lines that follow one another. It is executed once on a calculator whose cells hold nothing
but their own places. A line that only moves numbers moves these places. A line that computes reads the
numbers that it computes with. The numbers read in this way decide what the block does. So the block is
remembered under them: what it leaves in the cells, either a number or what another cell held before, and
where it goes on. Where a later way comes to the same line and has the same numbers in those cells, the
result is the same, whatever is in the others.

A block ends before a line that compares for equality, calls, returns, stops or pauses, before a label, and
before a second number with symbols would be read. Lines that use flags, modes or what is known about the
symbols are not in blocks.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from hp15c.core.machine import Prepared, prepared_lines
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.operations.readable import Signal, StateMachine
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step
from programs.proof import later_guesses
from programs.proof.digits import NotSymbolic, Symbol, SymbolicNumber
from programs.proof.later_guesses import copy
from programs.proof.lines import DigitRegisters, Fork, KnownPairs, SymbolicMachine, do
from programs.proof.named_registers import GroupUnknown, NamedRegisters, plain

OUTSIDE: Final = "a line that is not in a block"
LONGEST: Final = 100
"""The most lines of a block."""

COMPLEX: Final = 8
"""The flag that makes the calculator compute with complex numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """What a cell held where the block began."""

    place: int


class BlockResult(NamedTuple):
    """What a block does: the cells that it changes, the line and the stack lift after it, its lines.

    `written` are places with numbers, `moved` places with the places whose numbers move there.
    """

    written: tuple[tuple[int, Any], ...]
    moved: tuple[tuple[int, int], ...]
    line: int
    lift: bool
    keeps_imaginary: bool
    lines: int

    def apply(self, state: State) -> None:
        """Do to a calculator what the block does."""
        before = later_guesses.cells(state)
        made = before[:]
        for place, source in self.moved:
            made[place] = before[source]
        for place, value in self.written:
            made[place] = value
        later_guesses.put_cells(state, made)
        state.line, state.lift, state.keeps_imaginary = self.line, self.lift, self.keeps_imaginary


@dataclass(slots=True)
class Reading:
    """A place that a block reads next, and how it goes on with each number there."""

    place: int
    onwards: dict[object, Reading | BlockResult] = field(default_factory=dict)


class _NoFacts(KnownPairs):
    """In place of what is known about symbols: a line that asks for it is not in a block."""

    def same(self, one: Symbol, other: Symbol) -> bool:
        if one == other:
            return True
        raise NotSymbolic("a line that depends on what is known")


NO_FACTS: Final = _NoFacts()


class Blocks:
    """The remembered blocks of a program."""

    def __init__(self, program: Program) -> None:
        self._lines = prepared_lines(program)
        self._begins: dict[tuple[int, bool, bool, int], Reading | BlockResult] = {}

    def result(self, state: State) -> BlockResult | None:
        """The result of the block at whose first line a calculator stands. None where none begins."""
        if state.entry is not None or COMPLEX in state.flags or not state.line:
            return None
        begin = (state.line, state.lift, state.keeps_imaginary, len(state.registers))
        known: Any = self._begins.get(begin)
        held = later_guesses.cells(state)
        while known.__class__ is Reading:
            value = held[known.place]
            known = known.onwards.get(value if value.__class__ is not Number else plain(value))
        if known is None:
            reads, known = _Recorded(self._lines, state, held).block()
            self._remember(begin, reads, known)
        made: BlockResult = known
        return made if made.lines else None

    def _remember(
        self, begin: tuple[int, bool, bool, int], reads: dict[int, Any], result: BlockResult
    ) -> None:
        """Keep a result under the numbers that it depends on, in the order in which they were read."""
        if not reads:
            self._begins[begin] = result
            return
        places = list(reads)
        node = self._begins.setdefault(begin, Reading(places[0]))
        for place, after in zip(places, [*places[1:], None], strict=True):
            value = reads[place]
            onwards, key = cast("Reading", node).onwards, plain(value) if isinstance(value, Number) else value
            node = onwards.setdefault(key, result if after is None else Reading(after))


@lru_cache(maxsize=16)
def blocks(program: Program) -> Blocks:
    """The blocks of a program, remembered from one proof to the next."""
    return Blocks(program)


def _of_cells(name: str) -> Any:
    """A method of the machine by this name, which first reads the numbers of the operands that are cells."""
    with_numbers = getattr(SymbolicMachine, name)

    def with_cells(machine: _BlockMachine, *given: Any, **how: bool) -> Any:
        return with_numbers(machine, *map(machine.block.read, given), **how)

    return with_cells


def _refuse(*_: Any) -> Any:
    raise NotSymbolic(OUTSIDE)


_outside: Any = _refuse


class _BlockMachine(SymbolicMachine):
    """Executes the lines of a block on its cells. A rule that computes with a cell reads it.

    NotSymbolic for a line that depends on more than cells, line and stack lift.
    """

    __slots__ = ("block",)
    block: _Recorded
    compute, results, whole, count, negate, below = map(
        _of_cells, ("compute", "results", "whole", "count", "negate", "below")
    )

    def equal(self, a: Any, b: Any) -> bool:
        """Whether a value is 0. NotSymbolic for any other comparison, which ends a block."""
        if b is not ZERO:
            raise NotSymbolic(OUTSIDE)
        return super().equal(self.block.read(a), b)

    flag = hand_over = _outside
    seed = format = angle = property(_outside, _outside)


class _Recorded:
    """A block while it is executed for the first time."""

    def __init__(self, lines: tuple[Prepared, ...], state: State, origin: list[Any]) -> None:
        self.lines, self.origin = lines, origin
        self.count = 0
        self.reads: dict[int, Any] = {}
        self.state = copy(state)
        later_guesses.change_numbers(self.state, lambda place, _: Cell(place))

    def block(self) -> tuple[dict[int, Any], BlockResult]:
        """The numbers read, by their places, and the result."""
        while self.count < LONGEST and self._goes_on():
            before = copy(self.state)
            if not self._execute(before):
                self.state = before
                break
            self.count += 1
        if self.state.entry is not None:
            if not self.state.line or self.lines[self.state.line].types:
                self.count = 0
            self.state.end_entry()
        return self.reads, self._result(self.count)

    def _result(self, count: int) -> BlockResult:
        state = self.state
        cells = [(place, value) for place, value in enumerate(later_guesses.cells(state))]
        return BlockResult(
            tuple((place, value) for place, value in cells if not isinstance(value, Cell)),
            tuple(
                (place, value.place)
                for place, value in cells
                if isinstance(value, Cell) and value.place != place
            ),
            state.line,
            state.lift,
            state.keeps_imaginary,
            count,
        )

    def _goes_on(self) -> bool:
        """Whether the next line may be in the block."""
        number = self.state.line
        return bool(number) and not (self.count and self.lines[number].step.role is Role.LABEL)

    def read(self, value: Any) -> Any:
        """The number that a cell held. NotSymbolic for a second one with symbols where the block can end."""
        if not isinstance(value, Cell):
            return value
        held = self.origin[value.place]
        if value.place not in self.reads:
            known = any(isinstance(one, SymbolicNumber) for one in self.reads.values())
            if isinstance(held, SymbolicNumber) and known and self.count:
                raise NotSymbolic("a second number with symbols")
            self.reads[value.place] = held
        return held

    def _machine(self, state: State, step: Step, facts: KnownPairs) -> StateMachine:
        made = _BlockMachine(state, step, facts)
        made.block = self
        return made

    def _execute(self, before: State) -> bool:
        """Execute the line. False where it cannot be in a block."""
        try:
            outcome = do(self.state, NO_FACTS, DigitRegisters(NamedRegisters()), self._machine)
        except (NotSymbolic, Fork, GroupUnknown):
            return False
        kept = self.state.flags == before.flags and self.state.returns == before.returns
        return kept and self.state.running and outcome in (None, Signal.SKIP, Signal.KEEP_LIFT)
