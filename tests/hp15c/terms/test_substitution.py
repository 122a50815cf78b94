"""Terms with others put in."""

from __future__ import annotations

from hp15c.numbers.number import Number
from hp15c.terms import laws
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import constant, input_of

TWO = constant(Number.of(2))


def test_an_input_becomes_a_number_and_the_term_is_computed() -> None:
    x, y = input_of("x"), input_of("y")
    made = Substitution({x: TWO})
    assert made(laws.add(x, TWO)) == constant(Number.of(4))
    assert made(laws.add(x, y)) == laws.add(TWO, y)
    assert made(y) is y
