"""Lines that do what a subroutine does, in other words, become a call of it.

    RCL 2, GSB 0, RCL − 1, RCL ÷ 1, LSTx, ×, STO 4        LBL 1, RCL − 1, RCL ÷ 1, EEX, 2, ×, STO 4, RTN

GSB 0 leaves 100 in LAST X, so both lines give the same here. They are run on terms, after what comes before
them without a test. All that is needed later has to be the same term, and flag 9 and Errors the same, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from generator.assembler.targets import Goal
from generator.compiler.repeats import Passed, has_room_to_return
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Flow
from generator.peephole.items import obstacle
from generator.peephole.live_cells import registers_of, visible
from generator.peephole.symbolic import ON, Op, TermCalculator, TermState, Undetermined
from hp15c.listing.program import Program
from hp15c.table.instructions import Role, step
from hp15c.terms.term import Term

_DEEPEST: Final = 3
"""The most calls inside a subroutine that is followed."""
_ENABLE: Final[Op] = ("stack lift", "")
"""What each label, call and RTN does: stack lift is enabled, also behind ENTER."""


class _Lines(NamedTuple):
    """What lines do without a test or a stop, and the places of all of them, also in subroutines."""

    ops: tuple[Op, ...]
    places: frozenset[int]


class _Call(NamedTuple):
    """A call of a label that may stand for the items from `begin` to before `end`, and the lines it saves."""

    saved: int
    begin: int
    end: int
    label: str


def with_equal_effects(
    program: Program, sources: Sequence[int], module: Module, goal: Goal, registers: Mapping[str, str] | None
) -> Passed:
    """A program with calls of its subroutines for lines that do the same, its source lines, and what was done
    in words.
    """
    told: list[str] = []
    results = max(one.results for one in module.functions.values() if one.label)
    while goal == "small" and registers is not None and not module.routines and obstacle(program) is None:
        flow = Flow(program, facts_at_end(program, module, registers, results))
        best = max(_calls(flow), default=None)
        if best is None:
            break
        first, last = (
            flow.lines[best.begin] - 1,
            flow.lines[best.end - 1] - 1 + len(flow.items[best.end - 1].steps),
        )
        steps = (*program.steps[:first], step("GSB", best.label), *program.steps[last:])
        made = program.with_steps(steps)
        if not has_room_to_return(made, module.numbered):
            break
        told.append(f"Lines {first + 1} to {last} do what GSB {best.label} does")
        program, sources = made, (*sources[: first + 1], *sources[last:])
    return program, tuple(sources), told


def _calls(flow: Flow) -> Iterator[_Call]:
    """All calls that may stand for longer lines."""
    items = [_item(flow, number) for number in range(flow.end)]
    bodies = {
        label: body
        for label, (line, *others) in flow.program.label_lines.items()
        if not others and (body := _body(flow, flow.at[line])) is not None
    }
    ops = [op for one in (*items, *bodies.values()) if one is not None for op in one.ops]
    machine = TermCalculator(registers_of(*ops), flow.model, flow.facts.exact_errors)
    state: TermState | None = None
    for begin, item in enumerate(items):
        if item is None or flow.follows_test(begin):
            state = None
            continue
        lift = flow.lift[begin]
        if state is None and lift is not None:
            state = machine.begin(lift)
        if state is not None:
            yield from _calls_at(flow, items, bodies, machine, begin, state)
            state = _run(machine, item.ops, state)


def _calls_at(
    flow: Flow,
    items: Sequence[_Lines | None],
    bodies: Mapping[str, _Lines],
    machine: TermCalculator,
    begin: int,
    state: TermState,
) -> Iterator[_Call]:
    """The calls that may stand for items from a place on, which have a state before them."""
    behind: dict[int, TermState] = {}
    now: TermState | None = state
    for end in range(begin + 1, flow.end + 1):
        item = items[end - 1]
        if item is None or now is None or (end > begin + 1 and flow.follows_test(end - 1)):
            break
        now = _run(machine, item.ops, now)
        if now is not None:
            behind[end] = now
    most = max((one.overflows for one in behind.values()), key=len, default=frozenset())
    for label, body in bodies.items():
        called = _run(machine, body.ops, state._replace(lift=ON), most)
        if called is None:
            continue
        called = called._replace(lift=ON)
        for end, after in behind.items():
            saved = sum(len(one.steps) for one in flow.items[begin:end]) - 1
            live = flow.returned[end - 1]
            alike = visible(machine, after, live) == visible(machine, called, live)
            if saved and alike and body.places.isdisjoint(range(begin, end)):
                yield _Call(saved, begin, end, label)


def _run(
    machine: TermCalculator, ops: Sequence[Op], state: TermState, most: frozenset[Term] | None = None
) -> TermState | None:
    """The state after operations. None where it is not known, or where others than `most` may overflow."""
    for op in ops:
        try:
            state = state._replace(lift=ON) if op == _ENABLE else machine.step(state, op)
        except Undetermined:
            return None
        if most is not None and not state.overflows <= most:
            return None
    return state


def _item(flow: Flow, number: int, depth: int = 0) -> _Lines | None:
    """What an item does, a call too. None where that is not known."""
    item = flow.items[number]
    if item.op is not None:
        return _Lines((item.op,), frozenset((number,)))
    call = item.steps[-1]
    lines = flow.program.label_lines.get(str(call.operand), ())
    if call.name != "GSB" or len(lines) != 1 or depth == _DEEPEST:
        return None
    body = _body(flow, flow.at[lines[0]], depth + 1)
    return body and _Lines((_ENABLE, *body.ops, _ENABLE), body.places | {number})


def _body(flow: Flow, number: int, depth: int = 0) -> _Lines | None:
    """What the items from one on to an RTN do. None where there is a test or a stop among them."""
    ops: list[Op] = []
    places: set[int] = set()
    while number < flow.end and not flow.follows_test(number):
        places.add(number)
        one = flow.items[number].steps[-1]
        if one.name == "RTN":
            return _Lines(tuple(ops), frozenset(places))
        item = _Lines((_ENABLE,), frozenset()) if one.role is Role.LABEL else _item(flow, number, depth)
        if item is None:
            return None
        ops += item.ops
        places |= item.places
        number += 1
    return None
