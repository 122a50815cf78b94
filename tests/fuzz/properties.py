"""What must hold whatever is pressed: each property tells what is wrong with a case, or None."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Final

from hp15c import Calculator
from hp15c.core import machine
from hp15c.display.display import CELLS, display
from hp15c.engines import select
from hp15c.errors import InputError
from hp15c.state.state import State
from hp15c.store import reachable
from hp15c.store.saved import from_json, to_json
from hp15c.timing import WORD_TIMES_PER_SECOND
from programs.web.desk import Desk
from tests.fuzz.shapes import Case
from tests.support import odd

LIMIT: Final = 1_000  # program lines after one key
SECONDS_HELD: Final = 1.0
ENGINE_LINES: Final = 300
LOADED_EVERY: Final = 3  # movements: keys go down and up, so that both come in turn
LONGEST: Final = 1e6  # seconds that the desk has for one key
TICK: Final = 0.005  # seconds between two looks at the clock: a program runs in several slices
COUNTS_WORD_TIMES: Final = "lanes"
ENGINES: Final = ("reference", "source", "lanes")  # native compiles each program, which takes long here

Property = Callable[[Case], str | None]


def difference(one: State, other: State) -> str | None:
    """The names of the fields in which two States differ."""
    names = [field.name for field in fields(State) if field.compare]
    different = [name for name in names if getattr(one, name) != getattr(other, name)]
    return ", ".join(different) or None


def movements(case: Case, calculator: Calculator) -> Iterator[None]:
    """Press the keys, with a stop after each movement of a key."""
    marked = odd.keys(" ".join(case.keys))
    for index, key in enumerate(marked):
        before = calculator.word_times
        calculator.key_down(key.key)
        yield
        held = key.held / WORD_TIMES_PER_SECOND
        if case.held and index == len(marked) - 1:
            held = SECONDS_HELD
        if held:
            calculator.hold(held)
            yield
        after = marked[index + 1].after if index + 1 < len(marked) else None
        calculator.key_up(LIMIT if after is None else 0)
        while after is not None and calculator.state.running and calculator.word_times - before < after:
            machine.run(calculator.state, 1)
        yield


def pressed(case: Case) -> Calculator:
    """The calculator after all keys."""
    calculator = Calculator(case.model)
    for _ in movements(case, calculator):
        pass
    return calculator


def reaches(case: Case) -> str | None:
    """Every state on the way is one that the rules allow, with a display that the LCD can show."""
    calculator = Calculator(case.model)
    for _ in movements(case, calculator):
        state = calculator.state
        for name, wanted in reachable.faults(state):
            return f"{name} must be {wanted}"
        text = display(state).text
        cells = [cell for cell in text[1:] if cell not in ".,"]
        if len(cells) != CELLS * state.on or text[:1] not in (" ", "-") * state.on + ("",):
            return f"the display is {text!r}"
    return None


def loads(case: Case) -> str | None:
    """A calculator that is saved and loaded between movements of keys goes on as one that is not."""
    plain, kept = Calculator(case.model), Calculator(case.model)
    for count, _ in enumerate(zip(movements(case, plain), movements(case, kept), strict=True)):
        if count % LOADED_EVERY:
            continue
        kept.state = from_json(json.loads(json.dumps(to_json(kept.state))))
        if wrong := difference(kept.state, plain.state):
            return wrong
        if kept.state.word_times != plain.state.word_times:
            return "word_times"
    return None


def engines(case: Case) -> str | None:
    """The program that is in memory in the end runs on by every engine as by the readable machine."""
    state = pressed(case).state
    if not state.program.steps:
        return None
    state.on, state.programming, state.message, state.pending, state.held = True, False, None, (), None
    machine.start(state)
    at_pause = len(case.keys) % 2 == 0
    batches = {name: batch for name in ENGINES if (batch := _batch(name, state)) is not None}
    truth = batches.pop("reference")
    for _ in range(2):
        expected = truth.run(ENGINE_LINES, at_pause)
        for name, batch in batches.items():
            found = batch.run(ENGINE_LINES, at_pause)
            wrong = difference(batch.state(0), truth.state(0))
            if not wrong and (found.lines, *found.reasons) != (expected.lines, *expected.reasons):
                wrong = "lines and reasons"
            if not wrong and name == COUNTS_WORD_TIMES:
                wrong = None if batch.state(0).word_times == truth.state(0).word_times else "word_times"
            if wrong:
                return f"{name}: {wrong}"
    return None


def _batch(name: str, state: State):  # type: ignore[no-untyped-def]
    """One calculator in an engine. None when the engine is not installed."""
    try:
        return select(name).batch(state.program, [state.copy()])
    except InputError:
        return None


class Watch:
    """A clock that goes on a little whenever it is read, and when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += TICK
        return self.now


def paced(case: Case) -> str | None:
    """The page's desk ends in the same state at either pace. A run that does not end is left out."""
    calculator = Calculator(case.model)
    watches = {real: Watch() for real in (False, True)}
    desks = {real: Desk(case.model, watch) for real, watch in watches.items()}
    for real, desk in desks.items():
        desk.set_pace(real)
    for key, *_ in odd.keys(" ".join(case.keys)):
        calculator.press_keycodes(key, limit=LIMIT)
        if calculator.state.running:
            return None
        for real, desk in desks.items():
            desk.down(key)
            desk.up(key)
            _work_out(desk, watches[real])
            if wrong := difference(desk.state, calculator.state):
                return f"{'real' if real else 'fast'} pace: {wrong}"
    return None


def _work_out(desk: Desk, watch: Watch) -> None:
    """Let time pass until nothing is left to do."""
    until = watch.now + LONGEST
    while watch.now < until and (due := desk.work()) is not None:
        watch.now += due


PROPERTIES: Final[tuple[Property, ...]] = (reaches, loads, engines, paced)
