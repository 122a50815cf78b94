"""The dependences of a block do not depend on how a program's variables are called."""

from __future__ import annotations

import pytest

from generator.compiler.dependences.relations import Space, dependences
from generator.compiler.dependences.units import region
from tests.support.shares import few
from tests.support.tree_pairs import function, module_of

LOOPS = """
s = 0
for i in range(4):
    a[i] = {parameter} + i
for {variable} in range({parameter}):
    s += a[{variable}]
return s
"""


def kinds(parameter: str, variable: str) -> list[tuple[str, str, str]]:
    module = module_of(function(LOOPS.format(parameter=parameter, variable=variable), "a", parameter))
    found = dependences(Space(region(module.functions["f"].body, module)))
    return sorted((one.kind, one.source.name, one.sink.name) for one in found)


def test_a_sum_over_an_array_waits_for_the_array() -> None:
    assert ("flow", "a", "s") in kinds("n", "j")


@pytest.mark.parametrize(
    "name", few(["x", "place", "element__", "rat", "implies", "infty", "nan", "mod", "floor"])
)
def test_a_name_is_only_a_name(name: str) -> None:
    """A parameter called x once made every dependence vanish: the places of arrays were called x too."""
    assert kinds(name, "j") == kinds("n", "j")
    if name != "place":
        assert kinds("n", name) == kinds("n", "j")
