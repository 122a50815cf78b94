"""Connections that send nothing keep no page from being served, and end by themselves."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

pytest.importorskip("uvicorn", reason="the extra web is not installed")

import uvicorn

from programs.web import connections
from programs.web.cli import listen
from programs.web.server import create_app

ASK = b"GET /15C HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    """Where a server listens that ends with the test."""
    listening = listen("127.0.0.1", 0)
    config = uvicorn.Config(
        create_app(), http=connections.Connection, limit_concurrency=connections.MOST, log_level="error"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    yield listening.getsockname()
    server.should_exit = True
    thread.join()


def ask(address: tuple[str, int]) -> bytes:
    """The first line of the answer to a request for the page."""
    with socket.create_connection(address, timeout=20) as one:
        one.sendall(ASK)
        return one.makefile("rb").readline().strip()


def test_idle_connections_keep_nobody_out(address: tuple[str, int]) -> None:
    with ExitStack() as idle:
        for _ in range(connections.MOST + 50):
            idle.enter_context(socket.create_connection(address, timeout=20))
        assert ask(address) == b"HTTP/1.1 200 OK"


POST = b"POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"


@pytest.mark.parametrize("sent", [b"", ASK[:20], ASK + ASK[:20], POST])
def test_a_request_that_is_not_whole_in_time_ends_its_connection(
    address: tuple[str, int], sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 1.0)
    with socket.create_connection(address, timeout=20) as one:
        one.sendall(sent)
        begin = time.monotonic()
        try:
            while one.recv(100_000):
                pass
        except ConnectionResetError:
            pass
    assert 0.9 < time.monotonic() - begin < 10
