"""Programs on which the compiler went wrong once."""

from __future__ import annotations

from itertools import islice

import pytest

from generator.compiler import front
from generator.compiler.choosing import fits, layouts, quick_code, trials_of
from generator.compiler.code import generate, narrowest
from generator.compiler.code.arrays import place_arrays
from generator.compiler.code.generate import WIDTHS, Spent
from generator.compiler.driver import compile_module
from generator.compiler.loops.unrolling import unroll_all
from generator.compiler.ranges import narrow_module
from hp15c.errors import Unsupported
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, all_searched, generate_way, searched, sized_ways
from tests.support.shares import rarely
from tests.support.tree_pairs import function, module_of

ENGINES = ("reference", "source")
SIGNS = ("==", "!=", "<", "<=", ">", ">=")
HEAD = "from generator.language import ln, polar, program, rect, register\n"
FOUND = {
    "a branch that never runs is left out": (
        "p = register(0)\n"
        '@program("A")\ndef one(x):\n    global p\n    if -3 == 1:\n        x, p = rect(p, p)\n'
        "        x //= p\n    else:\n        x = -x\n    x *= p\n    return x - 1.5 ** 2\n"
    ),
    "an entry point without lines of its own before a loop": (
        '@program("A")\ndef one(a, b):\n    while b != 0:\n        a, b = b, a % b\n    return a\n'
    ),
    "an entry point that only returns": (
        '@program("A")\ndef one(x):\n    return x / 1e10\n@program("B")\ndef two(x):\n    y = x\n    return\n'
    ),
    "a number that a test left out needed no longer, before another one": (
        '@program("A")\ndef one(x):\n    n = 1\n    while n != 0:\n        n -= 1\n    for i in range(2):\n'
        "        if i > -3:\n            s = x\n    return x\n"
    ),
    "a negative number with an exponent": (
        '@program("A")\ndef one(x):\n    u = 3\n    if x >= 1.5:\n        u = abs(-(1e10))\n        x = -u\n'
        "    if -3 - x < x % x:\n        return x, u\n    return u - x, x\n"
    ),
}


@pytest.mark.first
@pytest.mark.parametrize(
    "source", rarely(FOUND, "a number that a test left out needed no longer, before another one"), ids=FOUND
)
def test_the_listing_agrees_with_its_source(source: str) -> None:
    module = front.parse(HEAD + source)
    agree(module, searched(module).program, calls=60, least=21, engines=ENGINES)


def test_a_function_that_is_not_reached_through_a_loop_without_passes() -> None:
    module = front.parse(
        HEAD + "p = register()\n"
        "def f(x):\n    return x + p\n"
        '@program("A")\ndef one(y):\n    global p\n    for i in range(1, 1):\n'
        "        p = f(i)\n    return y\n"
    )
    agree(module, quick_code(module).program, calls=30, engines=ENGINES)


def test_an_index_that_takes_three_levels_behind_a_pending_value() -> None:
    module = front.parse(
        "from generator.language import array, intpart, program\na = array(3)\n"
        '@program("A")\ndef one(w):\n    a[intpart(abs(w)) % 3] = w\n'
        "    w /= a[intpart(abs(w)) % 3]\n    return w\n"
    )
    for model in Model:
        agree(module, quick_code(module, model).program, calls=30, engines=ENGINES)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", list(Model))
def test_comparisons_of_operands_that_cannot_change_their_order(model: Model) -> None:
    chain = "".join(f"    if f(x) {sign} x - 1:\n        r += {10**n}\n" for n, sign in enumerate(SIGNS))
    module = front.parse(
        f'{HEAD}def f(x):\n    return x * x\n@program("A")\ndef one(x):\n    r = 0\n{chain}    return r\n'
    )
    program = quick_code(module, model).program
    agree(module, program, calls=30, engines=ENGINES)


@pytest.mark.slow
def test_a_loop_whose_last_value_is_used_is_not_written_out_without_it() -> None:
    module = front.parse(
        f'{HEAD}@program("A")\ndef one(x):\n    i = 7\n    for i in range(3):\n        x += i * x\n'
        "    return x + i\n"
    )
    compiled = compile_module(module, goal="fast", effort=0)
    agree(module, compiled.program, calls=20, engines=ENGINES)
    forms = [unroll_all(one.body, module) for one in module.functions.values()]
    assert forms == [(module.functions["one"].body, ())]


