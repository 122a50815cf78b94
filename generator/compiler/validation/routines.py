"""Labels of other listings in a proof: the source executes their lines on a calculator with their registers.

The registers of a routine are registers of the source, pinned to their places, that nothing else names. What
its lines leave there, in the modes and on the stack is what the listing's own lines have to leave. A routine
that shows a number, uses flag 8 or 9, or goes in a circle that a condition ends is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from generator.compiler.tree.ir import Module, Register, Routine
from generator.compiler.validation import memory
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.machine import KnowingMachine
from generator.language.operations import FLAGS
from hp15c.table.instructions import OperandKind, Role, Step
from hp15c.table.step import register_number
from hp15c.terms import TermState, Way, constant, input_of, outcomes
from hp15c.terms.term import TRUE, Term, inputs

MOST_STEPS: Final = 1_000
"""The most lines that are executed on all ways of a call."""
Seen = dict[tuple[int | None, tuple[int, ...]], int]
"""How many conditions were known at each line of a way, by the line and the pending returns."""
_LEVELS: Final = ("x", "y", "z", "t")
_UNKNOWN: Final = {name: input_of(f"fresh routine {name}") for name in (*_LEVELS, "last_x")}
"""What stands in the levels without an argument, and in LAST X. No certificate has such names."""
_MODES: Final = ("format", "angle", "seed", "flags")


class RoutineEnd(NamedTuple):
    """The end of a way through a routine: `results` in the order of the source, or the number of an Error.

    `failed` is what an Error without a number depends on. `refusal` says why the routine is not followed.
    """

    facts: Knowledge
    modes: TermState
    results: tuple[Term, ...] = ()
    registers: Mapping[str, Term] = {}
    failed: Term | None = None
    error: int | None = None
    refusal: str = ""


def name_of(at: str) -> str:
    """The name of a register of a routine. No source can have it."""
    return f"routine {at}"


def with_registers(module: Module) -> Module:
    """The module with the registers of its routines, pinned to their places."""
    places = {at for one in module.routines.values() for at in one.registers}
    places |= {"I"} if any(one.uses_i for one in module.routines.values()) else set()
    more = {name_of(at): Register(name_of(at), at) for at in sorted(places)}
    return replace(module, registers={**module.registers, **more}) if more else module


def ends(
    one: Routine,
    arguments: tuple[Term, ...],
    count: int,
    registers: Mapping[str, Term],
    modes: TermState,
    facts: Knowledge,
) -> Iterator[RoutineEnd]:
    """The ends of all ways of a routine with these arguments and `count` results.

    `registers` are those of the source, `modes` a calculator with the modes and the seed.
    """
    start = _begin(one, arguments, registers, modes, facts)
    waiting: list[tuple[TermState, Knowledge, Seen]] = [(start, facts, {})]
    steps = 0
    while waiting:
        state, known, seen = waiting.pop()
        place, steps = (state.line, state.returns), steps + 1
        if seen.get(place, len(known.conditions)) < len(known.conditions) or steps > MOST_STEPS:
            again = f"it comes to line {state.line:03d} again, or has many ways"
            yield RoutineEnd(known, modes, refusal=again)
            return
        seen = {**seen, place: len(known.conditions)}
        step = one.program.steps[state.line - 1] if state.line else None
        if step is not None and _is_refused(step):
            yield RoutineEnd(known, modes, refusal=f"line {state.line:03d} of it is {step}")
            return
        for way in outcomes(one.program, state, known, KnowingMachine):
            more = known.and_(*way.conditions)
            if more.contradicted:
                continue
            if way.way is Way.GOES_ON:
                waiting.append((way.state, more, seen))
            elif way.way is Way.FAILS:
                yield RoutineEnd(more, modes, failed=way.state.x, error=way.error)
            elif way.way is Way.STOPS and way.state.line == state.line and state.line:
                continue  # where an HP-11C overflows, nothing is promised
            elif way.way is Way.STOPS and not way.state.line and not way.state.returns:
                yield _end(one, count, start, way.state, modes, more)
            else:
                yield RoutineEnd(more, modes, refusal=f"line {state.line:03d} of it is not followed")


def _is_refused(step: Step) -> bool:
    """Whether a line of a routine shows a number, or is about a flag that the language has not."""
    about_flag = step.names is OperandKind.FLAG and step.operand not in map(str, FLAGS)
    return about_flag or step.role in (Role.STOPS, Role.PAUSES)


def _begin(
    one: Routine,
    arguments: tuple[Term, ...],
    registers: Mapping[str, Term],
    modes: TermState,
    facts: Knowledge,
) -> TermState:
    """The calculator on which a label begins."""
    cells = modes.memory
    for at in one.registers:
        cells = memory.store(facts, cells, constant(register_number(at)), registers[name_of(at)])
    levels = dict(_UNKNOWN) | dict(zip(_LEVELS, reversed(arguments), strict=False))
    start = TermState(**(modes._asdict() | levels))
    if one.uses_i:
        start = start._replace(i=registers[name_of("I")])
    line = one.program.find_label(one.label, 1)
    return start._replace(line=line, memory=cells, entry=None, lift=TRUE, returns=())


def _end(
    one: Routine, count: int, start: TermState, state: TermState, modes: TermState, facts: Knowledge
) -> RoutineEnd:
    """The end of a way that came to the RTN of the label."""
    left = {at: memory.read(facts, state.memory, constant(register_number(at))) for at in one.registers}
    cells = modes.memory
    for at, value in left.items():
        cells = memory.store(facts, cells, constant(register_number(at)), value)
    found = {name_of(at): value for at, value in left.items()}
    found |= {name_of("I"): state.i} if one.uses_i else {}
    results = state.stack[:count][::-1]
    unknown = {*_UNKNOWN.values()}
    if cells is not state.memory or (state.i is not start.i and not one.uses_i):
        return RoutineEnd(facts, modes, refusal="it changes registers that are not known")
    if any(unknown & set(inputs(each)) for each in (*results, *found.values(), *facts.conditions)):
        return RoutineEnd(facts, modes, refusal="it uses levels without an argument")
    kept = {name: getattr(state, name) for name in _MODES}
    return RoutineEnd(facts, TermState(**(modes._asdict() | kept)), results, found)
