"""Questions about pieces of the tree."""

from __future__ import annotations

import pytest

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import changed_names, has_loop, leaves, nodes, read_names
from tests.support.tree_pairs import function, module_of

SOURCE = """
r = register()


def g(y):
    global r
    r = y + r


""" + function("for i in range(x):\n    g(i)\nreturn x")


def test_a_call_changes_and_reads_the_registers_that_it_reaches() -> None:
    module = module_of(SOURCE)
    body = module.functions["f"].body
    assert changed_names(body, module) == {"i", "r"}
    assert read_names(body, module) == {"x", "i", "r"}


def test_everything_is_found_in_the_order_of_the_source() -> None:
    body = module_of(function("y = x + 2\nreturn y")).functions["f"].body
    assert [type(one).__name__ for one in nodes(body)] == [
        "Assign", "Name", "Operation", "Read", "Constant", "Return", "Read",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for i in range(4):\n    x += i", False),
        ("for i in range(4):\n    if x > i:\n        break", True),
        ("for i in range(4):\n    for k in range(4):\n        break", False),
        ("for i in range(4):\n    for k in range(4):\n        return k", True),
    ],
)
def test_a_loop_may_be_left_by_its_own_break_or_any_return(body: str, expected: bool) -> None:
    loop = module_of(function(f"{body}\nreturn x")).functions["f"].body[0]
    assert isinstance(loop, ir.For)
    assert has_loop(loop)
    assert leaves(loop.body) == expected
