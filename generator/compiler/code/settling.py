"""Values brought to registers in one go, before a loop and before it goes on with its next pass.

A search that places values one by one seldom gets all variables of a large loop where the loop expects them.
These lines always do, where a register is free for each. The search finds shorter ways where there are some.
"""

from __future__ import annotations

from collections import Counter

from generator.compiler.code.moves import ScheduledLine
from generator.compiler.code.problem import LAST_X, REGISTERS, Problem
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
    first = REGISTERS + len(problem.registers)
    for name in names:
        if name not in chosen.values():
            free = [slot for slot in every if slot >= first and not needed[places[slot]]]
            take(name, free or [slot for slot in every if slot >= first])
    return chosen if len(chosen) == len(names) else None


def settled(problem: Problem, places: tuple[int, ...], lift: int, wanted: dict[int, int]) -> Settled | None:
    """Lines that bring values to registers, and the places after them. None when there is no simple way.

    `wanted` maps registers to values. Nothing else is needed afterwards.
    """
    lines: list[ScheduledLine] = []
    now = list(places)
    while missing := {slot: value for slot, value in wanted.items() if now[slot] != value}:
        if (lift in (1, 3) and now[0] not in missing.values()) or len(lines) > MOST_LINES:
            return None
        if now[0] in missing.values():
            slot = _target(problem, now, missing)
            if slot is None:
                return None
            kept = now[slot] not in missing.values() or now.count(now[slot]) > 1
            kept = kept or now[slot] in problem.constants
            lines.append(("STO" if kept else "x↔", slot))
            now[slot], now[0] = now[0], now[0] if kept else now[slot]
            lift = 0
            continue
        waiting = next((i for i, value in enumerate(now[:LAST_X]) if value in missing.values()), 0)
        if waiting:
            lines.append(("R↑", "") if waiting == 3 else ("R↓", ""))
            now[:LAST_X] = [now[3], *now[:3]] if waiting == 3 else [*now[1:4], now[0]]
            lift = 0
            continue
        held = next((i for i in range(LAST_X, problem.slots) if now[i] in missing.values()), None)
        if held is not None:
            lines.append(("LSTx", "") if held == LAST_X else ("RCL", held))
            now[:LAST_X] = [now[held], *now[:3]]
            lift = 0
            continue
        value = next((one for one in missing.values() if one in problem.constants), None)
        if value is None or lift == 2:
            return None
        lines += [("digit", key) if key.isdigit() else (key, "") for key in problem.constants[value]]
        now[:LAST_X] = [value, *now[:3]]
        lift = 2
    return tuple(lines), tuple(now)


def _target(problem: Problem, now: list[int], missing: dict[int, int]) -> int | None:
    """The register for X: one whose value is not needed any more, before one that has to be exchanged."""
    slots = [slot for slot, value in missing.items() if value == now[0]]

    def may_go(slot: int) -> bool:
        value = now[slot]
        return value not in missing.values() or now.count(value) > 1 or value in problem.constants

    free = [slot for slot in slots if may_go(slot)]
    if free:
        return free[0]
    return slots[0] if problem.model is Model.HP15C else None
