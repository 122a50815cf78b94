"""Seconds to make and to check certificates of least totals, and their sizes. Each is measured once."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import cache, partial
from pathlib import Path
from time import perf_counter

from solver.codes import Game
from tests.bench.case import Case

GAMES = {
    "4p6c": (Game(4, 6), "10 s"),
    "5p5c": (Game(5, 5), "300 s"),
    "4p7c": (Game(4, 7), "300 s"),
    "4 of 10": (Game(4, 10, repeats=False), "3600 s"),
    "4p8c": (Game(4, 8), "3600 s"),
}


def cases() -> list[Case]:
    """What each game's certificate takes to make and to check, its size when packed, and the memory."""
    found = []
    for name, (game, goal) in GAMES.items():
        found += [
            Case(f"seconds to make a certificate, {name}", "seconds", lambda game=game: made(game)[0]),
            Case(f"seconds to check a certificate, {name}", "seconds", partial(checked, game), goal=goal),
            Case(f"size of a certificate, {name}", "bytes", lambda game=game: float(made(game)[2])),
            Case(
                f"memory to check a certificate, {name}", "MB", partial(memory, game), goal="500 MB at most"
            ),
        ]
    return found


@cache
def made(game: Game) -> tuple[float, str, int]:
    """The seconds that a certificate took to make without the proof, its text, and its size when packed."""
    from solver.optimal.certificate import Certificate, pack
    from solver.optimal.search import OptimalSearch

    search = OptimalSearch(game)
    search.total()
    tree, start = search.tree(), perf_counter()
    certificate = Certificate(search, tree)
    certificate.make()
    seconds = perf_counter() - start
    return seconds, "\n".join([*certificate.lines(), ""]), len(pack(certificate, "certificate.xz"))


@cache
def checked(game: Game) -> float:
    """The seconds to check it in this Python, once for all runs."""
    from solver.check_certificate import check

    text = made(game)[1]
    start = perf_counter()
    assert check(iter(text.splitlines(keepends=True)))
    return perf_counter() - start


MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@cache
def memory(game: Game) -> float:
    """The most memory of a process that checks it, in millions of bytes. Linux counts it in KiB.

    Linux counts what a process had before it became another program. So a small process starts the checker.
    """
    from solver import check_certificate

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate")
        path.write_text(made(game)[1])
        command = [sys.executable, "-I", check_certificate.__file__, str(path)]
        ran = subprocess.run(
            [sys.executable, "-c", MEMORY, *command], check=True, capture_output=True, text=True
        )
    return int(ran.stdout) * 1024 / 1e6
