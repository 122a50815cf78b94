"""Registers by computed numbers: how many of them are compared, and what a memory holds."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler.validation import memory
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.ranges import Linear, Range
from generator.compiler.validation.rewriting import at_least, at_most, number, whole_condition
from hp15c.numbers.number import Number
from hp15c.terms import laws
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import Term, constant, input_of

STORES = 24


class Counting(Knowledge):
    """Knowledge that counts the differences of numbers of registers that it is asked for."""

    __slots__ = ("asked",)

    def of_linear(self, linear: Linear) -> Range:
        self.asked = getattr(self, "asked", 0) + 1
        return super().of_linear(linear)


def index(name: str) -> Term:
    return input_of(f"fresh {name}")


def conditions(names: list[Term]) -> list[Term]:
    return [found for one in names for found in (whole_condition(one), at_least(one, 0), at_most(one, 12))]


def test_each_pair_of_unknown_addresses_is_compared_a_few_times() -> None:
    """With many stores it was each pair for each store."""
    names = [index(f"i{number}") for number in range(STORES)]
    known = Counting(conditions(names))
    begun = known.asked if hasattr(known, "asked") else 0
    cells = laws.zeros()
    for at, one in enumerate(names):
        cells = memory.store(known, cells, known.address(one), number(at + 1))
    memory.read(known, cells, known.address(names[0]))
    assert known.asked - begun <= 4 * STORES * STORES


@pytest.mark.parametrize("order", [(0, 1, 0), (0, 1, 2, 0, 1), (0, 2, 1, 0, 3, 2), (1, 1, 0, 2, 1)])
def test_a_memory_holds_what_was_stored_last(order: tuple[int, ...]) -> None:
    """For all numbers that the unknown addresses may be, as in a list of registers."""
    names = [index("i"), index("j")]
    known = Knowledge(conditions(names))
    addresses = [*map(known.address, names), constant(1), known.address(laws.add(names[0], number(1)))]
    cells = laws.zeros()
    for at, which in enumerate(order, 1):
        cells = memory.store(known, cells, addresses[which], number(at))
    for i, j in product(range(3), repeat=2):
        plain = [0] * 5
        for at, which in enumerate(order, 1):
            plain[(i, j, 1, i + 1)[which]] = at
        put_in = Substitution(dict(zip(names, map(number, (i, j)), strict=True)))
        for place, value in enumerate(plain):
            found = Knowledge().normal(put_in(memory.read(known, cells, constant(place))))
            assert found is number(value), (i, j, place)


def test_an_index_with_a_fraction_reaches_the_register_of_its_integer_part() -> None:
    one, other = index("i"), laws.compute("INT", index("i"))
    known = Knowledge().and_(at_least(other, 1), at_most(other, 9))
    addresses = [laws.whole("magnitude", each) for each in (one, other)]
    assert memory.same(known, *addresses)
    assert (known.range(addresses[0]).low, known.range(addresses[0]).high) == (1, 9)
    next_one = laws.whole("magnitude", laws.add(other, number(1)))
    assert memory.same(known, addresses[0], next_one) is False
    assert memory.same(Knowledge(), *addresses) is None


def test_storing_what_a_register_holds_changes_nothing() -> None:
    """Also where another store may have changed it, but not where its value is that of before."""
    i, one = index("i"), constant(1)
    known = Knowledge(conditions([i]))
    before = laws.store(laws.zeros(), one, number(7))
    after = memory.store(known, before, known.address(i), number(3))
    assert memory.store(known, after, one, memory.read(known, after, one)) is after
    changed = memory.store(known, after, one, laws.register(input_of("others"), one))
    assert memory.read(known, changed, one) is laws.register(input_of("others"), one)
    back = memory.store(known, after, one, memory.read(known, before, one))
    assert memory.read(known, back, one) is number(7)


@pytest.mark.parametrize(("held", "register"), [("0.4", 0), ("-0.4", 0), ("0", 0), ("0.999", 0)])
def test_a_fraction_in_i_means_r0(held: str, register: int) -> None:
    fraction = laws.compute("FRAC", index("i"))
    found = Knowledge().normal(laws.whole("magnitude", fraction))
    assert found is constant(register)
    put_in = Substitution({index("i"): constant(Number.of(held))})
    assert Knowledge().normal(put_in(laws.whole("magnitude", fraction))) is found
