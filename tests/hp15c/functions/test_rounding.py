from decimal import ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hp15c.functions.rounding import DisplayedDigits, displayed_digits, round_to_format, to_significant
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.table.modes import Format, Notation
from tests.support.arbitrary import numbers
from tests.support.records import measured, operand, records

FIX, SCI, ENG = Notation.FIX, Notation.SCI, Notation.ENG
NOTATION_KEYS = {"7": FIX, "8": SCI, "9": ENG}
EXACT = Context(prec=200, rounding=ROUND_HALF_UP)
formats = st.builds(Format, st.sampled_from(Notation), st.integers(0, 9))


def lcd(digits: DisplayedDigits) -> str:
    """The eleven cells of the display: sign, digits with their commas, exponent."""
    sign = "-" if digits.negative else " "
    if digits.exponent is None:
        text = f"{int(digits.before):,}.{digits.after}"
        return sign + text + " " * (10 - len(digits.before + digits.after))
    gap = " " * (7 - len(digits.before + digits.after))
    exponent_sign = "-" if digits.exponent < 0 else " "
    return f"{sign}{digits.before}.{digits.after}{gap}{exponent_sign}{abs(digits.exponent):02}"


@pytest.mark.parametrize("category", ["display", "11c-display"])
def test_digits_agree_with_the_records(category):
    wrong = []
    plain = [r for r in records(category) if "41+48" not in r["keys"]]
    assert len(plain) > 200
    for record in plain:
        notation, digits = record["format"].split()
        fmt = Format(Notation(notation), int(digits))
        if lcd(displayed_digits(Number.of(record["x"]), fmt)) != record["display"]:
            wrong.append(record["id"])
    assert wrong == []


def test_rnd_agrees_with_the_records():
    wrong = []
    for record in measured("unary", "RND"):
        _, key, digits = (record["mode"] or "f 7 4").split()
        if round_to_format(operand(record), Format(NOTATION_KEYS[key], int(digits))) != Number.of(
            record["x"]
        ):
            wrong.append(record["id"])
    assert wrong == []


@given(numbers(-12, 9), st.integers(0, 9))
def test_fix_rounds_half_up_at_the_last_decimal(x, decimals):
    expected = EXACT.quantize(x.decimal, Decimal(1).scaleb(-decimals))
    assert round_to_format(x, Format(FIX, decimals)) == expected


@given(numbers(-99, 98), st.integers(0, 9), st.sampled_from([SCI, ENG]))
def test_sci_and_eng_round_half_up_at_the_last_digit(x, digits, notation):
    expected = Context(prec=digits + 1, rounding=ROUND_HALF_UP).plus(x.decimal)
    assert round_to_format(x, Format(notation, digits)) == expected


@pytest.mark.slow
@given(numbers(), formats)
def test_rounding_twice_changes_nothing(x, fmt):
    once = round_to_format(x, fmt)
    assert round_to_format(once, fmt) == once


@given(numbers(), formats)
def test_every_display_fits_its_cells(x, fmt):
    digits = displayed_digits(x, fmt)
    places = len(digits.before + digits.after)
    assert places <= (10 if digits.exponent is None else 7)
    assert digits.before
    assert digits.negative == x.negative
    assert (digits.exponent is None) <= (fmt.notation is FIX)
    if fmt.notation is ENG:
        assert digits.exponent % 3 == 0


@pytest.mark.parametrize(
    ("x", "fmt", "text"),
    [
        ("9.9995", Format(FIX, 3), " 10.000     "),
        ("0.0000499", Format(FIX, 4), " 4.9900  -05"),
        ("123.456", Format(ENG, 0), " 100.     00"),
        ("9.9996", Format(ENG, 2), " 10.0     00"),
        ("9.876543e99", Format(SCI, 0), " 9.876543 99"),
        ("-2.9", Format(FIX, 11), "-3.         "),
        ("-2.9", Format(SCI, 11), "-3.       00"),
        ("0", Format(ENG, 3), " 0.000    00"),
    ],
)
def test_worked_examples(x, fmt, text):
    assert lcd(displayed_digits(Number.of(x), fmt)) == text


def test_no_rounding_beyond_the_greatest_exponent():
    assert round_to_format(GREATEST, Format(SCI, 0)) == GREATEST
    assert to_significant(GREATEST, 3) == GREATEST


def test_keeping_no_digit():
    assert to_significant(Number.of("0.5"), 0) == 1
    assert to_significant(Number.of("0.4999999999"), 0) == ZERO
    assert to_significant(Number.of("0.9"), -1) == ZERO
