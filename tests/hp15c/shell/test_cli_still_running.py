"""A run that takes long says so: on a terminal in a line that changes, elsewhere in lines now and then."""

from __future__ import annotations

import io
import threading

import pytest

from hp15c.shell import cli_still_running as still_running
from hp15c.shell.cli_still_running import StillRunning, text
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND


class Stream(io.StringIO):
    """A stream that says whether it is a terminal, and when so many writes have come."""

    def __init__(self, terminal: bool, wanted: int) -> None:
        super().__init__()
        self.terminal = terminal
        self.wanted = wanted
        self.came = threading.Event()

    def isatty(self) -> bool:
        return self.terminal

    def write(self, what: str) -> int:
        self.wanted -= 1
        if self.wanted <= 0:
            self.came.set()
        return super().write(what)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONG", "TICK", "FIRST_LINE", "LONGEST"):
        monkeypatch.setattr(still_running, name, 0.002)


def test_a_terminal_has_one_line_that_is_taken_away() -> None:
    state = State.fresh(Model.HP15C)
    stream = Stream(terminal=True, wanted=3)
    still = StillRunning(state, stream)
    still.start()
    assert stream.came.wait(60)
    still.stop()
    shown = stream.getvalue()
    assert shown.count("Still running") >= 3
    assert "\n" not in shown
    assert shown.endswith("\r\x1b[K")


def test_a_log_has_lines() -> None:
    stream = Stream(terminal=False, wanted=2)
    still = StillRunning(State.fresh(Model.HP15C), stream)
    still.start()
    assert stream.came.wait(60)
    still.stop()
    lines = stream.getvalue().splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("Still running after 0 s;") for line in lines)


def test_nothing_is_said_of_a_short_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONG", "FIRST_LINE"):
        monkeypatch.setattr(still_running, name, 1000.0)
    for terminal in (False, True):
        stream = Stream(terminal, wanted=1)
        still = StillRunning(State.fresh(Model.HP15C), stream)
        still.start()
        still.stop()
        assert stream.getvalue() == ""


def test_what_the_real_machine_spends_is_said_where_it_is_known() -> None:
    state = State.fresh(Model.HP15C)
    state.line = 14
    assert text(3.2, state, 0) == "Still running after 3 s; Ctrl-C stops it, as a key does."
    said = text(3.2, state, 3725 * WORD_TIMES_PER_SECOND)
    assert "at line 014, 1 h 02 min on the real machine" in said
    assert "2 min 05 s" in text(0, state, 125 * WORD_TIMES_PER_SECOND)


def test_nothing_is_written_behind_its_end() -> None:
    stream = Stream(terminal=True, wanted=3)
    still = StillRunning(State.fresh(Model.HP15C), stream)
    still.start()
    assert stream.came.wait(60)
    still.end()
    shown = stream.getvalue()
    assert shown.endswith("\r\x1b[K")
    still.stop()
    assert stream.getvalue() == shown
