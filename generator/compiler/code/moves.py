"""The moves of the search: the effect of one line on the stack, LAST X and the registers, in symbols.

A state holds for each place the number of a value, or 0 where the value is not needed. A move may not lose
the only copy of a value that is still needed. Lift is 0 when the next number lifts the stack, 1 after ENTER
(it overwrites X), 2 after typed digits (no other number may be typed), 3 when it is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from generator.compiler.code.levels import after, lift_after, places_after, ways_of_sums
from generator.compiler.code.problem import (
    LAST_X,
    REGISTERS,
    NumberedBlock,
    NumberedNode,
    Problem,
    Stage,
    stage_of,
)
from generator.compiler.code.tables import (
    ARITHMETIC,
    BINARY,
    COMMUTING,
    ELEMENTS,
    KEYS,
    STATISTICS,
)
from generator.compiler.target.entry import is_typed
from hp15c.rules.number_functions import SQUARE
from hp15c.rules.stack import ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.models import Model

ScheduledLine = tuple[str, str | int]
_EXCHANGE: Final[tuple[ScheduledLine, ...]] = ((EXCHANGE, ""),)
_ROLL_DOWN: Final[tuple[ScheduledLine, ...]] = ((ROLL_DOWN, ""),)
_ROLL_UP: Final[tuple[ScheduledLine, ...]] = ((ROLL_UP, ""),)
_ENTER: Final[tuple[ScheduledLine, ...]] = ((ENTER, ""),)
_NOWHERE: Final[frozenset[int]] = frozenset()


class StackState(NamedTuple):
    """A state of the search: the value in each place, stack lift, and the bits of the nodes that are done."""

    places: tuple[int, ...]
    lift: int
    done: int


Move = tuple[tuple[int, ...], int, int, tuple[ScheduledLine, ...], int]
"""The places, stack lift and done nodes after some lines, these lines, and the line of the source that asks
for them, 0 when none does.
"""
AgreedPlaces = tuple[tuple[int, tuple[int, ...]], ...]


def moves(
    problem: Problem, part: NumberedBlock, machine: StackState, agreed: AgreedPlaces = ()
) -> list[Move]:
    """Every useful move from a state within a block."""
    stage = stage_of(problem, part, machine.done)
    found: list[Move] = []
    _ready(problem, part, machine, stage, found)
    _shuffles(problem, machine, stage.live, found)
    if machine.lift != 3:
        _supplies(problem, machine, stage, found)
    if machine.lift == 0 and machine.places[0] in problem.made_of:
        _made_constants(problem, machine, stage, found)
    if machine.done == part.full:
        for value in part.early:
            if machine.lift not in (2, 3) and value not in machine.places[:LAST_X]:
                _key_in(problem, machine, value, found)
    if machine.places[0]:
        _stores(problem, machine, agreed, found)
    return found


def _keeps(problem: Problem, places: tuple[int, ...], value: int) -> bool:
    """Whether a place may lose a value: because it is no value, stands elsewhere too, or can be keyed in."""
    return not value or value in places or value in problem.constants


# stack


def _shuffles(problem: Problem, machine: StackState, live: dict[int, int], found: list[Move]) -> None:
    """Add the moves that bring another number of the stack to X, and ENTER."""
    places, lift, done = machine
    x, y, z, t, *_ = places
    if x != y:
        found.append((after(EXCHANGE, places), 0, done, _EXCHANGE, 0))
    if y or z or t:
        found.append((after(ROLL_DOWN, places), 0, done, _ROLL_DOWN, 0))
    if t:
        found.append((after(ROLL_UP, places), 0, done, _ROLL_UP, 0))
    if x and lift != 1 and (lift == 2 or live.get(x, 0) > (x == y) + (x == z) + 1):
        lifted = after(ENTER, places)
        if _keeps(problem, lifted, t):
            found.append((lifted, lift_after(ENTER, lift), done, _ENTER, 0))


def _push(problem: Problem, machine: StackState, value: int) -> tuple[int, ...] | None:
    """The places after a number has been pushed. None when a needed value would be lost."""
    if machine.lift == 3:
        return None
    lifts = machine.lift != 1
    places = after("RCL", machine.places, (value,), lifts)
    return places if _keeps(problem, places, machine.places[LAST_X - 1 if lifts else 0]) else None


def _supplies(problem: Problem, machine: StackState, stage: Stage, found: list[Move]) -> None:
    """Add the moves that type a constant, or recall a register or LAST X."""
    places, lift, done = machine
    live = stage.live
    stack = places[:LAST_X]
    if lift != 2:
        for value, _ in stage.typed:
            if value in stage.timely and stack.count(value) < live[value]:
                _key_in(problem, machine, value, found)
    for slot, value in enumerate(places[LAST_X:], LAST_X):
        if (
            value
            and value in live
            and stack.count(value) < live[value]
            and not (value in problem.idle and _stays(problem, places, value))
        ):
            pushed = _push(problem, machine, value)
            if pushed is not None:
                line: ScheduledLine = (RECALL_LAST_X, "") if slot == LAST_X else ("RCL", slot)
                found.append((pushed, 0, done, (line,), 0))


def _stays(problem: Problem, places: tuple[int, ...], value: int) -> bool:
    """Whether an idle value stands in all registers that want it."""
    return all(places[slot] == value for slot in problem.wanted.get(value, ()))


def _key_in(problem: Problem, machine: StackState, value: int, found: list[Move]) -> None:
    """Add the move that keys a constant in, unless a needed value would be lost by it."""
    pushed = _push(problem, machine, value)
    if pushed is None:
        return
    keys = problem.constants[value]
    keyed, lift = after_keys(keys, machine.places, value, machine.lift)
    if lift == 2 or all(_keeps(problem, keyed, one) for one in machine.places):
        found.append((keyed, lift, machine.done, tuple([key_line(one) for one in keys]), 0))


def _made_constants(problem: Problem, machine: StackState, stage: Stage, found: list[Move]) -> None:
    """Add the moves that make a constant of the one in X, which may be lost by it."""
    for line, value in problem.made_of[machine.places[0]]:
        if line == "CHS" and _is_exponent(problem, machine):
            continue
        if value in stage.timely and machine.places[:LAST_X].count(value) < stage.live.get(value, 0):
            found.append((after(line, machine.places, (value,)), 0, machine.done, ((line, ""),), 0))


def _is_exponent(problem: Problem, machine: StackState) -> bool:
    """Whether CHS would change the sign of the exponent that is being typed."""
    return machine.lift == 2 and "EEX" in problem.constants.get(machine.places[0], ())


def key_line(text: str) -> ScheduledLine:
    """The line of a key of a number."""
    return ("digit", text) if text.isdigit() else (text, "")


def after_keys(
    keys: tuple[str, ...], places: tuple[int, ...], value: int, lift: int
) -> tuple[tuple[int, ...], int]:
    """The places and the stack lift after the keys of a constant."""
    places = after("RCL", places, (value,), lift != 1)
    if is_typed(keys):
        return places, 2
    if ENTER in keys:
        places = after(ENTER, places)
    return after(keys[-1], (0, *places[1:]), (value,)), 0


# registers


def _free(problem: Problem, places: tuple[int, ...], value: int, agreed: AgreedPlaces) -> list[int]:
    """Registers that may take a value: registers of the module that want it, and free scratch registers.

    Scratch registers are alike until an agreement names them. So one of the others is enough, if possible one
    that no call changes.
    """
    slots = [slot for slot in problem.wanted.get(value, ()) if not places[slot]]
    other = False
    for slot in problem.scratch:
        if not places[slot]:
            for _, known in agreed:
                if known[slot]:
                    slots.append(slot)
                    break
            else:
                if not other:
                    slots.append(slot)
                    if not agreed:
                        break
                other = True
    return slots


def _stores(problem: Problem, machine: StackState, agreed: AgreedPlaces, found: list[Move]) -> None:
    """Add the moves that store X, or exchange it with a register."""
    places, _, done = machine
    x = places[0]
    registers = places[REGISTERS:]
    wanted = problem.wanted.get(x, _NOWHERE)
    held = registers.count(x)
    if held and problem.pointer is not None and places[problem.pointer] == x:
        held -= 1
    kept = held >= problem.copies.get(x, 1)
    if not kept or (wanted and any(places[slot] != x for slot in wanted)):
        for slot in _free(problem, places, x, agreed):
            if kept and slot not in wanted:
                continue
            found.append(((*places[:slot], x, *places[slot + 1 :]), 0, done, (("STO", slot),), 0))
    if problem.model is Model.HP15C and x not in registers:
        first = REGISTERS + len(problem.registers)
        for slot, value in enumerate(registers, REGISTERS):
            if value and (slot >= first or slot in wanted):
                exchanged = (value, *places[1:slot], x, *places[slot + 1 :])
                found.append((exchanged, 0, done, (("x↔", slot),), 0))


# operations


def _ready(
    problem: Problem, part: NumberedBlock, machine: StackState, stage: Stage, found: list[Move]
) -> None:
    """Add the moves that do a node which is ready, without losing a needed value."""
    x = machine.places[0]
    for number in stage.ready:
        one = part.operations[number]
        if one.inputs and x not in one.inputs and one.line != "load" and not one.counts_down:
            continue  # it needs an operand in X
        done = machine.done | 1 << number
        behind = stage_of(problem, part, done)
        live = behind.live
        for places, lines, lift in ways_to_perform(problem, machine, one):
            cleaned = tuple([value if value in live else 0 for value in places])
            if behind.needed.issubset(cleaned):
                found.append((cleaned, lift, done, lines, one.source))


Performed = tuple[Sequence[int], tuple[ScheduledLine, ...], int]


def ways_to_perform(problem: Problem, machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    """The ways to do a node in a state: the places after it, its lines, the lift."""
    places, line, operands = machine.places, one.line, one.inputs
    if line in BINARY:
        yield from _binary(problem, machine, one)
    elif line == "call":
        yield from _calls(problem, machine, one)
    elif line == "ask":
        yield from _stops(machine, one)
    elif line == "DIM":
        if places[:1] == operands and machine.lift != 3:
            yield places, ((line, "(i)"),), lift_after(line, machine.lift)
    elif line in ELEMENTS:
        yield from _element(problem, machine, one)
    elif line in STATISTICS:
        for summed, lift in ways_of_sums(problem, places, machine.lift, one):
            yield summed, ((line, ""),), lift
    elif line == KEYS:
        made = places_after(places, machine.lift, one)
        if made is not None:
            yield made, one.node.lines, 0
    elif not operands and one.outputs:
        pushed = _push(problem, machine, one.outputs[0])
        if pushed is not None:
            yield pushed, ((line, ""),), 0
    elif places[: len(operands)] == tuple(reversed(operands)) and (
        line != "CHS" or (machine.lift in (0, 2) and not _is_exponent(problem, machine))
    ):
        found = after(line, places, one.outputs)
        yield found, ((line, one.node.detail if not operands else ""),), lift_after(line, machine.lift)
        if line == SQUARE:
            yield from _square_in_place(problem, machine, one)


def _binary(problem: Problem, machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    places, line = machine.places, one.line
    x, y, *_ = places
    left, right = one.inputs
    out = one.outputs[0]
    commutes = line in COMMUTING
    if (y, x) == (left, right) or (commutes and (x, y) == (left, right)):
        yield after(line, places, one.outputs), ((line, ""),), 0
    if line not in ARITHMETIC:
        return
    if one.counts_down:
        for slot in range(REGISTERS, problem.slots):
            if places[slot] == left and _may_count(problem, slot, out):
                yield (
                    (*places[:slot], out, *places[slot + 1 :]),
                    (("DSE", slot),),
                    lift_after("DSE", machine.lift),
                )
    if one.rate and machine.lift != 2 and x in one.inputs and x not in problem.constants:
        pushed = _push(problem, machine, 0)
        if pushed is not None:
            taken = after("%", pushed, one.outputs)
            yield taken, (*[key_line(key) for key in one.rate], ("%", "")), 0
    for slot in range(REGISTERS, problem.slots):
        held = places[slot]
        if not held:
            continue
        into = x == right and held == left
        recalled = x == left and held == right
        if commutes and not (into and recalled):
            into = recalled = into or recalled
        if recalled and problem.model is Model.HP15C:
            yield after(f"RCL {line}", places, one.outputs), ((f"RCL {line}", slot),), 0
        if into and _may_store_into(problem, slot, out):
            yield (*places[:slot], out, *places[slot + 1 :]), ((f"STO {line}", slot),), 0


def _square_in_place(problem: Problem, machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    """A square that replaces its number in a register, with the number in X too."""
    places, (out,) = machine.places, one.outputs
    for slot in range(REGISTERS, problem.slots):
        if places[slot] == one.inputs[0] and _may_store_into(problem, slot, out):
            yield (*places[:slot], out, *places[slot + 1 :]), (("STO ×", slot),), 0


def _may_count(problem: Problem, slot: int, value: int) -> bool:
    """Whether DSE may leave a value in a register. The HP-11C counts in I only."""
    if problem.counter is not None:
        return slot == problem.counter and slot in problem.wanted.get(value, ())
    return _may_store_into(problem, slot, value)


def _may_store_into(problem: Problem, slot: int, value: int) -> bool:
    """Whether arithmetic may leave a value in a register of the module or a scratch one."""
    if problem.counter == slot:
        return False
    return slot >= REGISTERS + len(problem.registers) or slot in problem.wanted.get(value, ())


def _calls(problem: Problem, machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    """GSB: arguments on the stack and in registers. What the subroutine does not keep is gone."""
    places = machine.places
    count = len(one.inputs)
    if tuple(reversed(places[:count])) != one.inputs:
        return
    if any(places[slot] != value for slot, value in one.before):
        return
    summary = problem.summaries[one.node.detail]
    kept = list(places[count : count + summary.kept]) if one.node.lines[0][0] == "GSB" else []
    stack = [*reversed(one.outputs), *kept]
    found = [*stack, *[0] * (LAST_X - len(stack)), 0, *places[REGISTERS:]]
    first = REGISTERS + len(problem.registers)
    for slot in summary.scratch:
        if first + slot < problem.slots:
            found[first + slot] = 0
    if summary.pointer and problem.pointer is not None:
        found[problem.pointer] = 0
    for slot, value in one.after:
        found[slot] = value
    yield found, one.node.lines, 0


def _stops(machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    """R/S. The person who answers may compute, so only X and the registers are known afterwards."""
    places = machine.places
    if places[0] == one.inputs[0] and machine.lift in (0, 2):
        yield [one.outputs[0], 0, 0, 0, 0, *places[REGISTERS:]], (("R/S", ""),), 0


def _element(problem: Problem, machine: StackState, one: NumberedNode) -> Iterator[Performed]:
    """An element recalled or stored, by its register, or by I when that has the register's number."""
    places = machine.places
    *index, last = (*one.inputs, 0) if one.line == "load" else one.inputs
    if index and (problem.pointer is None or places[problem.pointer] != index[0]):
        return
    operand = "(i)" if index else one.node.detail
    if one.line == "load":
        pushed = _push(problem, machine, one.outputs[0])
        if pushed is not None:
            yield pushed, (("RCL", operand),), 0
    elif places[0] == last:
        row = "STO" if one.line == "store" else one.line
        yield places, ((row, operand),), 0
