"""How relations are found: everything that holds at the first arrival, and less at each one after it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import product
from operator import add, sub
from typing import Final

from generator.compiler.validation.check import Arrival
from generator.compiler.validation.guess import Guess, Over, place_in, range_facts
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import COUNTER, END
from generator.compiler.validation.relation import ELEMENTS, Layout, is_local, is_operand, names_of, places_of
from generator.compiler.validation.rewriting import number
from hp15c.terms import laws
from hp15c.terms.term import NEGATIVE_ZERO, NUMBER, Term, variables

_OF_TWO: Final = ("+", "×", "÷")


def first(arrival: Arrival, layout: Layout, steps: Collection[int]) -> Guess:
    """Everything that holds at an arrival. Counters may go by these steps."""
    known = arrival.facts
    held = names_of(arrival.source, layout, known)
    there = places_of(known, arrival.listing, layout)
    kinds = {name: value.kind for name, value in held.items()}
    kinds = {name: NUMBER if kind & (NUMBER | NEGATIVE_ZERO) else kind for name, kind in kinds.items()}
    values = {name: known.normal(value) for name, value in held.items()}
    guess = Guess(
        kinds,
        {name: value for name, value in values.items() if value.op == "constant"},
        _groups(values),
        {},
        {place: value.kind for place, value in there.items()},
    )
    over = Over(guess, known, values)
    guess.candidates = {place: list(over.candidates(value)) for place, value in there.items()}
    guess.note(arrival, layout)
    computed = [name for name in held if name.endswith(END) or is_operand(name)]
    guess.ends = _over_others(guess, known, values, computed)
    for name in filter(is_operand, computed):
        guess.ends[name] += over.by_places(values[name], there)
    cells = [*over.by_cells(values[ELEMENTS], known.normal(there[ELEMENTS]))]
    guess.ends[ELEMENTS] = cells or [*guess.free_cells()]
    placed = {known.normal(value) for value in there.values()}
    for name in held.keys() - guess.ends.keys():
        parts = [*over.parts(values[name]), *over.whole_parts(values[name], there)]
        if is_local(name) and values[name].args and values[name] not in placed:  # it is computed later
            parts += over.by_places(values[name], there)
        if parts:
            guess.ends[name] = parts
    for name in held:
        if COUNTER in name and not name.endswith(END) and values[name].number is not None:
            guess.ends[name] = list(over.by_steps(values[name], there, steps))
    counting = {
        one for found in guess.ends.values() for at in found for one in variables(at) if place_in(one)
    }
    guess.facts = [
        fact for one in counting for fact in range_facts(one, arrival.facts.range(there[place_in(one)]))
    ]
    guess.facts += over.facts()
    return guess


def _over_others(
    guess: Guess, known: Knowledge, values: Mapping[str, Term], wanted: Collection[str]
) -> dict[str, list[Term]]:
    """Terms over other names that the ends of loops and numbers that wait were equal to at all arrivals."""
    others = {name: one for name, one in values.items() if not (name.endswith(END) or is_operand(name))}
    over = Over(guess, known, others)
    return {name: _always(guess, name, over.candidates(values[name])) for name in wanted}


def _always(guess: Guess, name: str, found: Iterable[Term]) -> list[Term]:
    """Those terms that a name was at each arrival."""
    seen = list(guess.arrivals())
    return [
        one
        for one in found
        if all(known.normal(put_in(one)) is held[name] for known, held, _, put_in in seen)
    ]


def _without_overflow(computed: Sequence[Term]) -> list[Term]:
    """The conditions that what computed these numbers did not overflow.

    An HP-11C has stopped where it did. At the first arrival a factor may have been 0.
    """
    return [laws.no(laws.overflows(one.op, *one.args)) for one in computed if one.op in _OF_TWO]


def _of_place(guess: Guess, found: Iterable[Term], place: str) -> Iterator[Term]:
    """Those terms that a place held at each arrival."""
    seen = [(known, known.normal(there[place]), put_in) for known, _, there, put_in in guess.arrivals()]
    for one in found:
        if all(known.normal(put_in(one)) is value for known, value, put_in in seen):
            yield one


def _at_all_arrivals(guess: Guess, facts: Iterable[Term]) -> Iterator[Term]:
    """Those conditions that were known to hold at each arrival."""
    seen = list(guess.arrivals())
    for one in facts:
        if one not in guess.facts and all(known.truth(put_in(one)) is True for known, _, _, put_in in seen):
            yield one


def _groups(values: Mapping[str, Term]) -> list[frozenset[str]]:
    found: dict[Term, set[str]] = {}
    for name, value in values.items():
        found.setdefault(value, set()).add(name)
    return [frozenset(group) for group in found.values()]


def weaken(guess: Guess, arrival: Arrival, layout: Layout, ran: bool = False) -> bool:
    """Leave out what does not hold at another arrival. Returns whether something changed.

    With `ran` the arrival comes from a run with numbers. It does not tell what is computed from what, so
    constants of both sides stay.
    """
    changed = _forget(guess, guess.kinds.keys() - names_of(arrival.source, layout).keys())
    known, held, there = guess.note(arrival, layout)
    freed = [name for name, value in guess.constants.items() if not ran and held[name] is not value]
    for name in freed:
        del guess.constants[name]
        changed = True
    waiting = _over_others(guess, known, held, list(filter(is_operand, freed)))
    guess.ends |= waiting
    computed = [one for found in waiting.values() for one in found]
    guess.facts += _at_all_arrivals(guess, _without_overflow(computed))
    groups: list[frozenset[str]] = []
    for group in guess.groups:
        groups += _groups({name: value for name, value in held.items() if name in group})
    changed |= len(groups) != len(guess.groups)
    guess.groups = groups
    *_, put_in = next(guess.arrivals(-1))

    def holds(one: Term, value: Term) -> bool:
        return known.normal(put_in(one)) is value or (ran and one.op == "constant")

    lost = []
    for place, found in guess.candidates.items():
        value = known.normal(there[place])
        kept = [one for one in found if holds(one, value)]
        changed |= len(kept) != len(found)
        guess.candidates[place] = kept
        lost += [place] if found and not kept else []
        changed |= bool(there[place].kind & ~guess.junk[place])
        guess.junk[place] |= there[place].kind
    had_cells = bool(guess.ends.get(ELEMENTS))
    for name, found in guess.ends.items():
        kept = [one for one in found if holds(one, held[name])]
        changed |= len(kept) != len(found)
        guess.ends[name] = kept
    if (ELEMENTS in lost or had_cells) and not guess.ends.get(ELEMENTS):
        guess.ends[ELEMENTS] = list(guess.free_cells())
        guess.ends[ELEMENTS] = _always(guess, ELEMENTS, guess.ends[ELEMENTS])
    facts = [one for one in guess.facts if known.truth(put_in(one)) is True]
    changed |= len(facts) != len(guess.facts)
    guess.facts = facts
    if changed and not ran:  # at the first arrival there may have been constants
        over = Over(guess, known, held)
        for place in lost:
            guess.candidates[place] = list(_of_place(guess, over.candidates(there[place]), place))
        for name in filter(is_operand, guess.ends):
            guess.ends[name] += _always(guess, name, over.by_places(held[name], there))
        numbers = [name for name in freed if guess.kinds[name] == NUMBER]
        ranges = [
            fact for name in numbers for fact in range_facts(guess.variable(name), known.range(held[name]))
        ]
        guess.facts += _at_all_arrivals(guess, (*over.conditions(), *ranges))
    return changed


def guess_sums(guess: Guess) -> None:
    """Guess that places are sums of up to two names and a number, where runs show that they are no constant.

    At the first arrival they were constants, so that nothing told what they are computed from.
    """
    (known, _, there, put_in), *ran = guess.arrivals()
    columns = [
        (guess.variable(name), [_integer(held[name]) for _, held, _, _ in ran])
        for name in map(min, guess.groups)
        if guess.kinds[name] == NUMBER
    ]
    single = [(one, [n for n in column if n is not None]) for one, column in columns if None not in column]
    negative = [(laws.negate(one), [-n for n in column]) for one, column in single]
    pairs = (
        (a, b) for a, b in product(single, (*single, *negative)) if not variables(a[0]) & variables(b[0])
    )
    sums = [*single, *((laws.add(a, b), list(map(add, m, n))) for (a, m), (b, n) in pairs)]
    for place, found in guess.candidates.items():
        values = [_integer(facts.normal(held[place])) for facts, _, held, _ in ran]
        if found and all(one.op == "constant" for one in found) and len(set(values)) > 1:
            whole = [n for n in values if n is not None]
            apart = ((one, set(map(sub, whole, column))) for one, column in sums if len(whole) == len(values))
            shifted = (laws.add(one, number(rest.pop())) for one, rest in apart if len(rest) == 1)
            value = known.normal(there[place])
            guess.candidates[place] = [
                *(one for one in shifted if known.normal(put_in(one)) is value),
                *found,
            ]


def _integer(value: Term) -> int | None:
    known = value.number
    return int(known) if known is not None and known.is_integer else None


def _forget(guess: Guess, names: Set[str]) -> bool:
    """Leave out names that have no value on some way. Returns whether there were any."""
    if not names:
        return False
    gone = {guess.variable(name) for name in names}
    guess.candidates = {
        place: [one for one in found if not variables(one) & gone]
        for place, found in guess.candidates.items()
    }
    guess.facts = [one for one in guess.facts if not variables(one) & gone]
    guess.ends = {
        name: [one for one in found if not variables(one) & gone]
        for name, found in guess.ends.items()
        if name not in names
    }
    guess.groups = [group - names for group in guess.groups if group - names]
    for name in names:
        del guess.kinds[name]
        guess.constants.pop(name, None)
    return True
