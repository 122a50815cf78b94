"""Matrices: the source run as Python and searches of every width agree, and so do their Errors."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from generator.compiler.front import SourceError
from generator.compiler.tree.text import text, without_margin
from generator.language import det, dim, inverse, matrix, size, transpose
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator
from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from tests.support.searched import agree, searched
from tests.support.shares import firsts

HEAD = (
    "from generator.language import array, det, dim, inverse, matrix, program, register, size, transpose\n"
    "a = matrix('A')\nb = matrix('B')\nc = matrix('E')\nkept = register()\n"
)
FORMS = {
    "elements": "@program('A')\ndef one(x, n):\n    dim(a, 2, 3)\n    a[1, 3] = x\n    a[2, 1] += n\n"
    "    a[2, 2], a[1, 1] = a[1, 3] + 1, 7 * x\n    rows, columns = size(a)\n"
    "    return a[1, 1] - a[2, 2] * rows, a[2, 1] + columns\n"
    "@program('B')\ndef two(i):\n    return a[i, 1] + 1 / i\n",
    "whole matrices": "@program('A')\ndef one(x, n):\n    dim(a, 2, 2)\n    a[:] = x\n    a[1, 2] = n\n"
    "    b[:] = a\n    c[:] = a @ b\n    b[:] = c - a\n    c[:] = a + b\n    a[:] = -c\n"
    "    b[:] = transpose(a)\n"
    "    return a[1, 2], b[1, 2] + c[2, 1]\n",
    "with numbers": "@program('A')\ndef one(x, n):\n    dim(a, 1, 2)\n    a[1, 1] = n\n    c[:] = 2 * a\n"
    "    b[:] = a / x\n    a[:] = a + 3\n    b[:] = b - n\n    b += 1\n    c[:] = x - c\n    c *= n + 1\n"
    "    return a[1, 1], b[1, 2], c[1, 1]\n".replace("b += 1", "b[:] += 1").replace("c *=", "c[:] *="),
    "equations": "def filled(x, n):\n    dim(a, 2, 2)\n    dim(b, 2, 1)\n    a[1, 1] = x\n    a[1, 2] = n\n"
    "    a[2, 1] = 3\n    a[2, 2] = x - n\n    b[:] = 1\n    return x\n"
    "@program('A')\ndef one(x, n):\n    y = filled(x, n)\n    c[:] = b / a\n    return c[1, 1], c[2, 1]\n"
    "@program('B')\ndef two(x, n):\n    y = filled(x, n) + filled(n, x)\n    c[:] = inverse(a)\n"
    "    d = det(a)\n    return y * c[1, 2], d\n"
    "@program('C')\ndef three(x, n):\n    filled(x, n)\n    c[:] = a\n    return det(c, b)\n",
}


@pytest.mark.first
@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_python_and_plain_code_agree(source: str) -> None:
    module = front.parse(HEAD + source)
    agree(module, quick_code(module).program, calls=60, least=50, seed=5)


@pytest.mark.slow
@pytest.mark.parametrize("name", firsts(["whole matrices", "elements"]))
def test_the_search_agrees_too(name: str) -> None:
    module = front.parse(HEAD + FORMS[name])
    agree(module, searched(module).program, calls=60, seed=5)


@pytest.mark.slow
def test_what_is_read_of_a_matrix_stays_before_what_changes_it() -> None:
    """Equal elements on both sides of a change, in one function and through a called one."""
    module = front.parse(
        HEAD + "def change(x):\n    a[1, 1] = x\n    return x\n"
        "@program('A')\ndef one(x, n):\n    dim(a, 1, 1)\n    a[1, 1] = n\n    before = a[1, 1]\n"
        "    change(x)\n    middle = a[1, 1]\n    a[1, 1] += 1\n    return before, middle, a[1, 1]\n"
    )
    for made in (generate(module, effort=0).program, quick_code(module).program):
        agree(module, made)


def test_the_place_of_an_element_is_computed_before_what_is_added() -> None:
    module = front.parse(
        HEAD + "at = 0\ndef turn(x):\n    global at\n    at = 3 - at\n    return x\n"
        "@program('A')\ndef one(x, n):\n    global at\n    at = 1\n    dim(a, 2, 2)\n    a[:] = 2\n"
        "    a[at, 1] += turn(x)\n    a[turn(1), at] *= turn(n)\n"
        "    return a[1, 1], a[1, 2], a[2, 1], a[2, 2]\n"
    )
    agree(module, quick_code(module).program)


def test_what_is_typed_where_a_matrix_is_shown_has_a_name() -> None:
    body = "@program('A')\ndef f(n):\n    dim(a, 2, 2)\n    x = ask(a)\n    return x - n\n"
    module = front.parse(HEAD.replace("import", "import ask,") + body)
    calculator = Calculator()
    calculator.load(quick_code(module).program)
    calculator.press("5 GSB A 12 R/S")
    assert calculator.x == 7


def test_python_has_the_calculators_digits_and_errors() -> None:
    calculator = Calculator()
    calculator.press("2 ENTER DIM A 3 STO MATRIX A 1 STO 0 STO 1 7 STO A RCL MATRIX A MATRIX 9")
    with running_on(PythonMachine()):
        one = matrix("A")
        dim(one, 2, 2)
        one[:] = value(3)
        one[1, 1] = value(7)
        other = matrix("B")
        other[:] = transpose(one)
        assert det(one) == calculator.x
        assert repr(other) == "matrix B: [7, 3; 3, 3]"
        assert size(other) == (Number.of(2), Number.of(2))
        other[:] = inverse(one)
        with pytest.raises(CalculatorError, match="Error 3"):
            other[3, 1]
        dim(other, 1, 2)
        with pytest.raises(CalculatorError, match="Error 11"):
            other[:] = other / one


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    return a + 1", "take one element: `a[1, 1]`"),
        ("    return a[1]", "write `a[1, 1]`"),
        ("    c[:] = a @ b + a\n    return 1", "does one operation with matrices at a time"),
        ("    return 2 * det(a)", "write `x = det(...)` before, and x here"),
        ("    return inverse(a)", "assign it: `b[:] = inverse(a)`"),
        ("    dim(x, 2, 2)\n    return 1", "write `dim(a, rows, columns)`"),
        ("    c = a\n    return 1", "c is a matrix"),
    ],
)
def test_what_is_refused_says_what_to_write(body: str, said: str) -> None:
    with pytest.raises(SourceError) as fault:
        front.parse(f"{HEAD}@program('A')\ndef f(x):\n{body}\n")
    assert said in str(fault.value)


def test_two_names_for_one_matrix_are_refused() -> None:
    with pytest.raises(SourceError, match="a and d are both matrix A"):
        front.parse(HEAD + "d = matrix('A')\n@program('A')\ndef f(x):\n    return d[1, 1]\n")


@pytest.mark.parametrize(("pinned", "holds"), [("register(0)", "R0 holds the row"),
                                                ("register(1)", "R1 holds the column"),
                                                ("array(2, at=0)", "R0 holds the row")])  # fmt: skip
def test_nothing_stands_where_the_place_of_an_element_is(pinned: str, holds: str) -> None:
    """The listing would change it: MATRIX 1 stores 1 in R0 and R1, and each element moves them on."""
    words = "from generator.language import first_element, take_next\n"
    source = f"{words}{HEAD}p = {pinned}\n@program('A')\ndef f(x):\n    dim(a, 2, 2)\n"
    assert front.parse(f"{source}    return a[1, 2]\n")
    with pytest.raises(SourceError, match=holds):
        front.parse(f"{source}    first_element()\n    x, more = take_next(a)\n    return x\n")


def test_the_text_of_the_tree_is_a_source_again() -> None:
    for source in FORMS.values():
        module = front.parse(HEAD + source)
        assert front.parse(without_margin(text(module))).functions == module.functions


def test_a_function_that_returns_a_matrix_cannot_be_called() -> None:
    source = "def twice():\n    c[:] = a * 2\n    return c\n@program('A')\ndef one(x):\n    return twice()\n"
    with pytest.raises(SourceError, match="twice returns a matrix, so that no function can call it"):
        front.parse(HEAD + source)
