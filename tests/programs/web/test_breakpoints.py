"""Breakpoints with conditions, and watched places."""

from __future__ import annotations

import base64

from tests.programs.web.test_answers import ask, finish, opened, press
from tests.programs.web.test_desk import desk, work_out


def test_a_watched_register_stops_the_run_and_says_what_changed() -> None:
    made, watch = desk("LBL A; 3; STO 1; 4; STO 2; RTN")
    made.watch(["R2"])
    made.press("GSB A")
    work_out(made, watch)
    assert made.note == "line 005: R2 changed from 0 to 4"
    assert (made.broken, made.state.line) == (True, 6)


def test_a_breakpoint_stops_when_its_condition_holds() -> None:
    worker = opened()
    listing = base64.b64encode(b"LBL A\n0\nSTO 1\nLBL 1\n1\nSTO + 1\nGTO 1").decode()
    ask(worker, "load", name="x.15c", data=listing)
    assert ask(worker, "breakpoint", line=6, on=True, condition="R1 > 41")["breakpoints"] == {"6": "R1 > 41"}
    press(worker, "32 11")
    finish(worker)
    face = ask(worker, "look")
    assert (face["registers"]["R1"], face["line"]) == ("42", 6)
    assert "R1 > 41" in face["note"]
