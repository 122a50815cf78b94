"""A way that nothing goes is told where what excludes it is learned last."""

from __future__ import annotations

import pytest

from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.rewriting import at_least, at_most, number, whole_condition
from generator.compiler.validation.states import cannot_be
from hp15c.terms import constant, input_of, laws
from hp15c.terms.term import ANY, NOUGHT


@pytest.mark.parametrize(("most", "excluded"), [(5, True), (23, True), (24, False)])
def test_a_register_beyond_the_last_one_is_excluded_by_limits_that_come_later(
    most: int, excluded: bool
) -> None:
    """As where a listing reads an element before the source has said that the index is in the array."""
    index = input_of("x")
    address = laws.whole("magnitude", laws.add(index, number(-4)))
    facts = Knowledge().and_(laws.at_least(address, constant(20)))
    assert not cannot_be(facts)
    facts = facts.and_(whole_condition(index), at_least(index, 0), at_most(index, most))
    assert cannot_be(facts) == excluded


@pytest.mark.parametrize(("most", "excluded"), [(5, True), (23, True), (24, False)])
def test_it_is_excluded_where_the_limits_give_the_address_a_simpler_form(most: int, excluded: bool) -> None:
    """Of a number from 0 on the absolute value is the number itself."""
    x = input_of("x")
    index = laws.compute("INT", laws.compute("ABS", x))
    address = laws.whole("magnitude", laws.add(index, number(-4)))
    facts = Knowledge().and_(laws.at_least(address, constant(20)))
    facts = facts.and_(at_least(x, 0), at_most(x, most))
    assert cannot_be(facts) == excluded


@pytest.mark.parametrize(("most", "excluded"), [(1, True), (6, True), (7, False)])
def test_a_comparison_is_excluded_where_limits_give_its_element_a_simpler_form(
    most: int, excluded: bool
) -> None:
    """A listing divides by an element after it stored into R7. The source knows first that the index is in
    the array and then that the element is not 0."""
    elements, index = input_of("elements", ANY), input_of("x")
    address = laws.whole("magnitude", index)
    stored = laws.store(elements, constant(7), input_of("y"))
    facts = Knowledge().and_(laws.equal(laws.register(stored, address), NOUGHT))
    facts = facts.and_(whole_condition(index), at_least(index, 0), at_most(index, most))
    assert not cannot_be(facts)
    facts = facts.and_(laws.no(laws.equal(laws.register(elements, address), NOUGHT)))
    assert cannot_be(facts) == excluded
