"""What is guessed of the names of the source follows from what is known where both sides arrive."""

from __future__ import annotations

import pytest

from generator.compiler.validation.guess import Guess, Over
from generator.compiler.validation.knowledge import Knowledge
from hp15c.numbers.number import Number
from hp15c.terms import constant, input_of, laws
from hp15c.terms.term import NOUGHT, NUMBER, Term

RIGHT, OTHER_NAME = input_of("0.right"), input_of("0.other")


@pytest.mark.parametrize(
    ("value", "said"),
    [(RIGHT, {laws.equal(RIGHT, NOUGHT)}), (constant(Number.of(1)), set()), (OTHER_NAME, set())],
)
def test_a_condition_over_what_a_name_held_before_says_nothing_of_the_name(
    value: Term, said: set[Term]
) -> None:
    """Of `right = not right`, where `right` was 0: it is 1 afterwards."""
    known = Knowledge().and_(laws.equal(RIGHT, NOUGHT))
    guess = Guess({"0.right": NUMBER}, {}, [], {}, {})
    assert set(Over(guess, known, {"0.right": value}).conditions()) == said


def test_a_flag_may_hold_a_condition_of_names() -> None:
    condition = laws.no(laws.equal(RIGHT, NOUGHT))
    guess = Guess({"0.right": NUMBER}, {}, [], {}, {})
    held = Over(guess, Knowledge(), {"0.right": OTHER_NAME})
    assert list(held.candidates(laws.no(laws.equal(OTHER_NAME, NOUGHT)))) == [condition]


def test_a_number_is_told_over_a_name_that_is_its_negative() -> None:
    """As in a register with e to the power of ab, where the source has −ab."""
    product = laws.multiply(input_of("a"), input_of("b"))
    name = laws.negate(product)
    assert name.args == (product,)
    held = Over(Guess({"0.right": NUMBER}, {}, [], {}, {}), Knowledge(), {"0.right": name})
    assert laws.compute("eˣ", laws.negate(RIGHT)) in held.candidates(laws.compute("eˣ", product))
