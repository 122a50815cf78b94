"""The page in a real browser: what it says, where, for how long, and what a click leaves after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.pages import MARKS, SERVE, Face, serving

pytestmark = MARKS

LONG = "LBL A\n" + "ENTER\n" * 60 + "RTN"
IN_VIEW = """one => {
    const box = one.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + 4, box.top + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && one.parentElement.contains(top);
}"""


def is_seen(face: Face, selector: str) -> bool:
    return bool(face.page.eval_on_selector(selector, IN_VIEW))


def test_messages_are_in_view_at_the_lcd_and_from_every_part_of_the_page(sized: Face) -> None:
    page = sized.page
    sized.load("LBL A\nRTN", "mine.15c")
    assert is_seen(sized, "#status")
    page.evaluate("scrollTo(0, 0)")
    assert is_seen(sized, "#status")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert is_seen(sized, "#status")
    page.click("#status-close")
    assert page.inner_text("#status") == ""
    sized.choose_file("bad.15c", b"LBL A\n" + b"FOO 5\n" * 9)
    page.wait_for_selector("#status.trouble:has-text('bad.15c:2')")
    for place in ("0", "document.documentElement.scrollHeight"):
        page.evaluate(f"scrollTo(0, {place})")
        assert is_seen(sized, "#status")
    assert page.eval_on_selector("#lcd", "one => one.getBoundingClientRect().height") > 30
    sized.forgive("400", "/readable")


def test_the_name_of_the_calculator_leaves_the_keys_of_a_scrolled_page(phone: Face) -> None:
    page = phone.page
    size = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_selector("#calculators-open:visible")
    page.evaluate("scrollTo(0, 400)")
    page.wait_for_selector("#calculators-open", state="hidden")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_selector("#calculators-open:visible")
    page.set_viewport_size(size)


def test_a_message_of_two_lines_leaves_the_name_of_the_calculator_in_view(phone: Face) -> None:
    page = phone.page
    size = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 640})
    phone.load("LBL A\nRTN", "interest-and-payments.15c")
    assert page.eval_on_selector("#status", "one => one.getBoundingClientRect().height") > 30
    assert is_seen(phone, "#status")
    covering = """one => {
        const { left, right, top, height } = one.getBoundingClientRect();
        return [left + 4, right - 4].map((x) => document.elementFromPoint(x, top + height / 2).id);
    }"""
    assert page.eval_on_selector("#calculators-open", covering) == ["calculators-open"] * 2
    page.set_viewport_size(size)


def test_the_current_line_stays_in_view_and_is_named(phone: Face) -> None:
    page = phone.page
    phone.load(LONG)
    page.click("#run")
    page.wait_for_function(
        """() => document.getElementById('seconds').textContent !== '0.00 s'
            && document.getElementById('stop').disabled"""
    )
    inside = """() => {
        const [row, list] = ['[aria-current=step]', '#lines'].map(one =>
            document.querySelector(one)?.getBoundingClientRect());
        return row && row.top >= list.top && row.bottom <= list.bottom;
    }"""
    for line in range(2, 46):
        page.click("#step")
        page.wait_for_selector(f".line[data-line='{line}'][aria-current=step]")
        assert page.evaluate(inside), line
    assert page.inner_text("#next-line") == "Line 045 is next: ENTER"


def test_a_click_on_a_button_leaves_the_keyboard_to_the_calculator(face: Face) -> None:
    page = face.page
    face.load("LBL A\n1\nRTN")
    page.keyboard.type("7", delay=0)
    page.click("#run")
    face.shows(" 1.0000     ")
    page.keyboard.press("Enter")
    page.keyboard.type("5*", delay=0)
    face.shows(" 5.0000     ")
    page.click("#load")
    page.wait_for_selector("#question[open]")
    page.click("#question-yes")
    page.wait_for_selector("#status:has-text('is loaded')")
    page.keyboard.press("Enter")
    page.keyboard.type("3", delay=0)
    face.shows(" 3         ")
    assert page.locator("#question[open]").count() == 0


def test_the_server_that_answers_again_takes_its_message_away(browser: Any, tmp_path: Path) -> None:
    start = [*SERVE, "--memory", str(tmp_path / "memory.sqlite"), "--port"]
    context = browser.new_context()
    try:
        face = Face(context.new_page())
        with serving([*start, "0"]) as (_, address):
            face.open(address)
            face.click("4 2 36")
            face.shows(" 42.0000    ")
        face.click("7")
        face.page.wait_for_selector("#status.trouble:has-text('does not answer')")
        with serving([*start, address.rstrip("/").rpartition(":")[2]]):
            face.page.wait_for_selector("#status:empty", state="attached")
            face.click("8")
            face.page.wait_for_selector("#lcd[data-text*='8']", state="attached")
    finally:
        context.close()


def test_one_of_something_is_not_called_many(face: Face) -> None:
    face.load("LBL A\nRTN")
    face.page.click("#edit")
    face.page.wait_for_selector("#editor-size:has-text('2 lines, 2 bytes, 1 register')")
    assert not face.page.inner_text("#editor-size").endswith("registers")


def test_edits_are_not_dropped_without_a_question(face: Face) -> None:
    page = face.page
    face.load("LBL A\nRTN")
    page.click("#edit")
    page.click("#editor-close")
    page.wait_for_selector("#editor", state="hidden")
    page.click("#edit")
    page.fill("#editor-text", "LBL A\n2\nRTN")
    page.click("#editor-close")
    page.wait_for_selector("#question[open]")
    page.keyboard.press("Escape")
    assert page.input_value("#editor-text") == "LBL A\n2\nRTN"
    page.click("#editor-text")
    with page.expect_event("dialog") as asked:
        page.evaluate("() => setTimeout(() => location.reload(), 0)")
    assert asked.value.type == "beforeunload"
    asked.value.dismiss()
    assert page.input_value("#editor-text") == "LBL A\n2\nRTN"
    page.click("#editor-close")
    page.click("#question-yes")
    page.wait_for_selector("#editor", state="hidden")


def test_keys_do_not_overlap_when_the_page_is_zoomed_in(face: Face) -> None:
    overlapping = """() => {
        const boxes = [...document.querySelectorAll('[data-key]')].map(one => one.getBoundingClientRect());
        return boxes.filter((one, place) => boxes.some((other, at) => at > place
            && one.left < other.right - 1 && other.left < one.right - 1
            && one.top < other.bottom - 1 && other.top < one.bottom - 1)).length;
    }"""
    try:
        for width, height in ((320, 256), (320, 640), (568, 320)):
            face.page.set_viewport_size({"width": width, "height": height})
            assert face.page.evaluate(overlapping) == 0, (width, height)
            assert face.fits_the_width(), (width, height)
    finally:
        face.page.set_viewport_size({"width": 1440, "height": 900})


def test_a_long_description_is_accessible(face: Face) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    face.load("#T:Long\n#D:" + "<br>".join(f"line {number}" for number in range(80)) + "\nLBL A\nRTN")
    face.page.wait_for_selector("#program-description:has-text('line 79')")
    found = axe.Axe().run(face.page)
    assert found.violations_count == 0, found.generate_report()


def test_a_phone_finds_an_icon(face: Face) -> None:
    address = face.page.get_attribute("link[rel=apple-touch-icon]", "href")
    size = """async address => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    }"""
    assert face.page.evaluate(size, address) == [180, 180]


def test_escape_closes_a_message_after_what_the_calculator_has_to_take_back(face: Face) -> None:
    page = face.page
    page.click("#to-line")
    page.wait_for_selector("#status.trouble:has-text('no program')")
    face.click("42")
    page.wait_for_selector("#lcd[data-annunciators=f]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#lcd[data-annunciators='']", state="attached")
    assert page.inner_text("#status") != ""
    page.focus("#insert-text")
    page.keyboard.press("Escape")
    assert page.inner_text("#status") == ""
