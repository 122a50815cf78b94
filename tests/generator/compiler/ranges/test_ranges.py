"""Ranges: no result leaves its interval, and what they make shorter computes what the source does."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from generator.compiler import front
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.ranges import narrow_module
from generator.compiler.ranges.interval import OPERATIONS, Interval, divide, exactly
from generator.compiler.ranges.narrow import between_runs
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.text import text
from generator.language.machine import PythonMachine
from generator.language.operations import operand_count
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from tests.support.tree_side import TreeSide

HEAD = "from generator.language import array, ask, assume, frac, intpart, program, register\n\n"
ENDS = (
    "-1e10",
    "-9999999999",
    "-100",
    "-7.5",
    "-1",
    "-0.999",
    "0",
    "0.3",
    "1",
    "2",
    "9.999999999",
    "12345",
    "1e20",
    "6e60",
    "-6e60",
    "9.999999999e99",
)


ROUND = "assume({1} <= n <= {0} and frac(n) == 0)\nn = (n + 8) % 8\nreturn n"
PLAYERS = HEAD + (
    'turn = register()\nlap = register()\n\n\n@program("A")\ndef step(k):\n    global turn, lap\n'
    "    turn = (turn + 3) % 4\n    if turn == k:\n        lap = (lap + 1) % 7\n"
    "    return turn, lap + k\n"
)


def function(body: str, head: str = "n, m") -> str:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return f'{HEAD}@program("A")\ndef f({head}):\n{lines}\n'


def shown(source: str) -> str:
    return text(narrow_module(front.parse(source)))


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_no_result_leaves_its_interval(name: str) -> None:
    chance, machine, count = random.Random(name), PythonMachine(), operand_count(name)
    for _ in range(120):
        intervals, numbers = [], []
        for _ in range(count):
            low, high = sorted(map(Decimal, chance.choices(ENDS, k=2)))
            whole = low == int(low) and high == int(high) and chance.random() < 0.5
            number = Decimal(chance.randint(int(low * 1000), int(high * 1000))) / 1000
            number = chance.choice((low, high, number))
            number = Number.of(int(number) if whole else +number).decimal
            intervals.append(Interval(low, high, whole))
            numbers.append(Number.of(number))
        if not all(number.decimal in one for number, one in zip(numbers, intervals, strict=True)):
            continue
        try:
            found = machine.compute(name, *numbers)
        except CalculatorError:
            continue
        made = OPERATIONS[name](*intervals)
        assert found.decimal in made, (name, numbers, intervals)
        assert found.is_integer or not made.whole, (name, numbers, intervals)


@pytest.mark.parametrize(
    ("body", "without", "with_"),
    [
        ("assume(n >= 0)\nreturn abs(n)", "abs", ""),
        ("return -1 / n - m", "-1 /", "-(1 / n)"),
        ("assume(frac(n) == 0)\nreturn intpart(n) + m", "intpart", ""),
        ("if n % 2 == 0:\n    return intpart(n)\nreturn m", "intpart", ""),
        (
            "assume(1 <= n <= 999 and frac(n) == 0)\nif n % 7 == 0:\n    return 1\nreturn m",
            "%",
            "frac(n / 7)",
        ),
        (
            "assume(0 <= n <= 999 and frac(n) == 0)\nif n % 2 == 1:\n    return 1\nreturn m",
            "%",
            "frac(n / 2) != 0",
        ),
        ("assume(1 <= n <= 99)\nreturn n % 10 + m", "%", "frac(n / 10) * 10"),
        ("assume(1 <= n <= 99)\nq = n // 10\nreturn n % 10 + q", "%", "frac(n / 10) * 10"),
        ("assume(n >= 3)\nif n > 2:\n    return m\nreturn 1", "if", ""),
        (ROUND.format(7, 0), "%", "n = n - 8"),
        ("s = m\nfor i in range(3):\n    s += (i + 1) % 8\nreturn s", "%", ""),
        ("for i in range(1, n):\n    if i % 2 == 1:\n        m += i\nreturn m", "%", "frac(i / 2) != 0"),
        ("for i in range(2, n):\n    if n % i == 0:\n        m += i\nreturn m", "%", "frac(n / i) == 0"),
        ("if frac(n) == 0 and n < 1:\n    return m\nreturn n", "< 1", "n <= 0"),
        (
            "assume(2 <= n <= 99 and frac(n) == 0 and frac(m) == 0)\n"
            "if m * m <= n and n % m == 0:\n    return 1\nreturn m",
            "%",
            "frac(n / m) == 0",
        ),
    ],
)
def test_ranges_make_shorter(body: str, without: str, with_: str) -> None:
    made = shown(function(body)).replace("assume(frac(n) == 0)", "").replace("and frac(n) == 0)", "")
    assert without not in made.partition("return m\nreturn")[0].replace("import", ""), made
    assert with_ in made


@pytest.mark.parametrize(
    "body",
    [
        "return abs(n) + intpart(m)",
        "assume(1 <= n <= 9)\nreturn intpart(n)",
        "return n % 10",  # a tenth of 1e-99 has no digit left
        "assume(n <= 5000000000)\nif n % 7 == 0:\n    return 1\nreturn 2",
        # Where a result is below 1e-99, it counts as 0.
        "assume(0 <= n <= 99 and frac(n) == 0)\nassume(frac(m) == 0)\nif n % m == 0:\n    return 1\nreturn 2",
        "if frac(n) * 0.1 == 0:\n    return 1\nreturn 2",
        "assume(1e-60 <= n <= 1)\nif n * n == 0:\n    return 1\nreturn 2",
        "if n * n == 0:\n    if n > 1e-90:\n        return 1\n    return 2\nreturn 3",
        "assume(1 <= n <= 9 and frac(n) == 0)\nd = 2\nif m > 0:\n    d = 9e99\nif n % d == 0:\n    return 1\n"
        "return 2",
        "assume(-1 <= n <= -1e-60)\nassume(m > 1e-60)\nif n * m < 0:\n    return 1\nreturn 2",
        "assume(-9 <= n <= 9 and frac(n) == 0)\nif n % 2 == 1:\n    return 1\nreturn 2",  # -3 % 2 is -1
        "assume(0 <= n <= 9 and frac(n) == 0)\nif n % 3 == 1:\n    return 1\nreturn 2",
        "n += 1\nreturn abs(n)",
        ROUND.format(8, 0),  # the sum may be twice as much
        ROUND.format(7, -9),
        ROUND.format(7, 0) + " + m % 8",
        ROUND.format(7, 0).replace("n = (n", "m = (n"),
        ROUND.format(7, 0).replace("frac(n)", "frac(m)"),
        "assume(n >= 0)\nn = ask(n)\nreturn abs(n)",
        "assume(n >= 0)\nwhile m > 0:\n    n -= 1\n    m -= 1\nreturn abs(n)",
    ],
)
def test_what_is_not_known_stays(body: str) -> None:
    module = front.parse(function(body))
    assert narrow_module(module).functions == module.functions


def test_an_end_of_a_loop_is_whole_without_what_is_added() -> None:
    body = "for i in range(2, {}):\n    if n % i == 0:\n        m += i\nreturn m"
    assert "n % i" not in shown(function(body.format("n + 1")))
    assert "n % i" in shown(function(body.format("n / 2 + 1")))


def loops(source: str) -> list[bool]:
    module = narrow_module(front.parse(source))
    return [one.runs for one in nodes(module.functions["f"].body) if isinstance(one, ir.For | ir.While)]


def test_loops_that_run_are_known() -> None:
    assert loops(function("assume(1 <= n)\nfor i in range(n):\n    m += i\nreturn m")) == [True]
    assert loops(function("for i in range(n):\n    m += i\nreturn m")) == [False]
    assert loops(function("k = 0\nwhile k < 5:\n    k += 1\nreturn m")) == [True]
    assert loops(function("k = m\nwhile k < 5:\n    k += 1\nreturn n")) == [False]


def test_short_loops_are_those_that_a_counter_can_hold() -> None:
    heads = {"range(5)": True, "range(4, -1, -1)": False, "range(9, 0, -2)": True, "range(1001)": False}
    for head, short in heads.items():
        module = narrow_module(front.parse(function(f"for i in {head}:\n    m += i\nreturn m")))
        found = [one.short for one in nodes(module.functions["f"].body) if isinstance(one, ir.For)]
        assert found == [short], head


def test_a_call_ends_what_is_known_of_its_registers() -> None:
    source = HEAD + (
        "p = register()\n\n\ndef g():\n    global p\n    p = -1\n    return 1\n\n\n"
        '@program("A")\ndef f(n):\n    global p\n    p = 5\n    if p > 0 and g() == 1:\n'
        "        return abs(p)\n"
        "    return n\n"
    )
    assert "abs(p)" in shown(source)


CALLED = HEAD + (
    "p = register(3)\n\n\ndef rest(a, b):\n    return a // b, a % b\n\n\n"
    "def halved(a):\n    return abs(a) / 2\n\n\n"
    "def count(a):\n    global p\n    p += abs(a)\n\n\n"
    '@program("A")\ndef f(n, m):\n    global p\n    assume(0 <= n <= 99 and frac(n) == 0)\n    {}\n'
)


@pytest.mark.parametrize(
    ("body", "without", "with_"),
    [
        ("q, r = rest(n, 7)\n    return abs(q) + intpart(r)", "(q", "q + r"),
        ("q, r = rest(m, 7)\n    return abs(q) + intpart(r)", "?", "abs(q) + intpart(r)"),
        ("return halved(n)", "abs", "return a / 2"),
        ("return halved(n) + halved(m)", "?", "abs(a)"),
        ("x = halved(n)\n    x = halved(x)\n    return abs(x)", "abs", "return x"),
        ("p = 1\n    count(n)\n    return abs(p)", "abs", "return p"),
        ("p = 1\n    for i in range(n):\n        count(-i)\n    return abs(p)", "abs(p)", "return p"),
        ("p = 1\n    count(m)\n    return abs(p)", "?", "abs(a)"),
        ("count(n)\n    return abs(p)", "?", "abs(p)"),
        ("p = 1\n    return p + halved(n) if p > 0 else abs(p)", "abs", "return p"),
    ],
)
def test_calls_tell_the_ranges_of_their_functions(body: str, without: str, with_: str) -> None:
    made = shown(CALLED.format(body))
    assert without not in made.partition("program(")[2], made
    assert with_ in made


@pytest.mark.parametrize(
    ("body", "with_"),
    [
        ("while n % 7 == 0:\n    n //= 7\nreturn n", "n = n / 7"),
        ("while n % 7 == 0 and m > n:\n    m, n = n, n // 7\nreturn n", "n / 7"),
        ("if n % 7 != 0:\n    return 0\nelse:\n    m = n // 7\nreturn m", "m = n / 7"),
        ("while n % 7 == 0 or m > n:\n    n //= 7\nreturn n", "n // 7"),
        ("if n % 7 != 0:\n    m = n // 7\nreturn m", "n // 7"),
        ("if n % 7 == 0:\n    n += 1\n    m = n // 7\nreturn m", "n // 7"),
        ("if n % 7 == 0:\n    m = n // 3\nreturn m", "n // 3"),
    ],
)
def test_a_quotient_that_was_found_whole_is_not_cut(body: str, with_: str) -> None:
    assert with_ in shown(function("assume(1 <= n <= 999 and frac(n) == 0)\n" + body))


@pytest.mark.parametrize(
    ("body", "with_"),
    [
        ("ok = n > 3\nwhile m > 0:\n    m -= 1\n    ok = not ok\nreturn not ok", "ok = 1 - ok"),
        ("ok = n > 3\nreturn ok != True", "return 1 - ok"),
        ("ok = n > 3\nok = ok == True\nreturn ok", "ok = ok"),
        ("return not n", "if not n != 0"),
    ],
)
def test_what_is_1_or_0_is_turned_over_by_a_difference(body: str, with_: str) -> None:
    assert with_ in shown(function(body))


SEVERAL = HEAD + (
    "p = register(0)\nq = register()\n\n\ndef digit(n):\n    return n // 10, n % 10\n\n\n"
    "def add(x):\n    global p, q\n    p += abs(x)\n    if p > 40:\n        p = -3\n    q = not q\n"
    "    return p if x > 2 else -1\n\n\n"
    '@program("A")\ndef f(n, m):\n    global p, q\n    assume(0 <= n <= 999 and frac(n) == 0)\n    q = 1\n'
    "    s = abs(p)\n    while n % 3 == 0 and n > 0:\n        n //= 3\n        s += 1\n"
    "    while n > 0:\n        n, d = digit(n)\n        s += add(d) + abs(p) * abs(q)\n        add(s - 5)\n"
    "        s = abs(s) % 7\n    q = q - 2\n    return g(s, m), abs(q)\n\n\n"
    "def g(x, y):\n    if abs(x) > y:\n        return add(x)\n    return add(-y)\n\n\n"
    '@program("B")\ndef h(x):\n    return add(x) + abs(p)\n'
)


TARGETS = HEAD + (
    "from generator.language import polar\na = array(3)\n\n\n"
    '@program("A")\ndef f(x):\n    t = 2\n    t, a[intpart(abs(t)) % 3] = polar(t + 1, x)\n'
    "    s = 1\n    s, a[intpart(abs(s)) % 3] = t, x\n    return a[0] + 2 * a[1] + 3 * a[2]\n"
)


def test_an_index_comes_after_the_targets_before_it() -> None:
    assert compared_calls(front.parse(TARGETS), 30) >= 15


def test_functions_that_share_registers_compute_the_same() -> None:
    assert compared_calls(front.parse(SEVERAL), 80) >= 60


SAME = function(
    "assume(0 <= n <= 30 and frac(n) == 0)\nassume(1 <= m <= 9)\ns = 0\n"
    "while n > 0:\n    s += n % 10\n    n //= 10\n"
    "    if s >= 1 and abs(m) < 3:\n        s += intpart(s) % 3\nfor k in range(m - frac(m), 0, -1):\n"
    "    if k % 2 == 0 or s % 2 != 0:\n        continue\n    s += k % 4\nreturn s"
)


def compared_calls(module: ir.Module, sequences: int) -> int:
    """How many drawn calls gave the same in Python and in the narrowed tree: all that were compared."""
    python, draws, tally = PythonSide(module), CallDraws(module, [], random.Random(3)), CallTally()
    tree = TreeSide(narrow_module(module))
    for _ in range(sequences):
        difference = compare(draws.sequence(), python, tree, tally)
        assert difference is None, str(difference)
    return tally.compared


def test_a_count_that_begins_again_is_known_between_runs() -> None:
    module = front.parse(PLAYERS)
    assert "%" not in text(narrow_module(module))
    assert compared_calls(module, 30) >= 20


def test_the_shorter_tree_computes_the_same() -> None:
    module = front.parse(SAME)
    assert narrow_module(module).functions != module.functions
    assert compared_calls(module, 60) >= 20


CHANGING = HEAD + (
    "q = register(0)\n\n\ndef f(x):\n    global q\n    q = x + 2\n    return {value}\n\n\n"
    "def g(x):\n    global q\n    q *= x\n    return q\n\n\n"
    '@program("A")\ndef entry(x, y):\n    global q\n    q = 1\n    {line}\n    return x, q\n'
)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("1", "x %= f(y)"),
        ("1", "x //= f(y)"),
        ("0", "if f(x) < g(y):\n        x = 4"),
        ("0", "if f(x) == g(y):\n        x = 4"),
    ],
)
def test_calls_that_change_a_register_stay_in_their_order(value: str, line: str) -> None:
    module = front.parse(CHANGING.format(value=value, line=line))
    assert compared_calls(module, 20) >= 10


def test_a_range_without_numbers_that_ends_at_0_may_divide() -> None:
    nothing = Interval(Decimal(1), Decimal(0))
    assert divide(exactly(Decimal(0)), nothing) == Interval()


COUNTING = HEAD + (
    "a = array(7)\n{register}\n\n\n"
    '@program("A")\ndef add(x):\n    global n\n    {add}\n    return n\n\n\n'
    '@program("B")\ndef f():\n    global n\n    {body}\n    return abs(n)\n\n\n'
    '@program("C")\ndef g(x):\n    global n\n    {more}\n    return x\n'
)
COUNTED = {"register": "n = register()", "add": "a[n] = x\n    n += 1", "body": "", "more": "n = 0"}


@pytest.mark.parametrize(
    ("changed", "held"),
    [
        ({}, Interval(Decimal(0), Decimal(7), True)),
        ({"add": "a[2 * n] = x\n    n += 1"}, Interval(Decimal(0), whole=True)),
        ({"add": "n += 1\n    a[n] = x"}, Interval(Decimal(0), whole=True)),
        ({"add": "n += a[n] + g(x)"}, Interval()),
        ({"more": "n = -3"}, Interval(Decimal(-3), Decimal(7), True)),
        ({"more": "n = x"}, Interval()),
        ({"more": "n = -1\n    x = f()\n    n = 0"}, Interval(Decimal(-1), Decimal(7), True)),
        ({"more": "n = -1\n    x = 1 / x\n    n = 0"}, Interval(Decimal(-1), Decimal(7), True)),
        ({"register": "n = register(9)"}, Interval()),
    ],
)
def test_what_functions_store_is_known_of_registers_that_are_not_pinned(
    changed: dict[str, str], held: Interval
) -> None:
    module = front.parse(COUNTING.format(**{**COUNTED, **changed}))
    assert between_runs(module).get("n", Interval()) == held
    assert ("abs(n)" in text(narrow_module(module))) is (held.low < 0)
    assert compared_calls(module, 40) >= 20


def test_registers_of_statistics_may_hold_anything_between_two_runs() -> None:
    source = (
        "from generator.language import program, register, sum_plus, sums\n"
        "n, sx, sxx, sy, syy, sxy = sums()\nm = register()\n\n\n"
        '@program("A")\ndef f(x, y):\n    global m, n\n    n = 2\n    m = 1\n    return n\n'
    )
    module = front.parse(source)
    assert between_runs(module) == {"m": Interval(Decimal(0), Decimal(1), True)}
