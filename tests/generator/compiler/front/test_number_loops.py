"""Loops over numbers as one function: what it takes and gives, which ones stay written out, and that listings
agree with the source and are proved.
"""

from __future__ import annotations

import ast
import textwrap

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.front.number_loops import Enclosing, Pass, pass_of
from generator.compiler.front.tables import ENTRY_OF
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.validation.verdict import validate
from hp15c.numbers.number import Number
from tests.support.searched import agree
from tests.support.shares import rarely

HEAD = "from generator.language import *\ntotal = register()\na = array(4, at=2)\n"
COINS = (
    '@program("A")\ndef change(amount):\n    pieces = 0\n    for coin in (50, 20, 10, 5, 2, 1):\n'
    "        n = amount // coin\n        amount -= n * coin\n        pieces += n\n"
    "        if n > 0:\n            pause(coin + n / 100)\n    return pieces\n"
)


def found(text: str, numbers: int = 6, keep: bool = False) -> Pass | None:
    """The pass of the first loop of a function."""
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    names = [one for one in ast.walk(function) if isinstance(one, ast.Name)]
    stored = {one.id for one in names if isinstance(one.ctx, ast.Store)}
    declared = {name for one in ast.walk(function) if isinstance(one, ast.Global) for name in one.names}
    parameters = {one.arg for one in function.args.args}
    loop = next(one for one in ast.walk(function) if isinstance(one, ast.For))
    within = Enclosing(function, frozenset((stored | parameters) - declared), frozenset(declared))
    return pass_of(loop, numbers, within, loop.body, keep=keep)


def test_a_pass_takes_what_it_reads_and_gives_what_is_read_later() -> None:
    """`n` and `half` are assigned before they are read. `rate` is read only, and `last` only given."""
    made = found(
        "def f(amount, rate):\n    pieces = 0\n    for coin in C:\n        n = amount // coin\n"
        "        if n > rate:\n            half = n / 2\n            pieces += half * half\n"
        "        amount -= n * coin\n        last = n + 1\n    return pieces + last\n"
    )
    assert made is not None
    assert made.parameters == ("rate", "amount", "pieces", "coin")
    assert made.results == ("amount", "last", "pieces")


def test_what_a_pass_may_leave_as_it_is_is_also_an_argument() -> None:
    made = found(
        "def f(x):\n    largest = 0\n    for k in C:\n        if x * k - k * k > 3 + k:\n"
        "            largest = k * k + 1\n    return largest\n"
    )
    assert made is not None
    assert (made.parameters, made.results) == (("x", "largest", "k"), ("largest",))


def test_a_pass_declares_the_registers_that_it_assigns() -> None:
    made = found(
        "def f(x):\n    global total, other\n    for k in C:\n        total += x * k + k / 2 + other * k\n"
    )
    assert made is not None
    assert ast.unparse(made.body[0]) == "global total"
    assert (made.parameters, made.results) == (("x", "k"), ())


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    for k in C:\n        x += k\n    return x\n",
        "def f(x):\n    for k in C:\n        x = x * k + k / 3 - k * k\n        if x > 9:\n"
        "            return x\n",
        "def f(x, y, z, u):\n    for k in C:\n        x += y * z * u + k * k + y / z\n"
        "        y, z, u = z, u, x\n    return x\n",
        "def f(x, y, z):\n    for k in C:\n        x += y * z + k * k + y / z\n    return x\n",
        "def f(x):\n    big = x > 3\n    for k in C:\n        x += k * k + x / k\n        if x > 8 and big:\n"
        "            big = False\n    return x\n",
        "def f(x):\n    for k in C:\n        if x > k * k + 1:\n            t = x + k\n"
        "        x += k / 2\n    return t\n",
        "def f(x):\n    for k in C:\n        x += f(k) * k + k / x - x * 2\n    return x\n",
        "def f(x):\n    for k in C:\n        x -= x // k * k\n        k += 1\n        x += k * x\n"
        "    return x * 100 + k\n",
    ],
    ids=[
        "short",
        "return",
        "five values",
        "two only read",
        "condition",
        "no value before",
        "itself",
        "number changed and read later",
    ],
)
def test_other_loops_stay_written_out(text: str) -> None:
    assert found(text) is None


