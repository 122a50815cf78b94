"""The compiler: lines of each task against the published listing. How long compiling and checking take."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import perf_counter

from generator.compiler import front
from generator.compiler.checking.check import check
from generator.compiler.choosing import quick_code
from generator.compiler.driver import Compiled, compile_module
from hp15c.listing.program import Program
from programs.compiled_listings import APART, SOURCES, is_published, row
from tests.bench.case import Case

PLAIN = "seconds to compile all tasks, statement by statement"
CALLS = 300
DEAR = "codemaker_two_loops"
AGAIN = "kepler"


def cases() -> list[Case]:
    """Statement by statement first, then the time and lines of each task. Then checking."""
    tasks = [source for source in SOURCES if source.stem not in APART]
    found = [Case(PLAIN, "seconds", lambda: sum(_plain(source) for source in tasks))]
    for source in tasks:
        by_hand = f"lines by hand, {source.stem}"
        time = f"seconds to compile, {source.stem}, small"
        found.append(Case(time, "seconds", _time(source), PLAIN, "under 10 s"))
        if is_published(source):
            compiled = f"lines compiled, {source.stem}"
            found.append(Case(by_hand, "lines", _by_hand(source)))
            found.append(Case(compiled, "lines", _lines(source), by_hand, "ratio at most 1.3, in sum 1"))
    time = f"seconds to compile again, {AGAIN}, small"
    found.append(Case(time, "seconds", _time_again, f"seconds to compile, {AGAIN}, small", "5 times"))
    loops = next(source for source in SOURCES if source.stem == DEAR)
    found.append(Case(f"seconds to compile, {DEAR}, small", "seconds", _time(loops), PLAIN, "under 10 s"))
    one = "calls compared per second, the readable machine"
    found.append(Case(one, "calls/s", _checked(("reference",))))
    found.append(
        Case("calls compared per second, and source", "calls/s", _checked(("reference", "source")), one)
    )
    return found


@cache
def _compiled(source: Path) -> Compiled:
    return compile_module(front.read(source))


def _plain(source: Path) -> float:
    module = front.read(source)
    begin = perf_counter()
    assert len(quick_code(module).program) > 5
    return perf_counter() - begin


def _time(source: Path) -> Callable[[], float]:
    def run() -> float:
        module = front.read(source)
        begin = perf_counter()
        made = compile_module(module)
        seconds = perf_counter() - begin
        assert check(module, made.program, 30, random.Random(0), engines=("reference",)).agrees
        return seconds

    return run


def _time_again() -> float:
    module = front.read(next(source for source in SOURCES if source.stem == AGAIN))
    kept: dict[str, str] = {}
    first = compile_module(module, kept=kept)
    begin = perf_counter()
    assert compile_module(module, kept=kept).text == first.text
    return perf_counter() - begin


def _by_hand(source: Path) -> Callable[[], float]:
    return lambda: float(row(source).lines_by_hand)


def _lines(source: Path) -> Callable[[], float]:
    return lambda: float(len(_compiled(source).program))


def _checked(engines: tuple[str, ...]) -> Callable[[], float]:
    def run() -> float:
        source = next(one for one in SOURCES if one.stem == "least_common_multiple")
        program = Program.read(source.with_suffix(".15c"))
        begin = perf_counter()
        found = check(front.read(source), program, CALLS, random.Random(0), engines=engines)
        seconds = perf_counter() - begin
        assert found.agrees
        return found.tally.compared / seconds

    return run
