"""The server: one page, its files, and a small JSON interface to the calculators. No calculator logic.

Requests are answered one after the other on one event loop; programs run there too, in slices of a few
milliseconds, so that no program keeps the server from answering.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from hp15c import keyboard
from hp15c.errors import InputError, ListingError
from hp15c.listing.decoding import decode
from hp15c.listing.formats import format_named
from hp15c.listing.reader import Listing, parse
from hp15c.models import Model
from programs.web import board, page, view
from programs.web.guard import (
    LARGEST_LISTING,
    Fields,
    Guarded,
    Names,
    Refused,
    answer,
    body,
)
from programs.web.runner import Runner
from programs.web.sessions import Full, Session, Sessions

if TYPE_CHECKING:
    from programs.web.hints import Hint
    from solver.next_guess import History

MOST_EVENTS: Final = 200
MOST_WAITING: Final = 400
MOST_FAULTS: Final = 10
Handler = Callable[[Request], Awaitable[Response]]
SessionHandler = Callable[[Request, Session], Awaitable[Response]]


class Server:
    """What each address answers."""

    def __init__(self, sessions: Sessions, shown_first: Model) -> None:
        self.sessions = sessions
        self.shown_first = shown_first
        self.runner = Runner(sessions)
        self._hints = asyncio.Semaphore(1)

    # pages

    async def index(self, request: Request) -> Response:
        """The page with one model's face."""
        text = request.path_params.get("model", self.shown_first.value)
        try:
            model = Model.of(text)
        except InputError as error:
            raise Refused(404, str(error)) from None
        return Response(page.render(model), media_type="text/html")

    async def open(self, request: Request) -> Response:
        """A session: the one that the page had, or a new one."""
        fields = await Fields.of(request)
        model = Model(fields.choice("model", *Model))
        name = fields.text_or_none("session")
        session = self.sessions.find(name) if name is not None else None
        found = session is not None and session.desk.model is model
        if session is None or not found:
            try:
                session = self.sessions.open(model)
            except Full:
                raise Refused(503, "too many calculators are in use: close a page and try again") from None
        return self._told(session, {"session": session.name, "found": found})

    # a session's calculator

    async def keys(self, request: Request, session: Session) -> Response:
        """Keys that went down and up, in order: [["down", "36"], ["up", "36"]]."""
        fields = await Fields.of(request)
        events = [_key_event(one) for one in fields.items("events", MOST_EVENTS)]
        if session.desk.waiting + len(events) > MOST_WAITING:
            raise Refused(429, "too many keys wait for the calculator: let it finish, or go on at full speed")
        for what, key in events:
            if what == "down":
                session.desk.down(key)
            else:
                session.desk.up(key)
        return self._told(session)

    async def look(self, request: Request, session: Session) -> Response:
        """What the calculator shows now."""
        self.runner.look(session)
        return self._shown(session)

    async def leave(self, request: Request, session: Session) -> Response:
        """The page is closed or left."""
        self.sessions.leave(session)
        return JSONResponse({})

    # programs

    async def program(self, request: Request, session: Session) -> Response:
        """The lines of the program in memory."""
        return JSONResponse(view.program(session.desk))

    async def load(self, request: Request, session: Session) -> Response:
        """A listing, as the bytes of a file, goes into memory."""
        name = request.query_params.get("name", "listing")[:200]
        if request.headers.get("content-type") != "application/octet-stream":
            raise Refused(415, "a listing must be sent as application/octet-stream")
        data = await body(request, LARGEST_LISTING)
        listing = await run_in_threadpool(_read, data, session.desk.model, name)
        session.desk.load(listing.program)
        session.board = None
        return self._told(session, {"warnings": [str(one) for one in listing.warnings[:MOST_FAULTS]]})

    async def load_ours(self, request: Request, session: Session) -> Response:
        """One of the listings that come with the programs goes into memory."""
        fields = await Fields.of(request)
        name = fields.text("name")
        if name not in page.listings(session.desk.model):
            raise Refused(404, f"there is no listing {name!r}")
        listing = parse(page.read_listing(name), session.desk.model, name)
        session.desk.load(listing.program)
        session.board = None
        return self._told(session, {"warnings": []})

    async def download(self, request: Request, session: Session) -> Response:
        """The program in memory, in any format."""
        format = format_named(request.path_params["format"])
        program = session.desk.state.program
        text = format.write(program)
        if format.name == "html":
            return page.sheet(text)
        suffix = f".{session.desk.model.lower()}" if format.name == "simulator" else format.suffixes[0]
        name = page.file_name(program.title) + suffix
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(text, media_type="text/plain; charset=utf-8", headers=headers)

    async def control(self, request: Request, session: Session) -> Response:
        """Run, stop, or run a single line."""
        fields = await Fields.of(request)
        desk = session.desk
        {"run": desk.run, "stop": desk.stop, "step": desk.step}[fields.choice("do", "run", "stop", "step")]()
        return self._told(session)

    async def breakpoint(self, request: Request, session: Session) -> Response:
        """Set or remove a breakpoint."""
        fields = await Fields.of(request)
        session.desk.set_breakpoint(fields.integer("line"), fields.flag("on"))
        return self._told(session)

    async def pace(self, request: Request, session: Session) -> Response:
        """As fast as possible, or at the real machine's pace."""
        fields = await Fields.of(request)
        session.desk.set_pace(fields.flag("real"))
        return self._told(session)

    # Mastermind

    async def new_game(self, request: Request, session: Session) -> Response:
        """Load the CodeMaker and have it draw or take a secret."""
        fields = await Fields.of(request)
        digits, secret = fields.integer("digits"), fields.text_or_none("secret")
        session.board = board.new_game(session.desk, digits, secret, secrets.randbelow(10**9))
        return self._told(session)

    async def guess(self, request: Request, session: Session) -> Response:
        """Have the calculator score a guess."""
        fields = await Fields.of(request)
        if session.board is None:
            raise Refused(409, "there is no game: start one")
        session.board.guess(session.desk, fields.text("guess"))
        return self._told(session)

    async def hint(self, request: Request, session: Session) -> Response:
        """What the solver would guess, and how many secrets are left; worked out beside the event loop."""
        if session.board is None:
            raise Refused(409, "there is no game: start one")
        game = session.board
        async with self._hints:
            found = await run_in_threadpool(_hint, game.digits, game.history())
        return JSONResponse(
            {"guess": found.guess, "remaining": found.remaining, "best": found.is_best, "said": str(found)}
        )

    # answers

    def _told(self, session: Session, more: dict[str, Any] | None = None) -> Response:
        self.runner.go_on(session)
        self.sessions.changed(session)
        return self._shown(session, more)

    def _shown(self, session: Session, more: dict[str, Any] | None = None) -> Response:
        if session.board is not None:
            session.board.look(session.desk)
        game = session.board.to_json() if session.board is not None else None
        trouble = {"trouble": self.sessions.trouble, "board": game}
        return JSONResponse({**view.face(session.desk), **trouble, **(more or {})})

    def of_session(self, handler: SessionHandler) -> Handler:
        """A handler that finds the session named in the path first; 404 when it is gone."""

        async def found(request: Request) -> Response:
            session = self.sessions.find(request.path_params["session"])
            if session is None:
                raise Refused(404, "this calculator is gone: it was not used for long; load the page again")
            return await handler(request, session)

        return found

    def routes(self) -> list[Route | Mount]:
        """All addresses."""
        of = self.of_session
        base = "/api/{session}"
        return [
            Route("/", self.index),
            Route("/api", self.open, methods=["POST"]),
            Route(base, of(self.look)),
            Route(f"{base}/keys", of(self.keys), methods=["POST"]),
            Route(f"{base}/leave", of(self.leave), methods=["POST"]),
            Route(f"{base}/program", of(self.program)),
            Route(f"{base}/program", of(self.load), methods=["PUT"]),
            Route(f"{base}/program", of(self.load_ours), methods=["POST"]),
            Route(f"{base}/program/{{format}}", of(self.download)),
            Route(f"{base}/control", of(self.control), methods=["POST"]),
            Route(f"{base}/breakpoint", of(self.breakpoint), methods=["POST"]),
            Route(f"{base}/pace", of(self.pace), methods=["POST"]),
            Route(f"{base}/board", of(self.new_game), methods=["POST"]),
            Route(f"{base}/board/guess", of(self.guess), methods=["POST"]),
            Route(f"{base}/board/hint", of(self.hint), methods=["POST"]),
            Mount("/static", StaticFiles(directory=page.STATIC)),
            Route("/{model}", self.index),
        ]


