"""Translated programs end in the readable machine's States."""

from __future__ import annotations

import random
import re
from decimal import Decimal
from functools import cache

import numpy as np
import pytest

from hp15c.core import machine
from hp15c.engines import REASONS
from hp15c.engines.source.decimals import Table, function, to_decimal, to_number
from hp15c.engines.source.engine import ENGINE
from hp15c.engines.source.trace import moves
from hp15c.engines.source.translate import translate
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import Step, step, steps
from hp15c.table.models import Model
from tests.support.shares import few, share

USUAL = (
    *("digit", "digit", "digit", ".", "CHS", "ENTER", "+", "−", "×", "÷", "√x", "x²", "1/x", "INT", "FRAC"),
    *("STO", "RCL", "STO", "RCL", "STO +", "STO ×", "RCL −", "x↔y", "R↓", "LSTx", "CLx", "x=0", "x≤y", "x>y"),
    *("%", "%", "SIN", "LOG", "10ˣ", "COS⁻¹", "→H.MS", "RAD", "HYP SIN"),
    *("yˣ", "x!", "Py,x", "Cy,x", "Δ%", "RND", "CLEAR Σ", "STO RAN#", "RCL RAN#"),
    *("GTO", "GSB", "RTN", "DSE", "ISG", "LBL", "LBL", "F?", "SF", "CF", "FIX", "PSE", "R/S", "RAN#", "π"),
)


@cache
def usual_steps(model: Model) -> dict[str, list[Step]]:
    """The steps of each usual name."""
    return {name: [one for one in steps(model) if one.name == name] for name in USUAL}


def random_program(chance: random.Random, model: Model, length: int) -> Program:
    """Mostly the usual steps, some of all kinds, with labels to go to."""
    everything, usual = steps(model), usual_steps(model)
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


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
@pytest.mark.parametrize("seed", few(range(8)))
def test_random_programs(model: Model, seed: int) -> None:
    chance = random.Random(f"{model} {seed}")
    for _ in range(40):
        program = random_program(chance, model, chance.choice((5, 12, 40)))
        agree(program, random_state(chance, program), chance.choice((1, 7, 200, 2000)))


