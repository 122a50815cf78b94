"""The registers of the array: those that a listing reaches by (i).

The registers that the index can name become one array. Where the index is not known they are the registers
that no line stores by its number: what is stored in them can only come from (i), or from a person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from generator.decompiling.counting import Counter, counted_limits, counters
from generator.decompiling.events import COUNTS, Event, sum_registers
from generator.decompiling.needs import Needs, met_values, place_of
from generator.decompiling.routines import NotWritten
from hp15c.listing.program import Program
from hp15c.listing.spellings import stretches
from hp15c.numbers.number import Number
from hp15c.table.instructions import REGISTERS, OperandKind, Step
from hp15c.terms import TermState, constant, laws
from hp15c.terms.term import Term

_USUAL: Final = 10
NO_ARRAY: Final = range(0)


class Access(NamedTuple):
    """A line that reads or writes an element: its index, and the number of a register that stands for it."""

    at: Term
    stands_for: int


def access(step: Step, state: TermState, block: range) -> Access | None:
    """How a line reaches an element, None where it does not. NotWritten for what the language lacks."""
    if step.operand == "(i)":
        if step.names is not OperandKind.REGISTER:
            raise NotWritten("a register that I names", state.line or 0)
        return Access(laws.compute("INT", state.i), block.start)
    number = step.register
    if number is None or number not in block:
        return None
    return Access(constant(Number.of(number)), number)


def uses_index(program: Program) -> bool:
    """Whether a program reaches registers by (i)."""
    return any(step.operand == "(i)" for step in program.steps)


def block_of(program: Program, all_needs: Mapping[int, Needs]) -> range:
    """The registers of the array: those that indices are known to reach.

    Where it is not known what an index reaches, those that were probably meant are added.
    """
    known: set[int] = set()
    unknown = used = False
    events = (event for needs in all_needs.values() for event in needs.flow.events.values())
    highest = (event.takes["0"].number for event in events if event.by == "dim_registers")
    count = max([len(REGISTERS), *(int(number) + 1 for number in highest if number is not None)])
    for needs in all_needs.values():
        try:
            counted = counters(needs)
        except NotWritten:
            counted = {}
        for term in _indices(needs):
            used = True
            reached = _reach(term, needs, counted, frozenset())
            if reached is None or reached.start < 0 or reached.stop > count:
                unknown = True
            else:
                known |= set(reached)
    if unknown:
        known |= _meant_registers(program, count)
    return range(min(known), max(known) + 1) if used and known else NO_ARRAY


def _indices(needs: Needs) -> Iterator[Term]:
    for node in needs.order:
        event = needs.flow.events.get(node)
        if event is not None and event.kind in ("element", "counted"):
            yield event.takes["index"]


def with_fraction(needs: Needs) -> set[Term]:
    """The values with a fraction, as a counter with its limit has, whose integer part names an element."""
    made = (part for index in _indices(needs) for part in (index, *index.args) if part.op == "INT")
    return {part.args[0] for part in made if _has_fraction(part.args[0], needs, set())}


def _has_fraction(term: Term, needs: Needs, seen: set[Term]) -> bool:
    """Whether a value is made with a quotient, or with a number that is not whole."""
    if term in seen:
        return False
    seen.add(term)
    if term.number is not None:
        return not term.number.is_integer
    if term.op in ("÷", "FRAC"):
        return True
    if term.op in ("+", "×", "CHS", *COUNTS):
        return any(_has_fraction(one, needs, seen) for one in term.args)
    if _is_of_pair(term):
        return any(_has_fraction(one, needs, seen) for one in _event_of(term, needs).takes.values())
    return any(_has_fraction(value, needs, seen) for value in met_values(needs, term))


def _reach(
    term: Term, needs: Needs, counted: Mapping[Term, Counter], inside: frozenset[Term]
) -> range | None:
    """The whole numbers that a value can be, None where that is not known."""
    if term.number is not None:
        number = int(term.number)
        return range(number, number + 1)
    if term.op == "INT":
        return _reach(term.args[0], needs, counted, inside)
    if term.op == "+":
        one, other = (_reach(part, needs, counted, inside) for part in term.args)
        if one is None or other is None:
            return None
        return range(one.start + other.start, one.stop + other.stop - 1)
    if term.op == "CHS":
        size = _reach(term.args[0], needs, counted, inside)
        return None if size is None else range(1 - size.stop, 1 - size.start)
    if term in counted and (limits := counted[term].limits) is not None:
        values = range(*limits)
        return range(min(values), max(values) + 1)
    if term.op in COUNTS:
        return _count_range(term.op, _starts(term.args[0], needs, {term}))
    if term in inside:
        return None
    if _is_of_pair(term):
        return _counted_range(term, needs)
    ways = [_reach(value, needs, counted, inside | {term}) for value in met_values(needs, term)]
    found = [one for one in ways if one is not None]
    if len(found) < len(ways) or not found:
        return None
    return range(min(one.start for one in found), max(one.stop for one in found))


def _is_of_pair(term: Term) -> bool:
    """Whether a value is a result of a line that gives two."""
    return term.op == "input" and place_of(term)[1].startswith("pair")


def _event_of(term: Term, needs: Needs) -> Event:
    return next(one for one in needs.flow.events.values() if term in one.gives.values())


def _counted_range(term: Term, needs: Needs) -> range | None:
    """The whole numbers of a counter after DSE or ISG while its loop goes on. None where not known."""
    event = _event_of(term, needs)
    op = {name: row for row, name in COUNTS.items()}.get(event.what)
    starts = _starts(event.takes["counter"], needs, {term}) if op and term is event.gives["y"] else None
    return _count_range(op, starts) if op else None


def _count_range(op: str, starts: set[Number] | None) -> range | None:
    """The whole numbers of a counter that starts at these while its loop goes on. None without a start."""
    if not starts:
        return None
    found = {number for start in starts for number in range(*counted_limits(op, start))}
    return range(min(found), max(found) + 1)


def _starts(term: Term, needs: Needs, seen: set[Term]) -> set[Number] | None:
    """The known numbers that come to a place, None where another one does. `seen` are left out."""
    if term.number is not None:
        return {term.number}
    values = met_values(needs, term)
    if not values:
        return None
    found: set[Number] = set()
    for value in values:
        if value not in seen:
            seen.add(value)
            starts = _starts(value, needs, seen)
            if starts is None:
                return None
            found |= starts
    return found


def _meant_registers(program: Program, count: int) -> set[int]:
    """The longest run of registers that no line stores by its number, with one that is recalled.

    `count` is how many registers there are. The first ten of them are enough where they have such a run of
    more than one. The statistics sums are stored by their own lines.
    """
    named = [(step.register, step.name) for step in program.steps if step.register is not None]
    stored = {number for number, name in named if not name.startswith("RCL")} | {*sum_registers(program)}
    read = {number for number, _ in named} - stored
    beyond = count > len(REGISTERS) or any(number >= _USUAL for number, _ in named)
    best: set[int] = set()
    for top in (count,) if beyond else (_USUAL, count):
        free = stretches(number for number in range(top) if number not in stored)
        runs = ({*range(first, last + 1)} for first, last in free)
        best = max(runs, key=lambda run: (len(run) > 1, bool(run & read), len(run)), default=set())
        if len(best) > 1:
            break
    return best
