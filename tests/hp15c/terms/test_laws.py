"""The laws of terms, each tried on the readable machine with random numbers and those at the edges.

A law is two ways to press keys, after which X, overflow and Error are the same for all numbers in Y and X.
"""

from __future__ import annotations

import random
from itertools import product

import pytest

from hp15c.calculator import Calculator
from hp15c.numbers.number import ZERO, Number
from hp15c.rules.number_functions import ONE, SEVERAL, result
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.terms import constant, evaluate, input_of, laws
from hp15c.terms.laws import NEVER_FAIL, NEVER_OVERFLOW
from hp15c.terms.term import OTHER, term
from tests.support.random_lines import number
from tests.support.shares import share

EDGES = tuple(
    map(
        Number.of,
        (
            *("0", "1", "-2", "-0.3333333333", "9.999999999e99", "-1e-99"),
            *("5e-50", "2e50", "9999999999", "123456789.5"),
        ),
    )
)

LAWS = {
    "a + b = b + a": ("+", "x↔y +"),
    "a × b = b × a": ("×", "x↔y ×"),
    "a − b = a + (−b)": ("−", "CHS +"),
    "−(a + b) = (−a) + (−b)": ("+ CHS", "CHS x↔y CHS +"),
    "(−a) × b = −(a × b)": ("x↔y CHS ×", "× CHS"),
    "(−a) ÷ b = −(a ÷ b)": ("x↔y CHS x↔y ÷", "÷ CHS"),
    "a ÷ (−b) = −(a ÷ b)": ("CHS ÷", "÷ CHS"),
    "a + 0 = a": ("0 +", ""),
    "a × 1 = a": ("1 ×", ""),
    "a ÷ 1 = a": ("1 ÷", ""),
    "a × 0 = 0": ("0 ×", "CLx"),
    "a − a = 0": ("ENTER −", "CLx"),
    "a + a = 2 × a": ("ENTER +", "2 ×"),
    "x² = x × x": ("x²", "ENTER ×"),
    "1/x = 1 ÷ x": ("1/x", "1 x↔y ÷"),
    "INT(−a) = −INT a": ("CHS INT", "INT CHS"),
    "FRAC(−a) = −FRAC a": ("CHS FRAC", "FRAC CHS"),
    "INT INT a = INT a": ("INT INT", "INT"),
    "FRAC FRAC a = FRAC a": ("FRAC FRAC", "FRAC"),
    "INT FRAC a = 0": ("FRAC INT", "CLx"),
    "FRAC INT a = 0": ("INT FRAC", "CLx"),
    "ABS(−a) = ABS a": ("CHS ABS", "ABS"),
    "ABS ABS a = ABS a": ("ABS ABS", "ABS"),
    "−(−a) = a": ("CHS CHS", ""),
    "(b + 3i) + (a + 2i) has a + b": ("3 I x↔y 2 I +", "+"),
    "(3 + b i) + (2 + a i) has a + b": ("3 x↔y I x↔y 2 x↔y I + Re↔Im", "+"),
    "(a + 2i) − (b + 3i) has a − b": ("3 I x↔y 2 I x↔y −", "−"),
    "(2 + a i) − (3 + b i) has a − b": ("3 x↔y I x↔y 2 x↔y I x↔y − Re↔Im", "−"),
    "|a + b i| has the imaginary part 0": ("I ABS Re↔Im", "I ABS CLx"),
    "a ÷ 100 = 0.01 × a": ("1 0 0 ÷", ". 0 1 ×"),
    "a ÷ 1e99 = 1e-99 × a": ("1 EEX 9 9 ÷", "1 EEX CHS 9 9 ×"),
    "a ÷ 1e-99 = 1e99 × a": ("1 EEX CHS 9 9 ÷", "1 EEX 9 9 ×"),
    "a × 0.5 = a ÷ 2": (". 5 ×", "2 ÷"),
    "a ÷ 0.5 = a × 2": (". 5 ÷", "2 ×"),
    "a × 0.125 = a ÷ 8": (". 1 2 5 ×", "8 ÷"),
    "a × 0.002 = a ÷ 500": (". 0 0 2 ×", "5 0 0 ÷"),
    "a × 0.0009765625 = a ÷ 1024": ("9 . 7 6 5 6 2 5 EEX CHS 4 ×", "1 0 2 4 ÷"),
    "19 % of a = 0.19 × a": ("1 9 %", ". 1 9 ×"),
    "a % of 19 = 0.19 × a": ("1 9 x↔y %", ". 1 9 ×"),
    "9e98 % of a = 9e96 × a": ("9 EEX 9 8 %", "9 EEX 9 6 ×"),
    "a % of 9e98 = 9e96 × a": ("9 EEX 9 8 x↔y %", "9 EEX 9 6 ×"),
    "1e-97 % of a = 1e-99 × a": ("1 EEX CHS 9 7 %", "1 EEX CHS 9 9 ×"),
}
WHERE_NOT_ZERO = {"0 ÷ a = 0": ("0 x↔y ÷", "CLx"), "a ÷ a = 1": ("ENTER ÷", "CLx 1")}
"""These hold where a is not 0."""


