"""What a routine does, line by line."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.decompiled_listings import proved


def test_flag_9_is_a_word_of_the_language_and_compiles_again() -> None:
    program = Program.parse("LBL A\nx<0\nSF 9\nRTN\nLBL B\nCF 9\nRTN")
    made = decompile_listing(program)
    assert "        blink()\n" in made.text()
    assert "    steady()\n" in made.text()
    found = proof(program, made)
    assert found.proved
    assert found.compiled is not None
    names = [str(one) for one in found.compiled.steps]
    assert "SF 9" in names
    assert "CF 9" in names


def test_the_hp11c_cannot_blink() -> None:
    from hp15c.errors import InputError

    source = (
        'from generator.language import blink, program\n@program("A")\ndef a():\n    blink()\n    return 1\n'
    )
    with pytest.raises(InputError, match="SF 9"):
        quick_code(front.parse(source), Model.HP11C)


def test_per_cent_of_a_known_number_is_a_product() -> None:
    program = Program.parse("LBL A\n1\n9\n%\n+\nRTN")
    made = decompile_listing(program)
    assert "0.19 * x" in made.text()
    assert proof(program, made).proved


def test_stack_lift_that_depends_on_a_number_parts_the_ways() -> None:
    """CHS of 0 after ENTER leaves stack lift off, and that of another number does not."""
    program = Program.parse("LBL A\nENTER\nCHS\n1\n4\n+\nRTN")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


def test_a_flag_that_a_person_sets_is_a_flag_of_the_language() -> None:
    program = Program.parse(
        "LBL A\nF? 0\nCHS\nSF 1\nRTN\nLBL B\nF? 1\nGTO 1\n2\n×\nRTN\nLBL 1\nCF 1\n3\n×\nRTN"
    )
    made = decompile_listing(program)
    assert not made.left_out
    text = made.text()
    assert "if flag(0):\n        " in text
    assert "    set_flag(1)\n" in text
    assert "clear_flag(1)\n" in text
    assert proof(program, made).proved


def test_a_flag_that_a_called_routine_changes_is_a_flag_of_the_language() -> None:
    program = Program.parse("LBL A\nCF 0\nGSB 1\nF? 0\nCHS\nRTN\nLBL 1\nx=0\nSF 0\nRTN")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


def test_the_sums_that_are_cleared_are_registers_that_hold_0() -> None:
    program = Program.parse("LBL A\nCLEAR Σ\nRCL 2\nRCL + 8\nSTO 3\nRTN\nLBL B\nRCL 3\nRTN")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


def test_random_numbers_are_drawn_in_the_order_of_the_listing() -> None:
    made = decompile_listing(Program.parse("LBL A\nRAN#\nRCL 2\nSTO RAN#\nR↓\nRAN#\nRCL RAN#\n+\n−\nRTN"))
    lines = ["chance = ran()", "set_random(r2)", "chance2 = ran()", "chance3 = last_random()"]
    text = made.text()
    assert [text.index(line) for line in lines] == sorted(text.index(line) for line in lines)
    assert proof(made.program, made).proved


def test_clear_reg_clears_the_sums_by_one_word() -> None:
    text = proved("LBL A\nCLEAR REG\nRTN\nLBL B\nΣ+\nRCL + 8\nSTO 8\nRTN\nLBL C\nx̄\nRTN").text()
    assert "    clear_sums()\n    r8 = 0\n    return x\n" in text


def test_clear_reg_points_to_no_element() -> None:
    """R0 and R1 name the row and the column that STO A reaches."""
    text = proved("LBL A\nCLEAR REG\n2\nENTER\nDIM A\n1\nSTO 0\nSTO 1\n7\nSTO A\nRTN").text()
    assert text.index("set_row(0)") < text.index("dim(a, 2, 2)") < text.index("put_here(a, 7)")


@pytest.mark.slow
def test_clear_reg_clears_an_array() -> None:
    """The listing clears all elements by one line, the loop of the module one by one."""
    text = proved("LBL A\nCLEAR REG\nRTN\nLBL B\nSTO I\nRCL (i)\nRTN\nLBL C\nSTO I\nR↓\nSTO (i)\nRTN").text()
    assert "        numbers[place] = 0\n" in text


def test_a_loop_that_is_entered_with_a_matrix_in_x_is_written_once() -> None:
    """Nothing uses the matrix, so its descriptor does not part the loop from its first turn."""
    text = proved("LBL A\nRCL MATRIX A\nLBL 1\nu RCL C\nGTO 2\nRTN\nLBL 2\nR/S\nGTO 1").text()
    assert text.count("take_next(c)") == 1


def test_a_line_that_needs_the_matrix_in_x_is_looked_at_for_each_one() -> None:
    text = proved("LBL A\nx<0\nGTO 1\nRCL MATRIX A\nGTO 2\nLBL 1\nRCL MATRIX B\nLBL 2\nMATRIX 8\nRTN").text()
    assert "norm(a)" in text
    assert "norm(b)" in text


@pytest.mark.parametrize(
    ("model", "line", "why"),
    [
        ("15C", "SF I", "SF I takes its number from I (line 002)"),
        ("15C", "F? I", "F? I takes its number from I (line 002)"),
        ("15C", "FIX I", "FIX I takes its number from I (line 002)"),
        ("15C", "RCL Σ+", "the language has no word for RCL Σ+ (line 002)"),
        ("15C", "SOLVE 1", "SOLVE 1 finds no label (line 002)"),
        ("15C", "∫ 1", "∫ 1 finds no label (line 002)"),
        ("11C", "1\nHYP⁻¹ TAN", "this line always stops at an overflow (line 003)"),
    ],
)
def test_what_the_language_lacks_is_said_with_its_line(model: str, line: str, why: str) -> None:
    text = decompile_listing(Program.parse(f"LBL A\n{line}\nRTN\nRTN", model)).text()
    assert f"cannot be written: {why}." in " ".join(text.replace("\n# ", " ").split())


@pytest.mark.parametrize("line", ["STO A", "RCL A", "STO g A", "RCL g A"])
def test_a_matrix_that_is_named_only_by_its_elements_is_written(line: str) -> None:
    assert '\na = matrix("A")\n' in proved(f"LBL A\n{line}\nRTN").text()
