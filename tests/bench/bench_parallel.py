"""Ranking all guesses of 4p10c and 5p8c: one after the other, and by two workers at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from solver.codes import Game
from solver.parallel import METHODS, ParallelReport, measure
from tests.bench.case import Case

CHUNKS = 16
# the largest part of the best first guess, and its place among all codes
KNOWN = {"4p10c": (3048, "1234"), "5p8c": (7051, "11234")}


def cases() -> list[Case]:
    """For each game and tier: in sequence, then two workers by each method."""
    found = []
    for name, tier in (("4p10c", "stdlib"), ("5p8c", "llvm")):
        alone = f"seconds to rank all guesses, {tier}, {name}, in sequence"
        found.append(Case(alone, "seconds", ranking(name, tier, None)))
        for method in METHODS:
            question = f"seconds to rank all guesses, {tier}, {name}, 2 {method}, {CHUNKS} chunks"
            found.append(Case(question, "seconds", ranking(name, tier, method), alone))
    return found


@lru_cache
def report(name: str, tier: str) -> ParallelReport:
    """Everything measured once for a game and a tier. The answer is checked."""
    game = Game(*map(int, name.rstrip("c").split("p")))
    found = measure(game, [2], [CHUNKS], tier)
    assert (found.best.largest, game.text(game.code(found.best.guess))) == KNOWN[name]
    return found


def ranking(name: str, tier: str, method: str | None) -> Callable[[], float]:
    """The seconds of a method, or in sequence."""

    def run() -> float:
        found = report(name, tier)
        return found.sequential if method is None else found.runs[METHODS.index(method)].seconds

    return run
