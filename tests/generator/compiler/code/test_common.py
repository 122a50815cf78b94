"""Operations that ways have in common are done once, and the listing agrees with Python."""

from __future__ import annotations

import inspect

import pytest

from generator.compiler import front
from generator.compiler.code import generate
from generator.compiler.code.building import Choices
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from hp15c.numbers.number import Number
from tests.support.searched import agree, searched
from tests.support.shares import few, rarely

USUAL_EFFORT = inspect.signature(generate).parameters["effort"].default
HEAD = "from generator.language import *\na = array(4)\n"


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "line", "count"),
    [
        ("    if x > y:\n        z = x * 4\n    else:\n        z = y * 4\n    return z + 1\n", "×", 1),
        ("    if x > y:\n        z = x * y + 1\n    else:\n        z = x * y - 3\n    return z\n", "×", 1),
        ("    x += 1\n    while x < y:\n        x = x * x\n        x += 1\n    return x\n", "+", 1),
        ("    if x > y:\n        z = x * y\n    else:\n        z = x + y\n    return z\n", "×", 1),
        (
            "    if x > y:\n        pause(x)\n        z = x * 3\n    else:\n        z = y * 3\n    return z",
            "×",
            1,
        ),
        (
            "    if x > y:\n        z = x * 3\n        pause(x)\n    else:\n        z = y * 3\n    return z",
            "×",
            2,
        ),
        (
            "    if x > y:\n        pause(x)\n        z = sqrt(y)\n"
            "    else:\n        z = sqrt(y)\n    return z\n",
            "√x",
            2,
        ),
        (
            "    if x > y:\n        fix(0)\n        z = rnd(y)\n"
            "    else:\n        z = rnd(y)\n    return z\n",
            "RND",
            2,
        ),
        (
            "    if x > 0:\n        _, z = linreg()\n        z *= sqrt(y)\n"
            "    else:\n        z = sqrt(y)\n    return z\n",
            "√x",
            2,
        ),
    ],
    ids=[
        "behind",
        "before",
        "head of a loop",
        "different operations",
        "a pause before",
        "a pause behind",
        "an Error first",
        "another mode",
        "another Error first",
    ],
)
def test_an_operation_of_two_ways_is_done_once(body: str, line: str, count: int) -> None:
    """Not where an Error would come before what is shown or before another one, or where a mode changes."""
    module = front.parse(f'{HEAD}@program("A")\ndef one(x, y):\n{body}')
    graph = lower(module, Choices())[""]
    simplify(graph)
    assert sum(node.line == line for node in graph.nodes()) == count
    agree(module, searched(module).program)


@pytest.mark.parametrize(
    ("between", "count"), [("pass", 1), ("a[j] = 7", 2), ("put(j)", 2)], ids=["nothing", "a store", "a call"]
)
def test_an_element_is_recalled_once_until_one_changes(between: str, count: int) -> None:
    text = f'{HEAD}def put(i):\n    a[i] = 5\n@program("B")\ndef set(i, x):\n    a[i] = x\n'
    text += f'@program("A")\ndef one(i, j):\n    x = a[i]\n    {between}\n    return x * 10 + a[i]\n'
    module = front.parse(text)
    graph = lower(module, Choices(subroutines=frozenset({"put"})))[""]
    simplify(graph)
    assert sum(node.line == "load" for node in graph.nodes()) == count


CALLED = (
    HEAD
    + """level = register()
def f(x):
    {inside}
    return sqrt(x) / (x + 1)
@program("A")
def one(x, y):
    global level
    {body}
"""
)


