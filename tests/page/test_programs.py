"""The page in a real browser: programs that are loaded, edited, run, stepped and saved."""

from __future__ import annotations

import time

import pytest

from hp15c import Program
from tests.support.pages import GOLDEN, MARKS, Face

pytestmark = MARKS


def test_break_and_step(phone: Face) -> None:
    phone.load("LBL A\n2\n×\n1\n+\nRTN")
    assert phone.page.locator(".line .mnemonic").all_inner_texts() == [
        "f LBL A",
        "2",
        "×",
        "1",
        "+",
        "g RTN",
    ]
    phone.page.click(".line[data-line='3']")
    phone.page.wait_for_selector(".line[data-line='3'][aria-pressed=true]")
    phone.page.keyboard.type("5f", delay=0)
    phone.page.keyboard.press("a")
    phone.page.wait_for_selector(".line[data-line='3'][aria-current=step]")
    phone.shows(" 2         ")
    phone.page.click("#step")
    phone.page.wait_for_selector(".line[data-line='4'][aria-current=step]")
    phone.shows(" 10.0000    ")
    assert phone.page.inner_text("#stack dd") == "10"
    phone.page.click("#run")
    phone.shows(" 11.0000    ")


@pytest.mark.each
def test_a_faulty_listing_is_explained_and_changes_nothing(face: Face) -> None:
    face.load("LBL A\nRTN")
    face.choose_file("bad.15c", b"LBL A\nFOO 5")
    face.page.wait_for_selector("#status.trouble:has-text('bad.15c:2')")
    face.has(2, ".line")
    face.forgive("400", "/load", "/readable")


def test_a_listing_of_ours_is_chosen_and_run(face: Face) -> None:
    face.page.click("#to-line")
    face.page.wait_for_selector("#status.trouble:has-text('no program in memory')")
    assert {"codemaker-small", "time-value-of-money"} < {
        *face.page.locator("#listing option").all_inner_texts()
    }
    name = "codemaker-small"
    face.page.select_option("#listing", label=name)
    face.page.click("#load")
    face.page.wait_for_selector(f"#status:has-text('{name} is loaded')")
    face.click("4 3 2 3 32 12")
    face.page.wait_for_selector("#registers dd:has-text('4323')")
    face.click("2 4 4 3 31")
    face.shows(" 1.         ")
    face.shows(" 2,443.12    ")


@pytest.mark.each
def test_a_program_that_never_ends_is_stopped(face: Face) -> None:
    face.load("LBL A\n1\n+\nGTO A")
    face.page.click("#run")
    face.shows("  running  ")
    before = face.page.inner_text("#seconds")
    face.page.wait_for_function(
        """before => document.getElementById('seconds').textContent !== before
            && Number(document.querySelector('#stack dd').textContent.replaceAll(',', '')) > 100""",
        arg=before,
    )
    face.click("31")
    face.page.wait_for_selector("#stop:disabled")
    x = face.page.inner_text("#stack dd")
    time.sleep(0.2)
    assert face.page.inner_text("#stack dd") == x


def test_the_real_pace_is_slower(face: Face) -> None:
    face.load("LBL A\n1\n+\nGTO A")
    face.page.select_option("#pace", "real")
    began = time.monotonic()
    face.page.click("#run")
    face.page.wait_for_function("() => Number(document.querySelector('#stack dd').textContent) >= 3")
    face.page.click("#stop")
    face.page.wait_for_selector("#stop:disabled")
    taken = float(face.page.inner_text("#seconds").split()[0].replace(",", ""))
    assert taken <= time.monotonic() - began + 1  # the line that was begun is completed


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
    assert face.fits_the_width()
    face.click("42 16 0")
    page.wait_for_selector("#matrices", state="hidden")


