"""The book of rules run on terms: what a line does to a calculator of which only some is known.

A condition that is not known parts the ways. The rule is executed once for each way.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from operator import attrgetter
from typing import Any, Final, NamedTuple, NoReturn

from hp15c.core.code import RETURN
from hp15c.listing.program import Program
from hp15c.rules.book import RULES
from hp15c.rules.machine import Machine, functions, two_skips
from hp15c.rules.number_functions import next_count, of_model
from hp15c.state.entry import press_and_read
from hp15c.state.state import Descriptor
from hp15c.table.instructions import LETTERS, Lift, Step
from hp15c.table.models import LIMITS, Model
from hp15c.table.step import TYPING
from hp15c.terms import laws
from hp15c.terms.facts import NOTHING_KNOWN, Facts
from hp15c.terms.state import COMPLEX, TermState
from hp15c.terms.term import FALSE, OTHER, TRUE, Term, constant, input_of, term

TOO_DEEP: Final = 5
_OVERFLOW_FLAG: Final = 9
BY_KEY: Final = input_of("function by key", OTHER)
"""Whether the outermost return leads to a SOLVE or integral that a key began."""

_PARTS: Final = attrgetter(*TermState._fields)


class Way(Enum):
    """How the program goes on after a line."""

    GOES_ON = "goes on"  # at the line of the state
    STOPS = "stops"
    PAUSES = "pauses"  # and goes on at the line of the state
    FAILS = "fails"  # with an Error
    RETURNS = "returns"  # to a caller from before the beginning
    HANDED_OVER = "handed over"  # to ordinary Python: the state is the one before the line


class Outcome(NamedTuple):
    """One way of a line: under these conditions, it leads to this state.

    `conditions` are those that the facts given did not decide. `error` is the number of the Error with which
    it fails. At a stop, a pause and an Error the X, Y, ... and the format of `state` are what can be seen.
    """

    conditions: tuple[Term, ...]
    state: TermState
    way: Way
    error: int | None = None


class _Failed(Exception):
    """Raised where the instruction ends in an Error."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _HandedOver(Exception):
    """Raised where the instruction is left to ordinary Python."""


def _leave(*_: object) -> Any:
    raise _HandedOver


_handed_over: Any = _leave


