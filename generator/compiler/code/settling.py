"""Values brought to registers in one go, before a loop and before it goes on with its next pass.

A search that places values one by one seldom gets all variables of a large loop where the loop expects them.
These lines always do, where a register is free for each. The search finds shorter ways where there are some.
"""

from __future__ import annotations

from collections import Counter

from generator.compiler.code.levels import after
from generator.compiler.code.moves import ScheduledLine, after_keys, key_line
from generator.compiler.code.problem import LAST_X, REGISTERS, Problem
from hp15c.rules.stack import ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.models import Model

Settled = tuple[tuple[ScheduledLine, ...], tuple[int, ...]]
MOST_LINES = 40


def own_registers(problem: Problem, places: tuple[int, ...], names: dict[int, int]) -> dict[int, int] | None:
    """A register for each value of the block that follows, first those where it is. None without room.

    `names` maps these values to those of this block.
    """
    chosen: dict[int, int] = {}
    needed = Counter(names.values())

    def take(name: int, slots: list[int]) -> None:
        slot = next((one for one in slots if one not in chosen), None)
        if slot is not None:
            chosen[slot] = name

    every = [slot for slot in range(REGISTERS, problem.slots) if slot != problem.pointer]
    for name, value in names.items():
        take(name, sorted(problem.wanted.get(name, ())) or [slot for slot in every if places[slot] == value])
    for name in names:
        if name not in chosen.values():
            free = [slot for slot in problem.scratch if not needed[places[slot]]]
            take(name, free or list(problem.scratch))
    return chosen if len(chosen) == len(names) else None


def settle(
    problem: Problem,
    places: tuple[int, ...],
    lift: int,
    wanted: dict[int, int],
    most: int = MOST_LINES,
) -> Settled | None:
    """Lines that bring values to registers, and the places after them. None when one of them is nowhere.

    `wanted` maps registers to values. Nothing else is needed afterwards. There are `most` lines at the most.
    """
    lines: list[ScheduledLine] = []
    now = list(places)

    def push(line: ScheduledLine, value: int) -> None:
        lines.append(line)
        now[:] = after("RCL", tuple(now), (value,), lift != 1)

    while missing := {slot: value for slot, value in wanted.items() if now[slot] != value}:
        if lift == 3 or len(lines) > most:
            return None
        if now[0] in missing.values():
            _store(problem, now, missing, lines)
            lift = 0
            continue
        waiting = next((i for i, value in enumerate(now[:LAST_X]) if value in missing.values()), 0)
        held = next((i for i in range(LAST_X, problem.slots) if now[i] in missing.values()), None)
        if waiting:
            turn = ROLL_UP if waiting == 3 else ROLL_DOWN
            lines.append((turn, ""))
            now[:] = after(turn, tuple(now))
            lift = 0
        elif held is not None:
            push((RECALL_LAST_X, "") if held == LAST_X else ("RCL", held), now[held])
            lift = 0
        else:
            value = next((one for one in missing.values() if one in problem.constants), None)
            if value is None:
                return None
            if lift == 2:
                push((ENTER, ""), now[0])
                lift = 1
            keys = problem.constants[value]
            lines += map(key_line, keys)
            now[:], lift = after_keys(keys, tuple(now), value, lift)
    return tuple(lines), tuple(now)


def _store(problem: Problem, now: list[int], missing: dict[int, int], lines: list[ScheduledLine]) -> None:
    """Store X in a register that wants it: one that is not needed any more, before one to be exchanged."""
    slots = [slot for slot, value in missing.items() if value == now[0]]

    def may_go(slot: int) -> bool:
        value = now[slot]
        return value not in missing.values() or now.count(value) > 1 or value in problem.constants

    slot = next(filter(may_go, slots), None)
    if slot is not None:
        lines.append(("STO", slot))
        now[slot] = now[0]
        return
    slot = slots[0]
    if problem.model is Model.HP15C:
        lines.append(("x↔", slot))
        now[0], now[slot] = now[slot], now[0]
    else:
        lines += [("RCL", slot), (EXCHANGE, ""), ("STO", slot)]
        now[: LAST_X - 1], now[slot] = [now[0], now[slot], now[1]], now[0]
