"""Strategies side by side, and the pictures of what was measured."""

from __future__ import annotations

import pytest

from solver.codes import Game
from solver.compare import compare
from solver.parallel import ParallelReport, RankedChunk, TimedRun
from solver.plots import PlotError, parallel_picture, picture_format, strategies_picture
from solver.strategies import StrategyError
from tests.support.naive_solver import naive_histogram


def test_published_totals_side_by_side() -> None:
    rows = compare(Game(4, 6), ["knuth", "most-parts", "expected-size"], first=(0, 0, 1, 1), tier="stdlib")
    assert [(row.strategy, row.tree.total_turns) for row in rows] == [
        ("knuth", 5801),
        ("most-parts", 5728),
        ("expected-size", 5764),
    ]
    for row in rows:
        assert row.average == row.tree.total_turns / 1296
        assert sum(row.parts) == 1296
        assert row.parts[0] == 256


def test_parts_are_those_of_the_opening() -> None:
    game = Game(3, 4)
    for row in compare(game, tier="stdlib"):
        counts = sorted(filter(None, naive_histogram(row.tree.first, game.codes())), reverse=True)
        assert row.parts == counts


def test_optimal_takes_part_and_is_never_beaten() -> None:
    pytest.importorskip("numba", reason="optimal play needs the extra fast")
    told: list[str] = []
    rows = compare(Game(3, 4), ["knuth", "entropy", "optimal"], progress=told.append)
    assert told == ["knuth", "entropy", "optimal"]
    assert rows[-1].tree.total_turns == min(row.tree.total_turns for row in rows)


def test_unknown_strategies_are_refused() -> None:
    with pytest.raises(StrategyError, match="luck"):
        compare(Game(2, 2), ["luck"])


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
