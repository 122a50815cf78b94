"""Whole programs: what is replaced, what must not be, and drawn programs run before and after."""

from __future__ import annotations

import random

import pytest

from generator.peephole.costs import GOALS, cost
from generator.peephole.flow import Facts, Flow
from generator.peephole.items import keys, value
from generator.peephole.live_cells import LAST, LIFT, T, X
from generator.peephole.rewrite import EVERYTHING, refusal, shorten
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import memory
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.support.peephole_values import EDGES, calculator, drawn
from tests.support.small_programs import steps

ONLY_X = Facts(kept=frozenset({X}))


def program(text: str, model: Model = Model.HP15C) -> Program:
    return Program(model, steps(text))


def shortened(text: str, facts: Facts = EVERYTHING, goal: str = "small") -> str:
    return "; ".join(map(str, shorten(program(text), goal, facts)[0].steps))


def same(text: str) -> str:
    return "; ".join(map(str, steps(text)))


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("LBL A; x↔y; x↔y; RTN", "LBL A; RTN"),
        ("LBL A; R↓; R↓; R↓; RTN", "LBL A; R↑; RTN"),
        ("LBL A; RCL 1; RCL 2; x↔y; RTN", "LBL A; RCL 2; RCL 1; RTN"),
        ("LBL A; STO 1; RCL 1; RTN", "LBL A; ENTER; STO 1; RTN"),
        ("LBL A; 1000; ×; RTN", "LBL A; EEX; 3; ×; RTN"),
        ("LBL A; x↔y; ENTER; 5; RTN", "LBL A; x↔y; 5; RTN"),
        ("LBL A; ENTER; CHS; x↔y; x↔y; R/S", "LBL A; ENTER; x↔y; CHS; R/S"),
        ("LBL A; RCL (i); x↔y; x↔y; RTN", "LBL A; RCL (i); RTN"),
        ("LBL A; CLx; 0; STO 1; RTN", "LBL A; CLx; STO 1; RTN"),
    ],
)
def test_what_nothing_can_tell_is_replaced(text: str, better: str) -> None:
    assert shortened(text) == same(better)


@pytest.mark.parametrize(
    "text",
    [
        "LBL A; CLx; 0; RCL 1; +; RTN",  # RCL lifts the zero that is typed, and overwrites the one of CLx
        "LBL A; RCL 1; +; RTN",  # T and LAST X are seen where the program stops
        "LBL A; 2; ×; RTN",
        "LBL A; x↔y; +; RTN",
        "LBL A; x=0; x↔y; x↔y; RTN",  # the test skips one of them
        "LBL A; x=0; 1; 0; RTN",
        "LBL A; 5; LBL 1; 3; GTO 1",
        "LBL A; RCL 1; x↔y; ÷; RTN",  # Error 0 would show other levels
        "LBL A; ENTER; x↔y; CHS; R/S",  # 0 CHS alone would not enable stack lift
    ],
)
def test_what_could_be_told_stays(text: str) -> None:
    assert shortened(text) == same(text)


def test_what_is_kept_decides() -> None:
    text = "LBL A; RCL 1; +; STO 2; RTN"
    assert shortened(text, ONLY_X) == same("LBL A; RCL + 1; STO 2; RTN")
    assert shortened(text, Facts(kept=frozenset({X, T}))) == same(text)
    assert shortened(text, Facts(kept=frozenset({X, LAST}))) == same(text)


def test_what_is_recalled_and_stored_is_computed_in_its_register() -> None:
    facts = Facts(kept=frozenset({X}), exact_errors=False)
    shorter = shortened("LBL A; RCL 2; 2; RCL × 3; −; STO 2; RCL 0; RTN", facts)
    assert shorter == same("LBL A; 2; RCL × 3; STO − 2; RCL 0; RTN")
    shorter = shortened("LBL A; RCL 2; RCL 4; x²; RCL × 3; ÷; STO 2; RTN", facts)
    assert shorter == same("LBL A; RCL 4; x²; RCL × 3; STO ÷ 2; RCL 2; RTN")
    order = "LBL A; RCL 2; RCL 4; x²; x↔y; RCL × 3; −; STO 2; RCL 0; RTN"
    assert shortened(order, facts) == same(order)


def test_errors_may_be_looked_at_less_closely() -> None:
    text = "LBL A; RCL 1; x↔y; x↔y; ÷; RTN"
    loose = Facts(kept=frozenset({X}), exact_errors=False)
    assert shortened(text, loose) == same("LBL A; RCL ÷ 1; RTN")
    assert shortened(text, ONLY_X) == same("LBL A; RCL 1; ÷; RTN")


def test_subroutines_are_followed_to_where_they_return() -> None:
    kept = "LBL A; GSB 1; LSTx; RTN; LBL 1; RCL 3; +; RTN"
    lost = "LBL A; GSB 1; LSTx; RTN; LBL 1; RCL 3; +; ENTER; ×; RTN"
    assert shortened(kept, ONLY_X) == same(kept)
    assert shortened(lost, ONLY_X).endswith(same("RCL + 3; x²; RTN"))


def test_line_numbers_keep_their_lines() -> None:
    text = "LBL A; x↔y; x↔y; GTO I"
    assert shortened(text) == same(text)
    assert "line number" not in (refusal(program(text)) or "")
    assert "number" in (refusal(program(text)) or "")
    assert shortened(text, Facts(lines_by_number=False)) == same("LBL A; GTO I")


