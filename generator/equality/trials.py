"""Two calculators side by side, each with its program: the same keys are pressed on both.

A trial keeps the states of both after some keys. Further keys make a further trial, so that nothing is
pressed twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from generator.equality.assumptions import hold, of_label
from generator.equality.claims import Assumed, Observe
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.core.playing import state_with
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.rules.stack import ENTER
from hp15c.state.memory import fit_registers
from hp15c.state.state import State
from hp15c.table.instructions import DIGITS, Step, step
from hp15c.table.models import Model

MOST_PAUSES: Final = 40
"""The number of pauses of one run that are compared."""
_COMPARED: Final = (
    *("stack", "imaginary", "last_x", "lift", "i", "flags", "format", "angle", "seed", "matrices"),
)


class Run(NamedTuple):
    """Keys of a person: numbers with ENTER between them, then "GSB A", "R/S", or any other keys."""

    what: str
    numbers: tuple[str, ...] = ()

    @property
    def starts(self) -> bool:
        """Whether the keys start a program."""
        return self.what == "R/S" or self.what.startswith("GSB ")

    def keys(self, named: Mapping[str, str]) -> str:
        """The keys as text, for a program with other labels."""
        what = self.what
        if what.startswith("GSB "):
            what = f"GSB {named.get(what[4:], what[4:])}"
        return " ".join([" ENTER ".join(map(_spelling, self.numbers)), what]).strip()


def _spelling(number: str) -> str:
    """The keys that type a number such as "-1.5e-3"."""
    mantissa, _, exponent = number.partition("e")
    found = mantissa.lstrip("-") + " CHS" * mantissa.startswith("-")
    return found + (f" EEX {exponent.lstrip('-')}" + " CHS" * exponent.startswith("-") if exponent else "")


@dataclass(frozen=True, slots=True)
class Seen:
    """What one calculator did in a run: what showed, its Error, and how often it went from line to line."""

    shown: tuple[object, ...]
    ways: frozenset[tuple[int, int, int]]
    lines: int
    cut_off: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """Both calculators after some keys. `apart` are the places that do not hold the same."""

    runs: tuple[Run, ...]
    states: tuple[State, State]
    apart: frozenset[str]

    @property
    def has_ended(self) -> bool:
        """Whether an Error shows, so that nothing more is pressed."""
        return any(state.message is not None for state in self.states)


def begin_trial(old: Program, new: Program, runs: tuple[Run, ...] = ()) -> Trial | None:
    """Both calculators after memory loss and some keys that run no program.

    None where these are no keys, or end in an Error.
    """
    state = state_with(old)
    try:
        for run in runs:
            _type(state, run)
            machine.keyboard(state, _key(run.what, old.model))
    except InputError:
        return None
    state.end_entry()
    other = state.copy()
    other.program = new
    fit_registers(other)
    return None if state.message is not None else Trial(runs, (state, other), frozenset())


@lru_cache(maxsize=256)
def _key(what: str, model: Model) -> Step:
    return Program.parse(what, model).steps[0]


def press(trial: Trial, run: Run, named: Mapping[str, str], limit: int) -> tuple[Trial, Seen, Seen]:
    """Press the keys of a run on both calculators, and run their programs for at most `limit` lines.

    Returns the trial with this run, and what the old and the new program showed.
    """
    states = [state.copy() for state in trial.states]
    seen = [_run(states[0], run, {}, limit), _run(states[1], run, named, limit)]
    after = Trial((*trial.runs, run), (states[0], states[1]), _differing_places(*states))
    return after, seen[0], seen[1]


def holds_before(state: State, run: Run, assumed: tuple[Assumed, ...]) -> bool:
    """Whether what is assumed holds when a run presses its label. The calculator has the old program."""
    if not run.starts or (run.what == "R/S" and state.line):
        return True
    keyed = state.copy()
    _type(keyed, run)
    keyed.end_entry()
    return hold(of_label(assumed, run.what[4:] if run.what != "R/S" else ""), keyed)


def _type(state: State, run: Run) -> None:
    for place, number in enumerate(run.numbers):
        if place:
            machine.keyboard(state, step(ENTER))
        for key in _digits(number):
            machine.keyboard(state, key)


def _run(state: State, run: Run, named: Mapping[str, str], limit: int) -> Seen:
    _type(state, run)
    if run.what == "R/S":
        machine.start(state)
    else:
        label = run.what[4:]
        machine.keyboard(state, step("GSB", named.get(label, label)))
    shown: list[object] = []
    ways: Counter[tuple[int, int]] = Counter()
    before, lines = 0, 0

    def observe(_: State, number: int, __: Step) -> None:
        nonlocal before
        ways[before, number] += 1
        before = number

    reason = Reason.STOP
    while state.running and len(shown) < 2 * MOST_PAUSES:
        stop = machine.run(state, limit - lines, observe, stop_at_pause=True)
        reason, lines = stop.reason, lines + stop.lines
        if reason is not Reason.PAUSE:
            break
        shown += [state.x, state.format]
    cut_off = reason is Reason.LIMIT
    shown += [state.message] if state.message is not None else []
    return Seen(
        tuple(shown),
        frozenset((*way, min(count, 3)) for way, count in ways.items()),
        lines,
        cut_off or state.running,
    )


def _digits(number: str) -> list[Step]:
    """The keys of a number, each by itself."""
    keys = (key for word in _spelling(number).split() for key in ([word] if word.isalpha() else word))
    return [step("digit", key) if key in DIGITS else step(key) for key in keys]


def _differing_places(one: State, other: State) -> frozenset[str]:
    """The places that do not hold the same in two States."""
    found = {name for name in _COMPARED if getattr(one, name) != getattr(other, name)}
    if one.registers != other.registers:
        pairs = zip(one.registers, other.registers, strict=False)
        found |= {f"R{number}" for number, (a, b) in enumerate(pairs) if a != b}
    if bool(one.line) != bool(other.line):
        found.add("line")
    return frozenset(found)


def differ(trial: Trial, old: Seen, new: Seen, observe: Observe) -> bool:
    """Whether a run showed different things. What a run that was cut off would show is not known."""
    shorter = min(len(old.shown), len(new.shown))
    if old.shown[:shorter] != new.shown[:shorter]:
        return True
    if old.cut_off or new.cut_off:
        ended, running = (new, old) if old.cut_off else (old, new)
        return not ended.cut_off and len(ended.shown) < len(running.shown)
    if len(old.shown) != len(new.shown):
        return True
    one, other = trial.states
    if one.message is not None:
        return False
    names = ["format", "angle"]
    if observe is not Observe.RESULTS:
        names += ["stack", "imaginary", "last_x", "lift"]
    if observe is Observe.ALL:
        names += ["i", "flags", "seed", *(f"R{number}" for number in range(len(one.registers)))]
    annunciators = [state.flags & {8, 9} for state in trial.states]
    return one.x != other.x or annunciators[0] != annunciators[1] or bool(set(names) & trial.apart)
