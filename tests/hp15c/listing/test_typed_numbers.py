"""Numbers that people type: one rule for keys, for what is pasted, and for listings."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as arbitrary

from hp15c import Calculator
from hp15c.errors import UnknownKey
from hp15c.listing.typed_numbers import plain_number
from hp15c.table.models import Model
from programs.shell import main
from programs.web import edits
from programs.web.desk import Desk


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("1234", "1234"),
        ("1.234", "1.234"),
        ("1.5", "1.5"),
        ("1,5", "1.5"),
        ("1234,567", "1234.567"),
        ("0,234", "0.234"),
        (",5", ".5"),
        ("5.", "5."),
        ("1,234.5678", "1234.5678"),
        ("1.234,5", "1234.5"),
        ("12,345,678", "12345678"),
        ("1.234.567", "1234567"),
        ("1,234.", "1234."),
        ("1,23,4", None),
        ("12,34.5", None),
        ("1.5.2", None),
        ("1,2.3,4", None),
        ("a", None),
        (".", None),
        ("", None),
    ],
)
def test_what_is_read(text: str, read: str | None) -> None:
    assert plain_number(text) == read


@pytest.mark.parametrize("text", ["1,234", "12,345", "999,000"])
def test_what_can_be_read_in_two_ways_is_refused_with_both(text: str) -> None:
    both = f"{text.replace(',', '.')} and as {text.replace(',', '')}"
    with pytest.raises(UnknownKey, match=both):
        plain_number(text)
    for words in (["press", text], ["press", f"2 ENTER {text} +"], ["run", "counter", "--keys", text]):
        refused = CliRunner().invoke(main, words)
        assert (refused.exit_code, both in refused.stderr) == (2, True)
    desk = Desk(Model.HP15C, lambda: 0.0)
    for pasted in (text, f"2 {text}"):
        with pytest.raises(UnknownKey, match=both):
            edits.paste(desk, pasted)
    assert desk.state.x == 0


@pytest.mark.slow
@given(arbitrary.integers(1000, 9_999_999), arbitrary.integers(0, 99))
def test_groups_are_read_in_keys_as_in_what_is_pasted(whole: int, hundredths: int) -> None:
    text = f"{whole:,}.{hundredths:02}"
    for written in (text, text.translate(str.maketrans(",.", ".,"))):
        pressed, pasted = Calculator(), Desk(Model.HP15C, lambda: 0.0)
        pressed.press(written)
        edits.paste(pasted, written)
        assert float(pressed.x) == float(pasted.state.x) == whole + hundredths / 100
