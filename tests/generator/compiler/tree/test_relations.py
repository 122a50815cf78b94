"""Relations: opposites and mirrors hold as their names say, for all pairs of small numbers."""

from __future__ import annotations

from itertools import product

import pytest

from generator.compiler.tree.ir import Relation
from generator.compiler.tree.relations import HOLDS, MIRRORED, NEGATED, SIGNS
from hp15c.numbers.number import Number
from hp15c.table.instructions import ROWS

PAIRS = list(product(map(Number.of, (-1, 0, 2)), repeat=2))


@pytest.mark.parametrize("relation", HOLDS)
def test_opposites_and_mirrors(relation: Relation) -> None:
    for a, b in PAIRS:
        assert HOLDS[NEGATED[relation]](a, b) is not HOLDS[relation](a, b)
        assert HOLDS[MIRRORED[relation]](b, a) is HOLDS[relation](a, b)


def test_the_calculator_has_a_test_of_each_sign() -> None:
    assert all(f"x{sign}{other}" in ROWS for sign in SIGNS.values() for other in "0y")
