"""The keys of a constant: the calculator itself reads them back."""

from __future__ import annotations

import pytest
from hypothesis import given

from generator.compiler.target.entry import functions_between, hundredfold, keys_of, rate_of
from hp15c import Calculator
from hp15c.numbers.number import Number
from tests.support.arbitrary import numbers


@pytest.mark.slow
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


@pytest.mark.parametrize(
    ("number", "keys"),
    [
        ("0.125", "8 1/x"),
        ("-0.125", "8 CHS 1/x"),
        ("3600", "6 0 x²"),
        ("720", "6 x!"),
        ("1.414213562", "2 √x"),
        ("0.6666666667", "1 . 5 1/x"),
        ("0.5256064690", "1 9 5 ENTER 3 7 1 ÷"),
        ("0.01745329252", "1 →RAD"),
    ],
)
def test_a_function_or_a_quotient_is_keyed_in_where_it_gives_all_digits_and_saves_a_line(
    number: str, keys: str
) -> None:
    """Each is what the calculator itself computes from these keys."""
    meant = Number.of(number)
    assert " ".join(keys_of(meant)) == keys
    calculator = Calculator()
    calculator.press(keys)
    assert calculator.x == meant


def test_a_number_near_a_quotient_keeps_its_digits() -> None:
    """One digit of 1 ÷ 1.5 and of √2 is another one here."""
    assert keys_of(Number.of("0.666666667"))[0] == "."
    assert keys_of(Number.of("1.414213561"))[-1] == "1"


def test_a_power_that_is_too_large_until_its_sign_is_keyed_is_not_used() -> None:
    """1 1 EEX 9 9 is an overflow, and CHS does not take it back."""
    assert "9 9" not in " ".join(keys_of(Number.of("1.1e-98")))


def test_ten_digits_behind_the_point_are_keyed_in_whole() -> None:
    """The point that comes first takes one of ten digits."""
    for number in ("0.3333333333", "-0.6666666667", "0.01234567891"):
        calculator = Calculator()
        calculator.press(" ".join(keys_of(Number.of(number))) + " ENTER")
        assert calculator.x == Number.of(number)


def test_a_constant_is_made_of_another_one_where_that_saves_lines() -> None:
    constants = {
        i: Number.of(text) for i, text in enumerate(("9e99", "-9e99", "60", "3600", "2", "4", "0.5"))
    }
    made = functions_between(constants)
    # 4 is the square of 2, and 2 is the inverse of 0.5, but each takes one line anyway
    assert made == {0: (("CHS", 1),), 1: (("CHS", 0),), 2: (("x²", 3),), 3: (("√x", 2),), 4: (("1/x", 6),)}
    for i, ways in made.items():
        for function, other in ways:
            calculator = Calculator()
            calculator.press(f"{' '.join(keys_of(constants[i]))} STO 0 {function}")
            assert calculator.x == constants[other]


@pytest.mark.parametrize(
    ("line", "factor", "keys"),
    [
        ("×", "0.05", "5"),
        ("×", "0.15", "1 5"),
        ("×", "1.19", "1 1 9"),
        ("÷", "20", "5"),
        ("÷", "100", "1"),
        ("÷", "200", ". 5"),
        ("×", "0.5", ""),
        ("×", "15", ""),
        ("÷", "7", ""),
        ("÷", "1000", ""),
        ("+", "0.05", ""),
        ("×", "9e99", ""),
    ],
)
def test_a_rate_has_fewer_keys_than_the_factor_and_gives_the_same_digits(
    line: str, factor: str, keys: str
) -> None:
    rate = rate_of(line, [None, Number.of(factor)])
    assert " ".join(rate) == keys
    for base in ("1", "3.141592654", "-9999999999", "1e-90", "0") if rate else ():
        by_rate, by_factor = Calculator(), Calculator()
        by_rate.press(f"{_keyed(base)} ENTER {keys} %")
        by_factor.press(f"{_keyed(base)} ENTER {_keyed(factor)} {line}")
        assert by_rate.x == by_factor.x


def _keyed(number: str) -> str:
    return " ".join(keys_of(Number.of(number)))


def test_a_rate_is_of_one_constant_and_no_number_is_a_hundred_times_too_large() -> None:
    assert rate_of("×", [Number.of("0.05"), None]) == ("5",)
    assert rate_of("÷", [Number.of("20"), None]) == ()
    assert rate_of("×", [None, None]) == rate_of("LN", [None]) == ()
    assert hundredfold(Number.of("9e99")) is None
