"""Compiled programs that call a label of another listing: both agree on every engine, on both models."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code.arrays import place_arrays
from generator.compiler.driver import Compiled, compile_module
from generator.compiler.front.faults import SourceError
from generator.compiler.target.routines import refusals, with_routines
from generator.compiler.tree.ir import Module
from generator.compiler.validation.verdict import validate
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.instructions import step
from hp15c.table.models import Model
from tests.support.searched import NO_TIME, agree, searched
from tests.support.shares import firsts

HEAD = (
    "from generator.language import array, fix, flag, pause, program, ran, register, rnd, routine, set_flag\n"
    "from generator.language import sin, solve\n"
)
B = 'tax = routine("tax", "B", arguments=1)\n'


def parsed(folder: Path, listing: str, source: str, model: str = "15C") -> Module:
    """A module beside a listing with the name `tax`."""
    (folder / f"tax.{model.lower()}").write_text(listing, "utf-8")
    text = HEAD + source.replace('"tax"', f'"tax.{model.lower()}"')
    return front.parse(text, str(folder / "module.py"))


def compiled(module: Module, model: str = "15C") -> Compiled:
    """The first listing of a module. It agrees with Python on all engines, and so does one of the search."""
    made = compile_module(module, Model.of(model), effort=NO_TIME)
    laid_out = place_arrays(module, Model.of(model))
    wider = with_routines(module, searched(laid_out, Model.of(model)).program)
    agree(module, made.program, wider, least=40, engines=None)
    return made


CASES = {
    "two calls with memory": (
        "LBL B\nRCL 5\n+\nSTO 5\nRTN\n",
        'n = register()\n@program("A")\ndef f(x):\n    global n\n    n += tax(x)\n    return n * tax(1)\n',
    ),
    "PSE inside": (
        "LBL B\nPSE\nx²\nPSE\nRTN\n",
        '@program("A")\ndef f(x):\n    pause(x)\n    return tax(x) + tax(x + 1)\n',
    ),
    "R/S inside": ("LBL B\nR/S\nx²\nRTN\n", '@program("A")\ndef f(x):\n    a = tax(x)\n    return a * x\n'),
    "R/S as the last line": (
        "LBL B\nx²\nR/S",
        '@program("A")\ndef f(x):\n    return tax(x)\n@program("D")\ndef g(x):\n    return 2 * tax(x)\n',
    ),
    "an Error inside": ("LBL B\n√x\nRTN\n", '@program("A")\ndef f(x):\n    return tax(x) + tax(x - 1)\n'),
    "modes that change": (
        "LBL B\nRAD\nSIN\nFIX 2\nRND\nRTN\n",
        '@program("A")\ndef f(x):\n    a = sin(x)\n    b = tax(x)\n    return a + b + rnd(sin(x))\n',
    ),
    "flags": (
        "LBL B\nF? 0\nCHS\nCF 0\nRTN\n",
        '@program("A")\ndef f(x):\n    set_flag(0)\n    a = tax(x)\n    if flag(0):\n        a = a + 100\n'
        "    return a + tax(x)\n",
    ),
    "random numbers": (
        "LBL B\nRAN#\n×\nRTN\n",
        '@program("A")\ndef f(x):\n    a = ran()\n    b = tax(x)\n    return a + b * ran()\n',
    ),
    "a loop on both sides, and arrays": (
        "LBL B\nSTO 0\n1\nSTO 1\nLBL 1\nRCL 0\nSTO × 1\n1\nSTO − 0\nRCL 0\nx>0\nGTO 1\nRCL 1\nRTN\n",
        'a = array(3)\n@program("A")\ndef f(x):\n    for i in range(3):\n        a[i] = tax(i + 1) + x\n'
        "    s = 0\n    for i in range(3):\n        s += a[i] * tax(i)\n    return s\n",
    ),
    "I is memory of the routine": (
        "LBL B\nRCL I\n+\nSTO I\nRTN\n",
        '@program("A")\ndef f(x):\n    s = 0\n    for i in range(1, 4):\n        s += tax(i) * x\n'
        "        for j in range(i):\n            s += j\n    return s\n",
    ),
    "I is lost in the routine": (
        "LBL B\n3\nSTO I\nR↓\nLBL 0\n2\n×\nDSE I\nGTO 0\nRTN\n",
        'a = array(3)\n@program("A")\ndef f(x):\n    s = 0\n    for i in range(3):\n        a[i] = tax(i)\n'
        "    for i in range(3):\n        s += tax(a[i])\n    return s\n",
    ),
    "a call in the last place": (
        "LBL B\nx²",
        '@program("A")\ndef f(x):\n    return tax(x + 1)\n@program("C")\ndef g(x):\n    return tax(x * 3)\n',
    ),
    "conditions": (
        "LBL B\nx<0\nCHS\nRTN\n",
        '@program("A")\ndef f(x, y):\n    if tax(x) > tax(y):\n        return x\n    while tax(y) > 2:\n'
        "        y = y / 2\n    return tax(x) + tax(y)\n",
    ),
}


@pytest.mark.first
@pytest.mark.parametrize("model", firsts(["15C", "11C"]))
@pytest.mark.parametrize(
    "case", [pytest.param(one, marks=[pytest.mark.slow] * ("range" in CASES[one][1])) for one in CASES]
)
def test_the_listing_agrees_with_python(tmp_path: Path, case: str, model: str) -> None:
    listing, source = CASES[case]
    module = parsed(tmp_path, listing, B + source, model)
    made = compiled(module, model)
    behind = Program.parse(listing, model).steps
    start = made.program.label_lines["B"][0] - behind.index(step("LBL", "B")) - 1
    assert made.program.steps[start : start + len(behind)] == behind


@pytest.mark.slow
def test_several_results_and_arguments(tmp_path: Path) -> None:
    declared = 'tax = routine("tax", "B", arguments=2, results=2)\nput = routine("tax", "C", 1, 0)\n'
    listing = "LBL B\n÷\nENTER\nINT\nx↔y\nFRAC\nRTN\nLBL C\nSTO + .9\nRTN\nLBL D\nRCL .9\nRTN"
    body = (
        'get = routine("tax", "D", 0)\n@program("A")\ndef f(x, y):\n    a, b = tax(x, y)\n    put(a)\n'
        "    c, d = tax(y, x + 1)\n    put(d)\n    return a + b * 10 + c * 100 + d * 1000 - get()\n"
    )
    compiled(parsed(tmp_path, listing, declared + body))


@pytest.mark.slow
def test_solve_of_a_routine(tmp_path: Path) -> None:
    source = B + '@program("A")\ndef f(x):\n    return solve(tax, 0, x)\n'
    made = compiled(parsed(tmp_path, "LBL B\nx²\n2\n−\nRTN\n", source))
    assert "SOLVE B" in map(str, made.program.steps)


@pytest.mark.slow
def test_the_listing_stands_unchanged_behind_the_program_with_its_notes(tmp_path: Path) -> None:
    listing = "#L-2:the tax\n#R3:all taxes\n   000 {  }\n   001 { 42 21 12 } f LBL B\n# a fifth\n"
    listing += "   002 { 44 40 3 } STO + 3\n   003 { 5 } 5\n   004 { 10 } ÷\n   005 { 43 32 } RTN\n"
    made = compiled(parsed(tmp_path, listing, B + '@program("A")\ndef f(x):\n    return x + tax(x)\n'))
    start = len(made.program) - 5
    assert made.program.labels["B"] == "the tax"
    assert made.program.registers["3"] == "all taxes"
    assert made.program.comments[start + 1] == ["from tax.15c"]
    assert made.program.comments[start + 2] == ["a fifth"]
    assert made.sources[start:] == (0,) * 5
    assert Program.parse(made.text) == made.program


@pytest.mark.slow
def test_inner_labels_are_none_of_the_listing(tmp_path: Path) -> None:
    """All labels of one byte are taken but A, so that the loop's label has two bytes."""
    others = "".join(f"LBL {label}\nRTN\n" for label in "0123456789CDE")
    source = (
        B + '@program("A")\ndef f(x):\n    x = x + 1\n    while x > 2:\n        x = tax(x)\n    return x\n'
    )
    made = compiled(parsed(tmp_path, f"LBL B\n2\n÷\nRTN\n{others}", source))
    assert all(len(lines) == 1 for lines in made.program.label_lines.values())
    assert any(label.startswith(".") for label in made.program.label_lines)


