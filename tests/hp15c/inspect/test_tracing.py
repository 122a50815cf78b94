"""Runs line by line: what changes, and where the time goes."""

from __future__ import annotations

from hp15c.inspect.session import Session
from hp15c.inspect.tracing import Profile, TracedLine, Tracer
from tests.hp15c.inspect.test_session import seated


def test_the_tracer_names_registers_that_change() -> None:
    calculator = seated("LBL A\nSTO I\nSTO .2\nRTN")
    lines: list[TracedLine] = []
    session = Session(calculator, observer=Tracer(calculator.state, lines.append))
    list(session.play("7 GSB A"))
    assert [line.changed for line in lines] == [{}, {"I": "7"}, {"R.2": "7"}, {}]
    assert str(lines[1]).endswith("I=7")
    assert str(lines[3]).endswith("T 0")


def test_the_tracer_shows_complex_levels_and_elements_of_matrices() -> None:
    calculator = seated("LBL A\n4\nCHS\nI\n1\nENTER\nDIM B\nMATRIX 1\n9\nSTO B\nRTN")
    lines: list[TracedLine] = []
    list(Session(calculator, observer=Tracer(calculator.state, lines.append)).play("3 GSB A"))
    assert [line.x for line in lines[2:5]] == ["-4", "3-4i", "1"]
    assert lines[4].y == "3-4i"
    assert [line.changed for line in lines[6:10]] == [
        {"B1,1": "0"},
        {"R0": "1", "R1": "1"},
        {},
        {"B1,1": "9"},
    ]


def test_the_profile_adds_up() -> None:
    calculator = seated()
    profile = Profile(calculator.state)
    session = Session(calculator, observer=profile)
    list(session.play("3 GSB A"))
    rows = profile.rows()
    assert sum(row.runs for row in rows) == session.lines
    assert max(rows, key=lambda row: row.word_times).mnemonic == "f PSE"
    assert "f PSE" in profile.table()
