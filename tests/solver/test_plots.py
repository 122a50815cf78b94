"""Measurements as pictures."""

from __future__ import annotations

import pytest

from solver.codes import Game
from solver.compare import compare
from solver.parallel import ParallelReport, RankedChunk, TimedRun
from solver.plots import PlotError, parallel_picture, picture_format, strategies_picture


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_pictures_are_drawn(kind: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra plots")
    rows = compare(Game(2, 4), ["knuth", "entropy"], tier="stdlib")
    best = RankedChunk(3, 0)
    runs = [
        TimedRun(method, workers, chunks, 1 / workers, [1.0] * workers, best)
        for method in ("threads", "processes")
        for workers in (1, 2)
        for chunks in (1, 4)
    ]
    report = ParallelReport(Game(2, 4), "stdlib", 1.0, best, runs)
    for picture in (strategies_picture(rows, kind), parallel_picture(report, kind)):
        assert picture.startswith(begins)
        assert len(picture) > 2000


def test_pictures_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlotError, match=r'"plot.bmp": a picture ends in .png, .svg, .pdf'):
        picture_format("plot.bmp")
    monkeypatch.setattr("solver.plots.find_spec", lambda name: None)
    with pytest.raises(PlotError, match=r"hp15c\[plots\]"):
        picture_format("plot.png")
