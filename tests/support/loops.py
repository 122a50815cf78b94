"""Event loops for tests: each in a thread of its own, and a wait for what will be true."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

PATIENCE = 120.0
"""Seconds until a test gives up: a busy machine is slow, and no test is about speed."""


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` to its end in a thread of its own.

    Once a test has used a browser, the main thread has a running event loop (of Playwright) until the last
    test is done. `asyncio.run` refuses to begin another loop there.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until `holds` is true. TimeoutError when it is not after a long time."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.002)
