"""What may overflow stops an HP-11C neither before an Error of the source nor before what a person sees."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import sides
from generator.compiler.code import generate
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import GraphNode, GraphValue
from generator.compiler.code.lower import lower
from generator.compiler.code.overflow import Stops
from generator.compiler.code.simplify import simplify
from generator.compiler.tree.ir import Module
from hp15c import Model, Number
from hp15c.rules.number_functions import result

HEAD = "from generator.language import ask, frac, intpart, ln, pause, program, sin, sqrt\n"
ENTRY = HEAD + '@program("A")\ndef f(x, y):\n'


def module_of(*lines: str) -> Module:
    return front.parse(ENTRY + "".join(f"    {one}\n" for one in lines))


@pytest.mark.first
@pytest.mark.parametrize(
    ("lines", "x", "end"),
    [
        (("q = 1 / x", "return y * y - q"), "0", "Error 0"),
        (("q = sqrt(x)", "return y * y * q"), "-1", "Error 0"),
        (("q = x / (x - 2)", "return q + y / 0.001"), "2", "Error 0"),
        (("q = ask(x)", "return y * y / q"), "7", "waiting"),
        (("if x > y:", "    q = 1 / x", "else:", "    q = ln(x)", "return y * y - q"), "0", "Error 0"),
        (
            ("q = 1", "if x < 3:", "    q = ln(x)", "    q += y * y", "else:", "    q = y * y", "return q"),
            *("0", "Error 0"),
        ),
    ],
)
@pytest.mark.parametrize("effort", [0, 2000])
def test_an_overflow_does_not_come_before_an_error_or_a_stop(
    lines: tuple[str, ...], x: str, end: str, effort: int
) -> None:
    module = module_of(*lines)
    call = EntryCall("A", (Number.of(x), Number.of("1e98")))
    python, listing = sides(module, generate(module, Model.HP11C, effort=effort).program)
    assert python.run(call).end == end
    assert listing.run(call) == python.run(call)


def test_an_overflow_does_not_come_before_what_is_shown() -> None:
    module = module_of("pause(x)", "return y * y + x")
    python, listing = sides(module, generate(module, Model.HP11C).program)
    call = EntryCall("A", (Number.of(7), Number.of("1e98")))
    assert python.run(call).end == "overflow"
    assert listing.run(call).shown == python.run(call).shown == (("pause", Number.of(7)),)


OPERANDS = (
    "x",
    "abs(x)",
    "intpart(x)",
    "frac(x)",
    "sin(x)",
    "sqrt(abs(x))",
    "3",
    "0.5",
    "1e60",
    "intpart(x) % 7",
)
VALUES = tuple(
    map(
        Number.of,
        ("9.999999999e99", "-9.999999999e99", "1e-99", "-0.9999999999", "1", "-6", "6e50", "60", "0"),
    )
)
BINARY = {"+": ("+",), "-": ("−",), "*": ("×", "÷"), "/": ("÷",)}
"""The keys of operators. A product with a number that has a whole inverse is a quotient."""


def reached(value: GraphValue, x: Number) -> Number | None:
    """What a value is for an x, None where an Error or an overflow comes before."""
    if value.number is not None or value.node is None:
        return value.number if value.number is not None else x
    found = evaluated(value.node, x)
    return None if found is None or found[1] else found[0][0]


def evaluated(node: GraphNode, x: Number) -> tuple[tuple[Number, ...], bool] | None:
    operands = [reached(one, x) for one in node.inputs]
    if None in operands:
        return None
    if node.line in ("SIN",):
        return (Number.of("-0.9999999999") if x.negative else Number.of(1),), False
    return result(node.line, *operands)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("sign", BINARY)
def test_what_is_said_not_to_overflow_does_not(sign: str) -> None:
    free = 0
    for left, right in product(OPERANDS, repeat=2):
        module = front.parse(ENTRY.replace("x, y", "x") + f"    return {left} {sign} ({right})\n")
        graph = lower(module, Choices())[""]
        simplify(graph)
        late = Stops.of(graph).late
        for node in graph.nodes():
            free += node.line in BINARY[sign] and node not in late
            found = [evaluated(node, x) for x in VALUES]
            assert node in late or not any(one is not None and one[1] for one in found), (left, right)
    assert free > 40


@pytest.mark.parametrize(
    "lines",
    [
        ("q = 1 / x", "return q, intpart(y) % 100 * 3"),
        ("q = sqrt(x)", "return frac(y) / 0.5 + q"),
        ("q = ln(x)", "n = 0", "for i in range(5):", "    n += i", "return n * n - q"),
    ],
)
def test_what_cannot_overflow_is_free(lines: tuple[str, ...]) -> None:
    module = module_of(*lines)
    graph = lower(module, Choices())[""]
    simplify(graph)
    stops = Stops.of(graph)
    assert stops.early
    assert not [node.line for node in stops.late if node.line in ("+", "−", "×")]
