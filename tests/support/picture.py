"""`python -m tests.support.picture`: the README's picture, taken from the running page in Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests import TESTS

PICTURE = TESTS / "golden" / "page.png"
LARGEST = 150 * 1024
WIDTH, HEIGHT = 1280, 640
SECRET = "2134"
GUESSES = ("1123", "4412", "1344")


def take(path: Path) -> None:
    """A game of Mastermind under way, as a PNG. Replaces the file when the picture is done."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-c", "from programs.shell import main; main()", "serve", "--port", "0"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None, "the server did not start"
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.goto(address[0])
            page.wait_for_selector("body[data-ready]")
            page.click("#tab-mastermind")
            page.fill("#secret", SECRET)
            page.click("#new-game button")
            for turn, guess in enumerate(GUESSES, 1):
                page.wait_for_selector("#guess-send:enabled")
                page.fill("#guess", guess)
                page.click("#guess-send")
                page.wait_for_selector(f"#rows tr:nth-child({turn})")
            page.click("#hint")
            page.wait_for_selector("#advice:has-text('remain')")
            page.evaluate("document.activeElement.blur()")
            png = page.screenshot()
            browser.close()
        finally:
            server.terminate()
    assert len(png) < LARGEST, f"{len(png)} bytes are too many"
    new = path.with_suffix(".new")
    new.write_bytes(png)
    new.replace(path)


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURE)
