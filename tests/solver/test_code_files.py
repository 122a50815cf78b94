"""Compiled code in files of our own: the same trees, and never code that is too old."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver import code_files, compiling
from solver.codes import Game
from solver.kernels import request
from solver.trees import compiled_games
from solver.trees.plan import TreePlan


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Other sources and another folder for compiled code than those of this checkout."""
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels/games.py").write_text(
        "from solver.kernels import rank\nfrom solver.limits import (\n  A)\n"
    )
    for name in ("limits", "codes", "kernels/rank", "kernels/search", "kernels/translate"):
        (tmp_path / f"{name}.py").write_text("one = 1\n")
    monkeypatch.setattr(code_files, "_HERE", str(tmp_path))
    monkeypatch.setattr(code_files, "_processor", lambda: b"flags: fast")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    code_files.stamp.cache_clear()
    yield tmp_path
    code_files.stamp.cache_clear()


@pytest.mark.parametrize(
    "source", ["limits.py", "kernels/games.py", "kernels/translate.py", "kernels/rank.py"]
)
def test_code_of_other_sources_or_another_processor_is_not_found(
    source: str, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sources / f"games-4-{code_files.stamp('games')}.so"
    file.write_bytes(b"")
    assert code_files.find("games-4") == str(file)
    assert code_files.find("games-5") is None
    before = (sources / source).read_text()
    (sources / source).write_text(before + "two = 2\n")
    code_files.stamp.cache_clear()
    assert code_files.find("games-4") is None
    (sources / source).write_text(before)
    code_files.stamp.cache_clear()
    assert code_files.find("games-4") == str(file)
    monkeypatch.setattr(code_files, "_processor", lambda: b"flags: slow")
    code_files.stamp.cache_clear()
    assert code_files.find("games-4") is None


@pytest.mark.parametrize("source", ["codes.py", "kernels/search.py", "strategies.py"])
def test_code_stays_when_a_source_changes_that_it_was_not_made_from(source: str, sources: Path) -> None:
    file = sources / f"games-4-{code_files.stamp('games')}.so"
    file.write_bytes(b"")
    (sources / source).write_text("two = 2\n")
    code_files.stamp.cache_clear()
    assert code_files.find("games-4") == str(file)


def test_nothing_is_found_where_processor_or_sources_are_unknown(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_files, "_processor", lambda: b"")
    code_files.stamp.cache_clear()
    assert code_files.stamp("games") == ""
    (sources / "games-4-.so").write_bytes(b"")
    assert code_files.find("games-4") is None
    monkeypatch.setattr(code_files, "_processor", lambda: b"flags: fast")
    (sources / "limits.py").unlink()
    code_files.stamp.cache_clear()
    assert code_files.stamp("games") == ""


def test_a_file_that_is_no_library_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "games.so"
    file.write_bytes(b"not a library")
    assert code_files.load(str(file)) is None
    assert code_files.load(str(tmp_path / "none.so")) is None


@pytest.fixture(scope="module")
def code() -> bytes:
    """The machine code for 4 pegs."""
    pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")
    return compiling._compile("games-4")


@pytest.fixture(params=[".so", ".o", ""])
def folder(
    request: pytest.FixtureRequest, code: bytes, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """A folder with the code for 4 pegs: linked, as it is where there is no linker, or in memory alone."""
    place = tmp_path_factory.mktemp("code")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(place))
        patch.setattr(compiling, "_compile", lambda what: code)
        if request.param == ".o":
            patch.setattr(code_files, "_link", lambda name, code: None)
        if request.param == "":
            patch.setattr(code_files, "_is_writable", lambda folder: False)
            patch.setattr(code_files, "find", lambda what: None)
        path = compiling.save("games-4")
        if request.param and (path is None or not path.endswith(request.param)):
            pytest.skip("no linker, or a system that does not describe its processor")
        assert code_files.find("games-4") == path
        compiling.serve.cache_clear()
        yield place
    compiling.serve.cache_clear()


@pytest.mark.slow
def test_a_ranking_that_is_undecided_is_left_to_exact_integers(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled code decides all of these games. Here it says once that it does not."""
    plan = TreePlan(Game(4, 6), "entropy", first=(0, 0, 1, 1))
    whole = compiled_games.grow(plan, (), None)
    board = compiled_games.GameBoard(plan)
    serve = board.serve
    decided: list[compiled_games.Games] = []
    start = compiled_games.RegionFields(-1, 0, 1, 0, 0, 0)
    played = compiled_games.Games(board, range(1296), (), start)
    status = [name for name, _ in request.COUNTERS].index("status")

    def undecided(address: int) -> None:
        serve(address)
        if not decided and played.count("stacked"):
            decided.append(played)
            played.counters[status] = request.UNDECIDED

    board.serve = undecided
    played.give([plan.game.index((0, 0, 1, 1))])
    while not played.done:
        played.advance(100_000)
    assert decided
    assert played.guesses() == whole.guesses


@pytest.mark.slow
def test_neither_numba_nor_numpy_is_imported(folder: Path) -> None:
    if not any(folder.iterdir()):
        pytest.skip("nothing can be written here")
    program = (
        "import sys; from solver.codes import Game; from solver.trees.tree import play_all;"
        "print(play_all(Game(4, 6)).total_turns, {'numba', 'numpy'} & {*sys.modules},"
        "'solver.trees.compiled_games' in sys.modules)"
    )
    assert printed(program, folder) == "5801 set() True\n"


@pytest.mark.slow
def test_the_extra_fast_has_all_that_compiling_needs(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")
    program = (
        "import sys; sys.modules.update(numba=None, numba_cuda=None); from solver.codes import Game;"
        "from solver.tiers import select; from solver.trees.tree import play_all;"
        "llvm, game = select(), Game(2, 13);"
        "turns = [play_all(game, tier=tier).total_turns for tier in ('llvm', 'stdlib')];"
        "print(llvm.name, llvm.histogram(game, (0, 1)) == select('stdlib').histogram(game, (0, 1)),"
        "turns[0] == turns[1])"
    )
    assert printed(program, tmp_path) == "llvm True True\n"


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with the search of optimal play, which `compile` may have made before."""
    pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")
    path = code_files.find("optimal-16")
    if path is None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("NUMBA_CACHE_DIR", str(tmp_path_factory.mktemp("code")))
            path = compiling.save("optimal-16")
    if path is None:
        pytest.skip("a system that does not describe its processor")
    return Path(path)


def printed(program: str, folder: Path) -> str:
    """What a program prints that finds compiled code in this folder."""
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder)},
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
    assert printed(program, searched.parent) == "5625 set()\n"


def test_code_is_not_taken_where_nothing_is_to_be_compiled(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sources / f"optimal-16-{code_files.stamp('optimal')}.so"
    file.write_bytes(b"")
    assert code_files.find("optimal-16") == str(file)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert code_files.find("optimal-16") is None
