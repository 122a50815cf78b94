"""Short expressions: the source run as Python and the compiler's tree agree, with calls in their order."""

from __future__ import annotations

from random import Random

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.tree.ir import Module
from tests.support.compiler_forms import program
from tests.support.searched import agree
from tests.support.shares import share
from tests.support.tree_side import compared

HEAD = """from generator.language import array, ask, polar, program, register
r = register(3)
a = array(4, at=5)
T = (3, -1, 4, 0.5)


def tick(v):
    global r
    r = r * 2 % 1000 + v // 1 % 7
    return v


def over(v, limit=2):
    return tick(v) > limit


def mixed(v, w=2, u=-0.5):
    return tick(v) * w - u


def pair(v, w=3):
    return tick(w) - 1, v


@program("A")
def f(x, y):
"""
FORMS = {
    "one of two numbers": "return (tick(x) or tick(y)) - (tick(y) and tick(3)) * (x > 2 or tick(x))",
    "one of two in another": "return 1 + ((x and tick(y)) or (x > 3 and 5) or tick(7))",
    "one of two added to an element": (
        "a[0] += tick(x) or tick(y)\na[1] -= tick(y) and 3\nreturn a[0] + 10 * a[1]"
    ),
    "a condition that names a number, added to an element": (
        "k = 1\na[1] += (k := y) > tick(2)\na[0] += (k := tick(x)) or k\nreturn a[0] + 10 * a[1] + k"
    ),
    "one of several that are computed": (
        "k = (tick(x) in (tick(y), r, tick(2))) + 2 * (x not in (y + 1, y / 3))\n"
        "while x in (y, y + 2, abs(x)) and k < 9:\n    k += 2\n    x -= 3\n"
        "return k, (x + y) in (2 * x, tick(3)) or y in (-x, x)"
    ),
    "conditions as indices": (
        "a[x > y] = 3\na[(x > 2) + (y > 2)] += tick(x) > tick(y)\na[not tick(x)] -= tick(y)\n"
        "return T[x > 1] + 10 * T[not y], a[over(x)] + a[-1]"
    ),
    "the middle of a chain": "return (1 < tick(x) <= y) + 2 * (x > tick(y) != tick(3) < tick(x))",
    "what is written out in the middle of a chain": (
        "return (1 < T[x // 1 % 4] < y) + (0 <= (x if y else 2) < 3) + (x < (y or tick(3)) != y < min(x, 4))"
    ),
    "what is written out in conditions": (
        "return ((T[x // 1 % 4] > 1) == (y > 2)) + ((x > (y or 3)) != (1 < max(x, 2) < y)) + (tick(x) in T)"
    ),
    "conditions with calls": "return (over(x) == (tick(y) > 1)) + ((tick(x) > 1) != (y > tick(0)))",
    "counts of conditions": "return ((x > y) + (y > 1)) / ((x > 0) + (y > 0) + (x > 3))",
    "powers and quotients of conditions": "return (x > y) ** (y > 0) - -(x > 1) // ((x > 1) + (y > 1))",
    "named conditions added": "big = x > 3\nsmall = y < 2\nreturn (big + small) / (big + big + small)",
    "sums of conditions": "return sum(v > x for v in range(4)) / sum(v > y for v in T) + len(T) / len(a)",
    "conditions as named arguments": "return mixed(x, u=y > 3) + mixed(u=not x, v=y)",
    "several results with an index": "return pair(x)[1] + pair(x, y)[-2] * polar(y, x)[1]",
    "numbers in order with an index": "return sorted((x, y, 3))[1], sorted((y, tick(x)), reverse=True)[-1]",
    "entries with a written index": "return T[0] + T[-1] * (9, 8, 7, 6)[-2] if x else T[1] < T[2] < x",
    "a long loop over values": (
        "for v in (tick(x), y, x * y):\n"
        + "".join(f"    if v > {n}:\n        y += v / {n + 1}\n" for n in range(7))
        + "return y"
    ),
}


def module_of(body: str) -> Module:
    return front.parse(HEAD + "".join(f"    {line}\n" for line in body.splitlines()))


@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS)
def test_python_and_the_tree_agree(body: str) -> None:
    found = compared(module_of(body))
    assert found.disagreement is None, str(found.disagreement)
    assert found.compared >= 20


def test_listings_agree() -> None:
    for name in ("the middle of a chain", "several results with an index"):
        module = module_of(FORMS[name])
        agree(module, quick_code(module).program, calls=30, least=20)


def test_random_programs_agree_with_their_trees() -> None:
    """More of them: `python -m tests.random_programs --trees`."""
    compared_programs = 0
    for seed in range(20, 20 + share(160)):
        source = program(Random(seed), 5, 3)
        try:
            found = compared(front.parse(source), 15)
        except front.SourceError:  # a loop stores into its array, or a name may have no value
            continue
        assert found.disagreement is None, f"{source}\n{found.disagreement}"
        compared_programs += found.compared > 0
    assert compared_programs > 0.7 * share(160)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return tick(x)[0]", "give its results names first: `first, second = tick(...)`"),
        ("return pair(x)[2]", "give its results names first: `first, second = pair(...)`"),
        ("return pair(x)[x]", "give its results names first"),
        ("return x < ask(y) < (y := 3)", "an assignment within an expression"),
        ("global r\nreturn 1 + ((r := 2) if x else y)", "an assignment within an expression (:=)"),
    ],
)
def test_what_is_refused_says_what_to_write(body: str, told: str) -> None:
    with pytest.raises(front.SourceError) as refused:
        module_of(body)
    assert told in str(refused.value)
