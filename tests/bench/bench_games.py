"""All games of a strategy: warm in one process, and from a fresh process to the printed total."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
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
COLD = "import sys; sys.argv[0] = 'hp15c'; from programs.shell import main; main()"


def cases() -> list[Case]:
    """Knuth on three games, the other strategies on one, and a whole process."""
    found = [Case(STDLIB, "seconds", warm("stdlib", "knuth", "4p6c", "1122", 5801))]
    for name, first, total, goal in GAMES:
        question = f"all games, knuth, numba, {name} from {first}, warm"
        found.append(Case(question, "seconds", warm("numba", "knuth", name, first, total), STDLIB, goal))
    for strategy, first, total in OTHERS:
        question = f"all games, {strategy}, numba, 4p6c from {first}, warm"
        found.append(Case(question, "seconds", warm("numba", strategy, "4p6c", first, total), STDLIB))
    found.append(Case("hp15c mastermind tree 4 6, as a process, cold", "seconds", cold, goal="under 0.2 s"))
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


def cold() -> float:
    """A fresh interpreter, the command line, the standard library."""
    words = ["mastermind", "tree", "4", "6", "--strategy", "knuth", "--first", "1122", "--json"]
    start = perf_counter()
    run = subprocess.run([sys.executable, "-c", COLD, *words], capture_output=True, text=True, check=True)
    took = perf_counter() - start
    assert json.loads(run.stdout)["total_turns"] == 5801
    return took
