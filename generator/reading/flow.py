"""The values of a program at each of its lines, as terms over what its part was entered with.

Where several ways meet, what is the same on all of them keeps its term. The rest gets a name for its place.
So a loop is read once for all its turns.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final

from generator.reading.parts import Beginning, Graph, Part, parts
from hp15c.core.code import Line
from hp15c.listing.program import Program
from hp15c.rules.stack import ENTER
from hp15c.state.state import Descriptor
from hp15c.table.instructions import ROWS, Role, Step
from hp15c.table.models import LIMITS
from hp15c.table.step import OF_MATRICES
from hp15c.terms import Outcome, TermState, Way, begin, constant, input_of, laws, matrices, outcomes, uses
from hp15c.terms.state import MATRIX_NAMES
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import FALSE, INPUTS, MATRIX, NUMBER, OTHER, TRUE, Kind, Term, variables

PLACES: Final = INPUTS
MODES: Final = ("lift", "keeps_imaginary", "registers", "format", "angle", "seed")
LEVELS: Final = PLACES[:4]
IMAGINARY: Final = PLACES[4:8]
PART_AT: Final = "the part at"
"""The beginning of the place of a value that a part gives which is still being read."""
NO_ROOT: Final = "no root at"
"""The beginning of the place of a value that SOLVE leaves where it skips a line."""
_CALLS_OF_A_PART: Final = 8
"""The number of Python's calls that one part needs while it waits for another one, and some more."""
_OPTIMISTIC: Final = 20
"""The number of visits to a line after which a name that was given once stays."""


@dataclass
class Reading:
    """What is known of a program.

    `before` has the state before each line, `ways` the outcomes of each line, `results` what each part leaves
    where it returns, None where it never does. `origins` has the states that lead to a line in its part, by
    the line they come from and the place of the way among its ways. `ends` has those with which a part
    returns.
    """

    program: Program
    graph: Graph
    parts: tuple[Part, ...]
    before: dict[int, TermState] = field(default_factory=dict)
    ways: dict[int, tuple[Outcome, ...]] = field(default_factory=dict)
    results: dict[int, TermState | None] = field(default_factory=dict)
    origins: dict[int, dict[tuple[int, int], TermState]] = field(default_factory=dict)
    ends: dict[int, dict[tuple[int, int], TermState]] = field(default_factory=dict)

    def part_of(self, line: int) -> Part:
        """The part to which a line belongs."""
        return self._owners[line]

    @cached_property
    def _owners(self) -> Mapping[int, Part]:
        return {line: part for part in self.parts for line in part.lines}


def read(program: Program) -> Reading:
    """The values in a whole program, all its parts read."""
    found = Reading(program, Graph(program), parts(program))
    reader = _Reader(found)
    with room_for(len(found.parts) * _CALLS_OF_A_PART):
        for part in found.parts:
            reader.result(part.start)
    return found


