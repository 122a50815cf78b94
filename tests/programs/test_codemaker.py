"""The displays that a CodeMaker has to show, and the keys that play it."""

from __future__ import annotations

from itertools import product

import pytest

from hp15c import Calculator
from hp15c.errors import InputError
from programs import codemaker
from solver.scores import Score


@pytest.mark.parametrize(("guess", "black", "white"), [("4213", 2, 1), ("7", 1, 0), ("12345678", 0, 8)])
def test_an_answer_is_what_the_calculator_shows(guess: str, black: int, white: int) -> None:
    """Guess + cd/100, in FIX 2."""
    calculator = Calculator()
    calculator.press(f"FIX 2 {guess} ENTER .{black}{white} +")
    assert codemaker.answer_display(guess, Score(black, white)) == calculator.display


def test_a_turn_is_what_the_calculator_shows() -> None:
    calculator = Calculator()
    calculator.press("FIX 0 3 ENTER")
    assert codemaker.turn_display(3) == calculator.display


def test_codes_by_their_places() -> None:
    codes = ["".join(digits) for digits in product("1234", repeat=3)]
    assert [codemaker.code_at(place, 3, 4) for place in range(4**3)] == codes
    assert [codemaker.code_at(place, 2) for place in range(4)] == ["11", "12", "21", "22"]


def test_a_shorter_guess_has_leading_zeros() -> None:
    assert codemaker.true_score("13", "213") == Score(2, 0)


@pytest.mark.parametrize(("text", "registers"), [("1-3", (1, 2, 3)), ("5", (5,)), ("1,3,.2", (1, 3, 12))])
def test_registers_as_a_person_writes_them(text: str, registers: tuple[int, ...]) -> None:
    assert codemaker.read_registers(text) == registers


def test_templates_of_keys() -> None:
    assert codemaker.read_start("{secret} GSB B", "secret").text(1234) == "1234 GSB B"
    assert codemaker.read_draw("{n} GSB A").text(4) == "4 GSB A"
    with pytest.raises(InputError):
        codemaker.read_start("GSB B", "secret")
