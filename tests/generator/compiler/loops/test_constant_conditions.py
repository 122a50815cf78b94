"""Conditions on constants, decided."""

from __future__ import annotations

import pytest

from generator.compiler.loops.constant_conditions import decide
from generator.compiler.tree import ir
from generator.compiler.tree.rewriting import with_body
from tests.support.tree_pairs import function, module_of, same, shown


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if 2 < 3:\n    x += 1\nreturn x", "x += 1\nreturn x"),
        ("if 2 > 3:\n    x += 1\nelse:\n    x += 2\nreturn x", "x += 2\nreturn x"),
        ("if 2 == 2 and x > 1:\n    x += 1\nreturn x", "if x > 1:\n    x += 1\nreturn x"),
        ("if 2 == 3 and x > 1:\n    x += 1\nreturn x", "return x"),
    ],
    ids=["true", "false", "a part that is true", "a part that is false"],
)
def test_pairs(before: str, after: str) -> None:
    module = module_of(function(before))
    made = with_body(module, "f", decide(module.functions["f"].body))
    assert shown(made) == same(function(after))


def test_a_part_that_may_fail_before_it_is_still_computed() -> None:
    body = module_of(function("if 1 / x > 1 and 2 == 3:\n    x += 1\nreturn x")).functions["f"].body
    (test, *_) = decide(body)
    assert isinstance(test, ir.If)
    assert isinstance(test.test, ir.And)
    assert test.test.conditions[1] == ir.Truth(False)