class TermMachine(Machine[Term, Term]):
    """A calculator of terms that executes one line on one way (see `Machine` for what rules ask of it).

    `chosen` are the choices where the ways part, by their places among the possible ones. Beyond them the
    first way is taken, and `parted` has how many there are each time.
    """

    def __init__(
        self, program: Program, state: TermState, step: Step, facts: Facts, chosen: tuple[int, ...]
    ) -> None:
        self.step = step
        self.model = state.model
        self.entry = state.entry
        self.x, self.y, self.z, self.t = state.stack
        self.xi, self.yi, self.zi, self.ti = state.xi, state.yi, state.zi, state.ti
        self.last_x, self.last_xi, self.i = state.last_x, state.last_xi, state.i
        self.lift, self.keeps_imaginary = state.lift, state.keeps_imaginary
        self.seed, self.format, self.angle = state.seed, state.format, state.angle
        self.memory, self._registers, self.flags = state.memory, state.registers, state.flags
        self.line, self.depth, self.returns = state.line, state.depth, state.returns
        self.matrices = state.matrices
        self.way = Way.GOES_ON
        self.parted: list[int] = []
        self._begun, self._program, self._facts, self._given = state, program, facts, facts
        self._chosen = chosen
        self._fails_at: int | None = None
        self._taken: list[int] = []
        self._overflowed = self._keeps_lift = FALSE
        self._skips: Term | None = None

    # one line

    def execute(self) -> Outcome:
        """The outcome of the line on the chosen way."""
        number, row = self.line, self.step.instruction
        if self.entry is not None and row.role not in TYPING:
            self.entry, self.lift = None, TRUE
        if number:
            self.line = number + 1 if number < len(self._program) else 0
        try:
            RULES[row.name](self)
        except _Failed as failed:
            self.line = number if self._fails_at is None else self._fails_at
            if failed.number == TOO_DEEP:
                self.lift = TRUE
            return self._outcome(Way.FAILS, failed.number)
        except _HandedOver:
            return Outcome(self._conditions(), self._begun, Way.HANDED_OVER)
        if row.lift is not Lift.NEUTRAL:
            after = TRUE if row.lift is Lift.ENABLE else FALSE
            self.lift = (
                after
                if self._keeps_lift is FALSE
                else laws.either(
                    laws.both(self._keeps_lift, self.lift), laws.both(laws.no(self._keeps_lift), after)
                )
            )
        if self._skips is not None and self.holds(self._skips) and self.line is not None:
            self.line = (self.line + 1) % (len(self._program) + 1)
        if self.model is Model.HP11C and self.holds(self._overflowed):
            self.line, self.way = number, Way.STOPS
        return self._outcome(self.way)

    def _outcome(self, way: Way, error: int | None = None) -> Outcome:
        return Outcome(self._conditions(), self._state(), way, error)

    def _conditions(self) -> tuple[Term, ...]:
        return self._facts.conditions[len(self._given.conditions) :]

    def _state(self) -> TermState:
        return TermState._make(_PARTS(self))

    # levels and registers

    @property
    def complex(self) -> Term:
        return self.flags[COMPLEX] if self.model is Model.HP15C else FALSE

    @property
    def registers(self) -> Term:
        return self._registers

    def move(self, x: int, y: int, z: int, t: int) -> None:
        levels = self.x, self.y, self.z, self.t
        self.x, self.y, self.z, self.t = levels[x], levels[y], levels[z], levels[t]
        levels = self.xi, self.yi, self.zi, self.ti
        self.xi, self.yi, self.zi, self.ti = levels[x], levels[y], levels[z], levels[t]

    def register(self, number: int | Term) -> Term:
        return laws.register(self.memory, self._whole(number))

    def store(self, number: int | Term, value: Term) -> None:
        self.memory = laws.store(self.memory, self._whole(number), value)

    def clear_registers(self) -> None:
        self.memory = laws.zeros()

    def flag(self, number: int) -> Term:
        return self.flags[number]

    def set_flag(self, number: int, value: bool) -> None:
        self._set_flag(number, constant(value))

    def _set_flag(self, number: int, value: Term) -> None:
        self.flags = (*self.flags[:number], value, *self.flags[number + 1 :])

    # values

    def _whole(self, number: int | Term) -> Term:
        if isinstance(number, int):
            return constant(number)
        known = self._facts.value(number)
        return number if known is None else constant(known)

    def compute(self, name: str, *operands: Term) -> tuple[Term, Term]:
        if self.holds(laws.fails(name, *operands)):
            self.fail(laws.error_of(name))
        return laws.compute(name, *operands), laws.overflows(name, *operands)

    def results(self, name: str, *operands: Term) -> tuple[tuple[Term, ...], Term]:
        error, name = laws.error_of(name), of_model(name, self.model)
        if self.holds(laws.fails(name, *operands)):
            self.fail(error)
        return laws.results(name, *operands), laws.overflows(name, *operands)

    def count(self, counter: Term, *, downwards: bool) -> tuple[Term, Term]:
        name, known = "DSE" if downwards else "ISG", counter.number
        if known is not None:
            after, ends = next_count(known, downwards=downwards)
            return constant(after), constant(ends)
        return term(name, counter), term("ends", counter, payload=name, kind=OTHER)

    @property
    def typing(self) -> bool:
        return self.entry is not None

    def type_key(self, key: str) -> tuple[Term, Term]:
        self.entry, number, overflowed = press_and_read(self.entry, key)
        return constant(number), constant(overflowed)

    # conditions

    def at_least(self, whole: Term, least: int | Term) -> Term:
        return laws.at_least(whole, constant(least) if isinstance(least, int) else least)

    def holds(self, condition: Term) -> bool:
        """See `Machine`. Where it is not known, the ways part."""
        known = self._facts.truth(condition)
        if known is not None:
            return known
        holds = self._part(2) == 0
        self._facts = self._facts.and_(condition if holds else laws.no(condition))
        return holds

    def which(self, whole: Term, choices: range) -> int:
        known = self._facts.value(whole)
        if known is not None:
            return known
        chosen = choices[self._part(len(choices))]
        self._facts = self._facts.and_(laws.equal(whole, constant(chosen)))
        return chosen

    def which_matrix(self, value: Term) -> str:
        if isinstance(value.payload, Descriptor):
            return value.payload.name
        name = LETTERS[self._part(len(LETTERS))]
        self._facts = self._facts.and_(laws.equal(value, constant(Descriptor(name))))
        return name

    def _part(self, ways: int) -> int:
        """The chosen one of several ways."""
        place = len(self._taken)
        chosen = self._chosen[place] if place < len(self._chosen) else 0
        self._taken.append(chosen)
        self.parted.append(ways)
        return chosen

    # Errors and overflow

    def fail(self, number: int) -> NoReturn:
        raise _Failed(number)

    def require(self, registers: int) -> None:
        if not self.holds(term("room", self._registers, payload=registers, kind=OTHER)):
            self.fail(10)

    def count_room(self) -> None:
        """See `Machine`. Only word times depend on it."""

    def overflow_if(self, condition: Term) -> None:
        self._overflowed = laws.either(self._overflowed, condition)
        self.saturate_if(condition)

    def saturate_if(self, condition: Term) -> None:
        if self.model is Model.HP15C:
            self._set_flag(_OVERFLOW_FLAG, laws.either(self.flags[_OVERFLOW_FLAG], condition))

    # how the program goes on

    @property
    def running(self) -> bool:
        return True

    @property
    def length(self) -> int:
        return len(self._program)

    def find(self, label: str) -> int:
        line = self._program.find_label(label, self.line or 1)
        return self.fail(4) if line is None else line

    def jump(self, line: int) -> None:
        self.line = line

    def call(self, line: int, behind: int | None = None) -> None:
        """See `Machine`. The SOLVE or integral that a key began is pushed out by a call too deep for it."""
        free = LIMITS[self.model].returns - len(self.returns)
        if self.holds(laws.at_least(self.depth, constant(free))):
            if self.model is Model.HP15C and self.depth.whole != 0 and self.holds(BY_KEY):
                self.hand_over()
            if behind is not None:
                self._fails_at = line  # this is the current line already
            self.fail(TOO_DEEP)
        assert self.line is not None
        self.returns = (*self.returns, self.line if behind is None else behind)
        self.line = line

    def leave(self) -> None:
        if self.returns:
            self.line, self.returns = self.returns[-1], self.returns[:-1]
        elif self.holds(laws.at_least(self.depth, constant(1))):
            known = self.depth.whole
            self.depth = (
                term("minus", self.depth, constant(1), kind=OTHER) if known is None else constant(known - 1)
            )
            self.line, self.way = None, Way.RETURNS
        else:
            self.line, self.way = 0, Way.STOPS

    def skip_if(self, condition: Term) -> None:
        if self._skips is not None:
            raise two_skips(self.step.name)
        self._skips = condition

    def stop(self) -> None:
        self.way = Way.STOPS

    def pause(self) -> None:
        self.way = Way.PAUSES

    def keep_lift_if(self, condition: Term) -> None:
        self._keeps_lift = condition

    # what laws say, and what ordinary Python does, elements of matrices too

    number, known, whole, negate, settle = functions(constant, constant, laws.whole, laws.negate, laws.settle)
    is_matrix, equal, below = functions(laws.is_matrix, laws.equal, laws.below)
    both, no, choose = functions(laws.both, laws.no, laws.choose)
    element = set_element = advance = hand_over = _handed_over


