"""Why one sequence may stand for another, in words."""

from __future__ import annotations

from generator.peephole.live import LAST, LEVELS, LIFT, Cells, register, registers_of
from generator.peephole.symbolic import ON, Op, TermCalculator, TermState, Undetermined
from hp15c.table.models import Model


def why(left: tuple[Op, ...], right: tuple[Op, ...], live: Cells, lift: int | None, model: Model) -> str:
    """The values that both sequences leave behind, and those that differ but are not needed."""
    if left == right:
        return f"both type {left[0][1]}" if len(left) == 1 else "both type the same numbers"
    machine = TermCalculator(registers_of(*left, *right), model)
    begin = machine.begin(ON if lift is None else lift)
    try:
        one, other = machine.run(left, begin), machine.run(right, begin)
    except Undetermined:
        return "the same for every number"
    before, old, new = (_cells(machine, state) for state in (begin, one, other))
    same = [
        f"{cell} = {machine.terms.text(new[cell])}"
        for cell in new
        if cell in live and cell != LIFT and new[cell] == old[cell] != before[cell]
    ]
    lost = [cell for cell in new if new[cell] != old[cell] and cell not in live]
    texts = [f"both leave {', '.join(same)}" if same else "both leave what is needed as it was"]
    if lost:
        verb, them = ("differs", "it") if len(lost) == 1 else ("differ", "them")
        texts.append(f"{_enumeration(lost)} {verb}, but nothing needs {them} before it is overwritten")
    return "; ".join(texts)


def _cells(machine: TermCalculator, state: TermState) -> dict[str, int]:
    levels = dict(zip((*LEVELS, LAST, LIFT), state[:6], strict=True))
    return levels | {
        register(name): cell
        for name, cell in zip(machine.names, state.registers, strict=True)
        if name != "(i)"
    }


def _enumeration(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
