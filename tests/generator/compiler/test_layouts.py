"""The forms of a module that are compiled side by side."""

from __future__ import annotations

from generator.compiler import front
from generator.compiler.layouts import with_biased

HEAD = 'from generator.language import array, program\na = array(4, at=1)\n@program("A")\n'
PLAIN = "def one(x):\n    return x * x + 1\n"
SEARCH = (
    "def one():\n    best, where = a[0], 0\n    for i in range(4):\n        if a[i] > best:\n"
    "            best, where = a[i], i\n    return where + 1, best\n"
)


def test_a_form_that_changes_nothing_is_left_out() -> None:
    plain = front.parse(HEAD + PLAIN)
    assert with_biased([plain], together=True) == [plain]


def test_a_form_that_counts_registers_is_there_once() -> None:
    search = front.parse(HEAD + SEARCH)
    forms = with_biased([search], together=True)
    assert len(forms) == 2
    assert forms[0] == search != forms[1]
