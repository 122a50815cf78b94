"""The page in a real browser: keys that are clicked, typed and held, and what the display then shows."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from tests.support.pages import GOLDEN, MARKS, Face, Windows

pytestmark = MARKS


def test_click_a_sum(face: Face) -> None:
    face.click("2 5 36 3 48 5 40")
    face.shows(" 28.5000    ")
    assert face.drawn()[:7] == ["", "abdeg", "abcdefg.", "acdfg", "abcdef", "abcdef", "abcdef"]


def test_typing_fast_loses_no_key(face: Face) -> None:
    page = face.page
    for _ in range(10):
        page.keyboard.type("1234567", delay=0)
        page.keyboard.press("Enter")
        page.keyboard.type("1+", delay=0)
    face.shows(" 1,234,568.000")
    page.keyboard.type("2*3-.5/", delay=0)
    face.shows(" 4,938,266.000")


def test_fields_take_what_is_typed_until_a_key_is_clicked(face: Face) -> None:
    face.tab("mastermind")
    face.page.click("#secret")
    face.page.keyboard.type("12", delay=0)
    face.click("3")
    face.page.keyboard.type("4", delay=0)
    face.shows(" 34        ")
    assert face.page.input_value("#secret") == "12"


def test_keys_that_overlap_while_typing(face: Face) -> None:
    keyboard = face.page.keyboard
    keyboard.down("4")
    keyboard.down("2")
    keyboard.up("4")
    keyboard.down("Enter")
    keyboard.up("2")
    keyboard.up("Enter")
    face.shows(" 42.0000    ")


def test_shortcuts_and_their_list(face: Face) -> None:
    page = face.page
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("5!", delay=0)
    face.shows(" 120.0000   ")
    page.keyboard.type("f", delay=0)
    page.wait_for_selector("#lcd[data-annunciators=f]")
    assert face.lit() == {"f"}
    page.keyboard.type("72", delay=0)
    face.shows(" 120.00     ")
    page.keyboard.press("Backspace")
    face.shows(" 0.00       ")


def test_keyboard_alone_moves_between_the_keys(face: Face) -> None:
    page = face.page
    page.focus('[data-key="11"]')
    for arrow in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(arrow)
    assert page.evaluate("document.activeElement.dataset.key") == "13"
    page.keyboard.press(" ")
    face.shows(" 1.0000     ")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width != "0px"


def test_a_screen_reader_presses_keys_by_their_names(face: Face) -> None:
    face.page.get_by_role("button", name=re.compile("^9, f ENG")).evaluate("key => key.click()")
    face.shows(" 9         ")
    assert face.page.locator("#spoken").inner_text() == "9"
    assert face.page.get_by_role("img", name="Display: 9").count() == 1


def test_comma_radix(face: Face) -> None:
    face.page.keyboard.type("1234.5", delay=0)
    face.page.keyboard.press("Enter")
    face.page.keyboard.down("o")
    face.page.keyboard.press(".")
    face.page.keyboard.up("o")
    face.shows(" 1.234,5000  ")
    assert face.drawn()[4] == "bcfg,"


def test_blinking_after_overflow(face: Face) -> None:
    animation = "getComputedStyle(document.querySelector('#lcd svg')).animationName"
    assert face.page.evaluate(animation) == "none"
    face.click("26 9 9 36 20")
    face.shows(" 9.999999 99")
    face.page.wait_for_selector("#lcd.blinking", state="attached")
    assert face.page.evaluate(animation) == "blink"
    face.click("35")
    face.page.wait_for_selector("#lcd:not(.blinking)", state="attached")


def hold_memory(face: Face) -> None:
    """Press g, and the key MEM down."""
    face.click("43")
    face.page.hover('[data-key="45"]')
    face.page.mouse.down()


def test_memory_shows_while_the_key_is_held(face: Face) -> None:
    hold_memory(face)
    face.shows(" 19 46  0-0")
    time.sleep(0.3)
    face.shows(" 19 46  0-0")
    face.page.mouse.up()
    face.shows(" 0.0000     ")


def test_a_key_let_go_while_the_server_is_away_comes_up_later(
    windows: Windows, addresses: Callable[[str], str]
) -> None:
    with windows.open(addresses("server"), "screen") as face:
        page = face.page
        hold_memory(face)
        face.shows(" 19 46  0-0")
        page.route("**/api/**", lambda route: route.abort())
        page.mouse.up()
        page.wait_for_selector("#status.trouble:has-text('does not answer')")
        page.unroute("**/api/**")
        face.shows(" 0.0000     ")
        face.forgive("ERR_FAILED")


def test_a_page_that_is_opened_again_holds_no_key(face: Face) -> None:
    hold_memory(face)
    face.shows(" 19 46  0-0")
    face.page.reload()
    face.ready()
    face.shows(" 0.0000     ")


LATE = """() => {
    const { worker } = self.early, hear = worker.onmessage, clear = Storage.prototype.clear;
    globalThis.late = [];
    worker.onmessage = (event) => late.push(event);
    Storage.prototype.clear = function () {
        clear.call(this);
        queueMicrotask(() => late.forEach(hear));
    };
}"""


def test_an_answer_that_comes_late_is_not_kept_for_the_next_test(
    windows: Windows, addresses: Callable[[str], str]
) -> None:
    with windows.open(addresses("folder"), "screen") as face:
        face.page.evaluate(LATE)
        face.click("7")
        face.page.wait_for_function("() => late.some(({ data }) => data.number)")
    with windows.open(addresses("folder"), "screen") as face:
        face.shows(" 0.0000     ")


def test_the_11c(face: Face) -> None:
    face.page.get_by_role("link", name="HP-11C").click()
    face.ready("11C")
    face.click("43 45")
    face.shows(" 0.0000     ")
    face.click("9 11 42 16")
    face.shows(" 3.1416     ")
    assert "11C" in face.page.title()
    face.load((GOLDEN / "dice.11c").read_text("utf-8"), "dice.11c")
    assert face.page.locator(".line").count() > 10
    face.page.get_by_role("link", name="HP-15C").click()
    face.ready()
    face.shows(" 0.0000     ")


def test_imaginary_parts_are_seen(face: Face) -> None:
    face.click("3 36 4 16 42 25")
    face.page.wait_for_selector("#stack dd:has-text('− 4 i')")
    assert face.page.locator("#stack dd").first.inner_text() == "3\n− 4 i"
    face.click("43 5 8")
    face.page.wait_for_function("() => document.querySelector('#stack dd').textContent === '3'")


WATCH = """() => {
    globalThis.seen = [];
    const lcd = document.getElementById('lcd');
    const note = () => seen.push([lcd.dataset.text, document.querySelector('#stack dd').textContent]);
    new MutationObserver(note).observe(lcd, { attributeFilter: ['data-text'] });
}"""


def test_a_key_takes_its_time_at_the_real_pace(face: Face) -> None:
    page = face.page
    page.evaluate(WATCH)
    page.select_option("#pace", "real")
    page.wait_for_function("() => document.getElementById('pace').value === 'real'")
    face.click("3 0 23")
    page.wait_for_function("() => seen.some(([text]) => text.trim() === '')")
    assert ["           ", "30"] in page.evaluate("seen")
    face.click("36")
    face.shows(" 0.5000     ")
    page.wait_for_function("() => document.querySelectorAll('#stack dd')[1].textContent === '0.5'")


def test_a_legend_presses_its_prefix_and_lights_up(face: Face) -> None:
    page = face.page
    face.click("4 42")
    page.wait_for_selector("#calculator[data-shift=f]")
    page.click(".legend[data-shift='42'][data-of='7']")
    face.click("2")
    face.shows(" 4.00       ")
    page.click(".legend[data-shift='43'][data-of='11']")
    face.shows(" 16.00      ")


def test_numbers_are_typed_as_they_are_written(face: Face) -> None:
    keyboard = face.page.keyboard
    keyboard.type("6.02e23", delay=0)
    face.shows(" 6.02     23")
    keyboard.press("Enter")
    keyboard.type("1e-3", delay=0)
    face.shows(" 1      -03")
    keyboard.press("f")
    face.page.wait_for_selector("#calculator[data-shift=f]")
    keyboard.press("Escape")
    face.page.wait_for_selector("#calculator:not([data-shift])")


def test_undo_redo_copy_and_paste(face: Face) -> None:
    page = face.page
    page.keyboard.type("42", delay=0)
    page.keyboard.press("Enter")
    face.shows(" 42.0000    ")
    page.keyboard.press("Control+z")
    face.shows(" 42        ")
    page.click("#redo")
    face.shows(" 42.0000    ")
    said = page.evaluate(
        """() => {
            const clipboardData = new DataTransfer();
            const how = { bubbles: true, cancelable: true };
            document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData, ...how }));
            const copied = clipboardData.getData('text/plain');
            const pasted = new DataTransfer();
            pasted.setData('text/plain', '1,234.5');
            document.body.dispatchEvent(
                new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }));
            return copied;
        }"""
    )
    assert said == "42"
    face.shows(" 1,234.5000  ")


FEEL = """() => {
    globalThis.felt = [];
    navigator.vibrate = time => felt.push(`${time} ms`);
    globalThis.AudioContext = class extends OfflineAudioContext {  // needs no loudspeaker
        constructor() { super(1, 44100, 44100); }
    };
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        felt.push('a click');
        return start.apply(this, when);
    };
}"""


def test_keys_are_heard_and_felt_where_that_is_chosen(face: Face) -> None:
    page = face.page
    page.evaluate(FEEL)
    face.click("1")
    assert page.evaluate("felt") == []
    face.tab("options")
    page.check("#vibrate")
    face.click("2")
    assert page.evaluate("felt") == ["8 ms"]
    page.uncheck("#vibrate")
    page.check("#sound")
    page.keyboard.press("3")
    assert page.evaluate("felt") == ["8 ms", "a click"]
    face.shows(" 123       ")
    page.reload()
    face.ready()
    assert page.is_checked("#sound")
    assert not page.is_checked("#vibrate")


def test_another_make_has_more_memory_and_keeps_the_program(face: Face) -> None:
    page = face.page
    face.load("LBL A\n7\nRTN")
    face.click("4 2 36")
    face.tab("options")
    page.select_option("#machine", "ce")
    page.click("#question-yes")
    face.shows(" 0.0000     ")
    face.has(3, ".line")
    hold_memory(face)
    page.wait_for_selector("#lcd[data-text*='19 77 01-4']", state="attached")
    page.mouse.up()
    page.click("#undo")
    page.click("#undo")
    page.wait_for_function("() => document.getElementById('machine').value === '15c'")


def nameless(face: Face) -> list[str]:
    """The roles of what the keyboard reaches without a name, or with a name but no role of its own.

    They are read off the tree that the browser hands to screen readers.
    """
    nodes = face.page.context.new_cdp_session(face.page).send("Accessibility.getFullAXTree")["nodes"]
    seen = [one for one in nodes if not one["ignored"] and one["role"]["value"] != "RootWebArea"]
    reached = [
        one
        for one in seen
        if any(fact["name"] == "focusable" and fact["value"]["value"] for fact in one["properties"])
    ]
    assert len(reached) > 60
    roles = [(one["role"]["value"], one["name"]["value"]) for one in reached]
    return [role for role, name in roles if not name or role in ("generic", "definition", "paragraph")]


def test_a_screen_reader_and_the_keyboard_suffice(face: Face) -> None:
    page = face.page
    for keys, said in (("2e-7", "2, exponent minus 07"), ("\n5_", "minus 5"), ("gp", "line 000, PRGM")):
        page.keyboard.type(keys, delay=0)
        page.wait_for_function("said => document.getElementById('spoken').textContent === said", arg=said)
    page.keyboard.type("sa", delay=0)
    spoken = "() => document.getElementById('spoken').textContent.startsWith('line 001, keys 44 ')"
    page.wait_for_function(spoken)
    page.keyboard.type("gp", delay=0)
    face.click("2 36 42 23 11")
    assert not nameless(face)
    for place in ("X", "A2,1"):
        page.focus(f"[data-place='{place}'] button")
        page.keyboard.press("Enter")
        page.keyboard.type("42")
        page.keyboard.press("Enter")
        page.wait_for_selector(f"[data-place='{place}'] button:focus:has-text('42')")
    page.focus("#edit")
    page.keyboard.press("Enter")
    page.wait_for_selector("#editor-text:focus")
    assert not nameless(face)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_selector("#edit:focus")
    face.tab("mastermind")
    page.fill("#secret", "2134")
    page.press("#secret", "Enter")
    page.click("#question-yes")
    page.wait_for_selector("#guess-send:enabled")
    page.fill("#guess", "1124")
    page.press("#guess", "Enter")
    page.wait_for_selector("[role=status]:has-text('1124 has 2 black, 1 white')")
    assert not nameless(face)


def test_the_keyboard_keeps_its_place_when_a_button_ends(face: Face) -> None:
    page, focus = face.page, "document.activeElement.id"
    face.load("LBL A\n2\n×\nGTO A")
    page.focus("#run")
    page.keyboard.press("Enter")
    page.wait_for_selector("#stop:enabled")
    assert page.evaluate(focus) == "stop"
    page.keyboard.press("Enter")
    page.wait_for_selector("#run:enabled")
    assert page.evaluate(focus) == "run"
    page.focus("#undo")
    for _ in range(20):
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
        if page.evaluate(focus) != "undo":
            break
    assert page.evaluate(focus) == "redo"


def test_the_keyboard_keeps_its_place_in_a_game(face: Face) -> None:
    page, focus = face.page, "document.activeElement.id"
    face.new_game("1234")
    page.focus("#guess")
    page.keyboard.type("1122")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rows .said:has-text('1 black, 1 white')")
    assert page.evaluate(focus) == "guess"
    page.focus("#give-up")
    page.keyboard.press("Enter")
    page.wait_for_selector("#won:has-text('1234')")
    assert page.evaluate(focus) == "analysis"


def test_enter_sets_a_condition_and_watches_places(face: Face) -> None:
    page = face.page
    face.load("LBL A\n2\n×\nRTN")
    page.click("#programs .more summary")
    page.fill("#break-line", "3")
    page.fill("#break-when", "X > 5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".line.conditional[data-line='3']")
    page.fill("#watched", "R1")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.id === 'watched'")
    page.focus("#break-when")
    page.wait_for_function("() => document.getElementById('watched').value === 'R1'")
    page.wait_for_timeout(300)
    assert page.input_value("#watched") == "R1"


def test_a_value_that_is_refused_stays_in_its_field(face: Face) -> None:
    page = face.page
    page.focus("#stack .value")
    page.keyboard.press("Enter")
    page.keyboard.type("4..5")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.trouble:has-text('is not a number')")
    page.wait_for_selector("#stack input")
    assert page.input_value("#stack input") == "4..5"
    page.keyboard.type("4.5")
    page.keyboard.press("Enter")
    face.shows(" 4.5000     ")
    face.forgive("400", "/put")
