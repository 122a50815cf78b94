"""The server's tests run beside those of the page, whose browser keeps a loop of its own in this thread."""

from __future__ import annotations

import asyncio.events
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def without_loop() -> Iterator[None]:
    """Put the loop aside that runs in this thread, so that a test can run one of its own."""
    loop = asyncio.events._get_running_loop()
    asyncio.events._set_running_loop(None)
    try:
        yield
    finally:
        asyncio.events._set_running_loop(loop)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with without_loop():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with without_loop():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with without_loop():
        return (yield)
