"""Listings as modules: what is written, and that it runs as Python with the calculator's results."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import programs
from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.ranges import narrow_module
from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from generator.language.machine import PythonMachine, running_on
from generator.language.values import Value, value
from hp15c import Calculator
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.shell.cli_shared import read_listing
from hp15c.table.instructions import Step
from tests.support.decompiled_listings import proved
from tests.support.shares import rarely

SHELF = Path(programs.__file__).parent / "shelf"
COMPILED = Path(programs.__file__).parent / "compiled"
SMALL = (
    "digital_root",
    "convert_to_fraction",
    "julian_day",
    "least_common_multiple",
    "modulus",
    "derivative",
)


def written(listing: str) -> str:
    """The functions of a listing, without the docstring and the imports."""
    text = decompile_listing(Program.parse(listing)).text()
    return text[text.index("@program") :]


def test_straight_lines_become_one_expression() -> None:
    assert written("LBL A\nx²\nx↔y\nx²\n+\n√x\nRTN") == (
        '@program("A")\ndef label_a(y, x):\n    return sqrt(y ** 2 + x ** 2)\n'
    )


def test_a_loop_and_an_early_return() -> None:
    text = written("LBL A\nx=0\nRTN\nx↔y\nLBL 1\n2\n÷\nx↔y\n1\n−\nx=0\nGTO 2\nx↔y\nGTO 1\nLBL 2\nx↔y\nRTN")
    assert text == (
        '@program("A")\n'
        "def label_a(y, x):\n"
        "    if x == 0:\n"
        "        return x\n"
        "    while True:\n"
        "        y /= 2\n"
        "        x -= 1\n"
        "        if x == 0:\n"
        "            break\n"
        "    return y\n"
    )


def test_a_counter_becomes_a_for_loop_and_notes_become_names() -> None:
    program = Program.parse("LBL A\n5\nSTO I\n0\nSTO 1\nLBL 1\nRCL I\nx²\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nRTN")
    named = Program(program.model, program.steps, registers={"1": "sum of squares", "I": "side"})
    text = decompile_listing(named).text()
    assert "for side in range(5, 0, -1):\n        sum_of_squares += side ** 2\n" in text


def test_a_counter_that_starts_as_a_person_says_claims_what_dse_needs() -> None:
    text = written("LBL A\nSTO 0\n0\nLBL 1\nRCL 0\n+\nDSE 0\nGTO 1\nRTN")
    assert "    assume(x >= 1)\n    assume(frac(x) == 0)" in text
    assert "in range(x, 0, -1):" in text


def test_stops_ask_and_registers_that_a_person_fills_are_of_the_module() -> None:
    text = decompile_listing(Program.parse("LBL A\nRCL 3\nR/S\nRCL × 3\nPSE\nSTO .1\nRTN")).text()
    assert 'r3 = register(3)\nr_1 = register(".1")\n' in text
    assert "    answer = ask(r3)\n" in text
    assert "    pause(" in text
    assert "    global r_1\n" in text


def test_a_subroutine_takes_and_gives_what_is_used() -> None:
    text = written("LBL A\nGSB 1\nx↔y\nGSB 1\n+\nRTN\nLBL 1\n3\nyˣ\nRTN")
    assert "def label_1(x):\n    return x ** 3\n" not in text  # it stands before the function that calls it
    whole = decompile_listing(Program.parse("LBL A\nGSB 1\nx↔y\nGSB 1\n+\nRTN\nLBL 1\n3\nyˣ\nRTN")).text()
    assert "def label_1(x):\n    return x ** 3\n" in whole
    assert "label_1(" in text


def test_what_cannot_be_written_is_told_in_its_place_with_its_lines() -> None:
    made = decompile_listing(Program.parse("LBL A\nx²\nRTN\nLBL B\nRCL DIM (i)\nRTN"))
    assert [(one.label, one.first, one.last, one.lines) for one in made.left_out] == [("B", 4, 6, (5,))]
    assert (
        "# LBL B, lines 004 to 006, cannot be written: the language has no word for RCL DIM (i) here"
        in made.text()
    )
    assert proof(made.program, made).told[0].startswith("What is written is proved")


def test_a_program_that_calls_itself_is_not_written() -> None:
    made = decompile_listing(Program.parse("LBL A\nGSB A\nRTN"))
    assert (made.functions, made.left_out[0].reason) == ((), "a routine calls itself")


@pytest.mark.first
@pytest.mark.parametrize(
    "name",
    rarely(["bezout", "coordinates", "nim", "lunar_lander", "normal_distribution"], "normal_distribution"),
)
def test_a_program_of_the_shelf_is_proved(name: str) -> None:
    program = Program.read(SHELF / f"{name}.15c")
    made = decompile_listing(program)
    found = proof(program, made)
    assert not made.left_out
    assert found.proved, found.told


def results(module: Path, label: str, numbers: list[Value]) -> str:
    """What the function of a label gives as Python, or its Error."""
    names: dict[str, object] = {}
    exec(compile(module.read_text(), str(module), "exec"), names)
    run = next(one for one in names.values() if getattr(one, "label", "") == label)
    assert callable(run)
    with running_on(PythonMachine()):
        try:
            found = run(*numbers)
        except CalculatorError as error:
            return f"Error {error.number}"
    return str(found[-1] if isinstance(found, tuple) else found)


@pytest.mark.first
@pytest.mark.parametrize("name", SMALL)
def test_the_module_gives_the_results_of_the_listing(name: str, tmp_path: Path) -> None:
    program = Program.read(COMPILED / f"{name}.15c")
    made = decompile_listing(program)
    module = tmp_path / "module.py"
    module.write_text(made.text())
    chance = random.Random(name)
    for label, takes in made.takes.items():
        for _ in range(6):
            numbers = [
                chance.choice((str(chance.randint(1, 60)), f"{chance.uniform(0, 9):.2f}"))
                for _ in range(takes)
            ]
            calculator = Calculator()
            calculator.load(program)
            calculator.press(" ENTER ".join(numbers) + f" GSB {label}")
            shown = calculator.display.strip() if calculator.error else str(calculator.x)
            assert results(module, label, [value(one) for one in numbers]) == shown, numbers


def test_a_value_that_no_turn_of_a_loop_changes_is_computed_before_it() -> None:
    text = written("LBL A\nSTO 0\n1\nSTO + 0\n0\nLBL 1\n1\n+\nRCL 0\nx↔y\nx<y\nGTO 1\nRTN")
    assert text.index("x + 1") < text.index("while")


@pytest.mark.slow
def test_all_tests_of_the_four_digit_codemaker_are_written_in_a_second() -> None:
    made = decompile_listing(Program.read(COMPILED / "codemaker_four_digits.15c"))
    assert not made.left_out
    assert proof(made.program, made).proved


def test_the_module_compiles_to_a_program_with_the_same_labels() -> None:
    program = Program.read(SHELF / "quadratic.15c")
    made = decompile_listing(program)
    compiled = quick_code(narrow_module(front.parse(made.text())), program.model).program
    assert set(made.takes) <= set(compiled.label_lines)


def steps_in_user_mode(text: str) -> Program:
    """A listing in which `u` after a mnemonic is USER mode."""
    lines = [line.split(" u")[0] for line in text.split("\n")]
    plain = Program.parse("\n".join(lines))
    marks = [" u" in line for line in text.split("\n")]
    return plain.with_steps(
        tuple(Step(one.instruction, one.operand, user) for one, user in zip(plain.steps, marks, strict=True))
    )


FILLED = "LBL A\nSTO 2\n2\nENTER\nDIM A\nMATRIX 1\nLBL 1\nRCL 2\nSTO A u\nGTO 1\nRCL 2\nRTN"
SOLVED = (
    "LBL B\nRESULT C\n2\nENTER\nDIM A\n2\nENTER\n1\nDIM B\nMATRIX 1\n5\nSTO A u\n3\nSTO A u\n"
    "RCL MATRIX B\nPSE\nRCL MATRIX A\n÷\nMATRIX 1\nRCL C u\nR/S\nRCL C u\nPSE\nRTN"
)


def test_a_program_through_the_elements_of_a_matrix() -> None:
    program = steps_in_user_mode(FILLED)
    made = decompile_listing(program)
    assert proof(program, made).proved
    text = made.text()
    assert 'a = matrix("A")' in text
    assert "put_next(a, x)" in text


def test_descriptors_on_the_stack_become_one_statement() -> None:
    program = steps_in_user_mode(SOLVED)
    made = decompile_listing(program)
    assert proof(program, made).proved
    text = made.text()
    for line in ("put(a, 5)", "put(a, 3)", "pause(b)", "c[:] = b / a", "element = take(c)"):
        assert line in text
    assert "RESULT" not in text


def test_statistics_have_words_and_the_sums_have_names() -> None:
    program = Program.parse("LBL A\nΣ+\nRCL 3\nRCL 2\n÷\nRTN\nLBL B\n5\nSTO 2\nx̄\nRTN\nLBL C\nŷ,r\nRTN")
    made = decompile_listing(program)
    assert proof(program, made).proved
    text = made.text()
    for line in (
        "sum_plus(y, x)",
        "return sum_x / n",
        "n = 5",
        "mean_y, mean_x = mean()",
        "r, y = estimate(x)",
    ):
        assert line in text


def test_two_numbers_are_keyed_in_where_what_is_in_y_then_is_stored() -> None:
    """The area of a polygon: y ENTER x for each corner, the first one before GSB A."""
    lines = (
        "LBL A, STO 3, x↔y, STO 4, 0, STO 0, LBL 0, RCL 0, R/S, STO 5, x↔y, STO 6, RCL 3, ×, x↔y, RCL 4, ×,"
        " −, 2, ÷, STO + 0, RCL 5, STO 3, RCL 6, STO 4, GTO 0"
    )
    made = proved(lines.replace(", ", "\n"))
    assert made.keyed == {9: 2}
    assert "= ask_two(total)\n" in made.text()


def test_an_error_on_purpose_is_a_division_by_zero() -> None:
    program = Program.parse("LBL A\nx=0\nGTO 1\n1/x\nRTN\nLBL 1\n0\n÷\nRTN")
    made = decompile_listing(program)
    assert proof(program, made).proved
    assert "return x / 0" in made.text()


def test_a_loop_that_is_left_to_two_places() -> None:
    program = read_listing(str(SHELF / "next_prime.15c"), "15C").program
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved
    assert made.text().count("while True:") == 2
