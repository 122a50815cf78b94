"""SOLVE and the integral are functions of what they are given and of the function that they call."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler import front
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.rewriting import cases
from generator.compiler.validation.verdict import Verdict, validate
from hp15c.listing.program import Program
from hp15c.terms import constant, input_of, laws
from hp15c.terms.term import NOUGHT, UNIT, term

HEAD = (
    "from generator.language import fix, frac, integral, integral_with_uncertainty, intpart, ln, program, "
    "register, search, search_with_value, solve, sqrt\n\np = register(3)\n\n"
)


def verdict(source: str, listing: str) -> Verdict:
    """How far a listing of a source is proved."""
    return validate(front.parse(HEAD + source), Program.parse(listing), {"p": "3"}, work=150_000)


ROOT = "def g(x):\n    return x * x - p\n\n" + '@program("A")\ndef f(x):\n    return solve(g, 0, x)\n'
ROOT_LINES = "LBL A\n0\nx↔y\nSOLVE 1\nCF 8\nRTN\nLBL 1\nx²\nRCL − 3\nRTN"
SCRATCH_LINES = "LBL A\n0\nx↔y\nSOLVE 1\nCF 8\nRTN\nLBL 1\nSTO 5\nRCL × 5\nRCL − 3\nRTN"
CALLING_LINES = "LBL A\n0\nx↔y\nSOLVE 1\nCF 8\nRTN\nLBL 1\nGSB 2\nRCL − 3\nRTN\nLBL 2\nx²\nRTN"
AREA = ROOT.replace("solve", "integral").replace("    return i", "    fix(2)\n    return i")
AREA_LINES = "LBL A\nFIX 2\n0\nx↔y\n∫ 1\nRTN\nLBL 1\nx²\nRCL − 3\nRTN"
UNSURE = AREA.replace("integral", "integral_with_uncertainty")
UNSURE = UNSURE.replace("    return i", "    e, a = i") + "    return a - e\n"
UNSURE_LINES = "LBL A\nFIX 2\n0\nx↔y\n∫ 1\nx↔y\n−\nRTN\nLBL 1\nx²\nRCL − 3\nRTN"
SEARCH = ROOT.replace("return solve", "y, found = search") + "    return y + found\n"
SEARCH_LINES = "LBL A\n0\nx↔y\nSOLVE 1\n1\n.\nINT\n+\nRTN\nLBL 1\nx²\nRCL − 3\nRTN"
VALUED = ROOT.replace("return solve", "h, b, y, found = search_with_value")
VALUED += "    if found == 0:\n        return h\n    return b - y\n"
VALUED_LINES = "LBL A\n0\nx↔y\nSOLVE 1\nGTO 2\nR⬇\nR⬇\nRTN\nLBL 2\n−\nRTN\nLBL 1\nx²\nRCL − 3\nRTN"
BRANCHES = (
    "def g(x):\n    if x < 0:\n        return x - p\n    return sqrt(x) - 1 / p\n\n"
    '@program("A")\ndef f(x):\n    return solve(g, 0, x)\n'
)
BRANCH_LINES = (
    "LBL A\n0\nx↔y\nSOLVE 1\nCF 8\nRTN\nLBL 1\nx<0\nGTO 2\n√x\nRCL 3\n1/x\n−\nRTN\nLBL 2\nRCL − 3\nRTN"
)
TWO = "def g(x, y):\n    return x * y - p\n\n" + '@program("A")\ndef f(x):\n    return solve(g, 0, x)\n'
COUNTED = ROOT.replace("return ", "", 1).replace("    x * x", "    return x * x")
COUNTED = COUNTED.replace("return solve(g, 0, x)", "solve(g, 0, x)\n    solve(g, 0, x)\n    return 0")
COUNTED_LINES = (
    "LBL A\nSTO 6\n0\nx↔y\nSOLVE 1\nCF 8\n{first}\n0\nRCL 6\nSOLVE 1\nCF 8\n{second}\nRTN\n"
    "LBL 1\nx²\nRCL − 3\n1\nSTO + 5\n{behind}\nRTN"
)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(
    ("source", "good", "changes"),
    [
        (
            ROOT,
            ROOT_LINES,
            [("RCL − 3", "RCL + 3"), ("0\nx↔y", "0"), ("CF 8", "0"), ("x²\n", "x²\nSTO 3\n"), ("x²", "CHS")],
        ),
        (
            ROOT,
            SCRATCH_LINES,
            [("RCL × 5", "RCL × 6"), ("x↔y\nSOLVE 1\nCF 8", "STO 5\nx↔y\nSOLVE 1\nRCL 5")],
        ),
        (ROOT, CALLING_LINES, [("x²", "ABS"), ("GSB 2\n", ""), ("x²", "x²\nPSE"), ("x²", "x²\nRAN#\n−")]),
        (TWO, ROOT_LINES, [("x²", "ABS")]),
        (AREA, AREA_LINES, [("FIX 2\n0\nx↔y\n∫ 1", "0\nx↔y\n∫ 1\nFIX 2"), ("∫", "SOLVE")]),
        (UNSURE, UNSURE_LINES, [("x↔y\n−", "−"), ("x↔y\n−", "R⬇\n−"), ("FIX 2", "FIX 3")]),
        (SEARCH, SEARCH_LINES, [("1\n.\nINT", "1\nINT\n."), ("\n.\nINT", ""), ("1\n.", "2\n."), ("+", "−")]),
        (
            VALUED,
            VALUED_LINES,
            [
                ("R⬇\nR⬇", "R⬇"),
                ("LBL 2\n−", "LBL 2\nR⬇\n−"),
                ("LBL 2\n−", "LBL 2\n+"),
            ],
        ),
        (
            BRANCHES,
            BRANCH_LINES,
            [
                ("x<0", "x≤0"),
                ("x<0", "x≥0"),
                ("√x\n", ""),
                ("1/x\n−", "0\n×\n−"),
                ("1/x", "x=0\nGTO 2\n1/x"),
                ("LBL 2\nRCL − 3", "LBL 2"),
                ("√x", "ABS\n√x\nABS\nx²\n√x"),
            ],
        ),
    ],
)
def test_solve_and_the_integral_are_followed(source: str, good: str, changes: list[tuple[str, str]]) -> None:
    found = verdict(source, good)
    assert found.proof == "proven", found.reason
    for change, to in changes:
        assert change in good
        assert verdict(source, good.replace(change, to)).proof == "none", (change, to)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "behind"),
    [
        ("RCL 5\nSTO 7", "RCL 5\nRCL − 7", "R⬇"),  # how often the function was called
        (
            "R⬇\nR⬇\nR⬇\nSTO 7",
            "R⬇\nR⬇\nR⬇\nRCL − 7",
            "R⬇\nRCL 5\nx↔y",
        ),  # what it left in Y
    ],
)
def test_what_a_function_leaves_is_not_the_same_in_two_runs(first: str, second: str, behind: str) -> None:
    good = COUNTED_LINES.format(first="0", second="0", behind="R⬇")
    assert verdict(COUNTED, good).proof == "proven"
    assert verdict(COUNTED, COUNTED_LINES.format(first=first, second=second, behind=behind)).proof == "none"


TWICE = (
    "def g(y):\n    return y * y - 2\n\n\n"
    '@program("A")\ndef f(n):\n    first = solve(g, 1, 2)\n    return solve(g, 1, 2)\n'
)
AGAIN = "0\nSTO 5\n0\n+\n1\nENTER\n2\nSOLVE"
TWICE_LINES = (
    f"LBL A\n{AGAIN} 1\nGTO 3\nLBL 3\nRCL 5\n7\nx≠y\nGTO 4\n{AGAIN} {{second}}\nGTO 5\nLBL 5\n"
    "RCL 5\n7\nx≠y\nGTO 6\nR⬇\nR⬇\nRTN\nLBL 4\n1\nENTER\n2\nSOLVE 1\nGTO 7\nLBL 7\nRTN\n"
    "LBL 6\n9\nRTN\nLBL 1\n7\nSTO 5\nR⬇\nx²\n2\n−\nRTN\nLBL 2\n8\nSTO 5\nR⬇\nx²\n2\n−\nRTN"
)
"""Two functions with the same numbers, which leave 7 and 8 in R5. SOLVE begins with the same State twice."""


@pytest.mark.parametrize(("second", "wanted"), [(1, "proven"), (2, "none")])
def test_what_two_functions_with_the_same_numbers_leave_is_not_the_same(second: int, wanted: str) -> None:
    assert verdict(TWICE, TWICE_LINES.format(second=second)).proof == wanted


NESTED = (
    "def g(t):\n    return t * t\n\n\ndef h(x):\n    return integral(g, 0, 1) * x - p\n\n\n"
    '@program("A")\ndef f(x):\n    a = integral(g, 0, 1)\n    return a + solve(h, 1, x)\n'
)
NESTED_LINES = (
    "LBL A\nSTO 6\n0\nENTER\n1\n∫ 2\nSTO 7\n1\nRCL 6\nSOLVE 1\nCF 8\nRCL + 7\nRTN\n"
    "LBL 1\nSTO 5\n0\nENTER\n1\n∫ {}\nRCL × 5\nRCL − 3\nRTN\nLBL 2\nx²\nRTN\nLBL 3\nRCL 5\nx²\nRTN"
)
"""The integral in a function that SOLVE calls: of its own argument from label 2, of that of SOLVE from 3."""


@pytest.mark.parametrize("inner", [2, 3])
def test_the_argument_of_a_function_is_not_that_of_another_one_in_it(inner: int) -> None:
    found = verdict(NESTED, NESTED_LINES.format(inner))
    assert found.proof == "none"
    assert "another evaluation" in found.reason


IN_TURN = (
    "q = register(4)\n\n\n"
    "def whole(x):\n    return intpart(x)\n\n\ndef same(x):\n    return x\n\n\n"
    "def g(x):\n    if frac(x) == 0:\n        if p == q:\n            return x + 1\n        return x + 2\n"
    "    return x + 3\n\n\n"
    '@program("A")\ndef f(a, b):\n    global p, q\n    p = integral(whole, a, b)\n'
    "    q = integral(same, a, b)\n    return solve(g, a, b)\n"
)
IN_TURN_LINES = (
    "LBL A\nSTO 1\nx↔y\nSTO 2\nx↔y\n∫ 1\nSTO 3\nRCL 2\nRCL 1\n∫ 2\nSTO 4\nRCL 2\nRCL 1\nSOLVE 3\nCF 8\nRTN\n"
    "LBL 1\nINT\nRTN\nLBL 2\nRTN\nLBL 3\nFRAC\nx=0\nGTO 4\nR⬇\n3\n+\nRTN\nLBL 4\nR⬇\n{}1\n+\nRTN"
)
COMPARED = "RCL 3\nRCL 4\nx=y\nGTO 5\nR⬇\nR⬇\n2\n+\nRTN\nLBL 5\nR⬇\nR⬇\n"


@pytest.mark.parametrize(("compared", "wanted"), [(COMPARED, "proven"), ("", "none")])
def test_what_is_known_of_an_argument_is_not_known_of_that_of_an_integral_before(
    compared: str, wanted: str
) -> None:
    """Where the argument of `g` is whole, the integrals of INT and of the number itself still differ."""
    assert verdict(IN_TURN, IN_TURN_LINES.format(compared)).proof == wanted


CALLED = (
    "def g(x):\n    return x * x\n\n\ndef h(a, b):\n    return integral(g, a, b)\n\n\n"
    '@program("A")\ndef f(a, b):\n    return h(a, b)\n'
)


@pytest.mark.parametrize(("last", "wanted"), [("RTN", "proven"), ("", "none")])
def test_an_integral_below_a_call_on_the_last_line_ends_in_an_error(last: str, wanted: str) -> None:
    lines = f"LBL 1\nx²\nRTN\nLBL 2\n∫ 1\nRTN\nLBL A\nGSB 2\n{last}"
    assert verdict(CALLED, lines).proof == wanted


@pytest.mark.parametrize(("last", "wanted"), [("RTN", "proven"), ("", "none")])
def test_solve_below_a_call_on_the_last_line_overwrites_a_register(last: str, wanted: str) -> None:
    """The function reads p, which is R3."""
    source = ROOT.replace("def f(x):", "def f(x):\n    return h(x)\n\n\ndef h(x):")
    lines = f"{ROOT_LINES.replace('LBL A', 'LBL 2')}\nLBL A\nGSB 2\n{last}"
    assert verdict(source, lines).proof == wanted


def test_cases_that_cannot_be_are_left_out_and_their_order_does_not_matter() -> None:
    a, x = input_of("a"), input_of("x")
    of_x, of_a = laws.below(x, NOUGHT), laws.below(a, NOUGHT)
    ways = product((of_x, laws.no(of_x)), (of_a, laws.no(of_a)))
    four = [
        term("case", value, *conditions)
        for value, conditions in zip((x, a, UNIT, constant(0)), ways, strict=True)
    ]
    nothing = Knowledge()
    whole = cases(nothing, term("cases", *four))
    turned = (term("case", one.args[0], *reversed(one.args[1:])) for one in reversed(four))
    assert whole is cases(nothing, term("cases", *turned))
    assert len(whole.args) == 4
    assert len(cases(Knowledge((of_a,)), whole).args) == 2
    assert cases(Knowledge((of_a, of_x)), whole) is x
    assert cases(Knowledge((laws.no(of_a), laws.no(of_x))), whole).op == "cases"  # an Error is no number