@pytest.mark.slow
def test_a_loop_in_a_subroutine_leaves_the_count_of_its_callers_loop_alone() -> None:
    """The HP-11C counts in I only."""
    module = front.parse(
        f"{HEAD}def f(x):\n    for k in range(3):\n        x = x * 2 + 1\n    return x\n"
        '@program("A")\ndef one(n, m):\n    s = 0\n    for i in range(n):\n        s += f(s) + f(m)\n'
        "    return s\n"
    )
    spent = Spent()
    for way, _ in sized_ways(module, Model.HP11C):
        if not way.choices.subroutines or way.choices.kept != 1:
            continue
        made = generate_way(module, Model.HP11C, way, WIDTHS[0], "small", spent)
        if made is not None:
            agree(module, made.program, calls=10, engines=ENGINES)


@pytest.mark.slow
def test_registers_of_an_array_that_long_programs_of_the_11c_have_not() -> None:
    """Each seven lines beyond 63 take a register, from R.9 down. Elements reached through I count as well."""
    long = "".join(f"    s += {number}.{number}{number} * x\n" for number in range(10, 34))
    module = front.parse(
        "from generator.language import array, program\na = array(12)\n"
        f'@program("A")\ndef one(x):\n    s = a[x]\n{long}    a[x + 1] = s\n    return s\n'
    )
    made = quick_code(module, Model.HP11C)
    with pytest.raises(Unsupported, match=r"registers up to 1[0-9] are wanted"):
        fits(Model.HP11C, made.program, made.registers)


@pytest.mark.parametrize("use", ["a[21]", "a[21] + p", "a[intpart(x) % 2]"])
def test_a_register_in_i_stays_beside_elements_that_are_reached_through_it(use: str) -> None:
    """Above R.9 a line names no register, so that a known index takes I as well."""
    module = front.parse(
        'from generator.language import array, intpart, program, register\np = register("I")\n'
        'a = array(23)\n@program("A")\ndef one(x):\n    global p\n    p += 1\n    a[21] = x\n'
        f"    return {use}\n"
    )
    agree(module, quick_code(module).program, calls=10, engines=ENGINES)


def test_i_does_not_count_a_loop_and_the_loop_around_it() -> None:
    """Both loops hold elements, all with indices that are known."""
    module = front.parse(
        "from generator.language import array, program\na = array(3)\n"
        '@program("A")\ndef one(x):\n    s = 0\n    for i in range(1, x % 4):\n'
        "        for j in range(3, 0, -1):\n            s += a[2] + i * j\n    return s\n"
    )
    program = quick_code(module, Model.HP15C).program
    agree(module, program, calls=30, engines=ENGINES)


def test_an_entry_point_that_reaches_an_array_above_r9_only_by_a_call_makes_room_for_it() -> None:
    module = front.parse(
        "from generator.language import array, intpart, program, sqrt\n"
        "a = array(22)\n"
        "def put(x):\n    a[intpart(abs(x)) % 22] = x\n    return x\n"
        "def twice(x):\n    y = put(x)\n    return put(y + 7)\n"
        '@program("A")\ndef one(x):\n    return sqrt(twice(x))\n'
    )
    agree(module, quick_code(module).program, calls=30, engines=ENGINES)


@pytest.mark.slow
def test_a_loop_that_counts_registers_down_to_r0_does_not_count_by_dse_to_an_end_below_0() -> None:
    module = front.parse(
        "from generator.language import array, pause, program\n"
        "a = array(3, at=0)\n"
        '@program("A")\ndef one(x):\n    a[0], a[1], a[2] = x, 2, x + 1\n'
        "    for i in range(3, 0, -1):\n        pause(a[i - 1])\n    return x\n"
    )
    laid_out = place_arrays(narrow_module(module), Model.HP15C)
    made = [
        generate_way(laid_out, Model.HP15C, way, WIDTHS[0], "small", Spent())
        for way, _ in sized_ways(laid_out, Model.HP15C)
    ]
    programs = [one.program for one in made if one is not None]
    assert programs
    for program in programs:
        agree(module, program, calls=5)


@pytest.mark.parametrize("last", ["return u", "return u, t", "return t, u"])
def test_a_zero_with_a_sign_in_y_is_0(last: str) -> None:
    source = '@program("A")\ndef one(x):\n    u, t = rect(-0.5, x)\n    ' + last + "\n"
    module = front.parse(HEAD + source)
    made = (quick_code(module, Model.HP11C).program, searched(module, Model.HP11C).program)
    agree(module, *made, engines=ENGINES)


