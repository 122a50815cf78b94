"""Loops over all elements of a matrix as passes from place to place."""

from __future__ import annotations

import random
from textwrap import indent

import pytest

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.driver import compile_module
from generator.compiler.tree.element_order import relies_on_sizes, with_elements_in_order
from generator.compiler.tree.ir import Module
from generator.compiler.validation import certificate
from generator.compiler.validation.check import check as check_certificate
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import NotProved

HEAD = "from generator.language import *\na = matrix('A')\nb = matrix('B')\nc = matrix('C')\n"


def module(body: str, before: str = "", parameters: str = "n, x") -> Module:
    """A module with a program A of this body."""
    return front.parse(
        f"{HEAD}{before}\n@program('A')\ndef f({parameters}):\n{indent(body.strip(), '    ')}\n"
    )


ASKED = """
dim(a, 2, 3)
for i in range(1, 3):
    for j in range(1, 4):
        a[i, j] = ask(10 * i + j)
return det(b)
"""
ASKED_AFTER = """
dim(a, 2, 3)
first_element()
while True:
    more = put_next(a, ask(10 * row() + column()))
    if more == 0:
        break
return det(b)
"""
FROM_0 = """
dim(a, n, n + 1)
dim(b, n, 1)
for i in range(n):
    for j in range(n + 1):
        a[i + 1, j + 1] = ask(i + 1 - j)
for i in range(n):
    b[i + 1, 1] = x
"""
FROM_0_AFTER = """
dim(a, n, n + 1)
dim(b, n, 1)
if n >= 1 and n + 1 >= 1:
    first_element()
    while True:
        more = put_next(a, ask(row() - (column() - 1)))
        if more == 0:
            break
if n >= 1:
    first_element()
    while True:
        more = put_next(b, x)
        if more == 0:
            break
"""
ASKED_SIZE = """
rows, columns = size(a)
total = 0
for i in range(1, rows + 1):
    for j in range(1, columns + 1):
        total += a[i, j]
        a[i, j] = total * b[j, i] + c[i, j]
        b[i, j] = i
for i in range(1, rows + 1):
    for j in range(1, columns + 1):
        a[i, j] += 1
return total
"""
ASKED_SIZE_AFTER = """
rows, columns = size(a)
total = 0
if rows > 0:
    first_element()
    while True:
        total += here(a)
        put_here(a, total * b[column(), row()] + here(c))
        put_here(b, row())
        element, more = take_next(a)
        if more == 0:
            break
    while True:
        more = put_next(a, here(a) + 1)
        if more == 0:
            break
return total
"""
SOLVED = """
dim(a, 2, 2)
dim(b, 2, 1)
c[:] = b / a
for i in range(1, 3):
    show(c[i, 1])
for k in range(2):
    for i in range(1, 3):
        b[i, 1] = k
"""
SOLVED_AFTER = """
dim(a, 2, 2)
dim(b, 2, 1)
c[:] = b / a
first_element()
while True:
    show(here(c))
    element, more = take_next(c)
    if more == 0:
        break
for k in range(2):
    first_element()
    while True:
        more = put_next(b, k)
        if more == 0:
            break
"""
STORED = """
dim(a, 2, 2)
dim(b, 2, 1)
dim(c, n, n)
a[1, 1] = x
total = n + x
a[1, 2] = ask(total)
a[2, 1] = a[1, 1] + n
a[2, 2] = 0
b[1, 1] = a[1, 2]
b[2, 1] = n
a[1, 2] = n
a[1, 1] = x
dim(b, 2, 1)
a[1, 2] = n
c[1, 1] = x
c[1, 2] = x
a[1, 1] = x
a[1, 2] = n
a[2, 2] = x
a[2, 1] = 3
return det(a)
"""
STORED_AFTER = """
dim(a, 2, 2)
dim(b, 2, 1)
dim(c, n, n)
first_element()
put(a, x)
total = n + x
put(a, ask(total))
put(a, a[1, 1] + n)
put_here(a, 0)
first_element()
put(b, a[1, 2])
put_here(b, n)
a[1, 2] = n
a[1, 1] = x
dim(b, 2, 1)
a[1, 2] = n
c[1, 1] = x
c[1, 2] = x
first_element()
put(a, x)
put(a, n)
a[2, 2] = x
put_here(a, 3)
return det(a)
"""
READ = """
dim(a, 2, 2)
dim(b, 2, 1)
dim(c, 3, 3)
x = a[1, 1] * a[2, 2] - a[1, 2] * a[2, 1]
n = b[1, 1]
show(b[2, 1])
n = c[1, 1] + c[1, 2] + c[2, 2] + c[1, 1]
x += ask(n) * a[1, 1] + c[1, 2]
pause(b[2, 1])
if n > b[1, 1]:
    b[1, 1] = b[1, 1] + b[2, 1]
    b[2, 1] = n
return b[1, 1], b[2, 1], x
"""
READ_AFTER = """
dim(a, 2, 2)
dim(b, 2, 1)
dim(c, 3, 3)
first_element()
element_1 = take(a)
element_2 = take(a)
element_3 = take(a)
element_4 = here(a)
x = element_1 * element_4 - element_2 * element_3
first_element()
element_5 = take(b)
n = element_5
element_6 = here(b)
show(element_6)
first_element()
element_7 = take(c)
element_8 = here(c)
n = element_7 + element_8 + c[2, 2] + element_7
x += ask(n) * a[1, 1] + c[1, 2]
pause(b[2, 1])
if n > b[1, 1]:
    first_element()
    element_9 = take(b)
    element_10 = here(b)
    first_element()
    put(b, element_9 + element_10)
    put_here(b, n)
first_element()
element_11 = take(b)
element_12 = here(b)
return element_11, element_12, x
"""
PAIRS = {
    "one by one": (STORED, STORED_AFTER),
    "read": (READ, READ_AFTER),
    "numbers": (ASKED, ASKED_AFTER),
    "from 0": (FROM_0, FROM_0_AFTER),
    "sizes that are asked": (ASKED_SIZE, ASKED_SIZE_AFTER),
    "what operations give": (SOLVED, SOLVED_AFTER),
}


