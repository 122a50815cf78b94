"""Seconds to prove what optimal play costs, one thread, warm, the tables of the game included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from solver.codes import Game
from tests.bench.case import Case

# the totals are published. The seconds are those of a good C++ program
PROOFS = {"4p6c": (5625, "C++ takes 0.14 s"), "4p7c": (11228, "C++ takes 24.7 s"), "5p5c": (13496, "")}


def cases() -> list[Case]:
    """One proof for each game whose optimum is published, and the columns of a larger game."""
    return [
        *(
            Case(f"seconds to prove optimal play, {name}", "seconds", proof(name, total), goal=goal)
            for name, (total, goal) in PROOFS.items()
        ),
        Case("seconds to find the columns of the atlas, 4p8c", "seconds", columns),
    ]


def columns() -> float:
    """The least total within six turns, and the best first guesses, where only the least total is known."""
    from solver.atlas import complete, read

    row = next(row for row in read() if row.game == Game(4, 8))
    start = perf_counter()
    assert complete(replace(row, within=None, firsts=())) == row
    return perf_counter() - start


def proof(name: str, total: int) -> Callable[[], float]:
    """The whole search for the least total, kernels compiled before."""
    game = Game(*map(int, name.rstrip("c").split("p")))

    def run() -> float:
        from solver.optimal.search import OptimalSearch

        OptimalSearch(Game(game.pegs, 2)).total()
        start = perf_counter()
        assert OptimalSearch(game).total() == total
        return perf_counter() - start

    return run
