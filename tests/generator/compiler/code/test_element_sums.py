"""Arithmetic into elements of arrays."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.code import generate
from generator.compiler.code.arrays import place_arrays
from hp15c.table.models import Model
from tests.support.searched import agree

HEAD = (
    "from generator.language import array, assume, pause, program\na = array(4)\n"
    '@program("A")\ndef change(i, x):\n    assume(0 <= i <= 2)\n'
)


@pytest.mark.first
@pytest.mark.parametrize(
    ("body", "into", "recalls"),
    [
        ("    a[i] += x\n", ["STO + (i)"], 0),
        ("    a[i] -= 1\n    a[i + 1] = a[i + 1] * x\n", ["STO − (i)", "STO × (i)"], 0),
        ("    if a[i] > 0:\n        pause(x)\n    a[i] = 2 + a[i]\n", ["STO + (i)"], 1),
        ("    a[i] += a[i]\n", ["STO + (i)"], 1),
        ("    a[i] = x - a[i]\n", [], 1),
        ("    y = a[i]\n    a[i + 1] = 3\n    a[i] = y + 1\n", [], 1),
        ("    y = a[i] + x\n    a[i] = y\n    a[i + 1] = y\n", [], 1),
        ("    y = a[i]\n    a[i + 1] = y + 1\n", [], 1),
    ],
    ids=["sum", "others", "used before", "itself", "from", "a store between", "used after", "another"],
)
def test_what_is_arithmetic_into_an_element(body: str, into: list[str], recalls: int) -> None:
    module = front.parse(f"{HEAD}{body}    pause(a[0])\n    pause(a[1])\n    return a[2]\n")
    program = generate(place_arrays(module, Model.HP15C), effort=0).program
    lines = [str(one) for one in program.steps]
    assert [one for one in lines if one.startswith("STO") and one.endswith(" (i)") and len(one) > 7] == into
    assert lines.count("RCL (i)") == recalls
    agree(module, program, least=11, engines=("reference", "source"))
