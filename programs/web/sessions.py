"""The calculators of all pages: found by a secret name, dropped when idle, kept in a file."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.state.state import State
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from programs.web import snapshot
from programs.web.desk import Clock, Desk
from programs.web.kept import Kept

MOST: Final = 64
IDLE: Final = 3600.0
"""Seconds after which a calculator that no page looks at is dropped.

A calculator in the file is read again when needed.
"""

UNATTENDED: Final = 90.0
"""Seconds that a program runs on while no page asks for its display."""


class Full(Exception):
    """Raised when as many calculators are in use as the server holds."""


class PageSession:
    """A page's calculator and when it was last looked at.

    `unsaved` says that the calculator may differ from the one in the file.
    """

    def __init__(self, name: str, desk: Desk, now: float = 0.0) -> None:
        self.name = name
        self.desk = desk
        self.seen = now
        self.away = False
        self.unsaved = False


class Sessions:
    """All sessions. `memory` is the file in which their calculators are kept, None for no file.

    A new page goes on with the calculator that was used last, unless another page that is open has it, or it
    is another make than `machine`, which new calculators are.
    """

    def __init__(
        self,
        clock: Clock,
        memory: Path | None = None,
        idle: float = IDLE,
        most: int = MOST,
        machine: Machine | None = None,
    ) -> None:
        self._clock = clock
        self._idle = idle
        self._most = most
        self._machine = machine
        self._held: dict[str, PageSession] = {}
        self._kept = Kept(memory) if memory is not None else None
        self.trouble = ""

    def __len__(self) -> int:
        return len(self._held)

    @property
    def kept_model(self) -> Model | None:
        """The model of the calculator that was used last."""
        name = self._kept.newest_model() if self._kept is not None else None
        return Model.of(name) if name is not None else None

    def open(self, model: Model) -> tuple[PageSession, bool]:
        """A new session with a calculator of this model, and whether it goes on from memory.

        Full when there is no room.
        """
        make = self._machine if self._machine is not None and self._machine.model is model else None
        desk = None
        if self._kept is not None and not self._in_use(model):
            desk = self._read(self._kept.newest(model))
        if desk is not None and make not in (None, desk.state.machine):
            desk = None
        is_kept = desk is not None
        return self._hold(
            secrets.token_urlsafe(24), desk or Desk(model, self._clock, State.fresh(model, make))
        ), is_kept

    def find(self, name: str) -> PageSession | None:
        """The session of this name, read from the file if needed. It counts as looked at."""
        session = self._held.get(name)
        if session is None and self._kept is not None:
            desk = self._read(self._kept.get(name))
            session = self._hold(name, desk) if desk is not None else None
        if session is not None:
            session.seen = self._clock()
            session.away = False
        return session

    def leave(self, session: PageSession) -> None:
        """Note that its page is closed or left. It may come back while the session is kept."""
        session.away = True
        self.save(session)

    def attended(self, session: PageSession) -> bool:
        """Whether a page has asked for it recently."""
        return self._clock() - session.seen < UNATTENDED

    def drop_idle(self) -> None:
        """Drop the sessions that no page has looked at for long."""
        now = self._clock()
        for session in list(self._held.values()):
            if now - session.seen >= self._idle:
                self.save(session)
                del self._held[session.name]

    def save(self, session: PageSession) -> None:
        """Write a calculator that may have changed. `trouble` says why that is not possible."""
        if self._kept is None or not session.unsaved:
            return
        try:
            self._kept.put(session.name, session.desk.model, snapshot.written(session.desk))
        except OSError as error:
            self.trouble = f"the memory is not kept: {error}"
        else:
            self.trouble, session.unsaved = "", False

    def save_all(self) -> None:
        """Write every calculator that may have changed."""
        for session in self._held.values():
            self.save(session)

    def close(self) -> None:
        """End the server: write what is not written, and close the file."""
        self.save_all()
        if self._kept is not None:
            self._kept.close()

    def _hold(self, name: str, desk: Desk) -> PageSession:
        self.drop_idle()
        if len(self._held) >= self._most:
            self._let_one_go()
        session = self._held[name] = PageSession(name, desk, self._clock())
        return session

    def _let_one_go(self) -> None:
        """Make room: drop the calculator that was left first, or else one that can be read from the file
        again.
        """
        left = [one for one in self._held.values() if one.away]
        if not left and self._kept is not None:
            left = [one for one in self._held.values() if not self.attended(one)]
        if not left:
            raise Full
        oldest = min(left, key=lambda one: one.seen)
        self.save(oldest)
        del self._held[oldest.name]

    def _in_use(self, model: Model) -> bool:
        """Whether a page that is open has a calculator of this model."""
        return any(one.desk.model is model and not one.away for one in self._held.values())

    def _read(self, text: str | None) -> Desk | None:
        if text is None:
            return None
        try:
            return snapshot.read(text, self._clock)
        except InputError as error:
            self.trouble = f"a calculator in memory cannot be read: {error}"
            return None
