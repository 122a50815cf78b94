"""Lines that do what a subroutine does become a call of it, and lines that do not stay."""

from __future__ import annotations

import random

import pytest

from generator.compiler.driver import compile_module
from generator.compiler.equal_effects import with_equal_effects
from hp15c.listing.program import Program
from tests.support.searched import agree
from tests.support.tree_pairs import module_of

ENTRIES = "".join(f'@program("{one}")\ndef f{one}(x):\n    return x + p + q\n' for one in "AB")
MODULE = module_of(f"p = register(1)\nq = register(4)\n{ENTRIES}")
SUBROUTINE = "LBL 1, RCL − 1, RCL ÷ 1, EEX, 2, ×, STO 4, RTN"
REMAINDER = "LBL 2, 3, ÷, INT, 3, ×, −, RTN"
OTHER = f"LBL B, GSB 1, STO 1, GSB 1, RTN, {SUBROUTINE}, {REMAINDER}"
HUNDRED = "LBL 0, EEX, 2, ÷, RTN"


def changed(text: str) -> str:
    given = Program.parse("\n".join(text.split(", ")), "15C")
    made, sources, told = with_equal_effects(
        given, tuple(range(1, len(given) + 1)), MODULE, "small", {"p": "1", "q": "4"}
    )
    assert len(sources) == len(made)
    assert bool(told) == (made.steps != given.steps)
    return ", ".join(str(one) for one in made.steps)


@pytest.mark.parametrize(
    ("begin", "made"),
    [
        ("GSB 0, RCL − 1, RCL ÷ 1, LSTx, ×, STO 4", "GSB 0, GSB 1"),
        ("RCL 1, −, RCL 1, ÷, EEX, 2, ×, STO 4", "GSB 1"),
        ("ENTER, RCL − 1, RCL ÷ 1, EEX, 2, ×, STO 4, x↔y", "ENTER, GSB 1, x↔y"),
    ],
    ids=["by LAST X", "other lines", "a part"],
)
def test_a_call_for_lines_that_do_the_same(begin: str, made: str) -> None:
    assert changed(f"LBL A, {begin}, RTN, {OTHER}, {HUNDRED}") == f"LBL A, {made}, RTN, {OTHER}, {HUNDRED}"


@pytest.mark.parametrize(
    "begin",
    [
        "RCL − 1, RCL ÷ 1, LSTx, ×, STO 4",
        "GSB 0, RCL − 1, RCL ÷ 1, LSTx, ×, STO 1",
        "GSB 0, RCL − 4, RCL ÷ 1, LSTx, ×, STO 4",
        "GSB 0, RCL − 1, LSTx, ×, RCL ÷ 1, STO 4",
        "GSB 0, RCL − 1, x>0, RCL ÷ 1, LSTx, ×, STO 4",
        "RCL 4, GSB 1, x>y, STO 1",
        "RCL 4, INT, ENTER, GSB 2, STO 4",
    ],
    ids=[
        "another LAST X",
        "another register",
        "another operand",
        "another order",
        "a test",
        "a level below a call",
        "a number that a call after ENTER lifts",
    ],
)
def test_lines_that_do_something_else_stay(begin: str) -> None:
    given = f"LBL A, {begin}, RTN, {OTHER}, {HUNDRED}"
    assert changed(given) == given


def test_a_subroutine_does_not_call_itself() -> None:
    given = f"LBL A, GSB 1, STO 1, GSB 1, RTN, LBL B, GSB 2, STO 1, GSB 2, RTN, {SUBROUTINE}"
    behind = "LBL 2, GSB 0, RCL − 1, RCL ÷ 1, LSTx, ×, STO 4, GSB 1, RTN"
    assert changed(f"{given}, {behind}, {HUNDRED}").count("GSB 1") == 4
    assert SUBROUTINE in changed(f"{given}, {HUNDRED}")


MARGIN = """
cost = register(1)
price = register(2)
margin = register(3)
markup = register(4)


@program("A")
def both():
    global margin, markup
    margin = (price - cost) / price * 100
    markup = (price - cost) / cost * 100
    return margin, markup


@program("B")
def from_margin():
    global price, markup
    price = cost / (1 - margin / 100)
    markup = (price - cost) / cost * 100
    return price


@program("C")
def from_markup():
    global price, margin
    price = cost * (1 + markup / 100)
    margin = (price - cost) / price * 100
    return price


@program("D")
def find_cost():
    global cost, markup
    cost = price * (1 - margin / 100)
    markup = (price - cost) / cost * 100
    return cost
"""


def test_entries_that_store_the_same_share_it() -> None:
    """By hand: A 3 lines that run on into the 8 of the markup, B 11, C 7 that run on into 9, D 11."""
    module = module_of(MARGIN)
    program = compile_module(module).program
    assert len(program) <= 49
    agree(module, program, calls=100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_drawn_entries_that_share_formulas_compute_the_same(seed: int) -> None:
    """A call that ended a sequence once took away what a test after it compared with."""
    chance = random.Random(seed)
    formulas = ["100 - (p - q)", "(r - s) / (1 + p)", "99 + sqrt(s**2)", "(p / q) * (100 + r)"]
    text = "".join(f"{name} = register({number})\n" for number, name in enumerate("pqrs", 1))
    for label in "ABCD":
        steps = [
            f"{chance.choice('pqrs')} = {chance.choice(formulas)}" for _ in range(chance.randrange(1, 4))
        ]
        steps += [f"if p > q:\n        {chance.choice('pqrs')} = {chance.choice(formulas)}"]
        steps += [f"return {chance.choice('pqrsx')}, {chance.choice('pqrs')}"]
        body = "".join(f"    {one}\n" for one in ("global p, q, r, s", *steps))
        text += f'\n\n@program("{label}")\ndef f{label}(x):\n{body}'
    module = module_of(text)
    agree(module, compile_module(module, effort=0).program, calls=60, seed=seed)
