"""Questions about pieces of the tree."""

from __future__ import annotations

import pytest

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import (
    changed_names,
    has_loop,
    leaves,
    names_in,
    nodes,
    parts_of,
    read_names,
)
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


def test_the_names_of_a_piece_are_counted_by_what_is_done_with_them() -> None:
    body = module_of(function("y = x + x\nfor i in range(y):\n    y = i\nreturn y")).functions["f"].body
    assert names_in(body, ir.Read) == {"x": 2, "y": 2, "i": 1}
    assert names_in(body, ir.Name, ir.For) == {"y": 2, "i": 1}


def test_a_node_has_its_parts_in_the_order_of_the_source_and_a_text_has_none() -> None:
    (first, _) = module_of(function("y = x + 2\nreturn y")).functions["f"].body
    assert isinstance(first, ir.Assign)
    assert parts_of(first)[:2] == (first.targets, first.values)
    assert parts_of((first,)) == (first,)
    assert parts_of("x") == ()


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
