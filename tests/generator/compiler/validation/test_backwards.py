"""Loops that run backwards: which ones may, what they become, and that they compute the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.driver import compile_module
from generator.compiler.ranges import narrow_module
from generator.compiler.validation.backwards import loops_to_turn, turn_loops
from generator.compiler.validation.certificate import read, write
from generator.compiler.validation.check import check
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import NotProved
from tests.support.searched import NO_TIME
from tests.support.tree_pairs import function, module_of, same, shown
from tests.support.tree_side import TreeSide

LOOP = "s = 0\nfor i in range(x):\n    "
COUNT = "s = 0\nfor i in range(x):\n    if a[i] > 2:\n        s += 1\nreturn s"


def turned(body: str) -> str:
    module = module_of(function(body, "ab"))
    return shown(turn_loops(module, loops_to_turn(module)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (COUNT, COUNT.replace("range(x)", "range(x, 0, -1)").replace("a[i]", "a[i - 1]")),
        (
            "s = 1\nfor i in range(1, x + 1):\n    if x % i == 0:\n        s *= x\nreturn s",
            "s = 1\nfor i in range(x, 0, -1):\n    if x % i == 0:\n        s *= x\nreturn s",
        ),
        (
            "s = 1\nfor i in range(2, x):\n    if i / 7 < x:\n        s = 3\nreturn s",
            "s = 1\nif 2 < x:\n    for i in range(x - 2, 0, -1):\n        if (i + 1) / 7 < x:\n"
            "            s = 3\nreturn s",
        ),
        (
            LOOP + "t = a[i] * 2\n    if s < t:\n        s = t\n    b[i] = t\nreturn s",
            "s = 0\nfor i in range(x, 0, -1):\n    t = a[i - 1] * 2\n    if s < t:\n        s = t\n"
            "    b[i - 1] = t\nreturn s",
        ),
        (
            "for i in range(x):\n    a[b[i]] += 1\nreturn x",
            "for i in range(x, 0, -1):\n    a[b[i - 1]] += 1\nreturn x",
        ),
    ],
    ids=["a count", "a product", "a constant", "the largest", "counts in an array"],
)
def test_pairs(before: str, after: str) -> None:
    assert turned(before) == same(function(after, "ab"))


STAYS = {
    "a rounded sum": LOOP + "s += a[i]\nreturn s",
    "two steps": LOOP + "if i > 2:\n        s += 1\n    else:\n        s *= 2\nreturn s",
    "the count is read": LOOP + "s += 1\n    a[i] = s\nreturn s",
    "the last one": LOOP + "if a[i] > 2:\n        s = i\nreturn s",
    "a value from before": LOOP + "if i > 1:\n        a[i] = x\n    x = i\nreturn s",
    "its variable afterwards": "i = 0\nfor i in range(x):\n    a[i] = i\nreturn i",
    "its variable changes": "for i in range(x):\n    a[i] = 1\n    i = 2\n    b[i] = 1\nreturn x",
    "another element": "for i in range(1, x):\n    a[i] = a[i - 1]\nreturn x",
    "the same element": "for i in range(x):\n    a[0] = i\nreturn x",
    "two kinds of indices": "for i in range(x):\n    a[i] = 1\n    a[x - i] = 2\nreturn x",
    "left before its end": LOOP + "if a[i] > 2:\n        break\n    s += 1\nreturn s",
    "returned from": "for i in range(x):\n    if a[i] > 2:\n        return i\nreturn x",
    "shown": "for i in range(x):\n    pause(i)\nreturn x",
    "an Error by a variable": LOOP + "t = 6 / (i - 1)\n    s += 1\nreturn s",
    "an Error by an assigned variable": LOOP
    + "for j in range(1, 3):\n        j = i\n        t = 6 / j\nreturn s",
    "an Error by a divisor that falls": LOOP
    + "t = 6\n    while t > i:\n        t -= 1\n        s = 6 / t\nreturn s",
    "an Error by a root": LOOP + "t = sqrt(x - i)\nreturn s",
    "an Error before an index": "for i in range(x):\n    b[i] = 1 / a[i]\nreturn x",
    "an Error before a loop ends": LOOP + "j = 3 / i\n    while j > 2:\n        j -= 1\n    s += 1\nreturn s",
    "largest and smallest": LOOP
    + "if a[i] > s:\n        s = a[i]\n    if b[i] < s:\n        s = b[i]\nreturn s",
    "the largest is read": LOOP + "if a[i] > s:\n        s = a[i]\n    b[i] = s\nreturn s",
    "where the largest is": LOOP + "if a[i] > a[s]:\n        s = i\nreturn s",
    "a count and its test": LOOP + "if s < 3:\n        s += 1\n        a[i] = 1\nreturn s",
    "counts in an array, read": "for i in range(x):\n    a[b[i]] += 1\n    b[i] = a[0]\nreturn x",
    "counts at counted places": "for i in range(x):\n    a[a[i]] += 1\nreturn x",
    "a step of a changed name": "s = 1\nt = 1\nfor i in range(x):\n    t += 1\n    s = s * t\nreturn s",
    "from a name": "s = 0\nfor i in range(s, x):\n    a[i] = 1\nreturn s",
    "by two": "for i in range(0, x, 2):\n    a[i] = 1\nreturn x",
    "an inner variable is left": LOOP + "for s in range(i):\n        a[i] = s\nreturn s",
}  # fmt: skip


@pytest.mark.parametrize("body", STAYS.values(), ids=STAYS)
def test_others_stay(body: str) -> None:
    module = module_of(function(body, "ab"))
    assert not [one for one in loops_to_turn(module) if one[1] == 1]
    with pytest.raises(NotProved, match="loop 1 of f must not run backwards"):
        turn_loops(module, (("f", 1),))


CALL = "a = array(4)\nr = register()\ndef g(n):\n    global r\n    {}\n    return n\n\n" + '@program("A")\n'
CALL += (
    "def f(x):\n    s = 0\n    for i in range(x):\n        if g(i) > 2:\n            s += 1\n    return s\n"
)


@pytest.mark.parametrize(
    ("line", "may"),
    [("n = n * n", True), ("d = 1\n    while d < n:\n        d += 2\n        n = n % d", True),
     ("n = n / n", False), ("n += r", False), ("r += 1", False), ("n = a[0]", False), ("pause(n)", False),
     ("n = sqrt(n)", False)],
)  # fmt: skip
def test_a_function_that_only_computes_may_be_called(line: str, may: bool) -> None:
    assert bool(loops_to_turn(module_of(CALL.format(line)))) is may


@pytest.mark.parametrize(
    ("change", "may"),
    [
        (("", ""), True),
        (("rest(i, 7)", "rest(i, 0)"), False),
        (("rest(i, 7)", "rest(7, i)"), False),
        (("rest(i, 7)", "rest(i, i)"), False),
        (("n % d", "n % (d - 3)"), False),
        (("    return n % d", "    d = d - 3\n    return n % d"), False),
        (("def rest", '@program("B")\ndef rest'), False),
    ],
)
def test_a_divisor_may_be_a_parameter_that_is_a_number_in_each_call(
    change: tuple[str, str], may: bool
) -> None:
    called = "def rest(n, d):\n    return n % d\n\n\n"
    body = LOOP + "if rest(i, 7) == rest(i, 3):\n        s += 1\nreturn s"
    module = module_of((called + function(body)).replace(*change))
    assert bool(loops_to_turn(module)) is may


def test_a_register_stays_after_the_loop() -> None:
    source = 'a = array(4)\nr = register()\n@program("A")\ndef f(x):\n    global r\n'
    loop = "    for i in range(x):\n        r {}\n        a[i] = 2\n"
    assert loops_to_turn(module_of(source + loop.format("+= 1")))
    assert not loops_to_turn(module_of(source + loop.format("= i")))


def test_a_listing_may_go_either_way() -> None:
    module = module_of(
        function("s = 0\nfor i in range(1, x + 1):\n    if x % i == 0:\n        s += 1\nreturn s")
    )
    for source, loops in ((module, ()), (turn_loops(module, (("f", 1),)), (("f", 1),))):
        made = quick_code(narrow_module(source))
        found = validate(module, made.program, made.registers, work=60_000)
        assert found.proof == "proven"
        assert found.certificate is not None
        assert found.certificate.turned == loops
        with pytest.raises(NotProved):
            check(replace(found.certificate, turned=() if loops else (("f", 1),)), module, made.program)


def test_a_certificate_names_its_loops() -> None:
    module = module_of(function(COUNT, "ab"))
    made = compile_module(module, effort=NO_TIME)
    found = validate(module, made.program, made.places)
    assert found.proof == "proven"
    assert found.certificate is not None
    assert found.certificate.turned == (("f", 1),)
    text = write(found.certificate, module, made.program)
    again = read(text, module, made.program)
    assert again == found.certificate
    check(again, module, made.program)
    for wrong in ('["f", 2]', '["g", 1]', '["f", 0]'):
        damaged = read(text.replace('[\n   "f",\n   1\n  ]', wrong), module, made.program)
        with pytest.raises(NotProved, match="must not run backwards"):
            check(damaged, module, made.program)


PIECES = (
    "s += 1", "s += i", "s *= x", "s = 3", "s = i", "t = i * 2", "t = a[i]", "t += 1", "u = t", "u += s",
    "if t > s:\n    s = t", "if s > t:\n    s = t", "if a[i] > u:\n    u = a[i]", "a[i] = t", "b[i] = a[i]",
    "a[i] += 1", "b[a[i] % 4 // 1] += 1", "b[j] = i", "if t > 2:\n    u += 1", "if u > 2:\n    continue",
    "if i > 1:\n    continue", "for j in range(i):\n    u += 1", "for j in range(2):\n    b[j] = i",
    "t = 6 / (i + 2)",
    "if b[i] == a[i]:\n    u -= 2", "b[x - 1 - i] = i", "t = x", "a[i], b[i] = b[i], a[i]", "t = s",
)  # fmt: skip


def drawn(chance: random.Random) -> str:
    """A function with a loop of statements that may commute or not."""
    start, end = chance.choice((("", "x"), ("", "x + 1"), ("1, ", "x"), ("1, ", "x + 1"), ("2, ", "x")))
    count = chance.randrange(1, 5)
    lines = "\n".join(chance.choice(PIECES) for _ in range(count)).replace("\n", "\n    ")
    left = chance.choice(("s", "u", "s + u", "t", "s - t", "x"))
    head = "s = t = u = j = 0\nfor n in range(4):\n    a[n] = (x * (n + 3) + n * n) % 5\n"
    results = f"a[0] + 10 * a[1], a[3] - b[3], b[0] - 7 * b[1], {left}"
    return f"{head}for i in range({start}{end}):\n    {lines}\nreturn {results}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_drawn_loops_compute_the_same(seed: int) -> None:
    chance, done = random.Random(seed), 0
    while done < 40:
        module = module_of(function(drawn(chance), "ab"))
        loops = loops_to_turn(module)
        if not any(number == 2 for _, number in loops):
            continue
        python, tree = PythonSide(module), TreeSide(turn_loops(module, loops))
        draws = CallDraws(module, [], random.Random(done))
        for _ in range(20):
            found = compare(draws.sequence(), python, tree, CallTally())
            assert found is None, f"{shown(module)}\n{found}"
        done += 1