@pytest.mark.parametrize("line", ["SF 8", "Re↔Im", "RCL A", "u STO A", "MATRIX 1", "DIM A"])
def test_complex_numbers_and_matrices_are_left_alone(line: str) -> None:
    text = f"LBL A; {line}; x↔y; x↔y; RTN"
    assert "not looked at" in (refusal(program(text)) or "")
    assert len(shorten(program(text))[0]) == 5


def test_savings_name_the_given_lines() -> None:
    text = "LBL A; 1000; ×; STO 1; R↓; R↓; R↓; RTN"
    shorter, savings = shorten(program(text))
    assert [(one.line, one.count, [str(step) for step in one.by]) for one in savings] == [
        (2, 4, ["EEX", "3"]),
        (8, 3, ["R↑"]),
    ]
    assert savings[0].why == "both type 1000"
    assert "X = T" in savings[1].why
    assert len(shorter) == len(program(text)) - sum(one.lines for one in savings)


def test_an_unknown_goal_is_refused() -> None:
    with pytest.raises(InputError, match="no goal 'quick'"):
        shorten(program("LBL A; RTN"), "quick")


def test_the_flow_knows_lift_and_need() -> None:
    flow = Flow(program("LBL A; ENTER; 5; +; x=0; CHS; R/S; STO 1; RTN"), Facts())
    assert flow.lift[:4] == [None, 1, 0, 1]
    assert flow.lift[7] is None
    assert LAST not in flow.needed[1]
    assert T not in flow.needed[1] or T in flow.live[0]
    assert LIFT in flow.live[1]


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.split(";")]


@pytest.mark.parametrize("number", EDGES, ids=str)
def test_numbers_are_typed_with_fewest_lines(number: Number) -> None:
    lines = keys(str(number))
    assert value(lines) == number
    digits = len(str(number.mantissa).rstrip("0")) + number.negative
    assert len(lines) <= digits + 4


LINES = lines_of(
    "ENTER; x↔y; R↓; R↑; LSTx; CLx; CHS; +; −; ×; ÷; x²; INT; FRAC; ABS; 1/x; √x; 1; 2; 10; 0.5; π; RAN#;"
    "RCL 1; RCL 2; STO 1; STO 2; STO + 1; STO × 2; RCL I; STO I; STO (i); RCL (i); FIX 2; SF 0; F? 0;"
    "x=0; x≠0; x>y; x=y; x<0; GTO 1; GTO 2; GSB 3; LBL 4; RTN"
)
MORE = {
    Model.HP15C: lines_of("RCL + 1; RCL − 2; RCL × 1; RCL ÷ 2; x↔ 1; x↔ 2; DSE 1; ISG 2; STO ÷ 1; STO − I"),
    Model.HP11C: lines_of("STO ÷ 1; STO − 2; DSE I; x↔ I"),
}


def a_program(rng: random.Random, model: Model) -> Program:
    lines = LINES + MORE[model]
    parts = [rng.choices(lines, k=rng.randint(3, 12)) for _ in range(4)]
    text = "LBL A; {}; GTO 2; LBL 1; {}; RTN; LBL 2; {}; GSB 3; {}; RTN; LBL 3; x↔y; RTN".format(
        *("; ".join(part) for part in parts)
    )
    return program(text, model)


def run(one: Program, begun: State) -> tuple[State, Reason]:
    state = begun.copy()
    state.program = one
    memory.fit_registers(state)
    state.line, state.running = 1, True
    return state, machine.run(state, limit=400).reason


def seen(state: State) -> tuple[object, ...]:
    levels = (state.stack, state.last_x, state.lift, state.registers, state.i)
    return (*levels, state.flags, state.message, state.format, state.seed, state.line == 0)


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("model", Model)
def test_drawn_programs_end_in_equal_states(model: Model, goal: str) -> None:
    """With everything kept. A program that goes round and round is left out."""
    rng = random.Random(f"{model} {goal}")
    compared = shorter = 0
    for _ in range(50):
        one = a_program(rng, model)
        other, savings = shorten(one, goal)
        shorter += bool(savings)
        assert not savings or cost(other.steps, model).by(goal) < cost(one.steps, model).by(goal)
        for _ in range(6):
            numbers = drawn(rng, 8)
            begun = calculator(numbers, ("1", "2", "I"), model, rng.random() < 0.5)
            (state, why), (state_2, why_2) = run(one, begun), run(other, begun)
            if Reason.LIMIT in (why, why_2):
                continue
            compared += 1
            assert seen(state) == seen(state_2), (list(map(str, one.steps)), savings, numbers)
    assert compared > 80
    assert shorter > 15


@pytest.mark.slow
def test_drawn_programs_show_an_equal_x() -> None:
    """With only X and the registers kept, and errors known by their number."""
    rng = random.Random(20)
    facts, compared, lines = Facts(kept=frozenset({X}), exact_errors=False), 0, 0
    for _ in range(50):
        one = a_program(rng, Model.HP15C)
        other, savings = shorten(one, "small", facts)
        lines += sum(saving.lines for saving in savings)
        for _ in range(6):
            begun = calculator(drawn(rng, 8), ("1", "2", "I"), Model.HP15C)
            (state, why), (state_2, why_2) = run(one, begun), run(other, begun)
            if Reason.LIMIT in (why, why_2):
                continue
            compared += 1
            assert state.message == state_2.message
            assert state.flags == state_2.flags
            if state.message is None:
                assert (state.x, state.registers, state.i) == (state_2.x, state_2.registers, state_2.i)
    assert compared > 80
    assert lines > 40
