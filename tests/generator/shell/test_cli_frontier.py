"""The table and the plot of the frontier."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.codemaker.plan import Wish
from generator.planner import frontier
from generator.shell.cli_frontier import frontier as printed
from hp15c.errors import InputError
from tests.generator.planner.test_frontier import points


@pytest.mark.slow
def test_the_plot_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(frontier, "points", lambda wish: points())
    assert "| 70 | 99 | 40.0 |" in printed(Wish(), tmp_path / "frontier.svg")
    assert (tmp_path / "frontier.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.first
@pytest.mark.parametrize(
    ("ending", "said"), [("x.xyz", "the ending names the format"), ("none/x.svg", "there is no folder")]
)
def test_a_plot_that_cannot_be_written_is_refused_at_once(ending: str, said: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(InputError, match=said):
        printed(Wish(), tmp_path / ending)
