"""What a program takes from the HP-15C's pool, as its text tells (BEHAVIOUR 4.9, 6.1, 7).

Typed dimensions are found by running the straight lines before a DIM on several machines whose memories
differ in everything. When X and Y are the same on all of them, the text alone decides them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook
from hp15c.numbers.number import Number
from hp15c.state import cells
from hp15c.state.entry import start as begin_entry
from hp15c.state.memory import IMAGINARY_STACK, INTEGRAL, SOLVE
from hp15c.state.state import Descriptor, State, X, Y
from hp15c.table.instructions import REGISTERS, SEARCHES, Role, Step
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode, Format, Notation
from hp15c.table.step import register_name

_ENDS_STRAIGHT_LINES: Final = (*SEARCHES, Role.LABEL, Role.RETURNS, Role.STOPS)
_COMPLEX: Final = frozenset({"I", "Re↔Im"})
_ARITHMETIC: Final = frozenset({"+", "−", "×", "÷", "1/x"})
_RESULTS: Final = frozenset({"5", "6", "9"})
_STARTS: Final = 3
_AFTER_RESET: Final = 19


@dataclass(frozen=True, slots=True)
class Need:
    """Registers that a line takes. `registers` is None where the text does not say how many."""

    line: int
    mnemonic: str
    registers: int | None
    why: str

    def __str__(self) -> str:
        where = f"line {self.line:03d} {self.mnemonic}"
        if self.registers is None:
            return f"{where}: {self.why}"
        return f"{where}: {self.registers} register{'s' * (self.registers != 1)}, {self.why}"


@dataclass(frozen=True, slots=True)
class Pool:
    """What a program takes of a pool of `size` registers (65 on the first HP-15C, R1 included).

    `highest` is the highest data register that it names. `program` is the number of registers for its lines.
    `at_once` is the number that all needs take together, as far as they are known. `needs` holds every need,
    the unknown ones too.
    """

    size: int
    highest: int
    program: int
    at_once: int
    needs: tuple[Need, ...]
    sets_registers: bool

    def problems(self) -> Iterator[tuple[Need, str]]:
        """The needs that end in Error 10 whatever else is in memory, and how much can be free."""
        highest = 1 if self.sets_registers else self.highest
        free = self.size - self.program - highest
        for need in self.needs:
            if need.registers is not None and need.registers > free:
                beside = f"beside the program and R0 to R{register_name(highest)}"
                yield need, f"at most {max(0, free)} can be free {beside}"

    def remarks(self) -> Iterator[str]:
        """Remarks on whether all known needs fit at once, and on the DIM (i) to do before a run."""
        left = self.size - self.program - self.at_once
        if not self.at_once or self.sets_registers or left >= _AFTER_RESET:
            return
        together = f"{self.at_once} registers at once, beside {self.program} of the program,"
        if left < self.highest:
            yield f"{together} do not leave R0 to R{register_name(self.highest)}; part by part they may fit"
        else:
            yield f"{together} leave R0 to R{register_name(left)}: {left} f DIM (i) before it runs"


def pool(program: Program, named: tuple[str, ...], machine: Machine | None = None) -> Pool | None:
    """The registers that a program takes, besides those `named`. None for the HP-11C, without a pool."""
    if program.model is not Model.HP15C:
        return None
    needs = tuple(_needs(program))
    return Pool(
        size=(machine or OF_MODEL[program.model]).pool,
        highest=max((REGISTERS[name] for name in named if name in REGISTERS), default=1),
        program=program.memory_registers,
        at_once=_at_once(program, needs),
        needs=needs,
        sets_registers=any(step.name == "DIM" and step.operand == "(i)" for step in program.steps),
    )


def _at_once(program: Program, needs: tuple[Need, ...]) -> int:
    """The known needs together: each matrix, complex mode, SOLVE and ∫ counted once, at its largest."""
    largest: dict[str, int] = {}
    for need in needs:
        step = program.steps[need.line - 1]
        what = step.operand if step.name == "DIM" else step.name if step.role is Role.EVALUATES else "complex"
        largest[what] = max(largest.get(what, 0), need.registers or 0)
    return sum(largest.values())


def _needs(program: Program) -> Iterator[Need]:
    for number, step in enumerate(program.steps, 1):
        for registers, why in _registers_taken(program, number, step):
            yield Need(number, handbook(step, program.model), registers, why)
    names = [step.name for step in program.steps]
    computes = any(
        step.name in _ARITHMETIC or (step.name == "MATRIX" and step.operand in _RESULTS)
        for step in program.steps
    )
    if computes and "RCL MATRIX" in names:
        number = names.index("RCL MATRIX") + 1
        yield Need(
            number,
            handbook(program.steps[number - 1], program.model),
            None,
            "results of matrix arithmetic take as many registers as they have elements",
        )


def _registers_taken(program: Program, number: int, step: Step) -> Iterator[tuple[int | None, str]]:
    if step.name == "DIM" and step.operand != "(i)":
        yield _dimensions(program, number)
    elif step.name == "STO MATRIX":
        yield None, "as many registers as the matrix in X has elements, none for a number"
    elif step.name == "MATRIX" and step.operand == "2":
        yield None, "the matrix in X takes twice its registers"
    elif step.name in _COMPLEX or (step.name == "SF" and step.operand == "8"):
        yield IMAGINARY_STACK, "complex mode"
    elif step.name == "SF" and step.operand == "I":
        yield None, f"{IMAGINARY_STACK} registers if I holds 8, for complex mode"
    elif step.name == "SOLVE":
        yield SOLVE, "while it runs"
    elif step.name == "∫":
        yield INTEGRAL, "while it runs"


def _dimensions(program: Program, number: int) -> tuple[int | None, str]:
    numbers = _numbers_at(program, number)
    if numbers is None:
        return None, "as many registers as Y times X, which the text does not tell"
    rows, columns = numbers
    return rows * columns, f"{rows} × {columns}"


def _numbers_at(program: Program, number: int) -> tuple[int, int] | None:
    """|Y| and |X| as integers when a run reaches a line, if the text alone decides them."""
    if any(step.searches and step.operand == "I" for step in program.steps):
        return None  # a jump by a line's number may arrive anywhere
    first = _first_straight(program, number)
    block = tuple(step for step in program.steps[first - 1 : number - 1] if step.name != "DIM")
    typing = first > 2 and program.steps[first - 3].may_skip
    ends = [_run_lines(block, start, typing) for start in range(_STARTS)]
    return ends[0] if ends.count(ends[0]) == len(ends) else None


def _first_straight(program: Program, number: int) -> int:
    """The first line of the straight stretch to a line: from there all lines follow one another."""
    first = number
    while first > 1 and program.steps[first - 2].role not in _ENDS_STRAIGHT_LINES:
        if first > 2 and program.steps[first - 3].may_skip:
            break
        first -= 1
    return first


def _run_lines(block: tuple[Step, ...], start: int, typing: bool) -> tuple[int, int] | None:
    """|Y| and |X| after these lines on a machine of its own. None after an error.

    `typing` says that a number may be under way at the first line.
    """
    state = _machine(start)
    if typing and start == 0:
        state.entry = begin_entry("8")
    state.program = Program(steps=block)
    state.line, state.running = 1, True
    if block:
        machine.run(state, len(block))
    x, y = state.stack[X], state.stack[Y]
    if state.message is not None or isinstance(x, Descriptor) or isinstance(y, Descriptor):
        return None
    return cells.magnitude(y), cells.magnitude(x)


def _machine(start: int) -> State:
    """One of the machines with different memories: small, negative or large numbers, modes of its own."""
    state = State.fresh(Model.HP15C)
    texts = [("0.{}7", "-{}2.9", "{}8437.25")[start].format(place + 3) for place in range(26)]
    values = [Number.of(text) for text in texts]
    state.stack[:] = values[:4]
    state.last_x, state.i, state.registers[:] = values[4], values[5], values[6:]
    state.seed, state.lift = 10**9 * start + 1, start > 0
    state.angle = list(AngleMode)[start]
    state.format = Format(Notation.FIX, start)
    for matrix in state.matrices.values():
        matrix.redimension(*((1, 2), (2, 1), (2, 2))[start])
    return state
