"""Messages in a long run: one line that changes on a terminal, one line after the other elsewhere."""

from __future__ import annotations

from threading import Event, RLock, Thread
from time import monotonic
from typing import Final, TextIO

from hp15c.state.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND

LONG: Final = 2.0
"""Seconds after which a run is long."""

TICK: Final = 0.4
FIRST_LINE: Final = 10.0
LONGEST: Final = 60.0
_CLEAR: Final = "\r\x1b[K"


def text(seconds: float, state: State, spent: int) -> str:
    """The message about a run: its seconds, the line where it is, and the real machine's word times.

    Line and word times are left out when no word times are spent: an engine tells them only at the end.
    """
    where = f", at line {state.line:03d}, {_duration(spent)} on the real machine" if spent else ""
    return f"Still running after {seconds:.0f} s{where}; Ctrl-C stops it, as a key does."


def _duration(word_times: int) -> str:
    minutes, rest = divmod(round(word_times / WORD_TIMES_PER_SECOND), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s"


class StillRunning:
    """Looks at a calculator from another thread while its program runs. It only reads.

    On a terminal one line is written again every `TICK` seconds, and taken away by `clear` before anything
    else is printed. Elsewhere the first line is printed after `FIRST_LINE` seconds, and the next ones at
    growing intervals.
    """

    def __init__(self, state: State, stream: TextIO) -> None:
        self._state = state
        self._stream = stream
        self._terminal = stream.isatty()
        self._done = Event()
        self._lock = RLock()  # a signal may come while it is held
        self._shown = False
        self._thread = Thread(target=self._tell, daemon=True)

    def start(self) -> None:
        """Start the thread that looks at the calculator."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread, and take the line away."""
        self._done.set()
        self._thread.join(2 * TICK)
        self.clear()

    def end(self) -> None:
        """Stop the thread and take the line away without waiting, as a signal's handler has to."""
        self._done.set()
        self.clear()

    def clear(self) -> None:
        """Take the line away from the terminal."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR)
                self._shown = False

    def _tell(self) -> None:
        begun, before = monotonic(), self._state.word_times
        pause = LONG if self._terminal else FIRST_LINE
        while not self._done.wait(pause):
            with self._lock:
                if self._done.is_set():
                    break
                line = text(monotonic() - begun, self._state, self._state.word_times - before)
                self._write(_CLEAR + line if self._terminal else line + "\n")
                self._shown = self._terminal
            pause = TICK if self._terminal else min(LONGEST, 2 * pause)

    def _write(self, what: str) -> None:
        try:
            self._stream.write(what)
            self._stream.flush()
        except (OSError, ValueError):  # closed
            self._done.set()
