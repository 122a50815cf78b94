"""Numbers of registers computed from the one that I holds."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.code import generate
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.building import Choices
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from hp15c.table.models import Model
from tests.support.owners_programs import INSERTION

HEAD = (
    "from generator.language import array, assume, pause, program\na = array(6, at=0)\n"
    '@program("A")\ndef change(i, x):\n    assume(0 <= i <= 3)\n'
)


def sums(body: str) -> list[str]:
    """The sums and differences with a constant of the only entry point, the second operand behind each."""
    graph = lower(place_arrays(front.parse(HEAD + body), Model.HP15C), Choices(frozenset()))[""]
    simplify(graph, chained=True)
    return [f"{node.line}{node.inputs[1]}" for node in graph.nodes() if node.line in "+−"]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("    a[i] = 1\n    a[i + 2] = x\n    a[i + 1] = x\n    return a[0]\n", ["+2", "−1"]),
        ("    i = i // 1\n    a[i + 2] = x\n    a[i + 1] = x\n    return i - 1\n", ["+2", "−1", "−2"]),
        ("    a[i + 2] = x\n    a[i + 1] = x\n    return i - 1\n", ["+2", "+1", "−1"]),
        ("    a[i + 2] = x\n    return x - 1\n", ["+2", "−1"]),
    ],
    ids=["one behind the other", "a whole number", "perhaps no whole number", "another value"],
)
def test_what_is_computed_from_the_number_before(body: str, wanted: list[str]) -> None:
    assert sums(body) == wanted


@pytest.mark.slow
def test_an_index_that_moves_need_not_be_kept_beside_i() -> None:
    module = front.parse(INSERTION)
    program = generate(place_arrays(module, Model.HP15C)).program
    assert len(program) < 43  # 43 where the number is kept beside I
    assert check(module, program, 40, random.Random(1), engines=("reference", "source")).agrees
