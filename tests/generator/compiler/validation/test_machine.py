"""Jumps by a number in I: proved where the source goes the same way, and in no other listing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check as compare
from generator.compiler.validation.verdict import validate
from hp15c.listing.program import Program
from tests.support.shares import counts
from tests.support.variants import mutant

SOURCE = """from generator.language import CalculatorError, assume, program
@program("A")
def f(x, k):
{}    match k:
        case 0:
            return x + 3
        case 1:
            return x * x
        case 2:
            return 1 / x
        case 3:
            return x / 7
    {}
"""
CASES = "LBL 0, 3, +, RTN, LBL 1, x², RTN, LBL 2, 1/x, RTN, LBL 3, 7, ÷, RTN"
TESTS = "FRAC, x≠0, GTO 9, RCL I, x<0, GTO 9, 3, x<y, GTO 9"
CHECKED = f"LBL A, STO I, {TESTS}, R↓, R↓, R↓, GTO I, {CASES}, LBL 9, 8, RTN"
ANY = SOURCE.format("", "return 8")
BOUNDS = "    assume(0 <= k < 20)\n"
WHOLE = SOURCE.format(f"    k = k // 1\n{BOUNDS}", "raise CalculatorError(4)")
KNOWN = SOURCE.format("    assume(0 <= k <= 3)\n    assume(k == k // 1)\n", "return 8")


def proof(source: str, listing: str, places: Mapping[str, str] | None = None) -> str:
    program = Program.parse("\n".join(listing.split(", ")))
    return validate(front.parse(source), program, places or {}, work=150_000).proof


@pytest.mark.first
@pytest.mark.parametrize(
    ("source", "listing"),
    [
        (ANY, CHECKED),
        (KNOWN, f"LBL A, STO I, R↓, GTO I, {CASES}"),
        (WHOLE, f"LBL A, INT, STO I, R↓, GTO I, {CASES}"),
    ],
    ids=["with tests", "known", "the integer part, and Error 4"],
)
def test_a_jump_by_a_number_is_proved(source: str, listing: str) -> None:
    assert proof(source, listing) == "proven"


@pytest.mark.first
@pytest.mark.parametrize(
    ("source", "listing"),
    [
        (ANY, CHECKED.replace("LBL 1, x²", "LBL 4, x²")),
        (ANY, CHECKED.replace("LBL 1, x²", "LBL 2, x²").replace("LBL 2, 1/x", "LBL 1, 1/x")),
        (ANY, CHECKED.replace("LBL 3, 7, ÷, RTN, ", "")),
        (ANY, CHECKED.replace("FRAC, x≠0, GTO 9, ", "")),
        (ANY, CHECKED.replace("x<0, GTO 9, ", "")),
        (ANY, CHECKED.replace("3, x<y, GTO 9, R↓, ", "")),
        (ANY, CHECKED.replace("3, x<y", "4, x<y")),
        (ANY, f"LBL A, STO I, R↓, GTO I, {CASES}"),
        (KNOWN, f"LBL A, R↓, GTO I, {CASES}"),
        (WHOLE.replace(BOUNDS, "    assume(k < 20)\n"), f"LBL A, INT, STO I, R↓, GTO I, {CASES}"),
        (WHOLE.replace(BOUNDS, "    assume(0 <= k)\n"), f"LBL A, INT, STO I, R↓, GTO I, {CASES}"),
        (WHOLE, f"LBL A, INT, STO I, R↓, GTO I, {CASES}, LBL 7, RTN"),
        (KNOWN.replace("    assume(k == k // 1)\n", ""), f"LBL A, STO I, R↓, GTO I, {CASES}"),
    ],
    ids=["another label", "exchanged", "no label", "no test of the fraction", "no test of the lower end",
         "no test of the upper end", "another end", "no test", "I not stored", "a line by its number",
         "20 is LBL A",
         "a label more", "a fraction"],
)  # fmt: skip
def test_a_jump_that_may_lead_elsewhere_is_not_proved(source: str, listing: str) -> None:
    assert proof(source, listing) == "none"


@pytest.mark.slow
@pytest.mark.parametrize("number", counts(40))
def test_no_mutant_that_differs_is_proved(number: int) -> None:
    """One line is another one. What is proved nevertheless agrees with Python in 300 calls."""
    program = Program.parse("\n".join(CHECKED.split(", ")))
    module = front.parse(ANY)
    for seed in range(number):
        changed = mutant(program, Random(seed))
        if validate(module, changed, {}, work=150_000).proof == "proven":
            found = compare(module, changed, 300, Random(2), engines=("reference",))
            assert found.agrees, str(found.tally.disagreement)


PLACED = """from generator.language import array, program
a = array(2, at=0)
@program("A")
def f(x):
    a[{}] = x
    return a[0]
"""
SIGNED = "LBL A, STO 5, INT, ENTER, STO 2, 2, ÷, INT, ENTER, +, −, STO I, RCL 5, STO (i), RCL 0, RTN"
"""I means a register by the size of its number, so that it needs no ABS."""


@pytest.mark.first
@pytest.mark.parametrize(
    ("index", "change", "to"),
    [("int(abs(x)) % 2", "", ""), ("int(x) % 2", "", "")]
    + [("int(abs(x)) % 2", *one) for one in ((" 2, ÷", " 3, ÷"), ("INT, ENTER, STO 2, ", "ENTER, STO 2, "))]
    + [("int(abs(x)) % 2", *one) for one in (("STO I", "1, +, STO I"), ("−, STO I", "+, STO I"))]
    + [("int(abs(x + 1)) % 2", "", ""), ("int(abs(x)) % 2", "RCL 5, STO (i)", "RCL 5, ABS, STO (i)")],
)
def test_an_index_may_stand_in_i_with_another_sign(index: str, change: str, to: str) -> None:
    source = PLACED.format(index.replace("int", "intpart")).replace("array, ", "array, intpart, ")
    assert change in SIGNED
    listing = SIGNED.replace(change, to, 1) if change else SIGNED
    found = proof(source, listing, {"a[0]": "0", "a[1]": "1"})
    assert (found == "proven") is (not change and "+" not in index)
