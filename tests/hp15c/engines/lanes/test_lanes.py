"""Words, their arithmetic and the lanes that compute with them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

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
from hp15c.rules.computing import next_count
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.table.modes import Format, Notation
from tests import ROOT, TESTS
from tests.support.arbitrary import cells, numbers

pytest.importorskip("numba", reason="lanes need the extra fast")

from hp15c.engines.lanes import arithmetic as lane_arithmetic
from hp15c.engines.lanes import costs as lane_costs
from hp15c.engines.lanes import memo
from hp15c.engines.lanes.engine import ENGINE
from hp15c.engines.lanes.rows import word_of
from hp15c.engines.reference import format_code
from tests.support.shares import share

CLOSE = numbers(-14, 14)


def spent(compute: Callable[..., object], *operands: object) -> int:
    """What the meter counts for a computation."""
    meter = Meter()
    compute(meter, *operands)
    return meter.spent


patient = settings(deadline=None, max_examples=share(150))  # the first example waits for the compiler


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
    assert [int(layout.to_number(word_of(integer))) for integer in integers] == integers


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
    if x.exponent == 10:
        assert ends == lane_arithmetic.NOT_COUNTED
    else:
        assert (layout.to_number(after), bool(ends)) == next_count(x, downwards=downwards)


@pytest.mark.slow
@patient
@given(st.integers(0, 10**10 - 1), numbers())
def test_random_numbers(seed: int, x: Number) -> None:
    assert lane_arithmetic.next_seed(seed) == random_numbers.next_seed(seed)
    assert layout.to_number(lane_arithmetic.of_seed(seed)) == random_numbers.as_number(seed)
    assert lane_arithmetic.seed_of(layout.to_word(x)) == random_numbers.seed_of(x)


def run(text: str, entries: list[int], engine: Engine = ENGINE) -> tuple[Outcome, list[State]]:
    """Run label A of a program, each lane with its own number."""
    program = Program.parse(text)
    batch = engine.batch(program, [State.fresh(Model.HP15C)] * len(entries))
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
def test_an_overflow_in_the_kernel_sets_flag_9() -> None:
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
    assert len(entries) > memo.PLACES // 2
    assert str(states[0].stack[0]) == "0"
    assert str(states[99].stack[0]) == "2"
    assert str(states[-1].stack[0]) == "3.924227581"


@pytest.mark.parametrize(
    "text",
    [
        "LBL A\nSTO I\nDIM (i)\n3\nSTO (i)\n1\n0\nDIM (i)\nR↓\n2\n5\nDIM (i)\nRCL (i)\nRTN",
        "LBL A\nSTO 0\n6\nSTO 7\n8\nSTO 8\nRCL 0\nDIM (i)\nCLEAR Σ\nRCL 8\nRTN",
        "LBL A\n2\nDIM (i)\nR↓\nENTER\nDIM A\nR↓\nDIM (i)\nRTN",
    ],
)
def test_registers_come_and_go_as_on_the_machine(text: str) -> None:
    entries = [0, 1, 2, 5, 6, 7, 8, 19, 20, 22, 40, 60, 61, 62, 63, 64, 65, 1000]
    (_, lanes), (_, machine) = run(text, entries), run(text, entries, select("reference"))
    assert lanes == machine
    assert {state.message for state in machine} > {None}


def test_what_the_lanes_cover_of_registers_is_not_handed_over() -> None:
    outcome, _ = run("LBL A\nDIM (i)\nCLEAR Σ\nRTN", [3, 30, 300])
    assert outcome.handed_over == 0


@pytest.mark.slow
def test_the_kernel_is_right_without_the_compiler_too() -> None:
    """Plain Python checks every index, which compiled code does not."""
    arguments = ["-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n0"]
    here = TESTS / "hp15c" / "engines"
    tests = [
        f"{here}/lanes/test_lanes.py",
        f"{here}/test_engines.py::test_every_engine_ends_as_the_machine_does",
        f"{here}/test_engines.py::test_some_records_run_on_every_engine",
    ]
    done = subprocess.run(
        [sys.executable, *arguments, *tests, "-k", "not more_results"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
