"""Ways of a test in one formula, and tests in a row."""

from __future__ import annotations

import pytest

from generator.compiler.ranges.joined_ways import join_ways
from tests.support.searched import agree, searched
from tests.support.tree_pairs import function, module_of, same, shown


def joined(body: str, parameter: str = "x") -> str:
    return shown(join_ways(module_of(function(body, parameter=parameter))))


ABSOLUTE = [
    ("if x > y:\n    d = x - y\nelse:\n    d = y - x\nreturn d", "d = abs(x - y)\nreturn d"),
    ("if x <= y:\n    d = y - x\nelse:\n    d = x - y\nreturn d", "d = abs(y - x)\nreturn d"),
    ("if not x > y:\n    return y - x\nreturn x - y", "return abs(y - x)"),
    ("if x < 0:\n    x = -x\nreturn x", "x = abs(x)\nreturn x"),
    ("if x >= 0:\n    return x\nreturn -x", "return abs(x)"),
]
NOT_BELOW_ZERO = [
    (
        "if x <= 200:\n    d = 0\nelse:\n    d = (x - 200) * 0.15\nreturn d + y",
        "d = (x - 200) * 0.15\nif d < 0:\n    d = 0\nreturn d + y",
    ),
    (
        "if x > 200:\n    return (x - 200) / 3\nreturn 0",
        "value = (x - 200) / 3\nif value < 0:\n    value = 0\nreturn value",
    ),
    (
        "if x <= 2:\n    return 0\nif x <= 6:\n    return (x - 2) * 0.1\nreturn 0.4 + (x - 6) * 0.3",
        "if x <= 6:\n    value = (x - 2) * 0.1\n    if value < 0:\n        value = 0\n    return value\n"
        "return 0.4 + (x - 6) * 0.3",
    ),
    (
        "if x < 100:\n    d = 100 - x\nelse:\n    d = 0\nreturn d + y",
        "d = 100 - x\nif d < 0:\n    d = 0\nreturn d + y",
    ),
    (
        "if x <= y:\n    return 0\nreturn x - y",
        "value = x\nif value <= y:\n    value = y\nvalue = value - y\nreturn value",
    ),
    (
        "if y >= x * x:\n    y = (y - x * x) / 4\nelse:\n    y = 0\nreturn y",
        "if y < x * x:\n    y = x * x\ny = (y - x * x) / 4\nreturn y",
    ),
]
SIGN = [
    (
        "if x > 0:\n    s = 1\nelif x < 0:\n    s = -1\nelse:\n    s = 0\nreturn s * y",
        "size = abs(x)\ns = x\nif size != 0:\n    s = x / size\nreturn s * y",
    ),
    (
        "if x == 0:\n    return 0\nif x < 0:\n    return -1\nreturn 1",
        "size = abs(x)\nvalue = x\nif size != 0:\n    value = x / size\nreturn value",
    ),
]
IN_A_ROW = [
    (
        "if x < 0:\n    x += 360\nelif x >= 360:\n    x -= 360\nreturn x",
        "if x >= 360:\n    x -= 360\nif x < 0:\n    x += 360\nreturn x",
    ),
    (
        "if x > 9:\n    y = 1\nelif x < 3:\n    y = 2\nreturn y",
        "if x > 9:\n    y = 1\nif x < 3:\n    y = 2\nreturn y",
    ),
]
SIZES = [
    ("if -5 < x < 5:\n    y += 1\nreturn y", "if abs(x) < 5:\n    y += 1\nreturn y"),
    ("if x <= 5 and x >= -5:\n    y += 1\nreturn y", "if abs(x) <= 5:\n    y += 1\nreturn y"),
    ("if x > 5 or x < -5:\n    y += 1\nreturn y", "if abs(x) > 5:\n    y += 1\nreturn y"),
    ("if -5 >= x or 5 <= x:\n    y += 1\nreturn y", "if abs(x) >= 5:\n    y += 1\nreturn y"),
]
ADDED_OR_TAKEN = [
    (
        "if x >= 180:\n    return x - 180\nreturn x + 180",
        "step = 180\nif x >= 180:\n    step = -step\nreturn x + step",
    ),
    (
        "if x < 180:\n    x += 180\nelse:\n    x -= 180\nreturn x",
        "step = 180\nif x < 180:\n    pass\nelse:\n    step = -step\nx = x + step\nreturn x",
    ),
]
SECRET = "s = 1 + 9 * ran() // 1\n"
AWAY = [
    (
        f"{SECRET}while x != s:\n    if x < s:\n        x = ask(-1)\n    else:\n        x = ask(1)\nreturn x",
        f"{SECRET}while x != s:\n    away = x - s\n    x = ask(away / abs(away))\nreturn x",
    ),
    (
        f"{SECRET}if x == s:\n    return 5\nif x >= s:\n    return -1\nreturn 1",
        f"{SECRET}if x == s:\n    return 5\naway = s - x\nreturn away / abs(away)",
    ),
    (
        f"{SECRET}if x == s:\n    return 5\nif x >= s:\n    z = 1\nelse:\n    z = -1\nreturn z",
        f"{SECRET}if x == s:\n    return 5\naway = x - s\nz = away / abs(away)\nreturn z",
    ),
    (
        f"{SECRET}if s > x:\n    z = 1\nelif s < x:\n    z = -1\nelse:\n    z = s\nreturn z",
        f"{SECRET}if s == x:\n    z = s\nelse:\n    away = s - x\n    z = away / abs(away)\nreturn z",
    ),
]
PAIRS = [*SIZES, *AWAY, *ADDED_OR_TAKEN, *ABSOLUTE, *NOT_BELOW_ZERO, *SIGN, *IN_A_ROW]


