"""A client of the server, for the tests of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

HOST = "http://127.0.0.1:8015"


@pytest.fixture
def client() -> Iterator[Any]:
    starlette = pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
    from programs.web.server import create_app

    with starlette.TestClient(create_app(), base_url=HOST) as client:
        yield client
