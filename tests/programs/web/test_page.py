"""The page as HTML."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hp15c.table.models import Model
from tests import ROOT

starlette = pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
from programs.web import page  # noqa: E402
from programs.web.server import create_app  # noqa: E402
from tests.programs.web.test_server import HOST, opened, press  # noqa: E402


def test_the_smallest_game_is_named_in_good_english() -> None:
    shown = page.render(Model.HP15C)
    assert "1 digit: only the 1" in shown
    assert "2 digits, each 1 to 2" in shown
    assert "1 digits" not in shown


def test_the_page_names_nothing_on_the_network(client: Any) -> None:
    static = ROOT / "programs" / "web" / "static"
    scripts = [path.read_text("utf-8") for path in static.iterdir() if path.suffix != ".png"]
    texts = [client.get("/").text, *scripts]
    assert len(texts) > 6
    for text in texts:
        outside = [
            part for part in text.replace("http://www.w3.org/2000/svg", "").split('"') if "://" in part
        ]
        assert not outside


def test_the_11c_has_its_face_and_its_calculator(client: Any) -> None:
    page = client.get("/11C").text
    assert 'data-model="11C"' in page
    assert page.count('data-key="') == 39
    base = opened(client, "11C")
    face = press(client, base, "43 45")
    assert face["levels"] == 4
    assert client.get("/12C").status_code == 404


def test_the_first_page_shows_the_calculator_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    with starlette.TestClient(create_app(memory=file), base_url=HOST) as client:
        press(client, opened(client, "11C"), "5")
    with starlette.TestClient(create_app(memory=file), base_url=HOST) as client:
        assert 'data-model="11C"' in client.get("/").text
    with starlette.TestClient(create_app(memory=file, shown_first=Model.HP15C), base_url=HOST) as client:
        assert 'data-model="15C"' in client.get("/").text
