"""Runs with numbers to guess from: given calls of a label, and drawn ones until they went different ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from typing import Final

from generator.compiler.checking.calls import EntryCall, pinned_places
from generator.compiler.checking.draws import CallDraws
from generator.compiler.tree.ir import Constant, Module
from generator.compiler.tree.nodes import nodes
from generator.compiler.validation.check import Proof
from generator.compiler.validation.states import SourceState
from generator.compiler.validation.traces import Place, Trace, trace
from generator.compiler.validation.work import NotProved
from hp15c.numbers.number import Number
from hp15c.table.step import register_number
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import NOUGHT, TRUE

CALLS: Final = 5
MOST_DRAWN: Final = 60
MOST_ALIKE: Final = 10
MOST_TRACED: Final = 30_000
"""The work for drawn calls of a label, and for those with numbers of the source, before no more are drawn."""
MOST_AGAIN: Final = 12
MOST_TRACED_AGAIN: Final = 8_000
"""The calls, and the work for them, in which loops with one pass are to make more."""
LONGER: Final = 4
"""How many times as long a call may take where all others took too long."""
MOST_NUMBERS: Final = 20
"""The most numbers of a source that are given as arguments."""
FEW: Final = tuple(map(Number.of, range(2, 6)))
"""The numbers that are drawn first. With larger ones, loops inside of others may take too many passes."""
LARGEST_DRAWN: Final = 9
FRACTION: Final = 10
"""Numbers with fractions are drawn in steps of 1 ÷ 10."""
BESIDE: Final = 0.3
"""How often a register holds a number of the source, or one that is 1 larger or smaller."""
_SEED: Final = 15


@dataclass(frozen=True, slots=True)
class Runs:
    """Where runs of both sides come from: calls that are given, and where values stay between two runs.

    `loops` are the beginnings of passes. Runs are drawn until each of them made one.
    """

    plain: Proof
    module: Module
    calls: Sequence[Sequence[EntryCall]]
    tied: Mapping[str, str]
    loops: Collection[Place]

    def traces(self, label: str) -> Iterator[Trace]:
        """Traces of the given calls of a label, and of drawn ones until some of them went different ways.

        Half of the drawn ones begin with numbers in all registers of the source. Where there are few, small
        numbers are given as arguments, too, and for loops that made no pass yet the numbers of the source.
        Where all calls took too long, these may take longer. Last come calls in which a loop goes on that had
        at most one pass in all others: one pass does not tell the lines of a loop from those around it.
        """
        passes: Counter[Place] = Counter()
        for one in self._usual_traces(label):
            passes |= one.passes
            yield one
        once = {loop for loop, most in passes.items() if most == 1}
        begun, chance = self.plain.work.done, Random(_SEED)
        draws = CallDraws(self.module, [], chance, limits=False)
        for _ in range(MOST_AGAIN if once else 0):
            calls = [with_fractions(one, chance) for one in draws.sequence() if one.label == label]
            for made in self._trace(calls[:1], label, chance, fractions=True):
                if any(made.passes[loop] > 1 for loop in once):
                    once -= {loop for loop in once if made.passes[loop] > 1}
                    yield made
            if not once or self.plain.work.done - begun > MOST_TRACED_AGAIN:
                return

    def _usual_traces(self, label: str) -> Iterator[Trace]:
        """Traces of given and of drawn calls, and of those with numbers of the source."""
        waiting, count = set(self.loops), 0
        for one in self._draw_traces(label, waiting):
            waiting -= {visit.place for visit, _ in one.places}
            count += 1
            yield one
        function = next(one for one in self.module.functions.values() if one.label == label)
        found = (one.value for one in nodes(function.body) if isinstance(one, Constant))
        begun = self.plain.work.done
        numbers = dict.fromkeys((*FEW, *(found if waiting else ())))
        for number in list(numbers)[:MOST_NUMBERS] if waiting or count < CALLS else ():
            if self.plain.work.done - begun > MOST_TRACED // (1 if waiting and count else 2):
                return
            call = EntryCall(label, (number,) * len(function.parameters))
            yield from self._trace([call], label, times=1 if count else LONGER)

    @property
    def _constants(self) -> list[Constant]:
        """The numbers of the source."""
        return [one for one in nodes(tuple(self.module.functions.values())) if isinstance(one, Constant)]

    def _draw_traces(self, label: str, waiting: Collection[Place]) -> Iterator[Trace]:
        """Traces of the given calls of a label, and of drawn ones until some of them went different ways.

        Fewer ways are enough where several sequences in a row went no other way and no loop is `waiting` for
        a pass.
        """
        begun = self.plain.work.done
        for calls in self.calls:
            if self.plain.work.done - begun <= MOST_TRACED:
                yield from self._trace(calls, label)
        chance = Random(_SEED)
        draws = CallDraws(self.module, [], chance, limits=False)
        ways: set[tuple[int, ...]] = set()
        count, begun, last = 0, self.plain.work.done, 0
        for number in range(MOST_DRAWN):
            if count >= CALLS and number - last > MOST_ALIKE and not waiting:
                return
            calls = [one for one in draws.sequence() if number % 2 or one.label == label]
            filled = chance if number % 2 else None
            for made in self._trace(calls, label, filled):
                way = tuple(line for line, _ in made.lines)
                last = last if way in ways else number
                if way not in ways or count < CALLS:
                    ways.add(way)
                    count += 1
                    yield made
                if len(ways) == CALLS:
                    return
            if self.plain.work.done - begun > MOST_TRACED:
                return

    def _trace(
        self,
        calls: Sequence[EntryCall],
        label: str,
        filled: Random | None = None,
        times: int = 1,
        fractions: bool = False,
    ) -> Iterator[Trace]:
        """The traces of calls of a label among others one after the other, as far as they come to the end.

        A call may take so many `times` as many lines as usual. Registers are `filled` with drawn numbers,
        which may have `fractions`.
        """
        self.plain.work.begin_point()
        _, source, listing = self.plain.begin_both()
        if filled is not None:
            source, listing = self._fill(source, listing, filled, fractions)
        last = max((number for number, one in enumerate(calls, 1) if one.label == label), default=0)
        for call in calls[:last]:
            found = trace(self.plain, *self._enter(source, listing, call), call.answers, times)
            if found.has_ended and call.label == label:
                yield found
            if found.source is None or found.listing is None:
                return
            source = found.source._replace(frames=())
            listing = found.listing._replace(line=0, returns=(), entry=None, lift=TRUE)

    def _fill(
        self, source: SourceState, listing: TermState, chance: Random, fractions: bool
    ) -> tuple[SourceState, TermState]:
        """Numbers in the registers that the source has, on both sides. They may have `fractions`."""
        registers, elements, cells, i = dict(source.registers), source.memory, listing.memory, listing.i
        beside = [one.value + Number.of(apart) for one in self._constants for apart in (-1, 0, 1)]
        for name, place in self.tied.items():
            value = constant(Number.of(chance.randint(1, LARGEST_DRAWN)))
            if beside and chance.random() < BESIDE:
                value = constant(chance.choice(beside))
            if fractions:
                value = constant(with_fraction(chance))
            if name[1:] in registers:
                registers[name[1:]] = value
                if place == "i":
                    i = value
                elif place[0] == "R":
                    cells = laws.store(cells, constant(int(place[1:])), value)
        for start, length in self.plain.source.arrays.values():
            for number in range(start, start + length):
                value = constant(Number.of(chance.randint(1, LARGEST_DRAWN)))
                elements = laws.store(elements, constant(number), value)
                cells = laws.store(cells, constant(number), value)
        return source._replace(registers=registers, memory=elements), listing._replace(memory=cells, i=i)

    def _enter(
        self, source: SourceState, listing: TermState, call: EntryCall
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
            cells = laws.store(cells, constant(register_number(at)), value)
            if key not in registers:
                elements = laws.store(elements, constant(register_number(at)), value)
        given = tuple(map(constant, call.arguments))
        function = next(one for one in self.module.functions.values() if one.label == call.label)
        frame = self.plain.source.enter(function.name, given)
        line = self.plain.program.find_label(call.label, 1)
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


def with_fraction(chance: Random) -> Number:
    """A drawn number with a fraction: where tests compare remainders, loops make other numbers of passes."""
    return Number.of(Decimal(chance.randint(1, 10 * LARGEST_DRAWN * FRACTION)) / FRACTION)


def with_fractions(call: EntryCall, chance: Random) -> EntryCall:
    """A call with drawn arguments that have fractions."""
    return replace(call, arguments=tuple(with_fraction(chance) for _ in call.arguments))
