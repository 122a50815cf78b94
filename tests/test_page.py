"""The page in a real browser: Debian's Chromium, at the width of a phone and of a large screen."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hp15c import Program
from hp15c.errors import InputError
from programs.web.folder.build import build

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium (apt-get install chromium)"),
]
sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

GOLDEN = Path(__file__).parent / "golden" / "listings"
SIZES = {"phone": (360, 740), "on its side": (844, 390), "tablet": (768, 1024), "screen": (1440, 900)}
WIDTHS = {name: SIZES[name] for name in ("phone", "screen")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server, built once."""
    pyodide = pytest.importorskip("programs.web.folder.pyodide")
    try:
        pyodide.node()
        pyodide.folder(None)
    except InputError as error:
        pytest.skip(str(error))
    out = tmp_path_factory.mktemp("page")
    build(out, None)
    return out


@pytest.fixture(scope="module", params=["server", "folder"])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """A server of its own, started as a user would; or any static server with the folder."""
    if request.param == "server":
        command = [sys.executable, "-c", "from programs.shell import main; main()", "serve", "--port", "0"]
        command += ["--no-memory"]
    else:
        out = request.getfixturevalue("folder")
        command = [
            sys.executable,
            "-u",
            "-m",
            "http.server",
            "0",
            "--bind",
            "127.0.0.1",
            "--directory",
            str(out),
        ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://[\d.:]+/", said)
        assert found, said
        yield found[0]
        process.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Face:
    """A page that shows a calculator; `troubles` are console errors and failed requests."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.troubles: list[str] = []
        page.on("console", lambda said: self._note(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", lambda request: self._know(request.url))
        page.on("requestfailed", lambda request: self._fail(request))
        page.on("response", lambda answer: self._note(answer.url) if answer.status >= 400 else None)

    def _note(self, text: str) -> None:
        self.troubles.append(text)

    def _know(self, url: str) -> None:
        if not url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:")):
            self._note(f"{url} is asked for")

    def _fail(self, request: Any) -> None:
        """Note a failed request. The farewell, and files that the browser gives up as it leaves, do not count."""
        left = request.failure == "net::ERR_ABORTED" and request.url.endswith(("/icon.svg", ".js"))
        if not left and not request.url.endswith("/leave"):
            self._note(f"{request.url} {request.failure}")

    def open(self, address: str) -> None:
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]", timeout=60_000)

    def click(self, keys: str) -> None:
        for key in keys.split():
            self.page.click(f'[data-key="{key}"]')

    def shows(self, text: str) -> None:
        """Wait until the display has this text."""
        self.page.wait_for_selector(f'#lcd[data-text="{text}"]', timeout=10_000, state="attached")

    def drawn(self) -> list[str]:
        """What the segments of each cell show, read off the picture."""
        script = """cells => cells.map(cell => [...cell.querySelectorAll('.seg')]
            .filter(part => getComputedStyle(part).opacity === '1')
            .map(part => part.dataset.part).join(''))"""
        found: list[str] = self.page.eval_on_selector_all("#lcd .cell", script)
        return found

    def lit(self) -> set[str]:
        """The annunciators that can be seen."""
        script = """all => all.filter(one => getComputedStyle(one).visibility === 'visible')
            .map(one => one.textContent)"""
        return set(self.page.eval_on_selector_all("#lcd [data-annunciator]", script))

    def tab(self, name: str) -> None:
        self.page.click(f"#tab-{name}")

    def load(self, text: str, name: str = "mine.15c", replacing: bool = False) -> None:
        file = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        self.page.set_input_files("#file", file)  # type: ignore[arg-type]
        if replacing:
            self.page.click("#question-yes")
        self.page.wait_for_selector(f"#status:has-text('{name} is loaded')")
        self.page.wait_for_selector(".line")


class Windows:
    """Browser windows by size. Storage is emptied between tests; what was loaded stays in the cache."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: dict[str, Any] = {}

    @contextmanager
    def open(self, address: str, size: str, **more: Any) -> Iterator[Face]:
        """A page in a window of this size; in the end nothing may have gone wrong on it."""
        width, height = SIZES[size]
        name = f"{size} {more}"
        if name not in self._contexts:
            wanted = {"viewport": {"width": width, "height": height}, "accept_downloads": True}
            self._contexts[name] = self._browser.new_context(**wanted, **more)
        context = self._contexts[name]
        face = Face(context.new_page())
        face.open(address)
        yield face
        face.page.evaluate("() => localStorage.clear()")
        for page in context.pages:
            page.close()
        assert not face.troubles


@pytest.fixture(scope="module")
def windows(browser: Any) -> Windows:
    return Windows(browser)


@pytest.fixture(params=WIDTHS)
def face(request: pytest.FixtureRequest, windows: Windows, address: str) -> Iterator[Face]:
    with windows.open(address, request.param) as face:
        yield face


@pytest.fixture
def wide(windows: Windows, address: str) -> Iterator[Face]:
    with windows.open(address, "screen") as face:
        yield face


def test_click_a_sum(face: Face) -> None:
    face.click("2 5 36 3 48 5 40")
    face.shows(" 28.5000    ")
    assert face.drawn()[:7] == ["", "abdeg", "abcdefg.", "acdfg", "abcdef", "abcdef", "abcdef"]


def test_everything_fits_the_width(face: Face) -> None:
    page = face.page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.eval_on_selector_all(
        "[data-key]", "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 39
    for box in boxes:
        assert box["left"] >= 0
        assert box["right"] <= page.viewport_size["width"]
        assert min(box["width"], box["height"]) >= 24
    cut = page.eval_on_selector_all(
        ".key .label, .key .blue, .gold",
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)",
    )
    assert cut == []


def test_a_board_of_eight_digits_fits_the_width(face: Face) -> None:
    page = face.page
    face.tab("mastermind")
    page.select_option("#game", "8 8")
    page.fill("#secret", "12345678")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    page.fill("#guess", "12345687")
    page.click("#guess-send")
    page.wait_for_selector("#rows .said:has-text('6 black, 2 white')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.wait_for_selector("#hint:enabled")
    page.click("#hint")
    page.wait_for_selector("#advice:has-text('28 secrets remain. The solver guesses')")
    assert re.fullmatch("[1-8]{8}", page.input_value("#guess"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_typing_fast_loses_no_key(face: Face) -> None:
    page = face.page
    for _ in range(10):
        page.keyboard.type("1234567", delay=0)
        page.keyboard.press("Enter")
        page.keyboard.type("1+", delay=0)
    face.shows(" 1,234,568.000")
    page.keyboard.type("2*3-.5/", delay=0)
    face.shows(" 4,938,266.000")


def test_fields_take_what_is_typed_until_a_key_is_clicked(wide: Face) -> None:
    wide.tab("mastermind")
    wide.page.click("#secret")
    wide.page.keyboard.type("12", delay=0)
    wide.click("3")
    wide.page.keyboard.type("4", delay=0)
    wide.shows(" 34        ")
    assert wide.page.input_value("#secret") == "12"


def test_keys_that_overlap_while_typing(wide: Face) -> None:
    keyboard = wide.page.keyboard
    keyboard.down("4")
    keyboard.down("2")
    keyboard.up("4")
    keyboard.down("Enter")
    keyboard.up("2")
    keyboard.up("Enter")
    wide.shows(" 42.0000    ")


def test_shortcuts_and_their_list(wide: Face) -> None:
    page = wide.page
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("5!", delay=0)
    wide.shows(" 120.0000   ")
    page.keyboard.type("f", delay=0)
    page.wait_for_selector("#lcd[data-annunciators=f]")
    assert wide.lit() == {"f"}
    page.keyboard.type("72", delay=0)
    wide.shows(" 120.00     ")
    page.keyboard.press("Backspace")
    wide.shows(" 0.00       ")


def test_keyboard_alone_moves_between_the_keys(wide: Face) -> None:
    page = wide.page
    page.focus('[data-key="11"]')
    for arrow in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowUp"):
        page.keyboard.press(arrow)
    assert page.evaluate("document.activeElement.dataset.key") == "13"
    page.keyboard.press(" ")
    wide.shows(" 1.0000     ")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width != "0px"


def test_a_screen_reader_presses_keys_by_their_names(wide: Face) -> None:
    wide.page.get_by_role("button", name=re.compile("^9, f ENG")).evaluate("key => key.click()")
    wide.shows(" 9         ")
    assert wide.page.locator("#spoken").inner_text() == "9"
    assert wide.page.get_by_role("img", name="Display: 9").count() == 1


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


def test_memory_shows_while_the_key_is_held(wide: Face) -> None:
    wide.click("43")
    wide.page.hover('[data-key="45"]')
    wide.page.mouse.down()
    wide.shows(" 19 46  0-0")
    time.sleep(0.3)
    wide.shows(" 19 46  0-0")
    wide.page.mouse.up()
    wide.shows(" 0.0000     ")


def test_the_11c(face: Face, address: str) -> None:
    face.page.get_by_role("link", name="HP-11C").click()
    face.page.wait_for_selector("body[data-model='11C'][data-ready]")
    face.click("43 45")
    face.shows(" 0.0000     ")
    face.click("9 11 42 16")
    face.shows(" 3.1416     ")
    assert "11C" in face.page.title()
    face.load((GOLDEN / "dice.11c").read_text("utf-8"), "dice.11c")
    assert face.page.locator(".line").count() > 10
    face.page.get_by_role("link", name="HP-15C").click()
    face.page.wait_for_selector("body[data-model='15C'][data-ready]")
    face.shows(" 0.0000     ")


def test_break_and_step(face: Face) -> None:
    face.load("LBL A\n2\n×\n1\n+\nRTN")
    assert face.page.locator(".line .mnemonic").all_inner_texts() == [
        "f LBL A",
        "2",
        "×",
        "1",
        "+",
        "g RTN",
    ]
    face.page.click(".line[data-line='3']")
    face.page.wait_for_selector(".line[data-line='3'][aria-pressed=true]")
    face.page.keyboard.type("5f", delay=0)
    face.page.keyboard.press("a")
    face.page.wait_for_selector(".line[data-line='3'][aria-current=step]")
    face.shows(" 2         ")
    face.page.click("#step")
    face.page.wait_for_selector(".line[data-line='4'][aria-current=step]")
    face.shows(" 10.0000    ")
    assert face.page.inner_text("#stack dd") == "10"
    face.page.click("#run")
    face.shows(" 11.0000    ")


def test_a_faulty_listing_is_explained_and_changes_nothing(wide: Face) -> None:
    wide.load("LBL A\nRTN")
    wide.page.set_input_files(
        "#file", {"name": "bad.15c", "mimeType": "text/plain", "buffer": b"LBL A\nFOO 5"}
    )
    wide.page.click("#question-yes")
    wide.page.wait_for_selector("#status.trouble:has-text('bad.15c:2')")
    assert wide.page.locator(".line").count() == 2
    wide.troubles = [one for one in wide.troubles if "400" not in one and not one.endswith("/load")]


def test_a_listing_of_ours_is_chosen_and_run(wide: Face) -> None:
    names = wide.page.locator("#listing option").all_inner_texts()
    name = next(name for name in names if name.startswith("codemaker") and name.endswith("small.15c"))
    wide.page.select_option("#listing", name)
    wide.page.click("#load")
    wide.page.wait_for_selector(f"#status:has-text('{name} is loaded')")
    wide.click("4 3 2 3 32 12")
    wide.page.wait_for_selector("#registers dd:has-text('4323')")
    wide.click("2 4 4 3 31")
    wide.shows(" 1.         ")
    wide.shows(" 2,443.12    ")


def test_a_program_that_never_ends_is_stopped(face: Face) -> None:
    face.load("LBL A\n1\n+\nGTO A")
    face.page.click("#run")
    face.shows("  running  ")
    before = face.page.inner_text("#seconds")
    face.page.wait_for_function(
        "before => document.getElementById('seconds').textContent !== before", arg=before
    )
    face.click("31")
    face.page.wait_for_selector("#stop:disabled")
    x = face.page.inner_text("#stack dd")
    time.sleep(0.2)
    assert face.page.inner_text("#stack dd") == x
    assert int(x) > 100


def test_the_real_pace_is_slower(wide: Face) -> None:
    wide.load("LBL A\n1\n+\nGTO A")
    wide.page.select_option("#pace", "real")
    wide.page.click("#run")
    wide.page.wait_for_function("() => Number(document.querySelector('#stack dd').textContent) >= 3")
    wide.page.click("#stop")
    wide.page.wait_for_selector("#stop:disabled")
    assert int(wide.page.inner_text("#stack dd")) < 100


def test_matrices_change_while_a_program_runs_and_lu_forms_say_so(face: Face) -> None:
    page = face.page
    face.load(
        "LBL A\n2\nENTER\n2\nDIM A\nMATRIX 1\nLBL 1\nRAN#\nu STO A\nGTO 1\nGTO 1\nLBL B\n"
        "RCL MATRIX A\nRESULT B\n1/x\nRCL MATRIX B\nMATRIX 9\nRTN"
    )
    assert page.locator("#matrices").is_hidden()
    page.click("#run")
    frame = page.locator("[data-matrix=A]")
    frame.wait_for()
    before = frame.locator("td").all_inner_texts()
    page.wait_for_function(
        "before => document.querySelector('[data-matrix=A] td').textContent !== before", arg=before[0]
    )
    page.click("#stop")
    page.wait_for_selector("#stop:disabled")
    assert len(before) == 4
    assert frame.locator("caption").inner_text() == "A 2 × 2"
    face.click("42 12")
    page.wait_for_selector("[data-matrix=B] caption:has-text('B 2 × 2, LU form (--)')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    face.click("42 16 0")
    page.wait_for_selector("#matrices", state="hidden")


def test_imaginary_parts_are_seen(wide: Face) -> None:
    wide.click("3 36 4 16 42 25")
    wide.page.wait_for_selector("#stack dd:has-text('− 4 i')")
    assert wide.page.locator("#stack dd").first.inner_text() == "3\n− 4 i"
    wide.click("43 5 8")
    wide.page.wait_for_function("() => document.querySelector('#stack dd').textContent === '3'")


def test_a_key_takes_its_time_at_the_real_pace(wide: Face) -> None:
    page = wide.page
    page.select_option("#pace", "real")
    page.wait_for_function("() => document.getElementById('pace').value === 'real'")
    wide.click("3 0 23")
    wide.shows("           ")
    assert page.inner_text("#stack dd") == "30"
    wide.click("36")
    wide.shows(" 0.5000     ")
    page.wait_for_function("() => document.querySelectorAll('#stack dd')[1].textContent === '0.5'")


def test_wrong_files_are_explained_in_a_sentence(wide: Face) -> None:
    files = {
        "photo.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "is no text"),
        "facts.json": (b'{"a": [1, 2, {"b": null}]}', "this is JSON, not a listing"),
        "empty.15c": (b"", "no program line"),
        "huge.15c": (b"LBL A\n" * 100_000, "too large"),
        "long.15c": (b"ENTER\n" * 500, "registers of memory"),
    }
    for name, (data, said) in files.items():
        wide.page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": data})
        wide.page.wait_for_selector(f"#status.trouble:has-text('{said}')")
        assert wide.page.locator(".line").count() == 0
    assert "Traceback" not in wide.page.inner_text("#status")
    wide.troubles = [one for one in wide.troubles if "400" not in one and not one.endswith("/load")]


def test_dropping_a_file_and_downloading_it_again(wide: Face) -> None:
    text = (GOLDEN / "area.15c").read_text("utf-8")
    wide.page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], 'area.15c'));
            const how = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent('drop', how));
        }""",
        text,
    )
    wide.page.wait_for_selector("#status:has-text('area.15c is loaded')")
    with wide.page.expect_download() as download:
        wide.page.click("#download")
    assert Program.read(download.value.path()) == Program.parse(text)
    with wide.page.expect_popup() as sheet:
        wide.page.click("#sheet")
    sheet.value.wait_for_selector(".line")
    assert sheet.value.locator(".line").count() == wide.page.locator(".line").count()
    assert sheet.value.evaluate("getComputedStyle(document.querySelector('.cap')).borderRadius") != "0px"


def test_tabs_do_not_share_a_calculator(wide: Face, address: str) -> None:
    wide.click("4 2 36")
    wide.shows(" 42.0000    ")
    other = Face(wide.page.context.new_page())
    other.open(address)
    other.shows(" 0.0000     ")
    other.click("7 36")
    other.shows(" 7.0000     ")
    wide.page.reload()
    wide.shows(" 42.0000    ")
    with wide.page.expect_popup() as opened:
        wide.page.evaluate("() => { window.open(location.href); }")
    opened.value.wait_for_selector("body[data-ready]")
    assert opened.value.get_attribute("#lcd", "data-text") == " 0.0000     "
    assert not other.troubles


@pytest.mark.parametrize("model", ["15C", "11C"])
def test_a_whole_game_of_mastermind(face: Face, address: str, model: str) -> None:
    face.open(address)
    if model == "11C":
        face.page.get_by_role("link", name="HP-11C").click()
        face.page.wait_for_selector("body[data-model='11C'][data-ready]")
    page = face.page
    face.tab("mastermind")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    for turn in range(1, 9):
        page.click("#hint")
        page.wait_for_selector("#advice:has-text('remain')")
        page.click("#guess-send")
        page.wait_for_selector(f"#rows tr:nth-child({turn})", timeout=10_000)
        page.wait_for_function("() => !document.getElementById('verdict').textContent.includes('…')")
        if "agree" in page.inner_text("#verdict"):
            break
    assert re.fullmatch(
        r"You have won in \d+ turns?\. Calculator and solver agree on (all \d+ rows|the only row)\.",
        page.inner_text("#verdict"),
    )
    assert page.inner_text("#won").startswith("You have won!")
    assert page.locator(f"#rows tr:nth-child({turn}) .pin.black").count() == 4
    said = page.inner_text(f"#rows tr:nth-child({turn}) .said")
    assert said == "4 black, 0 white"


@pytest.mark.parametrize("pane", ["programs", "mastermind", "help"])
def test_accessibility(face: Face, pane: str) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )
    face.load((GOLDEN / "area.15c").read_text("utf-8"), "area.15c")
    face.page.click(".line[data-line='3']")
    face.click("2 36 42 23 11")
    face.page.wait_for_selector("[data-matrix=A]")
    if pane == "help":
        face.page.click("#help-open")
    else:
        face.tab(pane)
    if pane == "mastermind":
        face.page.fill("#secret", "2134")
        face.page.click("#new-game button")
        face.page.click("#question-yes")
        face.page.wait_for_selector("#guess-send:enabled")
        face.page.fill("#guess", "1124")
        face.page.click("#guess-send")
        face.page.wait_for_selector("#rows tr")
    found = axe.Axe().run(face.page)
    assert found.violations_count == 0, found.generate_report()
    assert len(found.response["passes"]) > 15


# what a page must be at every size


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest, windows: Windows, address: str) -> Iterator[Face]:
    with windows.open(address, request.param) as face:
        yield face


MEASURES = """() => {
    const size = one => parseFloat(getComputedStyle(one).fontSize);
    const all = (what, of) => [...document.querySelectorAll(what)].map(of);
    const keys = all('[data-key]', one => one.getBoundingClientRect());
    return {
        legends: Math.min(...all('.legend, .annunciators, .clear-bracket span', size)),
        height: Math.min(...keys.map(one => one.height)),
        width: Math.min(...keys.map(one => one.width)),
        bottom: Math.max(...keys.map(one => one.bottom)),
        right: Math.max(...keys.map(one => one.right)),
    };
}"""


def test_keys_and_legends_can_be_read_and_hit_without_scrolling(sized: Face) -> None:
    found = sized.page.evaluate(MEASURES)
    assert found["legends"] >= 11
    assert min(found["height"], found["width"]) >= 44
    assert found["bottom"] <= sized.page.viewport_size["height"]
    assert found["right"] <= sized.page.viewport_size["width"]
    assert sized.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = sized.page.eval_on_selector_all(
        ".key .label, .legend",
        """all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth + 1)
            .map(one => one.textContent)""",
    )
    assert cut == []


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_accessible_at_every_size_in_light_and_dark(
    windows: Windows, address: str, size: str, colours: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with windows.open(address, size, color_scheme=colours) as face:
        face.load((GOLDEN / "area.15c").read_text("utf-8"), "area.15c")
        for pane in ("programs", "options", "mastermind"):
            face.tab(pane)
            found = axe.Axe().run(face.page)
            assert found.violations_count == 0, found.generate_report()


def test_a_legend_presses_its_prefix_and_lights_up(wide: Face) -> None:
    page = wide.page
    wide.click("4 42")
    page.wait_for_selector("#calculator[data-shift=f]")
    page.click(".legend[data-shift='42'][data-of='7']")
    wide.click("2")
    wide.shows(" 4.00       ")
    page.click(".legend[data-shift='43'][data-of='11']")
    wide.shows(" 16.00      ")


def test_numbers_are_typed_as_they_are_written(wide: Face) -> None:
    keyboard = wide.page.keyboard
    keyboard.type("6.02e23", delay=0)
    wide.shows(" 6.02     23")
    keyboard.press("Enter")
    keyboard.type("1e-3", delay=0)
    wide.shows(" 1      -03")
    keyboard.press("f")
    wide.page.wait_for_selector("#calculator[data-shift=f]")
    keyboard.press("Escape")
    wide.page.wait_for_selector("#calculator:not([data-shift])")


def test_undo_redo_copy_and_paste(wide: Face) -> None:
    page = wide.page
    page.keyboard.type("42", delay=0)
    page.keyboard.press("Enter")
    wide.shows(" 42.0000    ")
    page.keyboard.press("Control+z")
    wide.shows(" 42        ")
    page.click("#redo")
    wide.shows(" 42.0000    ")
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
    wide.shows(" 1,234.5000  ")


def test_nothing_is_lost_without_a_question(wide: Face) -> None:
    page = wide.page
    wide.load("LBL A\nRTN")
    for pane, button in (("mastermind", "#new-game button"), ("options", "#clear"), ("programs", "#load")):
        wide.tab(pane)
        page.click(button)
        page.wait_for_selector("#question[open]")
        page.keyboard.press("Escape")
        page.wait_for_selector("#question", state="hidden")
    assert page.locator(".line").count() == 2


def test_reloading_keeps_tab_and_calculator_and_hides_a_games_registers(wide: Face) -> None:
    page = wide.page
    assert page.locator("#inside").is_visible()
    wide.tab("mastermind")
    page.fill("#secret", "1234")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    for digit in "1243":
        page.click(f"#palette [data-digit='{digit}']")
    page.click("#guess-send")
    page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
    page.reload()
    page.wait_for_selector("#rows .said:has-text('2 black, 2 white')", timeout=60_000)
    assert page.locator("#mastermind").is_visible()
    assert page.locator("#inside").is_hidden()
    wide.tab("programs")
    assert page.locator("#inside").is_hidden()
    wide.tab("mastermind")
    page.click("#give-up")
    page.wait_for_selector("#won:has-text('1234')")
    assert page.locator("#inside").is_visible()
    page.click("#analysis")
    page.wait_for_selector("#worth li")


def test_the_editor_shows_keycodes_and_faults_as_they_are_typed(face: Face) -> None:
    page = face.page
    page.click("#edit")
    page.fill("#editor-text", "LBL A\nSTOO 3\nRTN")
    page.wait_for_selector("#editor-faults:has-text('did you mean')")
    assert "\n   ^~" in page.inner_text("#editor-faults")
    assert page.locator("#editor-load").is_disabled()
    page.fill("#editor-text", "LBL A\nSTO 3\nRTN")
    page.wait_for_selector("#gutter:has-text('44  3')")
    page.click("#editor-load")
    page.wait_for_selector(".line")
    assert page.locator(".line").count() == 3


def test_values_are_edited_in_place_and_notes_are_rendered_without_scripts(wide: Face) -> None:
    page = wide.page
    page.click("#stack dd")
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    wide.shows(" 2.5000     ")
    evil = "<script>document.title=1</script><img src=x onerror=document.title=2>"
    wide.load(f"#T:Notes\n#D:<b>bold</b> and <i onclick='x'>slanted</i>{evil}\nLBL A\nRTN")
    assert page.locator("#program-description b").inner_text() == "bold"
    assert page.locator("#program-description :is(script, img, [onclick])").count() == 0
    assert "bold and slanted" in page.inner_text("#program-description")
    assert page.title() == "HP-15C"
    wide.troubles = [one for one in wide.troubles if "inline event handler" not in one]


def test_a_link_carries_the_calculator(wide: Face) -> None:
    page = wide.page
    wide.load("LBL A\n7\nRTN")
    wide.click("4 2 36")
    wide.shows(" 42.0000    ")
    page.evaluate("() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); }")
    page.click("#share")
    page.wait_for_selector("#status:has-text('The link')")
    link = page.url
    assert "#calculator=" in link
    other = Face(page.context.new_page())
    other.open(link)
    other.shows(" 42.0000    ")
    assert other.page.locator(".line").count() == 3
    assert not other.troubles


def test_the_table_where_the_calculator_guesses(wide: Face) -> None:
    page = wide.page
    wide.tab("mastermind")
    page.select_option("#game", "breaker")
    page.click("#new-game button")
    page.wait_for_selector("#answer-form:not([hidden])")
    page.select_option("#answer-black", "4")
    page.click("#answer-send")
    page.wait_for_selector("#won:has-text('The calculator has found your secret')")


def test_the_folder_works_without_a_network_after_the_first_visit(browser: Any, folder: Path) -> None:
    command = [
        sys.executable,
        "-u",
        "-m",
        "http.server",
        "0",
        "--bind",
        "127.0.0.1",
        "--directory",
        str(folder),
    ]
    context = browser.new_context()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://[\d.:]+/", server.stdout.readline())
        assert found
        page = context.new_page()
        page.goto(found[0])
        page.wait_for_selector("body[data-ready]", timeout=60_000)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        server.terminate()
    context.set_offline(True)
    face = Face(page)
    page.reload()
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    face.click("2 36 3 40")
    face.shows(" 5.0000     ")
    page.get_by_role("link", name="HP-11C").click()
    page.wait_for_selector("body[data-model='11C'][data-ready]", timeout=60_000)
    assert not face.troubles
    context.close()


def test_a_server_that_is_killed_in_a_game_loses_nothing(browser: Any, tmp_path: Path) -> None:
    start = [sys.executable, "-c", "from programs.shell import main; main()", "serve"]
    memory = ["--memory", str(tmp_path / "memory.sqlite")]

    def served(port: str) -> tuple[Any, str]:
        process = subprocess.Popen([*start, "--port", port, *memory], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        return process, found[0]

    process, address = served("0")
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    page.click("#tab-mastermind")
    page.fill("#secret", "1234")
    page.click("#new-game button")
    page.wait_for_selector("#guess-send:enabled")
    page.fill("#guess", "1243")
    page.click("#guess-send")
    page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
    process.kill()
    process.wait()
    process, _ = served(address.rstrip("/").rpartition(":")[2])
    try:
        page.reload()
        page.wait_for_selector("#rows .said:has-text('2 black, 2 white')")
        assert page.inner_text("#status") == ""
        page.fill("#guess", "1234")
        page.click("#guess-send")
        page.wait_for_selector("#won:has-text('You have won')")
    finally:
        process.terminate()
        process.wait()
        context.close()