def create_app(
    host: str = "127.0.0.1",
    memory: Path | None = None,
    idle: float = 3600.0,
    shown_first: Model | None = None,
    clock: Callable[[], float] = time.monotonic,
    sessions: Sessions | None = None,
) -> ASGIApp:
    """The application for a server bound to `host`; InputError when the memory file cannot be read.

    It refuses requests under other names than the host's own, and those of other sites' pages. The first
    page shows `shown_first`, or else the calculator that the memory file holds.
    """
    held = sessions if sessions is not None else Sessions(clock, memory, idle)
    server = Server(held, shown_first or held.kept_model or Model.HP15C)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeper = asyncio.create_task(server.runner.sweep())
        yield
        sweeper.cancel()
        held.save()

    app = Starlette(
        routes=server.routes(),
        lifespan=lifespan,
        exception_handlers={Refused: _refused, InputError: _refused},
    )
    return Guarded(app, Names.of(host))


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, ListingError):
        first, more = error.faults[:MOST_FAULTS], len(error.faults) - MOST_FAULTS
        said = "\n".join(map(str, first)) + (f"\nand {more:,} more faults" if more > 0 else "")
        return answer(Refused(400, said))
    return answer(error if isinstance(error, Refused) else Refused(400, str(error)))


def _read(data: bytes, model: Model, name: str) -> Listing:
    """The listing in a file; a long one takes seconds, so this is not for the event loop."""
    return parse(decode(data, name), model, name)


def _hint(digits: int, history: History) -> Hint:
    from programs.web import hints

    return hints.find(digits, history)


def _key_event(event: object) -> tuple[str, str]:
    match event:
        case ["down" | "up" as what, str(key)]:
            keyboard.check(key)
            return what, key
    raise Refused(400, 'a key event is ["down", KEY] or ["up", KEY]')
