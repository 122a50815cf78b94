"""All engines end in the readable machine's States, whatever the program."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hp15c import Calculator
from hp15c.core import machine
from hp15c.engines import NAMES, REASONS, Batch, Outcome, fastest, select
from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.hp15c.engines.source.test_source import random_program, random_state
from tests.support import odd_programs
from tests.support.arbitrary import programs, running_states
from tests.support.records import Record, records
from tests.support.shares import firsts, share

FASTER = ("source", "lanes")
COUNTS_WORD_TIMES = ("reference", "lanes", "native")
RECORD_FILES = ("programs", "11c-programs")
LIMIT = 20_000


def columns(outcome: Outcome) -> dict[str, Any]:
    """An outcome as plain lists."""
    found: dict[str, Any] = {
        "reasons": outcome.reasons.tolist(),
        "pause_counts": outcome.pause_counts.tolist(),
        "lines": outcome.lines,
    }
    for name, shown in (("stops", outcome.stops), ("pauses", outcome.pauses)):
        given_format = shown.formats != -1
        found[f"{name}.mantissas"] = shown.mantissas[given_format].tolist()
        found[f"{name}.exponents"] = shown.exponents[given_format].tolist()
        found[f"{name}.formats"] = shown.formats.tolist()
    return found


def agree(engine: str, batch: Batch, reference: Batch, count: int, ends: tuple[Outcome, Outcome]) -> None:
    """Two batches have come to the same end."""
    outcome, expected = ends
    assert columns(outcome) == columns(expected)
    for index in range(count):
        state, truth = batch.state(index), reference.state(index)
        assert state == truth
        if engine in COUNTS_WORD_TIMES:
            assert state.word_times == truth.word_times
    if engine in COUNTS_WORD_TIMES:
        assert outcome.word_times is not None
        assert expected.word_times is not None
        assert outcome.word_times.tolist() == expected.word_times.tolist()


def compare(engine: str, program: Program, states: list[State], limit: int, stop_at_pause: bool) -> None:
    """Run the States by an engine and by the readable machine, going on once."""
    batch, reference = (select(name).batch(program, states) for name in (engine, "reference"))
    for _ in range(2):
        ends = batch.run(limit, stop_at_pause), reference.run(limit, stop_at_pause)
        agree(engine, batch, reference, len(states), ends)


@pytest.mark.first
@pytest.mark.parametrize("engine", FASTER)
@pytest.mark.parametrize("model", Model)
@settings(max_examples=share(25), deadline=None)
@given(data=st.data())
def test_every_engine_ends_as_the_machine_does(engine: str, model: Model, data: st.DataObject) -> None:
    program = data.draw(programs(model))
    states = data.draw(st.lists(running_states(program), min_size=1, max_size=3))
    compare(engine, program, states, data.draw(st.sampled_from((1, 2, 7, 300))), data.draw(st.booleans()))


@pytest.mark.parametrize(
    "count", [pytest.param(300, marks=pytest.mark.slow), pytest.param(6000, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("engine", FASTER)
@pytest.mark.parametrize("model", Model)
def test_many_programs_end_as_the_machine_does(engine: str, model: Model, count: int) -> None:
    chance = random.Random(f"{engine} {model}")
    for _ in range(count):
        program = random_program(chance, model, chance.choice((3, 12, 40, 90)))
        states = [random_state(chance, program) for _ in range(2)]
        compare(engine, program, states, chance.choice((1, 2, 50, 1000)), chance.random() < 0.5)


def compare_odd(engine: str, chance: random.Random, lanes: int) -> None:
    """An odd program on odd calculators: keyed into and cut off again and again."""
    model = chance.choice(list(Model))
    program = odd_programs.program(chance, model)
    states = [odd_programs.state(chance, program) for _ in range(lanes)]
    batch, reference = (select(name).batch(program, states) for name in (engine, "reference"))
    for _ in range(chance.choice((2, 3, 4))):
        if chance.random() < 0.3:
            some = (0, 1, -1, 5, 12, 9_999_999_999, -9_999_999_999, chance.randint(-30, 99_999))
            integers, label = np.array(chance.choices(some, k=lanes)), chance.choice((None, "A", "E"))
            for one in (batch, reference):
                one.enter(integers, label)
        limit, stop_at_pause = chance.choice((0, 1, 2, 3, 7, 50, 150, 400)), chance.random() < 0.5
        ends = batch.run(limit, stop_at_pause), reference.run(limit, stop_at_pause)
        agree(engine, batch, reference, lanes, ends)


@pytest.mark.parametrize(
    "count", [pytest.param(100, marks=pytest.mark.slow), pytest.param(2000, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("engine", FASTER)
def test_odd_programs_end_as_the_machine_does(engine: str, count: int) -> None:
    chance = random.Random(f"odd {engine}")
    for _ in range(count):
        compare_odd(engine, chance, 6)


@pytest.mark.long
def test_odd_programs_end_so_in_machine_code() -> None:
    chance = random.Random("odd native")
    for _ in range(250):
        compare_odd("native", chance, 6)


@pytest.mark.first
@pytest.mark.parametrize("engine", FASTER)
@pytest.mark.parametrize("label", firsts([None, "A", "B", "C"]))
@settings(max_examples=share(8), deadline=None)
@given(data=st.data())
def test_integers_are_entered_as_the_machine_does(
    engine: str, label: str | None, data: st.DataObject
) -> None:
    program = data.draw(programs(Model.HP15C, 12))
    states = data.draw(st.lists(running_states(program), min_size=2, max_size=2))
    batch, reference = (select(name).batch(program, states) for name in (engine, "reference"))
    for stop_at_pause in (True, False):
        integers = np.array(data.draw(st.lists(st.integers(-30, 10**10 - 1), min_size=2, max_size=2)))
        for one in (batch, reference):
            one.enter(integers, label)
        ends = batch.run(300, stop_at_pause), reference.run(300, stop_at_pause)
        agree(engine, batch, reference, 2, ends)


def replay(record: Record) -> int:
    """Press a record's keys. Every engine does each run from the same State. Returns the number of runs."""
    calculator = Calculator(record.get("model", "15C"))
    runs = 0
    for key in record["keys"].split():
        calculator.key_down(key)
        calculator.key_up(0)
        state = calculator.state
        if not state.running:
            continue
        runs += 1
        before = state.copy()
        stop = machine.run(state, LIMIT)
        for engine in FASTER:
            batch = select(engine).batch(before.program, [before])
            outcome = batch.run(LIMIT)
            assert batch.state(0) == state, (record["id"], engine)
            assert (outcome.lines, REASONS[int(outcome.reasons[0])]) == (stop.lines, stop.reason)
            if engine in COUNTS_WORD_TIMES:
                assert batch.state(0).word_times == state.word_times, (record["id"], engine)
    return runs


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("category", RECORD_FILES)
def test_some_records_run_on_every_engine(category: str) -> None:
    assert sum(map(replay, records(category)[::12])) > 25


