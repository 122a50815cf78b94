"""Code generation numbers what it schedules in the order of the graph."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
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
