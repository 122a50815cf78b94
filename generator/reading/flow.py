"""The values of a program at each of its lines, as terms over what its part was entered with.

Where several ways meet, what is the same on all of them keeps its term. The rest gets a name for its place, so that a
loop is read once for all its turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from generator.reading.handed import after_handing_over
from generator.reading.parts import Graph, Part, parts
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role
from hp15c.terms import Outcome, TermState, Way, begin, constant, input_of, laws, outcomes
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import OTHER, TRUE, Term, inputs

PLACES: Final = ("x", "y", "z", "t", "xi", "yi", "zi", "ti", "last_x", "last_xi", "i")
MODES: Final = ("lift", "keeps_imaginary", "registers", "format", "angle", "seed")
LEVELS: Final = PLACES[:4]
_MATRICES: Final = (OperandKind.MATRIX, OperandKind.ELEMENT, OperandKind.FUNCTION)


@dataclass(slots=True)
class Reading:
    """What is known of a program.

    `before` has the state before each line, `ways` the outcomes of each line, `results` what each part leaves
    where it returns or stops at its end: None where it never does.
    """

    program: Program
    graph: Graph
    parts: tuple[Part, ...]
    before: dict[int, TermState] = field(default_factory=dict)
    ways: dict[int, tuple[Outcome, ...]] = field(default_factory=dict)
    results: dict[int, TermState | None] = field(default_factory=dict)

    def part_of(self, line: int) -> Part:
        """The part to which a line belongs."""
        return self._owners[line]

    @property
    def _owners(self) -> Mapping[int, Part]:
        return {line: part for part in self.parts for line in part.lines}


def read(program: Program) -> Reading:
    """Read a whole program."""
    found = Reading(program, Graph(program), parts(program))
    reader = _Reader(found)
    for part in found.parts:
        reader.result(part.start)
    return found


class _Reader:
    """Reads each part once. A part that is asked for while it is read gives no more than names."""

    def __init__(self, found: Reading) -> None:
        self._found = found
        self._program = found.program
        self._starts = {part.start: part for part in found.parts}
        kinds = {step.names for step in found.program.steps}
        self._matrices = bool(kinds & set(_MATRICES))
        self._busy: set[int] = set()

    def result(self, start: int) -> TermState | None:
        """What a part leaves where it ends, over the values at its beginning. None where it never ends."""
        found = self._found.results
        if start in found:
            return found[start]
        if start in self._busy:
            return _unknown(self._begin(start), f"the part at {start:03d}", self._changed(start))
        self._busy.add(start)
        found[start] = self._read(self._starts[start])
        self._busy.discard(start)
        return found[start]

    def _begin(self, start: int) -> TermState:
        return begin(self._program.model, start, lift=True, matrices=self._matrices, depth=1)

    def _read(self, part: Part) -> TermState | None:
        """Follow the ways of a part until nothing new is learned."""
        before, ways = self._found.before, self._found.ways
        lines = set(part.lines)
        before[part.start] = self._begin(part.start)
        origins: dict[int, dict[int, TermState]] = {}
        ends: dict[tuple[int, int], TermState] = {}
        waiting = [part.start]
        while waiting:
            number = min(waiting)
            waiting.remove(number)
            ways[number] = self._outcomes(number, before[number])
            for place, (line, state) in enumerate(self._next(number, ways[number])):
                if line is None or line == 0 or line not in lines or line == part.start:
                    end = state if line in (None, 0) else self._continued(line, state)
                    if end is not None:
                        ends[number, place] = end
                    continue
                known = origins.setdefault(line, {})
                key = number * 100 + place
                known[key] = state
                merged = _merged(line, known.values(), before.get(line))
                if merged != before.get(line):
                    before[line] = merged
                    if line not in waiting:
                        waiting.append(line)
        return _merged(f"end of {part.start:03d}", ends.values(), None) if ends else None

    def _outcomes(self, number: int, state: TermState) -> tuple[Outcome, ...]:
        """The ways of a line. A call and a jump by I are not followed here."""
        step = self._program.steps[number - 1]
        if step.searches and step.role is not Role.EVALUATES:
            return (Outcome((), state._replace(line=number, entry=None, lift=TRUE), Way.GOES_ON),)
        return outcomes(self._program, state._replace(line=number))

    def _next(self, number: int, ways: tuple[Outcome, ...]) -> Iterable[tuple[int | None, TermState]]:
        """Where a line leads, and with what. None and 0 are the end of the part."""
        line = self._found.graph.lines[number]
        if line.role is Role.JUMPS:
            for target in self._found.graph.after[number]:
                yield target, ways[0].state
            return
        if line.role is Role.CALLS:
            state = self._called(number, ways[0].state)
            if state is not None:
                yield line.after, state
            return
        for way in ways:
            if way.way is Way.HANDED_OVER:
                for after in self._found.graph.after[number]:
                    yield after, after_handing_over(line, way.state, self._evaluated(number))
            elif way.way in (Way.GOES_ON, Way.PAUSES):
                yield way.state.line, way.state
            elif way.way is Way.RETURNS:
                yield None, way.state

    def _called(self, number: int, state: TermState) -> TermState | None:
        """The state behind a call, None where no called part comes back."""
        targets = self._found.graph.calls[number]
        ends = [self._continued(target, state) for target in targets]
        known = [end for end in ends if end is not None]
        return _merged(f"call {number:03d}", known, None) if known else None

    def _evaluated(self, number: int) -> frozenset[int] | None:
        """The registers that the function of SOLVE or an integral changes, None where that is not known."""
        changed: frozenset[int] | None = frozenset()
        for target in self._found.graph.calls[number]:
            more = self._changed(target)
            changed = None if changed is None or more is None else changed | more
        return changed

    def _continued(self, start: int, state: TermState) -> TermState | None:
        """What a part leaves when it begins with this state."""
        result = self.result(start)
        return None if result is None else _applied(result, self._begin(start), state)

    def _changed(self, start: int) -> frozenset[int] | None:
        """The numbers of the registers that a part and all that it calls may change. None where any may be."""
        seen: set[int] = set()
        changed: set[int] = set()
        waiting = [start]
        while waiting:
            one = waiting.pop()
            if one in seen or not one:
                continue
            seen.add(one)
            graph = self._found.graph
            written = registers_written(self._program, one)
            if written is None:
                return None
            changed |= written
            waiting += [*graph.after[one], *graph.calls[one]]
        return frozenset(changed)


def registers_written(program: Program, line: int) -> frozenset[int] | None:
    """The numbers of the data registers that a line may change. None where any may be."""
    step = program.steps[line - 1]
    row = step.instruction
    writes = row.name.startswith("STO") or row.name == "x↔" or row.role is Role.COUNTS
    if row.name in ("CLEAR REG", "DIM") or (writes and step.operand == "(i)"):
        return None
    if row.name in ("Σ+", "Σ−", "CLEAR Σ"):
        return frozenset(range(8))
    if step.user:
        return frozenset((0, 1))
    if writes and step.names is OperandKind.REGISTER and step.operand[-1:].isdigit():
        return frozenset((register_number(step.operand),))
    return frozenset()


def register_number(operand: str) -> int:
    """The number of a register: '.3' is 13."""
    return 10 + int(operand[1]) if operand.startswith(".") else int(operand)


# states


def _merged(place: object, states: Iterable[TermState], before: TermState | None) -> TermState:
    """One state for several ways. What differs gets a name for its place, and keeps it."""
    first, *others = states
    known = [*others, before] if before is not None else others
    merged = first
    for other in known:
        merged = _merged_two(place, merged, other)
    return merged


def _merged_two(place: object, a: TermState, b: TermState) -> TermState:
    if a == b:
        return a
    changed: dict[str, object] = {}
    for name in (*PLACES, *MODES):
        one, other = getattr(a, name), getattr(b, name)
        if one is not other:
            kind = OTHER if name in MODES else one.kind | other.kind
            changed[name] = input_of(f"{name}@{place}", kind)
    flags = tuple(
        one if one is other else input_of(f"flag {number}@{place}", OTHER)
        for number, (one, other) in enumerate(zip(a.flags, b.flags, strict=True))
    )
    memory = _merged_memory(place, a.memory, b.memory)
    entry = a.entry if a.entry == b.entry else None
    return a._replace(**changed, flags=flags, memory=memory, entry=entry, depth=b.depth)  # type: ignore[arg-type]


def _merged_memory(place: object, a: Term, b: Term) -> Term:
    if a is b:
        return a
    (base, left), (other, right) = _chain(a), _chain(b)
    if base is not other or left is None or right is None:
        return input_of(f"memory@{place}", a.kind | b.kind)
    memory = base
    for number in sorted(left | right):
        one, two = (laws.register(memory_, constant(number)) for memory_ in (a, b))
        value = one if one is two else input_of(f"r{number}@{place}", one.kind | two.kind)
        memory = laws.stored(memory, constant(number), value)
    return memory


def _chain(memory: Term) -> tuple[Term, set[int] | None]:
    """The memory below all stores into known registers, and the numbers of these registers."""
    numbers: set[int] = set()
    while memory.op == "stored":
        number = memory.args[1].whole
        if number is None:
            return memory, None
        numbers.add(number)
        memory = memory.args[0]
    return memory, numbers


def stored_registers(memory: Term) -> set[int]:
    """The numbers of the registers that a memory changes."""
    return _chain(memory)[1] or set()


def _unknown(state: TermState, place: str, changed: frozenset[int] | None) -> TermState:
    """A state of which nothing is known but names for its places."""
    named = {name: input_of(f"{name}@{place}", getattr(state, name).kind) for name in PLACES}
    memory = state.memory
    if changed is None:
        memory = input_of(f"memory@{place}", memory.kind)
    else:
        for number in sorted(changed):
            memory = laws.stored(memory, constant(number), input_of(f"r{number}@{place}", memory.kind))
    return state._replace(**named, memory=memory)


def _applied(result: TermState, fresh: TermState, state: TermState) -> TermState:
    """What a part leaves that began with `fresh`, when it begins with `state` instead."""
    pairs = [(getattr(fresh, name), getattr(state, name)) for name in (*PLACES, *MODES, "memory")]
    pairs += zip(fresh.flags, state.flags, strict=True)
    put_in = Substitution({before: now for before, now in pairs if before.op == "input"})
    replaced = {name: put_in(getattr(result, name)) for name in (*PLACES, *MODES, "memory")}
    return state._replace(**replaced, flags=tuple(map(put_in, result.flags)), entry=None)


def named_inputs(of: Term) -> frozenset[Term]:
    """The inputs of a term that stand for a place where ways meet, or for the result of a part."""
    return frozenset(one for one in inputs(of) if one.op == "input" and "@" in str(one.payload))
