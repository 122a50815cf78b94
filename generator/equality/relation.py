"""Relations: whether the calculators that arrive at a pair satisfy one, and the states that it describes.

This module belongs to the checker of certificates and has to be believed with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from generator.compiler.validation.knowledge import Knowledge
from generator.equality.claims import IDLE, Pair, Place, Relation, Values
from hp15c.listing.program import Program
from hp15c.table.models import Model
from hp15c.terms import Facts, TermState, begin, constant, laws
from hp15c.terms.facts import NOTHING_KNOWN
from hp15c.terms.state import MATRIX_NAMES, USUAL_REGISTERS
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import OTHER, Term, inputs, term
from hp15c.terms.uses import PLACES as STACK

PLACES: Final = (*STACK, "xi", "yi", "zi", "ti", "last_xi", "i", "lift", "keeps_imaginary", "registers")
MODES: Final = ("format", "angle", "seed")
MEMORY: Final = "memory"


class NotProved(Exception):
    """Raised where a certificate does not show that programs are equal. The message says where and why."""


class Arrival(NamedTuple):
    """Two ways that end together at a pair, with the states that arrive there and what is known then."""

    pair: Pair
    old: TermState
    new: TermState
    facts: Facts = NOTHING_KNOWN


def variables(values: Values) -> tuple[Term, ...]:
    return (*values.places.values(), *values.registers.values(), values.memory)


def follow(facts: Iterable[Term], meaning: Mapping[Term, Term], arrival: Arrival) -> None:
    """Raise NotProved unless the facts of a pair hold of what arrives there."""
    put_in = Substitution(meaning)
    for one in facts:
        if not inputs(one) <= meaning.keys() or arrival.facts.truth(put_in(one)) is not True:
            raise NotProved(f"{named_lines(arrival.pair)}: what is said of the numbers there does not follow")


def cut_short(arrival: Arrival, pair: Pair) -> Arrival | None:
    """An arrival at a pair that names only the innermost of the pending calls, None where they differ."""
    states = []
    more = {len(state.returns) - len(place.returns) for state, place in _sides(arrival, pair)}
    for state, place in _sides(arrival, pair):
        count = min(more)
        if len(more) > 1 or count < 0 or state.returns[count:] != place.returns:
            return None
        states.append(state._replace(returns=place.returns, depth=deeper(state.depth, count)))
    return arrival._replace(pair=pair, old=states[0], new=states[1])


def dropped_calls(arrival: Arrival, pair: Pair) -> set[tuple[int, int]]:
    """The pairs of lines after the pending calls that a pair does not name."""
    count = len(arrival.old.returns) - len(pair.old.returns)
    return set(zip(arrival.old.returns[:count], arrival.new.returns[:count], strict=True))


def _sides(arrival: Arrival, pair: Pair) -> tuple[tuple[TermState, Place], tuple[TermState, Place]]:
    return (arrival.old, pair.old), (arrival.new, pair.new)


def deeper(depth: Term, more: int) -> Term:
    """The number of pending returns with `more` of them added, or taken away where `more` is below 0."""
    known = depth.whole
    if not more:
        return depth
    return term("minus", depth, constant(-more), kind=OTHER) if known is None else constant(known + more)


def beginning(program: Program, renamed: tuple[tuple[int, int], ...] = ()) -> TermState:
    """A calculator on which nothing is known, with the registers of the new program in their places.

    Of an HP-11C's registers, long programs take the highest ones (BEHAVIOUR 9.4).
    """
    taken = program.memory_registers if program.model is Model.HP11C else 0
    begun = begin(program.model, 0, registers=USUAL_REGISTERS - taken, depth=0)
    memory = begun.memory
    for old, new in renamed:
        memory = laws.store(memory, constant(new), register_of(begun, old))
    return begun._replace(memory=memory)


def matches(relation: Relation, old: TermState, new: TermState, pair: Pair) -> dict[Term, Term]:
    """The values of a relation's variables. NotProved where a variable would have two values."""
    meaning: dict[Term, Term] = {}
    for values, state, which in zip(relation, (old, new), ("old", "new"), strict=True):
        for name, pattern, value in _pairs(values, state):
            covered = pattern.op == "input" and not value.kind & ~pattern.kind
            same = covered and meaning.setdefault(pattern, value) is value
            if not (pattern is value if pattern.op == "constant" else same):
                told = f"{name} of the {which} program is not what the relation says"
                raise NotProved(f"{named_lines(pair)}: {told}")
        if state.entry is not None:
            raise NotProved(f"{named_lines(pair)}: a number is being typed in the {which} program")
    return meaning


