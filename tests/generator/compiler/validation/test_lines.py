"""The lines of a source: nothing of the tree is passed over."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from generator.compiler import front
from generator.compiler.tree import ir
from generator.compiler.validation.lines import Compute, Finish, Get, NotFollowed, Push, codes

KNOWN = {
    "Constant": "value",
    "Read": "name",
    "Element": "array index",
    "Operation": "name operands matrices",
    "Call": "function arguments by",
    "Ask": "shown",
    "Compare": "left relation right",
    "Not": "condition",
    "And": "conditions",
    "Or": "conditions",
    "Truth": "value",
    "Name": "name",
    "Assign": "targets values",
    "Unpack": "targets value",
    "Evaluate": "value",
    "If": "test body orelse",
    "While": "test body runs",
    "For": "name start stop step body loop unordered runs short through",
    "Break": "",
    "Continue": "",
    "Return": "values",
    "Pause": "shown",
    "Setting": "name digits",
    "Assume": "condition",
    "Register": "name at",
    "Array": "name length at",
    "Function": "name parameters body results label documentation",
}
"""The fields of each node that `lines` was written for. A new one may change what a node means."""


def test_the_tree_has_no_node_and_no_field_that_the_lines_do_not_know() -> None:
    found = {
        name: " ".join(one.name for one in fields(node) if one.name != "place")
        for name, node in vars(ir).items()
        if isinstance(node, type) and is_dataclass(node) and issubclass(node, ir.Node) and node is not ir.Node
    }
    assert found == KNOWN


def test_values_are_computed_from_left_to_right() -> None:
    source = 'from generator.language import program\n\n@program("A")\ndef f(a, b):\n    return b - 2 * a\n'
    code = codes(front.parse(source))["f"]
    names = [one.name for one in code.actions if isinstance(one, Get | Compute)]
    assert names == ["b", "a", "mul", "sub"]
    assert [type(one) for one in code.actions].count(Push) == 1
    assert code.actions[5] == Finish(1)


@pytest.mark.parametrize("called", ["solve(g, 0, 1)", "integral(g, 0, 1)"])
def test_a_function_that_solve_calls_is_no_usual_call(called: str) -> None:
    source = (
        "from generator.language import integral, program, solve\n\n"
        "def g(x):\n    return x - 1\n\n"
        f'@program("A")\ndef f():\n    return {called}\n'
    )
    with pytest.raises(NotFollowed):
        codes(front.parse(source))
