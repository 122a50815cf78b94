"""Short random programs of all kinds of lines with one change, and whether keys show that it matters."""

from __future__ import annotations

import random

from generator.equality.claims import Observe
from generator.equality.trials import Run, Trial, differ, press
from hp15c.functions.matrix import Matrix
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, Step, step, steps
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Format, Notation
from tests.support.random_lines import steps_by_name

_DOING_NOTHING = (("x↔y", "x↔y"), ("R↓", "R↑"), ("ENTER", "R↓"), ("CHS", "CHS"), ("LSTx", "R↓"), ("STO 9",))
_STEPS = {model: {str(one): one for one in steps(model)} for model in Model}
_NO_MEMORY = "Error 10"
_LINES = 400
NUMBERS = ("0", "1", "2", "3", "-1", "0.5", "-2.5", "7", "12", "-3", "1.002", "3.00501", "5e60", "100")


def changed_pair(chance: random.Random, model: Model) -> tuple[Program, Program]:
    """A program with A, B and a subroutine, and the same program with one change."""
    old = Program(model=model, steps=tuple(_drawn_lines(chance, model)))
    lines = list(old.steps)
    for _ in range(20):
        made = _change(chance, model, lines)
        if made != lines:
            break
    return old, Program(model=model, steps=tuple(made))


def _drawn_lines(chance: random.Random, model: Model) -> list[Step]:
    count = chance.randint(5, 12)
    lines = [_line(chance, model) for _ in range(count)]
    for label in ("B", "1", "2"):
        if chance.random() < 0.6:
            place = chance.randint(1, count)
            lines[place:place] = [step(*chance.choice((("RTN",), ("R/S",))))] * (chance.random() < 0.7)
            lines.insert(place + (chance.random() < 0.7 and len(lines) > count), step("LBL", label))
    return [step("LBL", "A"), *lines, *[step("RTN")] * (chance.random() < 0.7)]


def _line(chance: random.Random, model: Model) -> Step:
    """Some digits and jumps to labels that may exist, else each row of the table as likely as the others."""
    way = chance.random()
    if way < 0.12:
        return step("digit", chance.choice("0123"))
    if way < 0.25:
        return step(chance.choice(("GSB", "GTO")), chance.choice("1122B"))
    if way < 0.3 and model is Model.HP15C:
        return step(chance.choice(("SOLVE", "∫")), "1")
    if way < 0.45:
        return step(chance.choice(("R/S", "PSE", "ENTER", "x↔y", "R↓", "LSTx", "+", "−", "CLx")))
    while True:
        one = chance.choice(chance.choice(steps_by_name(model)))
        if one.name != "LBL" and (
            one.names is None or one.operand in "0123ABCI(i)8" or chance.random() < 0.1
        ):
            return one


def _change(chance: random.Random, model: Model, lines: list[Step]) -> list[Step]:
    made, place = list(lines), chance.randint(1, len(lines) - 1)
    way = chance.randrange(6)
    if way == 0:
        del made[place]
    elif way == 1:
        made[place] = _line(chance, model)
    elif way == 2:
        made[place - 1 : place + 1] = reversed(made[place - 1 : place + 1])
    elif way == 3:
        made.insert(place, made[place])
    elif way == 4:
        made.insert(place, _line(chance, model))
    else:
        made[place:place] = [_STEPS[model][name] for name in chance.choice(_DOING_NOTHING)]
    return made


def drawn_state(chance: random.Random, program: Program) -> State:
    """A calculator of which a proof says nothing but that it has real numbers and registers to R.9."""
    made = State.fresh(program.model)
    made.stack[:] = [_drawn_number(chance) for _ in range(4)]
    made.last_x, made.i = _drawn_number(chance), _drawn_number(chance)
    made.registers[:] = [_drawn_number(chance) for _ in range(20)]
    made.lift = chance.random() < 0.6
    made.flags = {flag for flag in range(LIMITS[program.model].flags) if flag != 8 and chance.random() < 0.3}
    made.format = Format(chance.choice(list(Notation)), chance.randrange(10))
    made.angle = chance.choice(list(AngleMode))
    made.seed = chance.randrange(10**10)
    if program.model is Model.HP15C:
        draw_matrices(made, chance)
        made.result = chance.choice(LETTERS)
    return made


def draw_matrices(state: State, chance: random.Random) -> None:
    """Give the matrices A to E small sizes, none among them, and small whole elements."""
    for name in LETTERS:
        rows, columns = chance.choice(((1, 1), (2, 2), (2, 2), (2, 1), (0, 0)))
        state.matrices[name] = Matrix.zero(rows, columns)
        for place in range(rows * columns):
            value = Number.of(chance.randint(-3, 3))
            state.matrices[name].set(place // columns + 1, place % columns + 1, value)


def _drawn_number(chance: random.Random) -> Number:
    return Number.of(chance.choice(NUMBERS) if chance.random() < 0.8 else f"{chance.uniform(-9, 9):.4f}")


def shown_difference(
    old: Program, new: Program, observe: Observe, chance: random.Random, tries: int
) -> tuple[str, ...] | None:
    """Keys on a drawn calculator after which two programs show different things, None where none were met."""
    labels = [label for label in "AB" if label in old.label_lines and label in new.label_lines]
    for _ in range(tries):
        begun = drawn_state(chance, old)
        states = [begun.copy(), begun.copy()]
        for state, program in zip(states, (old, new), strict=True):
            state.program = program
        trial, keys = Trial((), (states[0], states[1]), frozenset()), []
        for _ in range(chance.randint(1, 5)):
            stopped = all(state.line or state.returns for state in trial.states)
            what = "R/S" if stopped and chance.random() < 0.7 else f"GSB {chance.choice(labels)}"
            numbers = tuple(chance.choice(NUMBERS) for _ in range(chance.randint(0, 2)))
            run = Run(what, numbers)
            keys.append(run.keys({}))
            trial, one, other = press(trial, run, {}, _LINES)
            messages = {state.message for state in trial.states}
            if any(message and message.startswith(_NO_MEMORY) for message in messages):
                break
            if differ(trial, one, other, observe):
                return tuple(keys)
            if one.cut_off or other.cut_off or any(messages):
                break
    return None
