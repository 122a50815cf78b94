"""Code with one way through each block: what it computes is what the source computes as Python."""

from __future__ import annotations

import random
import textwrap

import pytest
from hypothesis import HealthCheck, assume, given, settings

from generator.compiler import front
from generator.compiler.checking.calls import pinned_places
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.code import narrowest, one_way
from hp15c.errors import InputError, Unsupported
from hp15c.table.models import Model
from tests.support.compiler_programs import sources
from tests.support.searched import agree
from tests.support.shares import few

HEAD = "from generator.language import array, assume, frac, pause, polar, program, register\n\n"

CORNERS = """
x0 = register()
y0 = register()
x1 = register()
y1 = register()
area = register()
length = register()
n = register()

def leg(x, y):
    global x1, y1, area, length
    area += (x1 * y - x * y1) / 2
    length += ((x - x1) ** 2 + (y - y1) ** 2) ** 0.5
    x1, y1 = x, y

@program("A")
def corner(x, y):
    global n, x0, y0, x1, y1
    if n == 0:
        x0 = x1 = x
        y0 = y1 = y
    else:
        leg(x, y)
    n += 1
    return n

@program("B")
def close():
    leg(x0, y0)
    return abs(area), length
"""
PROGRAMS = {
    "a while loop": """
        @program("A")
        def gcd(a, b):
            while b != 0:
                a, b = b, a % b
            return a
    """,
    "loops that are left and gone on with": """
        @program("A")
        def count(a, b):
            found = 0
            for i in range(10):
                if i == 3:
                    continue
                if i > 7:
                    break
                found = found + i * a
            for k in range(5, 0, -1):
                found = found - k
            for k in range(0, 9, 4):
                found = found + b
            return found, a
    """,
    "an array with computed indices": """
        digits = array(8)
        length = register()

        @program("A")
        def reverse(n):
            global length
            length = 0
            while n > 0 and length < 8:
                digits[length] = n % 10
                n //= 10
                length += 1
            result = 0
            for i in range(length):
                result = 10 * result + digits[i]
            return result

        @program("B")
        def swap(i):
            if 0 <= i < 7 and i // 1 == i:
                digits[i], other = digits[0], digits[7]
                return other
            return -1
    """,
    "an index that is computed while the value waits": """
        p = register(0)
        a = array(4, at=5)

        @program("A")
        def add(w, x, y, z):
            assume(1 <= w <= 6)
            a[abs(x) // 1 % 4] += p % 1 + w / 8
            return abs(z)

        @program("B")
        def get(i):
            assume(0 <= i <= 3)
            assume(frac(i) == 0)
            return a[i]
    """,
    "subroutines": """
        total = register(3)

        def square(x):
            return x * x

        def both(x, y):
            global total
            total += x
            return x + y, x - y

        @program("A")
        def use(a, b):
            c, d = both(square(a), b)
            e = square(c)
            angle, radius = polar(c, d)
            pause(angle)
            return d, e
    """,
    "conditions": """
        @program("A")
        def sort(a, b, c):
            if not (a <= b) and (b > c or c == 0):
                a, b = b, a
            elif a < 0 or not b != c:
                a = -a
            else:
                c = c / 2
            if 1 <= a < b < 100:
                return 1
            return a
    """,
}


def written(text: str) -> str:
    lines = text.strip("\n").splitlines()
    return HEAD + "\n".join(line[8:] for line in lines) + "\n"


@pytest.mark.parametrize("model", [Model.HP15C, Model.HP11C])
@pytest.mark.parametrize("name", few(PROGRAMS))
def test_small_programs(name: str, model: Model) -> None:
    module = front.parse(written(PROGRAMS[name]))
    program = quick_code(module, model).program
    agree(module, program, least=40, seed=name, engines=("reference", "source"))


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck))
@given(sources())
def test_random_programs(source: str) -> None:
    try:
        module = front.parse(source)
    except front.SourceError:
        assume(False)
    try:
        program = quick_code(module, Model.HP15C).program
        results = {one.label: one.results for one in module.functions.values() if one.label}
        listing = ListingSide(program, results, tuple(pinned_places(module)))
    except InputError:
        assume(False)
    draws, tally = CallDraws(module, [], random.Random(1)), CallTally()
    for _ in range(5):
        found = compare(draws.sequence(), PythonSide(module), listing, tally)
        assert found is None, str(found)


def test_what_does_not_fit_is_refused() -> None:
    names = "\n".join(f"r{number} = register()" for number in range(21))
    text = HEAD + names + '\n\n@program("A")\ndef f(x):\n    return x\n'
    with pytest.raises(Unsupported, match=r"more values are wanted than R0 to R\.9 can hold"):
        quick_code(front.parse(text))


def test_registers_above_those_with_names_are_made_by_the_program() -> None:
    text = HEAD + "a = array(30)\n\n@program('A')\ndef f(i):\n    a[i] = 5\n    return a[i]\n"
    made = quick_code(front.parse(text))
    assert "DIM (i)" in [str(one) for one in made.program.steps]
    with pytest.raises(Unsupported, match="registers up to"):
        quick_code(front.parse(text), Model.HP11C)


def lines_of(body: str) -> list[str]:
    source = f"{HEAD}@program('A')\ndef f(x, y):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    return [str(one) for one in narrowest([front.parse(source)], Model.HP15C).program.steps]


