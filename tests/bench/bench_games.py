"""All games of a strategy: warm in one process, and from a fresh process to the printed total."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import perf_counter

from solver.codes import Game
from tests.bench.case import Case

STDLIB = "all games, knuth, stdlib, 4p6c from 1122, warm"
GAMES = (
    ("4p6c", "1122", 5801, "under 0.6 ms"),
    ("4p10c", "1234", 58103, "under 35 ms"),
    ("5p8c", "11223", 183775, "under 0.45 s"),
)
OTHERS = (("most-parts", "1123", 5668), ("expected-size", "1123", 5696), ("entropy", "1123", 5680))
KEPT = (("tree 4 6 --first 1122", 5801, "under 0.2 s"), ("tree 4 10 --first 1234", 58103, ""))
FIRST_USES = (("tree 5 8 --first 11223", 183775, "under 4 s"), ("atlas 4 6", 5625, "under 5 s"))
ROOT = Path(__file__).parents[2]
COLD = "import sys; sys.argv[0] = 'hp15c'; from programs.shell import main; main()"


def cases() -> list[Case]:
    """Knuth on three games, the other strategies on one, and whole processes."""
    found = [Case(STDLIB, "seconds", warm("stdlib", "knuth", "4p6c", "1122", 5801))]
    for name, first, total, goal in GAMES:
        question = f"all games, knuth, llvm, {name} from {first}, warm"
        found.append(Case(question, "seconds", warm("llvm", "knuth", name, first, total), STDLIB, goal))
    for strategy, first, total in OTHERS:
        question = f"all games, {strategy}, llvm, 4p6c from {first}, warm"
        found.append(Case(question, "seconds", warm("llvm", strategy, "4p6c", first, total), STDLIB))
    for kept, what, processes in ((True, "", KEPT), (False, " with nothing compiled", FIRST_USES)):
        for words, total, goal in processes:
            question = f"hp15c mastermind {words}, as a process{what}"
            found.append(Case(question, "seconds", process(words, total, kept), goal=goal))
    return found


def warm(tier: str, strategy: str, name: str, first: str, total: int) -> Callable[[], float]:
    """The best of a second's runs, each checked. Compiling is done before."""
    game = Game(*map(int, name.rstrip("c").split("p")))

    def run() -> float:
        from solver.trees.tree import play_all

        best = 60.0
        end = perf_counter() + 1.0
        runs = 0
        while runs < 2 or perf_counter() < end:
            start = perf_counter()
            tree = play_all(game, strategy, first=game.parse(first), tier=tier)
            took = perf_counter() - start
            assert tree.total_turns == total
            best = min(best, took) if runs else best
            runs += 1
        return best

    return run


def process(words: str, total: int, keeps: bool = True) -> Callable[[], float]:
    """A fresh interpreter and the command line to a printed total.

    Without `keeps` it runs in copies of the packages, where no compiled code is found.
    """

    def run() -> float:
        with TemporaryDirectory() as empty:
            places: dict[str, str] = {}
            if not keeps:
                for package in ("solver", "programs"):
                    copytree(ROOT / package, Path(empty, package), ignore=ignore_patterns("__pycache__"))
                places = dict.fromkeys(("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME", "PYTHONPATH"), empty)
            start = perf_counter()
            done = subprocess.run(
                [sys.executable, "-c", COLD, "mastermind", *words.split(), "--json"],
                capture_output=True,
                text=True,
                check=True,
                env=os.environ | places,
                cwd=ROOT if keeps else empty,
            )
            took = perf_counter() - start
        assert json.loads(done.stdout)["total_turns"] == total
        return took

    return run