def _pairs(values: Values, state: TermState) -> Iterator[tuple[str, Term, Term]]:
    """Each place of a relation with its pattern and its value in a state."""
    held = places_of(state)
    if values.places.keys() != held.keys():
        raise NotProved("a relation does not have the places of the calculator")
    for name, pattern in values.places.items():
        yield name, pattern, held[name]
    for number, pattern in values.registers.items():
        yield f"R{number}", pattern, register_of(state, number)
    yield MEMORY, values.memory, without(state.memory, values.registers)


def places_of(state: TermState) -> dict[str, Term]:
    """All places of a state but its registers, by name."""
    found: dict[str, Term] = {name: getattr(state, name) for name in (*PLACES, *MODES, "depth")}
    found |= zip(MATRIX_NAMES, state.matrices, strict=True)
    return found | {f"flag {number}": flag for number, flag in enumerate(state.flags)}


def without(memory: Term, numbers: Mapping[int, Term]) -> Term:
    """A memory before its last changes of these registers."""
    above: list[tuple[Term, Term]] = []
    while memory.op == "stored" and memory.args[1].whole is not None:
        before, place, value = memory.args
        if place.whole not in numbers:
            above.append((place, value))
        memory = before
    for place, value in reversed(above):
        memory = laws.store(memory, place, value)
    return memory


def state_of(program: Program, place: Place, values: Values) -> TermState:
    """The state that a relation describes, at a place of a program."""
    memory = values.memory
    for number, value in values.registers.items():
        memory = laws.store(memory, constant(number), value)
    named = dict(values.places)
    flags = tuple(named.pop(f"flag {number}") for number in range(len(named)) if f"flag {number}" in named)
    matrices = tuple(named.pop(name) for name in MATRIX_NAMES)
    state = begin(program.model, place.line).with_places(named)
    return state._replace(flags=flags, memory=memory, returns=place.returns, matrices=matrices)


def from_end(state: TermState) -> TermState:
    """A state in which R/S goes on. At line 000 it returns where calls are pending, else it begins anew.
    NotProved when it is not known whether calls are pending.
    """
    if state.line or state.returns:
        return state
    if state.depth.whole is None:
        raise NotProved("R/S after the last line returns from an unknown number of calls")
    return state if state.depth.whole else state._replace(line=1)


def normal(facts: Facts, state: TermState) -> TermState:
    """A state whose values have the form that equal values have, by the laws for ranges of numbers."""
    if not isinstance(facts, Knowledge):
        return state
    named = {name: facts.normal(held) for name, held in state._asdict().items() if isinstance(held, Term)}
    return state.with_places(named)._replace(
        flags=tuple(_decide(facts, facts.normal(one)) for one in state.flags)
    )


def _decide(facts: Facts, condition: Term) -> Term:
    """A condition without the parts that are known to hold or not to hold."""
    if condition.op == "or":
        return laws.either(*(_decide(facts, one) for one in condition.args))
    known = facts.truth(condition)
    return condition if known is None else constant(known)


def register_of(state: TermState, number: int) -> Term:
    return laws.register(state.memory, constant(number))


def named_lines(pair: Pair) -> str:
    lines = f"lines {pair.old.line:03d} and {pair.new.line:03d}"
    return "the idle calculators" if pair == IDLE else lines
