"""Registers renamed where lines become equal: what is renamed, what stays, and that both programs agree."""

from __future__ import annotations

import random

import pytest

from generator.compiler.driver import compile_module
from generator.compiler.equal_registers import with_equal_registers
from generator.compiler.repeats import without_repeats
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.searched import agree
from tests.support.tree_pairs import module_of

HEAD = "kept = register()\n"
TWO = module_of(HEAD + "".join(f'@program("{one}")\ndef f{one}(x):\n    return x\n' for one in "AB"))
DIGITS = "STO {0}, 1, 0, ÷, INT, STO {1}, RCL {0}, 1, 0, RCL × {1}, -"


def program(text: str, model: Model = Model.HP15C) -> Program:
    return Program.parse("\n".join(text.split(", ")), model)


def renamed(text: str, model: Model = Model.HP15C, kept: str = "5") -> tuple[Program, Program]:
    given = program(text, model)
    sources = range(1, len(given) + 1)
    made, origin, told = with_equal_registers(given, sources, TWO, "small", {"kept": kept})
    assert bool(told) == (made != given)
    assert len(origin) == len(given) == len(made)
    return given, made


def lines(one: Program) -> list[str]:
    return [str(step) for step in one.steps]


def shared(one: Program) -> Program:
    return without_repeats(one, range(1, len(one) + 1), TWO, "small")[0]


def answers(one: Program, seed: int) -> list[object]:
    draw, calculator, seen = random.Random(seed), Calculator("15C"), list[object]()
    calculator.load(one)
    for _ in range(6):
        calculator.press(f"{draw.randrange(1000)} GSB {draw.choice('AB')}")
        seen.append(calculator.state.x)
    return seen


TEXT = f"LBL A, {DIGITS.format(1, 2)}, x², RTN, LBL B, {DIGITS.format(3, 1)}, √x, RCL + 3, RTN"


def test_both_entries_get_the_same_registers() -> None:
    given, made = renamed(TEXT)
    assert lines(made)[15:] == [*DIGITS.format(1, 2).replace("-", "−").split(", "), "√x", "RCL + 1", "RTN"]
    assert lines(made)[:14] == lines(given)[:14]
    assert len(shared(made)) < len(shared(given)) == len(given)
    for seed in range(5):
        assert answers(given, seed) == answers(shared(made), seed)


@pytest.mark.parametrize(
    ("text", "operands"),
    [
        (TEXT.replace("3", "5"), "5"),
        (TEXT.replace("LBL B, STO 3", "LBL B, STO + 3"), "3"),
        (TEXT.replace("x², RTN", "x², GTO 0").replace("√x, ", "LBL 0, "), "123"),
        (TEXT.replace("√x, ", "CLEAR REG, "), "123"),
        (TEXT.replace("√x, ", "Σ+, "), "123"),
    ],
    ids=["a register of the module", "read before", "both run on to a line", "all registers", "sums"],
)
def test_what_must_not_change_stays(text: str, operands: str) -> None:
    given, made = renamed(text)
    for one, other in zip(given.steps, made.steps, strict=True):
        assert one == other or one.operand not in operands
    for seed in range(5):
        assert answers(given, seed) == answers(made, seed)


def test_a_value_that_a_loop_holds_is_renamed_in_all_of_it() -> None:
    text = TEXT.replace("-, √x", "-, STO 4, LBL 1, RCL - 1, x>0, GTO 1, RCL 4, √x")
    given, made = renamed(text)
    assert made != given
    for seed in range(20):
        assert answers(given, seed) == answers(made, seed)


def test_the_11c_computes_in_few_registers() -> None:
    sums = "STO {0}, x², STO + {0}, x², STO + {0}, RCL {0}, √x, INT"
    text = f"LBL A, {sums.format(1)}, RTN, LBL B, {sums.format(2)}, 1, +, RTN"
    assert renamed(text, Model.HP11C)[0] != renamed(text, Model.HP11C)[1]
    above = "STO {0}, x², RCL {0}, +, RCL {0}, √x, INT, x², INT"
    text = f"LBL A, {above.format('.1')}, RTN, LBL B, {above.format(2)}, STO + 2, RCL 2, RTN"
    given, made = renamed(text, Model.HP11C)
    assert made == given


def test_for_speed_it_stays() -> None:
    given = program(TEXT)
    assert with_equal_registers(given, range(1, 30), TWO, "fast", {"kept": "5"})[0] == given
    assert with_equal_registers(given, range(1, 30), TWO, "small", None)[0] == given


LOOP = "    y = x / 2\n    while abs(y * y - x) > 0.0001:\n        y = (y + x / y) / 2\n"
ROOTS = f'@program("A")\ndef f(x):\n{LOOP}    return y\n@program("B")\ndef g(x, z):\n{LOOP}    return y * z\n'


@pytest.mark.slow
def test_two_entries_with_one_loop_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the pass the loop stands twice."""
    module = module_of(ROOTS)
    made = compile_module(module).program
    agree(module, made, calls=20)
    monkeypatch.setattr(
        "generator.compiler.passes.with_equal_registers", lambda given, sources, *_: (given, sources, [])
    )
    assert len(made) < len(compile_module(module).program)
