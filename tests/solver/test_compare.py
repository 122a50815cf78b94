"""Strategies side by side, and the pictures of what was measured."""

from __future__ import annotations

import pytest

from solver.codes import Game
from solver.compare import compare
from solver.strategies import StrategyError
from tests.support.naive_solver import naive_histogram


@pytest.mark.slow
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
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    rows = compare(Game(3, 4), ["knuth", "entropy", "optimal"])
    assert [row.strategy for row in rows] == ["knuth", "entropy", "optimal"]
    assert rows[-1].tree.total_turns == min(row.tree.total_turns for row in rows)


def test_unknown_strategies_are_refused_before_any_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    played = list[object]()
    monkeypatch.setattr("solver.compare.play_all", lambda *told, **more: played.append(told))
    with pytest.raises(StrategyError, match="luck"):
        compare(Game(2, 2), ["knuth", "luck"])
    assert played == []