@pytest.mark.slow
def test_returns_count_together(tmp_path: Path) -> None:
    """The HP-11C has four returns: two more calls above a routine that needs three are one too many."""
    listing = "LBL B\nGSB 1\nRTN\nLBL 1\nGSB 2\nRTN\nLBL 2\n2\n×\nRTN\n"
    source = B + '@program("A")\ndef f(x):\n    return tax(x) + tax(x + 1)\n'
    module = parsed(tmp_path, listing, source, "11C")
    assert module.routines["tax"].depth == 2
    compiled(module, "11C")
    deeper = listing.replace("2\n×", "GSB 3\nRTN\nLBL 3\nGSB 4\nRTN\nLBL 4\n2\n×")
    program = Program.parse(deeper, "11C")
    assert "more returns" in next(refusals(program, "B", 1, 1))


def test_a_listing_for_another_model_is_refused(tmp_path: Path) -> None:
    module = parsed(tmp_path, "LBL B\nx²\nRTN\n", B + '@program("A")\ndef f(x):\n    return tax(x)\n', "11C")
    with pytest.raises(Unsupported, match=r"tax.11c is a listing for the HP-11C: compile with --model 11C"):
        compile_module(module)


@pytest.mark.slow
def test_lines_that_touch_a_register_of_the_routine_are_never_written(tmp_path: Path) -> None:
    source = B + '@program("A")\ndef f(x):\n    return tax(x) + x\n'
    module = parsed(tmp_path, "LBL B\nRCL 0\n+\nSTO 0\nRTN\n", source)
    assert "0" not in {one.operand for one in compiled(module).program.steps[:-5]}
    wrong = Program.parse("LBL A\nSTO 0\nGSB B\nRCL + 0\nRTN\n")
    with pytest.raises(AssertionError, match="lines use 0, which a routine uses"):
        with_routines(module, wrong)


