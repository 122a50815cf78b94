"""The state of the calculator as the page shows it."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
from tests.programs.web.test_server import look, opened, press


def test_matrices_and_imaginary_parts_are_told(client: Any) -> None:
    base = opened(client)
    face = press(client, base, "2 36 1 42 23 12 42 16 1 7 44 12")
    assert face["matrices"] == {"B": {"rows": [["7"], ["0"]], "lu": False}}
    assert "RESULT" in face["modes"]
    face = press(client, base, "3 36 4 16 42 25")
    assert face["stack"]["X"] == "3\n− 4 i"
    assert press(client, base, "42 16 0")["matrices"] == {}


def test_an_lu_form_says_so(client: Any) -> None:
    base = opened(client)
    press(client, base, "2 36 42 23 11 3 44 16 11 42 26 13 45 16 11 42 16 9")
    face = look(client, base)
    assert {name: matrix["lu"] for name, matrix in face["matrices"].items()} == {"A": False, "C": True}
