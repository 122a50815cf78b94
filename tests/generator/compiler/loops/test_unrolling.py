"""Loops written out: the source before and after."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.unrolling import (
    MOST_PASSES,
    unroll_all,
    unroll_loops,
    write_out_short_loops,
)
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from tests.generator.compiler.dependences.test_dependences import module
from tests.support.compiler_programs import loop_bodies
from tests.support.loop_states import same_states
from tests.support.shares import share
from tests.support.tree_pairs import function, module_of, same, shown


def written_out(source: str) -> list[str]:
    return [shown(one.module) for one in unroll_loops(Candidate("it", module_of(source)))]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for i in range(3):\n    a[i] = i - x\nreturn x",
            "a[0] = 0 - x\na[1] = 1 - x\na[2] = 2 - x\nreturn x",
        ),
        (
            "for i in range(2):\n    if a[i] == x:\n        a[i] = 7\n        break\nreturn x",
            "if a[0] == x:\n    a[0] = 7\nelse:\n    if a[1] == x:\n        a[1] = 7\nreturn x",
        ),
        (
            "for i in range(2):\n    for j in range(i, 2):\n        a[j] += x\nreturn x",
            "a[0] = a[0] + x\na[1] = a[1] + x\na[1] = a[1] + x\nreturn x",
        ),
    ],
    ids=["passes after each other", "a loop that is left", "a nest"],
)
def test_pairs(before: str, after: str) -> None:
    assert written_out(function(before, "a")) == [same(function(after, "a"))]


@pytest.mark.parametrize(
    "stays",
    [
        "for i in range(x):\n    a[0] += i\nreturn x",  # the number of passes is not known
        f"for i in range({MOST_PASSES + 1}):\n    x += i\nreturn x",  # too many
        "for i in range(3):\n    x += i\nreturn i",  # its variable is used after it
    ],
)
def test_what_stays(stays: str) -> None:
    assert not written_out(function(stays, "a"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for i in range(3):\n    x += a[i]\nreturn x", "x = x + a[0]\nx = x + a[1]\nx = x + a[2]\nreturn x"),
        ("for i in range(2):\n    a[i] = a[i + 1]\nreturn x", "a[0] = a[1]\na[1] = a[2]\nreturn x"),
        (
            "for i in range(3):\n    a[i] = ask(i)\n    b[i] = ask(i + 1)\nreturn x",
            "".join(f"a[{i}] = ask({i})\nb[{i}] = ask({i} + 1)\n" for i in range(3)) + "return x",
        ),
        ("for i in range(4):\n    a[i] = ask(i)\n    b[i] = ask(i + 1)\nreturn x", ""),
        ("for i in range(17):\n    x += a[i - 13]\nreturn x", ""),
        ("for i in range(9):\n    x += a[i]\nreturn x", ""),
        ("for i in range(3):\n    x = x * x - i / 3\nreturn x", ""),
        ("for i in range(3):\n    if a[i] > x:\n        x = a[i] * 2\nreturn x", ""),
    ],
    ids=[
        *("a sum", "moves", "two arrays", "two longer arrays"),
        *("too many", "a long sum", "no element", "conditions"),
    ],
)
def test_loops_are_written_out_where_that_is_shorter(before: str, after: str) -> None:
    source = function(before, "ab")
    assert shown(write_out_short_loops(module_of(source))) == same(function(after or before, "ab"))


@pytest.mark.slow
@settings(max_examples=share(15), deadline=None, derandomize=True)
@given(loop_bodies("i"), st.integers(0, 3), st.integers(1, 3))
def test_a_loop_and_its_passes_leave_the_same(body: ir.Block, start: int, count: int) -> None:
    one = ir.For("i", constant(start), constant(start + 2 * count), 1, body)
    written, told = unroll_all((one,), module((one,)))
    assert told
    assert same_states((one,), written)