def test_equal_ends_of_blocks_are_written_once() -> None:
    lines = lines_of("""
        from_x = x / 7
        if x == 0:
            from_x = y ** 2
            y += 3
        elif y > 5:
            from_x = x + 1
            y += 3
        return from_x * y
    """)
    assert sum(line.startswith("STO +") for line in lines) == 1


def test_a_value_that_is_used_once_is_not_stored() -> None:
    lines = lines_of("return x * (y + 2) - y * (x - 2)")
    assert sum(line.startswith("STO") for line in lines) == 2  # the parameters


def test_a_value_that_is_used_next_stays_in_x_while_the_one_below_it_is_stored() -> None:
    """y in X is used once. x below it is needed twice."""
    lines = lines_of("pause(abs(y) / x)\nreturn x")
    assert lines == ["LBL A", "x↔y", "STO 0", "x↔y", "ABS", "RCL ÷ 0", "PSE", "RCL 0", "RTN"]


def test_a_constant_that_is_used_often_is_keyed_in_once() -> None:
    body = "return x * 123 + y * 123 - (x + 123) * (y - 123)"
    module = front.parse(f"{HEAD}@program('A')\ndef f(x, y):\n    {body}\n")
    first = narrowest([module], Model.HP15C, quick=True).program
    assert [str(one) for one in first.steps].count("3") == 4
    assert lines_of(body).count("3") == 1
    program = narrowest([module], Model.HP15C).program
    agree(module, program, calls=20)


@pytest.mark.slow
def test_values_that_change_places_in_a_loop_need_no_other_register() -> None:
    """The HP-11C cannot exchange X with a register."""
    body = "while x < 100:\n    x, y = y, x + y\nreturn x"
    module = front.parse(f"{HEAD}@program('A')\ndef f(x, y):\n{textwrap.indent(body, '    ')}\n")
    for model in Model:
        made = quick_code(module, model)
        used = {one.operand for one in made.program.steps if one.name.startswith(("STO", "x↔"))}
        assert len(used - {""}) <= 3
        agree(module, made.program, calls=20)


def test_calls_that_nest_deeper_than_the_model_returns_are_refused() -> None:
    functions = "def f0(x):\n    return x + 1\n"
    for number in range(1, 9):
        functions += f"def f{number}(x):\n    return f{number - 1}(x) + f{number - 1}(x + 1)\n"
    module = front.parse(f"{HEAD}{functions}@program('A')\ndef f(x):\n    return f8(x)\n")
    with pytest.raises(Unsupported, match="calls nest"):
        quick_code(module)


@pytest.mark.slow
def test_more_labels_than_names_are_shared_by_jumps_from_above() -> None:
    ways = "    if x > {0}:\n        y /= {1}\n"
    tests = "".join(ways.format(number, number + 50) for number in range(2, 32))
    module = front.parse(f"{HEAD}@program('A')\ndef f(x, y):\n{tests}    return y\n")
    program = quick_code(module).program
    labels = [one.operand for one in program.steps if one.name == "LBL"]
    assert len(labels) > 30 > len(set(labels))
    agree(module, program, calls=20)


def test_the_result_of_a_call_that_is_added_is_not_stored_first() -> None:
    source = HEAD + textwrap.dedent("""
        def half(x):
            return x / 2

        @program("A")
        def total(n):
            result = 0
            for i in range(n):
                result += half(i)
            return result + half(n)
    """)
    program = quick_code(front.parse(source)).program
    names = [one.instruction.name for one in program.steps]
    assert names[names.index("GSB") + 1] == "STO +"


def named_in_all_registers(others: int) -> str:
    """A program that names I and so many other registers, and adds to all."""
    names = ["index", *(f"named_{number}" for number in range(others))]
    placed = 'index = register("I")\n' + "".join(f"{name} = register()\n" for name in names[1:])
    body = f"    global {', '.join(names)}\n" + "".join(f"    {name} += 1\n" for name in names)
    return f"{HEAD}{placed}\n@program('A')\ndef f():\n{body}    return index + named_0\n"


def test_a_program_may_name_every_register() -> None:
    module = front.parse(named_in_all_registers(20))
    program = quick_code(module).program
    agree(module, program, calls=3)


@pytest.mark.parametrize("model", Model)
def test_more_registers_than_there_are_cannot_be_named(model: Model) -> None:
    with pytest.raises(Unsupported, match="more values are wanted"):
        quick_code(front.parse(named_in_all_registers(21)), model)


def test_what_two_ways_leave_may_be_in_its_register_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module, homes_of = front.parse(HEAD + CORNERS), one_way.homes_of
    made = narrowest([module], Model.HP15C)
    agree(module, made.program)
    monkeypatch.setattr(one_way, "homes_of", lambda problem, keep, _: homes_of(problem, keep))
    assert len(made.program) < len(narrowest([module], Model.HP15C).program)


@pytest.mark.parametrize("model", Model)
def test_a_number_with_an_exponent_has_the_sign_that_it_should(model: Model) -> None:
    """CHS behind EEX 2 would make it a hundredth."""
    module = front.parse(HEAD + '@program("A")\ndef f(a):\n    x = 100\n    x = x * (-x)\n    return a + x\n')
    program = quick_code(module, model).program
    agree(module, program, least=40, seed=1, engines=("reference",))
