"""Marks that are at hand: which are taken, and which numbers stay as they are."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.marks_at_hand import marks_of, with_marks_at_hand
from generator.compiler.tree import ir
from hp15c.listing.program import Program
from tests.support.tree_pairs import module_of

SOURCE = """a = array(3)
@program("A")
def f(x):
    for i in range(3):
        a[i] = x % 10
        x //= 10
    for i in range(3):
        if a[i] == 4:
            a[i] = 11
    return x
"""
REGISTERS = {"a[0]": "20", "a[1]": "21", "a[2]": "22"}
MARKED = "LBL A, 1, 9, STO 1, R↓, RCL + 1, STO I, 1, 1, STO (i), RCL 1, RTN"
LATER = MARKED.replace("STO I, 1", "STO I, RCL 1, √x, STO 2, 1")


def module(source: str = SOURCE, marks: dict[str, tuple[int, int]] | None = None) -> ir.Module:
    return replace(module_of(source), marks={"a": (11, 10)} if marks is None else marks)


def made(text: str, form: ir.Module | None = None, registers: dict[str, str] = REGISTERS) -> str:
    given = Program.parse("\n".join(text.split(", ")))
    form = form or module()
    found, sources, told = with_marks_at_hand(given, range(len(given)), form, form, registers)
    assert len(sources) == len(found)
    assert bool(told) == (found != given)
    return ", ".join(str(one) for one in found.steps)


def test_the_number_of_the_register_is_a_mark() -> None:
    assert made(MARKED) == MARKED.replace("STO I, 1, 1,", "STO I,")
    assert made(LATER) == LATER.replace("1, 1, STO (i)", "RCL I, STO (i)")


def test_a_number_in_a_register_is_a_mark() -> None:
    low = {"a[0]": "6", "a[1]": "7", "a[2]": "8"}
    assert made(MARKED, registers=low) == MARKED.replace("1, 1, STO (i)", "RCL 1, STO (i)")
    other = SOURCE.replace("return x", "return x + 19")
    assert made(MARKED, module(other), low) == MARKED
    assert made(MARKED.replace("1, 9, STO 1", "1, 5, CHS, STO 1"), registers=low).count("1, 1, STO (i)") == 1


def test_what_another_value_may_equal_is_no_mark() -> None:
    no_register = MARKED.replace("1, 9, STO 1, R↓, RCL + 1", "RCL + 1")
    assert made(no_register, module(SOURCE.replace("return x", "return x + 21"))) == no_register
    assert made(no_register, module(marks={"a": (11, 25)})) == no_register


def test_a_mark_that_is_needed_or_stands_for_something_else_stays() -> None:
    needed = MARKED.replace("RCL 1, RTN", "RCL + 1, RTN")
    assert made(needed) == needed
    assert marks_of(module())[0] == {"a": (11, 10)}
    assert marks_of(module(SOURCE.replace("== 4", "== 11")))[0] == {}
    assert marks_of(module(SOURCE.replace("x % 10", "x")))[0] == {}
    assert marks_of(module(SOURCE.replace("x % 10", "10 + 1")))[0] == {}
    assert made(MARKED, module(marks={})) == MARKED
