"""Program lines per second of each engine: a CodeMaker, a counting loop, a program full of functions.

And the long verification: scorings per second of all pairs of five digits, machine against solver.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np

from hp15c.engines import NAMES, Engine, select
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.bench.case import Case

COUNTING = "LBL A\nSTO I\nCLx\nSTO 1\nLBL 1\nRCL I\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nRTN"
FUNCTIONS = (
    "LBL A\nSTO I\nCLx\nSTO 1\nLBL 1\nRCL I\nSIN\nx²\nRCL I\nCOS\nx²\n+\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nRTN"
)
ROUNDS = 300

# Calculators in a batch: as many as make a run of an engine last long enough to be timed.
CALCULATORS = {"reference": 8, "source": 64, "lanes": 4096, "native": 4096}
DIGITS = 5
SIDE = {"reference": (6, 20), "lanes": (1024, 200), "native": (1024, 200)}


def _baseline(engine: str, name: str) -> str | None:
    """The case that an engine is compared with."""
    other = {"reference": None, "native": "lanes"}.get(engine, "reference")
    return other and f"lines per second, {other}, {name}"


def _selected(name: str) -> Engine:
    """The engine of this name, at its speed in a long run."""
    if name != "native":
        return select(name)
    from hp15c.engines.native.engine import NativeBatch

    return Engine(name, partial(NativeBatch, lines_first=0))


def _program(text: str, engine: str, result: int) -> Callable[[], float]:
    def run() -> float:
        program, count = Program.parse(text), CALCULATORS[engine]
        batch = _selected(engine).batch(program, [State.fresh(Model.HP15C)] * count)
        batch.enter(np.full(count, 2), "A")
        batch.run()
        batch.enter(np.full(count, ROUNDS), "A")
        begin = perf_counter()
        outcome = batch.run()
        seconds = perf_counter() - begin
        shown = round(float(batch.state(count - 1).x))  # type: ignore[arg-type]
        assert shown == result, shown
        return outcome.lines / seconds

    return run


def _codemaker(engine: str, goal: str = "small") -> Callable[[], float]:
    def run() -> float:
        from generator.planner.emit import codemaker

        program, count = codemaker(model="15C", scheme="merged", goal=goal).program, CALCULATORS[engine]
        batch = _selected(engine).batch(program, [State.fresh(Model.HP15C)] * count)
        batch.enter(np.full(count, 4213), "B")
        batch.run()
        batch.enter(np.full(count, 1234))
        batch.run()
        batch.enter(np.full(count, 2443))
        begin = perf_counter()
        outcome = batch.run()
        seconds = perf_counter() - begin
        assert str(batch.state(0).x) == "2443.12", batch.state(0).x
        return outcome.lines / seconds

    return run


def _scorings(engine: str) -> Callable[[], float]:
    def run() -> float:
        from generator.planner.emit import codemaker
        from programs import verify
        from programs.codemaker import Seat

        check = verify.Check(codemaker(model="15C", scheme="merged", goal="small").program, Seat(), engine)
        secrets, guesses = SIDE[engine]
        tally = verify.run(check, verify.Rectangle(DIGITS, (0, secrets), (0, guesses)))
        assert tally.agreed == tally.pairs == secrets * guesses
        return tally.pairs / tally.seconds

    return run


def cases() -> list[Case]:
    """Lines per second of each engine on three programs, and scorings per second for the sixty seconds."""
    found = []
    goals = {
        "source": "20 to 24 million on a CodeMaker",
        "lanes": "190 to 250 million",
        "native": "4 times lanes",
    }
    for name, work in (
        ("the CodeMaker", _codemaker),
        ("the plain CodeMaker", lambda engine: _codemaker(engine, "plain")),
        ("the fast CodeMaker", lambda engine: _codemaker(engine, "fast")),
        ("a counting loop", lambda engine: _program(COUNTING, engine, ROUNDS * (ROUNDS + 1) // 2)),
        ("sines and cosines", lambda engine: _program(FUNCTIONS, engine, ROUNDS)),
    ):
        for engine in NAMES:
            question = f"lines per second, {engine}, {name}"
            baseline = _baseline(engine, name)
            found.append(Case(question, "lines/s", work(engine), baseline, goals.get(engine, "")))
    machine = "pairs of 5 digits verified per second, reference, one process"
    found.append(Case(machine, "pairs/s", _scorings("reference")))
    found.append(
        Case(
            "pairs of 5 digits verified per second, lanes, one process",
            "pairs/s",
            _scorings("lanes"),
            machine,
            "100 times the reference; all 9,765,625 in 60 s on 2 cores: 81,380 a core",
        )
    )
    found.append(
        Case(
            "pairs of 5 digits verified per second, native, one process",
            "pairs/s",
            _scorings("native"),
            "pairs of 5 digits verified per second, lanes, one process",
        )
    )
    return found
