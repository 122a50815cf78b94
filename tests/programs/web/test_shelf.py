"""The listings that the page offers."""

from __future__ import annotations

import pytest

from hp15c.table.models import Model
from programs.web import shelf
from programs.web.worker import Worker
from tests.programs.web.test_answers import ask


def test_the_other_models_listings_are_offered_and_what_they_lack_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = Worker()
    worker.open("11C", None)
    assert "parabola_fit.15c" in shelf.groups(Model.HP11C)["For the HP-15C: convert"]
    assert "quadratic.15c" not in shelf.listings(Model.HP11C)
    said = ask(worker, "load_ours", name="parabola_fit.15c")["error"]
    assert said.startswith("parabola_fit.15c needs the HP-15C: line 0")
    assert said.endswith("more. Choose the HP-15C's face.")
    monkeypatch.setattr(shelf, "read_listing", lambda name: "LBL A\nx≤y\nRTN")
    assert ask(worker, "load_ours", name="parabola_fit.15c")["lines"] == 3
