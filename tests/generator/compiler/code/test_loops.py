"""`while` loops that count down to 0 by DSE, and tests of one name that become GTO I."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate, narrowest
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.building import Choices
from generator.compiler.code.graph import CountedJump, Dispatch
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from generator.compiler.driver import compile_module
from generator.compiler.passes import tree_passed
from generator.compiler.ranges import narrow_module
from generator.compiler.tree import ir
from generator.compiler.tree.cases import chains, may_jump_by_number, numbers_with_labels
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import nodes
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, all_searched, searched
from tests.support.shares import rarely
from tests.support.tree_pairs import function, module_of

WHOLE = "assume(frac(x) == 0)\nassume(-3 <= x <= 9)\n"
COUNTED = {
    "from a constant": (
        "n = 4\ns = 0\nwhile n > 0:\n    s = s * x + n\n    n -= 1\nreturn s",
        "from above 0",
    ),
    "from an argument": (
        WHOLE + "s = 1\nwhile x > 0:\n    s = 2 * s + x\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
    "until 1 is reached": (
        "n = 5\ns = 0\nwhile n >= 1:\n    s += x / n\n    n -= 1\nreturn s",
        "from above 0",
    ),
    "left early": (
        WHOLE + "s = 1\nwhile x > 0:\n    s *= 3\n    if s > 50:\n        break\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
    "with another condition": (
        "s = 0\nfor i in range(1, 4):\n    j = i\n    while j > 0 and s < x:\n        s += j\n"
        "        j -= 1\nreturn s",
        "from above 0",
    ),
    "changed in the body": (
        WHOLE + "s = 0\nwhile x > 0:\n    s += 1\n    if s == 3:\n        x -= 2\n    x -= 1\nreturn s, x",
        "from anywhere",
    ),
}
NOT_COUNTED = {
    "any number": "s = 1\nwhile x > 0:\n    s *= 2\n    x -= 1\nreturn s",
    "two at a time": "n = 8\ns = 0\nwhile n > 0:\n    s = s * x + n\n    n -= 2\nreturn s",
    "continue": "n = 8\ns = x\nwhile n > 0:\n    if s < 0:\n        n -= 3\n        s = 1\n        continue\n"
    "    s -= n\n    n -= 1\nreturn s",
    "may pass 0": WHOLE + "s = 0\nwhile x != 0 and s < 9:\n    s += 1\n    x -= 1\nreturn s, x",
    "not at the end": "n = 4\ns = 0\nwhile n > 0:\n    n -= 1\n    s = s * x + n\nreturn s",
}


def module(body: str) -> ir.Module:
    return module_of("from generator.language import frac\n" + function(body))


def counts(body: str) -> list[str]:
    passed = tree_passed(module(body))
    return [one.counts for one in nodes(passed.functions["f"].body) if isinstance(one, ir.While)]


DEAREST = ("with another condition", "changed in the body", "left early")


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", rarely(list(COUNTED), *DEAREST))
def test_such_a_loop_counts_by_dse_and_agrees_with_python(name: str) -> None:
    body, counted = COUNTED[name]
    assert counts(body) == [counted]
    passed = tree_passed(module(body))
    programs = (searched(passed).program, quick_code(passed).program)
    assert any(step.name == "DSE" for made in programs for step in made.steps)
    for made in programs:
        agree(module(body), made, calls=30)


@pytest.mark.parametrize("name", NOT_COUNTED)
def test_other_loops_do_not(name: str) -> None:
    assert counts(NOT_COUNTED[name]) == [""]


HEAD = "from generator.language import CalculatorError, array, ask, assume, program, ran, register\n"
ENGINES = ("reference", "source")
KNOWN = "    assume(0 <= k <= 4)\n    assume(k == k // 1)\n"
MENU = (
    '@program("A")\ndef f(x, k):\n{}    match k:\n        case 0:\n            x += 3\n        case 1:\n'
    "            x *= x\n        case 2 | 3:\n            x = 1 / x\n        case 4:\n            return k\n"
    "{}    return x\n"
)
UNKNOWN = MENU.format("", "        case _:\n            x = 7 - k\n")
ERROR = MENU.format("", "        case _:\n            raise CalculatorError(4)\n")


def narrowed(source: str) -> Module:
    return narrow_module(front.parse(HEAD + source))


def jumps(program: Program) -> int:
    return sum(str(one) == "GTO I" for one in program.steps)


def jumping(module: Module) -> Program:
    """The first program of the search that jumps by a number."""
    return next(one.program for one in all_searched(module) if jumps(one.program))


@pytest.mark.slow
@pytest.mark.parametrize("source", [UNKNOWN, ERROR, MENU.format(KNOWN, "")], ids=["any", "Error", "known"])
def test_a_jump_takes_fewer_lines_than_tests_and_agrees_with_python(source: str) -> None:
    module = narrowed(source)
    for model in Model:
        made = generate(module, model, effort=0)
        assert jumps(made.program) == 1
        agree(module, made.program, calls=60, least=31, engines=ENGINES)
        quick = narrowest([module], model)
        agree(module, quick.program, calls=60, least=31, engines=ENGINES)


@pytest.mark.slow
def test_the_lines_are_those_of_an_expert() -> None:
    """For each case its label, its lines and RTN. Ranges do not know that RAN# is below 1, so 7 has one."""
    drawn = "LBL A, RAN#, 6, ×, INT, 1, +, STO I, x↔y, GTO I"
    cases = "LBL 1, 0, RTN, LBL 2, 2, +, RTN, LBL 3, 1/x, RTN, LBL 4, 4, −, RTN"
    cases += ", LBL 5, 5, ÷, RTN, LBL 6, x², LBL 7, RTN"
    changes = enumerate(("x = 0", "x += 2", "x = 1 / x", "x -= 4", "x = x / 5", "x *= x"), 1)
    source = (
        '@program("A")\ndef throw(x):\n    die = ran() * 6 // 1 + 1\n    match die:\n'
        + "".join(f"        case {number}:\n            {change}\n" for number, change in changes)
        + "    return x\n"
    )
    made = compile_module(front.parse(HEAD + source), effort=0)
    lines = [str(one) for one in made.program.steps]
    assert lines == [*drawn.split(", "), *cases.split(", ")]


