"""The readable machine: it executes instructions one at a time, from the keyboard or from a program.

The book of rules says what an instruction does, and the table what becomes of stack lift. This module holds
how one instruction follows another (BEHAVIOUR 1.8, 2.1, 3.5, 4.2, 4.5). The other engines are compared with
it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NamedTuple

from hp15c import timing
from hp15c.core.code import RETURN, lower
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.numbers.effort import Meter
from hp15c.operations import matrix, solve_integrate  # noqa: F401  (importing them registers what they do)
from hp15c.operations.readable import Signal, StateMachine, execute
from hp15c.operations.rule_text import write_rule
from hp15c.rules import flow
from hp15c.rules.book import RULES, Rule
from hp15c.state.state import Descriptor, State, X
from hp15c.table.instructions import Lift, Role, Step
from hp15c.table.models import Model

DEFAULT_LIMIT: Final = 10_000_000
NO_LABEL: Final = 4
TOO_DEEP: Final = 5
NO_MEMORY: Final = 10
TYPING: Final = (Role.TYPES, Role.SIGNS)


class Reason(StrEnum):
    """Why a run ended. It is equal to its text."""

    STOP = "stop"
    PAUSE = "pause"
    ERROR = "error"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True, eq=False)
class Stop:
    """The end of a run: why, and how many program lines were executed. Equal to the text of its reason."""

    reason: Reason
    lines: int

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Stop):
            return (self.reason, self.lines) == (other.reason, other.lines)
        return self.reason == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.reason)

    def __str__(self) -> str:
        return self.reason.value


class Prepared(NamedTuple):
    """A step made ready: its rule, the stack lift that it sets (None: it leaves it), its word times.

    `types` marks the keys that go on with a number being typed. `leads` marks the steps that may go on
    elsewhere, and `addresses` those that need to know what I names. `after` is the line that follows it in
    its program. `jumps` keeps, by the line that it leads to, what that jump cost.
    """

    rule: Rule
    step: Step
    lift: bool | None
    types: bool
    leads: bool
    cost: int
    operands: timing.operands.OperandCount | None
    addresses: bool
    after: int = 0
    jumps: dict[int, int] | None = None

    def do(self, state: State, meter: Meter | None = None) -> Signal | None:
        """Do what the rule says, and nothing else that belongs to a line."""
        return execute(self.rule, state, self.step, meter)


Observer = Callable[[State, int, Step], None]

_LIFT: Final = {Lift.ENABLE: True, Lift.DISABLE: False, Lift.NEUTRAL: None}


@cache
def prepare(step: Step, model: Model) -> Prepared:
    """A step made ready to run as a key."""
    row = step.instruction
    return Prepared(
        write_rule(step, model),
        step,
        _LIFT[row.lift],
        row.role in TYPING,
        step.searches or row.role is Role.RETURNS,
        timing.base_cost(step, model),
        timing.operands.operand_count(step),
        step.operand == "(i)" or (step.operand == "I" and step.searches),
    )


@lru_cache(maxsize=256)
def prepared_lines(program: Program) -> tuple[Prepared, ...]:
    """The lines of a program made ready to run, from line 0 on."""
    return tuple(
        prepare(line.step, program.model)._replace(
            cost=line.cost, after=line.after, jumps=None if line.step.operand == "I" else {}
        )
        for line in lower(program)
    )


def keyboard(state: State, step: Step) -> bool:
    """Execute an instruction pressed as a key. Returns whether a program runs now.

    A false conditional moves the current line on by one. An Error becomes the state's message.
    """
    line, current = prepare(step, state.model), state.line
    spent = line.cost + (line.operands(state, step) if line.operands is not None else 0)
    if not line.types:
        state.end_entry()
    begun = state.entry is not None
    if step.role is Role.EVALUATES:
        state.word_times += timing.figure("return cleared") * len(state.returns)
    meter, refused = Meter(), False
    try:
        outcome = line.do(state, meter)
    except CalculatorError as error:
        _forget(error, meter)
        refused = error.number == 0
        if step.searches and error.number == NO_LABEL:
            state.word_times += _searched_in_vain(state, step)
        _fail(state, error, step)
        return False
    finally:
        state.word_times += meter.spent
        state.word_times += timing.keys.keyed_cost(step, state.model, refused or meter.spent, begun)
    state.overflowed = False
    state.word_times += spent + timing.keys.element_cost(state, step)
    if step.searches:
        state.word_times += timing.jump_cost(state, step, current)
        if state.running:
            state.word_times += timing.keys.started_cost(step, state.model) - line.cost
    if line.lift is not None and outcome is not Signal.KEEP_LIFT:
        state.lift = line.lift
    if outcome is Signal.SKIP:
        state.word_times += timing.figure("key skips", state.model)
        _skip(state)
    elif outcome is Signal.STOP:
        state.running = False
    return state.running


def start(state: State) -> None:
    """R/S: run from the current line. At 000 it is RTN while returns pend, else line 001 (BEHAVIOUR 4.2)."""
    state.end_entry()
    state.word_times += timing.start_cost(state.program, state.line, state.line_known)
    state.line_known = True
    _leave_000(state)
    state.running = True


def single_step(state: State) -> None:
    """SST in run mode: execute the current line only. An Error becomes the state's message.

    At 000 with returns pending it executes the RTN, which does not change stack lift, and then the line that
    this returns to. When that is 000 it goes on at line 001, which the HP-11C does not execute (BEHAVIOUR
    4.2).
    """
    line, known = state.line, state.line_known
    state.line_known = state.running = True
    _leave_000(state)
    if state.line == 0:
        lift = state.lift
        implied_return(state)
        if state.running:
            state.running = state.line > 0 or state.model is Model.HP15C
            state.lift, state.line = lift, state.line or 1
            count_line(state)
    step = state.program.steps[state.line - 1] if state.running and state.line else None
    state.word_times += timing.keys.single_step_cost(state.program, line, known, step, not state.returns)
    if state.running:
        stop = run(state, limit=1)
        calling = step is not None and step.role in (Role.EVALUATES, Role.RETURNS)
        if calling and state.running and solve_integrate.calls_now(state):
            stop = run(state, limit=1)
        if state.message is not None:
            state.word_times += timing.figure("stepped into error", state.model)
        elif stop == Reason.STOP and step is not None and step.role not in timing.keys.STOPPING:
            state.word_times -= timing.figure("broken off", state.model)
    if state.running or step is None:
        state.word_times += timing.keys.shown_cost(state)
    state.running = False


def run(
    state: State, limit: int = DEFAULT_LIMIT, observer: Observer | None = None, stop_at_pause: bool = False
) -> Stop:
    """Run the program on from the current line until it stops, fails, or `limit` lines are executed.

    `observer` is called after every line with the state, the line's number and its step. A run that ends
    by the limit or at a pause leaves `state.running` set: run again to go on.
    """
    lines, skips = prepared_lines(state.program), lower(state.program)
    stops_on_overflow = state.model is Model.HP11C
    calculator = StateMachine(state, RETURN)
    meter = calculator.meter
    count = 0
    while state.running:
        if count >= limit:
            return _end_of_run(state, Reason.LIMIT, count)
        number = state.line
        if number == 0:
            implied_return(state)
            continue
        rule, step, lift, types, leads, cost, operands, _, after, jumps = lines[number]
        meter.spent = 0
        if operands is not None:
            cost += operands(state, step)
        if not types and state.entry is not None:
            state.end_entry()
        state.line = after
        count += 1
        try:
            calculator.step, calculator.signal = step, None
            rule(calculator)
        except CalculatorError as error:
            state.line = number
            _forget(error, meter)
            state.word_times += meter.spent
            _fail(state, error, step)
            return Stop(Reason.ERROR, count)
        outcome = calculator.signal
        if lift is not None and outcome is not Signal.KEEP_LIFT:
            state.lift = lift
        if leads and outcome is not Signal.STOP:
            cost += _jump_cost(state, step, number, jumps)
        if outcome is Signal.SKIP:
            cost += skips[state.line].skip_cost
            _skip(state)
        state.word_times += cost + meter.spent
        if observer is not None:
            observer(state, number, step)
        if outcome is not None:
            if outcome is Signal.STOP:
                state.running = False
            elif outcome is Signal.PAUSE and stop_at_pause:
                return _end_of_run(state, Reason.PAUSE, count)
        if state.overflowed:
            state.overflowed = False
            if stops_on_overflow:
                state.line = number
                state.running = False
                state.word_times += timing.figure("broken off", state.model)
    state.word_times += timing.showing.display_cost(state)
    return _end_of_run(state, Reason.ERROR if state.message else Reason.STOP, count)


def _end_of_run(state: State, reason: Reason, count: int) -> Stop:
    """The end of a run, or of the part of it that a limit allowed, with the lines that were run."""
    if not state.line:
        state.number_ahead = 0
    return Stop(reason, count)


def interrupt(state: State) -> None:
    """Stop the program, as a key does. After the last line the implied RTN comes first (BEHAVIOUR 3.9)."""
    if state.running and not state.line:
        implied_return(state)
    state.running = False


def count_line(state: State) -> None:
    """Add what it takes to show the number of the current line. After a jump it has to be counted."""
    if not state.line_known:
        state.word_times += timing.jumps.counted_cost(state.program, state.line)
        state.line_known = True


def _leave_000(state: State) -> None:
    if state.line == 0 and not state.returns and state.program.steps:
        state.line, state.number_ahead = 1, 0


def _skip(state: State) -> None:
    """Skip a line. When that leads beyond the end, the program goes on at line 001 (BEHAVIOUR 4.5)."""
    state.line = (state.line + 1) % (len(state.program) + 1)


def implied_return(state: State) -> None:
    """Execute the implied RTN after the last line, in a running program."""
    state.end_entry()
    state.word_times += timing.end_passed_cost(state)
    try:
        outcome = execute(RULES[RETURN.name], state, RETURN)
    except CalculatorError as error:
        _fail(state, error, RETURN)
        return
    state.lift = True
    state.word_times += timing.IMPLIED_RETURN[state.model]
    if outcome is not Signal.STOP:
        state.word_times += timing.jump_cost(state, RETURN, 0)
    if outcome is Signal.SKIP:
        _skip(state)
    elif outcome is Signal.STOP:
        state.running = False


def _forget(error: CalculatorError, meter: Meter) -> None:
    """Let an Error 10 cost no computing: missing memory is noticed before anything is computed."""
    if error.number == NO_MEMORY:
        meter.spent = 0


def _jump_cost(state: State, step: Step, number: int, known: dict[int, int] | None) -> int:
    """The `timing.jump_cost` of a line, computed once for each line that it leads to unless I says where."""
    if known is None:
        return timing.jump_cost(state, step, number)
    target = state.line
    if target not in known:
        known[target] = timing.jump_cost(state, step, number)
    return known[target]


def _searched_in_vain(state: State, step: Step) -> int:
    """The extra word times of a key that leads to a label or line that does not exist."""
    if flow.names_label(StateMachine(state, step)):
        return timing.jumps.twice_searched_cost(state.program, state.line)
    named = flow.names_line(StateMachine(state, step))
    if state.model is Model.HP15C and state.program.steps and named:
        return timing.figure("beyond by I") + timing.jumps.beyond_cost(state.program)
    return 0


def _fail(state: State, error: CalculatorError, step: Step) -> None:
    """Show an Error. Only a call that is too deep changes stack lift: it enables it (BEHAVIOUR 2.1)."""
    state.message = str(error)
    if error.number == TOO_DEEP:
        state.lift = True
        if step.role is Role.CALLS:
            state.line_known = False
            found = flow.target(StateMachine(state, step))
            state.word_times += timing.found_cost(state, step, state.line, found)
            if state.model is Model.HP15C and flow.names_line(StateMachine(state, step)):
                state.go_to(found, number=found)
    if step.searches and error.number == NO_LABEL and flow.names_label(StateMachine(state, step)):
        state.word_times += timing.jumps.failed_search_cost(state.program)
    of_complex = state.complex and not isinstance(state.stack[X], Descriptor)
    state.word_times += timing.failing.failed_cost(
        step, error.number, state.model, of_complex, in_run=state.running
    )
    state.word_times += timing.failing.failed_on_matrix_cost(state, step, error.number)
    state.running = state.overflowed = False
