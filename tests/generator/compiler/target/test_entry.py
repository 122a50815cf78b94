"""Constants keyed in: the keys type the number that they stand for."""

from __future__ import annotations

import random

from generator.compiler.target.entry import keys_of
from generator.peephole.typing import value
from hp15c.numbers.number import Number
from hp15c.table.instructions import DIGITS, ROWS, Step


def typed(number: Number) -> Number | None:
    """The number that the keys of a number type."""
    return value(
        tuple(Step(ROWS["digit"], key) if key in DIGITS else Step(ROWS[key]) for key in keys_of(number))
    )


def test_ten_digits_behind_the_point_are_keyed_in_whole() -> None:
    for text in ("0.3333333333", "-0.6666666667", "0.01234567891", "0.123456789"):
        assert typed(Number.of(text)) == Number.of(text)


def test_drawn_numbers_are_keyed_in_whole() -> None:
    draw = random.Random(15)
    for _ in range(2_000):
        digits = draw.randint(1, 10)
        number = Number.of(
            f"{draw.choice(('', '-'))}{draw.randint(1, 10**digits - 1)}e{draw.randint(-14, 14)}"
        )
        assert typed(number) == number
