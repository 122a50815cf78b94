"""The terms reader does what the readable machine does: terms with numbers put in give the same State."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, ZERO, Number
from hp15c.rules.book import HANDED_OVER
from hp15c.rules.number_functions import result
from hp15c.state.state import INTEGRAL_FROM_KEYS, Descriptor, State
from hp15c.table.instructions import LETTERS, OperandKind, Role, Step, step, steps
from hp15c.table.models import Model
from hp15c.terms import (
    Facts,
    Outcome,
    TermState,
    Way,
    begin,
    constant,
    evaluate,
    input_of,
    laws,
    outcomes,
    reach,
)
from hp15c.terms.term import FALSE, variables
from tests.support.random_lines import random_line, state, type_some
from tests.support.shares import counts, share

ERRORS = {f"Error {number}": number for number in range(12)}


def start(chance: random.Random, begun: State) -> TermState:
    """A calculator of terms of which some is known, so that what is known is true of the real one."""
    lift, complex_, registers, depth = (chance.random() < 0.5 for _ in range(4))
    held = [*begun.stack, begun.last_x, begun.i, *begun.registers]
    plain = all(isinstance(one, Number) and one != MINUS_ZERO for one in held)
    return begin(
        begun.model,
        begun.line,
        lift=begun.lift if lift else None,
        complex=begun.complex if complex_ else None,
        registers=len(begun.registers) if registers else None,
        depth=len(begun.returns) if depth else None,
        matrices=not plain or chance.random() < 0.2,
    )._replace(entry=begun.entry)


def holds(one: Outcome, begun: State) -> bool:
    """Whether the conditions of an outcome hold. They are asked in their order."""
    return all(evaluate(condition, begun) for condition in one.conditions)


def run_a_line(begun: State) -> tuple[State, Way, int | None]:
    """The readable machine's State after the line, how it goes on, and the number of its Error."""
    expected = begun.copy()
    if not begun.line:
        machine.implied_return(expected)
        return expected, Way.GOES_ON if expected.running else Way.STOPS, None
    reason = machine.run(expected, 1, stop_at_pause=True).reason
    ways = {
        Reason.LIMIT: Way.GOES_ON,
        Reason.STOP: Way.STOPS,
        Reason.PAUSE: Way.PAUSES,
        Reason.ERROR: Way.FAILS,
    }
    return expected, ways[reason], ERRORS.get(expected.message or "")


def may_be_handed_over(one: Step, begun: State) -> bool:
    """Whether the readable machine works with a matrix, SOLVE or the integral here."""
    matrices = [isinstance(held, Descriptor) for held in (*begun.stack[:2], begun.i)]
    return (
        one.name in HANDED_OVER
        or (one.names is OperandKind.REGISTER and one.operand in LETTERS)
        or any(matrices)
        or begun.returns[:1] == [INTEGRAL_FROM_KEYS]
    )


def agree(chance: random.Random, model: Model) -> tuple[str, Way]:
    """Run a random line on a random calculator in both ways. The name of the line, and how it went on."""
    program, line = random_line(chance, model)
    begun = state(chance, program, line)
    one = program.steps[line - 1] if line else step("RTN")
    if chance.random() < (0.6 if one.role in (Role.TYPES, Role.SIGNS) else 0.05):
        type_some(chance, begun)
    ways = outcomes(program, start(chance, begun))
    found = [way for way in ways if holds(way, begun)]
    assert len(found) == 1, f"{one} in {begun}: {found}"
    (way,) = found
    if way.way is Way.HANDED_OVER:
        assert may_be_handed_over(one, begun), f"{one} in {begun}"
        return one.name, way.way
    expected, how, error = run_a_line(begun)
    assert (Way.GOES_ON if way.way is Way.RETURNS else way.way) is how, f"{one} in {begun}"
    assert way.error == error, f"{one} in {begun}"
    made = replace(
        reach(way.state, begun),
        message=expected.message,
        running=expected.running,
        number_ahead=expected.number_ahead,
    )
    assert made == expected, f"{one} in {begun}"
    return one.name, way.way


TOGETHER = (
    *(
        "+",
        "−",
        "×",
        "÷",
        "CHS",
        "x²",
        "1/x",
        "√x",
        "ABS",
        "INT",
        "FRAC",
        "ENTER",
        "x↔y",
        "R↓",
        "R↑",
        "LSTx",
        "CLx",
    ),
    *(
        "STO",
        "STO",
        "RCL",
        "RCL",
        "STO +",
        "STO −",
        "STO ×",
        "STO ÷",
        "RCL +",
        "RCL −",
        "x↔",
        "DSE",
        "ISG",
        "digit",
    ),
    *(
        "x=0",
        "x≠0",
        "x>0",
        "x<0",
        "x≤y",
        "x>y",
        "x=y",
        "x≠y",
        "F?",
        "SF",
        "CF",
        "GSB",
        "GTO",
        "RTN",
        "LBL",
        "π",
    ),
)
"""Instructions whose terms have laws, or read what others have left."""


