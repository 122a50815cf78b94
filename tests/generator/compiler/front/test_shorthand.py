"""Short forms of Python: the listing and the source run as Python agree, and each is written out as meant."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import sides
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.tree.ir import Module
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Number
from tests.support.searched import agree, searched
from tests.support.shares import few, rarely

HEAD = "from generator.language import array, flag, program, register\na = array(3)\nkept = register(3)\n"
FORMS = {
    "a condition within an expression": "    return 1 + (2 if n > 3 else 5) * x - (x if x > n else -x)\n",
    "a condition that is assigned and returned": (
        "    y = x if x > 0 else -x\n    return y if y > n else n if n > 0 else 0\n"
    ),
    "the arm that is not taken may fail": "    return 1 / x if x != 0 else n\n",
    "an element where a condition chooses": "    a[1] = x\n    return a[1] if n > 2 else a[0] + 1\n",
    "the least and the largest": "    return min(x, n), max(x, n, 3), min(max(x, 1), 4)\n",
    "rounded": "    return round(x, 2), round(x / 7, 3), round(x)\n",
    "quotient and remainder": "    q, r = divmod(x, n)\n    return q, r\n",
    "defaults and named arguments": (
        "    return scaled(x), scaled(x, n), scaled(x, by=n), scaled(plus=3, x=n)\n"
    ),
    "a while loop with else": (
        "    i = 0\n    while i < 4:\n        i += 1\n        if i == n:\n            break\n"
        "        if x > 4:\n            continue\n        x += 1\n    else:\n"
        "        x = -x\n    return x, i\n"
    ),
    "numbers as conditions": (
        "    y = 3 if x and not n else 4 if n or x > 2 else 5\n    while n:\n        n = n // 2\n"
        "        y += 1\n        if x == 2 or n or flag(1) or y % 3 and 1:\n            y += 1\n"
        "    return y\n"
    ),
    "assignments that begin conditions": (
        "    i = 0\n    if (y := x * 2) > n or y < 1:\n        i = 1\n    elif not (z := y - n):\n"
        "        i = 2 + z\n"
        "    while (x := x - 1) > 0 and i < 9:\n        i += 1\n        if i == n:\n            continue\n"
        "        i += 1\n    else:\n        i += 20\n    return x, i\n"
    ),
    "assignments behind and and or": (
        "    i = 0\n    if x > 2 and (y := x - n) > 1 or not (i := i + 1):\n        y = i\n    else:\n"
        "        y = 3\n    while i < 6 and (x := x - 1) > n:\n        i += 1\n        if i == y:\n"
        "            continue\n    else:\n        y += 20\n    return x, i, y\n"
    ),
    "an assignment behind and, with break and continue": (
        "    y = i = 0\n    while i < 7:\n        i += 1\n"
        "        if i != 2 and (k := x - i) > 1 and (d := k * n) < 20:\n            y += d\n"
        "            if y > 40:\n                break\n        elif i > 3 and (k := y - x) > n:\n"
        "            y -= k\n            continue\n        else:\n            y += 1\n"
        "            if y == 4:\n                continue\n            y *= 2\n            i += 1\n"
        "            if y > 30:\n                return i, 0\n        y += 1 / 2\n"
        "    else:\n        y += 100\n    return y, i\n"
    ),
    "assignments anywhere": (
        "    y = n * (x := x / 3) + x * (n := n - 1)\n    y += (y := scaled(x, (i := 2))) - i * y\n"
        "    if n > 1 and (m := n - 1) > 0:\n        y += m\n    k = 0\n"
        "    while k < 4 and (d := y - k) > (k := k + 1):\n        y -= d\n"
        "    a[i - 1], z = (w := x) > 2, w + (v := k if w else (n := 5))\n"
        "    return (z := y) + z * n, a[1] + w - v, (x := 1) + (x := x * 2) * x\n"
    ),
    "the else of a loop leaves another": (
        "    y = 0\n    for i in range(4):\n        for j in range(i):\n            if i * j > n:\n"
        "                break\n            y += x\n        else:\n            while y < x:\n"
        "                y += 3\n                if y > 9:\n                    break\n            else:\n"
        "                continue\n            y -= 1\n        break\n    else:\n        y += 100\n"
        "    return y\n"
    ),
    "the else of a loop assigns what each break leaves": (
        "    y = 0\n    for k in range(3):\n        for i in range(4):\n            d = i * x - k\n"
        "            if d > n:\n                r, q = i, d\n                break\n"
        "            if d == 3:\n                r = q = -i\n                break\n"
        "        else:\n            r = q = 5 if k == 1 else -1\n        y = y * 10 + r - q\n"
        "    found = 0\n    for j in range(3):\n        if j * n > y:\n            found = 1\n"
        "            at = j / 3\n            break\n    if found == 1:\n        y += at\n    return y, i\n"
    ),
    "a for loop with else": (
        "    for i in range(4):\n        if i * i > n:\n            break\n        if x > 4:\n"
        "            continue\n        x += 1\n    else:\n        x = -x\n    return x\n"
    ),
    "steps that are computed": (
        "    for i in range(9):\n        a[i % 3] = i\n    k = y = 0\n"
        "    for k in range(n, x * n, n):\n        n += 1\n        y = y * 2 + k\n"
        "        if y > 90:\n            break\n        if y > n:\n            continue\n        k += 1\n"
        "    else:\n        y -= 0.5\n    for j in range(12, SIX, -x):\n        y += j\n"
        "    for j in range(SIX, -4, DOWN):\n        y += j * sum(a[i] for i in range(0, 3, x))\n"
        "    return y, k, n\n"
    ),
    "a loop over numbers": (
        "    for c in (7, -1):\n        for k in TABLE:\n            x += c * n / k\n        if x > 9:\n"
        "            x -= c\n    return x, c\n"
    ),
    "rows of numbers": (
        "    for i, (k, w) in enumerate(ROWS, 1):\n        if n > k:\n            x += w * i / 3\n"
        "    for k, w in zip(TABLE, (5, 6)):\n        x -= k / w\n    return x\n"
    ),
    "rows that are counted from a number below 0, from a constant, and in a slice with one": (
        "    for i, k in enumerate(TABLE, -1):\n        x = x * 2 + i * k\n"
        "    for i, (k, w) in enumerate(ROWS, SIX):\n        x += i * k - w\n"
        "    for i, k in enumerate(a, DOWN):\n        x -= i * (k + n)\n"
        "    for i, k in enumerate(TABLE, True):\n        x += i / k\n"
        "    for k in TABLE[SIX - 5 :]:\n        x += n / k\n    return x\n"
    ),
    "conditions as numbers": (
        "    y = 5 * (n > 3) + big(x, n) / 3\n    small = x < 5\n    y += small\n    y -= n > x\n"
        "    a[1] = n == 2\n    a[0] = not a[1]\n    y += scaled(x, n > 1) + scaled(a[0], True)\n"
        "    return y, n > 2 or not small, (x > 1) == 1\n"
    ),
    "an entry point that answers": "    if n == 3:\n        return small(x)\n    return 1 < x < 5\n",
    "match": (
        "    match n:\n        case 1 | 2:\n            x += 10\n        case -3:\n"
        "            x = 20\n"
        "        case 4 if x > 1:\n            x = 30\n        case _:\n            x -= 1\n"
        "    match x + n:\n        case 7:\n            x = 0\n    return x\n"
    ),
    "a case keeps the name of one whose condition fails": (
        "    y = 5\n    match n:\n        case y if y > x:\n            x = 1\n        case _:\n"
        "            x = 2\n    return y, x\n"
    ),
    "the condition of a case changes what is matched": (
        "    global kept\n    kept = n\n    match kept:\n        case 1 if raised() > x:\n            x = 1\n"
        "        case 2:\n            x = 2\n        case 1:\n            x = 3\n    return x, kept\n"
    ),
    "conditions that are added, and calls": (
        "    global kept\n    kept = 0\n    a[raised()] += x > 3\n    a[raised()] -= raised() > n\n"
        "    kept += raised() > 2\n    a[kept % 3] += raised() > n\n    return a[0], a[1], a[2], kept\n"
    ),
    "flags": (
        "    found = False\n    for i in range(3):\n        if i == n or x > 9:\n            found = True\n"
        "    small = x < 5\n    both = small and not found\n    if both:\n        return 1\n"
        "    if not small or found:\n        return 2\n    return 3\n"
    ),
    "conditions that are compared": (
        "    odd = n % 2 == 1\n    small = x < 5\n    if odd == small:\n        return 1\n"
        "    if (x > 7) != (n > 2) or (n < 0) == odd:\n        return 2\n"
        "    if big(x, n) != small or small == False:\n        return 3\n"
        "    return 4 if (not x > n) == (n > 1 or x < 2) else 5\n"
    ),
    "parts within parts": (
        "    global kept\n    kept = n\n    y, (z, a[1]) = kept, divmod(raised(), 5)\n"
        "    [x, (n, (y, z))], w = (y, [x, (z, n)]), kept\n    return x + 10 * n, y + 10 * z, a[1], w\n"
    ),
    "a function that returns a condition": (
        "    while not big(x, n) and big(n, 0):\n        x += n\n    return x if big(x, 7) else n\n"
    ),
}
FUNCTIONS = (
    "SIX = 6\nDOWN = -3\nTABLE = [3, 0.25]\nROWS = ((1, 10), (3, 2.5), (5, 7))\n"
    "def small(x):\n    return x < 2\n"
    "def raised():\n    global kept\n    kept += 1\n    return kept\n"
    "def scaled(x, by=10, plus=0.5):\n    return x * by + plus\n"
    "def big(x, n):\n    if x > 3 * n:\n        return True\n    return x > 5 and n < 3\n"
)


def module_of(body: str) -> Module:
    return front.parse(f'{HEAD}{FUNCTIONS}@program("A")\ndef one(x, n):\n{body}')


@pytest.mark.parametrize("body", few(FORMS.values()), ids=FORMS)
def test_python_and_the_listing_agree(body: str) -> None:
    module = module_of(body)
    agree(module, quick_code(module).program, calls=60, least=60)


@pytest.mark.parametrize(
    "name",
    [
        "a condition within an expression",
        pytest.param("flags", marks=pytest.mark.slow),
        pytest.param("the least and the largest", marks=pytest.mark.slow),
    ],
)
def test_the_search_agrees_too(name: str) -> None:
    module = module_of(FORMS[name])
    agree(module, searched(module).program)


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ("round(x, 2)", "1.01"),
        ("round(-x, 2)", "-1.01"),
        ("round(x)", "1"),
        ("min(x, 2, 1)", "1"),
        ("max(1, x)", "1.005"),
        ("x if x > 1 else 7", "1.005"),
        ("divmod(7 + x, 2)[1]", "0.005"),
    ],
)
def test_python_computes_with_the_calculators_digits(call: str, wanted: str) -> None:
    names = PythonSide(front.parse(f'{HEAD}@program("A")\ndef one(x):\n    return x\n')).names
    with running_on(PythonMachine()):
        given = eval(call, names | {"x": value(Number.of("1.005"))})
    assert value(given) == Number.of(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "0.4999999999",
        "0.5",
        "0.005",
        "0.004999999999",
        "0.995",
        "9.999999999",
        "0.9999999999",
        "1e-99",
        "123456.785",
    ],
)
@pytest.mark.parametrize("decimals", [2, 0, -1])
def test_a_listing_rounds_as_python_does_beside_the_limits(text: str, decimals: int) -> None:
    module = front.parse(f'{HEAD}@program("A")\ndef one(x):\n    return round(x, {decimals})\n')
    calls = [EntryCall("A", (number,)) for number in (Number.of(text), -Number.of(text))]
    tally = CallTally()
    assert compare(calls, *sides(module, quick_code(module).program), tally) is None
    assert tally.compared == 2


def test_names_of_the_source_are_left_alone() -> None:
    """A function called max, arrays called first and scaled, and a register called half."""
    module = front.parse(
        "from generator.language import array, program, register\nfirst = array(2)\nscaled = array(2)\n"
        "half = register(3)\ndef max(a, b):\n    return a - b\n@program('A')\ndef one(x, n):\n"
        "    chosen_1 = max(x, n)\n    return min(chosen_1, 2) + (x if n > 1 else 0) + round(x, 1) + half\n"
    )
    agree(module, quick_code(module).program, calls=30)


def test_show_stops_with_its_display() -> None:
    """What is shown is computed before the display is set, and what is typed at the stop is not used."""
    module = front.parse(
        "from generator.language import fix, program, rnd, show\n@program('A')\ndef one(x, n):\n"
        "    fix(0)\n    show(rnd(x / 7), fix=2)\n    show(n)\n    show(rnd(x), sci=1)\n    return x + n\n"
    )
    for made in (quick_code(module).program, searched(module).program):
        agree(module, made, seed=3)
        assert [str(one) for one in made.steps].count("R/S") == 3
    with pytest.raises(front.SourceError, match="show takes a number and one format"):
        front.parse(
            "from generator.language import program, show\n@program('A')\ndef one(x):\n    show(x, to=3)\n"
        )


RECURSIVE = {
    "the same function": "@program('A')\ndef one(x, n):\n    '''Divisor.'''\n    if n == 0:\n"
    "        return x\n    return one(n, x % n)\n",
    "a choice and a default": "def power(x, n, result=1):\n"
    "    return result if n == 0 else power(x, n - 1, result * x)\n"
    "@program('A')\ndef one(x, n):\n    return power(x, n)\n",
    "no result": "def count(n):\n    a[0] += 1\n    if n > 0 and a[0] < 9:\n"
    "        return count(n - 1)\n"
    "@program('A')\ndef one(x, n):\n    count(n)\n    return a[0]\n",
}


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("source", rarely(RECURSIVE, "a choice and a default"), ids=RECURSIVE)
def test_a_function_that_ends_by_itself_is_a_loop(source: str) -> None:
    module = front.parse(HEAD + source)
    for made in (quick_code(module).program, searched(module).program):
        agree(module, made, least=10, seed=6)


def test_other_recursion_says_what_to_write() -> None:
    with pytest.raises(front.SourceError, match="write `@recursive"):
        front.parse(HEAD + "@program('A')\ndef one(n):\n    return n * one(n - 1) if n > 1 else 1\n")


def test_an_element_may_stand_before_a_second_sign() -> None:
    module = front.parse(
        HEAD + "@program('A')\ndef one(x, n):\n    a[0] = y = a[1] = x * n\n"
        "    x = a[2] = y + a[1]\n    return x, a[2] - a[0]\n"
    )
    agree(module, quick_code(module).program, calls=20, seed=6)
