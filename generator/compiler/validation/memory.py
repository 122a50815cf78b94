"""Registers by numbers that are computed: what a memory holds, where it is known which numbers differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from generator.compiler.validation import opaque
from generator.compiler.validation.ranges import Linear, Range, multiple, total
from generator.compiler.validation.rewriting import Numbers
from hp15c.terms import laws
from hp15c.terms.term import Term, term

_MATRICES: Final = frozenset(opaque.PIECES.values())


class Addresses(Numbers, Protocol):
    """What is known of numbers of registers."""

    def linear(self, of: Term) -> Linear:
        """A whole number as a sum of others."""

    def of_linear(self, linear: Linear) -> Range:
        """The range of a sum of whole numbers."""

    def alike(self, one: Term, other: Term) -> bool | None:
        """What `same` says, which is asked once for each pair."""


def same(known: Addresses, one: Term, other: Term) -> bool | None:
    """Whether two numbers mean the same register. None when it is not known."""
    if one is other:
        return True
    if None not in (one.whole, other.whole) or {one, other} & _MATRICES:
        return False
    if known.range(one).meet(known.range(other)).is_empty:
        return False
    first, second = _linear(known, one), _linear(known, other)
    if first is None or second is None:
        return None
    difference = known.of_linear(total(first, multiple(second, -1)))
    if difference.low == difference.high == 0:
        return True
    return False if difference.above(0) or difference.below(0) else None


def _linear(known: Addresses, address: Term) -> Linear | None:
    if address.whole is not None:
        return Linear((), address.whole)
    if address.op == "magnitude":
        inner = address.args[0]
        whole = inner if known.range(inner).whole else laws.compute("INT", inner)
        held = known.range(whole)
        if held.whole and held.low is not None and held.low >= 0:
            return known.linear(whole)
        if held.whole and held.high is not None and held.high <= 0:
            return multiple(known.linear(whole), -1)
    return None


def read(known: Addresses, memory: Term, address: Term) -> Term:
    """The value of a register of a memory. Changes of other registers are left out of the memory."""
    above: list[tuple[Term, Term]] = []
    base = memory
    while base.op == "stored":
        before, place, value = base.args
        alike = known.alike(place, address)
        if alike is True:
            if not above:
                return value
            base = put(laws.zeros(), place, value)
            break
        if alike is None:
            above.append((place, value))
        base = before
    for place, value in reversed(above):
        base = put(base, place, value)
    return laws.register(base, address)


def with_matrices(known: Addresses, memory: Term, other: Term, more: Iterable[Term] = ()) -> Term:
    """A memory with the matrices of another one, and with what that one has in the registers `more`."""
    for place in (*opaque.PIECES.values(), *more):
        value = read(known, other, place)
        if laws.register(memory, place) is not value:
            memory = store(known, memory, place, value)
    return memory


def changed_registers(before: Term, after: Term) -> frozenset[Term] | None:
    """The registers by known numbers that differ in two memories. None where they differ in others."""
    parts = [dict([*laws.stores(one)][::-1]) for one in (before, after)]
    bases = [laws.changes(one)[0] for one in (before, after)]
    places = {place for found in parts for place in found if parts[0].get(place) is not parts[1].get(place)}
    if bases[0] is not bases[1] or any(one.whole is None for one in (*parts[0], *parts[1])):
        return frozenset() if before is after else None
    return None if places & _MATRICES else frozenset(places)


def put(memory: Term, place: Term, value: Term) -> Term:
    """A memory with `value` stored in `place`, as a term that no law has changed."""
    return term("stored", memory, place, value, kind=memory.kind | value.kind)


def store(known: Addresses, memory: Term, address: Term, value: Term) -> Term:
    """A memory with one register changed. Changes that do not touch each other stand in one order.

    What was stored in the register before is left out: whatever reads it finds the new value.
    """
    if value.op == "register" and read(known, memory, address) is value:
        return memory
    above: list[tuple[Term, Term]] = []
    base = _without_change(known, memory, address)
    while base.op == "stored" and _rank(base.args[1]) > _rank(address):
        if known.alike(base.args[1], address) is not False:
            break
        above.append((base.args[1], base.args[2]))
        base = base.args[0]
    if read(known, base, address) is not value:
        base = put(base, address, value)
    for place, kept in reversed(above):
        base = put(base, place, kept)
    return base


def _without_change(known: Addresses, memory: Term, address: Term) -> Term:
    """A memory without the change of a register. The memory itself where there is none."""
    above: list[tuple[Term, Term]] = []
    base = memory
    while base.op == "stored":
        before, place, value = base.args
        if known.alike(place, address):
            for place, value in reversed(above):
                before = put(before, place, value)
            return before
        above.append((place, value))
        base = before
    return memory


def _rank(address: Term) -> tuple[int, int, int]:
    """The key by which addresses are sorted: computed ones first, then known registers by their number."""
    known = address.whole
    return (0, *address.order) if known is None else (1, known, 0)