def random_lines(chance: random.Random, model: Model) -> Program:
    """Some lines that work together on few registers, now and then any other line."""
    lines = [step("LBL", "A")]
    for _ in range(chance.randint(3, 25)):
        name = chance.choice(TOGETHER)
        found = [one for one in steps(model) if one.name == name and one.operand in ("", *"0123AI", "(i)")]
        lines.append(
            chance.choice(found or steps(model)) if chance.random() < 0.95 else chance.choice(steps(model))
        )
    return Program(model=model, steps=tuple(lines))


def agree_on_lines(chance: random.Random, model: Model) -> int:
    """Run a program on terms as far as they reach, and compare after each line. How many lines that were."""
    program = random_lines(chance, model)
    begun = state(chance, program, chance.randint(1, len(program)))
    small = [Number.of(chance.randint(-2, 3)) for _ in range(8)]
    if chance.random() < 0.6:
        begun.stack[:], begun.i, begun.registers[:3] = small[:4], small[4], small[5:]
    if chance.random() < 0.8:
        begun.flags.discard(8)
        begun.imaginary[:], begun.last_xi, begun.keeps_imaginary = [ZERO] * 4, ZERO, False
    begun.returns.clear()
    terms, facts, expected, lines = start(chance, begun), Facts(), begun, 0
    while lines < 30:
        done = f"{lines} lines of {list(map(str, program))} in {begun}"
        found = [way for way in outcomes(program, terms, facts) if holds(way, begun)]
        assert len(found) == 1, done
        (way,) = found
        if way.way is Way.HANDED_OVER:
            break
        expected, how, error = run_a_line(expected)
        assert (way.way, way.error) == (how, error), done
        terms, facts, lines = way.state, facts.and_(*way.conditions), lines + 1
        made = replace(
            reach(terms, begun),
            message=expected.message,
            running=expected.running,
            number_ahead=expected.number_ahead,
        )
        assert made == expected, done
        if how not in (Way.GOES_ON, Way.PAUSES):
            break
    return lines


def count(model: Model, seed: str, cases: int) -> Counter[tuple[str, Way]]:
    """How often each line went on in each way."""
    chance = random.Random(seed)
    return Counter(agree(chance, model) for _ in range(cases))


def check_met(model: Model, met: Counter[tuple[str, Way]]) -> None:
    """Every instruction of the model was met, and did something else than to be handed over."""
    names = {one.name for one in steps(model)}
    assert {name for name, _ in met} == names
    assert {name for name, way in met if way is not Way.HANDED_OVER} == names - HANDED_OVER


@pytest.mark.slow
@pytest.mark.parametrize("model", [Model.HP15C, pytest.param(Model.HP11C, marks=pytest.mark.slow)])
@pytest.mark.parametrize("cases", counts(1_000, 3_000, 100_000))
def test_random_lines(model: Model, cases: int) -> None:
    met = count(model, f"{model} terms", cases)
    check_met(model, met)
    assert {way for _, way in met} >= set(Way) - ({Way.HANDED_OVER} if model is Model.HP11C else set())


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", Model)
def test_random_programs(model: Model) -> None:
    chance = random.Random(f"{model} lines")
    assert sum(agree_on_lines(chance, model) for _ in range(share(150))) > share(500)


@pytest.mark.long
@pytest.mark.parametrize("model", Model)
def test_many_random_programs(model: Model) -> None:
    chance = random.Random(f"{model} many lines")
    assert sum(agree_on_lines(chance, model) for _ in range(10_000)) > 50_000


@pytest.mark.slow
def test_ten_to_a_power_is_the_key_for_powers_of_ten() -> None:
    """The law of `laws`, for drawn numbers: the same digits, and the same overflow."""
    draw, ten = random.Random(10), Number.of(10)
    for _ in range(3_000):
        size = f"{draw.randint(0, 10 ** draw.randint(1, 10))}e{draw.randint(-12, 3)}"
        power = Number.of(draw.choice(("", "-")) + size)
        assert result("yˣ", ten, power) == result("10ˣ", power)
    x = input_of("x")
    assert laws.compute("yˣ", constant(ten), x) is laws.compute("10ˣ", x)
    assert laws.fails("yˣ", constant(ten), x) is FALSE
    assert laws.overflows("yˣ", constant(ten), x) is laws.overflows("10ˣ", x)


def test_the_variables_of_a_term_are_its_inputs_and_memories() -> None:
    before = begin(Model.HP15C)
    of = laws.add(before.x, laws.register(before.memory, constant(3)))
    assert variables(of) == {before.x, before.memory}
    assert variables(constant(3)) == set()
