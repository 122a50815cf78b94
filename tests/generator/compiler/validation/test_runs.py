"""Runs to guess from: calls in which loops make more than one pass."""

from __future__ import annotations

from generator.compiler import front
from generator.compiler.validation.check import Proof
from generator.compiler.validation.runs import Runs
from generator.compiler.validation.traces import most_passes
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import Work
from hp15c.listing.program import Program

REMAINDERS = """from generator.language import program, register

p = register()


@program("A")
def f():
    global p
    for i in range(2, -3, -2):
        n = 1
        while n != 0:
            p, n = n, p % n
        p = i
    return p
"""
LISTING = (
    "LBL A\nRCL 1\nSTO 0\n2\nSTO 1\nLBL 3\n1\nSTO 2\nLBL 4\nRCL 0\nRCL 2\n÷\nINT\nRCL 2\n×\nSTO − 0\nRCL 0\n"
    "x=0\nGTO 5\nRCL 2\nx↔y\nSTO 2\nR↓\nSTO 0\nGTO 4\nLBL 5\nRCL 1\n2\n−\n3\nCHS\nx↔y\nx≤y\nGTO 6\n"
    "RCL 1\nx↔y\nSTO 1\nR↓\nSTO 0\nGTO 3\nLBL 6\nRCL 1\nRTN"
)
"""The pass of the inner loop tests what it has computed, so its first pass makes no test before."""


def test_some_run_goes_on_in_a_loop_that_whole_numbers_leave_after_one_pass() -> None:
    module, program = front.parse(REMAINDERS), Program.parse(LISTING)
    plain = Proof(module, program, {}, {}, labels=("A",), work=Work(200_000))
    traces = list(Runs(plain, module, (), {"@p": "R1"}, ()).traces("A"))
    loop = min(traces[0].passes, key=lambda place: traces[0].passes[place])
    usual, more = traces[:-1], traces[-1]
    assert most_passes(usual)[loop] == 1
    assert more.passes[loop] > 1


def test_a_loop_is_told_from_the_one_around_it() -> None:
    module = front.parse(REMAINDERS)
    for listing, proof in ((LISTING, "proven"), (LISTING.replace("STO − 0", "STO + 0"), "none")):
        assert validate(module, Program.parse(listing), {"p": "1"}).proof == proof
