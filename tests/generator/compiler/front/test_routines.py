"""Declarations of labels of other listings, and their faults with places."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.front.faults import SourceError
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import flags_used
from generator.compiler.tree.text import text, without_margin

HEAD = "from generator.language import array, program, register, routine, sum_plus\n"
TAX = "LBL B\nSTO + 3\n1\n9\n%\nRTN\nLBL 1\nRCL 3\nRTN\n"
MAIN = '@program("A")\ndef gross(net):\n    return net + tax(net)\n'
DECLARED = 'tax = routine("tax.15c", "B", arguments=1)\n'


def parsed(folder: Path, source: str, **files: str) -> Module:
    """The module of a source that stands beside these listings."""
    for name, listing in files.items():
        (folder / f"{name}.15c").write_text(listing, "utf-8")
    return front.parse(HEAD + source, str(folder / "module.py"))


def faults(folder: Path, source: str, **files: str) -> list[str]:
    """The faults of a source, each with its line."""
    with pytest.raises(SourceError) as raised:
        parsed(folder, source, **files)
    return [f"{one.line}: {one.message}" for one in raised.value.faults]


def test_a_routine_is_a_function_with_its_listing(tmp_path: Path) -> None:
    module = parsed(tmp_path, DECLARED + MAIN, tax=TAX)
    one = module.routines["tax"]
    assert (one.label, one.registers, one.depth, one.uses_i) == ("B", {"3"}, 0, False)
    assert module.reserved == {"3"}
    shown = without_margin(text(module))
    assert 'tax = routine("tax.15c", "B", arguments=1, results=1)' in shown
    assert "from generator.language import program, routine" in shown
    assert front.parse(shown, module.path) == module


@pytest.mark.parametrize(
    "written",
    ["routine()", 'routine("tax.15c", "B")', 'routine("tax.15c", "B", arguments=5)', 'routine(n, "B", 1)'],
)
def test_a_declaration_has_a_file_a_label_and_counts(tmp_path: Path, written: str) -> None:
    found = faults(tmp_path, f"n = 3\ntax = {written}\n{MAIN}", tax=TAX)
    assert found[0] == "3: a routine has a file, a label, and 0 to 4 arguments and results as numbers"


def test_a_file_that_is_missing_or_faulty_is_told_with_its_place(tmp_path: Path) -> None:
    (missing,) = faults(tmp_path, DECLARED + MAIN)
    assert missing.startswith("2: ")
    assert "tax.15c: No such file" in missing
    (faulty,) = faults(tmp_path, DECLARED + MAIN, tax="LBL B\nGTO 5\n")
    assert "there is no LBL 5" in faulty
    (other,) = faults(tmp_path, DECLARED + MAIN, tax="LBL C\nRTN\n")
    assert other.endswith("tax.15c has no label B: its labels are C")


def test_a_call_has_as_many_arguments_as_the_routine(tmp_path: Path) -> None:
    source = DECLARED + MAIN.replace("tax(net)", "tax(net, 2)")
    assert faults(tmp_path, source, tax=TAX) == ["5: tax takes 1 argument, not 2"]


def test_a_label_of_the_listing_is_no_entry_point(tmp_path: Path) -> None:
    found = faults(tmp_path, DECLARED + MAIN.replace('"A"', '"1"'), tax=TAX)
    assert found == ["4: label 1 is in tax.15c too, which stands after this program"]


def test_two_listings_have_no_label_in_common(tmp_path: Path) -> None:
    source = DECLARED + 'rate = routine("rate.15c", "C", arguments=0)\n' + MAIN
    found = faults(tmp_path, source, tax=TAX, rate="LBL C\n4\nRTN\nLBL 1\nRTN\n")
    assert found == ["3: label 1 is in tax.15c and in rate.15c, and both stand in one listing"]


@pytest.mark.parametrize(
    ("declared", "used", "wanted"),
    [
        ("n = register(3)", "tax(net)", "n is in R3, which tax.15c uses"),
        ("a = array(4)\nb = array(3, at=2)", "b[0] + tax(net)", "b is in R3, which tax.15c uses"),
        ("", "sum_plus(net, tax(net))", "the statistics sum is in R3, which tax.15c uses"),
    ],
    ids=["a register", "an array", "the sums"],
)
def test_a_register_of_the_listing_is_none_of_the_program(
    tmp_path: Path, declared: str, used: str, wanted: str
) -> None:
    source = f'{declared}\n{DECLARED}@program("A")\ndef gross(net):\n    y = {used}\n    return y\n'
    assert any(one.endswith(wanted) for one in faults(tmp_path, source, tax=TAX))


def test_a_register_in_i_and_a_routine_that_uses_i_do_not_go_together(tmp_path: Path) -> None:
    source = 'n = register("I")\n' + DECLARED + MAIN
    assert faults(tmp_path, source, tax="LBL B\nSTO I\nRTN\n") == ["2: n is in I, which tax.15c uses"]


@pytest.mark.parametrize(
    ("listing", "why"),
    [
        ("LBL B\nSTO (i)\nRTN", "line 002 STO (i): which register (i) reaches is not known"),
        ("LBL B\nSTO I\nGTO I", "line 003 GTO I: where I leads is not known"),
        ("LBL B\nSOLVE 1\nRTN\nLBL 1\nRTN", "line 002 SOLVE 1: SOLVE and the integral are not followed"),
        ("LBL B\nRCL MATRIX A\nRTN", "line 002 RCL MATRIX A: matrices are not followed"),
        ("LBL B\nSF 8\nRTN", "line 002 SF 8: complex mode is not followed"),
        ("LBL B\nGSB 1\nRTN\nLBL 1\nCLEAR REG\nRTN", "line 005 CLEAR REG: it clears the registers"),
        ("LBL B\nGSB B\nRTN", "it needs more returns than the HP-15C has"),
        ("LBL B\n+\nRTN", "with arguments=1 it uses what happens to stand in Y"),
        ("LBL B\nLSTx\nRTN", "with arguments=1 it uses what happens to stand in LAST X"),
    ],
    ids=["(i)", "GTO I", "SOLVE", "matrices", "complex", "CLEAR REG", "itself", "Y", "LAST X"],
)
def test_what_cannot_be_followed_is_refused_with_its_line(tmp_path: Path, listing: str, why: str) -> None:
    (found,) = faults(tmp_path, DECLARED + MAIN, tax=listing)
    assert found.startswith("2: label B of tax.15c cannot be called: ")
    assert why in found


@pytest.mark.parametrize("lines", ["ENTER\nR↓", "ENTER\nΣ+\nx̄", "x²\nLSTx\n+", "2\nENTER\n3\nR↓\nR↓"])
def test_levels_that_are_only_moved_are_not_used(tmp_path: Path, lines: str) -> None:
    assert parsed(tmp_path, DECLARED + MAIN, tax=f"LBL B\n{lines}\nRTN\n").routines


def test_lines_that_the_label_does_not_lead_to_may_be_anything(tmp_path: Path) -> None:
    listing = TAX + "LBL C\nSTO (i)\nSF 8\nSF I\nSF 2\nMATRIX 0\nCLEAR REG\nRTN\n"
    module = parsed(tmp_path, DECLARED + MAIN, tax=listing)
    assert module.routines["tax"].label == "B"
    assert flags_used(module) == {2, 8}


def test_routine_stands_at_the_level_of_the_module(tmp_path: Path) -> None:
    body = 'def gross(net):\n    return routine("tax.15c", "B", 1)\n'
    assert faults(tmp_path, f'@program("A")\n{body}', tax=TAX)[0].startswith("4: routine gives no number")
