"""A listing, run on a calculator by one of the engines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from generator.compiler.checking.calls import CallResult, EntryCall, numbers_of
from generator.compiler.checking.python_side import modes
from generator.language.routines import has_overflowed
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.engines import REASONS, Engine, select
from hp15c.keys import editing
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.state import cells
from hp15c.state.state import State, Value, X
from hp15c.table.instructions import step
from hp15c.table.machines import Machine

LINES: Final = 400_000
RUBBISH: Final = tuple(Number.of(text) for text in ("-3.7e41", "8.25", "-654321", "1.00001e-7", "77"))


class ListingSide:
    """Runs a listing's labels, on the readable machine or on the engine of this name.

    `results` says how many numbers each label leaves, `pinned` which registers are compared. Levels of the
    stack that hold no argument, and LAST X, hold arbitrary numbers, because a program may not depend on them.
    """

    def __init__(
        self,
        program: Program,
        results: Mapping[str, int],
        pinned: tuple[str, ...],
        engine: str = "reference",
        machine: Machine | None = None,
    ) -> None:
        self.program = program
        self.make = machine
        self.results = results
        self.pinned = tuple(sorted(pinned))
        self.name = engine
        self.engine: Engine | None = None if engine == "reference" else select(engine)
        self.reset()

    def reset(self) -> None:
        """Clear the memory."""
        self.state = cleared_state(self.program, self.make)

    def run(self, call: EntryCall) -> CallResult:
        """Make a call on the calculator, and return what it showed and how it ended."""
        begin(self.state, call)
        playing = Playing(self, call)
        outcome = None
        while outcome is None:
            reason, lines = self._stretch()
            outcome = playing.went(self.state, reason, lines)
        return outcome

    def _stretch(self) -> tuple[Reason, int]:
        """Run up to the next stop or pause. Returns why the run ended and how many lines it took."""
        if self.engine is None:
            stop = machine.run(self.state, LINES, stop_at_pause=True)
            return stop.reason, stop.lines
        batch = self.engine.batch(self.program, [self.state])
        ended = batch.run(LINES, stop_at_pause=True)
        self.state = batch.state(0)
        return Reason(REASONS[int(ended.reasons[0])]), ended.lines

    def together(self, sequences: Sequence[Sequence[EntryCall]]) -> list[list[CallResult]]:
        """The outcomes of sequences of calls, all at the same time, each on a calculator of its own.

        A sequence ends after the first call that ends otherwise than with results.
        """
        assert self.engine is not None
        runs = [Sequenced(self, calls) for calls in sequences]
        while going := [one for one in runs if one.playing is not None]:
            batch = self.engine.batch(self.program, [one.state for one in going])
            ended = batch.run(LINES, stop_at_pause=True)
            for index, one in enumerate(going):
                one.went(batch.state(index), Reason(REASONS[int(ended.reasons[index])]))
        return [one.outcomes for one in runs]


def cleared_state(program: Program, make: Machine | None = None) -> State:
    """A calculator with cleared memory and a program."""
    state = State.fresh(program.model, make)
    editing.load(state, program)
    return state


def begin(state: State, call: EntryCall) -> None:
    """Store and type what a call needs, and press its label."""
    for at, number in call.stored.items():
        cells.write(state, at, number)
    levels = [*reversed(call.arguments), *RUBBISH]
    state.end_entry()
    state.message = None
    state.stack[:], state.last_x, state.lift = levels[:4], RUBBISH[-1], True
    machine.keyboard(state, step("GSB", call.label))


class Playing:
    """A call that is being made: what it has shown so far and which answers are left."""

    def __init__(self, side: ListingSide, call: EntryCall) -> None:
        self.side = side
        self.call = call
        self.shown: list[tuple[str, Value]] = []
        self.answers = list(call.answers)
        self.left = LINES

    def went(self, state: State, reason: Reason, lines: int = 0) -> CallResult | None:
        """How the call ended after a stretch of lines. None where it goes on with its answer typed."""
        shown = tuple(self.shown)
        self.left -= lines
        if reason is Reason.ERROR:
            return CallResult(shown, str(state.message).strip())
        if reason is Reason.LIMIT or self.left <= 0:
            return CallResult(shown, "too long")
        if reason is Reason.PAUSE:
            self.shown.append(("pause", state.stack[X]))
            return None
        if state.line == 0:
            return self._result(state)
        if has_overflowed(state):
            return CallResult(shown, "overflow")
        return self._answer(state)

    def _answer(self, state: State) -> CallResult | None:
        self.shown.append(("ask", state.stack[X]))
        if not self.answers:
            return CallResult(tuple(self.shown), "waiting")
        for number in numbers_of(self.answers.pop(0)):
            state.push(number)
            state.lift = True
        machine.start(state)
        return None

    def _result(self, state: State) -> CallResult:
        levels = [state.stack[one] for one in reversed(range(self.side.results[self.call.label]))]
        results = tuple(ZERO if isinstance(one, Number) and one.is_zero else one for one in levels)
        registers = tuple((at, cells.read_number(state, at)) for at in self.side.pinned)
        return CallResult(tuple(self.shown), "results", results, registers, modes(state))


class Sequenced:
    """A sequence of calls on one calculator. `playing` is the call that runs, None after the last."""

    def __init__(self, side: ListingSide, calls: Sequence[EntryCall]) -> None:
        self.side = side
        self.waiting = list(calls)
        self.outcomes: list[CallResult] = []
        self.state = cleared_state(side.program, side.make)
        self.playing = self._next()

    def _next(self) -> Playing | None:
        if not self.waiting:
            return None
        call = self.waiting.pop(0)
        begin(self.state, call)
        return Playing(self.side, call)

    def went(self, state: State, reason: Reason) -> None:
        """Take in the state after a stretch of lines, and go on with this call or the next."""
        self.state = state
        assert self.playing is not None
        outcome = self.playing.went(state, reason)
        if outcome is not None:
            self.outcomes.append(outcome)
            self.playing = self._next() if outcome.end == "results" else None
