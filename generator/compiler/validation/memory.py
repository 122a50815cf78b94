"""Registers by numbers that are computed: what a memory holds, where it is known which numbers differ."""

from __future__ import annotations

from typing import Final, Protocol

from generator.compiler.validation import opaque
from generator.compiler.validation.ranges import Linear, Range, scaled, total
from hp15c.terms import laws
from hp15c.terms.term import Term, term

_MATRICES: Final = frozenset(opaque.PIECES.values())


class Addresses(Protocol):
    """What is known of numbers of registers."""

    def range(self, of: Term) -> Range:
        """The range of a number."""

    def linear(self, of: Term) -> Linear:
        """A whole number as a sum of others."""

    def of_linear(self, linear: Linear) -> Range:
        """The range of a sum of whole numbers."""


def same(known: Addresses, one: Term, other: Term) -> bool | None:
    """Whether two numbers mean the same register. None when it is not known."""
    if one is other:
        return True
    if {one, other} & _MATRICES:
        return False
    first, second = _linear(known, one), _linear(known, other)
    if first is None or second is None:
        return None
    difference = known.of_linear(total(first, scaled(second, -1)))
    if difference.low == difference.high == 0:
        return True
    return False if difference.above(0) or difference.below(0) else None


def _linear(known: Addresses, address: Term) -> Linear | None:
    if address.whole is not None:
        return Linear((), address.whole)
    if address.op == "magnitude":
        held = known.range(address.args[0])
        if held.whole and held.low is not None and held.low >= 0:
            return known.linear(address.args[0])
        if held.whole and held.high is not None and held.high <= 0:
            return scaled(known.linear(address.args[0]), -1)
    return None


def read(known: Addresses, memory: Term, address: Term) -> Term:
    """The value of a register of a memory. Changes of other registers are left out of the memory."""
    above: list[tuple[Term, Term]] = []
    base = memory
    while base.op == "stored":
        before, place, value = base.args
        alike = same(known, place, address)
        if alike is True:
            if not above:
                return value
            base = stored(laws.cleared(), place, value)
            break
        if alike is None:
            above.append((place, value))
        base = before
    for place, value in reversed(above):
        base = stored(base, place, value)
    return laws.register(base, address)


def with_matrices(known: Addresses, memory: Term, other: Term) -> Term:
    """A memory with the matrices of another one."""
    for place in opaque.PIECES.values():
        value = read(known, other, place)
        if laws.register(memory, place) is not value:
            memory = store(known, memory, place, value)
    return memory


def changed(before: Term, after: Term) -> frozenset[Term] | None:
    """The registers by known numbers that differ in two memories. None where they differ in others."""
    parts: list[dict[Term, Term]] = []
    bases = []
    for base in (before, after):
        found: dict[Term, Term] = {}
        while base.op == "stored":
            base, place, value = base.args
            found.setdefault(place, value)
        parts.append(found)
        bases.append(base)
    places = {place for found in parts for place in found if parts[0].get(place) is not parts[1].get(place)}
    if bases[0] is not bases[1] or any(one.whole is None for one in (*parts[0], *parts[1])):
        return frozenset() if before is after else None
    return None if places & _MATRICES else frozenset(places)


def stored(memory: Term, place: Term, value: Term) -> Term:
    """A memory with a change, without any law."""
    return term("stored", memory, place, value, kind=memory.kind | value.kind)


def store(known: Addresses, memory: Term, address: Term, value: Term) -> Term:
    """A memory with one register changed. Changes that do not touch each other stand in one order."""
    base, changes = memory, []
    while base.op == "stored":
        before, place, kept = base.args
        changes.append((place, kept))
        base = before
    for position, (place, _) in enumerate(changes):
        alike = same(known, place, address)
        if alike is None:
            break
        if alike:
            del changes[position]
            break
    position = 0
    while position < len(changes) and _rank(changes[position][0]) > _rank(address):
        if same(known, changes[position][0], address) is not False:
            break
        position += 1
    changes.insert(position, (address, value))
    for place, kept in reversed(changes):
        if read(known, base, place) is not kept:
            base = stored(base, place, kept)
    return base


def _rank(address: Term) -> tuple[int, int, int]:
    """Known registers stand above those that are computed."""
    known = address.whole
    return (0, *address.order) if known is None else (1, known, 0)
