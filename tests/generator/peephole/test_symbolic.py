"""What the symbolic executor says about lines, held against the machine on numbers at the edges."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from generator.peephole.live_cells import LAST, LEVELS, needs
from generator.peephole.symbolic import KNOWN, OFF, ON, ON_REGISTERS, Op, TermCalculator, Undetermined
from hp15c.core.machine import Reason
from hp15c.numbers.number import Number
from hp15c.operations.real_numbers import NotWritten
from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.terms.term import Term
from hp15c.terms.text import text
from tests.support.peephole_values import EDGES, calculator, drawn, played, worked_out
from tests.support.shares import share

REGISTERS = ("2", "3")
NUMBERS = (("number", "2"), ("number", "-1"), ("number", "12.5"), ("number", "0"))
ROWS = sorted(KNOWN - ON_REGISTERS - {"number", "RAN#", "RCL RAN#"})
ARITHMETIC = (
    "ENTER",
    "x↔y",
    "R↓",
    "R↑",
    "LSTx",
    "CLx",
    "CHS",
    "+",
    "−",
    "×",
    "÷",
    "x²",
    "1/x",
    "INT",
    "FRAC",
    "ABS",
)


def operations(model: Model, rows: list[str] | tuple[str, ...]) -> list[Op]:
    on_cells = [(name, cell) for name in sorted(ON_REGISTERS) for cell in REGISTERS]
    found = [(name, "") for name in rows] + on_cells
    return [op for op in found if step(*op).exists_on(model)] + list(NUMBERS)


def holds(ops: list[Op], model: Model, rng: random.Random) -> bool:
    """Compare one sequence with the machine. False where the executor does not say."""
    symbolic, lift = TermCalculator(REGISTERS, model), rng.choice((ON, OFF))
    try:
        said = symbolic.run(ops, symbolic.begin(lift))
    except Undetermined:
        return False
    numbers = drawn(rng, 5 + len(REGISTERS))
    begun = calculator(numbers, REGISTERS, model, lift == ON)
    ended, reason, _ = played(begun, ops)
    if reason is Reason.ERROR or (model is Model.HP11C and ended.line != 0):
        assert said.traps, (ops, numbers)
        return True
    known = dict(zip((*LEVELS, LAST, *(f"R{name}" for name in REGISTERS)), numbers, strict=True))
    levels = [worked_out(term, known, model) for term in said[:4]]
    assert levels == ended.stack, (ops, numbers)
    assert worked_out(said.last, known, model) == ended.last_x, (ops, numbers)
    cells = [worked_out(term, known, model) for term in said.registers]
    assert cells == ended.registers[2:4], (ops, numbers)
    unless = said.lift
    lifted = worked_out(unless, known, model) != 0 if isinstance(unless, Term) else unless == ON
    assert lifted == ended.lift, (ops, numbers)
    assert said.overflows or 9 not in ended.flags, (ops, numbers)
    return True


@pytest.mark.parametrize("model", Model)
def test_every_operation_alone(model: Model) -> None:
    rng = random.Random(151)
    for op in operations(model, ROWS):
        said = sum(holds([op], model, rng) for _ in range(share(30)))
        assert said >= share(30) / 3, op


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_random_sequences(model: Model) -> None:
    rng = random.Random(152)
    choices = operations(model, ARITHMETIC)
    said = 0
    for _ in range(share(4000)):
        ops = [rng.choice(choices) for _ in range(rng.randint(2, 7))]
        joined = any(a[0] == "number" and b[0] in ("number", "CHS") for a, b in pairwise(ops))
        said += not joined and holds(ops, model, rng)
    assert said > share(2000)


@pytest.mark.parametrize("model", Model)
def test_an_error_is_foretold_with_what_is_seen(model: Model) -> None:
    symbolic = TermCalculator(REGISTERS, model)
    ops = [("RCL", "2"), ("x↔y", ""), ("÷", "")]
    (why, term, seen), *_ = symbolic.run(ops).traps
    assert why == "Error 0"
    assert symbolic.cells_in(term) == {"X"}
    assert [symbolic.cells[one] for one in seen[:4] if isinstance(one, Term)] == ["X", "R2", "Y", "Z"]
    begun = calculator([Number.of(0), *map(Number.of, (1, 2, 3, 4, 5, 6))], REGISTERS, model)
    ended, reason, line = played(begun, ops)
    assert (reason, line) == (Reason.ERROR, 3)
    assert [int(str(level)) for level in ended.stack] == [0, 5, 1, 2]


@pytest.mark.slow
def test_laws_hold_for_all_pairs_of_edges() -> None:
    """Each law of `hp15c.terms.laws`, both sides computed by the machine."""
    laws: tuple[tuple[list[str], list[str]], ...] = (
        (["x↔y", "+"], ["+"]),
        (["x↔y", "×"], ["×"]),
        (["CHS", "+"], ["−"]),
        (["CHS", "−"], ["+"]),
        (["−", "CHS"], ["x↔y", "−"]),
        (["CHS", "×", "CHS"], ["×"]),
        (["x↔y", "CHS", "x↔y", "÷", "CHS"], ["÷"]),
        (["ENTER", "+"], ["2", "×"]),
        (["ENTER", "×"], ["x²"]),
        (["ENTER", "−"], ["CLx", "ENTER", "R↓"]),
        (["1", "x↔y", "÷"], ["1/x"]),
        (["1", "×"], []),
        (["1", "÷"], []),
        (["0", "+"], []),
        (["CHS", "INT", "CHS"], ["INT"]),
        (["CHS", "FRAC", "CHS"], ["FRAC"]),
        (["CHS", "ABS"], ["ABS"]),
        (["INT", "INT"], ["INT"]),
        (["FRAC", "FRAC"], ["FRAC"]),
        (["INT", "FRAC"], ["0", "×"]),
        (["FRAC", "INT"], ["0", "×"]),
    )
    for y in EDGES:
        for x in EDGES:
            begun = calculator([x, y, *EDGES[4:7]], (), Model.HP15C)
            for left, right in laws:
                one, other = (
                    played(begun, [("number", name) if name.isdigit() else (name, "") for name in side])[0]
                    for side in (left, right)
                )
                assert one.stack[0] == other.stack[0], (left, x, y)
                assert one.message == other.message
                assert (9 in one.flags) == (9 in other.flags)


def test_terms_are_written_as_people_write_them() -> None:
    machine = TermCalculator(("2",))
    state = machine.run([("RCL", "2"), ("−", ""), ("INT", ""), ("CHS", "")])
    assert text(state.x, machine.cells) in ("−INT(X − R2)", "INT(R2 − X)")


def test_the_seed_is_known_and_what_it_is_made_of_is_needed() -> None:
    machine = TermCalculator()
    stored = machine.run([("STO RAN#", ""), ("CLx", ""), ("RCL RAN#", "")])
    other = machine.run([("RCL RAN#", "")])
    assert stored.seed != machine.begin().seed == other.seed
    assert machine.cells_in(stored.x) == {"X"}
    assert machine.cells_in(other.x) == set()
    assert "X" in needs(("STO RAN#", ""), frozenset(), ON, Model.HP15C, False)


def test_a_rule_that_asks_for_more_is_no_operation() -> None:
    machine = TermCalculator()
    for name in ("Σ+", "→P", "DEG", "CLEAR REG", "Re↔Im"):
        with pytest.raises((KeyError, NotWritten)):
            machine.step(machine.begin(), (name, ""))
