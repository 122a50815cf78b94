"""The results of calls of routines: by GSB, and by SOLVE and the integral."""

from __future__ import annotations

from typing import Final

from generator.decompiling.events import Event, Flow, value_in
from generator.decompiling.routines import ByWord, NotWritten
from generator.decompiling.variables import is_within
from generator.reading.flow import IMAGINARY, LEVELS, PLACES, stored_registers
from hp15c.terms import TermState, constant, input_of, laws
from hp15c.terms.term import FALSE, NUMBER, OTHER, TRUE, Term

_SHORT: Final = 2
"""The digits of a number that is written as it is, and not as a call of the routine that gives it."""


def behind_run(state: TermState, callee: Flow, mark: str, line: int, by: str) -> tuple[Event, TermState]:
    """The event of a SOLVE or an integral, and the state after it.

    X and the registers that its function stores have new values. `by` is the word of the language for it.
    NotWritten when the function never returns, or changes flags or modes.
    """
    result, where = callee.result, f"call {mark}"
    if result is None:
        raise NotWritten("a function of SOLVE or the integral that never returns", line)
    flags = zip(result.flags[:8], callee.begun.flags[:8], strict=True)
    if changed := {-1 - number for number, (now, begun) in enumerate(flags) if now is not begun}:
        raise ByWord("a function of SOLVE or the integral that changes flags", changed, line)
    if result.flags[8] is not callee.begun.flags[8] or result.angle != callee.begun.angle:
        raise NotWritten("a function of SOLVE or the integral that changes modes", line)
    gives = {name: input_of(f"{name}@{where}") for name in (*LEVELS, "last_x")}
    after, memory = state.with_places(gives), state.memory
    for number in sorted(stored_registers(result.memory)):
        gives[f"r{number}"] = input_of(f"r{number}@{where}")
        memory = laws.store(memory, constant(number), gives[f"r{number}"])
    if result.i is not callee.begun.i:
        gives["i"] = input_of(f"i@{where}")
        after = after._replace(i=gives["i"])
    found = {"found": input_of(f"found@{where}")} if by.startswith("search") else {}
    takes = {"y": state.y, "x": state.x}
    event = Event("call", str(callee.routine.key), takes, gives | found, by)
    return event, after._replace(memory=memory)


def behind_call(state: TermState, callee: Flow, mark: str, line: int) -> tuple[Event, TermState | None]:
    """A call in a line with this mark, and the state after it. None where the routine never returns.
    NotWritten when the routine is entered in complex mode and without it.
    """
    what = str(callee.routine.key)
    takes = {name: getattr(state, name) for name in (*LEVELS, *IMAGINARY)}
    if callee.begun.complex is not state.complex:
        raise NotWritten("a routine is entered in complex mode and without it", line)
    if callee.result is None:
        return Event("call", what, takes), None
    result, fresh = callee.result, callee.begun
    gives: dict[str, Term] = {}
    named: dict[Term, Term] = {}
    meanings = {getattr(fresh, name): getattr(state, name) for name in PLACES}

    def behind(place: str, value: Term, kind: int = NUMBER) -> Term:
        if value.op == "constant" and not (place == "x" and _is_long(value)):
            return value
        if value in meanings:
            known: Term = meanings[value]
            return known
        if value.op == "register" and value.args[0] is fresh.memory:
            return laws.register(state.memory, value.args[1])
        if value not in named:
            named[value] = input_of(f"{place}@call {mark}", kind)
        gives[place] = named[value]
        return named[value]

    changed = {name: behind(name, getattr(result, name)) for name in PLACES}
    memory = state.memory
    for number in sorted(stored_registers(result.memory)):
        value = value_in(result, number)
        memory = laws.store(memory, constant(number), behind(f"r{number}", value))
    flags = tuple(
        now if after is first else behind(f"flag {number}", after, OTHER)
        for number, (now, after, first) in enumerate(zip(state.flags, result.flags, fresh.flags, strict=True))
    )
    choices = zip(fresh.matrices, result.matrices, state.matrices, strict=True)
    known = tuple(now if left is first else behind("matrix", left, OTHER) for first, left, now in choices)
    modes = {
        name: getattr(state, name)
        if getattr(result, name) is getattr(fresh, name)
        else behind(name, getattr(result, name), OTHER)
        for name in ("format", "angle", "seed")
    }
    lift = result.lift if result.lift in (TRUE, FALSE) else TRUE
    after = state.with_places(changed | modes)._replace(memory=memory, flags=flags, lift=lift)
    return Event("call", what, takes, gives), after._replace(matrices=known)


def uses_x(flow: Flow) -> bool:
    """Whether a routine does anything with the number that it finds in X, other than leave it where it is."""
    x, result = flow.begun.x, flow.result
    values = [value for event in flow.events.values() for value in event.takes.values()]
    values += [edge.condition for edges in flow.edges.values() for edge in edges]
    values += [value for stores in flow.stores.values() for _, value in stores]
    values += [value for name in PLACES if (value := getattr(result, name, x)) is not x]
    meets = (
        getattr(state, name) is x is not getattr(now, name)
        for node, now in flow.before.items()
        for _, state in flow.ways_to(node)
        for name in PLACES
    )
    return any(is_within(x, value) for value in values) or any(meets)


def _is_long(value: Term) -> bool:
    """Whether a number takes more lines than the call of the routine that gives it."""
    return value.number is not None and len(str(abs(value.number))) > _SHORT
