"""The search for keys after which two programs show different things.

Trials that reach lines in a new way, or after which the calculators hold different things, are continued.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from generator.equality.claims import Assumed, Observe
from generator.equality.numbers import Numbers, beginnings
from generator.equality.search import Told, silent
from generator.equality.trials import MOST_PAUSES, Run, Seen, Trial, begin_trial, differ, holds_before, press
from generator.reading.parts import Beginning, parts
from hp15c.calculator import Calculator
from hp15c.core.playing import state_with
from hp15c.inspect.session import Session
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, Role
from hp15c.terms.uses import LEVELS

LIMITS: Final = (500, 2_000, 2_000, 10_000)
"""The program lines of one run: one of these numbers, by chance. A run that is cut off shows nothing."""
EFFORT: Final = 1_000_000
"""The number of lines that are run in a search. Pressing keys counts as lines, too."""
ENDLESS: Final = 100_000
"""The lines after which a program that still runs differs from one that ended within a hundredth of them."""
PATIENCE: Final = 4
"""How often a program may run on long after the other one has ended."""
_PRESSING: Final = 60
_MOST_RUNS: Final = 8
_BEGINNINGS: Final = 12
_SHARE_NEW: Final = 0.25
_EVALUATING: Final = 3
"""How many lines one counts for where SOLVE or the integral runs: most lines of their functions are dear."""
_REDRAWN: Final = 60
_SHARE_ONWARD: Final = 0.8
"""The share of trials with a stopped program that go on at once, with other numbers at its next stops."""
_LONGEST: Final = 40


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
    effort: int = EFFORT,
    told: Told = silent,
    assumed: tuple[Assumed, ...] = (),
    overflows: bool = False,
) -> Difference | None:
    """Keys that show that two programs differ, None when none were found within an effort.

    `effort` counts the program lines that are run, and keys that are pressed as if they were lines. The keys
    are drawn, always the same ones for the same programs. What is assumed holds when they press a label.
    With `overflows` half of the numbers are huge.
    """
    return _Search(old, new, observe, entries or {}, assumed, overflows).difference(effort, told)


def seems_different(old: Program, new: Program, observe: Observe, effort: int) -> tuple[bool, int]:
    """Whether some keys show a difference, and how many lines were run for that."""
    search = _Search(old, new, observe, {}, ())
    return search.trial(effort) is not None, search.lines


class _Search:
    """The trials that may be continued, and what they have met."""

    def __init__(
        self,
        old: Program,
        new: Program,
        observe: Observe,
        named: Mapping[str, str],
        assumed: tuple[Assumed, ...],
        overflows: bool = False,
    ) -> None:
        self._old, self._new, self._observe, self._named = old, new, observe, named
        self._assumed = assumed
        self._draw = random.Random(f"{len(old)} {len(new)}")
        self._numbers = Numbers((old, new), self._draw, overflows)
        self._labels = _labels(old, new, named)
        self._kept: list[Trial] = []
        self._apart: list[Trial] = []
        self._onward: Trial | None = None
        self._met: set[object] = set()
        self.lines = 0
        evaluates = any(step.role is Role.EVALUATES for step in (*old.steps, *new.steps))
        self._weight = _EVALUATING if evaluates else 1
        self._patience = PATIENCE

    def difference(self, effort: int, told: Told) -> Difference | None:
        """The first difference that shows when keys are pressed. None where the effort ends before."""
        while (trial := self.trial(effort, told)) is not None:
            shown = comparison(self._old, self._new, trial.runs, self._named, self._observe)
            if shown is not None:
                return self._shorten(trial.runs, shown)
        return None

    def trial(self, effort: int, told: Told = silent) -> Trial | None:
        """The next trial after which both seem to differ. None where the effort ends before."""
        while self._labels and self.lines < effort:
            told("for a difference", self.lines, effort)
            if (trial := self._try()) is not None:
                return trial
        return None

    def _try(self) -> Trial | None:
        """One more run after one of the trials. The trial if its run showed different things, else None."""
        draw = self._draw
        trial = self._choose()
        self.lines += _PRESSING
        if trial is None or trial.has_ended:
            return None
        run = self._allowed_run(trial)
        if run is None:
            return None
        limit = draw.choice(LIMITS)
        after, one, other = press(trial, run, self._named, limit)
        self.lines += self._weight * (one.lines + other.lines)
        if differ(after, one, other, self._observe):
            return after
        if one.cut_off or other.cut_off:
            if one.cut_off is other.cut_off or 2 * min(one.lines, other.lines) > limit or not self._patience:
                return None
            self._patience -= 1  # one program has ended long before
            self.lines += ENDLESS // 2
            return after
        self._keep(after, one, other)
        stopped = any(each.line for each in after.states) and not after.has_ended
        if stopped and len(after.runs) < _LONGEST and draw.random() < _SHARE_ONWARD:
            self._onward = after
        return None

    def _choose(self) -> Trial | None:
        """A trial to continue: a new one, one whose calculators differ, or a kept one. None without any."""
        draw, onward = self._draw, self._onward
        if onward is not None:
            self._onward = None
            return onward
        if not self._kept or draw.random() < _SHARE_NEW:
            runs = self._beginning()
            self.lines += _PRESSING * len(runs)
            found = begin_trial(self._old, self._new, runs)
            if found is not None and len(self._kept) < _BEGINNINGS:
                self._kept.append(found)
            return found
        if self._apart and draw.random() < 0.5:
            return draw.choice(self._apart)
        return draw.choice(self._kept) if self._kept else None

    def _beginning(self) -> tuple[Run, ...]:
        """Keys that fill the calculator, the registers that are assumed to be something among them."""
        fresh = State.fresh(self._old.model)
        named = sorted(one for each in self._assumed for one in each.registers)
        stored = (Run(f"STO {one}", (self._numbers.number(fresh),)) for one in named)
        return (*beginnings((self._old, self._new), self._numbers, self._draw), *stored)

    def _allowed_run(self, trial: Trial) -> Run | None:
        """Keys after a trial, where what is assumed holds when a label is pressed. None when not found."""
        for _ in range(_REDRAWN if self._assumed else 1):
            run = self._run(trial)
            if not self._assumed or holds_before(trial.states[0], run, self._assumed):
                return run
        return None

    def _keep(self, after: Trial, one: Seen, other: Seen) -> None:
        """Keep a trial that met something new, to go on from there."""
        if len(after.runs) > _MOST_RUNS + len(LEVELS) * 2 or after.has_ended:
            return
        ways = {(0, way) for way in one.ways} | {(1, way) for way in other.ways}
        new = ways - self._met
        self._met |= ways
        if after.apart and (new or after.apart not in self._met or self._draw.random() < 0.02):
            self._met.add(after.apart)
            self._apart.append(after)
        elif new or self._draw.random() < 0.01:
            self._kept.append(after)

    def _run(self, trial: Trial) -> Run:
        """Keys after a trial: R/S where a program has stopped, or a label."""
        draw, state = self._draw, trial.states[0]
        stopped = any(each.line for each in trial.states)
        most = 4
        if stopped and draw.random() < 0.8:
            what, most = "R/S", 2
        else:
            label = draw.choice(self._labels)
            what = f"GSB {label}" if label else "R/S"
            if not label and stopped:
                most = 2
        least = 0 if stopped or len(trial.runs) > 1 or draw.random() < 0.3 else 1
        count = draw.choice((least, 1, min(2, most), most))
        return Run(what, tuple(self._numbers.number(state) for _ in range(count)))

    def _shorten(self, runs: tuple[Run, ...], shown: Difference) -> Difference:
        """The difference with as few runs as show it."""
        place = 0
        while place < len(runs):
            fewer = runs[:place] + runs[place + 1 :]
            may = bool(fewer) and self._may(fewer)
            less = comparison(self._old, self._new, fewer, self._named, self._observe) if may else None
            if less is None:
                place += 1
            else:
                runs, shown = fewer, less
        return shown

    def _may(self, runs: tuple[Run, ...]) -> bool:
        """Whether what is assumed holds wherever these keys press a label."""
        if not self._assumed:
            return True
        stores = tuple(run for run in runs if not run.starts)
        trial = begin_trial(self._old, self._new, stores)
        for run in runs[len(stores) :]:
            if trial is None or not holds_before(trial.states[0], run, self._assumed):
                return False
            trial = press(trial, run, self._named, max(LIMITS))[0]
        return True


def _labels(old: Program, new: Program, named: Mapping[str, str]) -> list[str]:
    """The labels of the old program that a person presses, and after them those that only the new one has."""
    found = [part.label for part in parts(old) if part.beginning is Beginning.PRESSED]
    others = {part.label for part in parts(new) if part.beginning is Beginning.PRESSED}
    met = {named.get(label, label) for label in found}
    return [*found, *sorted(others & set(LETTERS) - met)]


def comparison(
    old: Program, new: Program, runs: tuple[Run, ...], named: Mapping[str, str], observe: Observe
) -> Difference | None:
    """What both programs show after the first run that makes them differ. None where they never differ."""
    shown = zip(_displays(old, runs, {}, observe), _displays(new, runs, named, observe), strict=False)
    for count, (one, other) in enumerate(shown, 1):
        ended = [each.lines for each in (one, other) if not each.running]
        shorter = min(len(one.texts), len(other.texts)) if len(ended) < 2 else None
        if one.texts[:shorter] != other.texts[:shorter] or (
            len(ended) == 1 and (100 * ended[0] <= ENDLESS or _goes_on(one, other))
        ):
            pressed_keys = " ".join(run.keys({}) for run in runs[:count])
            return Difference(pressed_keys, _text(one), _text(other))
        if len(ended) < 2:
            return None
    return None


class _Shown(NamedTuple):
    """What shows in a run, the lines that were run, and whether it was still running then."""

    texts: tuple[str, ...]
    lines: int
    running: bool


def _goes_on(one: _Shown, other: _Shown) -> bool:
    """Whether the program that still runs has shown more than the other one, which has ended."""
    running, ended = (one, other) if one.running else (other, one)
    return len(running.texts) > len(ended.texts)


def _text(shown: _Shown) -> str:
    more = [f"still running after {shown.lines:,} lines"] if shown.running else []
    return ", then ".join((*shown.texts, *more))


def _displays(
    program: Program, runs: tuple[Run, ...], named: Mapping[str, str], observe: Observe
) -> Iterator[_Shown]:
    """What shows after each run, pauses included."""
    calculator = Calculator(state=state_with(program))
    for run in runs:
        session = Session(calculator, limit=ENDLESS)
        events = list(islice(session.play(run.keys(named)), MOST_PAUSES))
        texts = [event.display.strip() for event in events if event.kind != "limit"]
        running = calculator.state.running
        if not calculator.error and not running:
            texts.append(f"X = {calculator.x}")
            lit = calculator.annunciators & {"RAD", "GRAD", "C"}
            texts += [*sorted(lit), *["blinking"] * calculator.blinking]
            if observe is not Observe.RESULTS:
                texts += [f"{name.upper()} = {getattr(calculator, name)}" for name in (*LEVELS[1:], "last_x")]
            if observe is Observe.ALL:
                texts.append(f"I = {calculator.i}, {calculator.state.registers}, {sorted(calculator.flags)}")
        yield _Shown(tuple(texts), session.lines, running)
        if calculator.error or running:
            return
