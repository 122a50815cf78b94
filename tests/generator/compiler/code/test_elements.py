"""Elements of arrays: numbers of registers computed from the one that I holds, and arithmetic into them."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code import generate
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.building import Choices
from generator.compiler.code.generate import WIDTHS, CompileWay, Spent
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from hp15c.table.models import Model
from tests.support.owners_programs import INSERTION
from tests.support.searched import agree, generate_way

HEAD = (
    "from generator.language import array, assume, pause, program\na = array(6, at=0)\n"
    '@program("A")\ndef change(i, x):\n    assume(0 <= i <= 3)\n'
)
SHORT = (
    "from generator.language import array, assume, pause, program\na = array(4)\n"
    '@program("A")\ndef change(i, x):\n    assume(0 <= i <= 2)\n'
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


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "into", "recalls"),
    [
        ("    a[i] += x\n", ["STO + (i)"], 0),
        ("    a[i] -= 1\n    a[i + 1] = a[i + 1] * x\n", ["STO − (i)", "STO × (i)"], 0),
        ("    if a[i] > 0:\n        pause(x)\n    a[i] = 2 + a[i]\n", ["STO + (i)"], 1),
        ("    a[i] += a[i]\n", ["STO + (i)"], 1),
        ("    a[i] = x - a[i]\n", [], 1),
        ("    y = a[i]\n    a[i + 1] = 3\n    a[i] = y + 1\n", [], 1),
        ("    y = a[i]\n    a[i + 1] = y\n    a[i] = y + 1\n", ["STO + (i)"], 1),
        ("    y = a[i] + x\n    a[i] = y\n    a[i + 1] = y\n", [], 1),
        ("    y = a[i]\n    a[i + 1] = y + 1\n", [], 1),
    ],
    ids=[
        *("sum", "others", "used before", "itself", "from", "a store between"),
        *("a store that needs it", "used after", "another"),
    ],
)
def test_what_is_arithmetic_into_an_element(body: str, into: list[str], recalls: int) -> None:
    module = front.parse(f"{SHORT}{body}    pause(a[0])\n    pause(a[1])\n    return a[2]\n")
    program = generate(place_arrays(module, Model.HP15C), effort=0).program
    lines = [str(one) for one in program.steps]
    assert [one for one in lines if one.startswith("STO") and one.endswith(" (i)") and len(one) > 7] == into
    assert lines.count("RCL (i)") == recalls
    agree(module, program, least=11, engines=("reference", "source"))


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("y = a[i]\n    a[i + 1] = x\n    return y + a[i]", 1),
        ("y = a[i]\n    a[i] = x\n    return y - a[i]", 1),
        ("y = a[i]\n    a[2] = x\n    return y + a[i]", 2),
        ("y = a[i]\n    a[i // 2] = x\n    return y + a[i]", 2),
        ("y = a[i] + a[0]\n    a[2] = x\n    return y + a[0]", 2),
        ("a[i] = x\n    a[i + 1] = 2 * x\n    return a[i] + a[i + 1]", 0),
        ("a[i] = x\n    a[2] = 7\n    return a[i] + a[2]", 1),
        ("a[i] = x\n    if x > 1:\n        a[i] = 2\n    return a[i]", 1),
        ("a[i] = x\n    a[i] += a[i + 1]\n    return a[i]", 1),
    ],
)
def test_what_an_element_holds_is_known_behind_stores(body: str, count: int) -> None:
    module = front.parse(f"{SHORT}    {body}\n")
    laid_out = place_arrays(module, Model.HP15C)
    graph = lower(laid_out, Choices())[""]
    simplify(graph)
    assert sum(node.line == "load" for node in graph.nodes()) == count
    agree(module, generate(laid_out, effort=0).program, least=9, engines=("reference", "source"))


def test_a_store_of_what_the_element_holds_goes() -> None:
    def stores(body: str) -> int:
        graph = lower(place_arrays(front.parse(HEAD + body), Model.HP15C), Choices(frozenset()))[""]
        simplify(graph)
        return sum(node.line == "store" for node in graph.nodes())

    assert stores("    y = a[i]\n    a[i] = y\n    return y + x\n") == 0
    assert stores("    y = a[i]\n    a[x] = 2\n    a[i] = y\n    return y\n") == 2
    assert stores("    y = a[i]\n    a[i + 1] = y\n    return y\n") == 1


@pytest.mark.parametrize(
    "body",
    [
        "a[int(x)] = 5\n    a[int(x + 1)] = 7\n    return a[int(x)]",
        "a[int(x)] = 5\n    a[int(x + 2)] = 6\n    a[int(x + 1)] = 7\n    return a[0]",
        "t = a[int(x)]\n    y = x + 18\n    return y - 10 + t, y",
    ],
    ids=["the same register", "a sum that rounds", "a sum that is no index"],
)
def test_indices_without_their_fractions_are_no_whole_sums(body: str) -> None:
    source = HEAD.replace("    assume(0 <= i <= 3)\n", "").replace("(i, x)", "(x)").replace("assume, ", "")
    module = front.parse(
        f'{source}    {body}\n\n\nEXAMPLES = ((("-0.5",), ()), (("-1e-10",), ()), (("4.5e-9",), ()))\n'
    )
    laid_out, spent = place_arrays(module, Model.HP15C), Spent()
    for chained in (False, True):
        way = CompileWay(Choices(), share=True, chained=chained)
        made = generate_way(laid_out, Model.HP15C, way, WIDTHS[0], "small", spent)
        assert made is not None
        agree(module, made.program, least=9, engines=("reference",))
