"""What the tests of the page share: servers, browser windows, and a hand that clicks and looks."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests import TESTS

CHROMIUM = shutil.which("chromium")
MARKS = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium (apt-get install chromium)"),
]
SIZES = {"phone": (360, 640), "on its side": (844, 390), "tablet": (768, 1024), "screen": (1440, 900)}
KINDS = ("server", "folder")
GOLDEN = TESTS / "golden" / "listings"
PATIENCE = 60_000
"""Milliseconds that anything on a page may take: a busy machine is slow, and no test is about speed."""

FORGET = "() => { localStorage.clear(); Storage.prototype.setItem = () => {}; }"
"""Empty a page's storage for good: an answer that is under way would be kept for the next test."""

SERVE = [sys.executable, "-c", "from programs.shell import main; main()", "serve"]


def places(kinds: Iterable[str], sizes: Iterable[str]) -> list[Any]:
    """All pairs of who answers the page and the window's size. Those that are not named here are `long`."""
    kinds, sizes = set(kinds), set(sizes)
    return [
        pytest.param(
            (kind, size),
            id=f"{kind}-{size.replace(' ', '-')}",
            marks=() if kind in kinds and size in sizes else pytest.mark.long,
        )
        for kind in KINDS
        for size in SIZES
    ]


@contextmanager
def serving(command: list[str]) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server that runs, and the address that it says. It is killed in the end."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://[\d.:]+/", said)
            assert found, said
            yield process, found[0]
        finally:
            process.kill()


def static(folder: Path) -> list[str]:
    """The command of a web server that knows of nothing but files."""
    where = ["0", "--bind", "127.0.0.1", "--directory", str(folder)]
    return [sys.executable, "-u", "-m", "http.server", *where]


class Face:
    """A page that shows a calculator. `troubles` are console errors and failed requests."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda said: self._hear(said))
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", lambda request: self._know(request.url))
        page.on("requestfailed", lambda request: self._fail(request))
        page.on("response", lambda answer: self._note(answer.url) if answer.status >= 400 else None)

    def _note(self, text: str) -> None:
        self.troubles.append(text)

    def _hear(self, said: Any) -> None:
        """Note an error, or a warning that something on the page is out of date."""
        old = said.type == "warning" and "deprecat" in said.text.lower()
        if (said.type == "error" or old) and "blocked by Playwright" not in said.text:
            self._note(said.text)

    def _know(self, url: str) -> None:
        if not url.removeprefix("blob:").startswith(("http://127.0.0.1:", "http://calculator.test:")):
            self._note(f"{url} is asked for")

    def _fail(self, request: Any) -> None:
        """Note a failed request. What a page gives up because it is left or loaded again does not count."""
        if request.failure != "net::ERR_ABORTED" and not request.url.endswith("/leave"):
            self._note(f"{request.url} {request.failure}")

    def forgive(self, *parts: str) -> None:
        """Forget the troubles that hold one of these texts: the test has caused them."""
        self.troubles = [one for one in self.troubles if not any(part in one for part in parts)]

    def open(self, address: str, model: str = "15C") -> None:
        self.page.goto(address)
        self.ready(model)

    def ready(self, model: str = "15C") -> None:
        """Wait until the calculator answers."""
        self.page.wait_for_selector(f"body[data-model='{model}'][data-ready]")

    def click(self, keys: str) -> None:
        for key in keys.split():
            self.page.click(f'[data-key="{key}"]')

    def shows(self, text: str) -> None:
        """Wait until the display has this text."""
        self.page.wait_for_selector(f'#lcd[data-text="{text}"]', state="attached")

    def has(self, count: int, selector: str) -> None:
        """Wait until the page has this many of something."""
        from playwright.sync_api import expect

        expect(self.page.locator(selector)).to_have_count(count, timeout=PATIENCE)

    def drawn(self) -> list[str]:
        """What the segments of each cell show, read off the picture."""
        script = """cells => cells.map(cell => [...cell.querySelectorAll('.seg')]
            .filter(part => getComputedStyle(part).opacity === '1')
            .map(part => part.dataset.part).join(''))"""
        found: list[str] = self.page.eval_on_selector_all("#lcd .cell", script)
        return found

    def lit(self) -> set[str]:
        """The annunciators that can be seen."""
        script = """all => all.filter(one => getComputedStyle(one).visibility === 'visible')
            .map(one => one.textContent)"""
        return set(self.page.eval_on_selector_all("#lcd [data-annunciator]", script))

    def tab(self, name: str) -> None:
        self.page.click(f"#tab-{name}")

    def fits_the_width(self) -> bool:
        """Whether nothing has to be scrolled sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))

    def choose_file(self, name: str, data: bytes) -> None:
        self.page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": data})

    def load(self, text: str, name: str = "mine.15c") -> None:
        self.choose_file(name, text.encode())
        self.page.wait_for_selector(f"#status:has-text('{name} is loaded')")
        self.page.wait_for_selector(".line")

    def new_game(self, secret: str, game: str = "") -> None:
        """Begin a game at the Mastermind table with a secret of a friend."""
        self.tab("mastermind")
        if game:
            self.page.select_option("#game", game)
        self.page.fill("#secret", secret)
        self.page.click("#new-game button")
        self.page.wait_for_selector("#guess-send:enabled")

    def guess(self, digits: str, said: str) -> None:
        """Make a guess and wait for what it is answered with."""
        self.page.fill("#guess", digits)
        self.page.click("#guess-send")
        self.page.wait_for_selector(f"#rows .said:has-text('{said}')")


class Windows:
    """Browser windows by size. What was loaded stays in the cache. Storage is emptied between tests."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: dict[str, Any] = {}

    @contextmanager
    def open(self, address: str, size: str, **more: Any) -> Iterator[Face]:
        """A page in a window of this size. In the end nothing may have gone wrong on it.

        Whatever happens, no page of it stays open. After a failure the next window is a fresh one.
        """
        context = self._context(size, more)
        try:
            face = Face(context.new_page())
            face.open(address)
            yield face
            for page in context.pages:
                page.evaluate(FORGET)
        except BaseException:
            self._forget(context)
            raise
        for page in context.pages:
            page.close()
        assert not face.troubles, face.troubles

    def _context(self, size: str, more: dict[str, Any]) -> Any:
        width, height = SIZES[size]
        name = f"{size} {more}"
        if name not in self._contexts:
            wanted = {"viewport": {"width": width, "height": height}, "accept_downloads": True}
            self._contexts[name] = self._browser.new_context(**wanted, **more)
        return self._contexts[name]

    def _forget(self, context: Any) -> None:
        self._contexts = {name: one for name, one in self._contexts.items() if one is not context}
        context.close()
