"""`python -m tests.support.picture`: the README's pictures, taken from the running page in Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from hp15c.files import replace
from tests import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PICTURES = ROOT / "programs" / "guide" / "pictures"
SIZES = {"page.png": (1280, 640), "phone.png": (390, 844)}
COLOURS = 256
LARGEST = 150 * 1024
SECRET = "2134"
GUESSES = ("1123", "4412", "1344")


def take(folder: Path) -> None:
    """A game of Mastermind under way, on a desk and on a phone. Replaces the files at the end."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-c", "from programs.shell import main; main()", "serve"]
    command += ["--port", "0", "--no-memory"]
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
            pictures = {name: taken(browser, address[0], size) for name, size in SIZES.items()}
            browser.close()
        finally:
            server.terminate()
    for name, png in pictures.items():
        assert len(png) < LARGEST, f"{name}: {len(png)} bytes are too many"
        replace(folder / name, png)


def taken(browser: Browser, address: str, size: tuple[int, int]) -> bytes:
    """The page in a window of this size, after three guesses."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(address)
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
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    return smaller(page.screenshot())


def smaller(png: bytes) -> bytes:
    """The same picture with 256 colours, which takes half of the bytes."""
    from PIL import Image

    written = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS).save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
