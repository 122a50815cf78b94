"""The keys of a constant: the calculator itself reads them back."""

from __future__ import annotations

import pytest
from hypothesis import given

from generator.compiler.target.entry import keys_of
from hp15c import Calculator
from hp15c.numbers.number import Number
from tests.support.arbitrary import numbers


@given(numbers())
def test_the_calculator_reads_the_number_that_was_meant(number: Number) -> None:
    calculator = Calculator()
    calculator.press(" ".join(keys_of(number)) + " ENTER")
    assert calculator.x == number


@pytest.mark.parametrize(
    ("number", "keys"),
    [
        ("100", "EEX 2"),
        ("1e-7", "EEX 7 CHS"),
        ("-1e20", "1 CHS EEX 2 0"),
        ("0.5", ". 5"),
        ("12.5", "1 2 . 5"),
        ("25e11", "2 5 EEX 1 1"),
    ],
)
def test_no_way_is_shorter(number: str, keys: str) -> None:
    assert " ".join(keys_of(Number.of(number))) == keys


def test_a_power_that_is_too_large_until_its_sign_is_keyed_is_not_used() -> None:
    """1 1 EEX 9 9 is an overflow, and CHS does not take it back."""
    assert "9 9" not in " ".join(keys_of(Number.of("1.1e-98")))


def test_ten_digits_behind_the_point_are_keyed_in_whole() -> None:
    """The point that comes first takes one of ten digits."""
    for number in ("0.3333333333", "-0.6666666667", "0.01234567891"):
        calculator = Calculator()
        calculator.press(" ".join(keys_of(Number.of(number))) + " ENTER")
        assert calculator.x == Number.of(number)
