"""A person at the calculator: what shows, in which order, on every engine."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from hp15c import Calculator, Program, UnknownKey
from hp15c.engines import Batch, Outcome, select
from hp15c.inspect.session import Session
from hp15c.state.state import State
from hp15c.table.instructions import Step

COUNTER = "LBL A\nSTO 0\nLBL 1\nRCL 0\nPSE\nDSE 0\nGTO 1\nRCL 0\nRTN\nLBL B\n1/x\nRTN"

NEEDS_FAST = pytest.mark.skipif(find_spec("llvmlite") is None, reason="lanes need the extra fast")
LANES = pytest.param("lanes", marks=NEEDS_FAST)


def seated(text: str = COUNTER) -> Calculator:
    calculator = Calculator()
    calculator.load(Program.parse(text))
    return calculator


@pytest.mark.parametrize("engine", ["reference", "source", LANES])
def test_pauses_and_stop_show_in_order(engine: str) -> None:
    session = Session(seated(), engine=select(engine))
    events = list(session.play("3 GSB A"))
    assert [(event.kind, event.display.strip()) for event in events] == [
        ("pause", "3.0000"),
        ("pause", "2.0000"),
        ("pause", "1.0000"),
        ("stop", "0.0000"),
    ]
    assert session.lines == 2 + 5 + 5 + 4 + 2


def test_keys_stand_with_the_first_event_they_lead_to() -> None:
    events = list(Session(seated()).play("2 ENTER 1 + GSB B 5 ENTER"))
    assert [event.keys for event in events] == ["2 ENTER 1 + GSB B", "5 ENTER"]


def test_an_error_ends_the_session() -> None:
    events = list(Session(seated()).play("0 GSB B 5 ENTER"))
    assert [(event.kind, event.display) for event in events] == [("error", "  Error  0 ")]


def test_a_key_that_fails_is_an_error_too() -> None:
    events = list(Session(seated()).play("0 1/x 5"))
    assert [event.kind for event in events] == ["error"]


def test_the_limit_counts_all_pauses_together() -> None:
    session = Session(seated(), limit=8)
    assert [event.kind for event in session.play("9 GSB A")] == ["pause", "limit"]
    assert session.lines == 8


def test_unknown_keys_press_nothing() -> None:
    calculator = seated()
    with pytest.raises(UnknownKey):
        list(Session(calculator).play("5 ENTER NOTHING"))
    assert calculator.x == 0


def test_seconds_count_from_the_first_key() -> None:
    first, second, third = (event.seconds for event in Session(seated()).play("2 GSB A"))
    assert first is not None
    assert second is not None
    assert third is not None
    assert 1.2 < first < second < third


LOOP = "LBL A\n1\n+\nGTO A\nLBL B\nRTN"


def test_a_stop_ends_the_run_and_leaves_the_other_keys() -> None:
    calculator = seated(LOOP)
    session = Session(calculator)

    def at_25(state: State, number: int, step: Step) -> None:
        if state.x == 25:
            session.stop()

    session.observer = at_25
    (event,) = session.play("GSB A 7 GSB B")
    assert (event.kind, event.display.strip()) == ("stop", "25.0000")
    assert not calculator.state.running
    assert session.stopped


@pytest.mark.parametrize("engine", ["source", LANES])
def test_a_stop_ends_the_run_of_an_engine(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hp15c.inspect.session.SLICE", 1000)
    chosen = select(engine)

    class Interrupted:
        name = engine

        def batch(self, program: Program, states: list[State]) -> Batch:
            batch = chosen.batch(program, states)
            run = batch.run

            def stopping(limit: int, stop_at_pause: bool) -> Outcome:
                session.stop()
                return run(limit, stop_at_pause)

            batch.run = stopping  # type: ignore[method-assign, assignment]
            return batch

    session = Session(seated(LOOP), engine=Interrupted())
    (event,) = session.play("GSB A 7")
    assert (event.kind, event.display.strip(), session.lines) == ("stop", "250.0000", 1000)
    assert not session.calculator.state.running


@pytest.mark.parametrize(
    ("engine", "timed"),
    [("reference", True), ("source", False), pytest.param("lanes", True, marks=NEEDS_FAST)],
)
def test_seconds_are_told_where_the_engine_counts_them(engine: str, timed: bool) -> None:
    readable = [event.seconds for event in Session(seated()).play("3 GSB A")]
    events = Session(seated(), engine=select(engine)).play("3 GSB A")
    assert [event.seconds for event in events] == (readable if timed else [None] * 4)
