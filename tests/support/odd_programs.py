"""Programs and calculators drawn to be odd: values at the limits, counters that end, I that names what is not
there, all return levels taken, numbers begun, a matrix or a SOLVE that is over in memory.
"""

from __future__ import annotations

import random
from typing import Final

from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.memory import SOLVE, fit_registers
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step, step, steps
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import GREATEST_SETTING, AngleMode, Format, Notation
from tests.support import random_lines

_NUMBERS: Final = """0 1 -1 2 3 -2 7 9 10 19 20 20.5 21 25 -65 0.5 -0.5 0.05 1.5 -1.5 0.9999999999
-0.9999999999 1e10 -1e10 9999999999 -9999999999 1e-99 -1e-99 9.999999999e99
-9.999999999e99 1e50 -1e50 3.3e-50 5.00502 5.005 0.00502 -0.00502 -3.00203 1.00001
0.00001 0.000001 999999999.9 99999.99999 100000.0001 -5.00099 0.00099 9.09999 10.01
6.02e23 69 70 69.5 90 1e12 1e-8 1e-7""".split()  # noqa: SIM905
_FEW_OPERANDS: Final = ("", "I", "(i)", "0", "1", "2", "A", "B")
_ON_REGISTERS: Final = ("STO", "RCL", "x↔", "DSE", "ISG")
_USUAL: Final = """+ − × ÷ √x x² 1/x INT FRAC ABS % Δ% RND ENTER CLx x↔y R↓ R↑ LSTx π RAN# CHS DIM yˣ LN
FIX SF CF Σ+ →P L.R. s""".split()  # noqa: SIM905
_USUAL += ["STO RAN#", "CLEAR REG", "CLEAR Σ"]


def number(chance: random.Random) -> Number:
    """Mostly a number at some limit."""
    return Number.of(chance.choice(_NUMBERS)) if chance.random() < 0.65 else random_lines.number(chance)


def state(chance: random.Random, program: Program) -> State:
    """A calculator with this program at some line, mostly running."""
    model = program.model
    if chance.random() < 0.2:
        return random_lines.state(chance, program, chance.randint(0, len(program)))
    made = State.fresh(model)
    made.program = program
    fit_registers(made)
    made.line = chance.randint(0, len(program)) if chance.random() < 0.6 else 0
    made.running = chance.random() < 0.93
    made.stack[:] = [number(chance) for _ in range(4)]
    made.last_x, made.i = number(chance), number(chance)
    if chance.random() < 0.6:
        last = len(program)
        made.i = Number.of(
            chance.choice((0, 1, 2, 3, 5, 10, 14, 20, 21, 24, 25, -1, -2, -5, -last, -last - 1))
        )
    kept = chance.choice((len(made.registers), 2, 7, 8))
    made.registers[:] = [number(chance) for _ in made.registers[:kept]]
    made.lift = chance.random() < 0.8
    made.flags = {flag for flag in range(LIMITS[model].flags) if flag != 8 and chance.random() < 0.3}
    most = GREATEST_SETTING if model is Model.HP15C and chance.random() < 0.2 else 9
    made.format = Format(chance.choice(list(Notation)), chance.randint(0, most))
    made.angle = chance.choice(list(AngleMode))
    made.seed = chance.choice((0, 1, 9_999_999_999, chance.randrange(10**10)))
    returns = LIMITS[model].returns
    depth = chance.choice((0, 0, 0, 1, 2, returns - 1, returns))
    made.returns = [chance.randint(0, len(program)) for _ in range(depth)]
    if model is Model.HP15C and chance.random() < 0.1:
        made.matrices["A"].redimension(1, 2)
    if model is Model.HP15C and chance.random() < 0.1:
        made.run_registers = SOLVE
    if chance.random() < 0.1:
        random_lines.type_some(chance, made)
    return made


def program(chance: random.Random, model: Model) -> Program:
    """A few lines of which many jump, test, count, type or use I."""
    every = steps(model)
    flow = (Role.LABEL, Role.JUMPS, Role.CALLS, Role.RETURNS, Role.STOPS, Role.PAUSES)
    kinds: list[list[Step]] = [
        [one for one in every if one.role in flow and one.operand in _FEW_OPERANDS],
        [one for one in every if one.may_skip],
        [one for one in every if one.role in (Role.TYPES, Role.SIGNS)],
        [
            one
            for one in every
            if one.name[:3] in ("STO", "RCL", "x↔", "DSE", "ISG") and one.operand in _FEW_OPERANDS
        ],
        [one for one in every if one.name in _USUAL],
    ]
    count = chance.choice((1, 2, 3, 5, 8, 12, 20, 35, 60))
    rare = 1.0 if chance.random() < 0.25 else 0.1
    lines = [
        chance.choice(chance.choice(random_lines.steps_by_name(model)))
        if chance.random() < rare
        else chance.choice(chance.choices(kinds, (14, 12, 14, 22, 28))[0])
        for _ in range(count)
    ]
    begun = [step("LBL", "A")] if chance.random() < 0.7 else []
    return Program(model=model, steps=(*begun, *lines))