@pytest.mark.first
@pytest.mark.parametrize(("before", "after"), PAIRS.values(), ids=PAIRS)
def test_loops_become_a_pass(before: str, after: str) -> None:
    """Where an element is known to follow, `put` and `take` leave no line out."""
    made = repr(with_elements_in_order(module(before)).functions)
    assert made.replace("_on'", "'") == repr(module(after).functions)


def asked(loops: str, size: str = "dim(a, 2, 3)", behind: str = "") -> str:
    """A size, a nest of two loops, and what stands after it."""
    return f"{size}\n{loops}\n{behind}"


def two_programs(given: str, body: str) -> Module:
    """A module with one program that gives a its size, and one with a body."""
    head = f"{HEAD}@program('B')\ndef g(x):\n{indent(given, '    ')}\n"
    return front.parse(f"{head}@program('A')\ndef f(x):\n{indent(body, '    ')}\n")


SHOWN = "for j in range(1, 4):\n    show(a[1, j])"
SEEN = "for j in range(1, 4):\n    if x > 0:\n        show(a[1, j])"


@pytest.mark.parametrize(
    ("given", "body", "passes"),
    [
        ("dim(a, 1, 3)", SHOWN, True),
        ("dim(a, 1, 3)\ndim(b, 3, 3)\nc[:] = a @ b\na[:] = c\nclear_matrices()", SHOWN, True),
        ("dim(a, 1, x)", SHOWN, False),
        ("dim(a, 1, 3)\na[:] = transpose(a)", SHOWN, False),
        ("dim(a, 1, 3)\ndim(b, 3, x)\nc[:] = a @ b\na[:] = c", SHOWN, False),
        ("dim(a, 1, 3)\ndim(a, 3, 1)", SHOWN, False),
        ("dim(a, 1, 3)", SEEN, False),
        ("dim(a, 1, 3)", "return a[1, 1], a[1, 2]", True),
        ("dim(a, 1, 3)", "return 1 / x, a[1, 1] + a[1, 2]", False),
    ],
    ids=[
        *("one", "made", "asked", "changed", "made of an asked one", "two", "not used in each pass"),
        *("read", "read after what may fail"),
    ],
)
def test_a_size_of_the_whole_module(given: str, body: str, passes: bool) -> None:
    one = two_programs(given, body)
    assert (with_elements_in_order(one) is not one) == passes
    assert relies_on_sizes(one) == passes