def test_wrong_files_are_explained_in_a_sentence(face: Face) -> None:
    files = {
        "photo.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "is no text"),
        "facts.json": (b'{"a": [1, 2, {"b": null}]}', "this is JSON, not a listing"),
        "empty.15c": (b"", "no program line"),
        "huge.15c": (b"LBL A\n" * 100_000, "too large"),
        "long.15c": (b"ENTER\n" * 500, "its memory holds"),
    }
    for name, (data, said) in files.items():
        face.choose_file(name, data)
        face.page.wait_for_selector(f"#status.trouble:has-text('{said}')")
        face.has(0, ".line")
    assert "Traceback" not in face.page.inner_text("#status")
    face.forgive("400", "/load", "/readable")


def test_dropping_a_file_and_downloading_it_again(face: Face) -> None:
    text = (GOLDEN / "area.15c").read_text("utf-8")
    face.page.evaluate(
        """text => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([text], 'area.15c'));
            const how = { dataTransfer, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent('drop', how));
        }""",
        text,
    )
    face.page.wait_for_selector("#status:has-text('area.15c is loaded')")
    with face.page.expect_download() as download:
        face.page.click("#download")
    assert Program.read(download.value.path()) == Program.parse(text)
    with face.page.expect_popup() as sheet:
        face.page.click("#sheet")
    lines = len(Program.parse(text))
    face.has(lines, ".line")
    Face(sheet.value).has(lines, ".line")
    assert sheet.value.evaluate("getComputedStyle(document.querySelector('.cap')).borderRadius") != "0px"


def test_the_editor_shows_keycodes_and_faults_as_they_are_typed(phone: Face) -> None:
    page = phone.page
    page.click("#edit")
    page.fill("#editor-text", "LBL A\nSTOO 3\nRTN")
    page.wait_for_selector("#editor-faults:has-text('did you mean')")
    assert "\n   ^~" in page.inner_text("#editor-faults")
    assert page.locator("#editor-load").is_disabled()
    assert [line.strip() for line in page.inner_text("#gutter").split("\n")] == [
        "001 42,21,11",
        "✗",
        "003 43 32",
    ]
    page.fill("#editor-text", "LBL A\nSTO 3\nRTN")
    page.wait_for_selector("#gutter:has-text('44  3')")
    page.click("#editor-load")
    page.wait_for_selector(".line")
    phone.has(3, ".line")


def test_values_are_edited_in_place_and_notes_are_rendered_without_scripts(face: Face) -> None:
    page = face.page
    page.click("#stack dd")
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    face.shows(" 2.5000     ")
    evil = "<script>document.title=1</script><img src=x onerror=document.title=2>"
    face.load(f"#T:Notes\n#D:<b>bold</b> and <i onclick='x'>slanted</i>{evil}\nLBL A\nRTN")
    assert page.locator("#program-description b").inner_text() == "bold"
    assert page.locator("#program-description :is(script, img, [onclick])").count() == 0
    assert "bold and slanted" in page.inner_text("#program-description")
    assert page.title() == "HP-15C"
    face.troubles = [one for one in face.troubles if "inline event handler" not in one]


def test_lines_are_inserted_and_deleted_one_by_one(face: Face) -> None:
    page = face.page
    face.load("LBL A\n2\nRTN")

    def insert(text: str, lines: int) -> None:
        page.fill("#insert-text", text)
        page.keyboard.press("Enter")
        page.wait_for_selector(f".line[data-line='{lines}']")

    page.click(".line[data-line='2'] .number")
    assert page.inner_text("#insert-where") == "after line 002"
    insert("×", 4)
    insert("STO 1", 5)
    written = [one.strip() for one in page.locator(".line .mnemonic").all_inner_texts()]
    assert written == ["f LBL A", "2", "×", "STO 1", "g RTN"]
    page.click(".line[data-line='3'] .number")
    page.click("#delete-line")
    page.wait_for_selector(".line[data-line='5']", state="detached")
    page.focus(".line[data-line='1']")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    page.wait_for_selector(".line[data-line='4']", state="detached")
    written = [one.strip() for one in page.locator(".line .mnemonic").all_inner_texts()]
    assert written == ["f LBL A", "STO 1", "g RTN"]
    page.fill("#insert-text", "STOO 1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.trouble")
    face.has(3, ".line")
    face.forgive("400", "/insert")


