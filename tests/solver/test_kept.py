"""Compiled code that is kept in files of our own: the same trees, and never code that is too old."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver import kept
from solver.codes import Game
from solver.kernels import request
from solver.strategies import RULES, STRATEGIES
from solver.trees import by_kept
from solver.trees.plan import Stopped, Tree, TreePlan
from solver.trees.tree import play_all

GAMES = (Game(4, 2), Game(4, 4), Game(4, 5, repeats=False))


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Other sources and another folder for compiled code than those of this checkout."""
    (tmp_path / "kernels").mkdir()
    for name in ("codes.py", "kernels/games.py"):
        (tmp_path / name).write_text("one = 1\n")
    monkeypatch.setattr(kept, "_HERE", str(tmp_path))
    monkeypatch.setattr(kept, "_processor", lambda: b"flags: fast")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    kept.stamp.cache_clear()
    yield tmp_path
    kept.stamp.cache_clear()


def test_code_of_other_sources_or_another_processor_is_not_found(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sources / f"games-4-{kept.stamp()}.so"
    file.write_bytes(b"")
    assert kept.find(4) == str(file)
    assert kept.find(5) is None
    (sources / "kernels" / "games.py").write_text("one = 2\n")
    kept.stamp.cache_clear()
    assert kept.find(4) is None
    (sources / "kernels" / "games.py").write_text("one = 1\n")
    kept.stamp.cache_clear()
    assert kept.find(4) == str(file)
    monkeypatch.setattr(kept, "_processor", lambda: b"flags: slow")
    kept.stamp.cache_clear()
    assert kept.find(4) is None


def test_nothing_is_found_where_processor_or_sources_are_unknown(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_processor", lambda: b"")
    kept.stamp.cache_clear()
    assert kept.stamp() == ""
    (sources / f"games-4-{kept.stamp()}.so").write_bytes(b"")
    assert kept.find(4) is None
    monkeypatch.setattr(kept, "_processor", lambda: b"flags: fast")
    (sources / "codes.py").unlink()
    kept.stamp.cache_clear()
    assert kept.stamp() == ""


def test_a_file_that_is_no_library_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "games.so"
    file.write_bytes(b"not a library")
    assert kept.load(str(file)) is None
    assert kept.load(str(tmp_path / "none.so")) is None


def test_small_and_large_games_do_without() -> None:
    from solver.trees.tree import kept_function

    assert kept_function(TreePlan(Game(4, 3))) is None
    assert kept_function(TreePlan(Game(7, 7))) is None


def shape(tree: Tree) -> tuple[list[int], list[int], list[int], tuple[int, ...]]:
    """What every tier has to agree on."""
    return list(tree.guesses), list(tree.parents), list(tree.ordinals), tree.histogram


@pytest.fixture(scope="module")
def code() -> bytes:
    """The machine code for 4 pegs."""
    pytest.importorskip("numba", reason="compiled code needs the extra fast")
    from solver.kernels.entry import games_code

    return games_code(4, kept.FUNCTION)


@pytest.fixture(scope="module", params=[".so", ".o"])
def file(request: pytest.FixtureRequest, code: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the code for 4 pegs: linked, or as it is where there is no linker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.kernels.entry.games_code", lambda pegs, name: code)
        patch.setenv("NUMBA_CACHE_DIR", str(tmp_path_factory.mktemp("kept")))
        if request.param == ".o":
            patch.setattr(kept, "_linked", lambda name, code: None)
        path = kept.save(4)
        if path is None or not path.endswith(request.param):
            pytest.skip("no linker, or a system that does not describe its processor")
        assert kept.find(4) == path
    return Path(path)


@pytest.fixture(scope="module")
def function(file: Path) -> kept.KernelFunction:
    """What the file holds."""
    found = kept.load(str(file))
    assert found is not None
    return found


@pytest.mark.slow
def test_records_are_as_long_as_ctypes_takes_them(function: kept.KernelFunction) -> None:
    from solver.kernels import entry, games

    assert games.ROOM.itemsize <= request.ROOM_BYTES
    assert (games.COUNTERS.names, games.REGION.names) == (request.COUNTERS, request.REGION)
    assert {games.COUNTERS[name].itemsize for name in request.COUNTERS} == {8}
    assert {games.REGION[name].itemsize for name in request.REGION} == {8}
    assert games.NODE.itemsize == request.NODE_BYTES
    assert entry.REQUEST.itemsize == 8 * len(request.FIELDS)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_kept_code_plays_as_the_standard_library(function: kept.KernelFunction, game: Game) -> None:
    for strategy in STRATEGIES:
        for rules in RULES:
            plan = TreePlan(game, strategy, rules, seed=5)
            plain = play_all(game, strategy, rules, tier="stdlib", seed=5)
            assert shape(by_kept.grow(plan, (), None, function)) == shape(plain), (strategy, rules)


@pytest.mark.slow
def test_kept_code_stops_and_goes_on(function: kept.KernelFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = TreePlan(Game(4, 6), first=(0, 0, 1, 1))
    whole = by_kept.grow(plan, (), None, function)
    assert whole.histogram == (1, 6, 62, 533, 694)
    monkeypatch.setattr(by_kept, "BUDGET", 10_000)

    def stop(found: int, total: int) -> None:
        if found > 100:
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        by_kept.grow(plan, (), stop, function)
    made = stopped.value.unfinished.guesses
    assert 100 < len(made) < len(whole.guesses)
    assert shape(by_kept.grow(plan, made, None, function)) == shape(whole)


@pytest.mark.slow
def test_a_ranking_that_is_undecided_is_left_to_exact_integers(
    function: kept.KernelFunction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled code decides all of these games. Here it says once that it does not."""
    played: list[by_kept.Played] = []
    advance = by_kept.Played.advance

    def undecided(self: by_kept.Played) -> None:
        played.append(self)
        advance(self)
        if len(played) == 1 and self.count("stacked"):
            self.counters[request.COUNTERS.index("status")] = request.UNDECIDED

    plan = TreePlan(Game(4, 6), "entropy", first=(0, 0, 1, 1))
    whole = by_kept.grow(plan, (), None, function)
    monkeypatch.setattr(by_kept, "BUDGET", 100_000)
    monkeypatch.setattr(by_kept.Played, "advance", undecided)
    assert shape(by_kept.grow(plan, (), None, function)) == shape(whole)
    assert len(played) > 1


@pytest.mark.slow
def test_neither_numba_nor_numpy_is_imported(file: Path) -> None:
    program = (
        "import sys; from solver.codes import Game; from solver.trees.tree import play_all;"
        "print(play_all(Game(4, 6)).total_turns, {'numba', 'numpy', 'solver.trees.by_kept'} & {*sys.modules})"
    )
    assert printed(program, file) == "5801 {'solver.trees.by_kept'}\n"


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the search of optimal play, which `compile` may have made before."""
    pytest.importorskip("numba", reason="compiled code needs the extra fast")
    path = kept.find_search()
    if path is None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NUMBA_CACHE_DIR", str(tmp_path_factory.mktemp("kept")))
            path = kept.save_search()
    if path is None:
        pytest.skip("a system that does not describe its processor")
    return Path(path)


def printed(program: str, file: Path) -> str:
    """What a program prints for which compiled code is kept in the folder of this file."""
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(file.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


@pytest.mark.slow
def test_optimal_play_needs_neither_numba_nor_numpy(searched: Path) -> None:
    if searched.suffix != ".so":
        pytest.skip("without a linker llvmlite loads the code")
    program = (
        "import sys; from solver.codes import Game; from solver.optimal.proof import GameProof;"
        "proof = GameProof(Game(4, 6), workers=2); proof.run();"
        "print(proof.tree().total_turns, {'numba', 'numpy', 'llvmlite'} & {*sys.modules})"
    )
    assert printed(program, searched) == "5625 set()\n"


@pytest.mark.slow
def test_numba_searches_as_kept_code_does(searched: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.optimal import board
    from solver.optimal.search import OptimalSearch

    games = (Game(3, 6), Game(2, 9), Game(4, 5, repeats=False), Game(3, 4, whites=False))
    results = []
    for find in (lambda: str(searched), lambda: None):
        monkeypatch.setattr(kept, "find_search", find)
        board.compiled_search.cache_clear()
        searches = [OptimalSearch(game) for game in games]
        results.append([(search.total(), search.nodes, search.scores) for search in searches])
    board.compiled_search.cache_clear()
    assert results[0] == results[1]
    assert all(nodes for _, nodes, _ in results[0])


def test_kept_code_is_not_taken_where_nothing_is_to_be_compiled(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sources / f"optimal-{kept.stamp()}.so"
    file.write_bytes(b"")
    assert kept.find_search() == str(file)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert kept.find_search() is None
