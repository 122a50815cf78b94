"""Zeroes that are stored become CLEAR Σ where the other registers of the sums are free."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code.naming import Generated
from generator.compiler.driver import compile_module
from generator.compiler.listing import ALL_CLEARED
from generator.compiler.validation.verdict import validate
from generator.compiler.zeroes import clear_at_once, sums_of
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree

SOURCE = '''"""Three numbers and their product."""
from generator.language import program, register

{declared}


@program("E")
def clear():
    global one, two, three
    one = 0
    two = 0
    three = 0


@program("A")
def product(x):
    return x * one * two * three
'''
LOOSE = "one = register()\ntwo = register()\nthree = register()"
BEHIND = ", LBL A, RCL × 0, RCL × 1, RCL × 2, RTN"
STORED = ", ".join(f"STO {place}" for place in (*"3456789", *(f".{digit}" for digit in range(10))))
ZEROES = "LBL E, 0, STO 0, STO 1, STO 2, RTN"


def cleared(
    text: str, declared: str = LOOSE, model: str = "15C", first: int = 0, more: str = ""
) -> tuple[list[str], Generated]:
    """The lines of a program with three numbers in R0 to R2, with zeroes stored at once."""
    module = front.parse(SOURCE.format(declared=declared) + more)
    program = Program.parse("\n".join(text.split(", ")), model)
    places = {name: str(first + at) for at, name in enumerate(("one", "two", "three"))}
    made, told = clear_at_once(Generated(program, tuple(range(len(program))), places), module)[0]
    assert len(made.sources) == len(made.program)
    assert bool(told) == (made.program != program)
    return [str(one) for one in made.program.steps], made


def test_registers_move_in_one_order_whatever_the_names_of_a_set_come_in() -> None:
    _, made = cleared(ZEROES + BEHIND)
    assert made.registers == {"one": "4", "two": "3", "three": "2"}


def test_zeroes_are_stored_in_one_line_and_their_registers_are_those_of_the_sums() -> None:
    lines, made = cleared(ZEROES + BEHIND)
    assert lines[:3] == ["LBL E", "CLEAR Σ", "RTN"]
    assert {*made.registers.values()} <= {*sums_of(Model.HP15C)}
    calculator = Calculator("15C")
    calculator.load(made.program)
    for at in made.registers.values():
        calculator.press(f"5 STO {at}")
    calculator.press("2 GSB A")
    assert calculator.state.stack[0] == 250
    calculator.press("7 GSB E")
    assert calculator.state.stack[0] == 0
    assert all(calculator.state.registers[int(at)] == 0 for at in made.registers.values())


def test_a_register_that_keeps_its_number_moves_away_from_the_sums() -> None:
    text = "LBL E, 0, STO 0, STO 1, RTN, LBL A, RCL × 0, RCL × 1, RCL × 2, RTN"
    lines, made = cleared(text)
    assert lines[:3] == ["LBL E", "CLEAR Σ", "RTN"]
    assert {made.registers["one"], made.registers["two"]} <= {*sums_of(Model.HP15C)}
    assert made.registers["three"] not in sums_of(Model.HP15C)


TWO = """

@program("D")
def both(x):
    {before}return x, one
"""


def test_what_counts_at_the_end_is_what_the_entry_returns_that_leads_there() -> None:
    """Y counts after the zeroes where they are stored for D, which has two results."""
    lines, _ = cleared(ZEROES + BEHIND + ", LBL D, GSB A, RCL 0, RTN", more=TWO.format(before=""))
    assert lines[:3] == ["LBL E", "CLEAR Σ", "RTN"]
    text = ZEROES + BEHIND + ", LBL D, GSB E, RTN"
    assert "CLEAR Σ" not in cleared(text, more=TWO.format(before="clear()\n    "))[0]


def test_a_name_that_only_other_entries_use_keeps_its_number() -> None:
    """D clears two of the names that E clears, and the third one stands in the registers of the sums too."""
    again = ", LBL D, 0, STO 0, STO 1, RTN"
    lines, made = cleared(ZEROES + again + BEHIND)
    assert lines[:3] == ["LBL E", "CLEAR Σ", "RTN"]
    assert lines[4:7] == ["0", *(f"STO {made.registers[name]}" for name in ("one", "two"))]


@pytest.mark.slow
def test_elements_of_an_array_are_cleared_where_all_of_them_get_a_zero() -> None:
    source = """from generator.language import array, program

