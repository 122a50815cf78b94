"""The page in a real browser: what is kept, for how long, and what is asked before it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import MARKS, PATIENCE, SERVE, Face, serving, static

pytestmark = MARKS


@pytest.mark.each
def test_tabs_do_not_share_a_calculator(face: Face) -> None:
    face.click("4 2 36")
    face.shows(" 42.0000    ")
    other = Face(face.page.context.new_page())
    other.open(face.page.url)
    other.shows(" 0.0000     ")
    other.click("7 36")
    other.shows(" 7.0000     ")
    face.page.reload()
    face.shows(" 42.0000    ")
    with face.page.expect_popup() as opened:
        face.page.evaluate("() => { window.open(location.href); }")
    opened.value.wait_for_selector("body[data-ready]", timeout=PATIENCE)
    assert opened.value.get_attribute("#lcd", "data-text") == " 0.0000     "
    assert not other.troubles


def test_nothing_is_lost_without_a_question(face: Face) -> None:
    page = face.page
    face.load("LBL A\nRTN")
    for pane, button in (("mastermind", "#new-game button"), ("options", "#clear"), ("programs", "#load")):
        face.tab(pane)
        page.click(button)
        page.wait_for_selector("#question[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#question", state="hidden")
    face.has(2, ".line")


@pytest.mark.each
def test_reloading_keeps_tab_and_calculator_and_hides_a_games_registers(face: Face) -> None:
    page = face.page
    assert page.locator("#inside").is_visible()
    face.tab("mastermind")
    page.fill("#secret", "1234")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    for digit in "1243":
        page.click(f"#palette [data-digit='{digit}']")
    page.click("#guess-send")
    page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
    page.reload()
    page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
    assert page.locator("#mastermind").is_visible()
    assert page.locator("#inside").is_hidden()
    face.tab("programs")
    assert page.locator("#inside").is_hidden()
    face.tab("mastermind")
    page.click("#give-up")
    page.wait_for_selector("#won:has-text('1234')")
    assert page.locator("#inside").is_visible()
    page.click("#analysis")
    page.wait_for_selector("#worth li")


def test_a_link_carries_the_calculator(face: Face) -> None:
    page = face.page
    face.load("LBL A\n7\nRTN")
    face.click("4 2 36")
    face.shows(" 42.0000    ")
    page.evaluate("() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); }")
    page.click("#share")
    page.wait_for_selector("#status:has-text('The link')")
    link = page.url
    assert "#calculator=" in link
    other = Face(page.context.new_page())
    other.open(link)
    other.shows(" 42.0000    ")
    other.has(3, ".line")
    assert not other.troubles


def test_a_page_that_is_closed_says_so_and_the_next_one_goes_on(browser: Any, tmp_path: Path) -> None:
    context = browser.new_context()
    try:
        with serving([*SERVE, "--memory", str(tmp_path / "memory.sqlite"), "--port", "0"]) as (_, address):
            face = Face(context.new_page())
            face.open(address)
            face.click("4 2 36")
            face.shows(" 42.0000    ")
            face.page.close()
            later = Face(context.new_page())
            later.open(address)
            later.shows(" 42.0000    ")
    finally:
        context.close()


def test_the_folder_works_without_a_network_after_the_first_visit(browser: Any, folder: Path) -> None:
    context = browser.new_context()
    try:
        face = Face(context.new_page())
        with serving(static(folder)) as (_, address):
            face.open(address)
            face.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        context.set_offline(True)
        face.page.reload()
        face.ready()
        face.click("2 36 3 40")
        face.shows(" 5.0000     ")
        face.page.get_by_role("link", name="HP-11C").click()
        face.ready("11C")
        assert not face.troubles
    finally:
        context.close()


MISSING = """async () => {
    const { start } = await import(new URL('./start.js', self.location.href));
    const { calculator, addCode } = await start();
    const load = calculator.open.__func__.__globals__.get('__builtins__').get('__import__');
    let before = '';
    try { load('calendar'); } catch (error) { before = error.type; }
    await addCode();
    return [before, load('calendar').__name__];
}"""


def test_code_that_the_picture_does_not_hold_is_fetched(browser: Any, folder: Path) -> None:
    context = browser.new_context(service_workers="block")
    try:
        face = Face(context.new_page())
        with serving(static(folder)) as (_, address):
            face.open(address)
            assert face.page.workers[0].evaluate(MISSING) == ["ModuleNotFoundError", "calendar"]
    finally:
        context.close()


def test_python_starts_without_the_picture_of_its_memory_too(browser: Any, folder: Path) -> None:
    context = browser.new_context(service_workers="block")
    try:
        context.route("**/memory.lzma", lambda route: route.fulfill(status=404))
        face = Face(context.new_page())
        with serving(static(folder)) as (_, address):
            face.open(address)
            face.click("2 36 3 40")
            face.shows(" 5.0000     ")
            face.load("LBL A\nRTN")
            face.forgive("memory.lzma", "404")
            assert not face.troubles
    finally:
        context.close()


def test_a_server_that_is_killed_in_a_game_loses_nothing(browser: Any, tmp_path: Path) -> None:
    start = [*SERVE, "--memory", str(tmp_path / "memory.sqlite"), "--port"]
    context = browser.new_context()
    try:
        face = Face(context.new_page())
        with serving([*start, "0"]) as (process, address):
            face.open(address)
            face.new_game("1234")
            face.guess("1243", "2 black, 2 white")
            process.kill()
            process.wait()
        port = address.rstrip("/").rpartition(":")[2]
        with serving([*start, port]):
            face.page.reload()
            face.page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
            assert face.page.inner_text("#status") == ""
            face.guess("1234", "4 black, 0 white")
            face.page.wait_for_selector("#won:has-text('You have won')")
    finally:
        context.close()