def test_the_editor_shows_the_stack_and_mends_what_it_finds(face: Face) -> None:
    page = face.page
    page.click("#edit")
    page.fill("#editor-text", "LBL A\nsquare it\nx²\nGTO 5\nRTN")
    page.wait_for_selector("#editor-levels:has-text('x²  y  z  t')")
    page.fill("#editor-text", "LBL A\nx²\nGTO 5\nRTN")
    page.wait_for_selector("#editor-faults:has-text('line 3: there is no LBL 5')")
    page.click("#editor-faults button:has-text('Add LBL 5 and RTN at the end')")
    page.wait_for_selector("#gutter:has-text('006 43 32')")
    assert page.input_value("#editor-text") == "LBL A\nx²\nGTO 5\nRTN\nf LBL 5\ng RTN"
    page.select_option("#editor-stack", "x")
    page.wait_for_selector("#editor-levels:not(:has-text('x²  y'))")
    page.select_option("#editor-stack", "off")
    page.wait_for_selector("#editor-levels", state="hidden")


def test_the_editor_offers_proved_changes_of_the_lines_that_are_selected(face: Face) -> None:
    page = face.page
    page.click("#edit")
    page.fill("#editor-text", "LBL A\nx²\n3\n+\nLN\nx²\n3\n+\nRTN")
    page.evaluate("document.getElementById('editor-text').setSelectionRange(7, 13)")
    page.click("#editor-improve")
    page.click("#editor-changes button:has-text('called 2 times')", timeout=60_000)
    page.wait_for_selector("#gutter:has-text('32  0')")
    lines = page.input_value("#editor-text").split("\n")
    assert lines[:5] == ["LBL A", "GSB 0", "LN", "GSB 0", "RTN"]


def test_each_line_is_said_in_words_where_that_is_wanted(face: Face) -> None:
    face.load("LBL A\nx²\nSTO 1\nRTN")
    words = face.page.locator(".line .words")
    assert set(words.all_inner_texts()) == {""}
    face.page.check("#explain-lines")
    face.page.wait_for_selector(".line[data-line='2'] .words:has-text('x²')")
    assert "changes R1" in face.page.inner_text(".line[data-line='1'] .words")
    assert "4 lines" in face.page.inner_text("#explained")
    face.page.click(".line[data-line='1'] .number")
    face.page.fill("#insert-text", "1/x")
    face.page.click("#insert button")
    face.page.wait_for_selector(".line[data-line='2'] .words:has-text('1 ÷ x')")
    face.page.uncheck("#explain-lines")
    face.page.wait_for_selector(".line[data-line='2'] .words:empty", state="attached")


def test_the_keyboard_stays_in_the_lines_that_it_deletes(face: Face) -> None:
    page, line = face.page, "document.activeElement.dataset.line"
    face.load("LBL A\n1\n+\n2\n×\nRTN")
    page.keyboard.type("42", delay=0)
    face.shows(" 42        ")
    page.focus(".line")
    page.keyboard.press("End")
    assert page.evaluate(line) == "6"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    face.has(5, ".line")
    page.wait_for_function(f"() => {line} === '4'")
    page.keyboard.press("Delete")
    face.has(4, ".line")
    page.wait_for_function(f"() => {line} === '3'")
    page.keyboard.press("Home")
    assert page.evaluate(line) == "1"
    assert page.locator(".line .mnemonic").all_inner_texts() == ["f LBL A", "1", "+", "g RTN"]
    face.shows(" 42        ")  # Delete is the key ← elsewhere
    page.keyboard.press("Control+z")
    face.has(5, ".line")
    page.wait_for_function(f"() => {line} === '1'")