@pytest.mark.parametrize(
    ("inside", "body", "count"),
    [
        ("pass", "return f(x) * (y - f(x))", 1),
        ("pass", "z = f(x)\n    if x > y:\n        z += f(x)\n    return z", 1),
        ("pass", "if x > y:\n        z = 2 * f(y)\n    else:\n        z = 1 - f(y)\n    return z", 1),
        ("x += level", "level = x\n    return f(y) * (x - f(y))", 1),
        ("x += level", "z = f(y)\n    level = x\n    return z * 10 + f(y)", 2),
        ("x = rnd(x)", "z = f(y)\n    fix(1)\n    return z * 10 + f(y)", 2),
        ("x += a[0]", "z = f(y)\n    a[0] = 7\n    return z * 10 + f(y)", 2),
        ("pause(x)", "return f(x) * (y - f(x))", 2),
        ("a[1] += 1", "return f(x) * (y - f(x))", 2),
        ("fix(1)", "return f(x) * (y - f(x))", 2),
        ("x += ran()", "return f(x) * (y - f(x))", 2),
        ("pass", "return f(x) * (y - f(y))", 2),
        (
            "pass",
            "if x > y:\n        pause(x)\n        x = f(y)\n    else:\n        x -= f(y)\n    return x",
            2,
        ),
        (
            "pass",
            "if x > y:\n        x /= y\n        x += f(y)\n    else:\n        x -= f(y)\n    return x",
            2,
        ),
    ],
    ids=[
        *("twice", "in a way", "both ways", "same register", "other register", "mode", "element", "shows"),
        *("stores", "sets", "draws", "other numbers", "after a pause", "after an Error"),
    ],
)
def test_a_call_that_changes_nothing_is_done_once(inside: str, body: str, count: int) -> None:
    """Not where what it reads has changed, or what a person sees or an Error would come later."""
    module = front.parse(CALLED.format(inside=inside, body=body))
    graph = lower(module, Choices(subroutines=frozenset({"f"})))[""]
    simplify(graph)
    assert sum(node.line == "call" for node in graph.nodes()) == count
    agree(module, searched(module).program)


PASSES = (
    HEAD.replace("array,", "array, assume,")
    + """
@program("A")
def one(n, x, y):
    assume(0 <= n <= 5)
    z = 0
    for _ in range(n):
        {inside}
    return {after}
"""
)


@pytest.mark.parametrize(
    ("inside", "after", "count"),
    [
        ("z = (z + x) / (1 + 3 * y)", "z / (1 + 3 * y)", 1),
        ("z += y * x", "z - y * x", 2),
        ("z = (z + x) / (1 + 3 * y)\n        pause(z)", "z / (1 + 3 * y)", 1),
        ("pause(z)\n        z = (z + x) / (1 + 3 * y)", "z / (1 + 3 * y)", 2),
        ("z = (z + x) / (1 + 3 * y)\n        y += 1", "z / (1 + 3 * y)", 2),
        ("z = (z + x) / (1 + rnd(3 * y))", "z / (1 + rnd(3 * y))", 2),
    ],
    ids=["a formula", "one operation", "before what is seen", "after it", "another value", "in a mode"],
)
def test_a_formula_of_a_pass_and_of_what_follows_is_done_before(inside: str, after: str, count: int) -> None:
    """Not where it may overflow after what a person sees, and not one operation alone."""
    module = front.parse(PASSES.format(inside=inside, after=after))
    graph = lower(module, Choices())[""]
    simplify(graph)
    assert sum(node.line == "×" for node in graph.nodes()) == count
    agree(module, searched(module).program)


COUNTING = (
    HEAD
    + """
@program("A")
def count(x):
    number = {first}
    while number * number < x:
        {step}
    return number
"""
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "step", "begins"),
    few(
        [
            ("1", "number += 1", "0"),
            ("-4", "number -= 0.5", "-3.5"),
            ("1e-12", "number += 1", "1e-12"),
            ("1", "number *= 2", "1"),
            ("1", "if number < 3: pause(x)\n        number += 1", "1"),
        ]
    ),
    ids=["up", "down", "the sum loses digits", "no sum", "ways meet before it"],
)
@pytest.mark.parametrize("effort", rarely([0, USUAL_EFFORT], USUAL_EFFORT))
def test_a_loop_that_only_counts_begins_one_step_earlier(
    first: str, step: str, begins: str, effort: int
) -> None:
    module = front.parse(COUNTING.format(first=first, step=step))
    graph = lower(module, Choices(frozenset()))[""]
    simplify(graph)
    phis = [value.number for block in graph.blocks() for some in block.phis.values() for value in some]
    assert [one for one in phis if one is not None] == [Number.of(begins)]
    program = generate(module, effort=effort).program
    agree(module, program, seed=2, engines=("reference", "source"))
