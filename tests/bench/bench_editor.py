"""The editor: processor time from a change of a long listing to its findings and the stack that is shown."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

from hp15c import Program
from hp15c.table.instructions import Role
from programs.editors.listings.stack_hints import Levels, hints
from programs.editors.server.open_texts import open_text
from tests import ROOT
from tests.bench.case import Case

LISTING = ROOT / "programs" / "compiled" / "codemaker_four_digits.15c"
LINES = 300
SHOWN = 60
CHANGES = 40
STEPS = ("g x²", "√x", "RCL 3", "x↔y", "STO 2")


def long_listing() -> list[str]:
    """A listing of 300 lines in mnemonics: the longest one that comes with hp15c, and more of the same."""
    program = Program.read(LISTING)
    steps = [str(step) for step in program]
    more = [str(step) for step in program.steps if step.role is Role.COMPUTES][: LINES - len(steps) - 1]
    return [*steps, "LBL E", *more][:LINES]


def _measured(insert: bool) -> Callable[[], float]:
    def run() -> float:
        lines, chance = long_listing(), Random(1)
        first = open_text("x.15c", "\n".join(lines), 1).document
        assert first is not None
        assert len(first.program) == LINES
        times = []
        for version in range(CHANGES):
            at = chance.randrange(10, LINES - 10)
            changed = [*lines[:at], STEPS[version % len(STEPS)], *lines[at if insert else at + 1 :]]
            begin = process_time()
            opened = open_text("x.15c", "\n".join(changed), version)
            assert opened.document is not None
            found = list(hints(opened.document, Levels.ALL, at - SHOWN // 2, at + SHOWN // 2))
            times.append(process_time() - begin)
            assert len(found) > SHOWN // 2
        return 1e3 * median(times)

    return run


def cases() -> list[Case]:
    """A line that is changed in its place, and one that moves all lines after it."""
    unit, goal = "ms of processor time", "under 50 ms"
    return [
        Case("a line of 300 changed, until the stack is shown", unit, _measured(False), goal=goal),
        Case("a line put into 300, until the stack is shown", unit, _measured(True), goal=goal),
    ]
