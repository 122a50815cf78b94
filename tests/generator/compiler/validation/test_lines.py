"""The lines of a source: nothing of the tree is passed over."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from generator.compiler import front
from generator.compiler.tree import ir
from generator.compiler.validation.lines import Does, Line, codes, loop_cuts
from generator.language.operations import RUNS

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
    "If": "test body orelse compared",
    "While": "test body runs counts",
    "For": "name start stop step body loop runs short through counter",
    "Break": "",
    "Continue": "",
    "Return": "values error",
    "Pause": "shown",
    "Setting": "name digits",
    "Assume": "condition",
    "Register": "name at",
    "Array": "name length at",
    "Function": "name parameters body results label documentation levels",
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
    names = [one.name for one in code.actions if one.does in (Does.GET, Does.COMPUTE)]
    assert names == ["b", "a", "mul", "sub"]
    assert [one.does for one in code.actions].count(Does.PUSH) == 1
    assert code.actions[5] == Line(Does.FINISH, count=1)


def test_each_loop_has_a_cut_at_both_ends_of_its_passes_and_counters_of_its_own() -> None:
    source = (
        'from generator.language import program\n\n@program("A")\ndef f(a):\n'
        "    for i in range(3):\n        while a > i:\n            a -= 1\n"
        "    for i in range(2):\n        a += i\n    return a\n"
    )
    code = codes(front.parse(source))["f"]
    (outer, inner, last) = loop_cuts(code).values()
    assert outer[0] < inner[0] < inner[1] < outer[1] < last[0] < last[1]
    stored = [one.name for one in code.actions if one.does is Does.PUT and one.name.startswith("#")]
    assert len(set(stored)) == 4  # a count and an end for each counted loop


@pytest.mark.parametrize("word", sorted(RUNS))
def test_a_function_that_solve_or_the_integral_calls_is_no_usual_call(word: str) -> None:
    source = (
        f"from generator.language import {word}, program\n\n"
        "def g(x):\n    return x - 1\n\n"
        f'@program("A")\ndef f():\n    {word}(g, 0, 1)\n    return 1\n'
    )
    actions = codes(front.parse(source))["f"].actions
    assert [(one.does, one.letters) for one in actions if one.name == "g"] == [(Does.EVALUATE, (word,))]
    assert sum(one.does is Does.DROP for one in actions) == RUNS[word]
