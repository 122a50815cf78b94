"""Press random keys for a while, and print each case that goes wrong, shrunk, as a record: one JSON object.

The record is what the readable machine shows after the keys. `note` tells which property fails and how. Keys
of a record are pressed again by `python -m tests.conformance`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from random import Random
from typing import Any

from hp15c.numbers.number import Number
from hp15c.state.state import Value
from hp15c.table.models import Model
from tests.fuzz.properties import PROPERTIES, Property, pressed
from tests.fuzz.shapes import Case, case
from tests.fuzz.shrinking import shrunk
from tests.support.observed import raw_elements


@dataclass(slots=True)
class Tally:
    """The number of cases that were tried, and of their keys."""

    cases: int = 0
    keys: int = 0


def wrong(one: Case, property_: Property) -> str | None:
    """What a property says of a case. An exception is wrong too."""
    try:
        return property_(one)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def record(one: Case, note: str) -> dict[str, Any]:
    """The case in the form of the measurements (tests/firmware), as far as the machine gets."""
    found: dict[str, Any] = {
        "model": one.model.value,
        "topic": one.topic,
        "keys": " ".join(one.keys),
        **({"held": True} if one.held else {}),
        "note": note,
    }
    try:
        calculator = pressed(one)
        shown = calculator.display
    except Exception:
        return found | {"display": ""}
    state = calculator.state
    if any(mark in found["keys"] for mark in "@~"):
        seen = shown, tuple(sorted(calculator.annunciators)), calculator.blinking
        levels = dict(zip(("x", "y", "z", "t"), map(_text, state.stack), strict=True))
        return found | {"what": "display", "firmware": {"see": repr(seen), **levels, "line": state.line}}
    found |= {
        "display": shown,
        "annunciators": sorted(calculator.annunciators),
        **({"error": calculator.error} if calculator.error else {}),
        **({"blinking": True} if calculator.blinking else {}),
        **({"running": True} if state.running else {}),
        **dict(zip(("x", "y", "z", "t"), map(_text, state.stack), strict=True)),
        "last_x": _text(state.last_x),
    }
    if state.complex:
        found |= dict(zip(("xi", "yi", "zi", "ti"), map(_text, state.imaginary), strict=True))
        found["last_xi"] = _text(state.last_xi)
    named = {str(number): value for number, value in enumerate(state.registers)} | {"I": state.i}
    found["registers"] = {name: _text(value) for name, value in named.items() if value != 0}
    found["matrices"] = {
        name: [matrix.rows, matrix.columns, raw_elements(matrix)]
        for name, matrix in state.matrices.items()
        if matrix.elements
    }
    return found | {"flags": sorted(state.flags), "format": str(state.format)}


def _text(value: Value) -> str:
    if not isinstance(value, Number):
        return str(value)
    digits = f"{value.mantissa:010d}"
    return f"{'-' if value.negative else ''}{digits[0]}.{digits[1:]}e{value.exponent:+03d}"


def cases(seed: int, models: Sequence[Model]) -> Iterator[Case]:
    """Sequences without end, the same for the same seed."""
    chance = Random(seed)
    while True:
        yield case(chance, chance.choice(models))


def within(seconds: float, some: Iterator[Case]) -> Iterator[Case]:
    """Sequences until the time is over."""
    until = time.monotonic() + seconds
    return takewhile(lambda _: time.monotonic() < until, some)


def search(some: Iterable[Case], tally: Tally) -> Iterator[dict[str, Any]]:
    """Records of what goes wrong in these sequences, each property once."""
    left = list(PROPERTIES)
    for one in some:
        tally.cases += 1
        tally.keys += len(one.keys)
        for property_ in tuple(left):
            if wrong(one, property_) is None:
                continue
            left.remove(property_)
            short = shrunk(one, lambda other, property_=property_: wrong(other, property_) is not None)
            yield record(short, f"{property_.__name__}: {wrong(short, property_)}")
        if not left:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line. It ends with 1 when something went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long (default 60)")
    parser.add_argument("--sequences", type=int, help="how many sequences of keys, instead of --seconds")
    parser.add_argument("--seed", type=int, help="the same keys again (default: others each time)")
    parser.add_argument("--model", choices=[model.value for model in Model], help="only this calculator")
    options = parser.parse_args(arguments)
    seed = options.seed if options.seed is not None else time.time_ns() % 10**9
    models = [Model(options.model)] if options.model else list(Model)
    endless, count, tally, found = cases(seed, models), options.sequences, Tally(), 0
    some = within(options.seconds, endless) if count is None else islice(endless, count)
    for each in search(some, tally):
        print(json.dumps(each, ensure_ascii=False), flush=True)
        found += 1
    pressed_so_far = f"{tally.cases:,} sequences, {tally.keys:,} keys"
    print(f"seed {seed}: {pressed_so_far}, {found} of {len(PROPERTIES)} properties fail", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
