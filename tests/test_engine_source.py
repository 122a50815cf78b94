"""Translated programs end in the readable machine's States."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hp15c import machine
from hp15c.engines import REASONS
from hp15c.engines.decimals import to_decimal, to_number
from hp15c.engines.source import ENGINE
from hp15c.engines.translate import translate
from hp15c.instructions import Step, step, steps
from hp15c.models import Model
from hp15c.number import Number
from hp15c.program import Program
from hp15c.state import State

USUAL = (
    *("digit", "digit", "digit", ".", "CHS", "ENTER", "+", "−", "×", "÷", "√x", "x²", "1/x", "INT", "FRAC"),
    *("STO", "RCL", "STO", "RCL", "STO +", "STO ×", "RCL −", "x↔y", "R↓", "LSTx", "CLx", "x=0", "x≤y", "x>y"),
    *("%", "%", "SIN", "LOG", "10ˣ", "COS⁻¹", "→H.MS", "RAD", "HYP SIN"),
    *("GTO", "GSB", "RTN", "DSE", "ISG", "LBL", "LBL", "F?", "SF", "CF", "FIX", "PSE", "R/S", "RAN#", "π"),
)


def random_program(chance: random.Random, model: Model, length: int) -> Program:
    """Mostly the usual steps, some of all kinds, with labels to go to."""
    everything = steps(model)
    usual = {name: [one for one in everything if one.name == name] for name in USUAL}
    found: list[Step] = [step("LBL", "A")]
    for _ in range(length):
        name = chance.choice(USUAL)
        options = everything if chance.random() < 0.15 or not usual[name] else usual[name]
        one = chance.choice(options)
        if one.name in ("GTO", "GSB", "LBL") and one.operand != "I" and chance.random() < 0.8:
            one = step(one.name, chance.choice("ABC123"))
        found.append(one)
    return Program(model=model, steps=tuple(found))


def random_state(chance: random.Random, program: Program) -> State:
    """A calculator with numbers in it, its program running from line 001 or a label."""
    state = State.fresh(program.model)
    state.program = program

    def number() -> Number:
        kind = chance.randrange(4)
        if kind == 0:
            return Number.of(chance.randint(-3, 12))
        if kind == 1:
            return Number.of(f"{chance.randint(0, 9)}.{chance.randint(0, 20):03d}{chance.randint(0, 3):02d}")
        return Number.of(
            f"{chance.choice('-+')}{chance.randint(0, 10**10)}e{chance.choice((-5, -9, 0, 80, -100))}"
        )

    state.stack[:] = [number() for _ in range(4)]
    state.registers[:] = [number() for _ in state.registers]
    state.i, state.last_x = number(), number()
    state.lift = chance.random() < 0.7
    state.seed = chance.randrange(10**10)
    state.flags = {flag for flag in range(2) if chance.random() < 0.3}
    state.line = chance.randrange(len(program) + 1)
    state.running = True
    return state


def agree(program: Program, state: State, limit: int) -> None:
    """Run both and compare everything."""
    expected = state.copy()
    stop = machine.run(expected, limit)
    batch = ENGINE.batch(program, [state])
    outcome = batch.run(limit)
    shown = "\n".join(f"{number:03d} {one}" for number, one in enumerate(program.steps, 1))
    assert REASONS[int(outcome.reasons[0])] == stop.reason, shown
    assert outcome.lines == stop.lines, shown
    assert batch.state(0) == expected, shown


@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("seed", range(8))
def test_random_programs(model: Model, seed: int) -> None:
    chance = random.Random(f"{model} {seed}")
    for _ in range(40):
        program = random_program(chance, model, chance.choice((5, 12, 40)))
        agree(program, random_state(chance, program), chance.choice((1, 7, 200, 2000)))


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_many_random_programs(model: Model) -> None:
    chance = random.Random(f"many {model}")
    for _ in range(6_000):
        program = random_program(chance, model, chance.choice((3, 12, 40, 90)))
        agree(program, random_state(chance, program), chance.choice((1, 2, 50, 1000)))


def test_a_loop_runs_inside_one_trace() -> None:
    program = Program.parse("LBL A\nRCL 0\nx²\nSTO + 1\nDSE 0\nGTO A\nRTN")
    assert "continue" in translate(program).source


def test_lines_that_are_not_translated_are_counted() -> None:
    program = Program.parse("LBL A\nx!\nRTN")
    state = State.fresh(Model.HP15C)
    state.program, state.running, state.line = program, True, 1
    outcome = ENGINE.batch(program, [state, state]).run()
    assert outcome.handed_over == 2


def test_integers_are_entered_as_the_keyboard_does() -> None:
    program = Program.parse("LBL A\nENTER\n×\nR/S\nLBL B\n+\nRTN")
    state = State.fresh(Model.HP15C)
    state.program = program
    batch = ENGINE.batch(program, [state, state])
    batch.enter(np.array([3, 12]), "A")
    batch.run()
    batch.enter(np.array([1, 2]))
    outcome = batch.run()
    assert [str(batch.state(k).x) for k in range(2)] == ["10", "146"]
    assert outcome.stops.mantissas.tolist() == [10**9, 1_460_000_000]


@pytest.mark.parametrize("text", ["0", "1", "-2.5", "9.999999999e99", "1e-99", "-1234567890", "3.141592654"])
def test_decimals_and_numbers_are_the_same_values(text: str) -> None:
    assert to_number(to_decimal(Number.of(text))) == Number.of(text)
