"""The front of the compiler: source text to its tree, and every fault in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.front.faults import SourceError
from generator.compiler.tree.ir import (
    And,
    Assign,
    Compare,
    Constant,
    Element,
    For,
    Module,
    Name,
    Operation,
    Read,
    Return,
    Unpack,
    While,
)
from hp15c.numbers.number import ONE, ZERO, Number
from programs.compiled_listings import SOURCES
from tests.support.shares import few

HEAD = "from generator.language import array, ask, pause, polar, program, register, sqrt, unordered\n"


def body(text: str) -> Module:
    """The module with this text after its imports."""
    return front.parse(HEAD + text)


@pytest.mark.parametrize("path", few(SOURCES), ids=lambda path: path.stem)
def test_shipped_sources_are_read(path: Path) -> None:
    module = front.read(path)
    assert module.name == path.stem
    assert any(function.label for function in module.functions.values())
    assert module.documentation


def test_a_loop_with_a_simultaneous_assignment() -> None:
    module = body('@program("A")\ndef gcd(a, b):\n    while b != 0:\n        a, b = b, a % b\n    return a\n')
    function = module.functions["gcd"]
    remainder = Operation("mod", (Read("a"), Read("b")))
    turn = Assign((Name("a"), Name("b")), (Read("b"), remainder))
    assert function.label == "A"
    assert function.body == (
        While(Compare(Read("b"), "!=", Constant(ZERO)), (turn,)),
        Return((Read("a"),)),
    )
    place = function.body[0].place
    assert place is not None
    assert (place.line, place.column) == (4, 4)


def test_a_counted_loop_over_an_array() -> None:
    module = body(
        "a = array(8, at=1)\n"
        '@program("B")\ndef fill(n):\n    for i in unordered(range(n - 1, -1, -1)):\n        a[i] += 1\n'
    )
    assert module.arrays["a"].at == 1
    (loop,) = module.functions["fill"].body
    element = Element("a", Read("i"))
    start = Operation("sub", (Read("n"), Constant(ONE)))
    added = Assign((element,), (Operation("add", (element, Constant(ONE))),))
    assert loop == For("i", start, Constant(-ONE), -1, (added,), "i")


def test_chains_pairs_and_squares() -> None:
    module = body(
        '@program("A")\ndef one(x, y):\n    angle, radius = polar(y, x)\n'
        "    while 1 <= x < 2.5e-3:\n        x = radius ** 2 + x ** y\n    return angle, x\n"
    )
    first, second, _ = module.functions["one"].body
    assert first == Unpack((Name("angle"), Name("radius")), Operation("polar", (Read("y"), Read("x"))))
    assert isinstance(second, While)
    assert second.test == And(
        (
            Compare(Constant(ONE), "<=", Read("x")),
            Compare(Read("x"), "<", Constant(Number.of("0.0025"))),
        )
    )
    square, power = Operation("square", (Read("radius"),)), Operation("pow", (Read("x"), Read("y")))
    assert second.body == (Assign((Name("x"),), (Operation("add", (square, power)),)),)


@pytest.mark.parametrize(
    "body", ["z = i", "if i > x:\n            break\n        z = i", "z = i\n        continue"]
)
def test_what_a_loop_between_constants_assigns_has_a_value_behind_it(body: str) -> None:
    text = (
        'from generator.language import program\n\n@program("A")\ndef f(x):\n'
        f"    for i in range(3):\n        {body}\n    return z\n"
    )
    if "break" in body:
        with pytest.raises(SourceError, match="z may have no value here"):
            front.parse(text)
    else:
        assert front.parse(text).functions["f"].results == 1


def test_several_names_of_the_module_in_one_assignment() -> None:
    module = body("a, b = register(), register(3)\n@program('A')\ndef f(x):\n    return a + b * x\n")
    assert {name: one.at for name, one in module.registers.items()} == {"a": None, "b": "3"}


def test_parameters_that_have_names_only() -> None:
    text = "def g(x, {}y, {}k=2):\n    return x * k - y\n@program('A')\ndef f(x):\n"
    text += "    return g(x, {}x) + g(x, {}3, k=x)\n"
    plain = body(text.format("", "", "", ""))
    assert body(text.format("*, ", "", "y=", "y=")).functions == plain.functions
    assert body(text.format("/, ", "*, ", "", "")).functions == plain.functions


@pytest.mark.parametrize("call", ["g(1, 2, 3)", "g(x=x, y=2)"])
def test_what_python_refuses_for_parameters_is_refused(call: str) -> None:
    with pytest.raises(SourceError, match="between parameters"):
        body(f"def g(x, /, y, *, k=2):\n    return x * k - y\n@program('A')\ndef f(x):\n    return {call}\n")


def test_true_and_false_in_a_table() -> None:
    text = "T = ({}, {})\n@program('A')\ndef f(x):\n    return T[x] + ({}, {})[x]\n"
    words = body(text.format("True", "False", "False", "True"))
    assert words.functions == body(text.format(1, 0, 0, 1)).functions


def test_a_value_that_is_chosen_by_a_name_of_the_module() -> None:
    text = "LAST = -1\n@program('A')\ndef f(x):\n    return [x / 3, x + 1][{}]\n"
    assert body(text.format("LAST")).functions == body(text.format("1")).functions


def test_the_length_of_a_table_of_rows() -> None:
    text = (
        "T = ((1, 2), (3, 4), (5, 6))\n@program('A')\ndef f(x):\n    return x * {} + sum(v for v, w in T)\n"
    )
    assert body(text.format("len(T)")).functions == body(text.format("3")).functions
