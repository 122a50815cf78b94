"""Complex numbers: the source run as Python, the search at its narrowest and a wider one agree."""

from __future__ import annotations

import random

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.front import SourceError
from generator.compiler.tree.text import text, without_margin
from generator.language import complex_number, ln, sqrt
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from tests.support.searched import agree, searched
from tests.support.shares import firsts

HEAD = (
    "from generator.language import array, ask, complex_number, cos, exp, ln, program, register, sin, sqrt\n"
    "kept = register()\ndef half(x):\n    return x / 2\n"
)
FORMS = {
    "operations": "    z = complex_number(x, n)\n    w = 2 * z + complex_number(1, x) / z - n\n"
    "    return w * z, abs(w) + z.imag\n",
    "functions": "    z = sqrt(complex_number(x, n))\n    w = ln(z)\n    z **= w\n"
    "    z = sin(z) + 1 / exp(w)\n"
    "    return z**2, (2**w).real\n",
    "a loop whose test needs one": "    z = complex_number(x, n)\n    count = 0\n"
    "    while abs(z) < 3 and count < 4:\n        z = z**2 + complex_number(0.1, 0.4)\n        count += 1\n"
    "        if z.real > 2:\n            continue\n        z *= 1.5\n    return count, z.imag\n",
    "exchanged, compared, chosen": "    z, w = complex_number(x, n), complex_number(n, x)\n    z, w = w, -z\n"
    "    if z == w or -w == z:\n        return 7\n    if z != complex_number(n, x):\n        return 8\n"
    "    y = half(z.real) if x > 1 else 3\n    return y + abs(w * z)\n",
    "choices within expressions": "    z = complex_number(x, n)\n"
    "    y = 3 + (abs(1 / z) if x > 0 else 2 if n > 1 else z.imag) * 2\n"
    "    if x > 0 and (z.real if n > 2 else z.imag) > 3 or n == 1:\n        return 1\n"
    "    while (abs(z) if x > 0 else 0) > 1:\n        z /= 2\n"
    "    return y - (z.real if z.imag == 0 else abs(z))\n",
    "a product with itself": "    z = complex_number(x, n)\n    w = z * z\n    z = w * w - z\n"
    "    z *= z\n    return w * z, abs(z)\n",
    "a sum over a loop": "    global kept\n    z = complex_number(0, 0)\n    for i in range(3):\n"
    "        z += complex_number(x, i) / (i + 1)\n        kept = abs(z)\n    return z\n",
}


@pytest.mark.first
@pytest.mark.parametrize("body", FORMS.values(), ids=FORMS)
def test_python_and_plain_code_agree(body: str) -> None:
    module = front.parse(f"{HEAD}@program('A')\ndef one(x, n):\n{body}")
    agree(module, quick_code(module).program, calls=50, least=40, seed=5)
    assert front.parse(without_margin(text(module))).functions == module.functions


@pytest.mark.slow
@pytest.mark.parametrize("name", firsts(["exchanged, compared, chosen", "operations"]))
def test_the_search_agrees_too(name: str) -> None:
    module = front.parse(f"{HEAD}@program('A')\ndef one(x, n):\n{FORMS[name]}")
    agree(module, searched(module).program, calls=50, seed=5)


def test_a_product_with_itself_joins_the_parts_once() -> None:
    source = f"{HEAD}@program('A')\ndef one(x, n):\n    z = complex_number(x, n)\n    return (z * z).real\n"
    lines = [str(one) for one in quick_code(front.parse(source)).program.steps]
    assert lines.count("I") == 1
    assert "I ENTER ×" in " ".join(lines)


def test_complex_mode_is_left_behind_each_operation() -> None:
    """Real numbers after a complex one are real again: the root of a negative one is Error 0."""
    module = front.parse(
        f"{HEAD}@program('A')\ndef one(x, n):\n    z = complex_number(x, n) ** 2\n    return sqrt(z.real)\n"
    )
    found = check(module, quick_code(module).program, 50, random.Random(5), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.errors


def test_python_has_the_calculators_digits() -> None:
    calculator = Calculator()
    calculator.press("3 ENTER 4 I LN 7 ENTER 2 CHS I ÷")
    with running_on(PythonMachine()):
        z = ln(complex_number(3, 4)) / complex_number(7, -2)
        assert z.real == calculator.x
        calculator.press("Re↔Im")
        assert z.imag == calculator.x
        with pytest.raises(CalculatorError, match="Error 0"):
            z / complex_number(0, 0)
        with pytest.raises(CalculatorError, match="Error 0"):
            sqrt(value(Number.of(-1)))


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    z = complex_number(x, 1)\n    return half(z)", "write its part, `z.real` or `z.imag`"),
        ("    z = complex_number(x, 1)\n    z = 3\n    return abs(z)", "write `z = complex_number(x, 0)`"),
        ("    z = complex_number(x)\n    return z", "a complex number has two parts"),
        ("    z = complex_number(x, 1)\n    return z // 2", "complex numbers have + - * / and **"),
        ("    z = complex_number(x, 1)\n    if x > 0 and abs(z * z) > 2:\n        x = 1\n    return x",
         "assign it to a name in a statement before"),
        ("    z = complex_number(x, 1)\n    return ask(1) + abs(z * z)", "a call beside a complex number"),
        ("    x = complex_number(x, 1)\n    return abs(x)", "holds a complex number later"),
        ("    global kept\n    kept = complex_number(x, 1)\n    return 1", "write its part"),
    ],
)  # fmt: skip
def test_what_is_refused_says_what_to_write(body: str, said: str) -> None:
    with pytest.raises(SourceError) as fault:
        front.parse(f"{HEAD}@program('A')\ndef f(x):\n{body}\n")
    assert said in str(fault.value)
