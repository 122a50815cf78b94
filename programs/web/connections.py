"""Connections of the server that wait for no request for long, so that idle ones keep nobody out."""

from __future__ import annotations

import asyncio
import math
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST: Final = 300
"""Connections at one time."""

REQUEST_SECONDS: Final = 30.0
"""The time from the beginning of a connection, or from the last answer, until the next request is whole."""


class Connection(H11Protocol):
    """A connection that is closed when no whole request comes in time.

    Where there are MOST of them, a new one closes the one that has been waiting longest for its request.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) >= MOST:
            min(self.connections, key=_waits_until)._end()  # type: ignore[union-attr]

    def data_received(self, data: bytes) -> None:
        """Take a part of a request. Nothing is waited for once it is whole."""
        super().data_received(data)
        self._stop_when_whole()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._wait()
        super().on_response_complete()
        self._stop_when_whole()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _stop_when_whole(self) -> None:
        if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
            self._stop_waiting()

    def _wait(self) -> None:
        self._stop_waiting()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._end)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _end(self) -> None:
        self._stop_waiting()
        self.transport.abort()


def _waits_until(connection: object) -> float:
    """When a connection's wait is over, in seconds of the loop. Infinite if it does not wait."""
    deadline = connection._deadline if isinstance(connection, Connection) else None
    return deadline.when() if deadline is not None else math.inf
