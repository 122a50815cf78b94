"""Words, their arithmetic and the lanes that compute with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hp15c import timing
from hp15c.engines import Engine, Outcome, select
from hp15c.engines.lanes import layout
from hp15c.functions import arithmetic, random_numbers
from hp15c.listing.program import Program
from hp15c.numbers import working
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import GREATEST, ZERO, Number
from hp15c.numbers.working import Working, pack, widen
from hp15c.rules.number_functions import next_count
from hp15c.state.memory import SOLVE
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.table.modes import Format, Notation
from tests.support.arbitrary import cells, numbers

pytest.importorskip("llvmlite", reason="lanes need the extra fast")

from hp15c.engines.lanes import arithmetic as lane_arithmetic
from hp15c.engines.lanes import costs as lane_costs
from hp15c.engines.lanes import interpreter, known_results
from hp15c.engines.lanes.engine import ENGINE, LanesBatch
from hp15c.engines.lanes.function_text import FunctionText
from hp15c.engines.lanes.opcodes import decode
from hp15c.engines.reference import format_code
from tests.hp15c.engines.source.test_source import random_program, random_state
from tests.hp15c.engines.test_engines import RECORD_FILES, agree, compare, replay
from tests.support.records import records
from tests.support.shares import share

CLOSE = numbers(-14, 14)


def spent(compute: Callable[..., object], *operands: object) -> int:
    """What the meter counts for a computation."""
    meter = Meter()
    compute(meter, *operands)
    return meter.spent


patient = settings(deadline=None, max_examples=share(150))


def same(word: int, result: Working) -> None:
    """A word is what the working number packs to, overflow included."""
    number, overflowed = pack(result)
    if overflowed:
        assert abs(word) > layout.GREATEST
        assert (word < 0) == number.negative
    else:
        assert layout.to_number(word) == number


@pytest.mark.slow
@patient
@given(numbers())
def test_words_hold_numbers(x: Number) -> None:
    assert layout.to_number(layout.to_word(x)) == x


@pytest.mark.slow
@patient
@given(numbers(), numbers())
def test_words_are_in_the_order_of_numbers(x: Number, y: Number) -> None:
    assert (layout.to_word(x) < layout.to_word(y)) == (x < y)


@patient
@given(st.lists(st.integers(-(10**10) + 1, 10**10 - 1)))
def test_words_of_integers(integers: list[int]) -> None:
    words = [lane_arithmetic.word_of(integer) for integer in integers]
    assert [int(layout.to_number(word)) for word in words] == integers
    numbers = [Number.of(integer) for integer in integers]
    parts = [(-x.mantissa if x.negative else x.mantissa, x.exponent) for x in numbers]
    assert [lane_arithmetic.parts(word) for word in words] == parts


@pytest.mark.slow
@patient
@given(st.one_of(numbers(), CLOSE), st.one_of(numbers(), CLOSE))
def test_addition_is_the_machine_s(x: Number, y: Number) -> None:
    a, b = layout.to_word(x), layout.to_word(y)
    same(lane_arithmetic.add(a, b), working.add(Meter(), widen(x), widen(y)))
    assert lane_costs.of_sum(a, b) == spent(working.add, widen(x), widen(y))


@patient
@given(CLOSE, st.integers(-9, 9), st.integers(0, 13))
def test_sums_that_nearly_cancel(x: Number, last: int, gap: int) -> None:
    y = Number.of((-x.decimal).scaleb(-gap) + last) if x else ZERO
    a, b = layout.to_word(x), layout.to_word(y)
    same(lane_arithmetic.add(a, b), working.add(Meter(), widen(x), widen(y)))
    assert lane_costs.of_sum(a, b) == spent(working.add, widen(x), widen(y))


@pytest.mark.slow
@patient
@given(numbers(), numbers())
def test_products_are_the_machine_s(x: Number, y: Number) -> None:
    a, b = layout.to_word(x), layout.to_word(y)
    same(lane_arithmetic.multiply(a, b, 0), working.mul(Meter(), widen(x), widen(y)))
    same(lane_arithmetic.multiply(a, b, -2), arithmetic.percent(Meter(), widen(x), widen(y)))
    assert lane_costs.of_product(a, b) == spent(working.mul, widen(x), widen(y))


@pytest.mark.slow
@patient
@given(numbers(), numbers().filter(bool))
def test_quotients_are_the_machine_s(x: Number, y: Number) -> None:
    a, b = layout.to_word(x), layout.to_word(y)
    same(lane_arithmetic.divide(a, b), working.div(Meter(), widen(x), widen(y)))
    assert lane_costs.of_quotient(a, b) == spent(working.div, widen(x), widen(y))


@pytest.mark.slow
@patient
@given(numbers().map(abs))
def test_roots_are_the_machine_s(x: Number) -> None:
    same(lane_arithmetic.square_root(layout.to_word(x)), working.sqrt(Meter(), widen(x)))
    assert lane_costs.of_root(layout.to_word(x)) == spent(working.sqrt, widen(x))


@pytest.mark.slow
@patient
@given(st.one_of(numbers(), CLOSE))
def test_parts_and_magnitudes(x: Number) -> None:
    word = layout.to_word(x)
    assert layout.to_number(lane_arithmetic.integer_part(word)) == arithmetic.integer_part(Meter(), x)
    assert layout.to_number(lane_arithmetic.fraction_part(word)) == arithmetic.fraction_part(Meter(), x)
    assert lane_costs.of_splitting(word) == spent(arithmetic.integer_part, x)
    assert lane_costs.of_splitting(word) == spent(arithmetic.fraction_part, x)
    assert lane_arithmetic.magnitude(word) == min(abs(int(x)), 10**10)


@pytest.mark.slow
@patient
@given(
    st.one_of(numbers(), CLOSE),
    st.sampled_from(list(Notation)),
    st.integers(0, 15),
    st.sampled_from(list(Model)),
)
def test_showing_a_number_costs_what_the_machine_says(
    x: Number, notation: Notation, digits: int, model: Model
) -> None:
    state = State.fresh(model)
    state.stack[0], state.format = x, Format(notation, digits)
    cost = lane_costs.of_display(layout.to_word(x), format_code(state.format), model is Model.HP11C)
    assert cost == timing.showing.display_cost(state)


@pytest.mark.slow
@patient
@given(st.one_of(cells(), numbers(-8, 13), numbers()), st.booleans())
def test_loop_counters(x: Number, downwards: bool) -> None:
    after, ends = lane_arithmetic.next_count(layout.to_word(x), downwards)
    assert (layout.to_number(after), bool(ends)) == next_count(x, downwards=downwards)


@pytest.mark.slow
@patient
@given(st.integers(0, 10**10 - 1), numbers())
def test_random_numbers(seed: int, x: Number) -> None:
    assert lane_arithmetic.next_seed(seed) == random_numbers.next_seed(seed)
    assert layout.to_number(lane_arithmetic.of_seed(seed)) == random_numbers.as_number(seed)
    assert lane_arithmetic.seed_of(layout.to_word(x)) == random_numbers.seed_of(x)


def run(
    text: str, entries: list[int], engine: Engine = ENGINE, model: Model = Model.HP15C
) -> tuple[Outcome, list[State]]:
    """Run label A of a program, each lane with its own number."""
    program = Program.parse(text, model=model)
    batch = engine.batch(program, [State.fresh(model)] * len(entries))
    batch.enter(np.array(entries), "A")
    outcome = batch.run()
    return outcome, [batch.state(index) for index in range(len(entries))]


@pytest.mark.slow
def test_lanes_that_were_helped_are_counted() -> None:
    text = "LBL A\n3\nx>y\nGTO 1\n→P\nLBL 1\nRCL 0\n+\nRTN"
    outcome, states = run(text, [1, 4, 2, 12])
    assert outcome.handed_over == 2
    assert [str(state.stack[0]) for state in states] == ["3", "5", "3", "12.36931688"]


@pytest.mark.slow
def test_an_overflow_in_the_interpreter_sets_flag_9() -> None:
    _, states = run("LBL A\nEEX\n9\n9\n×\nRTN", [1, 10])
    assert [(state.stack[0], state.flags) for state in states] == [
        (Number.of("1e99"), set()),
        (GREATEST, {9}),
    ]


def test_functions_are_computed_once_for_all_lanes() -> None:
    outcome, states = run("LBL A\nLOG\n10ˣ\nRTN", [100, 1000, 100])
    assert [str(state.stack[0]) for state in states] == ["100", "1000", "100"]
    assert outcome.handed_over == 0


@pytest.mark.slow
def test_more_results_than_the_table_holds() -> None:
    entries = list(range(1, 8_400))
    _, states = run("LBL A\nLOG\nRTN", entries)
    assert len(entries) > known_results.PLACES // 2
    assert str(states[0].stack[0]) == "0"
    assert str(states[99].stack[0]) == "2"
    assert str(states[-1].stack[0]) == "3.924227581"


DIMENSIONS = [
    "LBL A\nSTO I\nDIM (i)\n3\nSTO (i)\n1\n0\nDIM (i)\nR↓\n2\n5\nDIM (i)\nRCL (i)\nRTN",
    "LBL A\nSTO 0\n6\nSTO 7\n8\nSTO 8\nRCL 0\nDIM (i)\nCLEAR Σ\nRCL 8\nRTN",
    "LBL A\n2\nDIM (i)\nR↓\nENTER\nDIM A\nR↓\nDIM (i)\nRTN",
]


@pytest.mark.parametrize("text", DIMENSIONS)
def test_registers_come_and_go_as_on_the_machine(text: str) -> None:
    entries = [0, 1, 2, 5, 6, 7, 8, 19, 20, 22, 40, 60, 61, 62, 63, 64, 65, 1000]
    (_, lanes), (_, machine) = run(text, entries), run(text, entries, select("reference"))
    assert lanes == machine
    assert {state.message for state in machine} > {None}


@pytest.mark.parametrize("shares", ["matrix", "run"])
def test_registers_beside_something_else_take_the_word_times_of_the_machine(shares: str) -> None:
    """DIM (i) moves the elements of a matrix, and gives back what a SOLVE that is over has taken."""
    program, state = Program.parse("LBL A\nDIM (i)\nRTN"), State.fresh(Model.HP15C)
    if shares == "matrix":
        state.matrices["A"].redimension(2, 2)
    else:
        state.run_registers = SOLVE
    batches = [select(name).batch(program, [state] * 4) for name in ("lanes", "reference")]
    for batch in batches:
        batch.enter(np.array([1, 10, 33, 99]), "A")
    agree("lanes", *batches, 4, (batches[0].run(), batches[1].run()))
    left = [[batch.state(lane).run_registers for lane in range(4)] for batch in batches]
    assert left[0] == left[1]


def test_what_the_lanes_cover_of_registers_is_not_handed_over() -> None:
    outcome, _ = run("LBL A\nDIM (i)\nCLEAR Σ\nRTN", [3, 30, 300])
    assert outcome.handed_over == 0


@pytest.mark.parametrize("model", Model)
def test_counters_of_all_sizes_are_not_handed_over(model: Model) -> None:
    text = "LBL A\n1\n0\n×\nSTO I\nISG I\nCLx\nDSE I\nx↔ I\nRTN"
    entries = [0, 1, 7, 10**9 - 1, 10**9, 10**9 + 1]
    (outcome, lanes), (_, machine) = (run(text, entries, one, model) for one in (ENGINE, select("reference")))
    assert outcome.handed_over == 0
    assert lanes == machine
    assert str(lanes[4].stack[0]) == "9999999999"


OUTSIDE = 77
"""The reason of a lane that was to touch a column outside of its row."""


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interpreter with a check of each column in its machine code, and programs amid numbers that spoil
    every result which they get into.
    """
    cell, clear, module_with = FunctionText.cell, FunctionText.clear, FunctionText.module_with

    def check(text: FunctionText, relation: str, column: str | int) -> None:
        behind = text.label()
        text.branch(text.do(f"icmp {relation} i64 {column}, %width"), behind, "outside")
        text.at(behind)

    def checked(text: FunctionText, column: str | int) -> str:
        check(text, "ult", column)
        return cell(text, column)

    def cleared(text: FunctionText, column: str | int, count: str | int) -> None:
        check(text, "ule", column)
        check(text, "ule", text.do(f"add i64 {column}, {count}"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FunctionText, "cell", cell)
            clear(text, column, count)

    def with_outside(text: FunctionText, last: str, *beside: str) -> str:
        text.at("outside")
        text.put(f"store i64 {OUTSIDE}, ptr {cell(text, layout.WHY)}")
        text.go("next")
        return module_with(text, last, *beside)

    def amid(array: layout.Numbers) -> layout.Numbers:
        around = np.full(array.size + 2000, 1 << 50, dtype=np.int64)
        around[1000:-1000] = array.ravel()
        return around[1000:-1000].reshape(array.shape)

    def decoded(program: Program) -> layout.Decoded:
        model, *arrays = decode(program)
        return layout.Decoded(model, *map(amid, arrays))

    monkeypatch.setattr(FunctionText, "cell", checked)
    monkeypatch.setattr(FunctionText, "clear", cleared)
    monkeypatch.setattr(FunctionText, "module_with", with_outside)
    monkeypatch.setattr(interpreter, "load", cache(interpreter.load.__wrapped__))
    monkeypatch.setattr("hp15c.engines.lanes.engine.decode", decoded)


@pytest.mark.slow
@pytest.mark.usefixtures("watched")
def test_the_interpreter_touches_no_column_outside_of_a_row() -> None:
    for text in DIMENSIONS:
        test_registers_come_and_go_as_on_the_machine(text)
    for model in Model:
        chance = random.Random(f"watched {model}")
        for _ in range(150):
            program = random_program(chance, model, chance.choice((3, 12, 40, 90)))
            states = [random_state(chance, program) for _ in range(3)]
            compare("lanes", program, states, chance.choice((1, 2, 50, 1000)), chance.random() < 0.5)
    assert sum(replay(record) for name in RECORD_FILES for record in records(name)[::12]) > 50


@pytest.mark.usefixtures("watched")
def test_a_column_outside_of_a_row_is_noticed() -> None:
    """The check can fail: a lane that pretends to have more registers than its row."""
    program = Program.parse("LBL A\nRCL 9\nRTN")
    batch = LanesBatch(program, [State.fresh(Model.HP15C)])
    batch.enter(np.array([5]), "A")
    batch._of_rows = (*batch._of_rows[:2], layout.REGISTER_0 + 9)
    batch.run()
    assert batch._rows[0, layout.WHY] == OUTSIDE
