"""Terms worked out on the machine, and calculators with numbers at the edges of what they can hold."""

from __future__ import annotations

import random
from collections.abc import Iterable

from generator.peephole.costs import program_of
from generator.peephole.symbolic import Op
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import cells
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.terms.term import OTHER, Term

EDGES = tuple(
    Number.of(text)
    for text in (
        *("0", "1", "-1", "2", "-2", "3", "0.5", "10", "-10", "7", "9", "1.5", "-0.5", "12.25", "-3.75"),
        *("9999999999", "-9999999999", "0.3333333333", "6.666666667", "1.000000001", "0.9999999999"),
        *(
            "5e99",
            "-5e99",
            "9.999999999e99",
            "-9.999999999e99",
            "1e-99",
            "-1e-99",
            "9.99e-50",
            "3e49",
            "-4e50",
        ),
    )
)
BOOK = {"f": "INT", "g": "FRAC"}


def calculator(numbers: Iterable[Number], registers: Iterable[str], model: Model, lift: bool = True) -> State:
    """A calculator with these numbers in X, Y, Z, T, LAST X and the registers."""
    state, source = State.fresh(model), iter(numbers)
    state.stack[:] = [next(source) for _ in range(4)]
    state.last_x = next(source)
    for name in registers:
        cells.write(state, name, next(source))
    state.lift = lift
    return state


def played(state: State, ops: Iterable[Op]) -> tuple[State, Reason, int]:
    """A copy of the calculator after these operations as a program: how it ended, and on which line."""
    state = state.copy()
    state.program = Program(state.model, program_of(ops))
    state.line, state.running = 1, True
    ended = machine.run(state, limit=len(state.program))
    return state, ended.reason, state.line


def drawn(rng: random.Random, count: int) -> list[Number]:
    """Numbers from the edges, now and then twice the same."""
    found = [rng.choice(EDGES) for _ in range(count)]
    if rng.random() < 0.3:
        found[rng.randrange(count)] = found[0]
    return found


def worked_out(term: Term, known: dict[str, Number], model: Model) -> Number:
    """The number that a term stands for, each function computed by the machine."""
    if term.number is not None:
        return term.number
    if term.op == "input":
        return known[str(term.payload)]
    parts = [worked_out(part, known, model) for part in term.args if part.kind != OTHER]
    if term.op == "CHS":
        return -parts[0]
    state = State.fresh(model)
    state.stack[: len(parts)] = reversed(parts)
    machine.keyboard(state, step(BOOK.get(term.op, term.op)))
    assert state.message is None
    result = state.stack[0]
    assert isinstance(result, Number)
    return result
