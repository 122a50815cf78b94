"""Arrays in the search: places, elements as registers, I as the pointer."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate, narrowest
from generator.compiler.code.arrays import FIRST, elements, highest_reached, place_arrays, uses_pointer
from generator.compiler.code.building import Choices, Counters
from generator.compiler.code.generate import WIDTHS, CompileWay, Spent
from generator.compiler.driver import compile_module
from generator.compiler.ranges import narrow_module
from generator.compiler.tree import ir
from hp15c.errors import Unsupported
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, all_searched, generate_way, searched
from tests.support.shares import firsts

HEAD = "from generator.language import array, assume, program, register\n"
STORE = f'{HEAD}a = array(8)\n@program("A")\ndef put(x, i):\n    a[i] = x\n'
AVERAGE = (
    f'{HEAD}last = array(4)\n@program("A")\ndef average(x):\n    for i in range(3, 0, -1):\n'
    "        last[i] = last[i - 1]\n    last[0] = x\n    return (last[0] + last[1] + last[2] + last[3]) / 4\n"
)
SWAP = (
    f'{HEAD}a = array(6, at=2)\n@program("A")\ndef swap(i, j):\n    assume(0 <= i <= 5)\n'
    "    assume(0 <= j <= 5)\n    a[i], a[j] = a[j], a[i]\n    a[0] += a[i]\n    return a[0]\n"
)


def agree_when_placed(module: ir.Module, model: Model = Model.HP15C) -> None:
    program = searched(place_arrays(module, model), model).program
    agree(module, program, least=11, engines=("reference", "source"))


def test_an_element_is_stored_in_three_lines() -> None:
    module = front.parse(STORE)
    made = generate(place_arrays(module, Model.HP15C), effort=0)
    assert [str(one) for one in made.program.steps] == ["LBL A", "STO I", "x↔y", "STO (i)", "RTN"]
    assert made.registers == {f"a[{n}]": str(n) for n in range(8)}
    agree_when_placed(module)


@pytest.mark.slow
@pytest.mark.parametrize("model", firsts(list(Model)))
def test_reads_come_before_writes_that_follow_them(model: Model) -> None:
    module = front.parse(SWAP)
    assert uses_pointer(place_arrays(module, model))
    agree_when_placed(module, model)


def test_elements_with_known_indices_are_registers() -> None:
    module = front.parse(
        f'{HEAD}a = array(3, at=4)\n@program("A")\ndef one(x):\n    a[2] += x\n    return a[2]\n'
    )
    found = place_arrays(module, Model.HP15C)
    assert not found.arrays
    kept = {f"a[{number}]": ir.Register(f"a[{number}]", str(4 + number)) for number in range(3)}
    assert dict(found.registers) == kept
    loose = place_arrays(replace(module, arrays={"a": replace(module.arrays["a"], at=None)}), Model.HP15C)
    assert dict(loose.registers) == {"a[2]": ir.Register("a[2]", None)}
    assert len(generate(found, effort=0).program) <= 4


@pytest.mark.slow
def test_a_loop_over_few_elements_is_written_out() -> None:
    module = front.parse(AVERAGE)
    compiled = compile_module(module, effort=0)
    assert len(compiled.program) <= 13  # x↔ three times, STO, three sums, 4, ÷ would be 11 with LBL and RTN
    agree(module, compiled.program, calls=30, engines=("reference", "source"))


def test_what_has_no_place() -> None:
    with pytest.raises(Unsupported, match="registers up to 20 are wanted"):
        place_arrays(front.parse(STORE.replace("8", "21")), Model.HP11C)


IN_I = f"""{HEAD}p = register("I")
a = array(8)
@program("A")
def put(x, i):
    global p
    assume(0 <= i <= 7)
    a[i] = x
    p = a[i] + p
    return p
@program("B")
def get(i):
    assume(0 <= i <= 7)
    return a[i] + p * 100
