"""Checks of a request before it is carried out: where it comes from, and how large it is."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from programs.web.fields import Fields, RequestRefused
from programs.web.network import ip_address

LARGEST_BODY: Final = 600_000
"""The most bytes of a request: a listing of the largest size as base64, and some fields."""

HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


def check_origin(request: Request, names: HostNames) -> None:
    """RequestRefused (403) unless Host is one of our names and the page that asks, if one does, is our own.

    A page of another site is kept out, also one that reached us under a name of its own (DNS rebinding).
    """
    host = request.headers.get("host", "")
    if host_name(host) not in names:
        raise RequestRefused(403, f"this server does not answer to the Host {host[:100]!r}")
    origin = request.headers.get("origin")
    if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
        raise RequestRefused(403, f"requests of pages from {origin[:100]!r} are refused")
    site = request.headers.get("sec-fetch-site", "same-origin")
    if request.method != "GET" and site not in ("same-origin", "none"):
        raise RequestRefused(403, "requests of other sites are refused")


class Guarded:
    """Every request is checked before it is answered, every answer carries the policy of the page."""

    def __init__(self, app: ASGIApp, names: HostNames, policy: str) -> None:
        self._app = app
        self._names = names
        self._headers = {"content-security-policy": policy, **HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode())
                    for name, value in self._headers.items()
                    if name.encode() not in given
                ]
            await send(message)

        request = Request(scope)
        try:
            check_origin(request, self._names)
        except RequestRefused as refused:
            await answer(request, refused)(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)


def answer(request: Request, refused: RequestRefused) -> Response:
    """The response to a request that is refused: a page for a person at a browser, JSON for the page."""
    if request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse({"error": refused.message}, status_code=refused.status)
    from programs.web import guide, page

    title = "There is no such page" if refused.status == HTTPStatus.NOT_FOUND else "This cannot be shown"
    message = f"{refused.message[:1].upper()}{refused.message[1:]}."
    text = guide.render_refusal(title, message, page.on_server())
    return Response(text, status_code=refused.status, media_type="text/html")


def host_name(netloc: str) -> str:
    """The name in a Host header, without the port. '' when it is malformed."""
    try:
        split = urlsplit(f"//{netloc}")
        _ = split.port
    except ValueError:
        return ""
    return (split.hostname or "") if split.username is None and not split.path else ""


@dataclass(frozen=True, slots=True)
class HostNames:
    """The host names under which a server answers. Any address too, when it listens on all of them.

    A foreign page can reach us only by a name of its own, so an address in Host is ours. Names in .local are
    given out by the computers of the network themselves, and not by a foreign name server.
    """

    names: frozenset[str]
    addresses: bool = False

    @classmethod
    def of(cls, host: str) -> HostNames:
        """The names of a server that is bound to `host`."""
        bare = host.strip("[]").lower()
        own = {"localhost", "127.0.0.1", "::1", bare}
        address = ip_address(bare)
        if address is not None and address.is_unspecified:
            name = socket.gethostname().lower()
            return cls(frozenset(own | {name, name.partition(".")[0]}), addresses=True)
        return cls(frozenset(own))

    def __contains__(self, name: str) -> bool:
        return name in self.names or (
            self.addresses and (ip_address(name) is not None or name.endswith(".local"))
        )


def is_private(host: str) -> bool:
    """Whether a server that is bound to `host` answers to this computer only."""
    address = ip_address(host)
    return host.lower() == "localhost" if address is None else address.is_loopback


async def body(request: Request, largest: int) -> bytes:
    """The body of a request. RequestRefused (413) as soon as it is larger than allowed, and (400) when its
    sender ends before it is whole.
    """
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > largest:
                raise RequestRefused(413, f"the request is too large; the limit is {largest:,} bytes")
            parts.append(part)
    except ClientDisconnect:
        raise RequestRefused(400, "the request is not whole") from None
    return b"".join(parts)


async def fields_of(request: Request, largest: int = LARGEST_BODY) -> Fields:
    """The fields of a JSON request. 415 unless it is JSON, 413 when it is too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestRefused(415, "the request must be application/json")
    raw = await body(request, largest)
    try:
        return Fields(json.loads(raw))
    except (ValueError, RecursionError):
        raise RequestRefused(400, "the request is not JSON") from None
