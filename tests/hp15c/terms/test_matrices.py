"""What is known of matrices after a line, against the readable machine."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor, State, Value
from hp15c.table.instructions import LETTERS, Role, Step, steps
from hp15c.table.models import Model
from hp15c.terms import TermState, begin, constant, laws, matrices
from hp15c.terms.term import Term
from hp15c.terms.uses import LEVELS, PLACES
from tests.hp15c.terms.test_uses import after, calculator, handed_over, held, meets_matrices
from tests.support.shares import share

LINES = [one for one in steps(Model.HP15C) if one.role not in (Role.EVALUATES, Role.CALLS)]


def size(begun: State, letter: str) -> int:
    return begun.matrices[letter].rows * 1000 + begun.matrices[letter].columns


def known(begun: State, chance: random.Random) -> TermState:
    """The calculator on terms: most of it is known."""
    state = begin(Model.HP15C, 1, lift=begun.lift, matrices=True)

    def perhaps(value: Value, unknown: Term) -> Term:
        return constant(value) if chance.random() < 0.8 else unknown

    memory = state.memory
    for number in (0, 1):
        memory = laws.store(memory, constant(number), perhaps(begun.registers[number], state.seed))
    levels = {
        name: perhaps(value, getattr(state, name)) for name, value in zip(LEVELS, begun.stack, strict=True)
    }
    facts = [constant(Descriptor(begun.result)), *(constant(size(begun, letter)) for letter in LETTERS)]
    kept = tuple(
        one if chance.random() < 0.8 else other for one, other in zip(facts, state.matrices, strict=True)
    )
    return TermState(**(state._asdict() | levels))._replace(
        memory=memory, i=perhaps(begun.i, state.i), matrices=kept
    )


def check_behind(chance: random.Random, one: Step) -> str:
    """Compare what is said of a line with what the machine does. How much was said."""
    begun = calculator(chance, one)
    begun.registers[:2] = [Number.of(chance.randint(1, 2)) for _ in range(2)]
    state, now = known(begun, chance), after(begun)
    if now.message is not None or not meets_matrices(one, begun):
        return "Error or a number"
    if matrices.is_choice(one, state):
        chosen = matrices.choose_matrix(one, state)
        expected = dict(zip(LEVELS, now.stack, strict=True)) | {"last_x": now.last_x}
        for name in PLACES:
            said = getattr(chosen, name)
            assert said.op != "constant" or said.payload == expected[name], f"{name}: {one} in {begun}"
        result = chosen.matrices[0]
        assert result.op != "constant" or result.payload == Descriptor(now.result)
        return "chosen"
    said = matrices.behind(one, state, "new ")
    result, *sizes = said.matrices
    assert result.op != "constant" or result.payload == Descriptor(now.result), f"{one} in {begun}"
    for letter, known_size in zip(LETTERS, sizes, strict=True):
        assert known_size.whole in (None, size(now, letter)), f"size of {letter}: {one} in {begun}"
        named = known_size.op == "input" and str(known_size.payload).startswith("size")
        assert not named or size(now, letter) == size(begun, letter), f"size of {letter}: {one} in {begun}"
    assert said.x is None or said.x.payload == held(now)["x"], f"{one} in {begun}"
    for number, value in said.registers.items():
        assert value.number == now.registers[number], f"R{number}: {one} in {begun}"
    used = matrices.places_used(one, state)
    if used is not None:
        assert [*begun.registers[2:]] == [*now.registers[2:]], f"{one} in {begun}"
        assert used or begun.registers == now.registers, f"{one} in {begun}"
    assert said.skips is None or said.skips is (now.line != 0), f"{one} in {begun}"
    if matrices.gives_numbers(one):
        assert not isinstance(now.stack[0], Descriptor), f"{one} in {begun}"
    return "said" if said.registers or said.x or said.skips is not None else "done"


@pytest.mark.slow
def test_what_is_said_of_matrices_behind_a_line_is_what_the_machine_does() -> None:
    chance, met = random.Random("after matrices"), Counter[tuple[str, str]]()
    for one in LINES:
        if handed_over(one, calculator(chance, one)) or one.name == "STO RESULT":
            for _ in range(max(10, share(40))):
                met[one.name, check_behind(chance, one)] += 1
    said = {name for name, how in met if how == "said"}
    assert {"STO", "RCL", "MATRIX", "1/x", "+", "÷"} <= said
    assert {"RCL MATRIX", "RESULT", "STO RESULT", "RCL RESULT"} <= {
        name for name, how in met if how == "chosen"
    }


def test_both_calculators_know_the_sizes_that_one_knows() -> None:
    one, other = begin(Model.HP15C), begin(Model.HP15C)
    one = one._replace(matrices=(one.matrices[0], constant(2003), *one.matrices[2:]))
    assert [state.matrices[1].whole for state in matrices.agree_on_sizes(other, one)] == [2003, 2003]
