"""Keys after prefixes."""

from __future__ import annotations

import pytest

from hp15c.keys.keyboard import KEYS
from hp15c.table.models import Model
from hp15c.table.prefixes import ResolvedKey, beginnings, complete, resolve
from tests.hp15c.keys.test_keyboard import after


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("5 5 44 23", " 0.8192     "),  # STO SIN is SIN
        ("5 5 44 44 1", " 55.0000    "),
        ("5 5 43 42 7 2", " 55.00      "),
        ("5 5 42 43 11", " 3,025.0000  "),
        ("5 5 42 7 26 3", " 55      03"),
        ("5 42 22 5", " 55        "),
        ("5 5 42 26 5", " 555       "),
        ("5 5 44 35", " 0.0000     "),
        ("5 5 42 35 6", " 6         "),
        ("5 5 44 16", " 55        "),
        ("5 5 22 16 1", " 55        "),
        ("5 5 42 8 16", "-55        "),
        ("5 5 45 11", "  Error  3 "),
        ("0 36 0 10 42 7 2", " 72        "),  # f only removes the message
    ],
)
def test_prefixes_in_run_mode(keys: str, expected: str) -> None:
    assert after(keys).display == expected


def test_after_a_half_typed_line_f_and_g_the_hp11c_loses_a_key() -> None:
    """Measured: the 3 leaves no line, and the first + of g + + is lost, so that the second is x=0."""
    assert after("5 43 31 22 48 0 0 42 43 3 43 22 42 13", "11C").display == " 001- 32 13"
    calculator = after("9 22 48 0 0 42 43 40 40", "11C")
    assert (calculator.x, calculator.last_x) == (9, 0)
    assert after("5 43 31 22 48 0 42 43 3", "11C").display == " 001-  43 3"


@pytest.mark.parametrize(
    ("model", "keys", "expected"),
    [
        ("15C", "44 42 11", " 001- 44 11"),
        ("15C", "44 42 1", " 001-  42 1"),
        ("15C", "45 42 49", " 001- 42 49"),
        ("15C", "43 22 42 24", " 001-42,22,24"),
        ("11C", "43 22 42 24", " 001-43,22,24"),
        ("15C", "42 22 42 23", " 000-      "),
        ("15C", "44 43 11", " 001-44,43,11"),
        ("15C", "44 43 31", " 0.0000     "),
        ("15C", "44 23", " 001-    23"),
        ("11C", "44 40 25", " 001-    25"),
        ("11C", "45 40", " 001-    40"),
        ("11C", "42 8 9", " 001-42, 8, 7"),
        ("11C", "42 25", " 001- 45 25"),
        ("11C", "43 4 7", "  Error 6  "),
        ("15C", "42 24", " 000-      "),
        ("15C", "42 11", " 001- 32 11"),
        ("15C", "42 45 42 11", " 001-    11"),
        ("15C", "42 45 11", " 001- 32 11"),
        ("15C", "1 44 35", " 000-      "),
        ("15C", "1 43 35", " 002- 43 35"),
        ("15C", "1 22 48 23", " 002-    23"),
    ],
)
def test_prefixes_in_program_mode(model: str, keys: str, expected: str) -> None:
    assert after("43 31 " + keys, model).display == expected


@pytest.mark.parametrize("model", list(Model))
def test_every_key_after_every_prefix_leads_somewhere(model: Model) -> None:
    for pending in [(), *beginnings(model)]:
        for key in KEYS:
            found = resolve(model, pending, key)
            assert isinstance(found, ResolvedKey)
            assert not (found.pending and found.step)
    assert all(resolve(model, keys[:-1], keys[-1]).step for keys in complete(model) if keys[:1] != ("11",))
