"""Functions that call themselves: what they still need is kept, and the number of calls is a claim."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.choosing import quick_code
from generator.compiler.code.arrays import place_arrays
from generator.compiler.driver import compile_module
from generator.compiler.tree.ir import KEPT
from generator.compiler.tree.text import text
from generator.compiler.validation.verdict import validate
from generator.language import program, recursive
from generator.language.statements import AssumptionError
from hp15c.errors import Unsupported
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, searched
from tests.support.shares import few

HEAD = (
    "from generator.language import array, ask, program, recursive, register\n"
    "total = register()\nseen = array(4)\n\n"
)
RECURSIVE = {
    "nothing is kept": (
        "@recursive(7)\ndef f(n):\n    if n < 1:\n        return 0\n    return 1 + f(n / 2)\n"
        "@program('A')\ndef one(n):\n    return f(n)\n"
    ),
    "one that keeps, and one that does not": (
        "@recursive(5)\ndef f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n"
        "@program('B')\ndef two(n):\n    return f(n)\n"
        "@recursive(7)\ndef g(n):\n    if n < 1:\n        return 0\n    return 2 * g(n / 3) + 1\n"
        "@program('A')\ndef one(n):\n    return g(n)\n"
    ),
    "an entry point": (
        "@program('A')\n@recursive(6)\ndef one(n):\n    if n < 2:\n        return 1\n"
        "    return n * one(n - 1)\n"
    ),
    "two calls": (
        "@recursive(5)\ndef f(n):\n    if n < 2:\n        return n\n    return f(n - 1) - f(n - 2)\n"
        "@program('A')\ndef one(n):\n    return f(n) + n\n"
    ),
    "a default": (
        "@recursive(5)\ndef f(n, k=2):\n    if n < 1:\n        return k\n    m = n * k\n"
        "    a = f(n - 1) + m\n    return a * 2 + f(n - 2, k=m) - n\n"
        "@program('A')\ndef one(n):\n    return f(n) + f(1, k=n)\n"
    ),
    "a call in a call": (
        "@recursive(5)\ndef f(n):\n    if n > 3:\n        return n - 1\n    return f(f(n + 1))\n"
        "@program('A')\ndef one(n):\n    return f(n)\n"
    ),
    "a register that the call changes": (
        "@recursive(6)\ndef f(n):\n    global total\n    total += n\n    if n < 1:\n        return 1\n"
        "    return total * f(n - 1) + total\n"
        "@program('A')\ndef one(n):\n    global total\n    total = 2\n    return f(n)\n"
    ),
    "registers that no call changes": (
        "@recursive(6)\ndef f(n):\n    if n < 1:\n        return total\n    return total + total / f(n - 1)\n"
        "@program('A')\ndef one(n):\n    global total\n    total = n\n    return f(3) + f(n / 2)\n"
    ),
    "a register that a person may change": (
        "@recursive(6)\ndef f(n):\n    if n < 1:\n        return ask(n)\n    return total + f(n - 1)\n"
        "@program('A')\ndef one(n):\n    global total\n    total = n\n    return f(n)\n"
    ),
    "no result, and an array": (
        "@recursive(3)\ndef f(n, a):\n    global total\n    if n >= 1:\n        f(n - 1, a + 1)\n"
        "        total = 10 * total + a\n        seen[a] = n\n        f(n - 1, a + 1)\n"
        "@program('A')\ndef one(n):\n    global total\n    total = 0\n    f(n, 0)\n"
        "    return total, seen[0]\n"
    ),
    "an element gets one of two results": (
        "@recursive(3)\ndef f():\n    global total\n    if total <= 0:\n        return 1, 2\n    i = total\n"
        "    total -= 1\n    seen[i], y = f()\n    return y, 3\n"
        "@program('A')\ndef one(n):\n    global total\n    total = n\n    f()\n"
        "    return seen[1] + 10 * seen[2]\n"
    ),
    "two results, and a loop": (
        "@recursive(4)\ndef f(n):\n    if n < 1:\n        return 1, 2\n    a, b = f(n - 1)\n    k = n\n"
        "    while k > 0:\n        a += b * k\n        k -= 1\n    return b, a + n\n"
        "@program('A')\ndef one(n):\n    return f(n)\n"
    ),
    "in a loop": (
        "@recursive(3)\ndef f(n):\n    s = 0\n    k = 1\n    while k <= n:\n"
        "        if k == 3:\n            break\n"
        "        s += k + f(n - k)\n        k += 1\n    return s\n"
        "@program('A')\ndef one(n):\n    return f(n)\n"
    ),
    "a parameter that all calls pass on": (
        "@recursive(4)\ndef f(x, n):\n    if n < 1:\n        return 1\n    return x * f(x, n - 1) + x\n"
        "@program('A')\ndef one(x, n):\n    return f(x, n) + f(n, 2)\n"
    ),
    "an entry point that passes a parameter on": (
        "@program('A')\n@recursive(4)\ndef one(n, x):\n    if n < 1:\n        return x\n"
        "    return n - one(n / 3, x) / x\n"
    ),
    "locals that are computed again": (
        "@recursive(3)\ndef f(n, a):\n    global total\n    b = 6 - a\n    c = b * total\n    if n < 1:\n"
        "        return b\n    total += 1\n    f(n - 1, b)\n    return f(n - 2, c) + (n + a) * b - c\n"
        "@program('A')\ndef one(n):\n    global total\n    total = n\n    return f(2, n)\n"
    ),
    "a parameter that is changed, and what was computed of it": (
        "@recursive(4)\ndef f(n, a):\n    b = 2 * a\n    if n < 1:\n        return a\n    a += 1\n"
        "    a += f(n - 1, a)\n    return a * b\n@program('A')\ndef one(n):\n    return f(3, n)\n"
    ),
    "in a test": (
        "@recursive(5)\ndef f(n):\n    if n < 1:\n        return n\n    if n > f(n - 1):\n"
        "        return n + 1\n    return n - 1\n@program('A')\ndef one(n):\n    return f(n)\n"
    ),
}


@pytest.mark.first
@pytest.mark.parametrize("name", few(RECURSIVE))
def test_a_function_may_call_itself(name: str) -> None:
    module = front.parse(HEAD + RECURSIVE[name])
    placed = place_arrays(module, Model.HP15C)
    for made in (quick_code(module).program, searched(placed).program):
        agree(module, made, least=20, seed=6)


def test_only_what_is_read_later_is_kept() -> None:
    kept = {name: front.parse(HEAD + source).arrays.get(KEPT) for name, source in RECURSIVE.items()}
    lengths = {name: one.length if one else 0 for name, one in kept.items()}
    assert lengths["nothing is kept"] == 0
    assert lengths["an entry point"] == 6
    assert lengths["two calls"] == 5
    assert lengths["a register that the call changes"] == 6
    assert lengths["registers that no call changes"] == 0
    assert lengths["a register that a person may change"] == 6
    assert lengths["no result, and an array"] == 6
    assert lengths["a parameter that all calls pass on"] == 0
    assert lengths["an entry point that passes a parameter on"] == 4
    assert lengths["locals that are computed again"] == 9
    assert lengths["a parameter that is changed, and what was computed of it"] == 8


TWO_CALLS = (
    "@recursive(3)\ndef f(n, a):\n    b = 6 - a\n    if n < 1:\n        return b\n    f(n - 1, b)\n"
    "    return f(n - 2, a) + n * b\n@program('A')\ndef one(n, a):\n    return f(n, a)\n"
)


def test_what_no_call_changes_stands_in_a_register() -> None:
    module = front.parse(HEAD + RECURSIVE["a parameter that all calls pass on"])
    assert module.functions["f again"].parameters == ("n",)
    assert "x of f * part 1" in text(module)


def test_what_two_calls_keep_is_kept_first_and_the_rest_is_computed_again() -> None:
    written = text(front.parse(HEAD + TWO_CALLS))
    kept = [
        line.split(" = ")[1]
        for line in written.splitlines()
        if "kept locals[number of kept locals] =" in line
    ]
    assert kept == ["n", "a", "n", "b"]
    assert written.count("b = 6 - a") == 2


def test_the_height_counts_registers_and_dse_takes_it_down() -> None:
    module = front.parse(HEAD + RECURSIVE["two calls"])
    placed = place_arrays(module, Model.HP15C, first=1)
    at = placed.arrays[KEPT].at
    assert at
    assert f"number of kept locals = {at}" in text(placed)
    assert [one.name for one in searched(placed).program.steps].count("DSE") == 2


def test_what_is_kept_is_forgotten_after_an_error() -> None:
    module = front.parse(
        HEAD + "@program('A')\n@recursive(3)\ndef one(n):\n    if n < 1:\n        return 1 / n\n"
        "    return n - one(n - 1)\n"
    )
    listing = ListingSide(quick_code(module).program, {"A": 1}, ())
    calls = [listing.run(EntryCall("A", (Number.of(number),))) for number in ("2", "2", "2.5")]
    assert [one.end for one in calls] == ["Error 0", "Error 0", "results"]
    assert calls[2].results == (Number.of(3),)


@pytest.mark.slow
def test_recursion_is_proven() -> None:
    module = front.parse(HEAD + RECURSIVE["an entry point"])
    made = quick_code(module)
    verdict = validate(module, made.program, made.registers)
    assert verdict.proof == "proven"
    assert "no more calls are under way than `recursive` says" in verdict.reason


@pytest.mark.slow
def test_the_calculator_keeps_seven_returns() -> None:
    source = HEAD + RECURSIVE["nothing is kept"].replace("return f(n)", "return f(n) + 1")
    quick_code(front.parse(source))
    with pytest.raises(Unsupported, match="calls nest 8 deep, it has 7"):
        quick_code(front.parse(source.replace("recursive(7)", "recursive(8)")))
    with pytest.raises(Unsupported, match=r"cannot hold this program: calls nest 8 deep, it has 7$"):
        compile_module(front.parse(source.replace("recursive(7)", "recursive(8)")), effort=NO_TIME)
    with pytest.raises(Unsupported, match="deep, it has 4"):
        quick_code(front.parse(source), Model.HP11C)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(n):\n    return n * f(n - 1)\n", "write `@recursive(7)` before it"),
        ("@recursive\ndef f(n):\n    return n * f(n - 1)\n", "write `@recursive(7)`"),
        (
            "@recursive(3)\ndef f(n):\n    for i in range(3):\n        n += f(i)\n    return n\n",
            "write a `while`",
        ),
        (
            "@recursive(3)\ndef f(n):\n    while f(n - 1) > 2:\n        n -= 1\n    return n\n",
            "give its result a name first",
        ),
        (
            "@recursive(3)\ndef g(n):\n    return f(n)\n@recursive(3)\ndef f(n):\n    return g(n - 1) + 1\n",
            "write one function that calls itself",
        ),
    ],
)
def test_what_is_refused_says_what_to_write(source: str, said: str) -> None:
    with pytest.raises(front.SourceError, match=said.replace("(", r"\(").replace(")", r"\)")):
        front.parse(HEAD + source + "@program('A')\ndef one(n):\n    return f(n)\n")


def test_as_python_too_many_calls_are_an_error() -> None:
    @program("A")
    @recursive(3)
    def product(n: Number) -> Number:
        return n * product(n - 1) if n > 1 else n

    assert product(3) == 6
    with pytest.raises(AssumptionError, match="more than 3 calls of product"):
        product(4)
    assert product(2) == 2
