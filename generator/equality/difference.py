"""The search for keys after which two programs show different things."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Final

from generator.equality.check import LEVELS, Observe
from generator.reading.parts import Beginning, parts
from hp15c.calculator import Calculator
from hp15c.inspect.session import Session
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role

TRIALS: Final = 400
LIMIT: Final = 5_000
"""Program lines of one run. A trial that runs longer shows nothing."""
_MOST_EVENTS: Final = 40
"""Pauses of one run that are compared."""
_RUNS: Final = 4
_AWKWARD: Final = (
    "0",
    "1",
    "2",
    "10",
    "-1",
    "0.5",
    "-2.5",
    "3.7",
    "7",
    "12",
    "45",
    "100",
    "1000",
    "-30",
    "0.001",
)


@dataclass(frozen=True, slots=True)
class Difference:
    """Keys, and what the old and the new program show after them where they first differ."""

    keys: str
    old: str
    new: str


def difference(
    old: Program,
    new: Program,
    observe: Observe = Observe.RESULTS,
    entries: Mapping[str, str] | None = None,
    seconds: float = 5.0,
    clock: object = monotonic,
) -> Difference | None:
    """Keys that show that two programs differ, None when none were found in so many seconds.

    The keys are drawn, always the same ones for the same programs.
    """
    assert callable(clock)
    draw = random.Random(f"{len(old)} {len(new)}")
    named = entries or {}
    labels = [part.label for part in parts(old) if part.beginning is Beginning.PRESSED]
    registers = _registers(old)
    end = clock() + seconds
    for _ in range(TRIALS):
        if clock() > end:
            return None
        keys = _drawn(draw, labels, registers, old)
        found = _compared(old, new, keys, named, observe)
        if found is not None:
            return found
    return None


def _registers(program: Program) -> list[str]:
    """The registers that a program reads, which its user may have stored."""
    return sorted(
        {
            step.operand
            for step in program.steps
            if step.names is OperandKind.REGISTER
            and step.name.startswith("RCL")
            and step.operand[-1:].isdigit()
        }
    )


Run = tuple[str, tuple[str, ...]]
"""A label or "" for R/S, and the numbers keyed in before."""


def _drawn(draw: random.Random, labels: list[str], registers: list[str], program: Program) -> list[Run]:
    """Numbers and labels in the order in which they are keyed in. Registers are stored first."""
    stops = any(step.role is Role.STOPS for step in program.steps)
    found: list[Run] = [
        (f"STO {register}", (_number(draw),)) for register in registers if draw.random() < 0.4
    ]
    for run in range(draw.randint(1, 2)):
        label = draw.choice(labels)
        found.append(
            (
                f"GSB {label}" if label else "R/S",
                tuple(_number(draw) for _ in range(draw.randint(0 if run else 1, 4))),
            )
        )
        for _ in range(draw.randint(0, 3) if stops else 0):
            found.append(("R/S", tuple(_number(draw) for _ in range(draw.randint(0, 1)))))
    return found


def _number(draw: random.Random) -> str:
    if draw.random() < 0.5:
        return draw.choice(_AWKWARD)
    number = draw.choice((draw.randint(-20, 20), round(draw.uniform(-100, 100), 2), draw.randint(0, 9999)))
    return str(number)


def _keys(run: Run, named: Mapping[str, str] | None) -> str:
    """The keys of a run, for the new program with the labels that stand for the old ones."""
    what, numbers = run
    if named and what.startswith("GSB "):
        what = f"GSB {named.get(what[4:], what[4:])}"
    return " ".join([" ENTER ".join(map(_typed, numbers)), what]).strip()


def _typed(number: str) -> str:
    return f"{number[1:]} CHS" if number.startswith("-") else number


def _compared(
    old: Program, new: Program, runs: list[Run], named: Mapping[str, str], observe: Observe
) -> Difference | None:
    keys = [" ".join(_keys(run, None) for run in runs[: count + 1]) for count in range(len(runs))]
    shown = zip(
        keys,
        _shown(old, [_keys(run, None) for run in runs], observe),
        _shown(new, [_keys(run, named) for run in runs], observe),
        strict=False,
    )
    for pressed, one, other in shown:
        if one is None or other is None:
            return None
        if one != other:
            return Difference(pressed, _text(one), _text(other))
    return None


def _shown(program: Program, keys: list[str], observe: Observe) -> Iterator[tuple[str, ...] | None]:
    """What shows after each run, pauses included. None where a run is too long."""
    calculator = Calculator(model=str(program.model))
    calculator.load(program)
    for pressed in keys:
        events = list(islice(Session(calculator, limit=LIMIT).play(pressed), _MOST_EVENTS))
        if any(event.kind == "limit" for event in events):
            yield None
            return
        shown = [event.display.strip() for event in events]
        if len(events) == _MOST_EVENTS:
            yield tuple(shown)
            return
        if not calculator.error:
            shown.append(f"X = {calculator.x}")
            if observe is not Observe.RESULTS:
                shown += [f"{name.upper()} = {getattr(calculator, name)}" for name in (*LEVELS[1:], "last_x")]
            if observe is Observe.ALL:
                shown.append(f"I = {calculator.i}, {calculator.state.registers}, {sorted(calculator.flags)}")
        yield tuple(shown)
        if calculator.error:
            return


def _text(shown: tuple[str, ...]) -> str:
    return ", then ".join(shown)
