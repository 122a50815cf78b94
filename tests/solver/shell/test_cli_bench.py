"""The verbs `compare` and `bench`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.solver.shell.test_cli import mm


@pytest.mark.slow
def test_compare_prints_a_column_for_each_turn() -> None:
    lines = mm("compare", "4", "6", "--first", "1122", "--tier", "numpy").stdout.splitlines()
    assert lines[0] == "4 pegs, 6 colours"
    assert lines[2].split()[:10] == ["knuth", "1122", "5,801", "4.4761", "5", "1", "6", "62", "533", "694"]


@pytest.mark.slow
def test_compare_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need the extra plots")
    picture = tmp_path / "turns.svg"
    shown = json.loads(mm("compare", "2", "4", "--tier", "stdlib", "--plot", str(picture), "--json").stdout)
    assert set(shown["strategies"]) == {"knuth", "most-parts", "expected-size", "entropy"}
    assert picture.read_bytes().startswith(b"<?xml")
    assert list(tmp_path.iterdir()) == [picture]
    assert (
        mm("compare", "2", "4", "--tier", "stdlib", "--plot", str(tmp_path / "no" / "turns.svg")).exit_code
        == 2
    )


@pytest.mark.slow
def test_bench_by_tier_and_game() -> None:
    shown = json.loads(mm("bench", "--tier", "stdlib", "--json").stdout)
    assert set(shown) == {"stdlib"}
    assert set(shown["stdlib"]) == {"4p6c", "4p10c", "5p8c"}
    for rates in shown["stdlib"].values():
        assert list(rates) == ["all_guesses", "region", "one_guess"]
        assert all(rate > 1e5 for rate in rates.values())


def test_bench_in_parallel() -> None:
    small = ["--pegs", "3", "--colours", "6", "--tier", "stdlib", "--methods", "threads"]
    shown = json.loads(mm("bench", "--workers", "1..2", "--chunks", "1,4", *small, "--json").stdout)
    assert [(run["workers"], run["chunks"]) for run in shown["runs"]] == [(1, 1), (1, 4), (2, 1), (2, 4)]
    assert all(len(run["busy"]) == run["workers"] for run in shown["runs"])
    every = json.loads(mm("bench", "--workers", "1..N", "--chunks", "1", *small, "--json").stdout)
    assert [run["workers"] for run in every["runs"]] == list(range(1, (os.cpu_count() or 1) + 1))
    table = mm("bench", "--workers", "1", "--chunks", "4", *small).stdout.splitlines()
    assert table[1].split()[:5] == ["method", "workers", "chunks", "seconds", "speed-up"]
