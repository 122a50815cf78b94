"""The cost of operations: lines, bytes, and word times of the machine for usual numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from generator.peephole.items import is_typing, keys
from generator.peephole.symbolic import Op
from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.stack import ENTER, EXCHANGE
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.instructions import Step, step
from hp15c.table.models import Model

# Examples for the symbols of the enumeration, by which costs are counted.
EXAMPLES = {"f": "INT", "g": "FRAC"}
PLACES = {"a": "2", "b": "3", "K": "5"}

SearchGoal = str
GOALS: tuple[SearchGoal, ...] = ("small", "fast")


class Cost(NamedTuple):
    """Lines, bytes and word times."""

    lines: int
    bytes: int
    times: int

    def by(self, goal: SearchGoal) -> tuple[int, int, int]:
        """The key by which costs are compared: for `small` bytes, lines, times, for `size` bytes, lines, and
        for `fast` times, bytes, lines.
        """
        if goal == "fast":
            return (self.times, self.bytes, self.lines)
        return (self.bytes, self.lines, self.times if goal == "small" else 0)


def example(op: Op) -> Op:
    """An operation of the table with an example for each symbol, by which it is counted."""
    name, operand = op
    return (EXAMPLES.get(name, name), PLACES.get(operand, operand))


def steps_of(op: Op) -> tuple[Step, ...]:
    """The program lines of an operation: one, or the keys of a number."""
    name, operand = op
    return keys(operand) if name == "number" else (step(name, operand),)


def program_of(ops: Iterable[Op]) -> tuple[Step, ...]:
    """The program lines of operations, one after the other."""
    return tuple(one for op in ops for one in steps_of(op))


def exists_on(op: Op, model: Model) -> bool:
    """Whether a model has the lines of an operation."""
    return all(one.exists_on(model) for one in steps_of(op))


def cost(steps: tuple[Step, ...], model: Model) -> Cost:
    """The cost of lines, each counted alone: numbers of two or three digits, no small exponents."""
    times = sum(_times(one, model, typing) for one, typing in _with_typing(steps))
    return Cost(len(steps), sum(one.bytes(model) for one in steps), times)


def cost_of(ops: Iterable[Op], model: Model) -> Cost:
    """The cost of the lines of operations on a model."""
    return cost(program_of(ops), model)


def _with_typing(steps: tuple[Step, ...]) -> Iterable[tuple[Step, bool]]:
    """The steps, each with whether it goes on with a number."""
    typing = False
    for one in steps:
        typing = typing and is_typing(one, True)
        yield one, typing
        typing = is_typing(one, typing)


@cache
def _times(one: Step, model: Model, typing: bool) -> int:
    """The word times of a line in a running program: what a program with it takes more than without it."""
    before = (step("digit", "3"),) if typing else (step(ENTER), step(EXCHANGE))
    return _run_time((*before, one), model) - _run_time(before, model)


def _run_time(steps: tuple[Step, ...], model: Model) -> int:
    state = State.fresh(model)
    state.program = Program(model, steps)
    memory.fit_registers(state)
    state.stack[:] = [Number.of(text) for text in ("3.3", "5.7", "4", "2")]
    state.last_x = Number.of("2.2")
    state.i = Number.of("4")
    state.registers[:10] = [Number.of(f"{place + 2}.4") for place in range(10)]
    before = state.word_times
    machine.start(state)
    machine.run(state, limit=len(steps))
    return state.word_times - before