def test_a_pass_may_take_more_than_the_stack_holds() -> None:
    text = "def f(x, y, z, u):\n    for k in C:\n        v = k / 3\n        x += y * z * u + k * k + y / v\n"
    text += "        y, z, u = z, u, x\n    return x\n"
    assert found(text) is None
    made = found(text, keep=True)
    assert made is not None
    assert (made.parameters, made.results) == (("u", "x", "y", "z", "k"), ("u", "x", "y", "z"))


def test_two_passes_are_written_out() -> None:
    text = "def f(x):\n    for k in C:\n        x = x * k + k / 3 - k * x\n    return x\n"
    assert found(text, 6) is not None
    assert found(text, 2) is None


SOURCES = {
    "coins": COINS,
    "else, and the number after the loop": (
        '@program("A")\ndef f(x):\n    most = 0\n    for k in (3, -2, 0.5, 7):\n'
        "        if x * k - k * k > most + 3:\n            most = x * k - 2\n    else:\n        most += 100\n"
        "    return most, k\n"
    ),
    "a register and a loop inside": (
        '@program("A")\ndef f(x):\n    global total\n    for k in (9, 7, 4, 1):\n        while x >= k:\n'
        "            x -= k\n            total += 10 * k + x / 2\n"
        "            if x > 30:\n                x = 30\n    return x, total\n"
    ),
    "loops in each other": (
        '@program("A")\ndef f(x):\n    s = 0\n    for k in (2, 3, 5):\n        for m in (10, 20, 40):\n'
        "            s += x * k / m - m * s / 8 + k\n        s = s * k + m / x if s < 50 else s - k * 7\n"
        "    return s\n"
    ),
    "more values than the stack holds": (
        '@program("A")\ndef moves(c, r):\n    count = 0\n'
        "    for dc, dr in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):\n"
        "        if 1 <= c + dc <= 8 and 1 <= r + dr <= 8:\n            count += 1\n    return count\n"
    ),
    "registers for locals of a function, in loops in each other": (
        "def f(x, y, z):\n    t = x\n    for k in (2, 3, 5, 7):\n        for m in (10, 20, 40):\n"
        "            t += x * k / m - y * t / 8 + k\n            x = x / 2 + z\n            y -= x\n"
        "        x = x * k + m / z if t < 50 else x - k * 7\n        z = z * y - k\n    return t + x\n"
        '@program("A")\ndef g(x, y):\n    t = 3\n    return f(x, y, t) - f(y, t, x) * t\n'
    ),
    "a value that each pass may replace": (
        '@program("A")\ndef f(r):\n    scale = int(r)\n    best = 10\n'
        "    for value in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82):\n"
        "        if abs(value - 10 * r / scale) < abs(best - 10 * r / scale):\n            best = value\n"
        "    return best * scale / 10\n"
    ),
    "a name that the else of a loop inside reads": (
        '@program("A")\ndef f(x, y):\n    i = 3\n    s = 0\n    for v in (0.25, x, y, 4):\n        n = v\n'
        "        while n > 0:\n            n -= 7 + v / 2\n            v = x\n        else:\n"
        "            v = i * n - 2\n        s += v * 3 - n / 2\n    return s\n"
    ),
    "elements, and the same names twice": (
        '@program("A")\ndef f(i):\n    assume(0 <= i <= 3)\n    t = 0\n    for k in (8, 6, 3, 1):\n'
        "        a[i] = a[i] * 2 + k * t\n        t += a[i] / k - k\n    for k in (5, 4, 3, 2):\n"
        "        t = t * k - a[i] / k + 2 * k\n    return t\n"
    ),
}


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("source", rarely(SOURCES, "coins"), ids=SOURCES)
def test_listings_with_such_a_function_agree(source: str) -> None:
    module = front.parse(HEAD + source)
    assert any(name.startswith("for_each_") for name in module.functions)
    agree(module, quick_code(module).program, least=20, seed=2)


@pytest.mark.slow
def test_coins_have_their_lines_once_and_are_proved() -> None:
    module = front.parse(HEAD + COINS)
    made = quick_code(module)
    lines = [str(one) for one in made.program.steps]
    assert lines.count("PSE") == 1
    assert validate(module, made.program, made.registers).proof == "proven"


def test_complex_locals_stay_in_their_function() -> None:
    module = front.parse(
        'from generator.language import complex_number, program\n@program("A")\ndef f(x, y):\n'
        "    z = complex_number(x, y)\n    for k in (2, 3, 5, 7):\n        z = z * k + k / z - z * z\n"
        "    return z\n"
    )
    assert not any(name.startswith("for_each_") for name in module.functions)


