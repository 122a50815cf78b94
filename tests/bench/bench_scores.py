"""Scores per second by tier and game, beside the best published way compiled in the same run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

from solver.codes import Game
from tests.bench.case import Case

WAY_4 = "scores per second, way 4 (vector) in numba, one pair after the other, 4p6c"
UNIT = "scores/s"
GOALS = {"4p6c": 20, "4p10c": 35, "5p8c": 25}


def cases() -> list[Case]:
    """Way 4, the tiers on three games, two threads, and the first histogram of a fresh process."""
    found = [Case(WAY_4, UNIT, way_4, goal="at least 0.4e9")]
    for name, goal in GOALS.items():
        game = Game(*map(int, name.rstrip("c").split("p")))
        goals = {
            "llvm": f"at least {goal}e9, 40 x way 4",
            "numpy": "at least 1.2e9",
            "stdlib": "at least 0.45e9",
        }
        found += [
            Case(f"scores per second, {tier}, {name}, warm", UNIT, warm(tier, game), WAY_4, text)
            for tier, text in goals.items()
        ]
    for figure, text in (("region", "a tenth of the codes"), ("one", "one guess in a call")):
        question = f"scores per second, llvm, {text}, 4p6c"
        found.append(Case(question, UNIT, warm("llvm", Game(4, 6), figure), WAY_4))
    one = "scores per second, llvm, 5p8c, 1 thread"
    found.append(Case(one, UNIT, threads(1)))
    found.append(Case("scores per second, llvm, 5p8c, 2 threads", UNIT, threads(2), one, "at least 1.8 x"))
    for tier in ("stdlib", "numpy", "llvm"):
        question = f"first histogram of a fresh process, {tier}, 4p6c, cold"
        found.append(Case(question, "seconds", cold(tier), goal="imports and cached kernels included"))
    return found


def way_4() -> float:
    """231 times all 1,296 histograms."""
    from tests.bench.vector_scores import vector_histograms

    game = Game(4, 6)
    histograms = vector_histograms(game)
    expected = histograms().tolist()
    best = float("inf")
    for _ in range(40):
        start = perf_counter()
        found = histograms()
        best = min(best, perf_counter() - start)
        assert found.tolist() == expected
    from solver.tiers import select

    assert select("llvm").histograms(game) == expected
    return game.size**2 / best


def warm(tier: str, game: Game, figure: str = "scores") -> Callable[[], float]:
    """The best of several runs, each checked: a figure of `Rate`."""

    def run() -> float:
        from solver.rates import rate
        from solver.tiers import select

        speed: float = getattr(rate(select(tier), game, seconds=1.0), f"{figure}_per_second")
        return speed

    return run


def threads(count: int) -> Callable[[], float]:
    """All histograms of 5p8c, the guesses shared by threads."""

    def run() -> float:
        from solver.rates import rate
        from solver.tiers.llvm_tier import LlvmTier

        return rate(LlvmTier(count), Game(5, 8), seconds=1.0).scores_per_second

    return run


def cold(tier: str) -> Callable[[], float]:
    """A process that answers one question. A run before it fills the cache of compiled code."""
    program = (
        "from solver.tiers import select; from solver.codes import Game;"
        f"print(max(select('{tier}').histogram(Game(4, 6), (0, 0, 1, 1))))"
    )

    def run() -> float:
        seconds = float("inf")
        for _ in range(3):
            start = perf_counter()
            done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
            seconds = min(seconds, perf_counter() - start)
            assert done.stdout == "256\n"
        return seconds

    return run
