"""Numbers to key in where two programs may differ, and what a calculator holds before its first run."""

from __future__ import annotations

import random
from collections.abc import Sequence

from generator.equality.trials import Run
from generator.peephole.items import items
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, OperandKind
from hp15c.table.models import Model

_AWKWARD = tuple(map(str, (0, 1, 2, 3, 10, -1, 0.5, -2.5, 3.7, 7, 12, 45, 100, 1000, -30, 0.001)))
_LARGE = 9_999_999_999
_LARGEST = ("9.999999999e99", "-9.999999999e99")
_SIDES = 4
_TRIGONOMETRY = frozenset(("SIN", "COS", "TAN", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "→P", "→R"))


class Numbers:
    """The numbers of a program, from which those to key in are drawn.

    With `overflows` half of them are so large that sums, products and squares of them overflow.
    """

    def __init__(self, programs: Sequence[Program], draw: random.Random, overflows: bool = False) -> None:
        self._draw, self._overflows = draw, overflows
        known = [one.op for program in programs for one in items(program) if one.op]
        found = {op[1] for op in known if op[0] == "number"}
        self._constants = sorted(found) or ["1"]

    def number(self, state: State) -> str:
        """A number: an awkward one, one near a constant, near what the calculator holds, or any."""
        draw = self._draw
        if self._overflows and draw.random() < 0.5:
            return f"{draw.randint(1, 9)}e{draw.choice((40, 90)) + draw.randint(0, 9)}"
        way = draw.random()
        if way < 0.35:
            return draw.choice(_AWKWARD)
        if way < 0.5:
            return self._near(Number.of(draw.choice(self._constants)))
        if way < 0.65:
            held = [*state.stack, *state.registers, state.i, state.last_x]
            return self._near(draw.choice(sorted({one for one in held if isinstance(one, Number)})))
        if way < 0.8:
            return str(draw.randint(1, 9))
        return self._any()

    def number_to_store(self, state: State) -> str:
        """A number for a register. One to which hardly anything can be added is as likely as the others."""
        large = self._overflows and self._draw.random() < 0.5
        return self._draw.choice(_LARGEST) if large else self.number(state)

    def _near(self, number: Number) -> str:
        draw = self._draw
        shift = draw.choice((0, 0, 0, 1, -1))
        try:
            moved = number + Number.of(shift) if shift else number
            return str(-moved if draw.random() < 0.1 else moved)
        except ArithmeticError:
            return str(number)

    def _any(self) -> str:
        draw = self._draw
        few = "".join(draw.choice("123456") for _ in range(draw.randint(2, 6)))
        share = f"{draw.random():.9f}" if draw.random() < 0.3 else f"{draw.uniform(0, 10):.9f}"
        size = draw.choice((-99, -50, -12, -5, 5, 12, 50, 99))
        drawn = (
            *(few, share, str(draw.randint(-20, 20)), f"{draw.uniform(-100, 100):.2f}"),
            *(f"{draw.randint(-9, 9)}e{size}", f"{draw.randint(0, 9)}.{draw.randint(0, 12):03}"),
            f"{draw.randint(1, 31)}.{draw.randint(1, 12):02}{draw.randint(1900, 2100)}",
            str(draw.randint(0, draw.choice((99, 9_999, _LARGE)))),
        )
        return draw.choice(drawn)


def beginnings(programs: Sequence[Program], numbers: Numbers, draw: random.Random) -> tuple[Run, ...]:
    """Keys that store registers, set flags and modes, and fill matrices, as far as the programs use them."""
    found: list[Run] = []
    program = programs[0]
    state = State.fresh(program.model)
    steps = [one for each in programs for one in each.steps]
    named = sorted({one.operand for one in steps if _reads(one.name) and one.operand[-1:].isdigit()})
    if any(one.operand == "(i)" for one in steps):
        named = sorted({*named, *(f"{draw.randint(0, 9)}" for _ in range(6))})
    if program.model is Model.HP15C and any(one.name in _MATRICES for one in steps):
        found += _matrices(programs, draw, numbers, state)
    share = draw.choice((0.0, 0.4, 1.0))
    for name in (*named, "I"):
        if draw.random() < share:
            found.append(Run(f"STO {name}", (numbers.number_to_store(state),)))
    for flag in sorted({one.operand for one in steps if one.names is OperandKind.FLAG and one.operand < "8"}):
        if flag.isdigit() and draw.random() < 0.3:
            found.append(Run(f"SF {flag}"))
    if any(one.name in _TRIGONOMETRY for one in steps) and draw.random() < 0.3:
        found.append(Run(draw.choice(("RAD", "GRD"))))
    if draw.random() < 0.2:
        found.append(Run(draw.choice(("FIX 9", "SCI 3", "ENG 2", "FIX 0"))))
    if any(one.name == "RAN#" for one in steps) and draw.random() < 0.5:
        found.append(Run("STO RAN#", (f"{draw.random():.4f}",)))
    return tuple(found)


_MATRICES = frozenset(("MATRIX", "RCL MATRIX", "STO MATRIX", "DIM", "RESULT", "RCL g", "STO g"))


def _reads(name: str) -> bool:
    return name.startswith(("RCL", "x↔", "DSE", "ISG", "STO "))


def _matrices(programs: Sequence[Program], draw: random.Random, numbers: Numbers, state: State) -> list[Run]:
    """Keys that fill the matrices that the programs name."""
    steps = [one for program in programs for one in program.steps if one.names is not OperandKind.LABEL]
    named = {one.operand for one in steps if one.operand in LETTERS}
    found = []
    side = draw.randint(1, _SIDES)
    for name in sorted(named):
        if draw.random() < 0.7:
            rows, columns = side, side if draw.random() < 0.7 else draw.randint(1, _SIDES)
            found.append(Run(f"DIM {name}", (str(rows), str(columns))))
            for row in range(1, rows + 1):
                for column in range(1, columns + 1):
                    found.append(Run(f"STO g {name}", (numbers.number(state), str(row), str(column))))
    return found
