"""Proofs are found where ways multiply: in loops that few calls reach, in loops written out, after calls."""

from __future__ import annotations

from random import Random

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import check as compare
from generator.compiler.validation.check import Proof
from generator.compiler.validation.runs import Runs
from generator.compiler.validation.search import Choice, Search
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import FEW_FROM_A_POINT, MOST_FROM_A_POINT, TooLong, Work
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.shares import rarely, share
from tests.support.variants import mutant

HEAD = 'from generator.language import comb, intpart, pause, program, register\n\n@program("A")\ndef f('
TESTS = (
    "LBL A\nSTO 1\nR↓\nSTO 4\nx↔y\nSTO 3\n0\nSTO 0\nSTO 2\nRCL 3\nRCL − 4\n"
    "1\n2\n3\n4\n.\n5\nx≠y\nGTO 1\nRCL 3\nRCL + 4\n1\n7\n.\n2\n5\nx≠y\nGTO 1\n"
)
SUM = "LBL 0\nRCL 1\nRCL 0\nx≥y\nGTO 1\nSTO + 2\n1\nSTO + 0\nGTO 0\nLBL 1\nRCL 2\nRTN"
RARE = (
    HEAD
    + """x, y, n):
    s = 0
    if x - y == 1234.5 and x + y == 17.25:
        for i in range(n):
            s += i
    return s
""",
    f"{TESTS}{SUM}",
)
ENTERED_INSIDE = (
    HEAD
    + """x, y, n):
    s = 0
    if x - y == 1234.5 and x + y == 17.25:
        for i in range(n, 0, -1):
            s += i
    return s
""",
    f"{TESTS}RCL 1\nx≤0\nGTO 1\nGTO 2\n"
    "LBL 0\nRCL 0\nLBL 2\nSTO + 2\n1\n−\nSTO 0\nx≠0\nGTO 0\nLBL 1\nRCL 2\nRTN",
)
STEPS_OF_3 = (
    HEAD
    + """x):
    s = 0
    for i in range(0, 300, 3):
        if s < 50:
            s += x
    return s
""",
    "LBL A\nSTO 1\n1\n0\n0\nSTO I\n0\nSTO 0\nLBL 0\nRCL 0\n5\n0\nx≤y\nGTO 1\nRCL 1\nSTO + 0\n"
    "LBL 1\nDSE I\nGTO 0\nRCL 0\nRTN",
)
SEEN_AT_ONE_EXIT = (
    HEAD
    + """n):
    p = n
    s = 0
    while n != 1 and s < 60:
        n /= 2
        s += 1
        p = max(p, n)
    return s, p
""",
    "LBL A\nSTO 2\nSTO 0\n0\nSTO 1\nLBL 0\nRCL 0\n1\nx=y\nGTO 1\nRCL 1\n6\n0\nx≤y\nGTO 1\n"
    "2\nSTO ÷ 0\n1\nSTO + 1\nRCL 0\nRCL 2\nx≥y\nGTO 0\nRCL 0\nSTO 2\nGTO 0\n"
    "LBL 1\nRCL 1\nRCL 2\nRTN",
)
WAITS_FOR_A_CALL = (
    HEAD
    + """a, b, c):
    ab = a * b / gcd(a, b)
    return ab * c / gcd(ab, c)


def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a
""",
    "LBL 1\nRCL 1\nRTN\nLBL A\nSTO 2\nR↓\nSTO 3\nx↔y\nSTO 5\nRCL 3\nGSB 0\nSTO 0\nRCL 5\nRCL × 3\nRCL ÷ 0\n"
    "STO 5\nRCL 2\nGSB 0\nSTO 0\nRCL 5\nRCL × 2\nRCL ÷ 0\nRTN\n"
    "LBL 0\nx↔y\nSTO 1\nx↔y\nLBL 4\nSTO 0\nx=0\nGTO 1\nRCL 1\nRCL ÷ 0\nINT\nRCL × 0\nSTO − 1\nRCL 0\n"
    "x↔ 1\nGTO 4",
)
COPIED_COUNT = (
    STEPS_OF_3[0],
    "LBL A\nSTO 1\n0\nSTO 0\n1\n0\n0\nSTO I\nGTO 0\nLBL 2\nRCL I\nLBL 0\nRCL 0\n5\n0\nx≤y\nGTO 1\n"
    "RCL 1\nSTO + 0\nLBL 1\nDSE I\nGTO 2\nRCL 0\nRTN",
)
WRITTEN_OUT = (
    HEAD
    + """x):
    for i in range(12):
        if x < 50:
            x += 3
        else:
            x -= 7
    return x
""",
    "LBL A\n" + "5\n0\nx≤y\nGTO 0\nR↓\n3\n+\nGTO 1\nLBL 0\nR↓\n7\n−\nLBL 1\n" * 12 + "RTN",
)
CALLS = (
    HEAD
    + """x):
    x = g(x)
    x = g(x)
    x = g(x)
    x = g(x)
    return g(x)

def g(a):
    if a < 1:
        a += 2
    elif a > 100:
        a /= 3
    else:
        a -= 3
    if a < 5:
        a = 3 * a
    return a
""",
    "LBL A\nGSB 0\nGSB 0\nGSB 0\nGSB 0\nGSB 0\nRTN\nLBL 0\nSTO 0\n1\nx≤y\nGTO 1\n2\nSTO + 0\nGTO 3\n"
    "LBL 1\n1\n0\n0\nRCL 0\nx≤y\nGTO 2\n3\nSTO ÷ 0\nGTO 3\nLBL 2\n3\nSTO − 0\nLBL 3\n5\nRCL 0\nx≥y\nRTN\n"
    "3\n×\nRTN",
)
TESTS_IN_A_ROW = (
    HEAD
    + "x, y):\n"
    + "".join(f"    if x < {n}:\n        x *= y\n    else:\n        x -= {n}\n" for n in range(11, 29))
    + "    return x\n",
    "LBL A\nSTO 0\nR↓\nSTO 1\n"
    + "".join(
        f"RCL 1\n{n // 10}\n{n % 10}\nx≤y\nGTO 0\nRCL 0\nSTO × 1\nGTO 1\nLBL 0\nSTO − 1\nLBL 1\n"
        for n in range(11, 29)
    )
    + "RCL 1\nRTN",
)
ROUNDED = (
    HEAD
    + """x, n):
    for i in range(1, n):
        x = 10000000000 - x
    return x
""",
    "LBL A\nSTO 1\nR↓\nSTO 2\nEEX\n1\n0\nSTO 3\n1\nSTO 0\nLBL 0\nRCL 1\nRCL 0\nx≥y\nGTO 1\nRCL 3\n"
    "RCL − 2\nSTO 2\n1\nSTO + 0\nGTO 0\nLBL 1\nRCL 2\nRTN",
)
BACK_FROM_TWO = (
    HEAD
    + """n):
    d = 2
    while d * d <= n:
        while n % d == 0:
            pause(d)
            n /= d
        if d == 2:
            d = 3
        else:
            d += 2
    return n
""",
    "LBL A\nSTO 1\n2\nSTO 0\nLBL 1\nRCL 0\nx²\nRCL 1\nx<y\nRTN\nLBL 2\nRCL 1\nENTER\nRCL ÷ 0\nINT\n"
    "RCL × 0\n−\nx≠0\nGTO 3\nRCL 0\nPSE\nSTO ÷ 1\nGTO 2\nLBL 3\nRCL 0\n2\nx≠y\nGTO 4\n3\nSTO 0\nGTO 1\n"
    "LBL 4\nSTO + 0\nGTO 1",
)
MATRIX = (
    """from generator.language import dim, matrix, program

a = matrix("A")

@program("A")
def f(n):
    dim(a, n, n)
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            a[i, j] = i / j

@program("B")
def g(n):
    s = 0
    while n > 7654321:
        n /= 3
        s += n
    return s
""",
    "LBL A\nSTO 0\nRCL 0\nDIM A\n1\nRCL + 0\nSTO 3\n1\nSTO 1\nLBL 0\nRCL 1\nRCL 3\nx≤y\nRTN\n1\nSTO 2\n"
    "RCL + 0\nSTO 4\nLBL 1\nRCL 2\nRCL 4\nx≤y\nGTO 2\nRCL 1\nRCL ÷ 2\nRCL 1\nRCL 2\nSTO g A\n1\nSTO + 2\n"
    "GTO 1\nLBL 2\n1\nSTO + 1\nGTO 0\nLBL B\nSTO 0\n0\nSTO 1\nLBL 3\n7\n6\n5\n4\n3\n2\n1\nRCL 0\nx≤y\nGTO 4\n"
    "3\n÷\nSTO 0\nSTO + 1\nGTO 3\nLBL 4\nRCL 1\nRTN",
)
RARE_LOOPS = (
    HEAD
    + "n):\n    s = 0\n"
    + "".join(
        f"    while n >= {value} and s < 9:\n        n -= {value}\n        s += 1\n"
        for value in (900, 500, 400, 100, 90)
    )
    + "    return s\n",
    "LBL A\nSTO 0\n0\nSTO 1\n"
    + "".join(
        f"LBL {label}\nRCL 0\n{typed}\nx>y\nGTO {label + 1}\nRCL 1\n9\nx≤y\nGTO {label + 1}\n"
        f"{typed}\nSTO − 0\n1\nSTO + 1\nGTO {label}\n"
        for label, typed in enumerate(["9\n0\n0", "5\n0\n0", "4\n0\n0", "1\n0\n0", "9\n0"])
    )
    + "LBL 5\nRCL 1\nRTN",
)
WHOLE = (
    HEAD
    + """x, y):
    return intpart(comb(x, y))
""",
    "LBL A\nCy,x\nRTN",
)
HUGE = (
    HEAD
    + """n):
    a, b = 9e99, -9e99
    for i in range(n):
        pause(a)
        a, b = b, a
    return a
""",
    "LBL A\nSTO 1\n9\nEEX\n9\n9\nSTO 2\nCHS\nSTO 3\n0\nSTO 0\nLBL 0\nRCL 1\nRCL 0\nx≥y\nGTO 1\nRCL 2\nPSE\n"
    "x↔ 3\nSTO 2\n1\nSTO + 0\nGTO 0\nLBL 1\nRCL 2\nRTN",
)
LOOP_IN_A_LOOP = (
    HEAD
    + """n):
    c = 0
    for j in range(1, n):
        for k in range(1, n):
            if gcd(j, k) == 1:
                c += 1
    return c


def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a
""",
    "LBL A\nSTO 8\nCLEAR Σ\nLBL 0\nRCL 8\n1\nRCL + 2\nx≥y\nGTO 1\nSTO 2\n1\nSTO 1\nLBL 2\nRCL 2\nRCL 8\n"
    "RCL 1\nx≥y\nGTO 0\nLBL 3\nENTER\nSTO 0\nR↑\nENTER\nRCL ÷ 0\nINT\nRCL × 0\n−\nx≠0\nGTO 3\nCLx\n1\nx=y\n"
    "STO + 3\n1\nSTO + 1\nGTO 2\nLBL 1\nRCL 3\nRTN",
)
NEVER_SEEN = (
    HEAD
    + """n):
    while True:
        m = parts(n)
        if m != n and parts(m) == n:
            return m
        n += 1


def parts(n):
    s = 1
    for d in range(2, n):
        if n % d == 0:
            s += d
    return s
""",
    "LBL 0\nSTO 1\n2\nSTO 0\n1\nSTO 2\nLBL 2\nRCL 1\nRCL 0\nx≥y\nGTO 3\n÷\nINT\nRCL × 0\nRCL − 1\nx≠0\n"
    "GTO 4\nRCL 0\nSTO + 2\nLBL 4\n1\nSTO + 0\nGTO 2\nLBL 3\nRCL 2\nRTN\nLBL 1\n1\nRCL + 3\nLBL A\nSTO 3\n"
    "GSB 0\nRCL 3\nx↔y\nSTO 4\nx=y\nGTO 1\nGSB 0\nRCL 3\nx≠y\nGTO 1\nRCL 4\nRTN",
)
_NEAREST = (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82)
IN_A_ROW = (
    HEAD
    + """x):
    best = 10
    for c in (10, 12, 15, 18, 22, 27, 33, 39, 47, 56, 68, 82):
        if abs(x - c) < abs(x - best):
            best = c
    return best
""",
    "LBL 0\nSTO 1\nCHS\nRCL + 2\nABS\nRCL 2\nRCL − 0\nABS\nx≤y\nRTN\nRCL 1\nSTO 0\nRTN\n"
    "LBL A\nSTO 2\n1\n0\nSTO 0\n"
    + "".join("".join(f"{digit}\n" for digit in str(one)) + "GSB 0\n" for one in _NEAREST)
    + "RCL 0\nRTN",
)
COUNTED_BY_CONSTANTS = (
    HEAD
    + """x):
    n = 0
    while n < 3 and n != 2:
        n += 1
        pause(x)
    return n
""",
    "LBL A\nSTO 1\n0\nSTO 0\nLBL 0\n1\nSTO + 0\nRCL 1\nPSE\nRCL 0\n2\nx≠y\nGTO 0\nRTN",
)
WORDS = "ask, eng, ran, "
TEST_CHANGES_THE_SEED = (
    HEAD.replace("import ", f"import {WORDS}")
    + """x):
    s = 0
    while x == ran():
        s += 1
        eng(2)
    return s
""",
    "LBL A\nSTO 0\n0\nSTO 1\nLBL 0\nRCL 0\nRAN#\nx≠y\nGTO 1\n1\nSTO + 1\nENG 2\nGTO 0\nLBL 1\nRCL 1\nRTN",
)
OUTER_WRITTEN_OUT = (
    HEAD
    + """x, y):
    for i in range(2):
        w = 3
        while w > 0:
            w -= 1
            y = x / y
        while x > 0:
            x -= 2
            y += x
    return y
""",
    "LBL A\nSTO 1\nR↓\nSTO 0\n3\nSTO 2\nLBL 0\nRCL 0\nRCL ÷ 1\nSTO 1\nDSE 2\nGTO 0\n"
    "LBL 1\nRCL 0\nx≤0\nGTO 2\n2\nSTO − 0\nRCL 0\nSTO + 1\nGTO 1\n"
    "LBL 2\n3\nSTO 2\nLBL 3\nRCL 0\nRCL ÷ 1\nSTO 1\nDSE 2\nGTO 3\nRCL 1\nRTN",
)
BETWEEN_FRACTIONS = (
    HEAD
    + """x):
    s = 0
    if x > 0.45:
        s = x
        x = 0.45
    if x > 0.5:
        s = 3
    return s + x
""",
    "LBL A\n0\nSTO 0\nx↔y\n.\n4\n5\nx↔y\nx≤y\nGTO 0\nSTO 0\nx↔y\nLBL 0\nRCL + 0\nRTN",
)
MANY_QUESTIONS = (
    HEAD.replace("import ", f"import {WORDS}")
    + "x):\n"
    + "".join(f"    x = ask(x + {number})\n" for number in range(1, 14))
    + "    return x\n",
    "LBL A\n"
    + "".join("".join(f"{digit}\n" for digit in str(number)) + "+\nR/S\n" for number in range(1, 14))
    + "RTN",
)
UNSEEN_BEHIND_ONE_PASS = (
    HEAD.replace("import ", "import ran, ")
    + """n, x):
    for i in range(n):
        x = 0.95 / ran()
        if x >= 1:
            return x
    while x > 0:
        x = 5
    for i in range(2):
        x += ran()
    return x
""",
    "LBL A\nSTO 0\nx↔y\nSTO 1\n0\nSTO 2\nLBL 0\nRCL 2\nRCL 1\nx≤y\nGTO 1\n.\n9\n5\nRAN#\n÷\nSTO 0\n1\nx↔y\n"
    "x≥y\nRTN\n1\nSTO + 2\nGTO 0\nLBL 1\nRCL 0\nx≤0\nGTO 2\n5\nSTO 0\nGTO 1\nLBL 2\nRAN#\n+\nRAN#\n+\nRTN",
)
ALL = {
    "a loop without end behind one that a trace leaves in its first pass": UNSEEN_BEHIND_ONE_PASS,
    "a loop without a pass whose test takes a random number": TEST_CHANGES_THE_SEED,
    "a loop written out with others inside": OUTER_WRITTEN_OUT,
    "a test that a fraction before it excludes": BETWEEN_FRACTIONS,
    "many questions": MANY_QUESTIONS,
    "loops in a function that loops call": LOOP_IN_A_LOOP,
    "loops that no call ends in time": NEVER_SEEN,
    "twelve calls that may each replace a value": IN_A_ROW,
    "a loop that only constants enter": COUNTED_BY_CONSTANTS,
    "a loop that few calls reach": RARE,
    "such a loop entered inside": ENTERED_INSIDE,
    "steps of 3 counted down by 1": STEPS_OF_3,
    "such steps where the count stands on the stack, too": COPIED_COUNT,
    "a loop written out": WRITTEN_OUT,
    "calls of a function with many ways": CALLS,
    "many tests in a row": TESTS_IN_A_ROW,
    "a constant that rounding hides": ROUNDED,
    "choices are whole": WHOLE,
    "a loop that goes back from two lines": BACK_FROM_TWO,
    "loops over a matrix of which no trace has a pass, and one of another label": MATRIX,
    "loops that only the numbers of the source enter": RARE_LOOPS,
    "two numbers whose difference is too large": HUGE,
    "a loop that no call left by its last test": SEEN_AT_ONE_EXIT,
    "a product that waits for a call and is computed after it": WAITS_FOR_A_CALL,
}


