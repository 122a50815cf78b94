"""The source on terms: what its lines do to names, arrays and modes of which only some is known.

An operation of the language is the instruction of the calculator, executed by the reader of listings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, assert_never

from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import uses_pointers
from generator.compiler.validation import evaluation, memory, opaque, routines
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.lines import Code, Does, Line, NotFollowed, codes, live_names
from generator.compiler.validation.machine import KnowingMachine, compare, ways_through
from generator.compiler.validation.rewriting import at_least, at_most, number, whole_condition
from generator.compiler.validation.states import (
    Block,
    Event,
    Frame,
    SourceLeaf,
    SourceState,
    SourceWay,
    assume,
    at_line,
    next_line,
)
from generator.language.matrix_lines import MATRIX_OPERATIONS, step_of
from generator.language.operations import (
    ANGLE_MODES,
    CHANGING_SUMS,
    FLAG_OPERATIONS,
    FLAG_SETTINGS,
    FOUND,
    HELD,
    INSTRUCTIONS,
    INTEGRALS,
    KEYED,
    OF_SUMS,
    RESULTS_OF_RUN,
    SETTINGS,
    SHOWING,
    keyed_lines,
    operand_count,
    result_count,
)
from hp15c.table.instructions import ROWS, Role, Step
from hp15c.table.models import LIMITS, Model
from hp15c.terms import Outcome, TermState, Way, constant, laws, outcomes_of
from hp15c.terms.term import NOUGHT, UNIT, Term

_EVALUATED: Final = "a function that SOLVE or the integral calls"
LARGEST_END: Final = 10**9
"""The largest end of a counted loop. So a difference of two ends has ten digits, and quotients of counters
keep their fractions.
"""


def element(array: str, number: int) -> str:
    """The name of an element that is kept like a register."""
    return f"{array}[{number}]"


class Source:
    """A module's source, with the registers of each array that has them in one piece.

    Arrays that nothing reads are forgotten, unless all their elements have registers, or people know these.
    """

    def __init__(self, module: Module, model: Model, arrays: Mapping[str, Block]) -> None:
        self.module = module = routines.with_registers(module)
        self.model = model
        self._pointers = opaque.POINTERS if uses_pointers(module) else ()
        self.codes: dict[str, Code] = codes(module)
        self.live = {name: live_names(code) for name, code in self.codes.items()}
        read = {line.name for code in self.codes.values() for line in code.actions if line.does is Does.FETCH}
        self._forgotten = {
            name
            for name, one in module.arrays.items()
            if one.at is None
            and name not in read
            and (name not in arrays or arrays[name].length < one.length)
        }
        self.arrays = {name: block for name, block in arrays.items() if name not in self._forgotten}
        self.arrays |= {"R0 and R1": Block(0, 2)} if self._pointers else {}
        self.labels = {name: one.label for name, one in module.functions.items()}

    def names(self) -> Iterator[str]:
        """The registers, and the elements that are kept like registers."""
        yield from self.module.registers
        for name, array in self.module.arrays.items():
            if name not in self.arrays and name not in self._forgotten:
                yield from (element(name, number) for number in range(array.length))

    def cuts(self) -> Iterator[tuple[tuple[str, int], ...]]:
        """All places at which a proof may cut, in every context in which a function is called."""
        waiting: list[tuple[tuple[tuple[str, int], ...], str]] = [
            ((), name) for name, one in self.module.functions.items() if one.label is not None
        ]
        while waiting:
            callers, name = waiting.pop()
            for line, action in enumerate(self.codes[name].actions):
                if action.does is Does.CUT:
                    yield (*callers, (name, line))
                elif action.does is Does.ENTER and self._may_enter(
                    action.name, [one for one, _ in callers] + [name]
                ):
                    waiting.append(((*callers, (name, line + 1)), action.name))

    def _may_enter(self, function: str, running: Sequence[str]) -> bool:
        """Whether one more call may be under way, of a function that calls itself and says how many."""
        levels = self.module.functions[function].levels
        return not levels or running.count(function) < levels

    def enter(self, function: str, arguments: tuple[Term, ...]) -> Frame:
        """A function with its arguments, at its first line."""
        names = dict(zip(self.codes[function].function.parameters, arguments, strict=True))
        return Frame(function, 0, names)

    def live_names(self, place: Iterable[tuple[str, int]]) -> set[str]:
        """The local names that are still read from a place on, each with the depth of its frame."""
        frames = enumerate(place)
        return {f"{depth}.{name}" for depth, (function, line) in frames for name in self.live[function][line]}

    def place(self, state: SourceState) -> int:
        """The line in the file at which a state is."""
        frame = state.frames[-1]
        return self.codes[frame.function].places[frame.line]

    def action(self, state: SourceState) -> Line:
        """The line at which a state is."""
        frame = state.frames[-1]
        return self.codes[frame.function].actions[frame.line]

    def step(self, facts: Knowledge, state: SourceState) -> Iterator[SourceWay]:
        """The ways of the next line. Those on which the source promises nothing are left out.

        At a cut the state goes on to the next line.
        """
        line, held = self.action(state), state.frames[-1].operands
        match line.does:
            case Does.PUSH:
                yield facts, next_line(state, (*held, constant(line.value)))
            case Does.GET:
                yield facts, next_line(state, (*held, self._read(state, line.name)))
            case Does.PUT:
                yield facts, self._write(next_line(state, held[:-1]), line.name, held[-1])
            case Does.RAISE:
                left, top = held[: -1 - (line.count or 0)], held[-1 - (line.count or 0) :]
                yield facts, next_line(state, (*left, *top[1:], top[0]))
            case Does.DROP:
                yield facts, next_line(state, held[:-1])
            case Does.CUT:
                yield facts, next_line(state, held)
            case Does.GO:
                yield facts, at_line(state, line.to[0].line, held)
            case Does.FETCH | Does.SAVE:
                yield from self._access(facts, state, line.name, line.does is Does.SAVE)
            case Does.COMPUTE:
                yield from self._compute(facts, state, line)
            case Does.EVALUATE:
                yield from self._evaluate(facts, state, line)
            case Does.RUN:
                yield from self._run(facts, state, line.name)
            case Does.ENTER:
                if self._may_enter(line.name, [one.function for one in state.frames]):
                    yield facts, self._call(state, line.name)
            case Does.FINISH:
                yield self._finish(facts, state, held[len(held) - (line.count or 0) :])
            case Does.HOLD:
                yield from self._hold(facts, state, held[len(held) - 2 * (line.count or 0) :])
            case Does.FAIL:
                yield SourceLeaf(Event.FAILS, facts, state, error=line.count)
            case Does.PAUSE | Does.ASK:
                event = Event.ASKS if line.does is Does.ASK else Event.PAUSES
                yield SourceLeaf(event, facts, next_line(state, held), held[-1:])
            case Does.SET:
                yield facts, next_line(state._replace(modes=self._set(state.modes, line)), held)
            case Does.TEST:
                yield from _ways_of_test(facts, state, line)
            case Does.WHOLE:
                limits = at_least(held[-1], -LARGEST_END), at_most(held[-1], LARGEST_END)
                more = assume(facts, whole_condition(held[-1]), *limits)
                if more is not None:
                    yield more, next_line(state, held)
            case Does.OUTSIDE:
                return
            case _:
                assert_never(line.does)

    def _evaluate(self, facts: Knowledge, state: SourceState, line: Line) -> Iterator[SourceWay]:
        """SOLVE or the integral of a function that changes nothing."""
        (word,) = line.letters
        name, results = "∫" if word in INTEGRALS else "SOLVE", RESULTS_OF_RUN[word]
        held = state.frames[-1].operands
        count = len(self.codes[line.name].function.parameters)
        called = self.enter(line.name, (evaluation.ARGUMENT,) * count)
        ends = self._ends(facts, state._replace(frames=(called,)))
        made = evaluation.evaluation(facts, name, held[-2:], ends, state.modes.format)
        fails, succeeds = assume(facts, made.fails), assume(facts, laws.no(made.fails))
        if fails is not None:
            yield SourceLeaf(Event.FAILS, fails, state, (made.fails,))
        if succeeds is None:
            return
        for found, answer in ((made.finds, UNIT), (laws.no(made.finds), NOUGHT)):
            more = assume(succeeds, found) if FOUND in results else succeeds
            if more is not None:
                left = (answer if one == FOUND else made.value_left(one) for one in results)
                yield more, next_line(state, (*held[:-2], *left))
            if FOUND not in results:
                return

    def _ends(self, facts: Knowledge, start: SourceState) -> Iterator[evaluation.Ends]:
        """The ends of all ways of a function that SOLVE or the integral calls."""
        waiting, lines = [(facts, start)], 0
        while waiting:
            known, state = waiting.pop()
            lines += 1
            if lines > evaluation.MOST_EVALUATED:
                raise NotFollowed(f"{_EVALUATED} is too long")
            if self._evaluates(self.action(state)):
                raise NotFollowed(f"another evaluation in {_EVALUATED} is not followed")
            for way in self.step(known, state):
                if not isinstance(way, SourceLeaf):
                    waiting += [] if way[0].contradicted else [way]
                    continue
                conditions = way.facts.conditions[len(facts.conditions) :]
                if way.facts.contradicted:
                    continue
                if way.event is Event.FAILS and way.error is not None:
                    yield conditions, constant(way.error)
                elif way.event is not Event.ENDS or way.state._replace(frames=start.frames) != start:
                    raise NotFollowed(f"{_EVALUATED} changes something")
                else:
                    yield conditions, way.values[0]

    def _evaluates(self, line: Line) -> bool:
        """Whether a line is SOLVE or the integral, or a call of a listing that has one of them."""
        steps = self.module.routines[line.name].program.steps if line.does is Does.RUN else ()
        return line.does is Does.EVALUATE or any(one.role is Role.EVALUATES for one in steps)

    def _call(self, state: SourceState, function: str) -> SourceState:
        frame = state.frames[-1]
        count = len(self.codes[function].function.parameters)
        left = len(frame.operands) - count
        caller = frame._replace(line=frame.line + 1, operands=frame.operands[:left])
        inner = self.enter(function, frame.operands[left:])
        return state._replace(frames=(*state.frames[:-1], caller, inner))

    def _run(self, facts: Knowledge, state: SourceState, name: str) -> Iterator[SourceWay]:
        """A label of another listing: its lines are executed with its registers and the modes."""
        function, held = self.module.functions[name], state.frames[-1].operands
        left = len(held) - len(function.parameters)
        one = self.module.routines[name]
        for end in routines.ends(one, held[left:], function.results, state.registers, state.modes, facts):
            if end.refusal:
                raise NotFollowed(f"label {one.label} of {one.file} is not followed: {end.refusal}")
            if end.failed is not None:
                yield SourceLeaf(Event.FAILS, end.facts, state, (end.failed,), end.error)
                continue
            after = state._replace(registers={**state.registers, **end.registers}, modes=end.modes)
            settled = (*map(laws.settle, end.results[:-1]), *end.results[-1:])
            yield end.facts, next_line(after, (*held[:left], *settled))

    # names and elements

    def _read(self, state: SourceState, name: str) -> Term:
        held = state.registers if name in state.registers else state.frames[-1].names
        if name not in held:
            raise NotFollowed(f"the value of {name} is not known")
        return held[name]

    def _write(self, state: SourceState, name: str, value: Term) -> SourceState:
        if name in state.registers:
            return state._replace(registers={**state.registers, name: value})
        frame = state.frames[-1]
        frame = frame._replace(names={**frame.names, name: value})
        return state._replace(frames=(*state.frames[:-1], frame))

    def _access(
        self, facts: Knowledge, state: SourceState, array: str, writes: bool
    ) -> Iterator[tuple[Knowledge, SourceState]]:
        """An element read or written. Indices are whole and in the array, as Python demands."""
        held = state.frames[-1].operands
        index, length = held[-1], self.module.arrays[array].length
        limits = at_least(index, 0), at_most(index, length - 1)
        more = assume(facts, whole_condition(index), *limits, *_whole_minuend(facts, index))
        if more is None:
            return
        value = held[-2] if writes else None
        held = held[:-2] if writes else held[:-1]
        if array in self._forgotten:
            yield more, next_line(state, held)
            return
        if array not in self.arrays:
            known = more.range(index)
            if known.low is None or known.low != known.high:
                raise NotFollowed(f"the registers of {array} do not follow each other")
            name = element(array, known.low)
            if value is not None:
                yield more, self._write(next_line(state, held), name, value)
            else:
                yield more, next_line(state, (*held, state.registers[name]))
            return
        block, largest = self.arrays[array], more.range(index).meet(more.range(more.normal(index))).high
        if largest is None or largest >= block.length:
            raise NotFollowed(f"an index of {array} may be beyond its registers")
        place = laws.add(index, number(block.start))
        known_at = more.value(laws.whole("magnitude", place))
        address = more.address(place) if known_at is None else constant(known_at)
        if value is not None:
            changed = memory.store(more, state.memory, address, value)
            yield more, next_line(state, held)._replace(memory=changed)
        else:
            yield more, next_line(state, (*held, memory.read(more, state.memory, address)))

    # operations

    def _compute(self, facts: Knowledge, state: SourceState, line: Line) -> Iterator[SourceWay]:
        name = line.name
        held = state.frames[-1].operands
        count = operand_count(name)
        given, held = held[len(held) - count :], held[: len(held) - count]
        if name in SHOWING:
            yield from self._show(facts, state, held, given, SHOWING[name])
            return
        if name == "floordiv":
            parts = [("div", given), ("intpart", ())]
        elif name == "mod":
            parts = [("div", given), ("intpart", ()), ("mul", given[1:]), ("sub", given[:1])]
        else:
            parts = [(name, given)]
        yield from self._sequence(facts, state, held, parts, line.letters)

    def _show(
        self, facts: Knowledge, state: SourceState, held: tuple[Term, ...], given: tuple[Term, ...], row: str
    ) -> Iterator[SourceWay]:
        """A complex number at a pause or a stop, which leaves its real part, or a stop for two numbers."""
        if len(given) == 1:
            asked = next_line(state, (*held, *given, *given))
            yield SourceLeaf(Event.ASKS, facts, asked, given, answers=2)
            return
        for way in self._sequence(facts, state, held, [("held", given)], ()):
            if isinstance(way, SourceLeaf):
                yield way
                continue
            known, after = way
            if row == "PSE":
                after = at_line(after, after.frames[-1].line, held)
            event = Event.PAUSES if row == "PSE" else Event.ASKS
            yield SourceLeaf(event, known, after, given[:1], imaginary=given[1:])

    def _sequence(
        self,
        facts: Knowledge,
        state: SourceState,
        held: tuple[Term, ...],
        parts: list[tuple[str, tuple[Term, ...]]],
        letters: tuple[str, ...],
    ) -> Iterator[SourceWay]:
        """Operations one after the other. Each takes its operands here, and the results of the one before."""
        waiting: list[tuple[int, Knowledge, SourceState, tuple[Term, ...]]] = [(0, facts, state, ())]
        while waiting:
            done, known, now, results = waiting.pop()
            if done == len(parts):
                yield known, next_line(now, (*held, *results))
                continue
            name, given = parts[done]
            for way in self._ways(name, letters, now, (*given, *results), known):
                more = known.and_(*way.conditions)
                if way.way is Way.FAILS:
                    yield SourceLeaf(Event.FAILS, more, now, (way.state.x,), way.error)
                elif way.way is Way.GOES_ON:
                    after = self._state_after(more, name, now, way.state)
                    waiting.append((done + 1, more, after, _results(name, way.state)))
                elif way.way is not Way.STOPS or self.model is not Model.HP11C:
                    # Where an HP-11C overflows, nothing is promised.
                    raise NotFollowed(f"{name} is not followed")

    def _ways(
        self,
        name: str,
        letters: tuple[str, ...],
        state: SourceState,
        operands: tuple[Term, ...],
        known: Knowledge,
    ) -> Iterable[Outcome]:
        """The ways of an operation, with the statistics sums in the registers of the calculator."""
        if name in FLAG_OPERATIONS:
            flag = state.modes.flags[int(name[-1])]
            for condition, answer in ((flag, UNIT), (laws.no(flag), NOUGHT)):
                if (truth := known.truth(condition)) is not False:
                    conditions = (condition,) if truth is None else ()
                    yield Outcome(conditions, state.modes._replace(x=answer), Way.GOES_ON)
            return
        modes = _load(state.modes, operands)
        if name in KEYED:
            if name in MATRIX_OPERATIONS:
                cells = memory.with_matrices(known, modes.memory, state.memory, self._pointers)
                modes = modes._replace(memory=cells)
            yield from ways_through(tuple(step_of(*one) for one in keyed_lines(name, letters)), modes, known)
            return
        if name not in INSTRUCTIONS or len(operands) != operand_count(name):
            raise NotFollowed(f"{name} is not followed")
        if name in OF_SUMS or name in CHANGING_SUMS:
            cells = modes.memory
            for number, register in enumerate(self.module.sums, self._first_sum):
                cells = laws.store(cells, constant(number), state.registers[register])
            modes = modes._replace(memory=cells)
        yield from outcomes_of(_step(name), modes, known, KnowingMachine)

    @property
    def _first_sum(self) -> int:
        return LIMITS[self.model].first_sum

    def _state_after(self, known: Knowledge, name: str, state: SourceState, after: TermState) -> SourceState:
        """The state after an operation: it may change the seed, matrices and the statistics sums."""
        if name in MATRIX_OPERATIONS:
            held = memory.with_matrices(known, state.memory, after.memory, self._pointers)
            return state._replace(memory=held)
        state = state._replace(modes=state.modes._replace(seed=after.seed))
        if name not in CHANGING_SUMS:
            return state
        sums = {
            register: laws.register(after.memory, constant(number))
            for number, register in enumerate(self.module.sums, self._first_sum)
        }
        return state._replace(registers={**state.registers, **sums})

    def _set(self, modes: TermState, line: Line) -> TermState:
        if line.count is None:
            one = Step(ROWS[ANGLE_MODES[line.name]])
        else:
            one = Step(ROWS[(SETTINGS | FLAG_SETTINGS)[line.name]], str(line.count))
        (way,) = outcomes_of(one, modes, Knowledge(), KnowingMachine)
        return modes._replace(angle=way.state.angle, format=way.state.format, flags=way.state.flags)

    def _finish(self, facts: Knowledge, state: SourceState, results: tuple[Term, ...]) -> SourceWay:
        if len(state.frames) == 1:
            return SourceLeaf(Event.ENDS, facts, state, results)
        frames = state.frames[:-1]
        caller = frames[-1]._replace(operands=(*frames[-1].operands, *results))
        return facts, state._replace(frames=(*frames[:-1], caller))

    def _hold(self, facts: Knowledge, state: SourceState, parts: tuple[Term, ...]) -> Iterator[SourceWay]:
        """A program ends with complex numbers, each of which has two parts. There may be no room for them."""
        if len(state.frames) > 1:
            raise NotFollowed("a complex number that a called function leaves in X is not followed")
        for way in self._sequence(facts, state, (), [(HELD[len(parts) // 2], parts)], ()):
            if isinstance(way, SourceLeaf):
                yield way
            else:
                yield SourceLeaf(Event.ENDS, way[0], state, parts[::2], imaginary=parts[1::2])


def _whole_minuend(facts: Knowledge, index: Term) -> Iterator[Term]:
    """The condition that x is whole, for an index x − c. It follows where x − c and c are whole and not
    negative, because such a difference is exact.
    """
    for one, other in (index.args, index.args[::-1]) if index.op == "+" else ():
        if facts.range(one).whole and facts.range(one).below(1):
            yield whole_condition(other)


def _ways_of_test(facts: Knowledge, state: SourceState, line: Line) -> Iterator[SourceWay]:
    held = state.frames[-1].operands
    condition = compare(line.name, *held[-2:])
    for truth, target in zip((True, False), line.to, strict=True):
        more = assume(facts, condition if truth else laws.no(condition))
        if more is not None:
            yield more, at_line(state, target.line, held[:-2])


@cache
def _step(name: str) -> Step:
    return Step(ROWS[INSTRUCTIONS[name]])


def _load(modes: TermState, operands: tuple[Term, ...]) -> TermState:
    """A calculator with operands on its stack."""
    filled = (*reversed(operands), *modes.stack[len(operands) :])
    return modes._replace(x=filled[0], y=filled[1], z=filled[2], t=filled[3])


def _results(name: str, state: TermState) -> tuple[Term, ...]:
    return (laws.settle(state.y), state.x)[2 - result_count(name) :]
