"""The routines of a program, where a person begins them, and GTO I as a match."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.driver import compile_module
from generator.decompiling.module import decompile_listing
from generator.decompiling.proof import proof
from generator.decompiling.routines import NotWritten, cases, free_label, graph_of, routines
from generator.reading.parts import Graph
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from hp15c.terms import begin, constant

WITHOUT_LABEL = Program.parse("x²\nSTO 1\nRTN\nLBL A\nRCL 1\n2\n×\nRTN")


def test_a_beginning_without_a_label_gets_a_free_one() -> None:
    found = routines(WITHOUT_LABEL, Graph(WITHOUT_LABEL))
    assert {one.label: sorted(one.lines) for one in found.values()} == {"B": [1, 2, 3], "A": [4, 5, 6, 7, 8]}
    assert free_label(Program.parse("\n".join(f"LBL {label}" for label in "ABCDE"))) == "0"


def test_a_row_of_a_thousand_routines_is_put_in_order() -> None:
    long = Program.parse("LBL A\n" * 1500)
    assert list(routines(long, Graph(long))) == [*range(1500, 0, -1)]


def test_a_routine_that_calls_itself_is_told() -> None:
    with pytest.raises(NotWritten, match="calls itself"):
        routines(caller := Program.parse("LBL A\nGSB B\nRTN\nLBL B\nGSB A\nRTN"), Graph(caller))


def test_a_beginning_without_a_label_is_written_and_proved_and_its_keys_are_told() -> None:
    made = decompile_listing(WITHOUT_LABEL)
    assert (
        '@program("B")\ndef start(x):\n    """In the listing R/S at line 000 begins it."""\n' in made.text()
    )
    found = proof(WITHOUT_LABEL, made)
    assert found.proved
    assert "After R/S at line 000 (GSB B in the new program), GSB A, pressed" in found.told[0]


def test_a_loop_behind_a_beginning_without_a_label_is_proved_against_an_array() -> None:
    """The proof that knows ranges, too, begins at the first line."""
    program = Program.parse("1\n.\n0\n0\n5\nSTO I\nLBL 1\nRCL I\nINT\nSTO (i)\nISG I\nGTO 1\nRCL 3")
    made = decompile_listing(program)
    assert not made.left_out
    assert proof(program, made).proved


CASES = "LBL 0, 3, +, RTN, LBL 1, x², RTN, LBL 2, 1/x, RTN, LBL 3, 7, ÷, RTN"
DRAWN = f"LBL A, RAN#, 4, ×, INT, STO I, R↓, GTO I, {CASES}"
TESTS = "FRAC, x≠0, GTO 9, RCL I, x<0, GTO 9, 3, x<y, GTO 9"
TESTED = f"LBL A, STO I, {TESTS}, R↓, R↓, R↓, GTO I, {CASES}, LBL 9, 8, RTN"
MATCH = """        case 0:
            return x + 3
        case 1:
            return x ** 2
        case 2:
            return 1 / x
        case 3:
            return x / 7
    raise CalculatorError(4)
"""


def program(text: str, model: Model = Model.HP15C) -> Program:
    return Program.parse("\n".join(text.split(", ")), model)


@pytest.mark.slow
def test_a_number_that_the_program_makes_is_matched() -> None:
    for model in Model:
        given = program(DRAWN, model)
        made = decompile_listing(given)
        assert made.text().endswith(MATCH)
        assert proof(given, made).proved


@pytest.mark.slow
def test_a_number_that_a_person_types_is_matched_where_tests_stand_before_the_jump() -> None:
    given = program(TESTED)
    made = decompile_listing(given)
    assert (
        "    if x >= 0 and x <= 3 and frac(x) == 0:\n        match intpart(x):\n            case 0:\n"
        in made.text()
    )
    assert proof(given, made).proved


def test_what_it_becomes_is_compiled_to_a_jump_again() -> None:
    given = program(DRAWN)
    made = compile_module(front.parse(decompile_listing(given).text()), effort=0).program
    assert [str(one) for one in made.steps].count("GTO I") == 1
    assert len(made) <= len(given) + 2


@pytest.mark.slow
def test_a_number_that_may_be_negative_names_a_line_and_is_not_proved() -> None:
    given = program(f"LBL A, STO I, R↓, GTO I, {CASES}")
    assert not proof(given, decompile_listing(given)).proved


def test_a_label_that_a_case_leads_to_is_a_case_too() -> None:
    given = program(
        "LBL A, RAN#, 3, ×, INT, STO I, R↓, GTO I, LBL 0, x², GTO 2, LBL 1, √x, LBL 2, RTN, LBL 7, 5, RTN"
    )
    state = begin(given.model, 8, lift=True)
    assert [one.line for one in cases(given, given.steps[7], state)] == [9, 12, 14, 16]
    assert graph_of(given).after[8] == (9, 12, 14, 16)
    known = state._replace(i=constant(Number.of(1)))
    assert [one.condition.payload for one in cases(given, given.steps[7], known)] == [
        False,
        True,
        False,
        False,
    ]
    assert not cases(given, given.steps[0], state)


@pytest.mark.parametrize("listing", ["LBL A, STO I, GTO I, RTN", "LBL A, STO I, GSB I, RTN, LBL 1, x², RTN"])
def test_what_is_not_written(listing: str) -> None:
    given = program(listing)
    with pytest.raises(NotWritten, match="takes its label from I"):
        cases(given, given.steps[2], begin(given.model, 3, lift=True))
    assert "takes its label from I (line 003)" in str(decompile_listing(given).left_out[0])
