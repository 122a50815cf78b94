"""The server: one page, its files, and the answers to the page's requests. It has no calculator logic.

Requests are answered one after the other on one event loop. Programs run there too, in slices of a few
milliseconds, so that no program keeps the server from answering.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from programs.web import answers, page
from programs.web.answers import JsonObject, Later
from programs.web.calculators import answer_question, shown_of
from programs.web.fields import RequestRefused
from programs.web.guard import Guarded, HostNames, answer, fields_of, is_private
from programs.web.runner import SessionTasks
from programs.web.sessions import Full, PageSession, Sessions

FOREVER: Final = "public, max-age=31536000, immutable"
"""The cache header of files whose address holds the hash of their content."""


class Server:
    """The answers of each address."""

    def __init__(self, sessions: Sessions, shown_first: Model) -> None:
        self.sessions = sessions
        self.shown_first = shown_first
        self.runner = SessionTasks(sessions)
        self._slow = asyncio.Semaphore(1)

    async def index(self, request: Request) -> Response:
        """The page with one model's face."""
        text = request.path_params.get("model", self.shown_first.value)
        try:
            model = Model.of(text)
        except InputError:
            faces = " and ".join(f"/{one}" for one in Model)
            raise RequestRefused(404, f"/{text[:40]} leads nowhere: the calculators are {faces}") from None
        lesson = self.sessions.lesson
        title = (lesson.title or "the program of the day") if lesson and lesson.model is model else ""
        return Response(page.render(model, None, title), media_type="text/html")

    async def guide(self, request: Request) -> Response:
        """A chapter of the guide."""
        from programs.web import guide

        try:
            text = await run_in_threadpool(guide.render, request.path_params["chapter"], page.on_server())
        except InputError as error:
            raise RequestRefused(404, str(error)) from None
        return Response(text, media_type="text/html")

    async def asset(self, request: Request) -> Response:
        """A file of the page. Its address holds the hash of all files."""
        path = page.STATIC / request.path_params["file"]
        if request.path_params["digest"] != page.digest() or path.name not in page.assets():
            raise RequestRefused(404, "there is no such file: load the page again")
        return FileResponse(path, headers={"cache-control": FOREVER})

    async def open(self, request: Request) -> Response:
        """A session: the one that the page had, or a new one."""
        fields = await fields_of(request)
        model = Model(fields.choice("model", *Model))
        owner = fields.text_or_none("owner") or ""
        name, taken = fields.text_or_none("session"), fields.text_or_none("take")
        session = self.sessions.take(taken, owner) if taken is not None else None
        if session is None and name is not None:
            session = self.sessions.find(name)
        found = session is not None and session.desk.model is model
        kept = False
        if session is None or not found:
            fresh = fields.has("fresh") and fields.flag("fresh")
            session, kept = self.sessions.open(model, owner, shown_of(fields), fresh)
        session.desk.up()  # a page that is opened holds no key
        facts = {"session": session.name, "title": session.title, "found": found, "kept": kept}
        return self._answer_act(session, facts)

    async def calculators(self, request: Request) -> Response:
        """The list of kept calculators, and what is done with it."""
        return JSONResponse(answer_question(self.sessions, await fields_of(request)))

    async def ask(self, request: Request) -> Response:
        """An operation on the calculator of a session."""
        session = self.sessions.find(request.path_params["session"])
        if session is None:
            raise RequestRefused(
                404, "this calculator is open in another tab now, or it was deleted; load the page again"
            )
        operation = request.path_params["operation"]
        handler, acts = answers.handler(operation)
        answer = handler(session.desk, await fields_of(request))
        facts = await self._slowly(answer) if isinstance(answer, Later) else answer or {}
        if operation == "look":
            self.runner.look(session)
            return self._json(answers.face(session.desk), facts)
        return self._answer_act(session, facts) if acts else JSONResponse(facts)

    async def leave(self, request: Request) -> Response:
        """Note that the page is closed or left."""
        session = self.sessions.find(request.path_params["session"])
        if session is not None:
            self.sessions.leave(session)
        return JSONResponse({})

    async def _slowly(self, later: Later) -> JsonObject:
        """The answer to work that takes seconds. It is done beside the event loop, one piece at a time."""
        async with self._slow:
            result = await run_in_threadpool(later.work)
        return later.then(result)

    def _answer_act(self, session: PageSession, more: JsonObject) -> Response:
        self.runner.go_on(session)
        session.unsaved = True
        facts = answers.face(session.desk)
        self.sessions.save(session)
        return self._json(facts, more)

    def _json(self, facts: JsonObject, more: dict[str, Any]) -> Response:
        return JSONResponse({**facts, "trouble": self.sessions.trouble, **more})

    def routes(self) -> list[Route]:
        """All addresses."""
        return [
            Route("/", self.index),
            Route("/api", self.open, methods=["POST"]),
            Route("/api/calculators", self.calculators, methods=["POST"]),
            Route("/api/{session}/leave", self.leave, methods=["POST"]),
            Route("/api/{session}/{operation}", self.ask, methods=["POST"]),
            Route("/assets-{digest}/{file}", self.asset),
            Route("/guide/{chapter}", self.guide),
            Route("/{model}", self.index),
        ]


def create_app(
    host: str = "127.0.0.1",
    memory: Path | None = None,
    idle: float = 3600.0,
    shown_first: Model | None = None,
    sessions: Sessions | None = None,
    machine: Machine | None = None,
    lesson: Program | None = None,
) -> ASGIApp:
    """The application for a server bound to `host`. InputError when the memory file cannot be read.

    It refuses requests under other names than the host's own, and those of other sites' pages. The first
    page shows `shown_first`, or else the calculator that the memory file holds. New calculators of its model
    are of the make `machine`, and begin with the program `lesson` if it is for their model.
    """
    held = (
        sessions
        if sessions is not None
        else Sessions(time.monotonic, memory, idle, machine=machine, private=is_private(host), lesson=lesson)
    )
    server = Server(held, shown_first or (lesson and lesson.model) or held.kept_model or Model.HP15C)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(server.runner.sweep())
        yield
        sweeper.cancel()
        held.close()

    app = Starlette(
        routes=server.routes(),
        lifespan=lifespan,
        exception_handlers={
            RequestRefused: _refuse,
            InputError: _refuse,
            Full: _refuse,
            HTTPException: _refuse,
        },
    )
    return Guarded(app, HostNames.of(host), page.policy("frame-ancestors 'none'"))


async def _refuse(request: Request, error: Exception) -> Response:
    headers = (isinstance(error, HTTPException) and error.headers) or {}
    if isinstance(error, Full):
        error = RequestRefused(503, "too many calculators are in use: close a page and try again")
    elif isinstance(error, HTTPException):
        asked = f"{request.method[:10]} {request.url.path[:100]}"
        error = RequestRefused(error.status_code, f"{asked} is not answered here")
    elif isinstance(error, InputError):
        error = RequestRefused(400, answers.message(error))
    assert isinstance(error, RequestRefused)
    response = answer(request, error)
    response.headers.update(headers)
    return response
