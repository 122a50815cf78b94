"""Programs that run beside the requests: in turns, suspended when nobody looks. The memory file."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hp15c.table.models import Model
from programs.web import runner, snapshot
from programs.web.kept_calculators import Kept
from programs.web.runner import SessionTasks
from programs.web.sessions import UNATTENDED, PageSession, Sessions
from tests.programs.web.test_desk import FOREVER, Watch, desk
from tests.support.loops import run, until


def endless(held: Sessions) -> PageSession:
    session, _ = held.open(Model.HP15C)
    session.desk.load(desk(FOREVER)[0].state.program)
    session.desk.press("GSB A")
    return session


async def goes_on(session: PageSession) -> None:
    before = session.desk.state.word_times
    await until(lambda: session.desk.state.word_times > before)


@pytest.mark.slow
def test_two_endless_programs_take_turns() -> None:
    async def play() -> None:
        held = Sessions(Watch())
        running = SessionTasks(held)
        one, other = endless(held), endless(held)
        for session in (one, other):
            running.go_on(session)
        await goes_on(one)
        await goes_on(other)
        one.desk.stop()
        await goes_on(other)
        assert not one.desk.state.running

    run(play())


@pytest.mark.slow
def test_a_program_that_nobody_looks_at_is_suspended_until_somebody_does() -> None:
    async def play() -> None:
        watch = Watch()
        held = Sessions(watch)
        running = SessionTasks(held)
        session = endless(held)
        running.go_on(session)
        await goes_on(session)
        watch.now += UNATTENDED + 1
        await until(lambda: not running.at_work(session))
        assert session.desk.state.running
        held.find(session.name)
        running.look(session)
        await goes_on(session)

    run(play())


def test_the_memory_is_written_while_the_server_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "SWEEP", 0.005)
    file = tmp_path / "memory.json"

    async def play() -> None:
        held = Sessions(Watch(), file)
        running = SessionTasks(held)
        session, _ = held.open(Model.HP15C)
        sweeper = asyncio.create_task(running.sweep())
        session.desk.press("42 ENTER")
        session.unsaved = True
        await until(lambda: not session.unsaved)
        sweeper.cancel()
        kept = Kept(file).get(session.name)
        assert kept is not None
        assert snapshot.restore(kept.snapshot, Watch()).state.stack[0] == 42

    run(play())
