"""What the worker answers about programs: what each line does, and the time that it takes."""

from __future__ import annotations

import base64

from tests.programs.web.test_answers import ask, finish, opened, press


def test_a_program_is_explained_line_by_line() -> None:
    worker = opened()
    ask(worker, "load", name="x.15c", data=base64.b64encode("LBL A\nx²\nSTO 1\nRTN".encode()).decode())
    told = ask(worker, "explanation")
    assert told["listing"] == ask(worker, "look")["listing"]
    assert [line["does"] for line in told["lines"]][1:3] == ["x²", "r1 = x²"]
    assert "changes R1" in told["lines"][0]["part"]
    assert told["lines"][1]["whole"].splitlines()[:2] == ["x²", "X: x²"]


def test_lines_are_timed() -> None:
    worker = opened()
    ask(worker, "load", name="x.15c", data=base64.b64encode(b"LBL A\n2\n+\nRTN").decode())
    ask(worker, "time_lines", on=True)
    press(worker, "32 11")
    finish(worker)
    costs = ask(worker, "look")["costs"]
    assert [costs[line][0] for line in "1234"] == [1, 1, 1, 1]
    assert all(costs[line][1] > 0 for line in "1234")
