"""A candidate remembers the steps that led to it."""

from __future__ import annotations

from generator.compiler.loops.candidates import Candidate
from tests.support.tree_pairs import function, module_of


def test_steps_are_told_in_order_and_the_first_candidate_stays() -> None:
    one, other = module_of(function("return x")), module_of(function("return x + 1"))
    first = Candidate("it", one)
    last = first.with_module(other, "one", "two").with_module(one, "three")
    assert (last.name, last.module, last.story) == ("it", one, ("one", "two", "three"))
    assert first.story == ()
