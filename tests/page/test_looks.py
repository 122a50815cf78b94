"""The page in a real browser: what it must be at every size, for every eye."""

from __future__ import annotations

import os
from typing import Any

import pytest

from programs.guide.chapters import ORDER
from tests.conftest import Addresses
from tests.support.pages import CHROMIUM, GOLDEN, MARKS, SIZES, Face, Windows

pytestmark = MARKS

MEASURES = """() => {
    const size = one => parseFloat(getComputedStyle(one).fontSize);
    const all = (what, of) => [...document.querySelectorAll(what)].map(of);
    const keys = all('[data-key]', one => one.getBoundingClientRect());
    return {
        keys: keys.length,
        legends: Math.min(...all('.legend, .annunciators, .clear-bracket span', size)),
        height: Math.min(...keys.map(one => one.height)),
        width: Math.min(...keys.map(one => one.width)),
        left: Math.min(...keys.map(one => one.left)),
        bottom: Math.max(...keys.map(one => one.bottom)),
        right: Math.max(...keys.map(one => one.right)),
    };
}"""
CUT = """all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth + 1)
    .map(one => one.textContent)"""
OVERLAPPED = """all => all.filter(key => {
    const letters = document.createRange(), blue = key.querySelector('.blue');
    letters.selectNodeContents(key.querySelector('.label'));
    const below = blue && blue.offsetParent ? blue.getBoundingClientRect().top : Infinity;
    return letters.getBoundingClientRect().bottom > below + 2;
}).map(key => key.textContent)"""
"""The keys whose letters reach into the blue legend below them."""


def test_keys_and_legends_can_be_read_and_hit_without_scrolling(sized: Face) -> None:
    found = sized.page.evaluate(MEASURES)
    assert found["keys"] == 39
    assert found["legends"] >= 11
    assert min(found["height"], found["width"]) >= 44
    assert found["left"] >= 0
    assert found["bottom"] <= sized.page.viewport_size["height"]
    assert found["right"] <= sized.page.viewport_size["width"]
    assert sized.fits_the_width()
    assert sized.page.eval_on_selector_all(".key .label, .legend", CUT) == []
    assert sized.page.eval_on_selector_all(".key", OVERLAPPED) == []


def test_all_keys_are_on_the_screen_of_a_small_phone(phone: Face) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 568})
    try:
        found = phone.page.evaluate(MEASURES)
        assert found["bottom"] <= 568
        assert (found["legends"] >= 11, min(found["height"], found["width"]) >= 34) == (True, True)
        assert phone.fits_the_width()
        assert phone.page.eval_on_selector_all(".key .label, .legend", CUT) == []
        assert phone.page.eval_on_selector_all(".key", OVERLAPPED) == []
    finally:
        phone.page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))


def test_the_header_leads_to_the_tools_where_they_stand_below_the_keys(sized: Face) -> None:
    below = """() => document.getElementById('side').getBoundingClientRect().top
        >= document.getElementById('calculator').getBoundingClientRect().bottom"""
    assert sized.page.locator(".skip").is_visible() == sized.page.evaluate(below)


def test_text_beside_the_calculator_grows_with_the_size_that_the_browser_is_set_to(sized: Face) -> None:
    sizes = """() => [...document.querySelectorAll('.side *, .inside *, .top *')]
        .filter(one => one.offsetParent)
        .filter(one => [...one.childNodes].some(part => part.nodeType === 3 && part.data.trim()))
        .map(one => parseFloat(getComputedStyle(one).fontSize))"""
    before = sized.page.evaluate(sizes)
    sized.page.evaluate("document.documentElement.style.fontSize = '200%'")
    try:
        assert sized.page.evaluate(sizes) == [pytest.approx(2 * one) for one in before]
        assert sized.fits_the_width()
    finally:
        sized.page.evaluate("document.documentElement.style.fontSize = ''")