count = array(6, at=2)


@program("E")
def clear():
    for i in range(6):
        count[i] = 0


@program("A")
def often(i):
    return count[i]
"""
    made = compile_module(front.parse(source), effort=0)
    assert [str(one) for one in made.program.steps][:3] == ["LBL E", "CLEAR Σ", "RTN"]
    fewer = compile_module(front.parse(source.replace("range(6)", "range(5)")), effort=0)
    assert "CLEAR Σ" not in map(str, fewer.program.steps)


@pytest.mark.parametrize("place", ["2", "7"])
def test_a_pinned_register_that_keeps_its_number_refuses(place: str) -> None:
    declared = LOOSE.replace("three = register()", f"three = register({place})")
    text = f"LBL E, 0, STO 0, STO 1, RTN, LBL A, RCL × 0, RCL × 1, RCL × {place}, RTN"
    assert cleared(text, declared)[0][1:4] == ["0", "STO 0", "STO 1"]


@pytest.mark.parametrize(
    "text",
    [
        # 5 stands in Y and is used after the zeroes
        "LBL E, 5, ENTER, 0, STO 0, STO 1, +, RTN",
        # the zero belongs to a number
        "LBL E, 1, 0, STO 0, STO 1, STO 2, RTN",
        # a test may leave the zero out
        "LBL E, x=0, 0, STO 0, STO 1, STO 2, RTN",
        # a jump goes between the lines
        "LBL E, 0, LBL 3, STO 0, STO 1, STO 2, RTN, LBL D, 4, GTO 3",
        # a number on the way is in a register of the sums, and after the zeroes all of them are needed
        f"LBL E, {STORED}, 0, STO 0, STO 1, STO 2, RCL (i), RTN",
        # complex numbers have imaginary parts, which stay
        "LBL E, 0, STO 0, STO 1, STO 2, RTN, LBL D, SF 8, RTN",
    ],
)
def test_what_is_not_the_same_refuses(text: str) -> None:
    lines, _ = cleared(text + BEHIND)
    assert lines == (text + BEHIND).split(", ")


def test_on_the_hp11c_the_sums_are_other_registers() -> None:
    behind = ", LBL A, RCL 6, RCL 7, RCL 8, +, RTN"
    lines, made = cleared("LBL E, 0, STO 6, STO 7, STO 8, RTN" + behind, model="11C", first=6)
    assert lines[:3] == ["LBL E", "CLEAR Σ", "RTN"]
    assert {*made.registers.values()} <= {"0", "1", "2", "3", "4", "5"}


@pytest.mark.parametrize("model", [Model.HP15C, Model.HP11C])
def test_the_listing_says_which_registers_are_cleared_and_is_proved(model: Model) -> None:
    made = compile_module(front.parse(SOURCE.format(declared=LOOSE)), model=model, effort=NO_TIME)
    assert [str(one) for one in made.program.steps if one.instruction.sums] == ["CLEAR Σ"]
    assert {*sums_of(model)} <= made.program.registers.keys()
    assert validate(made.module, made.program, made.places).proof == "proven"


@pytest.mark.parametrize(("reads", "moves"), [("STO I, RCL (i)", False), ("RCL 6", True)])
def test_elements_stay_together_where_i_reaches_them(reads: str, moves: bool) -> None:
    text = f"LBL E, 0, {', '.join(f'STO {at}' for at in range(6))}, RTN, LBL A, {reads}, RTN"
    program = Program.parse("\n".join(text.split(", ")), "15C")
    places = {f"first[{at}]": str(at) for at in range(6)} | {"second[0]": "6", "second[1]": "7"}
    module = front.parse(SOURCE.format(declared=LOOSE))
    made, _ = clear_at_once(Generated(program, tuple(range(len(program))), places), module)[0]
    assert (made.program != program) is moves
    assert moves or made.registers == places


PINNED = "one = register(0)\ntwo = register(1)\nthree = register(2)"
KEEPING = SOURCE.replace("def clear():", "def clear(x):").replace("three = 0\n", "three = 0\n    return x\n")
STORED = "STO 0, STO 1, STO 0, STO 2"
SAVED = "LBL E, STO .9, 0, STO 0, STO 1, STO 2, RCL .9, RTN"


def cleared_before_it_ends(text: str) -> Program:
    """A program whose numbers are pinned to R0 to R2, with zeroes stored at once. E gives what X held."""
    module = front.parse(KEEPING.format(declared=PINNED))
    program = Program.parse("\n".join((text + BEHIND).split(", ")))
    places = {name: str(at) for at, name in enumerate(("one", "two", "three"))}
    return clear_at_once(Generated(program, tuple(range(len(program))), places), module)[-1][0].program


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SAVED, "LBL E, CLEAR REG, STO .9, RCL .9, RTN"),
        (SAVED.replace("STO .9", "x↔y, STO .9"), "LBL E, CLEAR REG, x↔y, STO .9, RCL .9, RTN"),
        ("LBL E, 0, STO 0, STO 1, STO 2, +, RTN", "LBL E, CLEAR REG, 0, +, RTN"),
        ("LBL E, ENTER, 0, STO 0, STO 1, STO 2, +, RTN", "LBL E, ENTER, CLEAR REG, 0, +, RTN"),
        # a store stays where the zero and the next number would be one, or overwrite each other
        (f"LBL E, 0, {STORED}, 1, x↔y, RTN", "LBL E, CLEAR REG, 0, STO 2, 1, x↔y, RTN"),
        (f"LBL E, 0, {STORED}, CHS, 1, +, RTN", "LBL E, CLEAR REG, 0, STO 2, CHS, 1, +, RTN"),
        (f"LBL E, CLx, {STORED}, LSTx, −, RTN", "LBL E, CLEAR REG, CLx, STO 2, LSTx, −, RTN"),
        ("LBL E, CLx, STO 0, STO 1, STO 2, +, RTN", "LBL E, CLEAR REG, CLx, +, RTN"),
    ],
)
def test_all_registers_get_a_zero_at_once_before_others_are_stored(before: str, after: str) -> None:
    program = cleared_before_it_ends(before)
    assert ", ".join(str(one) for one in program.steps) == after + BEHIND
    ends = []
    for one in (Program.parse("\n".join((before + BEHIND).split(", "))), program):
        calculator = Calculator("15C")
        calculator.load(one)
        calculator.press("7 STO 0 STO 1 STO 2 6 ENTER 5 GSB E")
        ends.append((calculator.state.stack[0], *calculator.state.registers[:3]))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    "text",
    [
        "LBL E, STO .9, 0, STO 0, STO 1, RCL .9, RTN",  # the third register keeps its number
        SAVED.replace("STO .9,", "STO .9, 3, ×,"),  # what R.9 holds comes from before other lines
        SAVED.replace("LBL E,", "LBL E, x=0,"),  # it is perhaps not stored
        SAVED.replace("STO .9,", "STO .9, STO 0,"),  # R0 gets a number before
    ],
)
def test_registers_that_hold_something_else_are_not_cleared_at_once(text: str) -> None:
    assert "CLEAR REG" not in map(str, cleared_before_it_ends(text).steps)


@pytest.mark.slow
def test_an_array_is_cleared_with_all_registers() -> None:
    source = """from generator.language import array, program

count = array(10, at=0)


@program("E")
def clear(x):
    for i in range(10):
        count[i] = 0
    count[3] = x


@program("A")
def often(i):
    count[i] += 1
    return count[i] + count[3]
"""
    made = compile_module(front.parse(source))
    assert "CLEAR REG" in map(str, made.program.steps)
    assert ALL_CLEARED in made.program.description
    agree(made.module, made.program, calls=100)
    assert validate(made.module, made.program, made.places).proof == "proven"
