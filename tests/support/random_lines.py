"""Random program lines on random calculators: every row of the table is as likely as the others."""

from __future__ import annotations

import random
from functools import cache

from hp15c.functions.matrix import Matrix
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, ONE, ZERO, Number
from hp15c.rules.levels import X
from hp15c.state import entry
from hp15c.state.memory import free_registers
from hp15c.state.state import Descriptor, State, Value
from hp15c.table.instructions import LETTERS, Step, step, steps
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Format, Notation


def number(chance: random.Random) -> Number:
    """Small integers, counters, neighbours of 1 and 90, and numbers of every size."""
    kind = chance.randrange(8)
    if kind < 3:
        return Number.of(chance.randint(-3, 25))
    if kind == 3:
        return Number.of(f"{chance.randint(-5, 30)}.{chance.randint(0, 30):03d}{chance.randint(0, 3):02d}")
    if kind == 4:
        return Number.of(
            chance.choice(("-1", "0.5", "-0.5", "0.9999999999", "1.000000001", "90", "100", "-12"))
        )
    if kind == 5:
        return Number.of(
            chance.choice(("9.999999999e99", "-9.999999999e99", "1e-99", "5e49", "-1e50", "1e10"))
        )
    sign, digits = chance.choice(("", "-")), chance.randint(1, 10**10 - 1)
    return Number.of(f"{sign}{digits}e{chance.choice((-5, -9, -9, 0, 80, -100))}")


def value(chance: random.Random, model: Model) -> Value:
    """Mostly a number. On the HP-15C sometimes a descriptor."""
    if model is Model.HP15C and chance.random() < 0.06:
        return Descriptor(chance.choice(LETTERS))
    return number(chance)


def state(chance: random.Random, program: Program, line: int) -> State:
    """A calculator whose program is about to run a line, with something in every part."""
    model = program.model
    made = State.fresh(model)
    made.program, made.line, made.running = program, line, True
    made.stack[:] = [value(chance, model) for _ in range(4)]
    if chance.random() < 0.15:
        made.stack[1] = made.stack[X]
    if model is Model.HP11C and chance.random() < 0.1:
        made.stack[chance.randint(1, 3)] = MINUS_ZERO
    made.last_x, made.i = value(chance, model), value(chance, model)
    count = chance.choice((20, 20, 20, 2, 7, 9)) if model is Model.HP15C else chance.choice((20, 20, 5, 3))
    made.registers[:] = [value(chance, model) for _ in range(count)]
    made.lift = chance.random() < 0.6
    made.flags = {flag for flag in range(LIMITS[model].flags) if flag != 8 and chance.random() < 0.3}
    made.format = Format(chance.choice(list(Notation)), chance.randrange(10))
    made.angle = chance.choice(list(AngleMode))
    made.seed = chance.randrange(10**10)
    if model is Model.HP15C and chance.random() < 0.35:
        made.flags.add(8)
        made.imaginary[:] = [chance.choice((ZERO, ONE, number(chance))) for _ in range(4)]
        made.last_xi = number(chance)
        made.keeps_imaginary = not made.lift and chance.random() < 0.5
    if model is Model.HP15C and chance.random() < 0.3:
        size = 1 + chance.randrange(free_registers(made)) // (1 if chance.random() < 0.5 else 5)
        made.matrices["C"] = Matrix.zero(1, size)
    depth = chance.choice((0, 0, 1, 2, LIMITS[model].returns))
    made.returns = [chance.randint(0, len(program)) for _ in range(depth)]
    return made


@cache
def steps_by_name(model: Model) -> tuple[tuple[Step, ...], ...]:
    """The steps of a model, those of one row together."""
    names = sorted({one.name for one in steps(model)})
    return tuple(tuple(one for one in steps(model) if one.name == name) for name in names)


def random_line(chance: random.Random, model: Model) -> tuple[Program, int]:
    """A program with each row of the table as likely as the others, some of its labels, and a line of it."""
    lines = [step("LBL", chance.choice("ABC12")) for _ in range(chance.randint(0, 4))]
    place = chance.randint(0, len(lines))
    lines.insert(place, chance.choice(chance.choice(steps_by_name(model))))
    lines += [step("RTN")] * chance.randint(0, 2)
    return Program(model=model, steps=tuple(lines)), place + 1 if chance.random() < 0.97 else 0


def type_some(chance: random.Random, begun: State) -> None:
    """Begin a number on the calculator."""
    keys = [chance.choice("0123456789.")] + [chance.choice("019.EC") for _ in range(chance.randint(0, 11))]
    typed = entry.start(keys[0])
    for key in keys[1:]:
        typed = entry.press(typed, {"E": "EEX", "C": "CHS"}.get(key, key))
    known = entry.value(typed)
    if not known.finished:
        begun.entry, begun.stack[X], begun.lift = typed, known.number, True
