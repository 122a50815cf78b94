"""Ways past tests that are decided on them: the flag goes, and the listing agrees with Python."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.building import Choices
from generator.compiler.code.decided import without_decided_tests
from generator.compiler.code.graph import BasicBlock, Branch, EntryPoint, Graph, GraphValue, Jump, Leave
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from hp15c.numbers.number import Number
from tests.support.searched import agree, searched

SET = "    found = 0\n    if x > y:\n        found = 1\n    if found == 1:\n"
FLAG = f"{SET}        return x\n    return y\n"
USED = f"{SET}        x += 3\n    return x + found\n"
SEARCH = (
    "    for i in range(4):\n        if i * x > y:\n            break\n"
    "    else:\n        x = -x\n    return x + y\n"
)


@pytest.mark.first
@pytest.mark.parametrize(("body", "tests"), [(FLAG, 1), (SEARCH, 2), (USED, 2)])
def test_a_flag_is_tested_where_it_is_not_known_only(body: str, tests: int) -> None:
    """The last one uses the flag as a number too, so that it stays."""
    module = front.parse(f'from generator.language import program\n@program("A")\ndef one(x, y):\n{body}')
    graph = lower(module, Choices(counters="none"))[""]
    simplify(graph)
    assert sum(isinstance(block.terminator, Branch) for block in graph.blocks()) == tests
    agree(module, searched(module).program)


def test_a_value_goes_on_to_the_block_behind_the_test() -> None:
    """The phi of the test's block becomes an argument of the next block, on the way that is led past."""
    graph = Graph("")
    one, other, x = graph.constant(Number.of(1)), graph.constant(Number.of(0)), GraphValue("x")
    start, left, right, meet = (BasicBlock(name) for name in ("start", "left", "right", "meet"))
    then, end = BasicBlock("then"), BasicBlock("end")
    flag = GraphValue("flag", phi=meet)
    result = GraphValue("result", phi=end)
    start.terminator = Branch(">", x, None, left, right)
    left.terminator, right.terminator = Jump(meet), Jump(meet)
    meet.terminator = Branch("==", flag, one, then, end)
    then.terminator, end.terminator = Jump(end), Leave([result])
    left.predecessors, right.predecessors = [start], [start]
    meet.predecessors, then.predecessors, end.predecessors = [left, right], [meet], [meet, then]
    meet.phis, end.phis = {flag: [one, other]}, {result: [flag, x]}
    graph.entries = [EntryPoint("A", start, [x])]
    assert without_decided_tests(graph)
    assert left.terminator == Jump(then) or left.terminator.targets == [then]
    assert end.phis == {result: [flag, x]}
    assert without_decided_tests(graph)
    assert right.terminator.targets == [end]
    assert end.arguments(right) == {result: other}
    assert not without_decided_tests(graph)
