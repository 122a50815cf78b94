"""The calculators of all pages: found by a secret name, dropped when idle, kept in a file."""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.store.hold import Hold, is_held
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from programs.web import snapshot
from programs.web.desk import Clock, Desk
from programs.web.kept_calculators import Kept, KeptRow, new_title

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

    `owner` is the secret of the browser that made it. `unsaved` says that the calculator may differ from the
    one in the file. `unused` is its text as long as nothing was done with it: then it is not kept. `written`
    is the text in the file.
    """

    def __init__(self, name: str, desk: Desk, now: float = 0.0, owner: str = "", title: str = "") -> None:
        self.name = name
        self.desk = desk
        self.seen = now
        self.owner = owner
        self.title = title
        self.away = False
        self.unsaved = False
        self.unused: str | None = None
        self.written = ""


class Sessions:
    """All sessions. `memory` is the file in which their calculators are kept, None for no file.

    A new page goes on with the calculator that was used last of those that no open page has. New ones are of
    the make `machine`, if it is given, and then others are passed over. Where the server is `private`, all
    calculators belong to one person. Else each browser has its own, which its secret, the owner, finds. New
    ones begin with the program `lesson`.

    A calculator that a page looks at is held, so that no terminal opens it at the same time.
    """

    def __init__(
        self,
        clock: Clock,
        memory: Path | None = None,
        idle: float = IDLE,
        most: int = MOST,
        machine: Machine | None = None,
        private: bool = True,
        lesson: Program | None = None,
    ) -> None:
        self._clock = clock
        self._idle = idle
        self._most = most
        self._machine = machine
        self._private = private
        self.lesson = lesson
        self._held: dict[str, PageSession] = {}
        self._holds: dict[str, Hold] = {}
        self._kept = Kept(memory) if memory is not None else None
        self.trouble = ""

    def __len__(self) -> int:
        return len(self._held)

    @property
    def kept_model(self) -> Model | None:
        """The model of the calculator that was used last. None where none is kept."""
        rows = self._kept.rows(None) if self._kept is not None else []
        return Model.of(rows[0].model) if rows else None

    def open(
        self, model: Model, owner: str = "", shown: Collection[str] | None = None, fresh: bool = False
    ) -> tuple[PageSession, bool]:
        """A session with a calculator of this model for a new page, and whether it goes on from memory.

        `shown` has the names of the sessions that the owner's browser shows now, None where it cannot say.
        `fresh` asks for a new calculator. Full when there is no room.
        """
        make = self._machine if self._machine is not None and self._machine.model is model else None
        for row in [] if fresh else self.kept_for(owner):
            if row.model != model.value or self.is_open(row, owner, shown):
                continue
            desk = self._read_desk(row.snapshot)
            if desk is not None and make in (None, desk.state.machine):
                return self._move(row, desk, owner), True
        desk = Desk(model, self._clock, State.fresh(model, make))
        if self.lesson is not None and self.lesson.model is model:
            desk.state.program = self.lesson
        session = self._hold(new_name(), desk, owner, self._new_title(owner))
        session.unused = snapshot.write(desk)
        return session, False

    def take(self, name: str, owner: str) -> PageSession | None:
        """The calculator of another session for a new page. That session ends. None when there is none."""
        held = self._held.get(name)
        if held is not None:
            self.save(held)
        row = next((one for one in self.kept_for(owner) if one.name == name), None)
        if row is None or self.is_elsewhere(row.name):
            return None
        desk = self._read_desk(row.snapshot)
        return self._move(row, desk, owner) if desk is not None else None

    @property
    def keeps(self) -> bool:
        """Whether calculators are kept when the server ends."""
        return self._kept is not None

    def kept_for(self, owner: str) -> list[KeptRow]:
        """The calculators of a browser, or of the person at this computer, the one used last first."""
        if self._kept is None or not (owner or self._private):
            return []
        for session in self._held.values():
            self.save(session)
        return self._kept.rows(None if self._private else owner)

    def is_open(self, row: KeptRow, owner: str, shown: Collection[str] | None) -> bool:
        """Whether an open page has this calculator. A browser knows that best for its own."""
        if shown is not None and owner and row.owner == owner:
            return row.name in shown or self.is_elsewhere(row.name)
        held = self._held.get(row.name)
        if held is None or row.name not in self._holds:
            return self.is_elsewhere(row.name)
        return not held.away and self.is_in_use(held)

    def is_elsewhere(self, name: str) -> bool:
        """Whether another process, a terminal, has the calculator."""
        return self._kept is not None and name not in self._holds and is_held(self._kept.path, name)

    def rename(self, row: KeptRow, title: str) -> None:
        """Give a calculator another title. OSError when that cannot be written."""
        assert self._kept is not None
        self._kept.rename(row.name, title)
        if row.name in self._held:
            self._held[row.name].title = title

    def remove(self, row: KeptRow) -> None:
        """Delete a calculator. OSError when that cannot be written."""
        assert self._kept is not None
        self._kept.remove(row.name)
        self._forget(row.name)

    def add(self, text: str, title: str, owner: str) -> None:
        """Keep a calculator that was saved to a file. InputError when the text is none."""
        desk = snapshot.restore(text, self._clock)
        if self._kept is None:
            raise InputError("this server keeps nothing (--no-memory)")
        title = title or self._new_title(owner)
        self._kept.put(KeptRow(new_name(), desk.model.value, text, owner, title, time.time()))

    def find(self, name: str) -> PageSession | None:
        """The session of this name, read from the file if needed. It counts as looked at.

        None when there is no such session, also when a terminal has taken its calculator.
        """
        session = self._held.get(name)
        if self._kept is not None and name not in self._holds:
            session = self._found_again(name, session)
        if session is not None:
            session.seen = self._clock()
            session.away = False
        return session

    def leave(self, session: PageSession) -> None:
        """Note that its page is closed or left. It may come back while the session is kept."""
        session.away = True
        self.save(session)
        self._let_go(session.name)

    def is_in_use(self, session: PageSession) -> bool:
        """Whether a page has asked for it recently."""
        return self._clock() - session.seen < UNATTENDED

    def drop_idle(self) -> None:
        """Drop the sessions that no page has looked at for long. Hold none that no page looks at."""
        now = self._clock()
        for session in list(self._held.values()):
            if now - session.seen >= self._idle:
                self.save(session)
                self._forget(session.name)
            elif not self.is_in_use(session):
                self.save(session)
                self._let_go(session.name)

    def save(self, session: PageSession) -> None:
        """Write a calculator that may have changed. `trouble` says why that is not possible."""
        if self._kept is None or not session.unsaved:
            return
        text = snapshot.write(session.desk)
        if text == session.unused:
            return
        if session.name not in self._holds and not self._take_hold(session.name):
            self.trouble = "the memory is not kept: a terminal has this calculator"
            return
        session.unused = None
        row = KeptRow(session.name, session.desk.model.value, text, session.owner, session.title, time.time())
        try:
            self._kept.put(row)
        except OSError as error:
            self.trouble = f"the memory is not kept: {error}"
        else:
            self.trouble, session.unsaved, session.written = "", False, text

    def save_all(self) -> None:
        """Write every calculator that may have changed."""
        for session in self._held.values():
            self.save(session)

    def close(self) -> None:
        """End the server: write what is not written, and close the file."""
        self.save_all()
        for name in list(self._holds):
            self._let_go(name)
        if self._kept is not None:
            self._kept.close()

    def _hold(self, name: str, desk: Desk, owner: str, title: str) -> PageSession:
        self.drop_idle()
        if len(self._held) >= self._most:
            self._let_one_go()
        desk.lesson = self.lesson if self.lesson is not None and self.lesson.model is desk.model else None
        session = self._held[name] = PageSession(name, desk, self._clock(), owner, title)
        return session

    def _move(self, row: KeptRow, desk: Desk, owner: str) -> PageSession:
        """A session of a new name for a kept calculator. The page that had it before finds it no more."""
        assert self._kept is not None
        self._forget(row.name)
        session = self._hold(new_name(), desk, row.owner or owner, row.title or self._new_title(owner))
        self._take_hold(session.name)
        self._kept.move(row.name, session.name)
        self._kept.rename(session.name, session.title)
        session.written = row.snapshot
        return session

    def _found_again(self, name: str, session: PageSession | None) -> PageSession | None:
        """A session that was not held, as the file has its calculator now: a terminal may have used it."""
        assert self._kept is not None
        row = self._kept.get(name)
        if row is None:
            if session is not None and session.written:
                self._forget(name)
                return None
            return session
        if not self._take_hold(name):
            self._forget(name)
            return None
        if session is None or row.snapshot != session.written:
            desk = self._read_desk(row.snapshot)
            if desk is None:
                self._let_go(name)
                return None
            session = self._hold(name, desk, row.owner, row.title)
            session.written = row.snapshot
        return session

    def _take_hold(self, name: str) -> bool:
        """Hold a calculator. Say whether that went: a terminal may have it."""
        assert self._kept is not None
        try:
            self._holds[name] = Hold(self._kept.path, name)
        except InputError:
            return False
        return True

    def _let_go(self, name: str) -> None:
        hold = self._holds.pop(name, None)
        if hold is not None:
            hold.let_go()

    def _forget(self, name: str) -> None:
        self._held.pop(name, None)
        self._let_go(name)

    def _new_title(self, owner: str) -> str:
        known = {one.title for one in self.kept_for(owner)}
        known |= {one.title for one in self._held.values() if self._private or one.owner == owner}
        return new_title(known)

    def _let_one_go(self) -> None:
        """Make room: drop the calculator left first, or one that can be read from the file again."""
        left = [one for one in self._held.values() if one.away]
        if not left and self._kept is not None:
            left = [one for one in self._held.values() if not self.is_in_use(one)]
        if not left:
            raise Full
        oldest = min(left, key=lambda one: one.seen)
        self.save(oldest)
        self._forget(oldest.name)

    def _read_desk(self, text: str | None) -> Desk | None:
        if text is None:
            return None
        try:
            return snapshot.restore(text, self._clock)
        except InputError as error:
            self.trouble = f"a calculator in memory cannot be read: {error}"
            return None


def new_name() -> str:
    """A name of a session that nobody guesses."""
    return secrets.token_urlsafe(24)