@pytest.mark.slow
def test_a_pass_over_no_elements_ends_in_the_same_error() -> None:
    one = two_programs("dim(a, 1, 3)\na[1, 2] = x", SHOWN)
    program = quick_code(with_elements_in_order(one)).program
    found = check(one, program, 40, random.Random(4), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.ends.get("Error 3")


NEST = """
for i in range(1, 3):
    for j in range(1, 4):
        a[i, j] = ask(i)
"""
KEPT = {
    "the size is not known": asked(NEST, ""),
    "another size": asked(NEST, "dim(a, 3, 3)"),
    "the size changes": asked(NEST, "dim(a, 2, 3)\nif x > 0:\n    dim(a, n, n)"),
    "an operation makes another size": asked(NEST, "dim(a, 2, 3)\ndim(b, n, n)\na[:] = b"),
    "no matrix has elements": asked(
        "for i in range(1, n + 1):\n    for j in range(1, 4):\n        a[i, j] = x",
        "dim(a, n, 3)\nclear_matrices()",
    ),
    "the first element alone": "dim(a, 2, 2)\na[1, 1] = x\na[2, 1] = x",
    "a test between": "dim(a, 2, 2)\na[1, 1] = x\nif x > 0:\n    x = 1\na[1, 2] = x",
    "the columns first": asked("for j in range(1, 4):\n    for i in range(1, 3):\n        a[i, j] = x"),
    "another place": asked("for i in range(1, 3):\n    for j in range(1, 4):\n        a[j, i] = x"),
    "from the end": asked("for i in range(2, 0, -1):\n    for j in range(1, 4):\n        a[i, j] = x"),
    "it may end early": asked(f"{NEST}        if x == i:\n            break"),
    "the number of rows changes": asked(
        "for i in range(1, n + 1):\n    for j in range(1, 4):\n        a[i, j] = x\n        n = 2",
        "dim(a, n, 3)",
    ),
    "the number of rows has changed": asked(
        "for i in range(1, n + 1):\n    for j in range(1, 4):\n        a[i, j] = x", "dim(a, n, 3)\nn = x"
    ),
    "a name is read later": asked(NEST, behind="return i"),
    "the name changes": asked(f"{NEST}        j = x"),
    "the size changes inside": asked(f"{NEST}        dim(b, i, j)\n        dim(a, 2, 3)"),
    "flag 7 is in use": asked(NEST, behind="set_flag(7)"),
    "the pointers are in use": asked(NEST, behind="set_row(2)"),
    "a function works on matrices": asked(f"{NEST}        g()"),
}


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_other_loops_stay(body: str) -> None:
    one = module(body, "def g():\n    return det(b)\n")
    assert with_elements_in_order(one) is one


@pytest.mark.parametrize(
    "before", ["r = register(1)\n", "r = array(2, at=0)\n", "r = array(3)\n"], ids=["R1", "array", "free"]
)
def test_pinned_registers_stay(before: str) -> None:
    one = module(ASKED, before)
    assert (with_elements_in_order(one) is one) == ("3" not in before)


@pytest.mark.slow
@pytest.mark.parametrize("before", [one for one, _ in PAIRS.values()], ids=PAIRS)
def test_a_pass_does_what_the_loops_do(before: str) -> None:
    one = module(before)
    program = quick_code(with_elements_in_order(one)).program
    found = check(one, program, 40, random.Random(4), engines=("reference",))
    assert found.agrees, str(found.tally.disagreement)
    assert found.tally.compared > 10


@pytest.mark.slow
def test_the_listing_is_shorter_and_proved_by_passes() -> None:
    one = module(FROM_0)
    compiled = compile_module(one)
    assert any("Chosen for small: with elements in order" in line for line in compiled.explanation)
    verdict = validate(one, compiled.program, compiled.places)
    assert verdict.proof == "proven"
    assert verdict.certificate is not None
    again = certificate.read(
        certificate.write(verdict.certificate, one, compiled.program), one, compiled.program
    )
    check_certificate(again, one, compiled.program)
    steps = compiled.program.steps
    firsts = [place for place, step in enumerate(steps) if str(step) == "MATRIX 1"]
    for place, step in enumerate(steps):
        if place in firsts[1:]:
            continue  # after a whole pass the place is the first one again
        if step.user or step.operand in ("0", "1"):
            mutant = compiled.program.with_steps((*steps[:place], *steps[place + 1 :]))
            with pytest.raises(NotProved):
                check_certificate(again, one, mutant)


WRONG = {
    "row and column exchanged": ("numbers", "10 * row() + column()", "10 * column() + row()"),
    "not from the first element": ("numbers", "first_element()\n", ""),
    "another size": ("numbers", "dim(a, 2, 3)", "dim(a, 3, 2)"),
    "one element": ("numbers", "if more == 0", "if more != 0"),
    "no row": ("from 0", "if n >= 1 and n + 1 >= 1", "if n + 1 >= 1"),
    "one column further": ("from 0", "column() - 1", "column()"),
    "another element of b": ("sizes that are asked", "b[column(), row()]", "b[row(), column()]"),
    "another place": ("sizes that are asked", "put_here(b, row())", "put_here(b, column())"),
    "as many as b": ("sizes that are asked", "take_next(a)", "take_next(b)"),
    "another matrix": ("sizes that are asked", "here(a) + 1", "here(b) + 1"),
    "two rows": ("sizes that are asked", "if rows > 0", "if rows > 1"),
    "as many as a": ("what operations give", "take_next(c)", "take_next(a)"),
    "two elements exchanged": (
        "one by one",
        "put(a, a[1, 1] + n)\nput_here(a, 0)",
        "put(a, 0)\nput_here(a, a[1, 1] + n)",
    ),
    "two elements read in the wrong order": (
        "read",
        "element_7 = take(c)\nelement_8 = here(c)",
        "element_8 = take(c)\nelement_7 = here(c)",
    ),
    "an element further": (
        "read",
        "element_10 = here(b)",
        "element_10 = here(b) + 0\n    element_9 = here(b)",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_a_pass_is_proved_to_do_what_the_loops_do(name: str) -> None:
    before, after = PAIRS[name]
    code = quick_code(module(after))
    assert validate(module(before), code.program, code.registers).proof == "proven"


@pytest.mark.first
@pytest.mark.parametrize(("name", "right", "wrong"), WRONG.values(), ids=WRONG)
def test_a_wrong_pass_is_not_proved(name: str, right: str, wrong: str) -> None:
    before, after = PAIRS[name]
    assert right in after
    code = quick_code(module(after.replace(right, wrong, 1)))
    assert validate(module(before), code.program, code.registers, work=60_000).proof == "none"


@pytest.mark.slow
def test_the_size_that_another_program_gives_is_part_of_the_contract() -> None:
    given, shown = "dim(a, 1, 3)\na[1, 2] = x", SHOWN
    one = two_programs(given, shown)
    code = quick_code(with_elements_in_order(one))
    verdict = validate(one, code.program, code.registers)
    assert verdict.proof == "proven"
    assert "nobody gives a matrix another size between two runs" in verdict.reason
    for wrong in ("dim(a, 1, 2)", "dim(a, 3, 1)"):
        other = two_programs(given.replace("dim(a, 1, 3)", wrong), shown)
        assert validate(other, code.program, code.registers, work=60_000).proof != "proven"