def test_only_what_is_not_known_is_tested() -> None:
    def branches(head: str) -> int:
        module = narrowed(MENU.format(head, ""))
        graph = lower(module, Choices(by_number=True))[""]
        simplify(graph)
        assert graph.jumps_by_number()
        return sum(len(block.successors) == 2 for block in graph.blocks())

    assert branches(KNOWN) == 0
    assert branches("    assume(0 <= k <= 4)\n") == 1
    assert branches("    assume(0 <= k)\n") == 2
    assert branches("") == 3


@pytest.mark.slow
def test_numbers_between_and_beside_the_cases_lead_to_the_rest() -> None:
    source = MENU.format(KNOWN.replace("0 <= k <= 4", "0 <= k <= 6"), "").replace("case 1", "case 5")
    module = narrowed(source)
    (found, *_) = chains(module)
    assert [*numbers_with_labels(found)] == [*range(7)]
    agree(module, jumping(module), calls=60, least=31, engines=ENGINES)


def test_tests_stay_where_they_need_fewer_lines() -> None:
    few = MENU.format("", "").replace("case 2 | 3", "case 7").replace("case 4", "case 9")
    assert not may_jump_by_number(narrowed(few))
    pinned = "i = register('I')\n" + MENU.format(KNOWN, "        case _:\n            return i\n")
    assert not may_jump_by_number(narrowed(pinned))


@pytest.mark.slow
def test_two_jumps_that_want_the_same_labels() -> None:
    """Each finds its own labels, or one of them stays a row of tests."""
    other = UNKNOWN.replace('"A"', '"B"').replace("f(", "g(").replace("x += 3", "x -= 5")
    module = narrowed(UNKNOWN + other)
    agree(module, generate(module, effort=0).program, calls=100, least=51, engines=ENGINES)


@pytest.mark.slow
def test_a_jump_in_a_loop_and_in_a_subroutine_with_elements_by_i() -> None:
    source = (
        "a = array(5)\n"
        "def step(x, k):\n    match k:\n        case 0:\n            return x + 1\n        case 1:\n"
        "            return 2 * x\n        case 2:\n            return x / 3\n        case 3:\n"
        "            return x * x\n        case 4:\n            return -x\n    return 0\n"
        '@program("A")\ndef f(x):\n    for i in range(5):\n        a[i] = step(x, i)\n        x += a[i]\n'
        "    return x + step(a[2], abs(x) // 1 % 5)\n"
    )
    module = narrowed(source)
    first = compile_module(module, effort=NO_TIME).program
    agree(module, first, jumping(place_arrays(module, Model.HP15C)), least=21, engines=ENGINES)


def test_a_jump_by_a_constant_is_decided() -> None:
    source = (
        MENU.replace('@program("A")\n', "").format("", "") + '@program("B")\ndef g(x):\n    return f(x, 2)\n'
    )
    graph = lower(front.parse(HEAD + source), Choices(by_number=True))[""]
    simplify(graph)
    assert not any(isinstance(block.terminator, Dispatch) for block in graph.blocks())