def operands(seed: str, count: int) -> list[tuple[Number, Number]]:
    chance = random.Random(seed)
    return [*product(EDGES, EDGES), *((number(chance), number(chance)) for _ in range(count))]


def after(model: Model, a: Number, b: Number, keys: str) -> tuple[Number | str, bool]:
    """X and overflow, or the Error, when keys are pressed with a in Y and b in X."""
    calculator = Calculator(model)
    calculator.y, calculator.x = a, b
    for key in keys.split():
        calculator.press(key)
        if calculator.error:
            return calculator.error, False
    return calculator.state.real(), 9 in calculator.flags


@pytest.mark.first
@pytest.mark.parametrize("law", LAWS)
def test_laws_hold_for_all_numbers(law: str) -> None:
    left, right = LAWS[law]
    for a, b in operands(law, share(60)):
        assert after(Model.HP15C, a, b, left) == after(Model.HP15C, a, b, right), f"{law} for {a} and {b}"


@pytest.mark.parametrize("law", WHERE_NOT_ZERO)
def test_laws_of_quotients_hold_where_the_divisor_is_not_0(law: str) -> None:
    left, right = WHERE_NOT_ZERO[law]
    for a, b in operands(law, share(60)):
        if b != ZERO:
            assert after(Model.HP15C, a, b, left) == after(Model.HP15C, a, b, right), f"{law} for {b}"


@pytest.mark.parametrize(("left", "right"), [("+ 3 +", "3 + +"), ("× 3 ×", "3 × ×"), ("3 ÷ 3 ×", "")])
def test_what_is_no_law_is_seen_with_these_numbers(left: str, right: str) -> None:
    pairs = operands("no law", 60)
    assert any(after(Model.HP15C, a, b, left) != after(Model.HP15C, a, b, right) for a, b in pairs)


def joined(numbers: list[Number], keys: str) -> tuple[Number | str, Number, bool]:
    """Both parts of X and overflow, or the Error, after keys with a + b i in Y and c + d i in X."""
    calculator = Calculator(Model.HP15C)
    calculator.t, calculator.z, calculator.y, calculator.x = numbers
    calculator.press("I R↓ I R↑")
    for key in keys.split():
        calculator.press(key)
        if calculator.error:
            return calculator.error, ZERO, False
    return calculator.state.real(), calculator.state.imaginary[0], 9 in calculator.flags


def test_the_order_of_a_product_of_complex_numbers_does_not_matter() -> None:
    chance = random.Random("complex")
    edge = (*EDGES, ZERO, ZERO)
    drawn = [[chance.choice((number(chance), chance.choice(edge))) for _ in range(4)] for _ in range(1_000)]
    assert joined([*map(Number.of, (1, 2, 3, 4))], "×") == (Number.of(-5), Number.of(10), False)
    seen = [joined(one, "×") for one in drawn]
    assert seen == [joined(one, "x↔y ×") for one in drawn]
    assert {overflow for *_, overflow in seen} == {True, False}
    assert [joined(one, "÷") for one in drawn] != [joined(one, "x↔y ÷") for one in drawn]
    a, b, c, d = map(input_of, ("x", "y", "z", "t"))
    assert laws.results("complex ×", a, b, c, d) == laws.results("complex ×", c, d, a, b)
    assert laws.overflows("complex ×", a, b, c, d) is laws.overflows("complex ×", c, d, a, b)
    assert laws.results("complex ÷", a, b, c, d) != laws.results("complex ÷", c, d, a, b)