@pytest.mark.slow
@pytest.mark.parametrize("category", RECORD_FILES)
def test_a_third_of_the_records_runs_on_every_engine(category: str) -> None:
    assert sum(map(replay, records(category)[::3])) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("category", "stride"), [("fuzz-programs", 15), ("11c-fuzz-programs", 8)])
def test_random_programs_run_on_every_engine(category: str, stride: int) -> None:
    chosen = records(category)[::stride]
    assert sum(map(replay, chosen)) >= len(chosen)


@pytest.mark.long
@pytest.mark.parametrize("category", [*RECORD_FILES, "fuzz-programs", "11c-fuzz-programs"])
def test_every_record_runs_on_every_engine(category: str) -> None:
    assert sum(map(replay, records(category))) >= len(records(category))


def counting(limit: int) -> tuple[Program, State]:
    program = Program.parse(f"LBL A\nSTO 0\nLBL 1\n1\nSTO + 1\nDSE 0\nGTO 1\nRCL 1\nRTN\nLBL B\n{limit}\nRTN")
    state = State.fresh(Model.HP15C)
    state.program = program
    return program, state


@pytest.mark.first
@pytest.mark.parametrize("engine", NAMES)
def test_a_batch_runs_each_calculator_with_its_own_number(engine: str) -> None:
    program, state = counting(5)
    batch = select(engine).batch(program, [state] * 3)
    batch.enter(np.array([1, 5, 30]), "A")
    outcome = batch.run()
    assert [str(batch.state(index).x) for index in range(3)] == ["1", "5", "30"]
    assert outcome.lines == sum(2 + 5 * (n - 1) + 4 + 2 for n in (1, 5, 30))
    assert outcome.handed_over == 0


@pytest.mark.first
@pytest.mark.parametrize("engine", NAMES)
def test_the_state_given_stays_as_it_was(engine: str) -> None:
    program, state = counting(5)
    before = state.copy()
    batch = select(engine).batch(program, [state])
    batch.enter(np.array([7]), "A")
    batch.run()
    assert state == before
    copy = batch.state(0)
    copy.stack[0] = copy.stack[3]
    assert str(batch.state(0).x) == "7"


def test_engines_are_found_by_name() -> None:
    assert fastest() in NAMES
    assert [select(name).name for name in NAMES] == list(NAMES)
    with pytest.raises(
        InputError, match="no engine 'warp'; the engines are reference, source, lanes, native"
    ):
        select("warp")


def test_an_engine_whose_library_is_missing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hp15c.engines.find_spec", lambda name: None)
    assert fastest() == "source"
    with pytest.raises(InputError, match="lanes needs llvmlite: pip install"):
        select("lanes")


def test_a_program_of_the_other_model_is_refused() -> None:
    program, _ = counting(5)
    with pytest.raises(Unsupported, match="a program for the HP-15C in an HP-11C"):
        select("lanes").batch(program, [State.fresh(Model.HP11C)])
