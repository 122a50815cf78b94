"""Pairs of programs with loops that begin and end at other lines, and keys that show whether they differ.

Both are written from one plan: lines, and loops with what ends them. A loop may be written with its first
turn before it, with two turns in one, or with calls for its lines. Mostly one line of the new program is
changed. So one of them often comes to a label where the other one is at none.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.equality.claims import Observe
from generator.equality.trials import Run, Trial, differ, press
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.support.changed_programs import NUMBERS, drawn_state

_COUNTER = "DSE I"
_LINES = (
    *("2, ×", "1, +", "CHS", "x²", "ENTER", "x↔y", "R↓", "LSTx", "+", "−", "CLx", "3", "RCL I"),
    *("STO 1", "RCL 1", "STO + 1", "STO × 2", "RCL 2", "STO 2", "SF 0", "CF 0", "F? 0, CHS", "x=0, 1"),
    *("1/x", "√x", "FIX 2", "FIX 4", "x≤y, x↔y", "1, STO I", "STO I", "DSE I, CHS"),
)
"""Lines that compute, store, decide, or end in an Error for some numbers."""
_STOPS = ("R/S", "PSE", "R/S, +", "PSE, CLx", "R/S, STO 1", "ENTER, R/S", "F? 0, R/S", "x=0, PSE")
_CALLS = ("GSB 1", "GSB 2", "x=0, GSB 1", "F? 0, GSB 2", "GSB B", "GTO B")
_CALLS_15C = ("SOLVE 1", "∫ 1", "SOLVE 2, CHS", "F? 9, CF 9", "0, ENTER, 1, SOLVE 1, R↓")
_TESTS = ("", "", _COUNTER, _COUNTER, "F? 0", "x=0", "x≠0", "x>0", "x≤y")
_ENDS = ("RTN", "RTN", "R/S", "GTO B", "R/S, GTO A")
_RUNS = 5
_LIMIT = 300
_ENDLESS = 20_000


class Loop(NamedTuple):
    """Lines that are run again as long as a test holds, without an end where there is no test."""

    test: str
    body: Plan


Plan = Sequence["str | Loop"]


class _Writing:
    """Writes a plan as lines, each time in another way."""

    def __init__(self, chance: random.Random, model: Model) -> None:
        self._chance = chance
        more = [f".{digit}" for digit in range(10)] if model is Model.HP15C else []
        self._labels = [*"3456789", *more]
        self._behind: list[str] = []

    def program(self, parts: Sequence[Plan]) -> list[str]:
        """The lines of all parts, and those of the calls that were made for lines."""
        found = [line for part in parts for line in self._lines(part)]
        return [*found, *self._behind]

    def _label(self) -> str:
        return self._labels.pop(0) if self._labels else "3"

    def _lines(self, plan: Plan) -> Iterator[str]:
        for one in plan:
            way = self._chance.random()
            if isinstance(one, Loop):
                yield from self._loop(one)
            elif way < 0.06:
                label = self._label()
                yield f"GSB {label}"
                self._behind += [f"LBL {label}", *one.split(", "), "RTN"]
            else:
                yield from one.split(", ")
            if way > 0.94:
                label = self._label()
                yield from (f"GTO {label}", f"LBL {label}")

    def _loop(self, loop: Loop) -> Iterator[str]:
        again, end = self._label(), self._label()
        back = [*([loop.test] if loop.test else []), f"GTO {again}"]
        way = self._chance.randrange(4)
        if way == 0 and not loop.test:  # the lines before the label are the end of each turn
            cut = self._chance.randint(0, len(loop.body))
            first, second = loop.body[:cut], loop.body[cut:]
            yield from (*self._lines(first), f"LBL {again}", *self._lines(second), *self._lines(first), *back)
            return
        leaves = [*back, f"GTO {end}"] if loop.test else []
        if way == 1:  # the first turn stands before the loop
            yield from (*self._lines(loop.body), *leaves, f"LBL {again}", *self._lines(loop.body), *back)
        elif way == 2:  # two turns in one
            middle = self._label()
            on = [loop.test, f"GTO {middle}", f"GTO {end}", f"LBL {middle}"] if loop.test else []
            yield from (f"LBL {again}", *self._lines(loop.body), *on, *self._lines(loop.body), *back)
        else:
            yield from (f"LBL {again}", *self._lines(loop.body), *back)
        if way in (1, 2) and loop.test:
            yield f"LBL {end}"


def loop_pair(chance: random.Random, model: Model) -> tuple[Program, Program]:
    """Two programs from one plan, most times with a line of the second one changed."""
    parts = _parts(chance, model)
    old, new = (_Writing(chance, model).program(parts) for _ in range(2))
    if chance.random() < 0.6:
        new = _changed(chance, model, new)
    first, second = (Program.parse("\n".join(lines), model.value) for lines in (old, new))
    return first, second


def _parts(chance: random.Random, model: Model) -> list[Plan]:
    """The plans after A and B, and those of the subroutines that they call."""
    parts: list[Plan]
    if chance.random() < 0.15:  # a person presses a label in the middle of a loop
        parts = [["LBL A", Loop("", ["LBL B", *_plan(chance, model, 0)])]]
    else:
        parts = [[f"LBL {name}", *_plan(chance, model, 1), *_end(chance)] for name in "AB"]
    for name in "12":
        if any(f" {name}" in f"{part}" for part in parts):
            parts.append([f"LBL {name}", *_plan(chance, model, chance.choice((0, 0, 1))), "RTN"])
    return parts


def _end(chance: random.Random) -> list[str]:
    return [] if chance.random() < 0.2 else [chance.choice(_ENDS)]


def _plan(chance: random.Random, model: Model, loops: int) -> Plan:
    """Some lines, with a loop among them."""
    calls = (*_CALLS, *_CALLS_15C * (model is Model.HP15C))
    found: list[str | Loop] = []
    for _ in range(chance.randint(1, 3)):
        way = chance.random()
        found.append(chance.choice(_LINES if way < 0.6 else _STOPS if way < 0.9 else calls))
    if loops and chance.random() < 0.6:
        test = chance.choice(_TESTS)
        count = [f"{chance.randint(1, 3)}, STO I"] if test == _COUNTER else []
        place = chance.randint(0, len(found))
        found[place:place] = [*count, Loop(test, _plan(chance, model, loops - 1))]
    return found


def _changed(chance: random.Random, model: Model, lines: list[str]) -> list[str]:
    """The lines with one of them changed, in a way that leaves the label A."""
    made, place = list(lines), chance.randint(1, len(lines) - 1)
    way = chance.randrange(5)
    if way == 0:
        del made[place]
    elif way == 1:
        made.insert(place, made[place])
    elif way == 2:
        made[place - 1 : place + 1] = reversed(made[place - 1 : place + 1])
    else:
        words = (*_LINES, *_STOPS, *_CALLS, "RTN", "GTO A", *_CALLS_15C * (model is Model.HP15C))
        made[place : place + (way == 3)] = chance.choice(words).split(", ")
    return made


def shown_by_keys(
    old: Program, new: Program, observe: Observe, chance: random.Random, tries: int
) -> tuple[str, ...] | None:
    """Keys on a drawn calculator after which two programs show different things, None where none were met.

    A program that still runs differs from one that ended long before. After an Error a label is pressed.
    """
    labels = [label for label in "AB" if label in old.label_lines and label in new.label_lines]
    for _ in range(tries if labels else 0):
        begun = drawn_state(chance, old)
        states = begun, begun.copy()
        for state, program in zip(states, (old, new), strict=True):
            state.program = program
        trial, keys = Trial((), states, frozenset()), []
        for _ in range(chance.randint(1, _RUNS)):
            failed = any(state.message is not None for state in trial.states)
            stopped = not failed and all(state.line or state.returns for state in trial.states)
            what = "R/S" if stopped and chance.random() < 0.75 else f"GSB {chance.choice(labels)}"
            most = 2 if what == "R/S" else 4
            run = Run(what, tuple(chance.choice(NUMBERS) for _ in range(chance.randint(0, most))))
            keys.append(run.keys({}))
            for state in trial.states:
                state.message = None  # as a key clears it
            before = trial
            trial, one, other = press(before, run, {}, _LIMIT)
            if one.cut_off is not other.cut_off:
                trial, one, other = press(before, run, {}, _ENDLESS)
                if one.cut_off is not other.cut_off and len(one.shown) == len(other.shown):
                    return tuple(keys)
            if any((state.message or "").startswith("Error 10") for state in trial.states):
                break
            if differ(trial, one, other, observe):
                return tuple(keys)
            if one.cut_off or other.cut_off:
                break
    return None
