"""Tests for one of several numbers compile and agree with Python."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from tests.support.searched import agree

DAYS = """
from generator.language import program


@program("A")
def days(month):
    if month == 2:
        return 28
    if month in (4, 6, 9, 11):
        return 30
    return 31


@program("B")
def other(month, first):
    while month not in [1, first]:
        month = month // 2
    return month
"""


def test_in_and_not_in() -> None:
    module = front.parse(DAYS)
    labels = [one.label for one in module.functions.values()]
    assert labels == ["A", "B"]
    agree(module, quick_code(module).program, calls=30, engines=("reference", "source"))


@pytest.mark.parametrize("test", ["x in (y + 1, 2)", "x + 1 in (1, 2)", "x in y"])
def test_other_forms_are_refused(test: str) -> None:
    head = "from generator.language import program\n@program('A')\ndef one(x, y):\n"
    with pytest.raises(front.SourceError, match="in is outside the language"):
        front.parse(f"{head}    if {test}:\n        x = 1\n    return x\n")
