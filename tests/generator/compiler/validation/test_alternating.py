"""Numbers that alternate in place of a test whether a number is odd: which loops change, and which stay."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.driver import compile_module
from generator.compiler.validation.alternating import alternate
from generator.compiler.validation.certificate import read, write
from generator.compiler.validation.check import check
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import NotProved
from tests.support.searched import agree
from tests.support.tree_pairs import function, module_of, same, shown
from tests.support.tree_side import TreeSide

SIMPSON = (
    "s = 0\nfor i in range(1, x):\n    if i % 2 == 1:\n        s += 4 * sqrt(i)\n    else:\n"
    "        s += 2 * sqrt(i)\nreturn s"
)
SERIES = (
    "s = 0\nfor i in range({}):\n    if {}:\n        s -= x / (i + 1)\n    else:\n"
    "        s += x / (i + 1)\nreturn s"
)


def begun(start: int, each: str, body: str, limits: str) -> str:
    return f"s = 0\nfactor = {start}\nfor i in range({limits}):\n    factor = {each}\n    {body}\nreturn s"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SIMPSON, begun(2, "6 - factor", "s += factor * sqrt(i)", "1, x")),
        (SIMPSON.replace("1, x", "x"), begun(4, "6 - factor", "s += factor * sqrt(i)", "x")),
        (SIMPSON.replace("== 1", "!= 1"), begun(4, "6 - factor", "s += factor * sqrt(i)", "1, x")),
        (
            SIMPSON.replace("i % 2 == 1", "not i % 2 == 0"),
            begun(2, "6 - factor", "s += factor * sqrt(i)", "1, x"),
        ),
        (SIMPSON.replace("1, x", "2, x, 3"), begun(4, "6 - factor", "s += factor * sqrt(i)", "2, x, 3")),
        (
            SERIES.format("x", "i % 2"),
            begun(-1, "-factor", "s += factor * (x / (i + 1))", "x"),
        ),
        (
            "s = 0\nfor i in range(x):\n    if s > 9:\n        if i % 2 == 0:\n            w = 0.1\n"
            "        else:\n            w = 0.3\n        s += w\n    s += i\nreturn s",
            "s = 0\nfactor = 0.3\nfor i in range(x):\n    factor = 0.4 - factor\n    if s > 9:\n"
            "        w = factor\n        s += w\n    s += i\nreturn s",
        ),
    ],
    ids=["from 1", "from 0", "the other test", "a test turned round", "by 3", "signs", "inside a test"],
)
def test_pairs(before: str, after: str) -> None:
    assert shown(alternate(module_of(function(before)))) == same(function(after))


@pytest.mark.parametrize(
    "body",
    [
        SIMPSON.replace("1, x", "x, 9"),
        SIMPSON.replace("1, x", "-1, x"),
        SIMPSON.replace("1, x", "1, x, 2"),
        SIMPSON.replace("1, x", "x, 0, -1"),
        SIMPSON.replace("    if", "    i += 1\n    if"),
        SIMPSON.replace("% 2", "% 4"),
        SIMPSON.replace("== 1", "== 2"),
        SIMPSON.replace("== 1", "< 1"),
        SIMPSON.replace("4 * sqrt(i)", "4 * sqrt(s)"),
        SIMPSON.replace("4 * sqrt(i)", "sqrt(4 * i)"),
        SIMPSON.replace("4 * sqrt(i)", "2 * sqrt(i)"),
        SIMPSON.replace("4 * sqrt(i)", "1e-10 * sqrt(i)"),
        SIMPSON.replace("4 * sqrt(i)", "4 * sqrt(i)\n        s += 1"),
    ],
    ids=[
        *("a start that is not known", "below 0", "by 2", "downwards", "an assigned variable", "a quarter"),
        *(
            "never",
            "another relation",
            "two differences",
            "another place",
            "no difference",
            "too many digits",
        ),
        "two statements",
    ],
)
def test_what_does_not_fit_stays(body: str) -> None:
    module = module_of(function(body))
    assert alternate(module) is module


def test_a_loop_in_a_loop_has_a_name_of_its_own() -> None:
    inner = (
        "    for j in range(i):\n        if j % 2:\n            s += 3\n        else:\n            s += 5\n"
    )
    outer = "s = 0\nfor i in range(x):\n    if i % 2:\n        s -= x\n    else:\n        s += x\n"
    body = f"{outer}{inner}return s"
    made = shown(alternate(module_of(function(body))))
    assert "factor = 8 - factor" in made
    assert "factor_2 = -factor_2" in made


@pytest.mark.parametrize(
    "body", [SIMPSON, SERIES.format("1, x, 3", "i % 2 != 0"), SERIES.format("x", "i % 2 == 0")]
)
def test_both_compute_the_same(body: str) -> None:
    """The results are those of the source run as Python, also without a pass and with an odd last one."""
    module = module_of(function(body))
    python, tree, tally = PythonSide(module), TreeSide(alternate(module)), CallTally()
    draws = CallDraws(module, [], random.Random(3))
    for _ in range(40):
        assert compare(draws.sequence(), python, tree, tally) is None
    assert tally.compared > 20


def test_the_listing_is_shorter_proved_and_agrees() -> None:
    """By hand: 4 lines for the test, 4 for its ways and jumps, and 3 in their place."""
    module = module_of(function(SIMPSON))
    made = compile_module(module)
    assert len(made.program) <= 25
    agree(module, made.program, calls=60)
    verdict = validate(module, made.program, made.places)
    assert verdict.proof == "proven"
    assert verdict.certificate is not None
    assert verdict.certificate.alternating
    content = write(verdict.certificate, module, made.program)
    check(read(content, module, made.program), module, made.program)
    with pytest.raises(NotProved):
        check(replace(verdict.certificate, alternating=False), module, made.program)
