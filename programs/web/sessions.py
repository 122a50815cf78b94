"""The calculators of all pages: found by a secret name, dropped when idle, one of them kept in a file."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from hp15c import saved
from hp15c.errors import InputError
from hp15c.models import Model
from hp15c.state import State
from programs.web.board import Board
from programs.web.desk import Clock, Desk

MOST: Final = 64
IDLE: Final = 3600.0
"""Seconds after which a calculator that nobody looks at is dropped."""

UNATTENDED: Final = 90.0
"""Seconds that a program runs on while no page asks for its display."""


class Full(Exception):
    """As many calculators are in use as the server holds."""


class Session:
    """A page's calculator, its Mastermind board if it has one, and when it was last looked at."""

    def __init__(self, name: str, desk: Desk, now: float) -> None:
        self.name = name
        self.desk = desk
        self.board: Board | None = None
        self.seen = now
        self.away = False


class Sessions:
    """All sessions. `memory` is a file in which one calculator of each model is kept.

    The first page has the kept calculator; another page gets it once that one is closed or dropped.
    """

    def __init__(
        self, clock: Clock, memory: Path | None = None, idle: float = IDLE, most: int = MOST
    ) -> None:
        self._clock = clock
        self._memory = memory
        self._idle = idle
        self._most = most
        self._held: dict[str, Session] = {}
        self._keeper: Session | None = None
        self._kept: State | None = None
        self._changed = False
        self.trouble = ""
        if memory is not None and not memory.parent.is_dir():
            raise InputError(f"{memory}: there is no directory {memory.parent}")
        if memory is not None and memory.exists():
            self._kept = saved.load(memory)

    def __len__(self) -> int:
        return len(self._held)

    @property
    def kept_model(self) -> Model | None:
        """The model of the calculator that waits in memory."""
        return self._kept.model if self._kept is not None else None

    def open(self, model: Model) -> Session:
        """A new session with a calculator of this model; Full when there is no room."""
        self.drop_idle()
        if len(self._held) >= self._most:
            raise Full
        state = self._take_memory(model)
        desk = Desk(model, self._clock, state)
        session = Session(secrets.token_urlsafe(24), desk, self._clock())
        if self._memory is not None and self._keeper is None and (state is not None or self._kept is None):
            self._keeper = session
        self._held[session.name] = session
        return session

    def find(self, name: str) -> Session | None:
        """The session of this name, and note that somebody looks at it."""
        session = self._held.get(name)
        if session is not None:
            session.seen = self._clock()
            session.away = False
        return session

    def leave(self, session: Session) -> None:
        """Its page is closed or left; it may come back while the session is kept."""
        session.away = True
        self.save()

    def attended(self, session: Session) -> bool:
        """Whether a page has asked for it lately."""
        return self._clock() - session.seen < UNATTENDED

    def drop_idle(self) -> None:
        """Forget the sessions that nobody has looked at for long."""
        now = self._clock()
        for session in list(self._held.values()):
            if now - session.seen >= self._idle:
                self.save()
                del self._held[session.name]
                if session is self._keeper:
                    self._kept, self._keeper = session.desk.state, None

    def changed(self, session: Session) -> None:
        """Note that a calculator may have changed; `save` writes it if it is the kept one."""
        self._changed |= session is self._keeper

    def save(self) -> None:
        """Write the memory file if its calculator has changed; `trouble` says why that is not possible."""
        if self._memory is None or self._keeper is None or not self._changed:
            return
        try:
            saved.save(self._keeper.desk.state, self._memory)
        except OSError as error:
            self.trouble = f"the memory is not kept: {self._memory}: {error.strerror}"
        else:
            self.trouble, self._changed = "", False

    def _take_memory(self, model: Model) -> State | None:
        """The kept state for a new session, if it is this model's and no open page has it."""
        if self._keeper is not None and self._keeper.away and self._keeper.desk.model is model:
            self._kept = self._keeper.desk.state.copy()
            del self._held[self._keeper.name]
            self._keeper = None
        if self._keeper is not None or self._kept is None or self._kept.model is not model:
            return None
        state, self._kept = self._kept, None
        return state