DEAREST = ("many tests in a row", "calls of a function with many ways", "a loop written out")


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", rarely(list(ALL), *DEAREST))
def test_it_is_proved(name: str) -> None:
    source, listing = ALL[name]
    found = validate(front.parse(source), Program.parse(listing), {}, work=220_000)
    assert found.proof == "proven", found.reason


@pytest.mark.slow
@pytest.mark.parametrize("pair", ALL.values(), ids=ALL)
def test_no_changed_listing_that_differs_is_proved(pair: tuple[str, str]) -> None:
    source, listing = pair
    module, chance = front.parse(source), Random(28)
    for number in range(share(12)):
        changed = mutant(Program.parse(listing), chance)
        if validate(module, changed, {}, work=30_000).proof == "proven":
            assert compare(module, changed, 100, Random(number), engines=("reference",)).agrees


def test_another_attempt_may_do_as_much_from_its_first_point_as_the_one_before() -> None:
    """An attempt that did too much from a point ends there. The next one begins with a limit of its own."""
    module, listing = front.parse(STEPS_OF_3[0]), Program.parse(STEPS_OF_3[1])
    work = Work()
    Proof(module, listing, {}, {}, work=work).begin_both()
    with pytest.raises(TooLong):
        work.count(MOST_FROM_A_POINT + 1)
    again = Proof(module, listing, {}, {}, work=work)
    again.begin_both()
    work.count(MOST_FROM_A_POINT // 2)


WAITS_ON_AN_11C = (
    "LBL 1\nRCL 1\nRTN\nLBL A\nSTO 2\nR↓\nSTO 3\nx↔y\nSTO 5\nRCL 3\nGSB 0\nSTO 0\nRCL 5\nRCL 3\n×\nRCL 0\n÷\n"
    "STO 5\nRCL 2\nGSB 0\nSTO 0\nRCL 5\nRCL 2\n×\nRCL 0\n÷\nRTN\nLBL 0\nx↔y\nSTO 1\nx↔y\n"
    "LBL 4\nSTO 0\nx=0\nGTO 1\nRCL 1\nRCL 0\n÷\nINT\nRCL 0\n×\nSTO − 1\nRCL 1\nRCL 0\nSTO 1\nR↓\nGTO 4"
)


@pytest.mark.slow
def test_a_product_behind_a_call_overflows_on_an_11c_where_it_did_before_the_call() -> None:
    """The first guess comes from a way on which the product is 0."""
    module = front.parse(WAITS_FOR_A_CALL[0])
    listing = Program.parse(WAITS_ON_AN_11C, model=Model.HP11C)
    found = validate(module, listing, {}, work=150_000)
    assert found.proof == "proven", found.reason
    squared = Program.parse(WAITS_ON_AN_11C.replace("RCL 5\nRCL 2\n×", "RCL 5\nRCL 5\n×"), model=Model.HP11C)
    assert validate(module, squared, {}, work=50_000).proof != "proven"


DIVISOR = (
    "from generator.language import assume, frac, program\n\n"
    '@program("A")\ndef f(n):\n    assume(2 <= n <= 200 and frac(n) == 0)\n    d = 2\n    while d * d <= n:\n'
    "        if n % d == 0:\n            return d\n        d += 1\n    return n\n"
)
DIVISOR_LINES = (
    "LBL A\nSTO 1\n1\nSTO 0\nLBL 0\n1\nSTO + 0\nRCL 0\nx²\nRCL 1\nx<y\nRTN\n"
    "RCL ÷ 0\nFRAC\nx≠0\nGTO 0\nRCL 0\nRTN"
)
TO_THE_LABEL = (
    "from generator.language import assume, frac, program\n\n"
    '@program("A")\ndef f(n):\n    assume(1 <= n <= 1000 and frac(n) == 0)\n    while True:\n'
    "        n += 1\n        total = 1\n        d = 2\n        while d * d <= n:\n"
    "            if n % d == 0:\n                total += d + n // d\n            d += 1\n"
    "        if total == n:\n            return n\n"
)
TO_THE_LABEL_LINES = (
    "LBL 0\nx↔y\nR⬇\nx=y\nRTN\nLBL A\nSTO 1\n1\nSTO + 1\n2\nLBL 1\nSTO 0\nx²\nRCL 1\nx<y\nGTO 0\n"
    "ENTER\nRCL ÷ 0\nINT\nSTO 2\nRCL × 0\n−\nx≠0\nGTO 2\nR⬆\nRCL 0\nRCL + 2\n+\nGTO 3\nLBL 2\nR⬆\n"
    "LBL 3\n1\nRCL + 0\nGTO 1"
)
PASSES = (
    "from generator.language import clear_flag, flag, program, set_flag\n\n"
    '@program("A")\ndef f(x, y):\n    clear_flag(0)\n    for i in range(10):\n'
    "        if x + y * (i + 1) == 77.5:\n            set_flag(0)\n"
    "    if flag(0):\n        return 1\n    return 0\n"
)
PASSES_LINES = "\n".join(
    (
        "LBL A\nCF 0\nSTO 1\nx↔y\nSTO 0",
        *(f"RCL 1\n{one}\n×\nRCL + 0\n7\n7\n.\n5\nx=y\nSF 0" for one in (*range(1, 10), "1\n0")),
        "0\nF? 0\n1\nRTN",
    )
)
"""No call meets the condition. The number of the next pass stands in X before the flag is set."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "listing", "changes"),
    [
        (PASSES, PASSES_LINES, (("5\nx=y", "6\nx=y"), ("RCL 1\n8", "RCL 1\n9"), ("CF 0", "CF 1"))),
        (DIVISOR, DIVISOR_LINES, (("FRAC", "INT"), ("x<y", "x≤y"), ("LBL 0\n1", "LBL 0\n2"))),
        (TO_THE_LABEL, TO_THE_LABEL_LINES, (("x=y", "x≠y"), ("x<y", "x≤y"), ("RCL + 2", "RCL + 1"))),
    ],
    ids=["passes written out", "a divisor that is not known", "a loop back to the label"],
)
def test_loops_are_met(source: str, listing: str, changes: tuple[tuple[str, str], ...]) -> None:
    module = front.parse(source)
    found = validate(module, Program.parse(listing), {})
    assert found.proof == "proven", found.reason
    for change, to in changes:
        assert change in listing
        other = validate(module, Program.parse(listing.replace(change, to)), {}, work=60_000)
        assert other.proof == "none", (change, to)


def test_calls_of_other_labels_take_no_work_where_none_of_the_label_follows() -> None:
    source = (
        "from generator.language import program\n\n"
        '@program("A")\ndef f(x):\n    return x + 1\n\n'
        '@program("B")\ndef g(n):\n    for i in range(n):\n        n -= 1\n    return n\n'
    )
    listing = Program.parse("LBL A\n1\n+\nRTN\nLBL B\nRTN")
    long = EntryCall("B", (Number.of(500),))
    done = []
    for calls in ((), ([long], [EntryCall("A", (Number.of(1),)), long])):
        search = Search(front.parse(source), listing, {}, calls=calls)
        assert search.certificate(("A",)) is not None
        done.append(search.work.done)
    assert done[1] < done[0] + 500


BY_DIGIT = (
    "from generator.language import array, intpart, program\n\ncount = array(10, at=0)\n\n"
    '@program("A")\ndef f(x, n):\n    digit = intpart(x)\n    while n > 0:\n        count[digit] += n\n'
    "        n -= 1\n    return x + count[digit]\n"
)
BY_DIGIT_LINES = (
    "LBL A\nSTO .1\nx↔y\nSTO I\nLBL 0\nRCL .1\nx≤0\nGTO 1\nSTO + (i)\n1\nSTO − .1\nGTO 0\nLBL 1\n"
    "RCL I\nRCL + (i)\nRTN"
)


def test_an_index_may_be_the_whole_part_of_what_stands_in_i() -> None:
    """In the loop nothing but the relation says that the index is the whole part of x, which is in I."""
    module = front.parse(BY_DIGIT)
    places = {f"count[{number}]": str(number) for number in range(10)}
    found = validate(module, Program.parse(BY_DIGIT_LINES), places)
    assert found.proof == "proven", found.reason
    for change, to in (
        ("x↔y\nSTO I", "x↔y\n1\n+\nSTO I"),
        ("RCL I\nRCL +", "RCL I\nINT\nRCL +"),
        ("x≤0", "x=0"),
    ):
        assert change in BY_DIGIT_LINES
        other = Program.parse(BY_DIGIT_LINES.replace(change, to))
        assert validate(module, other, places, work=60_000).proof == "none", change


def test_a_label_without_loops_is_proved_without_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    source = HEAD + "x, y):\n    if x > y:\n        x = y\n    return x * y\n"
    listing = "LBL A\nx↔y\nx≤y\nGTO 1\nR↓\nENTER\nLBL 1\n×\nRTN"
    monkeypatch.setattr(Runs, "traces", lambda *_: pytest.fail("it runs"))
    found = validate(front.parse(source), Program.parse(listing), {})
    assert found.proof == "proven", found.reason


@pytest.mark.slow
def test_a_label_without_loops_but_too_many_ways_still_has_its_runs() -> None:
    """The attempt without runs leaves the next one all that may be done from a point."""
    source, listing = TESTS_IN_A_ROW
    search = Search(front.parse(source), Program.parse(listing), {})
    assert search.certificate() is not None
    assert search.work.done > FEW_FROM_A_POINT


ASKED_BEFORE_THE_TEST = (
    "from generator.language import ask_two, program, register\n\np = register()\n\n"
    '@program("B")\ndef f():\n    y, x = ask_two(p)\n    while x != y:\n        if x > y:\n'
    "            x -= y\n        else:\n            x, y = y, x\n        y, x = ask_two(x)\n    return x\n"
)
ASKED_LINES = (
    "LBL 0\nRCL 2\nRTN\nLBL B\nRCL 1\nLBL 1\nR/S\nx↔y\nSTO 0\nx↔y\nSTO 2\nRCL 0\nx=y\nGTO 0\n"
    "RCL 2\nx≤y\nGTO 2\nRCL − 0\nSTO 0\nLBL 2\nRCL 0\nGTO 1"
)


def test_a_loop_may_be_met_right_behind_the_stop_at_which_its_pass_ends() -> None:
    """The line after R/S begins the next pass: nothing is executed between the stop and the point."""
    module = front.parse(ASKED_BEFORE_THE_TEST)
    found = validate(module, Program.parse(ASKED_LINES), {"p": "1"})
    assert found.proof == "proven", found.reason
    for change, to in (("RCL − 0", "RCL + 0"), ("x≤y", "x>y"), ("LBL 2\nRCL 0", "LBL 2\nRCL 2")):
        assert change in ASKED_LINES
        other = Program.parse(ASKED_LINES.replace(change, to))
        assert validate(module, other, {"p": "1"}, work=60_000).proof == "none", change


ABOVE_R19 = """from generator.language import array, assume, frac, program, register

a = array(21, at=9)


@program("A")
def f(k, x):
    assume(0 <= k <= 20 and frac(k) == 0)
    a[k] = x
    return a[20 - k]


@program("B")
def g(x):
    return x + 1
"""
MAKES_REGISTERS = (
    "LBL A\n2\n9\nSTO 0\nDIM (i)\n9\nR↑\nSTO − 0\n+\nSTO I\nR↑\nSTO (i)\nRCL 0\nSTO I\nRCL (i)\nRTN\n"
    "LBL B\n1\n+\nRTN"
)
_PLACES = {f"a[{one}]": f".{one - 1}" if 0 < one < 11 else str(one + 9) for one in range(21)}


def test_arrays_above_r19_are_proved_where_dim_makes_their_registers() -> None:
    found = validate(front.parse(ABOVE_R19), Program.parse(MAKES_REGISTERS), _PLACES)
    assert found.proof == "proven", found.reason
    assert "nobody moves registers by DIM (i) between two runs" in found.reason


@pytest.mark.parametrize(
    ("changed", "to"),
    [
        ("2\n9\nSTO 0", "2\n8\nSTO 0"),
        ("2\n9\nSTO 0\nDIM (i)", "2\n9\nSTO 0"),
        ("STO 0\nDIM (i)", "STO 0\nCLEAR REG\nSTO 0\nDIM (i)"),
        ("STO 0\nDIM (i)", "STO 0\n3\n0\nDIM (i)\nR↓"),
        ("STO 0\nDIM (i)", "STO 0\n2\n0\nDIM (i)\nR↓\nDIM (i)"),
    ],
    ids=[
        "one too few",
        "none are made",
        "cleared before",
        "more than the arrays take",
        "fewer, and then all",
    ],
)
def test_registers_are_made_once_and_none_is_lost(changed: str, to: str) -> None:
    """A run before may have made them, so that another number takes some away, and clearing them is seen."""
    assert changed in MAKES_REGISTERS
    listing = Program.parse(MAKES_REGISTERS.replace(changed, to))
    found = validate(front.parse(ABOVE_R19), listing, _PLACES)
    assert found.certificate is None or found.certificate.labels == ("B",), found.reason


def test_no_more_registers_are_promised_than_the_memory_has() -> None:
    source = ABOVE_R19.replace("21, at=9", "57, at=9")
    found = validate(front.parse(source), Program.parse(MAKES_REGISTERS), {"a[0]": "9"})
    assert found.proof == "none"
    assert "no room" in found.reason


@pytest.mark.slow
def test_no_changed_listing_with_registers_above_r19_is_proved_where_it_differs() -> None:
    module, chance = front.parse(ABOVE_R19), Random(29)
    for number in range(share(40)):
        changed = mutant(Program.parse(MAKES_REGISTERS), chance)
        found = validate(module, changed, _PLACES, work=30_000)
        if found.proof == "proven":
            assert compare(module, changed, 60, Random(number), engines=("reference",)).agrees


WAITS_OVER_REGISTERS = """from generator.language import program, register

p = register(1)
q = register(2)

@program("A")
def f(n):
    return p % q + g(n)


def g(n):
    global p, q
    while n > 0:
        n -= 1
        p += n
        q -= 1
    return p
"""
HELD_IN_REGISTERS = (
    "LBL A\nSTO 0\nRCL 1\nSTO 3\nRCL 2\nSTO 4\nRCL 3\nRCL ÷ 4\nSTO 5\nLBL 0\nRCL 0\nx≤0\nGTO 1\n1\nSTO − 0\n"
    "RCL 0\nSTO + 1\n1\nSTO − 2\nGTO 0\nLBL 1\nRCL 5\nINT\nRCL × 4\nCHS\nRCL + 3\nRCL + 1\nRTN"
)


@pytest.mark.slow
def test_a_number_that_waits_may_be_computed_after_the_loop_that_changes_its_names() -> None:
    module, places = front.parse(WAITS_OVER_REGISTERS), {"p": "1", "q": "2"}
    found = validate(module, Program.parse(HELD_IN_REGISTERS), places)
    assert found.proof == "proven", found.reason
    for change, to in (("RCL × 4", "RCL × 2"), ("RCL + 3", "RCL + 1"), ("RCL 2\nSTO 4", "RCL 1\nSTO 4")):
        assert change in HELD_IN_REGISTERS
        other = Program.parse(HELD_IN_REGISTERS.replace(change, to))
        assert validate(module, other, places, work=60_000).proof == "none", change


STORED_LATE = """from generator.language import array, program

a = array(4, at=5)

@program("A")
def f(n):
    a[3] = 10
    a[1] = n
    while n > 0:
        n -= 2
        a[0] += 1
    return a[3] + n
"""


@pytest.mark.slow
def test_elements_may_be_stored_behind_the_loop_that_comes_after_them() -> None:
    listing = "LBL A\nSTO 0\nSTO 6\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\n1\nSTO + 5\nGTO 0\nLBL 1\n"
    listing += "1\n0\nSTO 8\n+\nRTN"
    module, places = front.parse(STORED_LATE), {f"a[{one}]": str(one + 5) for one in range(4)}
    found = validate(module, Program.parse(listing), places)
    assert found.proof == "proven", found.reason
    for change, to in (("STO 8", "STO 7"), ("STO + 5", "STO + 8"), ("STO 6", "STO 7"), ("1\n0\n", "1\n2\n")):
        other = Program.parse(listing.replace(change, to))
        assert validate(module, other, places, work=60_000).proof == "none", change


EXCHANGED_LATE = """from generator.language import array, program

a = array(2, at=2)
b = array(3, at=4)

@program("A")
def f(n):
    a[0], b[2] = b[2], a[0]
    while n > 0:
        n -= 2
        b[0], b[1] = b[1], b[0]
    return n
"""


def test_what_an_element_will_hold_may_wait_in_a_register_for_the_end_of_a_loop() -> None:
    listing = "LBL A\nSTO 0\nRCL 6\nSTO 7\nRCL 2\nSTO 6\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\n"
    listing += "RCL 4\nRCL 5\nSTO 4\nx↔y\nSTO 5\nGTO 0\nLBL 1\nRCL 7\nSTO 2\nRCL 0\nRTN"
    module = front.parse(EXCHANGED_LATE)
    places = {f"a[{one}]": str(one + 2) for one in range(2)} | {f"b[{one}]": str(one + 4) for one in range(3)}
    found = validate(module, Program.parse(listing), places)
    assert found.proof == "proven", found.reason
    for change, to in (("RCL 7", "RCL 6"), ("STO 2", "STO 3"), ("STO 6", "STO 8"), ("STO 7\nRCL 2", "RCL 2")):
        other = Program.parse(listing.replace(change, to))
        assert validate(module, other, places, work=60_000).proof == "none", change


NOT_STORED = """from generator.language import array, program

a = array(2, at=5)

@program("A")
def f(x):
    s = 0
    while x > 0:
        x -= 2
        a[1] = s * x + 1
        s += x
    {last}
    return s
"""
LEAVES_OUT = "LBL A\nSTO 0\n0\nSTO 1\nLBL 0\nRCL 0\nx≤0\nGTO 1\n2\nSTO − 0\nRCL 0\nSTO + 1\nGTO 0\nLBL 1\n"


@pytest.mark.parametrize(
    ("last", "end", "proof"),
    [
        ("a[1] = 7", "7\nSTO 6\nRCL 1\nRTN", "proven"),
        ("a[1] = 7", "7\nSTO 5\nRCL 1\nRTN", "none"),
        ("a[0] = 7", "7\nSTO 5\nRCL 1\nRTN", "none"),
        ("s += a[1]", "RCL 6\nSTO + 1\nRCL 1\nRTN", "none"),
    ],
)
def test_an_element_need_not_be_stored_in_a_loop_if_it_is_stored_behind_it(
    last: str, end: str, proof: str
) -> None:
    module = front.parse(NOT_STORED.format(last=last))
    found = validate(module, Program.parse(LEAVES_OUT + end), {"a[0]": "5", "a[1]": "6"}, work=60_000)
    assert found.proof == proof, found.reason


def test_registers_hold_numbers_of_the_source_in_some_runs() -> None:
    source = (
        'from generator.language import program, register\n\np = register()\n\n@program("A")\ndef f(x):\n'
    )
    module = front.parse(f"{source}    if p > 9:\n        return 40\n    return x\n")
    program = Program.parse("LBL A\n9\nRCL 3\nx≤y\nGTO 0\n4\n0\nRTN\nLBL 0\nR↓\nR↓\nRTN")
    plain = Proof(module, program, {}, {}, labels=("A",), work=Work(200_000))
    for tied, ways in (({"@p": "R3"}, 2), ({}, 1)):
        runs = Runs(plain, module, (), tied, {(("f", 99),)}).traces("A")
        assert len({tuple(one.lines) for one in runs}) == ways


def test_a_number_may_be_computed_behind_a_loop_from_what_a_register_holds() -> None:
    source = 'from generator.language import pause, program\n\n@program("A")\ndef f(x, n):\n    y = x + x\n'
    module = front.parse(f"{source}    for i in range(n, 0, -1):\n        pause(i)\n    return y\n")
    lines = "LBL A\nSTO I\nx↔y\nSTO 5\nRCL I\nx≤0\nGTO 1\nLBL 0\nRCL I\nPSE\nDSE I\nGTO 0\nLBL 1\nRCL 5\n"
    for last, proof in (("RCL + 5", "proven"), ("RCL × 5", "none")):
        assert validate(module, Program.parse(f"{lines}{last}\nRTN"), {}).proof == proof


def test_a_place_where_a_run_shows_another_number_is_left_out_before_the_others() -> None:
    """The second place is met before the listing has added 2. What goes wrong begins at the third one."""
    source = (
        'from generator.language import program, register\n\nr = register(3)\n\n@program("A")\n'
        "def f(x):\n    global r\n    if x > 0:\n        r += 1\n    if x > 5:\n        r += 2\n"
        "    if x > 7:\n        r += 4\n    return x\n"
    )
    program = Program.parse(
        "LBL A\nSTO 1\n0\nx≥y\nGTO 1\n1\nSTO + 3\nLBL 1\n5\nRCL 1\nx≤y\nGTO 2\n2\nSTO + 3\nLBL 2\n7\nRCL 1\n"
        "x≤y\nGTO 3\n4\nSTO + 3\nLBL 3\nRCL 1\nRTN"
    )
    module = front.parse(source)
    search = Search(module, program, {"r": "3"})
    plain = Proof(module, program, {}, {}, labels=("A",), work=Work())
    traces = list(Runs(plain, module, (), {"@r": "R3"}, ()).traces("A"))
    first, second, third = sorted(plain.source.cuts())
    meets = {place: frozenset({line}) for place, line in ((first, 8), (second, 11), (third, 22))}
    found = search._attempt(plain, Choice(meets, traces, {}), MOST_FROM_A_POINT, [], [])
    assert found is not None
    assert {point.source for point in found.relations} == {(), first, third}