ERRORS = """from generator.language import CalculatorError, program, register, sqrt

a = register(0)


def checked(x):
    if x > 100:
        raise CalculatorError(4)
    return sqrt(x)


@program("A")
def one(x):
    global a
    a = x
    if x < 0:
        raise CalculatorError(4)
    for i in range(3):
        a += checked(i * x)
    return checked(x) + checked(2 * x)


@program("9")
def two(x):
    global a
    if x == 5:
        raise CalculatorError(4)
    a = x + 1
    return checked(x)
"""


@pytest.mark.slow
@pytest.mark.parametrize("model", ["15C", "11C"])
def test_a_program_ends_in_error_4_at_a_jump_to_a_label_that_is_nowhere(model: str) -> None:
    """Label 9 is an entry, so that the jump is to label 8."""
    made = compiled(front.parse(ERRORS), model)
    assert "9" in made.program.label_lines
    assert "8" not in made.program.label_lines
    assert step("GTO", "8") in made.program.steps


@pytest.mark.slow
def test_a_proof_tells_an_error_that_is_raised_from_a_number() -> None:
    sources = [
        ERRORS.replace("raise CalculatorError(4)", one) for one in ("raise CalculatorError(4)", "return 4")
    ]
    modules = [front.parse(one) for one in sources]
    listings = [quick_code(one) for one in modules]
    for module, made, other in zip(modules, listings, reversed(listings), strict=True):
        assert validate(module, made.program, made.registers).proof == "proven"
        assert validate(module, other.program, other.registers).proof == "none"


@pytest.mark.parametrize("raised", firsts(["CalculatorError(0)", "CalculatorError", "ValueError(4)"]))
def test_no_other_error_can_be_raised(raised: str) -> None:
    with pytest.raises(SourceError, match="raise CalculatorError"):
        front.parse(ERRORS.replace("raise CalculatorError(4)", f"raise {raised}", 1))
