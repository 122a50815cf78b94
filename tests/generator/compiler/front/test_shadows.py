"""Names of a function that hide names of the module are locals, as in Python."""

from __future__ import annotations

import random

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code

HIDING = """
from generator.language import frac, program, register

rate = register()
step = register()


@program("A")
def km(miles):
    return miles * 1.609344


@program("B")
def miles(km):
    frac = km / 1.609344
    return frac


@program("C")
def keep(rate):
    global step
    step = scaled(rate, step=2)
    return step


def scaled(value, step):
    return value * step


@program("D")
def kept(x):
    return x + step
"""


def test_they_compile_and_agree_with_python() -> None:
    module = front.parse(HIDING)
    program = quick_code(module).program
    assert check(module, program, 20, random.Random(1), engines=("reference", "source")).agrees