def outcomes(
    program: Program,
    state: TermState,
    assuming: Facts | Iterable[Term] = NOTHING_KNOWN,
    reader: type[TermMachine] = TermMachine,
) -> tuple[Outcome, ...]:
    """Every way of the line of a program at which a state is. At line 0 that is the implied RTN.

    The conditions of two outcomes exclude each other, and one of them holds. `assuming` are conditions that
    hold before the line. A state whose line is None has no line. `reader` may be a machine that draws more
    conclusions.
    """
    assert state.line is not None
    step = program.steps[state.line - 1] if state.line else RETURN
    facts = assuming if isinstance(assuming, Facts) else Facts(assuming)
    found: list[Outcome] = []
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        chosen = waiting.pop()
        machine = reader(program, state, step, facts, chosen)
        found.append(machine.execute())
        for place in range(len(chosen), len(machine.parted)):
            before = (*chosen, *[0] * (place - len(chosen)))
            waiting += [(*before, other) for other in reversed(range(1, machine.parted[place]))]
    return tuple(found)


def outcomes_of(step: Step, state: TermState, *how: Any) -> tuple[Outcome, ...]:
    """Every way of an instruction by itself, in a program without other lines. `how` is as for `outcomes`."""
    return outcomes(Program(model=state.model, steps=(step,)), state._replace(line=1), *how)
