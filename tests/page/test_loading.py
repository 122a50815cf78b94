"""The page without a server in a real browser: what a first visit loads, how often, and what it says."""

from __future__ import annotations

import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import CHROMIUM, MARKS, Face

pytestmark = MARKS

MOST = 6_600_000
"""Bytes of a first visit."""

MOST_FOR_KEYS = 5_400_000
"""Bytes until keys can be pressed: 4.8 s at 9 Mbit/s."""


class Counting(SimpleHTTPRequestHandler):
    """A web server that knows of nothing but files, and counts what it sends."""

    asked: Counter[str]
    sent: Counter[str]

    def do_GET(self) -> None:
        self.asked[self.path] += 1
        super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        self.sent[self.path] += len(data)
        outputfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def counted(folder: Path) -> Iterator[tuple[str, type[Counting]]]:
    """Serve a folder. The address, and what was asked for."""
    kind = type("One", (Counting,), {"asked": Counter(), "sent": Counter()})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", kind
        server.shutdown()


SHARE = """() => [
    document.getElementById('status').textContent,
    document.getElementById('loading').value,
    document.getElementById('lcd-picture').getAttribute('aria-label'),
]"""


def settled(face: Face) -> None:
    face.page.evaluate("async () => { await navigator.serviceWorker.ready; }")


def test_a_first_visit_loads_each_large_file_once_and_a_later_one_nothing(browser: Any, folder: Path) -> None:
    """The service worker's script does not count: some time after a visit a browser asks if it is new."""
    context = browser.new_context()
    try:
        with counted(folder) as (address, server):
            face = Face(context.new_page())
            face.open(address)
            settled(face)
            assert sum(server.sent.values()) < MOST
            assert {server.asked[name] for name in server.asked if name.endswith(".lzma")} == {1}
            assert not any(name.endswith((".wasm", "stdlib.zip")) for name in server.asked)
            server.asked.clear()
            face.page.reload()
            face.ready()
            asked = [name for name in server.asked if name.endswith((".lzma", ".wasm", ".zip", ".js"))]
            assert {*asked} <= {"/offline.js"}
            assert not face.troubles
    finally:
        context.close()


def test_the_share_that_is_loaded_is_shown_in_the_lcd_and_beside_it(browser: Any, folder: Path) -> None:
    context = browser.new_context()
    try:
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        slow = {
            "offline": False,
            "latency": 20,
            "downloadThroughput": 1_125_000,
            "uploadThroughput": 1_125_000,
        }
        session.send("Network.emulateNetworkConditions", slow)
        with counted(folder) as (address, _):
            face = Face(page)
            page.goto(address)
            page.wait_for_function("() => document.getElementById('loading').value > 0.3")
            said, share, told = page.evaluate(SHARE)
            assert "Loading the calculator" in said
            assert told == f"Loading: {int(100 * share)} %"
            assert [cell for cell in face.drawn() if cell]
            face.ready()
            assert page.inner_text("#status") == ""
            assert page.is_hidden("#loading")
            assert not face.troubles
    finally:
        context.close()


def test_keys_work_before_the_rest_of_the_calculator_has_come(browser: Any, folder: Path) -> None:
    context = browser.new_context(service_workers="block")
    try:
        held: list[Any] = []
        context.route("**/rest.lzma", lambda route: held.append(route))
        with counted(folder) as (address, server):
            face = Face(context.new_page())
            face.open(address)
            assert sum(server.sent.values()) < MOST_FOR_KEYS
            face.click("2 36 3 40")
            face.shows(" 5.0000     ")
            for route in held:
                route.continue_()
            face.load("LBL A\n7\nRTN")
            assert face.page.locator(".line").count() == 3
            assert not face.troubles
    finally:
        context.close()


@pytest.mark.parametrize(
    ("pattern", "how", "said"),
    [
        ("**/*", {"status": 404}, "the host answers 404"),
        ("**/*", None, "does not come"),
    ],
)
def test_what_failed_is_said_in_words(
    browser: Any, folder: Path, pattern: str, how: dict[str, Any] | None, said: str
) -> None:
    context = browser.new_context(service_workers="block")
    try:
        page = context.new_page()
        page.set_default_timeout(30_000)

        def answer(route: Any) -> None:
            if "/python-" not in route.request.url:
                route.continue_()
            elif how:
                route.fulfill(**how)
            else:
                route.abort()

        context.route(pattern, answer)
        with counted(folder) as (address, _):
            page.goto(address)
            page.wait_for_selector(f"#status.trouble:has-text('{said}')")
            text = page.inner_text("#status")
            assert "The calculator does not start." in text
            assert "Traceback" not in text
    finally:
        context.close()


def test_without_javascript_or_as_a_file_it_says_what_would_do(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        with counted(folder) as (address, _):
            page = context.new_page()
            page.goto(address)
            assert page.is_visible("noscript p")
    finally:
        context.close()
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto((folder / "index.html").as_uri())
        page.wait_for_selector("text=a web server has to give it", timeout=15_000)
    finally:
        context.close()


def test_the_page_works_on_a_host_that_is_not_localhost(playwright_of: Any, folder: Path) -> None:
    """Over http such a host is no safe place: no locks, no service worker, no `crypto.randomUUID`."""
    rules = ["--no-sandbox", "--host-resolver-rules=MAP calculator.test 127.0.0.1"]
    browser = playwright_of.chromium.launch(executable_path=CHROMIUM, args=rules)
    try:
        with counted(folder) as (address, _):
            address = address.replace("127.0.0.1", "calculator.test")
            face = Face(browser.new_page())
            face.open(address)
            assert not face.page.evaluate("isSecureContext")
            face.click("4 2 36")
            face.shows(" 42.0000    ")
            face.page.reload()
            face.ready()
            face.shows(" 42.0000    ")
            assert not face.troubles
    finally:
        browser.close()


@pytest.mark.long
def test_the_same_sources_give_the_same_bytes(tmp_path: Path, folder: Path) -> None:
    from programs.web.folder.build import build

    build(tmp_path / "again", None)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    again = tmp_path / "again"
    assert sorted(path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file()) == names
    for name in names:
        assert (folder / name).read_bytes() == (again / name).read_bytes(), name
    shutil.rmtree(again)
