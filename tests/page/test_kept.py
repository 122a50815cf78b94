"""The page in a real browser: calculators that are kept, in tabs, after crashes, in the list and its file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import CHROMIUM, MARKS, SERVE, Face, serving, static

pytestmark = [*MARKS, pytest.mark.each]

Opener = Callable[[], Face]


@pytest.fixture(params=["server", "folder"])
def opener(request: pytest.FixtureRequest, browser: Any, tmp_path: Path) -> Iterator[Opener]:
    """Opens tabs of one browser that show the same page, which has a memory of its own."""
    with ExitStack() as running:
        command = [*SERVE, "--port", "0", "--memory", str(tmp_path / "memory.sqlite")]
        if request.param == "folder":
            command = static(request.getfixturevalue("folder"))
        address = running.enter_context(serving(command))[1]
        context = browser.new_context(accept_downloads=True)
        running.callback(context.close)

        def opened() -> Face:
            face = Face(context.new_page())
            face.open(address)
            return face

        yield opened


def listed(face: Face) -> list[str]:
    face.page.click("#calculators-open")
    face.page.wait_for_selector("#calculators[open]")
    face.page.wait_for_selector("#calculators-list li, #calculators-said:has-text('No calculator')")
    return [str(one) for one in face.page.locator("#calculators-list li .hint-text").all_inner_texts()]


def close_list(face: Face) -> None:
    face.page.keyboard.press("Escape")
    face.page.wait_for_selector("#calculators", state="hidden")


def test_a_second_tab_is_kept_too(opener: Opener) -> None:
    first = opener()
    first.click("4 2 36")
    first.shows(" 42.0000    ")
    second = opener()
    second.shows(" 0.0000     ")
    second.click("7 36")
    second.shows(" 7.0000     ")
    assert second.page.inner_text("#calculators-open") == "Calculator 2"
    first.page.close()
    second.page.close()
    again = opener()
    again.shows(" 7.0000     ")
    other = opener()
    other.shows(" 42.0000    ")
    assert other.page.inner_text("#calculators-open") == "Calculator 1"
    assert not other.troubles


def test_the_list_opens_names_and_deletes(opener: Opener) -> None:
    first = opener()
    page = first.page
    first.click("4 2 36")
    first.shows(" 42.0000    ")
    rows = listed(first)
    assert len(rows) == 1
    assert "shows 42.0000" in rows[0]
    assert "open here" in rows[0]
    page.fill("#calculators-list input", "Taxes")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('calculators-open').textContent === 'Taxes'")
    assert page.locator("#calculators-list button:enabled").count() == 0
    page.click("#calculator-new")
    page.wait_for_selector("#calculators-open:has-text('Calculator 1')")
    first.ready()
    first.click("7 36")
    first.shows(" 7.0000     ")
    assert len(listed(first)) == 2
    page.get_by_role("button", name="Open Taxes").click()
    first.shows(" 42.0000    ")
    first.ready()
    assert page.inner_text("#calculators-open") == "Taxes"
    listed(first)
    page.get_by_role("button", name="Delete Calculator 1").click()
    page.click("#question-yes")
    page.wait_for_function("() => document.querySelectorAll('#calculators-list li').length === 1")
    close_list(first)
    assert not first.troubles


def test_one_that_is_open_elsewhere_moves_here_and_ends_there(opener: Opener) -> None:
    first, second = opener(), None
    first.click("4 2 36")
    first.shows(" 42.0000    ")
    second = opener()
    listed(second)
    second.page.get_by_role("button", name="Open Calculator 1").click()
    second.page.click("#question-yes")
    second.shows(" 42.0000    ")
    second.ready()
    second.click("1 40")
    second.shows(" 43.0000    ")
    first.click("9")
    first.page.wait_for_selector("#status.trouble:has-text('open in another tab')")
    second.page.reload()
    second.ready()
    second.shows(" 43.0000    ")
    assert not second.troubles


def test_all_are_saved_to_a_file_and_read_from_it(opener: Opener, browser: Any, folder: Path) -> None:
    face = opener()
    face.click("4 2 36")
    face.shows(" 42.0000    ")
    listed(face)
    with face.page.expect_download() as download:
        face.page.click("#calculators-save")
    saved = download.value.path()
    face.page.set_input_files(
        "#calculators-read", {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    face.page.wait_for_selector("#calculators-said:has-text('no file of calculators')")
    face.page.set_input_files("#calculators-read", str(saved))
    face.page.wait_for_selector("#calculators-said:has-text('1 of the file is in the list')")
    face.has(2, "#calculators-list li")


def test_after_a_crash_of_the_browser_the_calculator_is_there(playwright_of: Any, tmp_path: Path) -> None:
    from playwright.sync_api import Error

    start = [*SERVE, "--port", "0", "--memory", str(tmp_path / "memory.sqlite")]
    settings = {"executable_path": CHROMIUM, "args": ["--no-sandbox"]}
    with serving(start) as (_, address):
        for expected in (" 0.0000     ", " 42.0000    "):
            context = playwright_of.chromium.launch_persistent_context(str(tmp_path / "profile"), **settings)
            face = Face(context.new_page())
            face.open(address)
            face.shows(expected)
            face.click("4 2 36")
            face.shows(" 42.0000    ")
            face.page.wait_for_timeout(8_000)  # Chromium writes its storage some seconds later
            with pytest.raises(Error):  # no page has time to say that it goes
                context.new_cdp_session(face.page).send("Browser.crash")


def test_a_class_begins_with_the_lesson_and_each_pupil_comes_back(browser: Any, tmp_path: Path) -> None:
    lesson = tmp_path / "double.15c"
    lesson.write_text("#T:Double\nLBL A\n2\n×\nRTN\n")
    start = [*SERVE, "--host", "0.0.0.0", "--port", "0", "--memory", str(tmp_path / "memory.sqlite")]
    pupils = [browser.new_context() for _ in range(2)]
    try:
        with serving([*start, "--lesson", str(lesson)]) as (_, address):
            address = re.sub(r"//[\d.]+:", "//127.0.0.1:", address)
            faces = [Face(pupil.new_page()) for pupil in pupils]
            for face, keys, shown in zip(faces, ("3", "4"), (" 6.0000     ", " 8.0000     "), strict=True):
                face.open(address)
                face.has(4, ".line")
                face.click(f"{keys} 42 11")
                face.shows(shown)
            faces[0].page.fill("#insert-text", "STO 1")
            faces[0].page.keyboard.press("Enter")
            faces[0].page.wait_for_selector(".line[data-line='5']")
            faces[1].has(4, ".line")
            faces[0].page.close()
            again = Face(pupils[0].new_page())
            again.open(address)
            again.shows(" 6.0000     ")
            again.has(5, ".line")
            assert len(listed(again)) == 1
            close_list(again)
            again.page.click("#lesson-load")
            again.page.click("#question-yes")
            again.page.wait_for_selector(".line[data-line='5']", state="detached")
            assert not again.troubles
    finally:
        for pupil in pupils:
            pupil.close()


def test_a_browser_without_room_says_so(browser: Any, folder: Path) -> None:
    context = browser.new_context()
    try:
        with serving(static(folder)) as (_, address):
            face = Face(context.new_page())
            face.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
            face.open(address)
            face.click("4 2 36")
            face.shows(" 42.0000    ")
            face.page.wait_for_selector("#status.trouble:has-text('keeps nothing more')")
    finally:
        context.close()
