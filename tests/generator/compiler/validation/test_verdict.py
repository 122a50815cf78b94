"""What may be done for a proof is divided among the sources with which the listing is compared."""

from __future__ import annotations

import pytest

from generator.compiler.validation.search import Search
from generator.compiler.validation.verdict import validate
from hp15c.listing.program import Program
from tests.support.tree_pairs import function, module_of

COUNT = "s = 0\nfor i in range(x):\n    if a[i] > 2:\n        s += 1\nreturn s"


def test_work_that_one_source_leaves_is_done_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop may run backwards, so there are two sources. The search for the first ends early."""
    given = []

    def search(self: Search) -> None:
        given.append(self.work.most)
        self.work.done += 100

    monkeypatch.setattr(Search, "certificate", search)
    assert (
        validate(module_of(function(COUNT, "ab")), Program.parse("LBL A\nRTN"), {}, work=1000).proof == "none"
    )
    assert given == [500, 900]
