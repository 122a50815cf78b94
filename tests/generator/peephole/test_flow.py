"""How deep subroutines of a program are nested, and what lines need."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.peephole.flow import Facts, Flow, depth_of_calls, may_nest_too_deep
from generator.peephole.live_cells import STACK
from generator.peephole.rewrite import shorten
from generator.peephole.symbolic import ON
from hp15c.core import machine
from hp15c.core.machine import Reason
from hp15c.core.playing import state_with
from hp15c.listing.program import Program
from hp15c.table.models import LIMITS, Model


def chain(length: int) -> Program:
    """Subroutines of which each calls the next one."""
    calls = [f"LBL {label}\nGSB {label + 1}\nRTN" for label in range(length)]
    return Program.parse("\n".join([*calls, f"LBL {length}\nRTN"]))


@pytest.mark.parametrize("length", range(1, 9))
def test_each_call_in_a_chain_needs_a_return(length: int) -> None:
    program = chain(length)
    most = LIMITS[Model.HP15C].returns
    assert depth_of_calls(program, [1]) == length
    assert may_nest_too_deep(program) == (length > most)
    state = state_with(program)
    machine.start(state)
    assert (machine.run(state).reason is Reason.ERROR) == (length > most)


RECURSIVE = {
    "a subroutine calls itself": "GSB 1\nRTN\nLBL 1\nx=0\nGSB 1\nRTN",
    "two call each other": "GSB 1\nRTN\nLBL 1\nGSB 2\nRTN\nLBL 2\nGSB 1\nRTN",
    "a test in the last line leads to line 001": "GSB 1\nRTN\nLBL 1\nx≠0",
}


@pytest.mark.parametrize("text", RECURSIVE.values(), ids=RECURSIVE)
def test_a_subroutine_that_calls_itself_may_nest_too_deep(text: str) -> None:
    program = Program.parse(text)
    assert depth_of_calls(program, [1]) > LIMITS[Model.HP15C].returns
    assert may_nest_too_deep(program)
    state = state_with(program)
    machine.start(state)
    assert machine.run(state).reason is Reason.ERROR
    assert state.message == "Error 5"


def test_a_jump_by_number_leads_to_the_labels_that_it_may_reach() -> None:
    program = Program.parse("GSB 1\nRTN\nLBL 1\nGTO I\nLBL 2\nGSB 1\nRTN\nLBL 3\nRTN")
    assert may_nest_too_deep(program)
    assert may_nest_too_deep(program, ["2"])
    assert not may_nest_too_deep(program, ["3"])


def test_a_change_of_coordinates_needs_x_and_y_only() -> None:
    program = Program.parse("LBL A\nENTER\n→P\nRTN")
    before = Flow(program, Facts(frozenset(("X", "Y")), exact_errors=False))
    assert before.needed[2] & STACK == {"X", "Y"}
    before = Flow(program, Facts(frozenset(("X", "Z")), exact_errors=False))
    assert before.needed[2] & STACK == {"X", "Y", "Z"}
    assert Flow(program, Facts(frozenset("X"))).needed[2] >= STACK  # an Error stops in front of it


def test_fewer_levels_count_where_only_one_entry_ends() -> None:
    text = "LBL A, RCL 1, RTN, LBL B, RCL 2, GTO 0, LBL 0, GSB 1, RTN, LBL 1, CHS, RTN"
    program = Program.parse("\n".join(text.split(", ")), "15C")
    entries = {"A": frozenset("X"), "B": frozenset("XY")}
    flow = Flow(program, Facts(frozenset("XY"), exact_errors=False, entries=entries))
    assert [{"Y"} <= flow.needed[line] for line in (2, 8, 11)] == [False, True, True]
    both = Flow(program, Facts(frozenset("XY"), exact_errors=False))
    assert {"Y"} <= both.needed[2]


def flow_of(*lines: str) -> Flow:
    """The flow of a program with the entries A and B, each of which leaves X, where R5 is a local."""
    facts = Facts(frozenset("X"), exact_errors=False, loose=frozenset(("R5",)))
    return Flow(Program.parse("\n".join(lines)), facts)


def test_a_register_counts_only_where_its_own_call_returns() -> None:
    flow = flow_of("LBL A", "STO 5", "GSB 0", "RCL × 5", "RTN", "LBL B", "x²", "LBL 0", "eˣ", "RTN")
    needed = ["R5" in one for one in flow.needed[:-1]]
    assert needed == [False, False, True, True, False, False, False, True, True, True]
    assert "R5" in flow.returned[2]
    assert "R5" in flow.live[2]


def test_what_a_function_reads_counts_between_its_calls_by_solve() -> None:
    flow = flow_of("LBL A", "STO 5", "SOLVE 0", "RTN", "RTN", "LBL 0", "RCL × 5", "eˣ", "RTN")
    assert all("R5" in one for one in flow.needed[2:3] + flow.needed[5:9])


def test_an_unknown_call_may_lead_to_every_line() -> None:
    flow = flow_of("LBL A", "STO 5", "GSB I", "RCL × 5", "RTN", "LBL B", "x²", "RTN")
    assert "R5" in flow.needed[6]


def test_a_count_that_stays_above_0_skips_no_line() -> None:
    program = Program.parse("LBL A\nGSB 0\nDSE I\nRCL (i)\n+\nRTN\nLBL 0\nRTN")
    plain = Facts(frozenset("X"), exact_errors=False, lines_by_number=False)
    counting = replace(plain, above_zero=frozenset("I"))
    assert shorten(program, "small", plain)[0] == program
    lines = [str(one) for one in shorten(program, "small", counting)[0].steps]
    assert lines[2:4] == ["DSE I", "RCL + (i)"]
    assert len(Flow(program, plain).after[2]) == 2
    assert len(Flow(program, counting).after[2]) == 1


@pytest.mark.parametrize(("entries", "lift"), [({}, None), ({"A": frozenset("X")}, ON)])
def test_stack_lift_after_a_stop_is_known_where_a_number_or_none_is_typed(
    entries: dict[str, frozenset[str]], lift: int | None
) -> None:
    """Where anything may be keyed in, CLx leaves stack lift off, and RCL takes the place of X."""
    program = Program.parse("LBL A\n2\nLBL 0\nR/S\nRCL 1\n−\nGTO 0")
    flow = Flow(program, Facts(frozenset("X"), exact_errors=False, entries=entries))
    recalled = flow.at[5]
    assert flow.lift[recalled] == lift
    assert ("Y" in flow.needed[recalled]) is (lift is None)


def test_stack_lift_is_unknown_where_a_run_or_solve_begins() -> None:
    program = Program.parse("LBL A\n1\n2\nSOLVE B\nRTN\nLBL B\nRCL 1\n−\nRTN\nLBL C\nRCL 1\n−\nRTN")
    flow = Flow(program, Facts(frozenset("X"), exact_errors=False, entries={"A": frozenset("X")}))
    kinds = [flow.lift[flow.at[line]] for line in (1, 6, 10)]
    assert kinds == [None, None, None]


def test_a_register_that_i_does_not_reach_counts_only_by_its_name() -> None:
    flow = flow_of("LBL A", "STO 5", "STO 6", "RCL (i)", "RCL × 6", "RTN")
    assert not any("R5" in one for one in flow.needed)
    assert "R6" in flow.needed[3]
