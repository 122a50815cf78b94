"""The page: how long a key takes to show, how soon the first one does, how much is loaded. On localhost."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

from hp15c.table.models import Model
from tests.bench.case import Case

ROUNDS = 3
DOWN, GAP = 30, 30
"""Milliseconds that a key is down, and from its release to the next: somebody who types fast."""

KEYS = (*"1234567890", *["Backspace"] * 10)

# Types the keys and notes for each the milliseconds from its event to the change of the LCD.
TYPE = """async ([keys, down, gap]) => {
    const lcd = document.getElementById('lcd');
    const wait = time => new Promise(done => setTimeout(done, time));
    const times = [];
    for (const key of keys) {
        const before = lcd.dataset.text;
        const changed = new Promise(done => {
            const observer = new MutationObserver(() => {
                if (lcd.dataset.text === before) return;
                observer.disconnect();
                done(performance.now());
            });
            observer.observe(lcd, { attributes: true, attributeFilter: ['data-text'] });
        });
        const event = { key, code: `Key${key}`, bubbles: true, cancelable: true };
        const begun = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', event));
        times.push(await changed - begun);
        await wait(down);
        document.body.dispatchEvent(new KeyboardEvent('keyup', event));
        await wait(gap);
    }
    return times;
}"""

# Notes when the display shows the first key, in milliseconds since the page was opened.
FIRST = """addEventListener('DOMContentLoaded', () => {
    const lcd = document.getElementById('lcd');
    new MutationObserver(() => {
        if (lcd.dataset.text.startsWith(' 5')) window.firstKey ??= performance.now();
    }).observe(lcd, { attributes: true, attributeFilter: ['data-text'] });
});"""


@cache
def built() -> tuple[tempfile.TemporaryDirectory[str], int]:
    """The folder of the page without a server, built once, and the bytes of a first visit."""
    from programs.web.folder.build import build

    place = tempfile.TemporaryDirectory()
    return place, build(Path(place.name) / "page", None).bytes


@contextmanager
def served(kind: str) -> Iterator[str]:
    """The address of the page: of `hp15c serve`, or of the folder after a plain web server."""
    if kind == "server":
        command = [sys.executable, "-c", "from programs.shell import main; main()", "serve", "--port", "0"]
        command += ["--no-memory"]
    else:
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        command += ["--directory", f"{built()[0].name}/page"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[\d.:]+/", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path is not None, "there is no Chromium (apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def latency(kind: str) -> float:
    """Milliseconds from a key press on the page to its display, the median of many."""
    with served(kind) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        page.wait_for_selector("body[data-ready]", timeout=120_000)
        times = page.evaluate(TYPE, [KEYS * ROUNDS, DOWN, GAP])
        text = page.get_attribute("#lcd", "data-text")
    assert len(times) == len(KEYS) * ROUNDS, len(times)
    assert text == " 0.0000     ", text
    return float(median(times))


def first_key(kind: str, visits: int) -> float:
    """Seconds from opening the page to the display of the first key, at the first visit or a later one.

    By the page's own clock: Playwright looks only every half second.
    """
    with served(kind) as address, chromium() as browser:
        page = browser.new_context().new_page()
        page.add_init_script(FIRST)
        for visit in range(visits):
            page.goto(address)
            page.keyboard.press("5")
            page.wait_for_selector('#lcd[data-text^=" 5"]', timeout=120_000, state="attached")
            seconds = float(page.evaluate("window.firstKey")) / 1000
            page.keyboard.press("Backspace")
            if visit + 1 < visits:
                page.wait_for_timeout(5000)  # the service worker keeps the files meanwhile
    return seconds


def size(kind: str) -> float:
    """Megabytes that the first visit loads: of the server compressed, of the folder as it lies there."""
    if kind == "server":
        from programs.web import page

        texts = [page.render(Model.HP15C).encode()]
        texts += [(page.STATIC / name).read_bytes() for name in page.assets()]
        return sum(len(gzip.compress(text, 6)) for text in texts) / 1e6
    return built()[1] / 1e6


def many() -> float:
    """Milliseconds of a key press while 64 tabs press keys at once, the median."""
    with served("server") as address:

        def post(path: str, data: object) -> dict[str, Any]:
            headers = {"content-type": "application/json"}
            request = urllib.request.Request(address + path, json.dumps(data).encode(), headers)
            with urllib.request.urlopen(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
                return found

        def use(session: str) -> list[float]:
            times = []
            for _ in range(20):
                begun = perf_counter()
                post(f"api/{session}/keys", {"events": [["down", "5"], ["up", "5"]]})
                times.append(1000 * (perf_counter() - begun))
                sleep(0.5)  # two keys a second in each tab
            return times

        sessions = [str(post("api", {"model": "15C"})["session"]) for _ in range(64)]
        with ThreadPoolExecutor(64) as pool:
            times = [one for found in pool.map(use, sessions) for one in found]
        shown = post(f"api/{sessions[-1]}/look", {})["text"]
    assert shown == " 5,555,555,555", shown
    return median(times)


def cases() -> list[Case]:
    """The cases of the page."""
    found = []
    for kind, name in (("server", "`hp15c serve`"), ("folder", "the page without a server")):
        found += [
            Case(
                f"milliseconds from a key press on the page to its display, {name}",
                "milliseconds",
                partial(latency, kind),
                goal="median under 10 ms on localhost",
            ),
            Case(
                f"seconds from opening to the first key, first visit, {name}",
                "seconds",
                partial(first_key, kind, 1),
                goal="under 3 s on an idle desktop",
            ),
            Case(
                f"seconds from opening to the first key, from the cache, {name}",
                "seconds",
                partial(first_key, kind, 2),
                goal="under 1 s on an idle desktop",
            ),
            Case(f"megabytes of the first visit, {name}", "megabytes", partial(size, kind)),
        ]
    goal = "median under 50 ms"
    return [*found, Case("milliseconds of a key with 64 sessions at once", "milliseconds", many, goal=goal)]