CHANGED = {
    "the same value before and after a setting": (
        '@program("A")\ndef one(x):\n    fix(2)\n    a = rnd(x)\n    fix(0)\n    return a - rnd(x)\n'
    ),
    "a sine in degrees and in radians": (
        '@program("A")\ndef one(x):\n    deg()\n    a = sin(x)\n    rad()\n    return a / sin(x)\n'
    ),
    "a setting in a called function": (
        "def f(x):\n    fix(1)\n    return x + 1\n"
        '@program("A")\ndef one(x):\n    fix(3)\n    return rnd(x) - f(x) + rnd(x) + f(rnd(x))\n'
    ),
    "a setting in one way of a branch": (
        '@program("A")\ndef one(x):\n    a = rnd(x)\n    if x > 3:\n        fix(0)\n    return a - rnd(x)\n'
    ),
    "a setting in a loop": (
        '@program("A")\ndef one(x):\n    s = 0\n    for i in range(3):\n        s += rnd(x)\n        fix(1)\n'
        "    return s - rnd(x)\n"
    ),
    "two accesses by an index that moves": (
        'a = array(4)\n@program("A")\ndef one(x, i):\n    a[i] = x\n    i += 1\n    a[i] = x + 1\n'
        "    return a[0] + 10 * a[1] + 100 * a[2]\n"
    ),
    "a step of bubble sort in a program of four entries": (
        'a = array(4)\n@program("B")\ndef put(i, x):\n    a[i] = x\n@program("C")\ndef get(i):\n'
        '    return a[i]\n@program("D")\ndef total():\n    s = 0\n    for i in range(4):\n        s += a[i]\n'
        '    return s\n@program("A")\ndef step(i, x, y):\n    a[i] = x\n    a[i + 1] = y\n'
        "    first = a[i]\n    i += 1\n"
        "    if first > a[i]:\n        a[i - 1] = a[i]\n        a[i] = first\n    return a[i - 1], a[i]\n"
    ),
    "the index of a loop over registers set in the loop": (
        'a = array(6, at=1)\n@program("A")\ndef one(x, y):\n    for i in range(4):\n        a[i] = x\n'
        "        i = 0\n        a[i] = y\n    return a[0] + 10 * a[1] + 100 * a[2]\n"
    ),
    "the index of a loop over registers read after the loop": (
        'a = array(6, at=1)\n@program("A")\ndef one(x, y):\n    i = 7\n    for i in range(4):\n'
        "        a[i] = x + y\n    return a[0] + 10 * a[1] + 1000 * i\n"
    ),
}


LONG_SEARCHES = (
    "a step of bubble sort in a program of four entries",
    "the index of a loop over registers read after the loop",
    "the index of a loop over registers set in the loop",
)


@pytest.mark.first
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(source, id=name, marks=[pytest.mark.slow] * (name in LONG_SEARCHES))
        for name, source in CHANGED.items()
    ],
)
def test_what_changes_between_equal_pieces_of_code(source: str) -> None:
    module = front.parse("from generator.language import array, deg, fix, program, rad, rnd, sin\n" + source)
    trials = trials_of(module, Model.HP15C, "small", effort=NO_TIME)
    laid_out = place_arrays(narrow_module(module), Model.HP15C)
    made = [one for one in (trial.made for trial in trials) if one] + [*islice(all_searched(laid_out), 4)]
    agree(module, *(one.program for one in made), least=40, engines=ENGINES)


@pytest.mark.slow
def test_a_subroutine_leaves_the_index_of_its_callers_in_i() -> None:
    """The subroutine needs a register of its own, and names no element itself."""
    module = front.parse(
        "from generator.language import array, cos, exp, program, sin, tan\na = array(4)\n"
        "def f(x):\n    return (sin(x) + 1) * (cos(x) + x) - (tan(x) + x) * (exp(x) - x)\n"
        '@program("A")\ndef one(x, y):\n    a[0] = x\n    a[1] = y\n    a[2] = x + y\n    a[3] = x - y\n'
        "    s = 0\n    for i in range(4):\n        s += f(a[i])\n        a[i] = f(s)\n    return s\n"
    )
    layout = place_arrays(narrow_module(module), Model.HP15C, 0)
    spent = Spent()
    ways = [way for way, _ in sized_ways(layout) if way.choices.subroutines and way.choices.counters == "all"]
    made = [generate_way(layout, Model.HP15C, way, WIDTHS[0], "small", spent) for way in ways]
    assert any(made)
    for one in made:
        if one is not None:
            agree(module, one.program, calls=20, engines=ENGINES)


@pytest.mark.parametrize("results", ["x, x", "x, x, x", "y, x, x", "x, y, y", "1, 1, 1"])
def test_equal_results_are_copied_by_the_search(results: str) -> None:
    module = front.parse(f'{HEAD}@program("A")\ndef one(x, y):\n    x += y\n    return {results}\n')
    agree(module, searched(module).program, calls=20, engines=ENGINES)


