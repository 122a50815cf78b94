"""Compiling ahead: what is compiled, and that nobody waits for it without being told."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from solver import code_files, compiling, messages
from solver.codes import Game
from solver.trees.plan import TreePlan
from solver.trees.tree import choose_tier, play_all
from tests.support.compiled_pegs import compiled

pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def test_each_kind_of_kernel_is_compiled_once() -> None:
    names = [name for name, _ in compiling.steps([1, 2, 4, 5])]
    assert len(names) == len(set(names)) == 4 + 3 + 2
    assert names[-2:] == [f"optimal play, {bits} answers at most" for bits in (16, 32)]


@pytest.mark.slow
def test_steps_compute_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One peg needs no compiled games. Its step is run, not only named."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    path = str(dict(compiling.steps([1]))["histograms of 1 peg"]())
    assert path == code_files.find("histograms-1")
    assert path.startswith(str(tmp_path / "histograms-1-"))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would be compiled in the background, which nothing is here."""
    started: list[str] = []

    def begin(what: str) -> bool:
        started.append(what)
        return True

    monkeypatch.setattr(compiling, "begin", begin)
    return started


def test_what_is_not_compiled_is_answered_meanwhile(
    monkeypatch: pytest.MonkeyPatch, begun: list[str]
) -> None:
    """The standard library plays some thousand codes sooner than code is compiled, and more codes later."""
    monkeypatch.setattr(compiling, "is_compiled", lambda what: False)
    told: list[str] = []
    messages.listeners[:] = [told.append]
    assert choose_tier(TreePlan(Game(4, 10)), None) == "stdlib"
    assert "compiled in the background" in told[0]
    assert begun == ["games-4"]
    assert choose_tier(TreePlan(Game(4, 3)), None) == "stdlib"
    assert choose_tier(TreePlan(Game(5, 9)), None) == "llvm"
    assert begun == ["games-4"]
    monkeypatch.setattr(compiling, "is_compiled", lambda what: True)
    assert choose_tier(TreePlan(Game(4, 10)), None) == "llvm"
    assert choose_tier(TreePlan(Game(4, 3)), None) == "stdlib"


def test_nothing_is_compiled_in_the_background_unless_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library starts no process by itself. The command line wants it, and only once for each code."""
    monkeypatch.setattr(compiling, "is_compiled", lambda what: False)
    monkeypatch.setattr(compiling, "_begun", set())
    monkeypatch.setattr(compiling, "in_background", False)
    started: list[str] = []
    monkeypatch.setattr(compiling, "_start", lambda program: started.append(program) or True)
    assert not compiling.begin("games-4")
    monkeypatch.setattr(compiling, "in_background", True)
    assert compiling.begin("games-4")
    assert not compiling.begin("games-4")
    assert len(started) == 1
    compile(started[0], "program", "exec")
    assert "compile_quietly('games-4')" in started[0]


@compiled(Game(4, 2))
def test_what_has_been_compiled_is_known() -> None:
    play_all(Game(4, 2), tier="llvm")
    assert compiling.is_compiled("games-4")
    assert not compiling.is_compiled("games-10")


def test_two_that_need_the_same_code_compile_it_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(code_files, "folders", lambda: [str(tmp_path)])
    monkeypatch.setattr(code_files, "_link", lambda name, code: None)
    monkeypatch.setattr(compiling.os, "nice", lambda by: 0)
    begun: list[str] = []

    def compiled_slowly(what: str) -> bytes:
        begun.append(what)
        time.sleep(0.2)
        return b"code"

    monkeypatch.setattr(compiling, "_compile", compiled_slowly)
    with ThreadPoolExecutor(2) as both:
        list(both.map(compiling.compile_quietly, ["games-4", "games-4"]))
    assert begun == ["games-4"]
    assert compiling.is_compiled("games-4")
