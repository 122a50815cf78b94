"""Plain code: what it computes is what the source computes as Python, on small and on random programs."""

from __future__ import annotations

import random
import textwrap

import pytest
from hypothesis import HealthCheck, assume, given, settings

from generator.compiler import front, plain
from generator.compiler.checking.check import check
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.listing_side import ListingSide
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.plain.buffer import Buffer, BufferedLine, Label
from generator.compiler.plain.tidy import tidied, without_idle_stores
from hp15c.errors import InputError, Unsupported
from hp15c.table.models import Model
from tests.support.compiler_programs import sources

HEAD = "from generator.language import array, assume, pause, polar, program, register\n\n"

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
@pytest.mark.parametrize("name", PROGRAMS)
def test_small_programs(name: str, model: Model) -> None:
    module = front.parse(written(PROGRAMS[name]))
    program = plain.generate(module, model).program
    found = check(module, program, 40, random.Random(name), engines=("reference", "source"))
    assert found.agrees, found.tally.disagreement
    assert found.tally.compared >= 40


@pytest.mark.slow
@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck))
@given(sources())
def test_random_programs(source: str) -> None:
    try:
        module = front.parse(source)
    except front.SourceError:
        assume(False)
    try:
        program = plain.generate(module, Model.HP15C).program
        results = {one.label: one.results for one in module.functions.values() if one.label}
        pinned = tuple(one.at for one in module.registers.values() if one.at)
        listing = ListingSide(program, results, pinned)
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
        plain.generate(front.parse(text))


def test_registers_above_those_with_names_are_made_by_the_program() -> None:
    text = HEAD + "a = array(30)\n\n@program('A')\ndef f(i):\n    a[i] = 5\n    return a[i]\n"
    made = plain.generate(front.parse(text))
    assert "DIM (i)" in [str(one) for one in made.program.steps]
    with pytest.raises(Unsupported, match="registers up to"):
        plain.generate(front.parse(text), Model.HP11C)


def shown(lines: list[BufferedLine], names: dict[Label | None, str]) -> str:
    return " ".join(f"{line.name} {names.get(line.label, line.operand)}".strip() for line in lines)


def test_equal_tails_are_written_once() -> None:
    buffer, end, other = Buffer(), Label(), Label()
    buffer.line("RCL", "1")
    buffer.test("x=0")
    buffer.jump(other)
    for name in ("SIN", "COS", "TAN"):
        buffer.line(name)
    buffer.jump(end)
    buffer.place(other)
    for name in ("LN", "COS", "TAN"):
        buffer.line(name)
    buffer.place(end)
    buffer.ends("RTN")
    lines = tidied(buffer.lines, frozenset())
    shared = next(line.label for line in lines if line.label not in (None, end, other))
    names = {end: "end", other: "other", shared: "tail"}
    assert shown(lines, names) == ("RCL 1 x=0 GTO other SIN GTO tail LBL other LN LBL tail COS TAN RTN")


def test_a_number_in_the_middle_is_no_tail() -> None:
    buffer, end, other = Buffer(), Label(), Label()
    buffer.test("x=0")
    buffer.jump(other)
    buffer.digits(("1", "2", "5"))
    buffer.jump(end)
    buffer.place(other)
    buffer.digits(("4", "2", "5"))
    buffer.place(end)
    buffer.ends("RTN")
    assert len(tidied(buffer.lines, frozenset())) == len(buffer.lines)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("RCL 1, STO 5, SIN", "RCL 1, SIN"),
        ("RCL 1, STO 5, RCL 5", "RCL 1, STO 5, RCL 5"),
        ("RCL 1, STO 5, SIN, STO × 5", "RCL 1, STO 5, SIN, STO × 5"),
        ("RCL 1, STO 3, SIN", "RCL 1, STO 3, SIN"),
        ("CLx, STO 5, RCL 1", "CLx, STO 5, RCL 1"),
        ("3, STO 5, 4", "3, STO 5, 4"),
        ("x=0, STO 5, 4", "x=0, STO 5, 4"),
        ("GSB 1, STO 5, STO + 2", "GSB 1, STO + 2"),
        ("GSB 1, STO 5, RCL 2", "GSB 1, STO 5, RCL 2"),
        ("LBL, STO 5, STO 2", "LBL, STO 2"),
        ("LBL, STO 5, RCL 2", "LBL, STO 5, RCL 2"),
        ("RCL 1, STO 5, FIX 5", "RCL 1, FIX 5"),
    ],
)
def test_a_store_that_nothing_reads_is_left_out_where_it_does_nothing_else(lines: str, expected: str) -> None:
    made = [BufferedLine(*_name_and_operand(one)) for one in lines.split(", ")]
    kept = without_idle_stores(made, frozenset({"5"}))
    assert ", ".join(f"{one.name} {one.operand}".strip() for one in kept) == expected


def _name_and_operand(text: str) -> tuple[str, str]:
    name, _, operand = text.rpartition(" ")
    return (name, operand) if name else (operand, "")


def test_the_result_of_a_call_that_is_added_is_not_stored_first() -> None:
    source = HEAD + textwrap.dedent("""
        def half(x):
            return x / 2

        @program("A")
        def total(n):
            result = 0
            for i in range(n):
                result += half(i)
            return result
    """)
    program = plain.generate(front.parse(source)).program
    names = [one.instruction.name for one in program.steps]
    assert names[names.index("GSB") + 1] == "STO +"
