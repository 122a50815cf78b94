"""Values that an `assume` fixes, put in: the source before and after."""

from __future__ import annotations

import pytest

from generator.compiler.loops.assumed_values import put_in_assumed_values
from tests.support.tree_pairs import changed, function, same


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("assume(x == 4)\ny = x + 1\nreturn y", "assume(x == 4)\ny = 4 + 1\nreturn y"),
        ("y = x\nassume(4 == x and y > 2)\nreturn x", "y = x\nassume(4 == x and y > 2)\nreturn 4"),
        ("assume(x == 4)\nx += 1\nreturn x", "assume(x == 4)\nx += 1\nreturn x"),
        ("assume(x > 4)\nreturn x", "assume(x > 4)\nreturn x"),
    ],
    ids=["a use after it", "only after it", "until it is assigned", "no single value"],
)
def test_pairs(before: str, after: str) -> None:
    assert changed(put_in_assumed_values, function(before)) == same(function(after))
