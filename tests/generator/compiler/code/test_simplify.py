"""Operations in their simplest form: fewer lines, the same digits."""

from __future__ import annotations

import pytest

from generator.compiler.driver import compile_module
from tests.support.searched import agree
from tests.support.tree_pairs import function, module_of


@pytest.mark.first
@pytest.mark.parametrize(
    ("formula", "lines"),
    [
        ("x * 0.001", ["EEX", "3", "÷"]),
        ("0.00001 * x", ["EEX", "5", "÷"]),
        ("x / 0.01", ["EEX", "2", "×"]),
        ("x * 1000", ["EEX", "3", "×"]),
        ("x / 0.1", [".", "1", "÷"]),
        ("x * -0.0001", ["1", "CHS", "EEX", "4", "÷"]),
        ("x / -0.002", ["5", "0", "0", "CHS", "×"]),
        ("0.5 * x", ["2", "÷"]),
        ("x * -0.25", ["4", "CHS", "÷"]),
        ("x / 0.125", ["8", "×"]),
        ("x * 3.141592654", ["π", "×"]),
        ("-1 / x", ["1/x", "CHS"]),
        ("x * 3.14159", [*"3.14159", "×"]),
    ],
)
def test_a_number_takes_the_fewest_keys(formula: str, lines: list[str]) -> None:
    """10 and 0.1 take as many keys, and a number without an exact inverse has other digits as a quotient."""
    module = module_of(function(f"return {formula}"))
    program = compile_module(module, effort=0).program
    assert [str(one) for one in program.steps[1:-1]] == lines
    agree(module, program, calls=200)


@pytest.mark.parametrize(
    ("formula", "line", "times"),
    [
        ("sqrt(x * y + 3) + y * x", "×", 1),
        ("(1 - sqrt(5 - x * y)) / (y * -x)", "×", 1),
        ("x * y + sqrt(4 - x * -y)", "CHS", 0),
        ("1 / (x + y) + sqrt(y + x)", "+", 2),
        ("(-x) ** 2 / abs(-y)", "CHS", 0),
        ("y + -x * 3", "CHS", 0),
        ("(x - y) ** 2 + (y - x) * 3", "−", 2),
    ],
)
def test_products_and_sums_are_computed_once_whatever_their_signs_and_order(
    formula: str, line: str, times: int
) -> None:
    module = module_of(function(f"return {formula}", parameter="x, y"))
    program = compile_module(module).program
    names = [one.name.removeprefix("RCL ").removeprefix("STO ") for one in program.steps]
    assert names.count(line) == times
    agree(module, program, calls=200)


@pytest.mark.first
def test_a_remainder_is_compared_with_0_as_the_difference_that_recalls_its_number() -> None:
    """By hand, after STO 0: 4, ÷, INT, 4, ×, RCL − 0, x≠0, GTO 1, and for the others RCL 0 first."""
    tests = " and ".join(f"x % {one} == 0" for one in (4, 6, 9))
    module = module_of(function(f"if {tests}:\n    return 1\nreturn x"))
    program = compile_module(module, effort=0).program
    assert [str(one) for one in program.steps].count("RCL − 0") == 3
    assert len(program) <= 2 + 3 * 9 - 1 + 5
    agree(module, program, calls=200)
