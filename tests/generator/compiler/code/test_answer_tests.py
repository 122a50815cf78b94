"""Tests of an answer: the jump is that of ISG or DSE, flag 7 keeps that of an element until its test, and the
listing agrees with Python. Ways past tests that are decided on them.
"""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.code import generate
from generator.compiler.code.answer_tests import without_decided_tests
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import (
    BasicBlock,
    Branch,
    CountedJump,
    EntryPoint,
    FlagJump,
    Graph,
    GraphValue,
    Jump,
    Leave,
)
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from generator.compiler.driver import compile_module
from generator.compiler.front.faults import SourceError
from generator.compiler.tree import ir
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, searched

WHILE_LEFT = """    total = 0
    c = x / 1000
    while True:
        c, ended = count_up(c)
        if ended != 0:
            break
        total += c
    return total
"""
UNTIL_ENDED = """    c = x + 3.001
    total = 1
    while True:
        total *= 2
        c, ended = count_down(c)
        if ended == 0:
            total += intpart(c)
        else:
            break
    return total
"""
ANSWER_RETURNED = """    c = x / 1000
    c, ended = count_up(c)
    if ended != 0:
        c += 1
    return c + ended
"""
COUNTER_USED_BEFORE_THE_TEST = """    c, ended = count_up(x)
    y = 1 / c
    if ended != 0:
        y += 1
    return y
"""
TWO_COUNTERS = """    total = 0
    c = 3.001
    d = x + 0.004
    while True:
        d, over = count_up(d)
        if over != 0:
            break
        c, ended = count_down(c)
        if ended != 0:
            break
        total += c
    return total
"""


def module_of(body: str) -> ir.Module:
    head = "from generator.language import assume, count_down, count_up, intpart, program\n"
    return front.parse(f'{head}@program("A")\ndef one(x):\n    assume(0 <= x <= 9)\n{body}')


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "jumps"),
    [
        (WHILE_LEFT, ["ISG"]),
        (UNTIL_ENDED, ["DSE"]),
        (ANSWER_RETURNED, []),
        (COUNTER_USED_BEFORE_THE_TEST, []),
        (TWO_COUNTERS, ["DSE", "ISG"]),
    ],
)
def test_the_answer_is_a_jump_where_nothing_else_uses_it(body: str, jumps: list[str]) -> None:
    """The counter may be used after the test, and not between."""
    module = module_of(body)
    graph = lower(module, Choices())[""]
    simplify(graph)
    ends = [block.terminator for block in graph.blocks()]
    assert sorted(end.line for end in ends if isinstance(end, CountedJump)) == jumps
    assert any(isinstance(end, Branch) for end in ends) == (not jumps)
    for model in Model:
        agree(module, compile_module(module, model, effort=NO_TIME).program, searched(module, model).program)


def test_a_jump_saves_the_lines_that_make_a_number_of_the_answer() -> None:
    """LBL A, EEX 3, divide, STO, 0, LBL, ISG, GTO, GTO, LBL, RCL +, GTO, LBL, RTN, or fewer."""
    assert len(generate(module_of(WHILE_LEFT), effort=0).program) <= 15


TESTED_AT_THE_END = """    while True:
        element, more = take_next(a)
        total += element * element
        if more == 0:
            return total
"""
TESTED_TWICE = """    while True:
        element, more = take_next(a)
        if more != 0:
            total += element
        pause(total)
        if more == 0:
            return total
"""
TESTED_WHERE_WAYS_MEET = """    best, more = take_next(a)
    while more != 0:
        element, more = take_next(a)
        if element > best:
            best = element
    return best
"""
NOT_USED = """    element, more = take_next(a)
    second, more = take_next(a)
    return second - element
"""
USED_AS_A_NUMBER = """    element, more = take_next(a)
    if more != 0:
        total += more
    return total + element
"""
TESTED_BEHIND_ANOTHER = """    element, more = take_next(a)
    second, last = take_next(a)
    if more != 0:
        total += second
    if last != 0:
        total += 5
    return total + element
"""
ANOTHER_ON_ONE_WAY = """    element, more = take_next(a)
    if total > 4:
        second = take(a)
        total += second
    if more != 0:
        total += 5
    return total + element
"""


def module_with_elements(body: str, rows: int) -> ir.Module:
    words = "assume, dim, first_element, matrix, pause, program, put_next, take, take_next"
    fill = f"    dim(a, {rows}, 2)\n    first_element()\n    put_next(a, 3 - x)\n    put_next(a, x)\n"
    head = f'from generator.language import {words}\na = matrix("A")\n@program("A")\ndef one(x):\n'
    more = "    put_next(a, x * x)\n    put_next(a, 5)\n" * (rows > 1)
    return front.parse(f"{head}    assume(0 <= x <= 9)\n{fill}{more}    total = x\n{body}")


@pytest.mark.first
@pytest.mark.first
@pytest.mark.parametrize("rows", [1, 2])
@pytest.mark.parametrize(
    ("body", "flags", "numbers"),
    [
        (TESTED_AT_THE_END, 1, 0),
        (TESTED_TWICE, 2, 0),
        (TESTED_WHERE_WAYS_MEET, 1, 0),
        (NOT_USED, 0, 0),
        (USED_AS_A_NUMBER, 0, 1),
        (TESTED_BEHIND_ANOTHER, 1, 1),
        (ANOTHER_ON_ONE_WAY, 0, 1),
    ],
)
def test_a_flag_keeps_the_answer_of_an_element_until_its_tests(
    body: str, flags: int, numbers: int, rows: int
) -> None:
    module = module_with_elements(body, rows)
    graph = lower(module, Choices())[""]
    simplify(graph)
    assert sum(isinstance(block.terminator, FlagJump) for block in graph.blocks()) == flags
    assert _numbers_made(graph) == numbers
    found = check(module, searched(module).program, 12, random.Random(1), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared - found.tally.errors > 4


def _numbers_made(graph: Graph) -> int:
    return sum(("10ˣ", "") in node.lines for node in graph.nodes())


def test_flag_7_is_not_used_for_two_things() -> None:
    with pytest.raises(SourceError, match="take_next changes flag 7, which this module uses"):
        front.parse(
            "from generator.language import flag, matrix, program, take_next\n"
            'a = matrix("A")\n@program("A")\ndef one(x):\n    element, more = take_next(a)\n'
            "    if flag(7):\n        return x\n    return element\n"
        )


# tests that are decided on some ways

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
