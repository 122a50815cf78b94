"""Loops as the passes see them."""

from __future__ import annotations

import pytest

from generator.compiler.loops.nests import FormRefused, nest, title, whole_passes
from generator.compiler.tree import ir
from tests.support.tree_pairs import function, module_of


def first_loop(text: str) -> ir.For:
    body = module_of(function(text + "\nreturn x", "a")).functions["f"].body
    return next(one for one in body if isinstance(one, ir.For))


def test_a_nest() -> None:
    outer, inner = nest(first_loop("for i in range(4):\n    for k in range(4):\n        x += 1"))
    assert (outer.name, inner.name) == ("i", "k")
    assert title(outer) == "i"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("for i in range(4):\n    x += 1", "holds more than one loop"),
        ("for i in range(4):\n    for k in range(i):\n        x += 1", "bounds of k depend on i"),
        ("for i in range(4):\n    for k in range(4):\n        if x > 1:\n            break", "k can be left"),
    ],
)
def test_what_is_no_nest(text: str, why: str) -> None:
    with pytest.raises(FormRefused, match=why):
        nest(first_loop(text))


def test_a_loop_that_may_be_left_is_refused() -> None:
    whole_passes(first_loop("for i in range(4):\n    x += 1"))
    with pytest.raises(FormRefused, match="left before its last pass"):
        whole_passes(first_loop("for i in range(4):\n    return i"))
