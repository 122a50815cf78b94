"""Tests of the answer of ISG and DSE: the jump is that of the line, and the listing agrees with Python."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.code import generate
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import Branch, CountedJump
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from generator.compiler.driver import compile_module
from generator.compiler.tree import ir
from hp15c.table.models import Model

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


@pytest.mark.slow
@pytest.mark.each
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
    """The counter may be used behind the test, and not between."""
    module = module_of(body)
    graph = lower(module, Choices())[""]
    simplify(graph)
    ends = [block.terminator for block in graph.blocks()]
    assert sorted(end.line for end in ends if isinstance(end, CountedJump)) == jumps
    assert any(isinstance(end, Branch) for end in ends) == (not jumps)
    for model in Model:
        program = compile_module(module, model, effort=0).program
        found = check(module, program, 40, random.Random(1), engines=("reference",))
        assert found.agrees, str(found.tally.disagreement)


def test_a_jump_saves_the_lines_that_make_a_number_of_the_answer() -> None:
    """LBL A, EEX 3, divide, STO, 0, LBL, ISG, GTO, GTO, LBL, RCL +, GTO, LBL, RTN, or fewer."""
    assert len(generate(module_of(WHILE_LEFT), effort=0).program) <= 15