def test_a_loop_over_rows_of_numbers_has_several_names() -> None:
    made = found(
        "def f(x):\n    due = 0\n    for limit, rate in C:\n        if x > limit:\n"
        "            due += (x - limit) * rate\n            x = limit\n    return due\n",
        4,
    )
    assert made is not None
    assert (made.parameters, made.results) == (("due", "x", "limit", "rate"), ("due", "x"))
    module = front.parse(
        f'{HEAD}@program("A")\ndef f(x):\n    for p, q in ((1, 2), (3, 0.5)):\n        x = x * p + q\n'
        "    return x, p, q\n"
    )
    made_lines = quick_code(module).program
    agree(module, made_lines, calls=20, seed=4)


def test_the_counter_of_a_loop_around_it_is_no_register() -> None:
    """A pass that reads the counter and needs more than the stack holds is written for each number."""
    module = front.parse(
        f'{HEAD}@program("A")\ndef f(x, y):\n    s = x\n    t = 1\n    for i in range(0, 6, 2):\n'
        "        for c in (10, 3, 5, 100, 7):\n            s += (x - c) * y + i * c\n"
        "            y = (y - s / c) * t\n            x, t = t - c, x + i\n    return s, t, x, y\n"
    )
    assert "i_kept" not in module.registers
    agree(module, quick_code(module).program, calls=20, seed=5)


LEFT = """
def f(x):
    for value, next_one in ((10, 15), (22, 33), (47, 68), (82, 100)):
        if value > x:
            continue
        if x < next_one:
            break
    else:
        next_one = -x
    return value, next_one
"""
RETURNED = """
def f(r):
    scale = int(r)
    for value in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82):
        if abs(value - 10 * r / scale) < value / 8:
            return value * scale / 10
    return 10 * scale
"""


@pytest.mark.slow
@pytest.mark.parametrize(("body", "entries"), [(LEFT, 2), (RETURNED, 1)], ids=["it is left", "it returns"])
def test_other_loops_run_over_the_places_of_a_table(body: str, entries: int) -> None:
    """A body that is left cannot be a function, and in a loop it stands once."""
    module = front.parse(f'{HEAD}\n@program("A"){body}')
    assert sum(name.startswith("entry_of_") for name in module.functions) == entries
    made = quick_code(module)
    agree(module, made.program, calls=60, least=21, seed=6)
    assert validate(module, made.program, made.registers).proof == "proven"


# searches

