"""The book of rules read on places: what a line does to the levels of the stack and LAST X.

A value is the place where it stood before the line. What the line makes is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final

from generator.compiler.code.graph import Leave
from generator.compiler.code.problem import LAST_X, REGISTERS, NumberedNode, Problem
from generator.compiler.code.tables import CLEARING, KEYED
from hp15c.operations.real_numbers import NotWritten, PlainMachine
from hp15c.rules.book import RULES
from hp15c.rules.number_functions import RESULTS
from hp15c.table.instructions import ROWS, Instruction, Lift, Role, Step
from hp15c.table.models import Model

_BEFORE: Final = range(REGISTERS)
"""The places of X, Y, Z, T and LAST X."""
_NEW: Final = "new"


class _LevelMachine(PlainMachine):
    """A calculator that never ends in an Error, on which a rule is run (see `rules.machine.Machine`)."""

    model = Model.HP15C
    xi = yi = zi = ti = last_xi = i = seed = format = angle = _NEW

    def __init__(self, row: Instruction, lifts: bool) -> None:
        self.step, self.lifts = Step(row, row.operands[0] if row.operands else ""), lifts
        self.x, self.y, self.z, self.t, self.last_x = _BEFORE

    def levels(self) -> tuple[Any, ...]:
        """The values of X, Y, Z, T and LAST X."""
        return self.x, self.y, self.z, self.t, self.last_x

    def _new(self, *_: Any) -> str:
        return _NEW

    def _none(self, *_: Any) -> None:
        pass

    register = number = whole = negate = flag = equal = below = _new
    store = set_flag = clear_registers = pause = overflow_if = saturate_if = _none

    def compute(self, name: str, *operands: Any) -> tuple[str, bool]:
        return _NEW, False

    def results(self, name: str, *operands: Any) -> tuple[list[str], bool]:
        return [_NEW] * RESULTS[name], False

    def count(self, counter: Any, *, downwards: bool) -> tuple[str, str]:
        return _NEW, _NEW

    def type_key(self, key: str) -> tuple[str, bool]:
        return _NEW, False

    def at_least(self, whole: Any, least: Any) -> bool:
        return bool(whole == "registers")

    def no(self, a: Any) -> Any:
        return not a if isinstance(a, bool) else a

    def both(self, a: Any, b: Any) -> Any:
        return a

    def holds(self, condition: Any) -> bool:
        return self.lifts if condition == "lift" else condition is True


@cache
def sources(name: str, lifts: bool = True) -> tuple[int, ...] | None:
    """For X, Y, Z, T and LAST X after a line: the place whose value it had before the line.

    A result of the line has a negative number: -1 is the one that comes to X, -2 the next.

    None for a line that the book hands over or that leads elsewhere.
    """
    machine: Any = _LevelMachine(ROWS[name], lifts)
    try:
        RULES[name](machine)
    except NotWritten:
        return None
    made = iter(range(-1, -REGISTERS, -1))
    return tuple([next(made) if value is _NEW else value for value in machine.levels()])


@cache
def _place_function(name: str, lifts: bool, count: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """A function that gives the `count` places after a line, from those before it and its results."""
    found = sources(name, lifts)
    assert found is not None, name
    return itemgetter(*found, *range(REGISTERS, count))


def after(
    name: str, places: tuple[int, ...], outputs: Sequence[int] = (), lifts: bool = True
) -> tuple[int, ...]:
    """The places after a line that gives these results, the last of them to X."""
    return _place_function(name, lifts, len(places))((*places, *outputs) if outputs else places)


@cache
def lift_after(name: str, lift: int) -> int:
    """Stack lift after a line, where `lift` was before it. The numbers are those of `moves`."""
    match ROWS[name].lift:
        case Lift.NEUTRAL:
            return 0 if lift == 2 else lift
        case effect:
            return int(effect is Lift.DISABLE)


# operations with lines of their own, and operations on the sums

_PUSHES: Final = {"RCL MATRIX": (-1, 0, 1, 2), "RCL DIM": (-1, -1, 0, 1)}
_OTHERS: Final = {
    **dict.fromkeys(("MATRIX", "Re↔Im"), (-1, 1, 2, 3)),
    **dict.fromkeys(("RCL g", "I"), (-1, 2, 3, 3)),
    "STO g": (2, 3, 3, 3),
    "R/S": (-1, -1, -1, -1),
}
"""The levels whose values come to X, Y, Z and T with lines that the book hands over, -1 for a value that is
not known. Others of these leave the stack alone.
"""


def begins_with_number(one: NumberedNode) -> bool:
    """Whether the lines of an operation begin with a number that is keyed in."""
    return bool(one.node.lines) and one.node.lines[0][0] in KEYED


def places_after(places: tuple[int, ...], lift: int, one: NumberedNode) -> list[int] | None:
    """The places after the lines of an operation. None where they cannot stand there."""
    count = len(one.inputs)
    if lift == 3 or places[:count] != tuple(reversed(one.inputs)):
        return None
    if one.node.lines[0][0] == "R/S" and lift not in (0, 2):
        return None  # the first number keyed in would overwrite X
    if lift == 2 and begins_with_number(one):
        return None  # it would go on with the number keyed in before
    now = places[:REGISTERS]
    for number, (row, _) in enumerate(one.node.lines):
        now = _after_line(row, now, number > 0 or lift != 1)
    stack = now[len(one.outputs) : LAST_X]
    return [*reversed(one.outputs), *stack, 0, *places[REGISTERS:]]


def _after_line(row: str, now: tuple[int, ...], lifts: bool) -> tuple[int, ...]:
    found = sources(row, lifts)
    if found is None:
        if row in _PUSHES and not lifts:
            now = (*now[1:LAST_X], *now[LAST_X - 1 :])
        found = (*(_PUSHES.get(row) or _OTHERS.get(row) or range(LAST_X)), LAST_X)
    return tuple([now[source] if source >= 0 else 0 for source in found])


def ways_of_sums(
    problem: Problem, places: tuple[int, ...], lift: int, one: NumberedNode
) -> Iterator[tuple[list[int], int]]:
    """The places and the stack lift after an operation on the sums. Nothing where it cannot be done there."""
    if any(places[slot] != value for slot, value in one.before):
        return
    outputs = [problem.zero or 0] * LAST_X if one.line == CLEARING else one.outputs
    needed = tuple(reversed(one.inputs))
    pushes = not needed and one.line != CLEARING
    if places[: len(needed)] != needed or (pushes and lift == 3):
        return
    found = [*after(one.line, places, outputs, lift != 1)]
    for slot, value in one.after:
        found[slot] = value
    yield found, lift_after(one.line, lift)


# what a subroutine leaves to its callers

Stacks = Mapping[str, tuple[int, int]]
"""For each function the number of its arguments, and that of its results."""


def levels_kept(
    problem: Problem, lines: Mapping[int, Iterable[tuple[str, str | int]]], name: str, stacks: Stacks
) -> int:
    """How many levels below its arguments a subroutine leaves below its results, whatever they hold.

    `lines` are those of each block. It is 0 where that is not known.
    """
    arguments, results = stacks[name]
    starts: dict[int, tuple[int, ...]] = {}
    ends: list[tuple[int, ...]] = []
    waiting = [(number, tuple(range(REGISTERS))) for number in problem.entries]
    while waiting:
        number, levels = waiting.pop()
        known = starts.get(number, levels)
        met = tuple([one if one == other else -1 for one, other in zip(levels, known, strict=True)])
        if number in starts and met == known:
            continue
        starts[number] = met
        part = problem.parts[number]
        found = _levels_behind(lines.get(number, ()), met, problem, stacks)
        end = part.block.terminator
        if found is None or (isinstance(end, Leave) and end.function):
            return 0
        waiting += [(target, found) for target in part.targets]
        ends += [found] if isinstance(end, Leave) and not end.joining else []
    most = LAST_X - max(arguments, results)
    kept = (
        next((at for at in range(most) if levels[results + at] != arguments + at), most) for levels in ends
    )
    return min(kept, default=0)


def _levels_behind(
    lines: Iterable[tuple[str, str | int]], levels: tuple[int, ...], problem: Problem, stacks: Stacks
) -> tuple[int, ...] | None:
    """The levels and LAST X after straight lines, -1 for what is new. None where that is not known."""
    lifts, typed = True, False
    for row, operand in lines:
        goes_on = row in KEYED and (typed or row != "CHS")
        found = sources(row, lifts)
        if row == "GSB" and operand in problem.summaries and operand in stacks:
            taken, given = stacks[operand]
            below = levels[taken : taken + problem.summaries[operand].kept]
            levels = (*[-1] * given, *below, *[-1] * REGISTERS)[:REGISTERS]
        elif goes_on:
            levels = levels if typed else after("RCL", levels, (-1,), lifts)
        elif found is not None and ROWS[row].role is not Role.PAUSES:
            levels = tuple([levels[one] if one >= 0 else -1 for one in found])
        elif row not in ("RTN", "GTO"):
            return None
        lifts, typed = goes_on or lift_after(row, int(not lifts)) == 0, goes_on
    return levels if lifts else None
