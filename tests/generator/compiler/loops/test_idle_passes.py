"""Passes of a nest that an earlier loop has decided."""

from __future__ import annotations

import pytest

from generator.compiler.loops import idle_passes, merging
from generator.compiler.loops.nests import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from tests.support.two_loops import pair, parsed


def test_the_diagonal_is_left_out_only_when_the_first_loop_has_decided_it() -> None:
    module = parsed()
    body = module.functions["score"].body
    complete, facts = merging.same_body(pair(module), body, module)
    assert len(facts) == 2
    without = idle_passes.without_diagonal(complete)
    assert any(isinstance(node, ir.Compare) and node.relation == "!=" for node in nodes(without.outer))
    with pytest.raises(FormRefused, match="not the same"):
        idle_passes.without_diagonal(pair(module))


def test_a_mark_that_is_taken_back_is_refused() -> None:
    module = parsed("matched_guess[k] = 1", "matched_guess[k] = 0")
    complete, _ = merging.same_body(pair(module), module.functions["score"].body, module)
    with pytest.raises(FormRefused, match="matched_guess changes after it is compared"):
        idle_passes.without_diagonal(complete)