@pytest.mark.parametrize(
    "count", [pytest.param(200, marks=pytest.mark.slow), pytest.param(6_000, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("model", Model)
def test_many_random_programs(model: Model, count: int) -> None:
    chance = random.Random(f"many {model}")
    for _ in range(count):
        program = random_program(chance, model, chance.choice((3, 12, 40, 90)))
        agree(program, random_state(chance, program), chance.choice((1, 2, 50, 1000)))


# Programs that do little but choose their way.
WAYS = (
    *("x=0", "x≠0", "x>0", "x=y", "x≠y", "x≤y", "F?", "DSE", "ISG", "DSE", "ISG", "GTO", "GSB", "RTN"),
    *("LBL", "LBL", "PSE", "R/S", "digit", "STO", "RCL", "STO +", "RCL −", "x↔", "+", "÷", "INT", "FRAC"),
    *("10ˣ", "ENTER", "CLx", "x↔y", "R↓", "LSTx", "CHS", "SF", "CF", "CLEAR REG", ".", "FIX"),
)
COUNTERS = ("0", "1", "2", "3", "5", "-1", "1.003", "3.001", "0.5", "20", "2.02")


def random_ways(chance: random.Random, model: Model, length: int) -> Program:
    """Tests, counters and jumps, most of them by I, (i) and few registers and labels."""
    by_name = {name: [one for one in steps(model) if one.name == name and not one.user] for name in WAYS}
    found = [step("LBL", "A")]
    for name in chance.choices([name for name in WAYS if by_name[name]], k=length):
        one = chance.choice(by_name[name])
        if name in ("GTO", "GSB", "LBL") and chance.random() < 0.9:
            one = step(name, chance.choice("AB12"))
        elif name in ("DSE", "ISG", "STO", "RCL", "STO +", "RCL −", "x↔"):
            one = chance.choice([one for one in by_name[name] if one.operand in ("I", "(i)", "1", "2", "3")])
        elif name in ("F?", "SF", "CF"):
            one = step(name, chance.choice("01"))
        found.append(one)
    return Program(model=model, steps=tuple(found))


def agree_on_ways(chance: random.Random, model: Model) -> None:
    program = random_ways(chance, model, chance.choice((4, 10, 25, 60, 150)))
    state = random_state(chance, program)
    if chance.random() < 0.7:
        state.stack[:] = [Number.of(chance.choice(COUNTERS)) for _ in range(4)]
        state.registers[:] = [Number.of(chance.choice(COUNTERS)) for _ in state.registers]
        state.i = Number.of(chance.choice(COUNTERS))
    agree(program, state, chance.choice((30, 150, 300, 1000, 3000)))


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_random_ways(model: Model) -> None:
    chance = random.Random(f"ways {model}")
    for _ in range(40):
        agree_on_ways(chance, model)


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_many_random_ways(model: Model) -> None:
    chance = random.Random(f"many ways {model}")
    for _ in range(share(500)):
        agree_on_ways(chance, model)


def at_line_one(text: str, model: Model = Model.HP15C) -> tuple[Program, State]:
    """A program, its lines parted by strokes, and a calculator that begins it."""
    program = Program.parse(text.replace(" / ", "\n"), model)
    state = State.fresh(model)
    state.program, state.running, state.line = program, True, 1
    return program, state


# What is decided while translating, and what only a run can tell.
PROGRAMS = {
    "a loop whose counter is known": (
        "LBL A / 3 / STO I / LBL 1 / 2 / STO + (i) / DSE I / GTO 1 / RCL 3 / RTN"
    ),
    "a counter that counts in both signs": (
        "LBL A / 2 / CHS / STO I / LBL 1 / 1 / STO + (i) / ISG I / GTO 1 / RCL I / RTN"
    ),
    "counters with a goal": (
        "LBL A / 1 / . / 0 / 0 / 4 / STO 5 / LBL 1 / RCL 5 / INT / STO + 1 / ISG 5 / GTO 1 / RCL 1 / RTN"
    ),
    "a test after a test": (
        "LBL A / 5 / STO 1 / LBL 1 / RCL 1 / 2 / x≤y / DSE 1 / CLx / STO + 2 / PSE / DSE 1 / GTO 1 / RTN"
    ),
    "three tests": (
        "LBL A / 4 / STO 1 / LBL 1 / RCL 1 / x≠0 / ISG 2 / x=0 / GTO 2 / DSE 1 / GTO 1 / LBL 2 / RCL 2 / RTN"
    ),
    "a stack that differs by the way": (
        "LBL A / 1 / ENTER / 2 / ENTER / 3 / RCL 1 / x=0 / R↓ / x>y / x↔y / F? 0 / ENTER / 9 / RTN"
    ),
    "stack lift that differs by the way": (
        "LBL A / 3 / ENTER / 0 / x=0 / CLx / RCL 2 / F? 0 / RTN / x>0 / ENTER / 7 / GTO A"
    ),
    "a sign that leaves stack lift alone": (
        "LBL A / 3 / ENTER / 4 / CLx / CHS / RCL 2 / CLx / RCL 2 / ENTER / CHS / 5 / RTN"
    ),
    "calls in calls": (
        "LBL A / GSB 1 / GSB 1 / RTN / LBL 1 / GSB 2 / 1 / STO + 1 / LBL 2 / 2 / STO + 2 / RTN"
    ),
    "calls without end": "LBL A / 1 / STO + 1 / GSB A / RTN",
    "an overflow between": "LBL A / EEX / 9 / 9 / STO 1 / 2 / x≠0 / STO × 1 / RCL 1 / x² / RTN",
    "an underflow to 0": "LBL A / EEX / CHS / 9 / 0 / STO 1 / 1 / 0 / ÷ / STO × 1 / RCL 1 / 1 / + / RTN",
    "an Error in a loop": "LBL A / 3 / STO 1 / LBL 1 / RCL 1 / 1 / − / STO 1 / 1/x / GTO 1",
    "a register that is not there": (
        "LBL A / 1 / 7 / STO I / LBL 1 / RCL I / STO (i) / ISG I / LBL 2 / GTO 1"
    ),
    "a label by number": (
        "LBL A / 2 / STO I / LBL 1 / 1 / STO + 3 / GSB I / DSE I / GTO 1 / RTN / LBL 2 / 5 / STO + 3 / RTN"
    ),
    "a function of what stays": (
        "LBL A / 4 / STO 1 / LBL 1 / RCL 2 / 3 / + / 10ˣ / STO + 4 / RCL 2 / "
        "SIN / STO + 5 / DSE 1 / GTO 1 / RTN"
    ),
    "a function of what changes": (
        "LBL A / 4 / STO 1 / LBL 1 / RCL 2 / 3 / + / 10ˣ / STO + 4 / 1 / "
        "STO + 2 / RCL 4 / LOG / STO 2 / DSE 1 / GTO 1"
    ),
    "a stop inside an if": "LBL A / RCL 1 / x=0 / R/S / 1 / STO + 1 / RCL 1 / 3 / x≤y / RTN / GTO A",
    "numbers between tests": "LBL A / 1 / x=0 / 2 / 3 / F? 1 / . / 5 / x>0 / EEX / 2 / RTN",
    "the end and round": "LBL A / 2 / STO + 1 / RCL 1 / 8 / x=y / RTN / x>y / GTO A / x<0",
}


@pytest.mark.first
@pytest.mark.parametrize(
    ("name", "model"),
    [
        (name, model)
        for name, text in PROGRAMS.items()
        for model in Model
        if model is Model.HP15C or not re.search(r"DSE \d|ISG \d", text)  # the HP-11C counts in I only
    ],
)
def test_a_run_cut_off_anywhere_is_where_the_machine_is(name: str, model: Model) -> None:
    program, state = at_line_one(PROGRAMS[name], model)
    state.registers[2] = Number.of("0.5")
    longest = translate(program).longest  # nearer to the limit the machine itself goes on
    for limit in (1, 7, *range(longest - 2, longest + 60), 1000):
        agree(program, state, limit)


def test_a_pause_inside_an_if_is_shown_and_gone_on_from() -> None:
    program, state = at_line_one(
        "LBL A / 3 / STO 1 / LBL 1 / RCL 1 / FIX 1 / x≠0 / PSE / FIX 4 / DSE 1 / GTO 1 / RTN"
    )
    batch = ENGINE.batch(program, [state])
    outcome = batch.run()
    assert (outcome.pause_counts.tolist(), outcome.pauses.mantissas.tolist()) == ([3], [10**9])
    assert (outcome.pauses.formats.tolist(), outcome.stops.formats.tolist()) == ([1], [4])
    batch = ENGINE.batch(program, [state])
    for shown in (3, 2, 1):
        outcome = batch.run(stop_at_pause=True)
        assert REASONS[int(outcome.reasons[0])] == "pause"
        assert outcome.pauses.mantissas.tolist() == [shown * 10**9]
    assert REASONS[int(batch.run(stop_at_pause=True).reasons[0])] == "stop"


def test_a_loop_with_a_known_counter_is_written_out() -> None:
    program, _ = at_line_one(PROGRAMS["a loop whose counter is known"])
    source = translate(program).source
    assert all(f"R[{register}] = R[{register}] + n2" in source for register in (1, 2, 3))


def test_a_long_way_without_labels_is_not_handed_over() -> None:
    program = Program(steps=(step("π"), *[step("x²"), step("√x"), step("digit", "2"), step("+")] * 105))
    state = State.fresh(Model.HP15C)
    state.program, state.running, state.line = program, True, 1
    assert ENGINE.batch(program, [state]).run().handed_over == 0
    agree(program, state, 1000)


@pytest.mark.slow
def test_programs_with_many_ways_do_not_become_endless_texts() -> None:
    tests = [step("x=0"), step("GTO", "A")] * 220
    source = translate(Program(steps=(step("LBL", "A"), *tests))).source
    assert source.count("\n") < 20_000


def test_the_source_names_its_program_lines() -> None:
    source = translate(Program.parse("LBL A\nRCL 2\nSTO 3\nRTN")).source
    assert "v1 = R[2]  # 002 RCL 2\n" in source
    assert "R[3] = v1  # 003 STO 3\n" in source


def test_a_table_forgets_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hp15c.engines.source.decimals.REMEMBERED", 3)
    asked: list[Decimal] = []
    table = Table(lambda x: asked.append(x) or x + 1)
    for key in ("1", Decimal(2), "1", "3", "4", "1"):
        assert table[key] == Decimal(key) + 1
    assert list(map(int, asked)) == [1, 2, 3, 4, 1]


def test_a_table_keeps_nothing_of_what_fails() -> None:
    logarithms = function("LN")
    with pytest.raises(CalculatorError):
        logarithms["0"]
    assert "0" not in logarithms
    assert function("yˣ")["2 10"] == 1024


@pytest.mark.parametrize(
    ("wanted", "lines"),
    [
        ({"x": "x", "y": "y"}, []),
        ({"t": "z", "z": "y", "y": "x", "x": "v1"}, ["t = z", "z = y", "y = x", "x = v1"]),
        ({"x": "v1", "y": "x", "last_x": "x"}, ["y = x", "last_x = x", "x = v1"]),
        ({"x": "y", "y": "x", "z": "x"}, ["z = x", "x, y = y, x"]),
    ],
)
def test_variables_take_over_as_if_all_at_once(wanted: dict[str, str], lines: list[str]) -> None:
    found = moves(wanted)
    assert sorted(found) == sorted(lines)
    before = {name: name for name in (*wanted, *wanted.values())}
    after = dict(before)
    exec("\n".join(found), {}, after)
    assert after == before | {to: before[source] for to, source in wanted.items()}


def test_a_loop_runs_inside_one_trace() -> None:
    program = Program.parse("LBL A\nRCL 0\nx²\nSTO + 1\nDSE 0\nGTO A\nRTN")
    assert "continue" in translate(program).source


def test_lines_that_are_not_translated_are_counted() -> None:
    program = Program.parse("LBL A\n→P\nRTN")
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