def test_a_narrow_window_with_a_scrollbar_is_not_scrolled_sideways(
    playwright_of: Any, addresses: Addresses
) -> None:
    browser = playwright_of.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox"], ignore_default_args=["--hide-scrollbars"]
    )
    try:
        face = Face(browser.new_page(viewport={"width": 480, "height": 700}))
        face.open(addresses("server"))
        root = "document.documentElement"
        assert face.page.evaluate(f"{root}.clientWidth < innerWidth"), "the window has no scrollbar"
        assert face.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    finally:
        browser.close()


def test_accessible_at_every_size_and_in_dark_colours(sized: Face) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )
    page = sized.page

    def look() -> None:
        """All rules in light colours, then in dark ones that of contrast: the others see no colours.

        CI looks at dark colours on the large screen only, because all sizes have the same ones.
        """
        page.emulate_media(color_scheme="light")
        found = axe.Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert len(found.response["passes"]) > 15
        assert sized.fits_the_width()
        if page.viewport_size["width"] == SIZES["screen"][0] or not os.environ.get("CI"):
            page.emulate_media(color_scheme="dark")
            found = axe.Axe().run(page, options={"runOnly": ["color-contrast"]})
            assert found.violations_count == 0, found.generate_report()
            assert found.response["passes"]

    sized.load((GOLDEN / "area.15c").read_text("utf-8"), "area.15c")
    page.click(".line[data-line='3']")
    sized.click("2 36 42 23 11")
    page.wait_for_selector("[data-matrix=A]")
    look()
    sized.tab("options")
    look()
    sized.tab("mastermind")
    page.fill("#secret", "2134")
    page.click("#new-game button")
    page.click("#question-yes")
    page.wait_for_selector("#guess-send:enabled")
    sized.guess("1124", "2 black, 1 white")
    look()
    page.click("#help-open")
    look()


@pytest.mark.each
def test_the_guide_opens_beside_the_calculator(phone: Face) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with phone.page.expect_popup() as opened:
        phone.page.get_by_role("link", name="Guide", exact=True).click()
    beside = Face(opened.value)
    beside.page.wait_for_selector("main h1:has-text('The page')")
    assert axe.Axe().run(beside.page).violations_count == 0
    beside.page.get_by_role("navigation").get_by_role("link").nth(2).click()
    beside.page.wait_for_selector("nav li:nth-child(2) [aria-current=page]")
    beside.page.set_viewport_size({"width": 360, "height": 740})
    assert beside.fits_the_width()
    assert not beside.troubles
    with beside.page.expect_event("close"):
        back = beside.page.get_by_role("link", name="← The calculator").first
        back.evaluate("link => setTimeout(() => link.click())")  # the click closes the page that would answer
    phone.click("5")
    phone.shows(" 5         ")


def test_no_chapter_is_wider_than_a_phone_and_links_can_be_hit(
    windows: Windows, addresses: Addresses
) -> None:
    with windows.open(addresses("server"), "phone", has_touch=True, is_mobile=True) as face:
        heights = "all => all.map(one => one.getBoundingClientRect().height)"
        assert min(face.page.eval_on_selector_all(".top a:not(.guide)", heights)) >= 24
        for chapter in ORDER:
            face.page.goto(f"{addresses('server')}guide/{chapter}")
            assert face.fits_the_width(), chapter


def test_the_way_back_from_a_guide_that_was_opened_alone(phone: Face) -> None:
    address = phone.page.get_attribute(".guide", "href")
    phone.page.goto(phone.page.evaluate("address => new URL(address, location).href", address))
    phone.page.get_by_role("link", name="← The calculator").first.click()
    phone.ready()


def test_the_list_of_keys_speaks_of_touch_on_a_phone(windows: Windows, addresses: Addresses) -> None:
    with windows.open(addresses("server"), "phone", has_touch=True, is_mobile=True) as face:
        face.page.click("#help-open")
        assert face.page.is_visible("text=A key is down for as long as the finger stays")
    with windows.open(addresses("server"), "screen") as face:
        face.page.click("#help-open")
        assert face.page.is_hidden("text=A key is down for as long as the finger stays")
