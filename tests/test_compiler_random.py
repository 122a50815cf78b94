"""Random programs of the language: the source as Python, the compiler's tree and its text agree."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, Phase, given, settings

from generator.compiler import front
from generator.compiler.checking.compare import Tally, compare
from generator.compiler.checking.draws import Draws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.checking.tree_side import TreeSide
from generator.compiler.text import text, without_margin
from tests.compiler_programs import sources

PHASES = (Phase.explicit, Phase.generate, Phase.shrink)
CHECKS = tuple(HealthCheck)
MANY = 10**6


@settings(max_examples=60, deadline=None, phases=PHASES, suppress_health_check=CHECKS)
@given(sources())
def test_python_and_the_tree_agree(source: str) -> None:
    module = front.parse(source)
    again = front.parse(without_margin(text(module)))
    python = PythonSide(module)
    draws, tally = Draws(module, [], random.Random(1)), Tally()
    for tree in (TreeSide(module, operations=MANY), TreeSide(again, operations=MANY)):
        for _ in range(6):
            found = compare(draws.sequence(), python, tree, tally)
            assert found is None, str(found)
