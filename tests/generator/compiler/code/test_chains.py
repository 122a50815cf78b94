"""Numbers of registers computed from the one that I holds."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.building import Choices
from generator.compiler.code.generate import WIDTHS, CompileWay, Spent, generate_way
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from hp15c.table.models import Model
from tests.support.owners_programs import INSERTION
from tests.support.searched import agree

HEAD = (
    "from generator.language import array, assume, pause, program\na = array(6, at=0)\n"
    '@program("A")\ndef change(i, x):\n    assume(0 <= i <= 3)\n'
)


def sums(body: str) -> list[str]:
    """The sums and differences with a constant of the only entry point, the second operand after each."""
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
    ids=["one after the other", "a whole number", "perhaps no whole number", "another value"],
)
def test_what_is_computed_from_the_number_before(body: str, wanted: list[str]) -> None:
    assert sums(body) == wanted


@pytest.mark.slow
def test_an_index_that_moves_need_not_be_kept_beside_i() -> None:
    module = front.parse(INSERTION)
    laid_out, spent = place_arrays(module, Model.HP15C), Spent()
    programs = []
    for chained in (False, True):
        way = CompileWay(Choices(), share=True, chained=chained)
        made = generate_way(laid_out, Model.HP15C, way, WIDTHS[0], "small", spent)
        assert made is not None
        programs.append(made.program)
    assert len(programs[True]) < len(programs[False]) - 2
    agree(module, *programs, engines=("reference", "source"))
