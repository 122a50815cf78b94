"""Chains of tests of one name: which cases they have, and what is left for the rest."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.ranges import narrow_module
from generator.compiler.tree import ir
from generator.compiler.tree.cases import Chain, chain_of, chains, compared_name
from generator.compiler.tree.text import condition

HEAD = 'from generator.language import assume, program\n@program("A")\ndef f(k, x):\n'


def chain(body: str, narrowed: bool = False) -> Chain | None:
    """The chain that begins with the first `if` of a function."""
    module = front.parse(HEAD + body)
    if narrowed:
        module = narrow_module(module)
    first = next(one for one in module.functions["f"].body if isinstance(one, ir.If))
    return chain_of(first)


def match(*cases: str) -> str:
    """A match with these cases, each of which returns its place."""
    lines = (f"        case {case}:\n            return {place}\n" for place, case in enumerate(cases))
    return f"    match k:\n{''.join(lines)}    return 99\n"


def conditions(*conditions: str) -> str:
    """An if statement with these conditions, each of which sets x to its place."""
    ways = (f"if {one}:\n        x = {place}\n    " for place, one in enumerate(conditions))
    return f"    {'el'.join(ways)}return x\n"


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "numbers", "rest"),
    [
        (match("0", "1", "2"), [(0,), (1,), (2,)], 0),
        (match("4", "1 | 3", "2", "_"), [(4,), (1, 3), (2,)], 1),
        (conditions("k == 1", "2 == k", "not (k != 5)"), [(1,), (2,), (5,)], 0),
        (match("1", "1 | 2", "3", "3"), [(1,), (2,), (3,), ()], 0),
        (match("1", "-1", "2", "40", "3"), [(1,), (2,), (3,)], 1),
    ],
    ids=["match", "several numbers", "if", "the first of equal cases counts", "numbers without labels"],
)  # fmt: skip
def test_the_numbers_of_the_cases(body: str, numbers: list[tuple[int, ...]], rest: int) -> None:
    found = chain(body)
    assert found is not None
    assert [one for one, _ in found.bodies] == numbers
    assert len(found.rest) == rest


@pytest.mark.parametrize(
    "body",
    [
        match("1", "2"),
        match("1", "1", "1.5", "2"),
        conditions("k == 1", "x == 2", "k == 3"),
        conditions("k < 1", "k == 2", "k == 3"),
        match("1", "2 | 30", "3", "4"),
    ],
    ids=[
        "two cases",
        "two numbers",
        "another name",
        "another relation",
        "a number without a label among others",
    ],
)
def test_what_has_too_few_cases(body: str) -> None:
    assert chain(body) is None


def test_what_stands_behind_the_cases_keeps_its_tests() -> None:
    found = chain(match("1", "-1", "2", "40", "3"))
    assert found is not None
    (first,) = found.rest
    assert isinstance(first, ir.If)
    assert condition(first.test) == "k == -1"
    (second,) = first.orelse
    assert isinstance(second, ir.If)
    assert condition(second.test) == "k == 40"


def test_what_ranges_know_of_the_name() -> None:
    known = "    assume(0 <= k <= 2)\n    assume(k == k // 1)\n" + match("0", "1", "2")
    found = chain(known, narrowed=True)
    assert found is None  # the third case is the rest, as it is the only one left
    found = chain(known.replace("k <= 2", "k <= 7"), narrowed=True)
    assert found is not None
    assert found.compared == ir.Span(True, 0, 7)


def test_a_name_that_a_test_compares_with_numbers() -> None:
    module = front.parse(
        HEAD + "    if k == 1 or k == 2:\n        x = 1\n    if k < 1:\n        x = 2\n    return x\n"
    )
    tests = [one.test for one in module.functions["f"].body if isinstance(one, ir.If)]
    assert [*map(compared_name, tests)] == ["k", ""]
    assert not [*chains(module)]
