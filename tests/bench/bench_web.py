"""How long a key press takes on the page: from the key of the keyboard to the display, on localhost."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from statistics import median

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


def latency() -> float:
    """Milliseconds from a key press on the page to its display, the median of many."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    assert chromium is not None, "there is no Chromium (apt-get install chromium)"
    command = [sys.executable, "-c", "from programs.shell import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page()
                page.goto(found[0])
                page.wait_for_selector("body[data-ready]")
                times = page.evaluate(TYPE, [KEYS * ROUNDS, DOWN, GAP])
                text = page.get_attribute("#lcd", "data-text")
                browser.close()
        finally:
            server.terminate()
    assert len(times) == len(KEYS) * ROUNDS, len(times)
    assert text == " 0.0000     ", text
    return float(median(times))


def cases() -> list[Case]:
    """The cases of the page."""
    return [
        Case(
            "milliseconds from a key press on the page to its display",
            "milliseconds",
            latency,
            goal="median under 10 ms on localhost",
        )
    ]
