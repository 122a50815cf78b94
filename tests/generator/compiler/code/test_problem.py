"""Code generation numbers what it schedules in the order of the graph."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import sides
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.driver import compile_module
from hp15c.numbers.number import ZERO, Number
from tests.support.compiled_sources import COMPILED
from tests.support.searched import searched


@pytest.mark.slow
def test_a_source_gives_one_listing_wherever_its_graph_lies_in_memory() -> None:
    found, held = set(), []
    for number in range(5):
        held += [[object() for _ in range(1000 + 777 * number)], [bytearray(37 * number + 1)] * 300]
        text = compile_module(front.read(COMPILED / "digital_root.py"), effort=0).text
        found.add((text, searched(front.read(COMPILED / "kepler.py")).program.steps))
    assert len(found) == 1


@pytest.mark.parametrize("body", ["return a[i] + q", "a[i] = 3\n    return q", "a[i] += 3\n    return q"])
def test_a_division_that_fails_comes_before_an_index_outside_of_its_array(body: str) -> None:
    source = "from generator.language import array, program\na = array(5)\n@program('A')\ndef f(i, n):\n"
    module = front.parse(f"{source}    q = 12 / n\n    {body}\n")
    tally = CallTally()
    call = EntryCall("A", (Number.of(50), ZERO))
    assert compare([call], *sides(module, searched(module).program), tally) is None
    assert tally.ends == {"Error 0": 1}


def test_the_negative_of_a_number_that_a_test_compares_is_made_of_it() -> None:
    """round(x): 0.5 where x is not below it, else -0.5, is added before INT."""
    source = "from generator.language import program\n@program('A')\ndef whole(x):\n    return round(x)\n"
    lines = ["LBL A", ".", "5", "x>y", "CHS", "+", "INT", "RTN"]
    assert list(map(str, compile_module(front.parse(source), effort=0.5).program.steps)) == lines