def test_comparisons_turn_round_with_the_signs() -> None:
    for a, b in operands("comparisons", 300):
        assert (a < b) is (-b < -a)
        assert (a == b) is (-a == -b)


@pytest.mark.slow
def test_functions_that_never_overflow_and_never_fail() -> None:
    known = ONE | SEVERAL
    for name in sorted(((NEVER_OVERFLOW | NEVER_FAIL) & known.keys()) - {"RAN#"}):
        for a, b in operands(name, 50):
            for given in ((a,), (a, b)):
                try:
                    done = result(name, *given)
                except (TypeError, AttributeError):
                    continue  # it takes another number of operands, or a mode
                assert done is None or not done[1] or name not in NEVER_OVERFLOW, f"{name} of {given}"
                assert done is not None or name not in NEVER_FAIL, f"{name} of {given}"


@pytest.mark.slow
def test_terms_that_laws_make_have_the_value_that_the_functions_give() -> None:
    """Random expressions, made by the laws and computed step by step without any."""
    chance = random.Random("expressions")
    for _ in range(share(2_000)):
        state = State.fresh(Model.HP15C)
        state.stack[:] = [chance.choice((number(chance), chance.choice(EDGES))) for _ in range(4)]
        pairs = [(input_of(name), state.stack[place]) for place, name in enumerate("xyzt")]
        pairs += [(constant(Number.of(one)), Number.of(one)) for one in (0, 1, 2, -1)]
        for _ in range(6):
            name = chance.choice(("+", "−", "×", "÷", "%", "x²", "1/x", "INT", "FRAC", "ABS", "CHS"))
            (a, left), (b, right) = chance.choice(pairs), chance.choice(pairs)
            assert isinstance(left, Number)
            assert isinstance(right, Number)
            if name == "CHS":
                pairs.append((laws.negate(a), -left))
                continue
            two = name in ("+", "−", "×", "÷", "%")
            terms, numbers = ((a, b), (left, right)) if two else ((a,), (left,))
            done = result(name, *numbers)
            assert evaluate(laws.fails(name, *terms), state) is (done is None), f"{name} of {numbers}"
            if done is None:
                continue
            assert evaluate(laws.overflows(name, *terms), state) is done[1], f"{name} of {numbers}"
            made = laws.compute(name, *terms)
            assert evaluate(made, state) == done[0][0], f"{name} of {numbers}: {made}"
            pairs.append((made, done[0][0]))


PER_CENT = ("1", "-300", "150", "9.999999999e99", "-1e98", "5e-50", "1e-97", "1e-98", "0")


@pytest.mark.parametrize("text", PER_CENT)
def test_per_cent_by_a_known_number_overflow_where_the_product_with_its_hundredth_does(text: str) -> None:
    """A hundredth of 1e-98 is too small for a number, and is none."""
    known, x = Number.of(text), input_of("x")
    hundredth = laws.divide(constant(known), laws.HUNDRED)
    assert laws.overflows("%", x, constant(known)) is (
        laws.overflows("×", x, hundredth)
        if hundredth.number
        else term("overflows", x, constant(known), payload="%", kind=OTHER)
    )
    chance = random.Random(text)
    for number_of_x in (*EDGES, *(number(chance) for _ in range(share(300)))):
        state = State.fresh(Model.HP15C)
        state.stack[0] = number_of_x
        for given, terms in (
            ((number_of_x, known), (x, constant(known))),
            ((known, number_of_x), (constant(known), x)),
        ):
            done = result("%", *given)
            assert done is not None
            assert evaluate(laws.overflows("%", *terms), state) is done[1], f"% of {given}"


@pytest.mark.parametrize(
    ("text", "inverse"),
    [
        ("0.5", "2"),
        ("-0.25", "-4"),
        ("9.765625e-4", "1024"),
        ("2e-30", "5e29"),
        ("0.3", ""),
        ("0.1", ""),
        ("2", ""),
    ],
)
def test_whole_inverses_are_exact(text: str, inverse: str) -> None:
    assert laws.whole_inverse(Number.of(text)) == (Number.of(inverse) if inverse else None)
    factor, a = constant(Number.of(text)), input_of("a")
    if inverse:
        assert laws.multiply(a, factor) is laws.divide(a, constant(Number.of(inverse)))
        assert laws.divide(a, factor) is laws.multiply(a, constant(Number.of(inverse)))
