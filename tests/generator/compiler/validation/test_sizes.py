"""The sizes of matrices on terms, and the places of elements, compared with the calculator."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

from generator.compiler.validation import memory, opaque, sizes
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.machine import KnowingMachine
from generator.compiler.validation.rewriting import at_least, at_most, whole_condition
from hp15c import Calculator, Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from hp15c.terms import Outcome, TermState, Way, begin, constant, input_of, laws, outcomes
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import FALSE, NOUGHT, UNIT, Term

LETTERS = "ABC"
OPERATIONS = (
    *(f"RCL MATRIX {{0}}\nRCL MATRIX {{1}}\n{one}" for one in "+−×÷"),
    *(f"2\nRCL MATRIX {{0}}\n{one}" for one in "+−×÷"),
    *(f"RCL MATRIX {{0}}\n2\n{one}" for one in "+−×÷"),
    *(f"RCL MATRIX {{0}}\n{one}" for one in ("1/x", "MATRIX 4", "MATRIX 9", "CHS", "Py,x", "Cy,x")),
    "2\nSTO MATRIX {0}",
    "RCL MATRIX {0}\nSTO MATRIX {1}",
    "1\nENTER\n1\nRCL g {0}",
    "5\nENTER\n1\nENTER\n1\nSTO g {0}",
    "MATRIX 1\nu STO {0}\nu RCL {0}",
    "MATRIX 0",
)


def fresh() -> TermState:
    """A calculator whose memory was cleared, in which line 1 comes next."""
    cleared = laws.store(laws.zeros(), opaque.PIECES["RESULT"], opaque.FIRST_RESULT)
    state = begin(Model.HP15C, 1, lift=True, registers=constant(20), depth=0)
    return state._replace(memory=cleared, flags=(FALSE,) * len(state.flags))


def ends(program: Program, state: TermState, known: Knowledge) -> list[Outcome]:
    """The ends of all ways of a listing that does not fail."""
    waiting, found = [Outcome((), state, Way.GOES_ON)], []
    while waiting:
        one = waiting.pop()
        for way in outcomes(program, one.state, known.and_(*one.conditions), KnowingMachine):
            made = way._replace(conditions=(*one.conditions, *way.conditions))
            if known.and_(*made.conditions).contradicted or made.way is Way.FAILS:
                continue
            (waiting if made.way is Way.GOES_ON else found).append(made)
    return found


def test_the_sizes_behind_lines_are_those_of_the_calculator() -> None:
    chance, known_behind = Random(29), Counter[str]()
    while min((known_behind[one] for one in OPERATIONS), default=0) < 3:
        lines = ["LBL A"]
        for letter in LETTERS:
            lines += [str(chance.choice((1, 2, 2))), "ENTER", str(chance.choice((1, 2, 2))), f"DIM {letter}"]
        used = chance.sample(OPERATIONS, 2)
        for one in used:
            lines += [f"RESULT {chance.choice(LETTERS)}", one.format(*chance.choices(LETTERS, k=2))]
        program = Program.parse("\n".join([*lines, "RTN"]), "15C")
        calculator = Calculator("15C")
        calculator.load(program)
        calculator.press("GSB A")
        if calculator.error is not None:
            continue
        known = Knowledge()
        for end in ends(program, fresh(), known):
            there = known.and_(*end.conditions)
            told = []
            for letter in LETTERS:
                calculator.press(f"RCL DIM {letter}")
                wanted = (str(calculator.y), str(calculator.x))
                size = sizes.size_of(memory.read(there, end.state.memory, opaque.PIECES[letter]))
                for part, number in zip(size, wanted, strict=True):
                    held = there.normal(part).number
                    told.append(held is not None)
                    assert held is None or str(held) == number, (str(program), letter)
            known_behind.update(used if all(told) else ())
        if any("y,x" in one for one in used):  # of the matrix that is made anew nothing is known
            known_behind.update(one for one in used if "y,x" in one)


@pytest.mark.parametrize("row", ["RCL", "STO"])
def test_the_next_place_is_that_of_the_calculator(row: str) -> None:
    """For all sizes and places at once, as terms. For each of them one way is left, and it is right."""
    program = Program.parse(f"u {row} A\nRTN\n1\nSTO 5\nRTN", "15C")
    names = {name: input_of(name) for name in ("rows", "columns", "row", "column")}
    matrix = input_of("matrix")
    size = sizes.size_of(matrix)
    facts = [
        *(laws.equal(part, names[name]) for part, name in zip(size, ("rows", "columns"), strict=True)),
        *(whole_condition(one) for one in names.values()),
        *(at_least(names[name], 1) for name in ("row", "column")),
        *(at_most(names[name], 9) for name in ("row", "column")),
    ]
    cells = laws.zeros()
    for place, value in (
        (opaque.PIECES["A"], matrix),
        (constant(0), names["row"]),
        (constant(1), names["column"]),
    ):
        cells = laws.store(cells, place, value)
    state = fresh()._replace(memory=cells, x=input_of("x"))
    ways = ends(program, state, Knowledge(facts))
    assert len(ways) == 3
    for numbers in product((1, 2, 3), repeat=4):
        calculator = Calculator("15C")
        rows, columns, r, c = numbers
        lines = (
            f"LBL A\n{rows}\nENTER\n{columns}\nDIM A\n{r}\nSTO 0\n{c}\nSTO 1\nu {row} A\nRTN\n1\nSTO 5\nRTN"
        )
        calculator.load(Program.parse(lines, "15C"))
        calculator.press("GSB A")
        assert (calculator.error is None) == (r <= rows and c <= columns)
        if calculator.error is not None:
            continue
        held = []
        for register in "015":
            calculator.press(f"RCL {register}")
            held.append(str(calculator.x))
        put_in = Substitution(
            {part: constant(Number.of(one)) for part, one in zip(size, numbers, strict=False)}
            | {one: constant(Number.of(value)) for one, value in zip(names.values(), numbers, strict=True)}
        )
        left = [one for one in ways if possible(Knowledge(), [put_in(each) for each in one.conditions])]
        (way,) = left
        known, after = Knowledge(), put_in(way.state.memory)
        assert [str(known.normal(memory.read(known, after, constant(k))).number) for k in (0, 1, 5)] == held


def possible(known: Knowledge, conditions: list[Term]) -> bool:
    """Whether none of these conditions is known not to hold."""
    return all(known.truth(one) is not False for one in conditions)


def test_without_the_size_or_a_whole_place_nothing_is_known_of_the_next_one() -> None:
    program = Program.parse("u RCL A\nRTN\n1\nRTN", "15C")
    cells = laws.store(laws.zeros(), opaque.PIECES["A"], input_of("matrix"))
    cells = laws.store(laws.store(cells, constant(0), input_of("row")), constant(1), UNIT)
    for way in ends(program, fresh()._replace(memory=cells), Knowledge()):
        assert all(memory.read(Knowledge(), way.state.memory, constant(k)).number is None for k in (0, 1))


def test_only_one_size_or_none_may_be_assumed_of_a_matrix() -> None:
    elements = input_of("elements")
    for fact in sizes.only_size(elements, "B", *map(constant, map(Number.of, (2, 3)))):
        assert sizes.elements_of(fact) is elements
    rows, columns = sizes.size_of(laws.register(elements, opaque.PIECES["B"]))
    two = constant(Number.of(2))
    for fact in (
        laws.equal(rows, two),
        laws.either(laws.equal(rows, two), laws.equal(columns, NOUGHT)),
        laws.either(laws.equal(rows, UNIT), laws.equal(rows, two)),
        laws.either(laws.equal(rows, NOUGHT), laws.equal(rows, input_of("n"))),
        laws.either(laws.equal(rows, NOUGHT), laws.no(laws.equal(rows, two))),
    ):
        assert sizes.elements_of(fact) is None