@contextmanager
def room_for(calls: int) -> Iterator[None]:
    """Let Python nest `calls` more calls than usual: a long program has many parts, and values as deep."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(usual + calls)
    try:
        yield
    finally:
        sys.setrecursionlimit(usual)


@lru_cache(maxsize=4096)
def _outcomes_of(step: Step, state: TermState, length: int) -> tuple[Outcome, ...]:
    """The ways of a line that searches for no label, in a program of `length` lines.

    They are kept, so that a program that was changed in one place is read faster.
    """
    assert state.line is not None
    steps = [_STAND_IN] * length
    steps[state.line - 1] = step
    return outcomes(Program(state.model, tuple(steps)), state)


_STAND_IN: Final = Step(ROWS[ENTER])


def _names_index(step: Step, way: Outcome) -> bool:
    """Whether (i) is taken for I itself, as it is on the HP-11C where I holds 20."""
    return step.operand == "(i)" and any(
        one.op == "at least" and one.args[0].op == "magnitude" for one in way.conditions
    )


def _computes(ways: tuple[Outcome, ...]) -> bool:
    """Whether a line computes with numbers on some way: what it may do with matrices is written alike."""
    return any(way.way is Way.GOES_ON for way in ways)


class _Reader:
    """Reads each part once. A part that is asked for while it is read gives no more than names."""

    def __init__(self, found: Reading) -> None:
        self._found = found
        self._program = found.program
        self._starts = {part.start: part for part in found.parts}
        kinds = {step.names for step in found.program.steps}
        self._matrices = bool(kinds & set(OF_MATRICES))
        self._busy: set[int] = set()
        self._complex: dict[int, bool] = {}

    def result(self, start: int) -> TermState | None:
        """What a part leaves where it ends, over the values at its beginning. None where it never ends."""
        found = self._found.results
        if start in found:
            return found[start]
        if start in self._busy:
            return _unknown(self._begin(start), f"{PART_AT} {start:03d}", self._changes(start))
        self._busy.add(start)
        found[start] = self._read(self._starts[start])
        self._busy.discard(start)
        return found[start]

    def _begin(self, start: int) -> TermState:
        """The state at the beginning of a part, in complex mode where the first line that leads there is."""
        known = self._complex.get(start, False)
        return begin(self._program.model, start, lift=True, complex=known, matrices=self._matrices, depth=1)

    def _read(self, part: Part) -> TermState | None:
        """Follow the ways of a part until nothing new is learned. What it leaves, None if it never ends."""
        before, ways = self._found.before, self._found.ways
        lines = set(part.lines)
        before[part.start] = self._begin(part.start)
        origins = self._found.origins
        ends = self._found.ends.setdefault(part.start, {})
        visits: dict[int, int] = {}
        waiting = [part.start]
        while waiting:
            number = min(waiting)
            waiting.remove(number)
            ways[number] = self._outcomes(number, before[number])
            for after in self._found.graph.after[number]:
                known = origins.get(after, {})
                for key in [key for key in known if key[0] == number]:
                    del known[key]
            for place, (line, state) in enumerate(self._next(number, ways[number])):
                if not line or line not in lines or line == part.start:
                    end = self._continue(line, state) if line else state
                    if end is not None:
                        ends[number, place] = end
                    continue
                known = origins.setdefault(line, {})
                known[number, place] = state
                visits[line] = visits.get(line, 0) + 1
                earlier = before.get(line) if visits[line] > _OPTIMISTIC else None
                joined = merge(f"{line:03d}", known.values(), earlier)
                if joined != before.get(line):
                    before[line] = joined
                    if line not in waiting:
                        waiting.append(line)
            if not waiting:
                left = [one for one in part.lines if one not in before]
                for one in left[:1]:  # after a call that never comes back, or an Error that always comes
                    before[one] = self._begin(one)
                    waiting.append(one)
                    ends = {}  # what is left from here on is no result of the part
        led = self._found.ends[part.start].values()
        return merge(f"end of {part.start:03d}", led, None) if led else None

    def _outcomes(self, number: int, state: TermState) -> tuple[Outcome, ...]:
        """The ways of a line. A call and a jump by I are not followed here."""
        step = self._program.steps[number - 1]
        if step.searches and step.role is not Role.EVALUATES:
            return (Outcome((), state._replace(line=number, entry=None, lift=TRUE), Way.GOES_ON),)
        here = state._replace(line=number)
        if step.searches or step.role is Role.RETURNS:
            return outcomes(self._program, here)
        ways = _outcomes_of(step, here, len(self._program))
        found = tuple(way for way in ways if way.way is Way.FAILS or not _names_index(step, way))
        return tuple(way for way in found if way.way is not Way.HANDED_OVER) if _computes(found) else found

    def _next(self, number: int, ways: tuple[Outcome, ...]) -> Iterable[tuple[int | None, TermState]]:
        """The lines to which a line leads, each with the state there. None and 0 are the end of the part."""
        line = self._found.graph.lines[number]
        if line.role is Role.JUMPS:
            for target in jump_targets(self._found, number):
                yield target, ways[0].state
            return
        if line.role is Role.CALLS:
            state = self._after_call(number, ways[0].state)
            if state is not None:
                yield line.after, state
            return
        for way in ways:
            if way.way is Way.HANDED_OVER:
                changed = self._changed_by_function(number)
                finds_label = line.role is not Role.EVALUATES or self._found.graph.calls[number]
                for after in self._found.graph.after[number] if finds_label else ():
                    yield after, _after_handing_over(line, way.state, changed, after)
            elif way.way in (Way.GOES_ON, Way.PAUSES):
                yield way.state.line, way.state
            elif way.way is Way.STOPS and line.role is Role.STOPS:
                yield line.after, behind_stop(way.state, number)
            elif way.way is Way.RETURNS:
                yield None, way.state

    def _after_call(self, number: int, state: TermState) -> TermState | None:
        """The state after a call, None where no called part comes back."""
        targets = self._found.graph.calls[number]
        ends = [self._continue(target, state, f"#{number:03d}") for target in targets]
        known = [end for end in ends if end is not None]
        return merge(f"call {number:03d}", known, None) if known else None

    def _changed_by_function(self, number: int) -> frozenset[int] | None:
        """The registers that the function of SOLVE or an integral changes, None where that is not known."""
        every = [self._changes(target) for target in self._found.graph.calls[number]]
        known = [one for one in every if one is not None]
        return frozenset[int]().union(*known) if len(known) == len(every) else None

    def _continue(self, start: int, state: TermState, mark: str = "") -> TermState | None:
        """What a part that begins with this state leaves, None if it never ends. `mark` names this call."""
        if self._starts[start].beginning is not Beginning.PRESSED:
            self._complex.setdefault(start, state.complex is TRUE)
        result = self.result(start)
        return None if result is None else _apply(result, self._begin(start), state, mark)

    def _changes(self, start: int) -> frozenset[int] | None:
        """The numbers of the registers that a part and all it calls may change. None where any may be."""
        changed: set[int] = set()
        for line in self._found.graph.walk([start]):
            written = registers_written(self._program, line)
            if written is None:
                return None
            changed |= written
        return frozenset(changed)


def jump_targets(found: Reading, number: int) -> tuple[int, ...]:
    """The lines to which a jump leads: that of one label where I holds a known number, else those of all."""
    led, before = found.graph.after[number], found.before[number]
    if found.program.steps[number - 1].operand != "I" or before.i.number is None:
        return led
    ways = outcomes(found.program, before._replace(line=number))
    named = tuple(way.state.line for way in ways if way.way is Way.GOES_ON)
    return tuple(line for line in led if line in named) or led


def registers_written(program: Program, line: int) -> frozenset[int] | None:
    """The numbers of the data registers that a line may change. None where any may be."""
    step = program.steps[line - 1]
    row = step.instruction
    writes = row.name.startswith("STO") or row.name == "x↔" or row.role is Role.COUNTS
    if row.name in ("CLEAR REG", "DIM") or (writes and step.operand == "(i)"):
        return None
    if row.name in ("Σ+", "Σ−", "CLEAR Σ"):
        return frozenset(LIMITS[program.model].sums)
    if step.user or str(step) == "MATRIX 1":
        return frozenset((0, 1))
    return frozenset() if step.register is None or not writes else frozenset((step.register,))


def behind_stop(state: TermState, line: int) -> TermState:
    """The state at R/S after a stop, where its user may have keyed in other numbers."""
    keyed = (*LEVELS, *IMAGINARY) if state.complex is TRUE else LEVELS
    levels = {name: input_of(f"{name}@stop {line:03d}", getattr(state, name).kind) for name in keyed}
    return state.with_places(levels)._replace(lift=TRUE)


# states


def merge(place: object, states: Iterable[TermState], before: TermState | None) -> TermState:
    """One state for several ways. What differs gets a name for its place.

    Places that differ in the same way on all ways get one name. With a state from before, what had a name
    keeps one.
    """
    ways = [*states, before] if before is not None else [*states]
    first = ways[0]
    if len(ways) == 1:
        return first
    given: dict[tuple[Term, ...], Term] = {}

    def meet(name: str, values: tuple[Term, ...], kind: Kind = 0) -> Term:
        if values.count(values[0]) == len(values):
            return values[0]
        if values not in given:
            for value in values:
                kind |= value.kind
            given[values] = input_of(f"{name}@{place}", kind)
        return given[values]

    memory = _merged_memory(place, [way.memory for way in ways], meet)
    changed = {name: meet(name, tuple(getattr(way, name) for way in ways)) for name in (*PLACES, *MODES)}
    flags = tuple(
        meet(f"flag {number}", values, OTHER)
        for number, values in enumerate(zip(*(way.flags for way in ways), strict=True))
    )
    matrices = tuple(
        meet(name, values, OTHER)
        for name, values in zip(MATRIX_NAMES, zip(*(way.matrices for way in ways), strict=True), strict=True)
    )
    entry = first.entry if all(way.entry == first.entry for way in ways) else None
    return first.with_places(changed)._replace(
        flags=flags, memory=memory, entry=entry, depth=ways[-1].depth, matrices=matrices
    )


def _merged_memory(
    place: object, memories: list[Term], meet: Callable[[str, tuple[Term, ...]], Term]
) -> Term:
    if all(memory is memories[0] for memory in memories):
        return memories[0]
    chains = [laws.changes(memory) for memory in memories]
    base, numbers = chains[0][0], set[int]()
    for other, stored in chains:
        if other is not base or other.op == "stored":
            return meet("memory", tuple(memories))
        numbers |= stored
    memory = base
    for number in sorted(numbers):
        place = number_term(number)
        values = tuple(laws.register(one, place) for one in memories)
        memory = laws.store(memory, place, meet(f"r{number}", values))
    return memory


@lru_cache(maxsize=256)
def number_term(number: int) -> Term:
    """The term of a register's number."""
    return constant(number)


