"""Names replaced by expressions."""

from __future__ import annotations

import pytest

from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import substitute, with_constants_put_in
from tests.support.tree_pairs import function, module_of, same, shown


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x + a[x]\nreturn y", "y = 3 + a[3]\nreturn y"),
        ("for x in range(x):\n    a[x] = 1\nreturn x", "for x in range(3):\n    a[x] = 1\nreturn 3"),
        ("x = x + 1\nreturn 1", "x = 3 + 1\nreturn 1"),
    ],
    ids=["every read", "a loop keeps its own variable", "what is assigned keeps its name"],
)
def test_pairs(before: str, after: str) -> None:
    module = module_of(function(before, "a"))
    body = substitute(module.functions["f"].body, {"x": constant(3)})
    assert shown(with_body(module, "f", body)) == same(function(after, "a"))


def test_nothing_to_replace_changes_nothing() -> None:
    body = module_of(function("y = x + 1\nreturn y")).functions["f"].body
    assert substitute(body, {"z": ir.Read("w")}) == body


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i = 2\ny = a[i] * x\nreturn y + i", "y = a[2] * x\nreturn y + 2"),
        ("i = 2\ni, a[i] = 0, x + i\nreturn x", "i = 2\ni, a[i] = 0, x + 2\nreturn x"),
        ("i = 2\nfor k in range(i):\n    x += i\n    i = x\nreturn i", ""),
    ],
    ids=["each read", "an index that the same statement assigns", "changed in a loop"],
)
def test_constants_are_put_in_for_locals(before: str, after: str) -> None:
    module = module_of(function(before, "a"))
    body = with_constants_put_in(module.functions["f"].body, module)
    assert shown(with_body(module, "f", body)) == same(function(after or before, "a"))