@pytest.mark.parametrize(("before", "after"), PAIRS)
def test_ways_are_joined(before: str, after: str) -> None:
    assert joined(before, "x, y") == same(function(after, parameter="x, y"))


@pytest.mark.parametrize(
    "body",
    [
        "if x > y:\n    d = y - x\nelse:\n    d = x - y\nreturn d",
        "if x > y:\n    d = x - y\nelse:\n    e = y - x\nreturn 1",
        "if x < 0:\n    x = -y\nreturn x",
        "if x <= 200:\n    return 0\nreturn (x - 100) * 0.15",
        "if x <= 200:\n    return 1\nreturn (x - 200) * 0.15",
        "if x <= 200:\n    return 0\nreturn (x - 200) * 1.5",
        "if x <= y:\n    return 0\nreturn y - x",
        "if x <= y:\n    y = 0\nelse:\n    y = x - y\nreturn y",
        "if x <= 1 / y:\n    return 0\nreturn x - 1 / y",
        "if x >= 200:\n    return 0\nreturn x - 200",
        "if x <= 6:\n    return 0\nif x <= 2:\n    return (x - 6) * 0.1\nreturn 4",
        "if x < 0:\n    x += 360\nelif x >= 180:\n    x -= 360\nreturn x",
        "if x == 1:\n    y = 4\nelif x == 2:\n    y = 3\nreturn y",
        "if x > 0:\n    y += 1\nelif x > -5:\n    y -= 1\nreturn y",
        "if x > 0:\n    return 1\nif x < 0:\n    return -1\nreturn 2",
        "if -5 < x <= 5:\n    y += 1\nreturn y",
        "if -5 < x or x < 5:\n    y += 1\nreturn y",
        "if -5 < x < 6:\n    y += 1\nreturn y",
        "if 5 < x < -5:\n    y += 1\nreturn y",
        "if -5 < x and y < 5:\n    y += 1\nreturn y",
        "if x > 5 and x < -5:\n    y += 1\nreturn y",
        "if x >= 180:\n    return x - 90\nreturn x + 90",
        "if y >= 180:\n    return x - 180\nreturn x + 180",
        "if x >= 180:\n    return x - 180\nreturn x + 90",
        "if x == y:\n    return 5\nif x > y:\n    z = 1\nelse:\n    z = -1\nreturn z",
        f"{SECRET}if x > s:\n    z = 1\nelse:\n    z = -1\nreturn z",
        f"{SECRET}if x == s:\n    return 5\nif x > 3:\n    z = 1\nelse:\n    z = -1\nreturn z",
        f"{SECRET}if x == s:\n    return 5\nif x > s:\n    z = 2\nelse:\n    z = -2\nreturn z",
        f"{SECRET}if x == s:\n    x = 1\nif x > s:\n    z = 1\nelse:\n    z = -1\nreturn z",
        f"{SECRET}if x >= s:\n    z = 1\nelif x < s:\n    z = -1\nelse:\n    z = 0\nreturn z",
        "s = ran() * 3 // 1\nif x != s:\n    if x < s:\n        x = -1\n    else:\n        x = 1\nreturn x",
    ],
)
def test_other_ways_stay(body: str) -> None:
    assert joined(body, "x, y") == same(function(body, parameter="x, y"))


@pytest.mark.parametrize("before", [before for before, _ in PAIRS])
def test_joined_ways_give_the_same_digits(before: str) -> None:
    module = module_of(function(before, parameter="x, y"))
    agree(module, searched(join_ways(module)).program, calls=60, least=40)


LEAP = """
def leap(y):
    if y % 4 == 0 and y != 1900:
        return 1
    return 0

@program("A")
def f(x):
{}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    if leap(x):\n        return 1\n    return 0", "    return leap(x)"),
        ("    if not leap(x):\n        return 0\n    return 1", "    return leap(x)"),
        ("    d = 3\n    if leap(x) != 0:\n        d = 1\n    else:\n        d = 0\n    return d", None),
        ("    if leap(x):\n        x += 1\n    return x", "    x = leap(x) + x\n    return x"),
    ],
)
def test_an_answer_of_a_function_is_given_on(before: str, after: str | None) -> None:
    after = after or "    d = 3\n    d = leap(x)\n    return d"
    assert shown(join_ways(module_of(LEAP.format(before)))) == same(LEAP.format(after))


@pytest.mark.parametrize("ways", ["return 0\n    return 1", "return 2\n    return 0"])
def test_another_answer_is_tested(ways: str) -> None:
    source = LEAP.format(f"    if leap(x):\n        {ways}")
    assert shown(join_ways(module_of(source))) == same(source)


def test_a_function_that_gives_another_number_is_tested() -> None:
    source = LEAP.format("    if leap(x):\n        return 1\n    return 0").replace(
        "1\n    return 0\n\n", "y\n    return 0\n\n"
    )
    assert "return y" in source
    assert shown(join_ways(module_of(source))) == same(source)


def test_a_register_of_the_module_keeps_its_name() -> None:
    source = """
size = register(5)
value = register(4)

@program("A")
def f(x):
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0

@program("B")
def g(x):
    global size, value
    size = value = x
"""
    module = join_ways(module_of(source))
    assert "size_2 = abs(x)" in shown(module)
    agree(module_of(source), searched(module).program)
