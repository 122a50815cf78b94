"""The cells that an operation needs, when certain cells are needed after it."""

from __future__ import annotations

from functools import cache

from generator.peephole.symbolic import (
    INDIRECT,
    OFF,
    ON,
    ON_REGISTERS,
    STACK_CELLS,
    Op,
    TermCalculator,
    TermState,
    Undetermined,
)
from hp15c.table.models import Model
from hp15c.terms.term import Term

Cells = frozenset[str]

X, Y, Z, T, LAST = STACK_CELLS
LIFT = "stack lift"
LEVELS = (X, Y, Z, T)
STACK: Cells = frozenset((*LEVELS, LAST, LIFT))


def register(name: str) -> str:
    """The cell of a register: 'R3', 'R.1', 'I'."""
    return name if name == "I" else f"R{name}"


def visible(machine: TermCalculator, state: TermState, live: Cells) -> tuple[object, ...]:
    """The part of a state that counts when only these cells are needed later, with errors and overflow."""
    levels = tuple(
        value for name, value in zip((*LEVELS, LAST, LIFT), state[:6], strict=True) if name in live
    )
    kept = tuple(
        cell for name, cell in zip(machine.names, state.registers, strict=True) if register(name) in live
    )
    return (levels, kept, state.memory, state.seed, state.overflows, state.traps)


def registers_of(*ops: Op) -> tuple[str, ...]:
    """The registers that operations name, in order of appearance. (i) brings I along."""
    names = [operand for name, operand in ops if name in ON_REGISTERS]
    if INDIRECT in names:
        names.append("I")
    return tuple(dict.fromkeys(names))


@cache
def needs(op: Op, live: Cells, lift: int | None, model: Model, exact_errors: bool) -> Cells:
    """The cells that must be right before an operation so that those of `live` are right after it.

    `lift` is the state of stack lift before it, None when it is not known. Stack lift is needed itself where
    the operation depends on it. Where the program may stop with an Error, all cells are needed if errors are
    to be exact. The whole memory is the cell 'registers'.
    """
    machine = TermCalculator((name for name in registers_of(op)), model, exact_errors)
    known = frozenset(machine.names)
    needed = {cell for cell in live if cell not in STACK and cell not in map(register, known)}
    outcomes: list[tuple[object, ...]] = []
    for way in (ON, OFF):
        try:
            state = machine.step(machine.begin(way), op)
        except Undetermined:
            return live | STACK
        outcomes.append(visible(machine, state, live))
        if lift in (None, way):
            if state.traps and exact_errors:
                return live | STACK | {"registers"}
            needed |= _cells_in(machine, state, live)
            needed |= {X} if LIFT in live and isinstance(state.lift, Term) else set()
    if outcomes[0] != outcomes[1]:
        needed.add(LIFT)
    return frozenset(needed)


def _cells_in(machine: TermCalculator, state: TermState, live: Cells) -> set[str]:
    """The cells from whose values those that count after an operation are made."""
    seen = [value for name, value in zip(STACK_CELLS, state[:5], strict=True) if name in live]
    seen += [
        value
        for name, value in zip(machine.names, state.registers, strict=True)
        if register(name) in live or name == INDIRECT
    ]
    seen += [*state.overflows, *(by for _, by, _ in state.traps), state.seed]
    seen += [state.memory] * machine.indirect
    return set[str]().union(*map(machine.cells_in, seen))
