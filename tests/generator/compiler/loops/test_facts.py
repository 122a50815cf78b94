"""Values that places are known to have."""

from __future__ import annotations

import pytest

from generator.compiler.loops import merging
from generator.compiler.loops.nests import FormRefused
from tests.support.two_loops import pair, parsed


def test_marks_are_known_to_be_clear() -> None:
    module = parsed()
    _, facts = merging.same_body(pair(module), module.functions["score"].body, module)
    assert [str(one).split(" at ")[0] for one in facts] == [
        "matched_secret[i] is still 0",
        "matched_guess[i] is still 0",
    ]


def test_facts_end_where_somebody_writes() -> None:
    module = parsed("    correct = 0\n", "    matched_secret[3] = 1\n    correct = 0\n")
    with pytest.raises(FormRefused, match="matched_secret is not known to be 0"):
        merging.same_body(pair(module), module.functions["score"].body, module)
