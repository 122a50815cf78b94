"""Who is told that code is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver import compiling, messages
from solver.codes import Game, GameError
from solver.messages import number_of

pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def test_who_listens_is_told_once_that_code_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver.code_files.folders", lambda: [str(tmp_path)])
    told: list[str] = []
    messages.listeners[:] = [told.append]
    compiling.serve.cache_clear()
    for pegs in (1, 2):
        compiling.serve(f"histograms-{pegs}")
    assert len(told) == 1
    assert "compiling for this machine" in told[0]
    assert messages.listeners == []


def test_one_thing_is_singular() -> None:
    assert [number_of(number, "peg") for number in (0, 1, 2, 2000)] == [
        "0 pegs",
        "1 peg",
        "2 pegs",
        "2,000 pegs",
    ]
    assert [number_of(number, "guess") for number in (1, 3)] == ["1 guess", "3 guesses"]


def test_a_game_of_one_peg_or_one_colour_is_named_so() -> None:
    assert str(Game(1, 1)) == "1 peg, 1 colour"
    assert str(Game(2, 1)) == "2 pegs, 1 colour"
    with pytest.raises(GameError, match="has 2 characters: 1 is wanted, one a peg"):
        Game(1, 3).parse("12")