@pytest.mark.slow
def test_a_loop_with_many_variables_holds_them_in_registers() -> None:
    """Six values live through the loop, two pairs of which start from the same number."""
    module = front.parse(
        f'{HEAD}@program("A")\ndef one(x, n):\n    p = 1\n    q = 0\n    r = 0\n    s = 1\n'
        "    while n > 1:\n        p, r = x * p + r, p\n        q, s = x * q + s, q\n        x = x / 2 + 1\n"
        "        n -= 1\n    return p, q, r, s\n"
    )
    for model in Model:
        agree(module, searched(module, model).program, calls=20, engines=ENGINES)


@pytest.mark.slow
def test_a_subroutine_that_ends_with_another_function() -> None:
    module = front.parse(
        f"{HEAD}def f(x):\n    if x > 3:\n        return x * 2 - 1\n    return x + 7\n"
        "def g(x):\n    return f(x * x)\n"
        '@program("A")\ndef one(x, y):\n    return g(x) - g(y) * g(x + y)\n'
    )
    ways = [way for way, _ in sized_ways(module) if way.choices.subroutines == {"g"}]
    assert ways
    for way in ways:
        made = generate_way(module, Model.HP15C, way, WIDTHS[0], "small", Spent())
        if made is not None:
            agree(module, made.program, calls=20, engines=ENGINES)


NESTED = """
from generator.language import exp, pi, program, sqrt


def density(x):
    return exp(-x * x / 2) / sqrt(2 * pi)


def upper(x):
    t = 1 / (1 + 0.23 * abs(x))
    p = t * (0.3 + t * (-0.4 + t * (1.8 + t * (-1.8 + t * 1.3))))
    q = density(x) * p
    if x < 0:
        q = 1 - q
    return q


@program("A")
def tail(x):
    return upper(x)


@program("B")
def between(a, b):
    return upper(a) - upper(b)
"""


def test_nested_sums_need_no_more_levels_than_a_person_who_begins_inside() -> None:
    """A narrow search computed `0.3 + t * (...)` from the left, and ran out of levels."""
    module = front.parse(NESTED)
    forms, _ = layouts(module, Model.HP15C)
    made = narrowest(forms, Model.HP15C)
    agree(module, made.program, calls=20, engines=ENGINES)


def test_a_hundredth_is_so_many_per_cent_of_1_where_that_is_shorter() -> None:
    module = front.parse(
        "from generator.language import program, register\nrate = register(0)\n\n"
        "@program('A')\ndef f():\n    return 1 + rate / 100\n"
    )
    made = generate(module)
    assert [str(one) for one in made.program.steps] == ["LBL A", "1", "RCL 0", "%", "+", "RTN"]
    agree(module, made.program)


@pytest.mark.slow
def test_what_outlives_a_call_stands_in_registers_that_the_call_leaves_alone() -> None:
    """The function takes a register of its own, and four values live through the loop that calls it."""
    module = front.parse(
        f"{HEAD}def f(x):\n    return (x + 1) * (x - 1)\n"
        '@program("A")\ndef one(a, h, n):\n    s = f(a) - f(h)\n    while n > 0:\n        a += h\n'
        "        s += 4 * f(a)\n        a += h\n        s += 2 * f(a)\n        n -= 2\n    return s * h / 3\n"
    )
    ways = [way for way, _ in sized_ways(module) if way.choices.subroutines and not way.choices.kept]
    made = [generate_way(module, Model.HP15C, way, WIDTHS[0], "small", Spent()) for way in ways]
    assert any(made)
    for one in made:
        if one is not None:
            agree(module, one.program, calls=20, engines=ENGINES)


def test_a_square_replaces_its_number_in_a_register() -> None:
    module = front.parse(
        "from generator.language import program, register\nlevel = register(0)\n\n"
        "@program('A')\ndef f():\n    global level\n    level = level * level\n"
    )
    made = generate(module)
    assert [str(one) for one in made.program.steps] == ["LBL A", "RCL 0", "STO × 0", "RTN"]
    agree(module, made.program)


@pytest.mark.parametrize(
    ("body", "most"),
    [
        ("if x >= 360:\n    x -= 360\nif x < 0:\n    x += 360\nreturn x", 13),
        ("if kept == 0:\n    return 0\nreturn 3 / kept", 6),
    ],
    ids=["a constant before tests", "a number known to be 0"],
)
def test_a_test_leaves_what_its_ways_use(body: str, most: int) -> None:
    module = module_of(f"kept = register()\n{function(body)}")
    program = compile_module(module).program
    assert len(program) <= most
    agree(module, program, calls=100, least=50)
