"""Tables of numbers that are reached by an index."""

from __future__ import annotations

import ast
import random

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import check
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.front.tables import entry
from generator.compiler.validation.verdict import validate
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from tests.support.searched import agree

HEAD = "from generator.language import program, recursive\n"
WEEKDAY = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def source(table: object, within: bool = False) -> str:
    """A program that gives an entry of a table and 1."""
    written = f"t = {table}\n"
    before, inside = ("", f"    {written}") if within else (written, "")
    return f"{HEAD}{before}@program('A')\ndef f(i):\n{inside}    return t[i - 1] + 1\n"


@pytest.mark.first
@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ("(1, 9, 0, 3)", "return 0.1903 * 10 ** i % 1 * 10 // 1"),
        ("(1, 2, 0, 3)", "return 0.39 * 4 ** i % 1 * 4 // 1"),
        (str(LENGTHS), "return 0.8083455 * 4 ** i % 1 * 4 // 1 + 28"),
        ("(31, 28, 31, 30)", "return 0.3032 * 10 ** i % 1 * 10 // 1 + 28"),
        ("(-1, 0, 0, 1)", "return 0.18 * 3 ** i % 1 * 3 // 1 - 1"),
        ("(0.5, 2, 1.5, 4.5)", "return 0.1439 * 10 ** i % 1 * 10 // 1 * 0.5"),
        ("(10, 97, 25, 98)", "return 0.10972598 * 10 ** (2 * i) % 1 * 100 // 1"),
        ("(5, 7.5, 10, 12.5)", "return i * 2.5 + 5"),
    ],
    ids=[
        "decimals",
        "digits in base 4",
        "lengths of months",
        "above a least one",
        "below 0",
        "halves",
        "two decimals each",
        "equal steps",
    ],
)
def test_small_whole_numbers_are_digits_of_one(numbers: str, text: str) -> None:
    parsed = ast.parse(numbers, mode="eval").body
    assert isinstance(parsed, ast.Tuple | ast.List)
    assert ast.unparse(entry("i", parsed.elts, parsed)[0]) == text


@pytest.mark.parametrize(
    "numbers", ["(10, 97, 25)", "(1, 2.55, 3, 400.5, 7)", "(12345, 1, 2, 54321)", "(-9e99, 9e99, 1)"]
)
def test_others_are_cases(numbers: str) -> None:
    parsed = ast.parse(numbers, mode="eval").body
    assert isinstance(parsed, ast.Tuple)
    (made,) = entry("i", parsed.elts, parsed)
    assert isinstance(made, ast.Match)
    assert len(made.cases) == len(parsed.elts)


@pytest.mark.parametrize("within", [False, True], ids=["of the module", "of the function"])
@pytest.mark.parametrize(
    "table",
    [
        WEEKDAY,
        LENGTHS,
        (0.85, 1.6, -2.75),
        (5, 7),
        (1, 99, 25, 30, 99),
        (7, 7, 7),
        (-9.000000001, 1e-10),
        (0.1234567891, 9000000000),
        (1, 1000000001, 2000000001),
    ],
    ids=str,
)
def test_every_entry_is_found(table: list[float], within: bool) -> None:
    module = front.parse(source(table, within))
    program = quick_code(module).program
    python = PythonSide(module, program=program)
    for place, number in enumerate(table, 1):
        found = python.run(EntryCall("A", (Number.of(place),)))
        assert found.results == (Number.of(str(number)) + 1,)
    assert check(module, program, 60, random.Random(2), engines=("reference",)).agrees


def test_the_listing_is_proved_where_indices_are_in_the_table() -> None:
    module = front.parse(source(WEEKDAY))
    made = quick_code(module)
    verdict = validate(module, made.program, made.registers)
    assert verdict.proof == "proven"
    assert "indices are whole and in their arrays" in verdict.reason


@pytest.mark.parametrize("index", ["0", "4", "1.5"])
def test_an_index_outside_is_a_fault_of_the_source(index: str) -> None:
    module = front.parse(source((5, 7, 9)))
    assert PythonSide(module).run(EntryCall("A", (Number.of(index),))).end == "outside"


@pytest.mark.parametrize(
    "body",
    [
        "t = (5, 7)\n    return t",
        "t = (5, 7)\n    t = (8, 9)\n    return t[i]",
        "i = t[i]\n    t = (5, 7)\n    return i",
    ],
    ids=["as a value", "twice", "used before"],
)
def test_other_tuples_are_refused(body: str) -> None:
    with pytest.raises(InputError):
        front.parse(f"{HEAD}@program('A')\ndef f(i):\n    {body}\n")


