"""The search for a proof: points from runs, relations by weakening. The checker has the last word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from generator.compiler.checking.calls import EntryCall, pinned_places
from generator.compiler.checking.draws import CallDraws
from generator.compiler.tree.ir import Module
from generator.compiler.validation.check import (
    Arrival,
    Certificate,
    Proof,
    TooLong,
    check,
    labels_of,
    pinned,
)
from generator.compiler.validation.guess import Guess, first, weaken
from generator.compiler.validation.relation import (
    ELEMENTS,
    IDLE,
    MODES,
    NotProved,
    Point,
    Relation,
    names_of,
    places_of,
)
from generator.compiler.validation.source import Block, SourceState
from generator.compiler.validation.traces import Place, Trace, alignments, trace
from hp15c.listing.program import Program
from hp15c.state.cells import REGISTERS
from hp15c.table.machines import Machine
from hp15c.terms import TermState, constant, input_of, laws
from hp15c.terms.term import FALSE, NOUGHT, NUMBER, OTHER, TRUE

MOST_ROUNDS: Final = 400
CALLS: Final = 5
MOST_DRAWN: Final = 60
_SEED: Final = 15


@dataclass(frozen=True, slots=True)
class Unproved:
    """Why there is no proof, at which line of the source and of the listing."""

    reason: str
    source_line: int
    line: int
    too_many: bool = False


@dataclass(slots=True)
class Search:
    """A source and its listing. `registers` says where the compiler put names and elements.

    `steps` is how many lines an attempt may execute, None for any number.
    """

    module: Module
    program: Program
    registers: Mapping[str, str]
    machine: Machine | None = None
    calls: Sequence[Sequence[EntryCall]] = ()
    steps: int | None = None
    unproved: Unproved | None = field(default=None, init=False)

    def certificate(self, labels: tuple[str, ...] | None = None) -> Certificate | None:
        """A certificate that the checker accepted, for all labels or for some of them.

        None where none was found, with the reason in `unproved`.
        """
        self.unproved = None
        labels = labels_of(self.module) if labels is None else labels
        try:
            arrays = blocks(self.module, self.registers)
            plain = Proof(self.module, self.program, arrays, {}, self.machine)
            traces = list(self._traces(plain))
        except NotProved as error:
            self.unproved = Unproved(str(error), 0, 0)
            return None
        tried: list[dict[Place, frozenset[int]]] = []
        for everywhere in (False, True):
            for chosen in self._alignments(plain, traces, everywhere):
                if chosen not in tried:
                    tried.append(chosen)
                    found = self._weakened(arrays, chosen, labels)
                    if found is not None:
                        return found
            if self.unproved is not None and not self.unproved.too_many:
                return None
        return None

    def _weakened(
        self, arrays: Mapping[str, Block], chosen: Mapping[Place, frozenset[int]], labels: tuple[str, ...]
    ) -> Certificate | None:
        proof = Proof(self.module, self.program, arrays, chosen, self.machine, labels, self.steps)
        try:
            certificate = Certificate(labels, arrays, self._relations(proof))
            check(certificate, self.module, self.program, self.machine)
        except NotProved as error:
            many = isinstance(error, TooLong)
            if self.unproved is None or (self.unproved.too_many and not many):
                self.unproved = Unproved(str(error), *proof.where, many)
            return None
        return certificate

    def _relations(self, proof: Proof) -> dict[Point, Relation]:
        idle = self._idle(proof)
        guesses: dict[Point, Guess] = {}
        idle_relation = idle
        waiting: list[Point] = [IDLE]
        for _ in range(MOST_ROUNDS):
            if not waiting:
                break
            point = waiting.pop()
            relation = idle_relation if point == IDLE else guesses[point].relation()
            for arrival in proof.arrivals(point, relation):
                if arrival.point == IDLE:
                    continue
                if self._noted(proof, guesses, arrival) and arrival.point not in waiting:
                    waiting.append(arrival.point)
        return {IDLE: idle_relation, **{point: one.relation() for point, one in guesses.items()}}

    def _noted(self, proof: Proof, guesses: dict[Point, Guess], arrival: Arrival) -> bool:
        guess = guesses.get(arrival.point)
        if guess is None:
            guesses[arrival.point] = first(arrival, proof.layout)
            return True
        return weaken(guess, arrival, proof.layout)

    def _idle(self, proof: Proof) -> Relation:
        """What is held between two runs: the registers of the source are where the compiler put them."""
        facts, source, listing = proof.beginning()
        names = {
            name: input_of(name, NUMBER if value.kind != OTHER else OTHER)
            for name, value in names_of(source).items()
        }
        places = {
            place: input_of(f"{place} before", value.kind | (NUMBER if value.kind != OTHER else 0))
            for place, value in places_of(facts, listing, proof.layout).items()
        }
        places |= dict.fromkeys(("xi", "yi", "zi", "ti", "last_xi"), listing.xi)
        places |= {"lift": TRUE, "keeps_imaginary": FALSE}
        if "flag 8" in places:
            places["flag 8"] = FALSE
        tied = {name: name for name in (*MODES, ELEMENTS)}
        for name in source.registers:
            at = self.registers.get(name)
            if at is not None:
                tied[f"@{name}"] = "i" if at == "I" else f"R{REGISTERS[at]}"
        for name, place in (tied | pinned(self.module, proof.source.arrays)).items():
            if place in places:
                places[place] = names[name]
        return Relation(names, places)

    def _alignments(
        self, plain: Proof, traces: Sequence[Trace], everywhere: bool
    ) -> Iterator[dict[Place, frozenset[int]]]:
        """Guesses of the lines that meet the source: in its loops, or where ways meet, too."""
        loops = [place for place in plain.source.cuts() if _is_loop(plain, place)]
        yield from alignments(traces, list(plain.source.cuts()) if everywhere else loops, loops)

    def _traces(self, plain: Proof) -> Iterator[Trace]:
        """Traces of the given calls, and of drawn ones until there are some of each label."""
        for calls in self.calls:
            yield from self._traced(plain, calls)
        draws = CallDraws(self.module, [], Random(_SEED))
        wanted = dict.fromkeys(labels_of(self.module), CALLS)
        for _ in range(MOST_DRAWN):
            calls = draws.sequence()
            if any(wanted[call.label] > 0 for call in calls):
                for call, made in zip(calls, self._traced(plain, calls), strict=False):
                    wanted[call.label] -= 1
                    yield made

    def _traced(self, plain: Proof, calls: Sequence[EntryCall]) -> Iterator[Trace]:
        """The traces of calls one after the other on cleared memory, as far as they come to the end."""
        _, source, listing = plain.beginning()
        listing = listing._replace(i=NOUGHT)
        for call in calls:
            found = trace(plain, *self._entered(plain, source, listing, call), call.answers)
            if found.ended:
                yield found
            if found.source is None or found.listing is None:
                return
            source = found.source._replace(frames=())
            listing = found.listing._replace(line=0, returns=(), entry=None, lift=TRUE)

    def _entered(
        self, plain: Proof, source: SourceState, listing: TermState, call: EntryCall
    ) -> tuple[SourceState, TermState]:
        """Both sides at the beginning of a call, with what it stores and types."""
        registers, elements, cells, i = dict(source.registers), source.memory, listing.memory, listing.i
        for at, (name, element) in pinned_places(self.module).items():
            if at not in call.stored:
                continue
            value = constant(call.stored[at])
            key = name if element is None else f"{name}[{element}]"
            if key in registers:
                registers[key] = value
            if at == "I":
                i = value
                continue
            elements = laws.stored(elements, constant(REGISTERS[at]), value)
            cells = laws.stored(cells, constant(REGISTERS[at]), value)
        given = tuple(map(constant, call.arguments))
        function = next(one for one in self.module.functions.values() if one.label == call.label)
        frame = plain.source.entered(function.name, given)
        line = self.program.find_label(call.label, 1)
        if line is None:
            raise NotProved(f"the listing has no label {call.label}")
        filled = (*reversed(given), *[NOUGHT] * 4)
        return (
            source._replace(frames=(frame,), registers=registers, memory=elements),
            listing._replace(
                line=line,
                x=filled[0],
                y=filled[1],
                z=filled[2],
                t=filled[3],
                memory=cells,
                i=i,
            ),
        )


def _is_loop(proof: Proof, place: Place) -> bool:
    function, line = place[-1]
    action = proof.source.codes[function].actions[line]
    return bool(getattr(action, "loop", False))


def blocks(module: Module, registers: Mapping[str, str]) -> dict[str, Block]:
    """The registers of arrays that have them in one piece."""
    found = {}
    for name, array in module.arrays.items():
        at = {
            number: _number(registers[f"{name}[{number}]"])
            for number in range(array.length)
            if f"{name}[{number}]" in registers
        }
        if array.at is not None and at:
            found[name] = Block(array.at, array.length)
        elif 0 in at and at == {number: at[0] + number for number in range(len(at))}:
            found[name] = Block(at[0], len(at))
    return found


def _number(at: str) -> int:
    """The number of a register by its name. Beyond R.9 it is the number itself."""
    return REGISTERS[at] if at in REGISTERS else int(at)
