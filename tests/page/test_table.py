"""The page in a real browser: the Mastermind table."""

from __future__ import annotations

import re

import pytest

from tests.support.pages import MARKS, Face

pytestmark = MARKS


def test_a_board_of_eight_digits_fits_the_width(phone: Face) -> None:
    phone.new_game("12345678", "8 8")
    phone.guess("12345687", "6 black, 2 white")
    assert phone.fits_the_width()
    phone.page.wait_for_selector("#hint:enabled")
    phone.page.click("#hint")
    phone.page.wait_for_selector("#advice:has-text('28 secrets remain. The solver guesses')")
    assert re.fullmatch("[1-8]{8}", phone.page.input_value("#guess"))
    assert phone.fits_the_width()


@pytest.mark.parametrize("model", ["15C", "11C"])
def test_a_whole_game_of_mastermind(face: Face, model: str) -> None:
    page = face.page
    if model == "11C":
        page.get_by_role("link", name="HP-11C").click()
        face.ready("11C")
    face.tab("mastermind")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    for turn in range(1, 9):
        page.click("#hint")
        page.wait_for_selector("#advice:has-text('remain')")
        page.click("#guess-send")
        page.wait_for_selector(f"#rows tr:nth-child({turn})")
        page.wait_for_function("() => !document.getElementById('verdict').textContent.includes('…')")
        if "agree" in page.inner_text("#verdict"):
            break
    assert re.fullmatch(
        r"You have won in \d+ turns?\. Calculator and solver agree on (all \d+ rows|the only row)\.",
        page.inner_text("#verdict"),
    )
    assert page.inner_text("#won").startswith("You have won!")
    assert page.locator(f"#rows tr:nth-child({turn}) .pin.black").count() == 4
    assert page.inner_text(f"#rows tr:nth-child({turn}) .said") == "4 black, 0 white"


def test_the_table_where_the_calculator_guesses(face: Face) -> None:
    page = face.page
    face.tab("mastermind")
    page.select_option("#game", "breaker")
    page.click("#new-game button")
    page.wait_for_selector("#answer-form:not([hidden])")
    page.select_option("#answer-black", "4")
    page.click("#answer-send")
    page.wait_for_selector("#won:has-text('The calculator has found your secret')")


def test_the_keyboard_comes_back_to_the_next_answer(face: Face) -> None:
    page = face.page
    face.tab("mastermind")
    page.select_option("#game", "breaker")
    page.click("#new-game button")
    page.wait_for_selector("#answer-form:not([hidden])")
    page.select_option("#answer-black", "1")
    page.focus("#answer-send")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rows tr:nth-child(2)")
    page.wait_for_selector("#answer-form:not([hidden]):focus-within")