def stored_registers(memory: Term) -> set[int]:
    """The numbers of the registers that a memory changes."""
    base, numbers = laws.changes(memory)
    return set() if base.op == "stored" else numbers


def _unknown(state: TermState, place: str, changed: frozenset[int] | None) -> TermState:
    """A state of which nothing is known but names for its places."""
    named = {name: input_of(f"{name}@{place}", getattr(state, name).kind) for name in PLACES}
    return state.with_places(named | {"memory": _unknown_registers(state.memory, place, changed)})


def _unknown_registers(memory: Term, place: str, changed: frozenset[int] | None) -> Term:
    """The registers with names for those that were changed, None for any of them."""
    if changed is None:
        return input_of(f"memory@{place}", memory.kind)
    for number in sorted(changed):
        memory = laws.store(memory, constant(number), input_of(f"r{number}@{place}", memory.kind))
    return memory


def _after_handing_over(
    line: Line, state: TermState, changed: frozenset[int] | None, after: int
) -> TermState:
    """The state at `after`, behind a line that terms do not follow, with a name for each value that it makes.

    `changed` are the registers that the function of SOLVE or an integral may change, None where any may be.
    """
    step, place = line.step, f"{line.number:03d}"
    use = uses.use_of(step, lift=state.lift is not FALSE)
    levels: dict[str, Term] = {}
    if line.role is Role.EVALUATES and after != line.after:
        place = f"{NO_ROOT} {place}"
    for name, source in zip(uses.PLACES, use.after, strict=True):
        is_number = matrices.gives_numbers(step) or (line.role is Role.EVALUATES and name in ("x", "y"))
        made = input_of(f"{name}@{place}", NUMBER if is_number else NUMBER | MATRIX)
        if step.name == "RCL MATRIX":
            made = constant(Descriptor(step.operand))
        levels[name] = getattr(state, source) if source else made
    if line.role is not Role.EVALUATES:
        used = uses.registers_used(step)
        changed = None if used is None else frozenset(used)
    levels |= {"lift": TRUE, "memory": _unknown_registers(state.memory, place, changed)}
    return state.with_places(levels)._replace(entry=None)


def _apply(result: TermState, fresh: TermState, state: TermState, mark: str) -> TermState:
    """What a part leaves that began with `fresh`, when it begins with `state` instead.

    Values that have names inside the part get other names at each call.
    """
    pairs = [(getattr(fresh, name), getattr(state, name)) for name in (*PLACES, *MODES, "memory")]
    pairs += zip(fresh.flags, state.flags, strict=True)
    meanings = {before: now for before, now in pairs if before.op == "input"}
    for name in (*PLACES, *MODES, "memory"):
        for one in variables(getattr(result, name)):
            if "@" in str(one.payload) and one not in meanings:
                meanings[one] = input_of(f"{one.payload}{mark}", one.kind)
    put_in = Substitution(meanings)
    replaced = {name: put_in(getattr(result, name)) for name in (*PLACES, *MODES, "memory")}
    return state.with_places(replaced)._replace(flags=tuple(map(put_in, result.flags)), entry=None)