def test_numbers_in_a_function_are_the_calculators() -> None:
    """A function drops the fraction of a quotient below 0. Where Python reads the module, it rounds down."""
    module = front.parse(
        f"{HEAD}N, LOW = 5, -7 // 2\nt = (1, 2, 4, 8, 16, 32)\n@program('A')\ndef f(x):\n    n = LOW\n"
        "    for i in reversed(range(-N // 2, 3)):\n        n = n * 2 + i\n"
        "    for i in reversed(range(N // 2, 4)):\n        n = n * 2 + i\n"
        "    return n + x, t[-N // 2 + 3], t[N % -3], t[-N % 3 + 2]\n"
    )
    found = check(module, quick_code(module).program, 10, random.Random(1), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    with pytest.raises(InputError, match="loop runs over"):
        front.parse(
            f"{HEAD}@program('A')\ndef f(x):\n    for i in reversed(range(-5 // 2, 9, 2)):\n        x += i\n"
            "    return x\n"
        )


LISTS = {
    "digits": (
        "n = int(abs(x)) % 10000\ncount = [0] * 10\nwhile n > 0:\n    count[n % 10] += 1\n"
        "    n //= 10\nreturn max(count), sum(1 for c in count if c == 0)"
    ),
    "neighbours": (
        "xs = [0] * N\nfor i in range(N):\n    xs[i] += i * x\n    if i:\n"
        "        xs[i] -= xs[i - 1] * y\nreturn max(xs), min(xs), sum(xs[1:]), x in xs"
    ),
    "a comprehension": (
        "i = 7\nxs = [i * x for i in range(3)]\nreturn sum(xs), xs[-1] + i, sum(v * v for v in xs)"
    ),
    "values": (
        "xs = [x, y > 2, 3]\nxs[0], xs[2] = xs[2], xs[0]\nfor i, v in enumerate(xs):\n"
        "    xs[i] = v + g(i)\nreturn xs[0], xs[1], xs[2], len(xs)"
    ),
    "in a function within": (
        "xs = [x, y, 3]\ndef swap(i, j):\n    xs[i], xs[j] = xs[j], xs[i]\nfor i in range(3):\n"
        "    for j in range(2 - i):\n        if xs[j] > xs[j + 1]:\n            swap(j, j + 1)\n"
        "return xs[1], xs[0], xs[2]"
    ),
    "in a loop": (
        "s = 0\nfor k in range(3):\n    xs = [k] * 3\n    xs[k] = x\n    s += sum(xs) * xs[0] * y\nreturn s"
    ),
    "flags": (
        "prime = [True] * 15\ncount = 0\nfor i in range(2, int(abs(x)) % 15):\n    if prime[i]:\n"
        "        count += 1\n        for j in range(i * i, 15, i):\n"
        "            prime[j] = False\nreturn count + y"
    ),
    "names of the module": "N = 2\nys = [N * x for k in range(3)]\nys[N] = y\nreturn sum(ys)",
    "an index below 0 is outside": "ys = [x, 2, 3]\nys[y] = 7\nreturn ys[0], ys[y - 1]",
}


def with_lists(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    called = "def g(x):\n    xs = [x, 2, x + 1]\n    xs[0] += 5\n    return sum(xs)\n"
    return f"{HEAD}N = 4\n{called}@program('A')\ndef f(x, y):\n{lines}"


@pytest.mark.parametrize("body", LISTS.values(), ids=LISTS)
def test_lists_of_a_function_are_arrays(body: str) -> None:
    module = front.parse(with_lists(body))
    found = check(module, quick_code(module).program, 30, random.Random(4), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 10


@pytest.mark.parametrize(
    "body",
    [
        "ys = [0] * x\nys[0] = 1\nreturn ys[0]",
        "ys = [0] * 2\nys[0] = x\nreturn ys",
        "ys = [0] * 2\nzs = ys\nzs[0] = x\nreturn ys[0]",
        "ys = [1, 2]\nys[0] = x\nys = [3, 4]\nreturn ys[0]",
        "ys = [1, *x]\nys[0] = x\nreturn ys[0]",
        "ys = [i for i in range(x)]\nreturn ys[0]",
        "ys = [0] * 2\nys[0] = f(x - 1, y)\nreturn ys[0]",
        "@recursive(4)\ndef g(n):\n    ys = [n, 0]\n    ys[1] = g(n - 1)\n    return ys[0] + ys[1]\n"
        "return g(x)",
        "if x > y:\n    ys = [x] * 2\n    ys[1] = y\nreturn ys[1]",
        "for i in range(2):\n    if i:\n        y += ys[1]\n    ys = [i] * 2\n    ys[1] = x\nreturn y",
    ],
    ids=[
        "a length of the run",
        "returned",
        "two names",
        "twice",
        "a star",
        "a computed end",
        "recursion",
        "inside",
        "not on each way",
        "before",
    ],
)
def test_other_lists_are_refused(body: str) -> None:
    with pytest.raises(InputError):
        front.parse(with_lists(body))


def test_lists_of_functions_that_do_not_call_each_other_are_one_array() -> None:
    each = "def {0}(x):\n    v = [x, 0, {1}]\n    v[1] += {2}\n    return sum(v)\n"
    functions = [each.format("f", "1", "2"), each.format("g", "2", "f(x)"), each.format("h", "3", "4")]
    labels = ("A", "B", "C")
    body = "".join(f'@program("{label}")\n{one}' for label, one in zip(labels, functions, strict=True))
    module = front.parse(f"from generator.language import *\n{body}")
    assert [one.length for one in module.arrays.values()] == [3, 3]
    agree(module, quick_code(module).program, least=20)
