"""Proofs of programs that call a label of another listing, and what must not be proved."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check as compare
from generator.compiler.driver import compile_module
from generator.compiler.tree.ir import Module
from generator.compiler.validation.certificate import read, write
from generator.compiler.validation.check import NotProved, check
from generator.compiler.validation.verdict import Verdict, validate
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.instructions import step
from hp15c.table.models import Model
from tests.support.searched import NO_TIME

HEAD = "from generator.language import clear_flag, program, register, rnd, routine, sin, solve\n"
GROSS = '@program("A")\ndef gross(x):\n    return x + tax(x)\n'
TAX = "LBL B\n2\n0\n%\nSTO + 3\nRTN\n"


def parsed(folder: Path, listing: str, source: str = GROSS, model: str = "15C") -> Module:
    name = f"tax.{model.lower()}"
    (folder / name).write_text(listing, "utf-8")
    declared = f'tax = routine("{name}", "B", arguments=1)\n'
    return front.parse(HEAD + declared + source, str(folder / "module.py"))


def proved(module: Module, model: str = "15C") -> tuple[Program, Verdict]:
    made = compile_module(module, Model.of(model), effort=NO_TIME)
    return made.program, validate(module, made.program, made.places)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", ["15C", "11C"])
@pytest.mark.parametrize(
    ("listing", "source"),
    [
        (TAX, GROSS),
        ("LBL B\nRCL I\n+\nSTO I\nx<0\nCHS\nRTN", GROSS),
        ("LBL B\nGSB 1\nGSB 1\nRTN\nLBL 1\n2\n÷\nRTN", GROSS),
        (
            "LBL B\nF? 0\nCHS\nSF 0\nRTN",
            '@program("A")\ndef f(x):\n    a = tax(x)\n    clear_flag(0)\n    return a + 2 * tax(x)\n',
        ),
        (
            "LBL B\nRAD\nFIX 2\nSIN\n√x\nRND\nRTN",
            '@program("A")\ndef f(x):\n    a = sin(x)\n    b = tax(x)\n    return a + b + rnd(sin(x))\n',
        ),
        (
            TAX,
            'n = register()\n@program("A")\ndef f(x):\n    global n\n    while x > 1:\n        n += tax(x)\n'
            "        x = x / 2\n    return n\n",
        ),
    ],
    ids=["a tally", "a number kept in I", "calls inside", "flags", "modes and Errors", "in a loop"],
)
def test_a_routine_is_followed(tmp_path: Path, listing: str, source: str, model: str) -> None:
    _, verdict = proved(parsed(tmp_path, listing, source, model), model)
    assert verdict.proof == "proven", verdict.reason
    assert "question" not in verdict.reason


@pytest.mark.first
@pytest.mark.parametrize(
    ("listing", "source", "why"),
    [
        ("LBL B\nPSE\nRTN", GROSS, "line 002 of it is PSE (line 5 of the source)"),
        ("LBL B\nx²\nR/S", GROSS, "line 003 of it is R/S"),
        ("LBL B\nF? 9\nCHS\nRTN", GROSS, "line 002 of it is F? 9"),
        ("LBL B\nLBL 1\n1\n−\nx>0\nGTO 1\nRTN", GROSS, "it comes to line 002 again"),
        (
            "LBL B\nx²\n2\n−\nRTN",
            '@program("A")\ndef f(x):\n    return solve(tax, 0, x)\n',
            "solve of a label of another listing is not followed (line 5 of the source)",
        ),
    ],
    ids=["PSE", "R/S", "a flag", "a loop", "SOLVE"],
)
def test_what_is_not_followed_is_said_with_its_line(
    tmp_path: Path, listing: str, source: str, why: str
) -> None:
    _, verdict = proved(parsed(tmp_path, listing, source))
    assert verdict.proof == "none"
    assert why in verdict.reason


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(
    "wrong",
    [
        "LBL A\nSTO 3\nGSB B\nRCL + 3\nRTN\n" + TAX,
        "LBL A\nSTO 0\nGSB B\nRCL + 0\nRTN\n" + TAX.replace("STO + 3", "STO + 0"),
        "LBL A\nSTO 0\nGSB B\nRCL + 0\nRTN\n" + TAX.replace("STO + 3\n", ""),
        "LBL A\nSTO 0\nGSB B\nGSB B\nRCL + 0\nRTN\n" + TAX,
        "LBL A\nENTER\nGSB B\n+\n2\nSTO + 3\nR↓\nRTN\n" + TAX,
    ],
    ids=["its register", "a register of the program", "no tally", "called twice", "the tally spoilt later"],
)
def test_a_listing_that_spoils_a_register_is_not_proved(tmp_path: Path, wrong: str) -> None:
    """Two runs show the tally: the second one would begin with another number in R3."""
    source = GROSS + 'total = routine("tax.15c", "C", arguments=0)\n'
    source += '@program("D")\ndef taxes():\n    return total()\n'
    (tmp_path / "tax.15c").write_text(TAX + "LBL C\nRCL 3\nRTN\n", "utf-8")
    module = parsed(tmp_path, TAX + "LBL C\nRCL 3\nRTN\n", source)
    program = Program.parse(wrong + "LBL D\nRCL 3\nRTN\nLBL C\nRCL 3\nRTN\n")
    assert not compare(module, program, 60, random.Random(1), engines=("reference",)).agrees
    verdict = validate(module, program, {})
    assert verdict.proof != "proven"
    assert "A" not in (verdict.certificate.labels if verdict.certificate else ())


@pytest.mark.slow
def test_a_certificate_of_one_listing_does_not_hold_for_mutants(tmp_path: Path) -> None:
    module = parsed(tmp_path, TAX)
    program, verdict = proved(module)
    assert verdict.certificate is not None
    check(verdict.certificate, module, program)
    refused = 0
    for at in range(len(program)):
        for one in (step("STO", "3"), step("CHS"), step("STO +", "0")):
            mutant = Program(steps=(*program.steps[:at], one, *program.steps[at + 1 :]))
            try:
                check(verdict.certificate, module, mutant)
            except (NotProved, InputError):
                refused += 1
            else:
                found = compare(module, mutant, 60, random.Random(at), engines=("reference",))
                assert found.agrees, f"line {at + 1} is {one}: {found.tally.disagreement}"
    assert refused > 2 * len(program)


@pytest.mark.slow
def test_a_certificate_is_for_the_contents_of_the_file(tmp_path: Path) -> None:
    module = parsed(tmp_path, TAX)
    program, verdict = proved(module)
    assert verdict.certificate is not None
    text = write(verdict.certificate, module, program)
    assert read(text, module, program) == verdict.certificate
    other = parsed(tmp_path, TAX.replace("2\n0", "1\n9"))
    with pytest.raises(InputError, match="for another source"):
        read(text, other, program)
