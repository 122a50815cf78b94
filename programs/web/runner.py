"""Work besides the requests: programs in slices, the memory file, idle sessions."""

from __future__ import annotations

import asyncio
from typing import Final

from programs.web.answers import look_at_game
from programs.web.sessions import PageSession, Sessions

REST: Final = 0.001
"""Seconds for other work between two slices of a program."""

SWEEP: Final = 1.0
"""Seconds between two writes of calculators at work, and between two checks for idle sessions."""


class SessionTasks:
    """The tasks that run the programs of the sessions, one for each that has something to do."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def at_work(self, session: PageSession) -> bool:
        """Whether a task runs the program of this session."""
        return session.name in self._tasks

    def look(self, session: PageSession) -> None:
        """Note that a page looks: a program that was suspended goes on."""
        if not self.at_work(session):
            self.go_on(session)

    def go_on(self, session: PageSession) -> None:
        """Do what is due now, and start a task for the rest."""
        before = self._tasks.pop(session.name, None)
        if before is not None:
            before.cancel()
        due = session.desk.work()
        if due is not None:
            task = asyncio.get_running_loop().create_task(self._run(session, due))
            self._tasks[session.name] = task
            task.add_done_callback(lambda done: self._forget(session, done))

    def _forget(self, session: PageSession, task: asyncio.Task[None]) -> None:
        if self._tasks.get(session.name) is task:
            del self._tasks[session.name]

    async def _run(self, session: PageSession, due: float | None) -> None:
        while due is not None and self.sessions.is_in_use(session):
            await asyncio.sleep(max(due, REST))
            due = session.desk.work()
            look_at_game(session.desk)
            session.unsaved = True
        self.sessions.save(session)

    async def sweep(self) -> None:
        """Keep the memory and drop idle sessions for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP)
            self.sessions.save_all()
            self.sessions.drop_idle()
