"""Number entry, with the examples of BEHAVIOUR 1 and its appendix C."""

from __future__ import annotations

import pytest

from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.state import entry
from hp15c.state.entry import Entry


def typed(keys: str) -> Entry | None:
    """The entry that keys make. '<' is backspace."""
    current: Entry | None = None
    for key in keys.split():
        if key == "<":
            assert current is not None
            current = entry.backspace(current)
        else:
            current = entry.start(key) if current is None else entry.press(current, key)
    return current


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("1 2 3 4 5 6 7 8 9 0 1", "1234567890"),
        ("0 0 0 5 . 0 0", "5"),
        (". . 5", "0.5"),
        ("1 CHS 2", "-12"),
        ("0 CHS 5", "5"),
        ("1 EEX 5 CHS 7", "1e-57"),
        ("EEX 1 2 3", "1e23"),
        ("1 EEX . 5", "1e5"),
        (". EEX 3", "1000"),
        ("1 2 3 4 5 6 7 8 EEX 5", "123456785"),
        ("0 . 0 0 0 0 0 0 1 EEX 3", "0.00000013"),
        (". 1 2 3 4 5 6 7 8 9 EEX 4", "1234.56789"),
        (". 0 0 1 2 3 4 5 6 7 8 9", "0.001234567"),
        ("1 2 3 EEX CHS 9 9", "1.23e-97"),
        (". 1 EEX CHS 9 8", "1e-99"),
        ("1 2 3 4 5 6 7 EEX 9 3", "1.234567e99"),
        ("5 EEX 1 0 0", "5"),
        ("5 EEX 1 2 CHS <", "0.5"),
        ("5 EEX 1 2 CHS < < < < 7", "57"),
        ("1 . 5 < < 6", "16"),
        ("0 . 0 0 5 CHS < 6", "0.006"),
        ("1 2 3 4 5 6 . 7 8 9 1 EEX <", "123456.7891"),
    ],
)
def test_value(keys: str, expected: str) -> None:
    current = typed(keys)
    assert current is not None
    assert entry.value(current) == (Number.of(expected), False, False)


def test_overflow_and_underflow_finish_the_entry() -> None:
    overflowed, underflowed = typed("1 2 3 4 5 6 7 CHS EEX 9 9"), typed(". 1 EEX CHS 9 9")
    assert overflowed is not None
    assert underflowed is not None
    assert entry.value(overflowed) == (-GREATEST, True, True)
    assert entry.value(underflowed) == (ZERO, False, True)


def test_nothing_left_ends_the_entry() -> None:
    assert typed("5 CHS <") is None
    assert typed("EEX < <") is None


def test_zero_mantissa_loses_its_sign() -> None:
    assert typed("0 . 0 0 5 CHS <") == Entry(digits="000", point=1)