"""


@pytest.mark.slow
@pytest.mark.parametrize("model", [Model.HP15C, pytest.param(Model.HP11C, marks=pytest.mark.slow)])
def test_a_register_in_i_has_its_value_again_behind_elements(model: Model) -> None:
    module = front.parse(IN_I)
    made = [quick_code(module, model), compile_module(module, model, effort=NO_TIME)]
    found = [*islice(all_searched(place_arrays(module, model), model), 1)]
    assert bool(found) == (model is Model.HP15C)  # the search has no room on an HP-11C
    agree(module, *(one.program for one in [*made, *found]), calls=20)


@pytest.mark.slow
def test_elements_above_the_named_registers_are_reached_through_i() -> None:
    source = (
        f'{HEAD}a = array(8)\nb = array(8)\nc = array(8)\n@program("A")\ndef put(x, i):\n'
        "    assume(0 <= i <= 6)\n    a[i] = x\n    b[i] = x + 1\n    c[i] = b[i] * 2\n    c[7] = 9\n"
        '    return a[i] + c[i] + c[7]\n@program("B")\ndef first(i):\n'
        "    assume(0 <= i <= 7)\n    return a[i]\n"
    )
    module = front.parse(source)
    found = place_arrays(module, Model.HP15C)
    places = dict(elements(found))
    assert places["a[0]"] == "0"
    assert (places["c[0]"], places["c[7]"]) == ("28", "35")
    assert [highest_reached(found, one) for one in found.functions.values()] == [35, 0]
    lines = [str(one) for one in searched(found).program.steps]
    assert lines.count("DIM (i)") == 1
    agree_when_placed(module)


def test_places_leave_pinned_registers_alone() -> None:
    source = STORE.replace("a = ", "p = register(1)\nb = array(2, at=5)\na = ").replace(
        "    a[i] = x", "    global p\n    p = x\n    a[i] = b[i]"
    )
    found = dict(elements(place_arrays(front.parse(source), Model.HP15C)))
    taken = [at for name, at in found.items() if name.startswith("a")]
    assert not {"1", "5", "6"} & set(taken)
    assert [at for name, at in found.items() if name.startswith("b")] == ["5", "6"]


SUM = (
    f'{HEAD}a = array(5)\n@program("A")\ndef sum_of():\n    s = 0\n    for i in range(5):\n'
    '        s += a[i]\n    return s\n@program("B")\ndef put(x, i):\n    assume(0 <= i <= 4)\n    a[i] = x\n'
)
UP_TO = (
    'from generator.language import assume, frac, program\n@program("A")\ndef up_to(n):\n'
    "    assume(1 <= n <= 50 and frac(n) == 0)\n    s = 0\n    for k in range(1, n + 1):\n"
    "        s += 1 / k\n    for k in range(9, 2, -3):\n        s -= k\n    return s\n"
)


def counting(source: str, model: Model, counters: Counters) -> list[str]:
    """The names of the lines of a program whose loops count in one way. It agrees with its source."""
    module = narrow_module(front.parse(source))
    way = CompileWay(Choices(counters=counters), share=True)
    made = generate_way(place_arrays(module, model), model, way, WIDTHS[0], "small", Spent())
    assert made is not None
    agree(module, made.program, calls=15)
    return [one.name for one in made.program.steps]


@pytest.mark.parametrize("model", list(Model))
def test_a_loop_over_elements_counts_by_isg(model: Model) -> None:
    assert "ISG" in counting(SUM, model, "pointers")


@pytest.mark.slow
def test_an_index_that_is_used_is_the_integer_part_of_its_counter() -> None:
    names = counting(UP_TO, Model.HP15C, "up")
    assert names.count("ISG") == names.count("DSE") == 1
    assert names.count("INT") == 2


PASSED = (
    "from generator.language import array, program, register\na = array(4, at=1)\nn = register(0)\n"
    '@program("A")\ndef one(x):\n    s = 0\n    for i in range({ends}):\n'
    "        if a[i] > x:\n            {leave}\n"
    "        s += a[i]\n    return s\n"
)


ENDS = ("n", "n + 1", "1, n + 1", "4")
LEAVE = ("n = 2", "continue", "break", "x += 1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ends", "leave"),
    [(end, LEAVE[(place + turn) % 4]) for place, end in enumerate(ENDS) for turn in range(4)],
)
def test_a_loop_may_count_first_in_each_pass(ends: str, leave: str) -> None:
    """It agrees with its source. The end is that of the beginning, whatever the loop changes."""
    source = PASSED.format(ends=ends, leave=leave)
    source = source.replace("(x):\n", "(x):\n    global n\n") if leave == "n = 2" else source
    assert not {"DSE", "ISG"} & set(counting(source, Model.HP15C, "ahead"))


@pytest.mark.slow
def test_a_loop_that_counts_first_takes_no_label_for_the_next_pass() -> None:
    source = (
        'from generator.language import program\n@program("A")\ndef divisors(n):\n    count = 0\n'
        "    for d in range(1, n + 1):\n        if n / d == 3:\n            count += 1\n    return count\n"
    )
    ahead, usual = (counting(source, Model.HP15C, counters) for counters in ("ahead", "all"))
    assert len(ahead) < len(usual)
    assert ahead.count("LBL") < usual.count("LBL")


def test_one_way_through_each_block_counts_by_isg_too() -> None:
    module = narrow_module(front.parse(SUM))
    program = narrowest([place_arrays(module, Model.HP11C)], Model.HP11C).program
    assert "ISG I" in map(str, program.steps)
    agree(module, program, calls=20)


@pytest.mark.slow
@pytest.mark.parametrize("use", firsts(["a[0] = x", "for i in range(1):\n        a[i] = x", "pass"]))
def test_elements_of_a_pinned_array_that_no_line_uses_are_left_alone(use: str) -> None:
    module = front.parse(
        "from generator.language import array, program\na = array(3, at=2)\nb = array(4)\n"
        f'@program("A")\ndef one(x):\n    {use}\n    for i in range(4):\n        b[i] = x\n'
        "    t = 0\n    for i in range(4):\n        t = t * 3 + b[i]\n    return t\n"
    )
    for first in FIRST:
        laid_out = place_arrays(module, Model.HP15C, first)
        pinned = {name: one.at for name, one in laid_out.registers.items()}
        places = {**pinned, **dict(elements(laid_out))}
        assert [places.pop(f"a[{number}]") for number in range(3)] == ["2", "3", "4"]
        assert not {"2", "3", "4"} & set(places.values())
    agree(module, searched(laid_out).program, calls=30)


def test_an_array_stands_in_the_registers_that_the_program_makes() -> None:
    """R39 is beyond the registers that `dim_registers(30)` makes, so that the array begins at R11.

    From R9 on it would leave too few registers beside four others.
    """
    module = front.parse(
        "from generator.language import array, dim_registers, program, register\na = array(20)\n"
        "p = register()\nq = register()\nr = register()\ns = register()\n"
        '@program("A")\ndef put(k, x):\n    dim_registers(30)\n    a[k] = x\n    return x\n'
        '@program("B")\ndef got(k):\n    dim_registers(30)\n    return a[k] + a[19]\n'
    )
    made = quick_code(module)
    assert [made.registers[f"a[{number}]"] for number in (0, 19)] == [".1", "30"]
    agree(module, made.program, engines=("reference", "source"))


@pytest.mark.parametrize(
    ("declared", "highest"), [("array(20, at=20)", "30"), ("array(30)", "22"), ("array(20)", "k")]
)
def test_an_array_beyond_the_registers_that_the_program_makes_is_refused(declared: str, highest: str) -> None:
    module = front.parse(
        f"from generator.language import array, dim_registers, program\na = {declared}\n"
        f'@program("A")\ndef put(k, x):\n    dim_registers({highest})\n    a[k] = x\n    return x\n'
    )
    with pytest.raises(Unsupported, match=r"arrays want registers up to .* and dim_registers leaves"):
        quick_code(module)


@pytest.mark.slow
def test_many_elements_with_known_indices_stay_an_array() -> None:
    stored = "".join(f"    a[{number}] = x + {number}\n" for number in range(22))
    module = front.parse(
        f'{HEAD}a = array(22)\n@program("A")\ndef put(x):\n{stored}    return a[3] - a[21]\n'
    )
    agree(module, quick_code(module).program, calls=20)


@pytest.mark.parametrize(("registers", "place"), [(3, "9"), (9, "20")])
def test_an_array_that_ends_above_r9_begins_at_r9_where_that_leaves_room(registers: int, place: str) -> None:
    """A sum with 9 takes a line less than one with 20."""
    names = [f"r{number}" for number in range(registers)]
    summed = " + ".join(names)
    declared = "".join(f"{one} = register()\n" for one in names)
    module = front.parse(
        f'{HEAD}{declared}a = array(22)\n@program("A")\ndef put(x, i):\n    assume(0 <= i <= 21)\n'
        f'    a[i] = x\n@program("B")\ndef got(i):\n    assume(0 <= i <= 21)\n    return a[i] + {summed}\n'
    )
    assert dict(elements(place_arrays(module, Model.HP15C)))["a[0]"] == place
    made = quick_code(module).program
    agree(module, made, calls=30)