TABLES = "k = register()\nX = (0, 10, 20.5, 40, 60)\nY = (5, 3, 4.25, -7, 1e3)\nD = (9, 7, 4, 3, -2)\n"
LINE = "Y[i] + (x - X[i]) / (X[i + 1] - X[i]) * (Y[i + 1] - Y[i])"
ASKED = (
    *range(-5, 12),
    3.5,
    10.5,
    20.4,
    20.5,
    20.6,
    39.9,
    40,
    41,
    59,
    60,
    60.5,
    99,
    101,
    400,
    1600,
    3600,
    1e5,
)
BY_ROWS = {
    "a local that a function within changes": """\
def g():
    nonlocal x
    x += 1
g()
i = 0
while x > X[i + 1]:
    i += 1
return X[i] * 10 + Y[i + 1]
""",
    "while": """\
i = 0
while x > X[i + 1]:
    i += 1
return LINE
""",
    "while bound": """\
i = 0
while i < 3 and x > X[i + 1]:
    i += 1
return LINE
""",
    "while bound2": """\
i = 0
while x > X[i + 1] and i + 2 < len(X):
    i += 1
return LINE
""",
    "while all": """\
i = 0
while i < 4 and x > X[i + 1]:
    i += 1
return X[i] * x + Y[i]
""",
    "while all turned": """\
i = 0
while x > X[i + 1] and i < 4:
    i += 1
return X[i] * x + Y[i]
""",
    "while too far": """\
i = 0
while i < 7 and x > X[i + 1]:
    i += 1
return X[i] * x + Y[i]
""",
    "one": """\
i = 0
while x > X[i]:
    i += 1
return Y[i]
""",
    "for too far": """\
for i in range(6):
    if x <= X[i + 1]:
        return X[i] * x + Y[i]
return 4
""",
    "for all": """\
for i in range(4):
    if x <= X[i + 1]:
        return X[i] * x + Y[i]
return X[i] * x
""",
    "break all": """\
for i in range(5):
    if x <= X[i]:
        break
return X[i] * x + Y[i]
""",
    "one of for": """\
for i in range(5):
    if x <= X[i]:
        return Y[i]
return 7
""",
    "while >=": """\
i = 0
while X[i + 1] <= x:
    i = i + 1
return LINE
""",
    "break": """\
for i in range(4):
    if x <= X[i + 1]:
        break
return LINE
""",
    "return": """\
for i in range(len(X) - 1):
    if x < X[i + 1]:
        return LINE
return -1
""",
    "return more": """\
for i in range(1, 5):
    if X[i] >= x:
        y = x * 2
        return Y[i - 1] * y + X[i]
return Y[i] / x
""",
    "chain": """\
for i in range(4):
    if X[i] <= x <= X[i + 1]:
        return LINE
return -1
""",
    "chain strict": """\
for i in range(4):
    if X[i] < x and x < X[i + 1]:
        return LINE
return -1
""",
    "falling": """\
i = 0
while x < D[i + 1]:
    i += 1
return X[i] * 10 + Y[i + 1]
""",
    "from 1": """\
i = 1
while x > X[i]:
    i += 1
return X[i - 1] * 10 + Y[i] - x
""",
    "other key": """\
z = sqrt(x)
i = 0
while z > X[i + 1]:
    i += 1
return LINE
""",
    "within": """\
if x < 30:
    i = 0
    while x > X[i + 1]:
        i += 1
    return LINE
return x
""",
}
BY_INDEX = {
    "index used": """\
i = 0
while x > X[i + 1]:
    i += 1
return LINE + i
""",
    "not ordered": """\
i = 0
while x > Y[i + 1]:
    i += 1
return X[i] * 10 + Y[i + 1]
""",
    "wrong way": """\
i = 0
while x < X[i + 1]:
    i += 1
return X[i] * 10 + Y[i + 1]
""",
    "register": """\
global k
k = 0
while x > X[k + 1]:
    k += 1
return X[k] * 10 + Y[k + 1]
""",
    "steps": """\
i = 0
while x > X[i + 1]:
    i += 2
return X[i] * 10 + Y[i + 1]
""",
    "before": """\
i = 0
while x > X[i - 1]:
    i += 1
return X[i] * 10 + Y[i + 1]
""",
    "goes on": """\
for i in range(5):
    if x <= X[i]:
        if x < 30:
            continue
        return Y[i]
return 7
""",
    "leaves without an entry": """\
for i in range(5):
    if x <= X[i]:
        if x < 30:
            break
        return Y[i]
return 7
""",
    "goes on in another loop": """\
y = 0
for j in range(3):
    for i in range(5):
        if x <= X[i]:
            if x > j:
                continue
            return Y[i] + y
    y += 1
return y
""",
}


def searching(body: str) -> ir.Module:
    """A module with the tables and a function of x."""
    inside = textwrap.indent(body.replace("LINE", LINE), "    ")
    return front.parse(
        f"from generator.language import program, register, sqrt\n{TABLES}@program('A')\ndef f(x):\n{inside}"
    )


def is_by_rows(module: ir.Module) -> bool:
    return any(isinstance(one, ir.Name) and one.name.startswith(ENTRY_OF) for one in nodes(module.bodies))


@pytest.mark.parametrize("name", BY_ROWS)
def test_a_search_by_rows_finds_what_the_source_finds(name: str) -> None:
    """At each limit, between, and outside. Where the index of the source leaves its table nothing counts."""
    module = searching(BY_ROWS[name])
    assert is_by_rows(module)
    made = quick_code(module)
    python, listing = PythonSide(module, program=made.program), ListingSide(made.program, {"A": 1}, ())
    ended = set()
    for number in ASKED:
        call = EntryCall("A", (Number.of(str(number)),))
        found = python.run(call)
        ended.add(found.end)
        if found.end != "outside":
            shown = listing.run(call)
            assert (shown.end, shown.results) == (found.end, found.results), number
    assert "results" in ended
    verdict = validate(module, made.program, made.registers)
    assert verdict.proof == "proven"
    assert "indices are whole and in their arrays" in verdict.reason


@pytest.mark.parametrize("name", BY_INDEX)
def test_other_searches_keep_their_index(name: str) -> None:
    assert not is_by_rows(searching(BY_INDEX[name]))
