"""What lines that terms do not follow read and change, against the readable machine."""

from __future__ import annotations

import random
from collections import Counter

from hp15c.core import machine
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor, State, Value
from hp15c.table.instructions import LETTERS, OperandKind, Role, Step, steps
from hp15c.table.models import Model
from hp15c.terms import Way, begin, outcomes
from hp15c.terms.uses import LEVELS, MADE, PLACES, registers_used, use_of
from tests.support.changed_programs import draw_matrices
from tests.support.shares import share


def held(state: State) -> dict[str, Value]:
    return dict(zip(LEVELS, state.stack, strict=True)) | {"last_x": state.last_x}


def small(chance: random.Random) -> Value:
    return (
        Number.of(chance.randint(0, 3))
        if chance.random() < 0.8
        else Number.of(f"{chance.uniform(-5, 5):.3f}")
    )


def calculator(chance: random.Random, one: Step) -> State:
    """A calculator in real mode with small matrices, about to run a line."""
    made = State.fresh(Model.HP15C)
    made.program, made.line, made.running = Program(model=Model.HP15C, steps=(one,)), 1, True
    draw_matrices(made, chance)
    descriptors = chance.choice((0.1, 0.7))
    made.stack[:] = [
        Descriptor(chance.choice(LETTERS)) if chance.random() < descriptors else small(chance) for _ in LEVELS
    ]
    made.last_x, made.i = small(chance), small(chance)
    if chance.random() < 0.3:
        made.i = Descriptor(chance.choice(LETTERS))
    made.registers[:] = [small(chance) for _ in made.registers]
    made.lift, made.result = chance.random() < 0.6, chance.choice(LETTERS)
    return made


def after(begun: State) -> State:
    found = begun.copy()
    machine.run(found, 1)
    return found


def handed_over(one: Step, begun: State) -> bool:
    """Whether terms leave the line to the readable machine."""
    terms = begin(Model.HP15C, 1, lift=begun.lift, matrices=True)
    return any(way.way is Way.HANDED_OVER for way in outcomes(begun.program, terms))


def meets_matrices(one: Step, begun: State) -> bool:
    """Whether the line itself works with a matrix here, so that terms do leave it."""
    if one.names is OperandKind.REGISTER and one.operand in ("I", "(i)"):
        return isinstance(begun.i, Descriptor) and one.operand == "(i)"
    if one.name in ("CHS", "1/x", "Py,x", "Cy,x", "+", "−", "×", "÷"):
        return any(isinstance(value, Descriptor) for value in begun.stack[: 2 if len(one.name) == 1 else 1])
    return one.name not in ("STO", "RCL", "x↔", "DSE", "ISG") or one.operand in LETTERS


def check_use(chance: random.Random, one: Step) -> str:
    """Compare a line on two calculators that agree in what it reads. How it ended."""
    begun = calculator(chance, one)
    if not meets_matrices(one, begun):
        return "other"
    use, before = use_of(one, begun.lift), held(begun)
    other = begun.copy()
    for number, name in enumerate(LEVELS):
        if name not in use.reads:
            other.stack[number] = small(chance)
    if "last_x" not in use.reads:
        other.last_x = small(chance)
    first, second = after(begun), after(other)
    assert first.message == second.message, f"{one} in {begun}"
    kept = registers_used(one)
    if kept is not None:
        for number, (old, new) in enumerate(zip(begun.registers, first.registers, strict=True)):
            assert old == new or number in kept, f"{one} changes R{number} in {begun}"
    assert first.registers == second.registers
    assert first.matrices == second.matrices
    assert (first.line, first.result, first.flags) == (second.line, second.result, second.flags)
    assert 8 not in first.flags
    assert first.imaginary == begun.imaginary
    if first.message is not None:
        for name in PLACES:
            assert name in use.spoilt or held(first)[name] == before[name], f"{name}: {one} in {begun}"
        return "Error"
    for name, source in zip(PLACES, use.after, strict=True):
        expected = (held(first), held(second)) if source == MADE else (before, held(other))
        where = name if source == MADE else source
        assert held(first)[name] == expected[0][where], f"{name}: {one} in {begun}"
        if source == MADE:
            assert held(first)[name] == held(second)[name], f"{name}: {one} in {begun}"
        else:
            assert held(second)[name] == expected[1][where], f"{name}: {one} in {begun}"
    assert first.lift is True, f"{one} in {begun}"
    return "done"


def test_what_lines_with_matrices_read_and_change() -> None:
    met = Counter[tuple[str, str]]()
    candidates = [one for one in steps(Model.HP15C) if one.role not in (Role.EVALUATES, Role.CALLS)]
    chances = {one: random.Random(str(one)) for one in candidates}  # the same whatever rows the table has
    lines = [one for one in candidates if handed_over(one, calculator(chances[one], one))]
    assert {"MATRIX", "DIM", "RCL g", "STO g", "RCL", "÷", "x↔", "DSE"} <= {one.name for one in lines}
    for one in lines:
        for _ in range(max(20, share(25))):
            met[one.name, check_use(chances[one], one)] += 1
    assert {name for name, how in met if how == "done"} == {one.name for one in lines}