OVER_ELEMENTS = {
    "down": ("for i in range(n - 1, -1, -1):\n        s = 2 * s + a[i]", "DSE"),
    "down to a later element": ("for i in range(n, 0, -1):\n        s = 2 * s + a[i]", "DSE"),
    "left early": (
        "for i in range(n - 1, -1, -1):\n        s += a[i]\n        if s > 9:\n            break",
        "DSE",
    ),
    "after another assignment": ("for i in range(n, 1, -1):\n        s += 1\n        s += a[i] * i", "DSE"),
    "elements beside each other": (
        "for i in range(n, 1, -1):\n        t = s\n        s = a[i] + 2 * a[i - 1] + t / 2",
        "DSE",
    ),
}
OTHERS = {
    "up to an end that may not be reached": "for i in range(n):\n        if a[i] == 7:\n            break",
    "no element": "for i in range(n, 1, -1):\n        s = 2 * s + i",
    "an element behind a test": "for i in range(n, 1, -1):\n        if s < 9:\n            s += a[i] * i",
    "behind a pause": "for i in range(n, 1, -1):\n        pause(s)\n        s += a[i] * i",
    "behind a question": "for i in range(n, 1, -1):\n        s += ask(s)\n        s += a[i] * i",
    "another index": "for i in range(n, 1, -1):\n        s += a[k] * i",
    "an end that is no constant": "for i in range(n, k, -1):\n        s += a[i]",
}
SUMS = """from generator.language import ask

n = register()
a = array(9)


@program("A")
def put(count, k):
    global n
    n = count
    a[k] = 7 - k


@program("B")
def get(k):
    s = 0
    {}
    return s
"""


def counting(body: str) -> ir.Module:
    """A module with a loop over elements, each in a register from R20 on."""
    return place_arrays(tree_passed(module_of(SUMS.format(body))), Model.HP15C, 1)


def counted_by(module: ir.Module) -> list[str]:
    """How the loops of a module count where indices may: ISG or DSE."""
    blocks = lower(module, Choices(counters="up"))[""].blocks()
    return [one.terminator.line for one in blocks if isinstance(one.terminator, CountedJump)]


@pytest.mark.parametrize("name", OVER_ELEMENTS)
def test_an_index_of_elements_counts_to_an_end_in_the_counter(name: str) -> None:
    body, line = OVER_ELEMENTS[name]
    assert counted_by(counting(body)) == [line]


@pytest.mark.parametrize("name", OTHERS)
def test_an_index_that_may_be_large_does_not(name: str) -> None:
    assert counted_by(counting(OTHERS[name])) == []


WITHOUT_A_COUNTER = {
    "no pass": "for i in range(3, 0):\n        s += a[i]",
    "down below 0": "for i in range(8, -4, -1):\n        s += a[i]\n        if s > 9:\n            break",
    "up from below 0": "for i in range(-2, 3):\n        s += i * k",
    "four digits": "for i in range(0, 2000, 3):\n        s += i\n        if s > 9:\n            break",
}


@pytest.mark.parametrize("name", WITHOUT_A_COUNTER)
def test_constants_that_a_counter_does_not_hold(name: str) -> None:
    assert counted_by(counting(WITHOUT_A_COUNTER[name])) == []
    module = module_of(SUMS.format(WITHOUT_A_COUNTER[name]))
    agree(module, quick_code(module).program, calls=20)


@pytest.mark.slow
@pytest.mark.parametrize("name", OVER_ELEMENTS)
def test_such_a_loop_agrees_with_python(name: str) -> None:
    module = module_of(SUMS.format(OVER_ELEMENTS[name][0]))
    counts = (one for one in all_searched(counting(OVER_ELEMENTS[name][0])) if uses_counter(one.program))
    agree(module, next(counts).program, calls=40)


def test_a_counter_that_only_reaches_elements_needs_no_int() -> None:
    module = counting(OVER_ELEMENTS["elements beside each other"][0])
    lines = [node.line for node in lower(module, Choices(counters="up"))[""].nodes()]
    assert "INT" not in lines
    module = counting(OVER_ELEMENTS["after another assignment"][0])
    assert "INT" in [node.line for node in lower(module, Choices(counters="up"))[""].nodes()]


def uses_counter(program: Program) -> bool:
    """Whether a program has ISG or DSE."""
    return any(step.name in ("ISG", "DSE") for step in program.steps)
