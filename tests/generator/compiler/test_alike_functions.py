"""Functions that differ in numbers call one function, and the listing does what the source does."""

from __future__ import annotations

import pytest

from generator.compiler.alike_functions import share_functions
from generator.compiler.driver import compile_module
from tests.support.searched import agree
from tests.support.tree_pairs import module_of, same, shown

LOOP = """
@program("{label}")
def {name}(n):
    made = 0
    place = 1
    while n > 0:
        made += place * (n % {base})
        place *= {times}
        n //= {base}
    return made
"""
CALLS = """
@program("A")
def binary(n):
    return alike(n, 2, 10)

@program("B")
def decimal(n):
    return alike(n, 10, 2)

def alike(n, number, number_2):
    made = 0
    place = 1
    while n > 0:
        made += place * (n % number)
        place *= number_2
        n //= number
    return made
"""


def pair(**second: object) -> str:
    wanted = {"label": "B", "name": "decimal", "base": 10, "times": 2} | second
    return LOOP.format(label="A", name="binary", base=2, times=10) + LOOP.format(**wanted)


def test_numbers_become_arguments() -> None:
    made, told = share_functions(module_of(pair()))
    assert shown(made) == same(CALLS)
    assert len(told) == 1
    renamed = pair().replace("made", "total", 3)
    assert shown(share_functions(module_of(renamed))[0]) == same(CALLS.replace("made", "total"))


@pytest.mark.parametrize(
    "source",
    [
        pair(times="n"),
        pair().replace("n > 0", "n >= 0", 1),
        pair().replace("    return made", "    return n", 1),
        "a = array(4)\n" + pair().replace("made +=", "a[1] +=", 1).replace("made +=", "a[2] +="),
        '@program("A")\ndef f(x):\n    return x + 1\n\n@program("B")\ndef g(x):\n    return x + 2\n',
        LOOP.format(label="A", name="binary", base=2, times=10),
    ],
    ids=["a name", "a relation", "another result", "an index", "small", "alone"],
)
def test_others_stay(source: str) -> None:
    module = module_of(source)
    assert share_functions(module) == (module, ())


@pytest.mark.slow
def test_both_entries_share_their_loop() -> None:
    module = module_of(pair())
    program = compile_module(module).program
    assert len(program) < 42
    agree(module, program, calls=60, least=20, engines=("reference", "source"))
