"""The terminal calculator, driven by textual's own harness."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.machines import MACHINES, OF_MODEL
from hp15c.table.models import Model
from programs.shell import main
from programs.terminal.app import Typing
from programs.terminal.widgets import big
from tests.support.loops import run as in_a_loop
from tests.support.loops import until

pytest.importorskip("textual", reason="the extra tui is not installed")

from textual.widgets import Input, OptionList

from programs.terminal.app import TerminalCalculator
from programs.terminal.memory import FileMemory, desk_kept_in
from programs.terminal.widgets import Inside, Lcd, Question, Shortcuts
from tests.support.shares import firsts

COUNT = "LBL A\n0\nSTO 1\nLBL 1\n1\nSTO + 1\nGSB B\nGTO 1\nLBL B\nRCL 1\nRTN"


def played(
    play: Callable[[TerminalCalculator, Any], Awaitable[None]],
    program: str = "",
    memory: Path | None = None,
    loaded: bool = True,
    size: tuple[int, int] = (120, 40),
) -> TerminalCalculator:
    """Open the calculator, do what `play` does, and close it."""
    kept = FileMemory(memory, OF_MODEL[Model.HP15C]) if memory is not None else None
    desk = kept.desk if kept is not None else desk_kept_in(None, OF_MODEL[Model.HP15C])
    parsed = Program.parse(program) if program else None
    if parsed is not None and loaded:
        desk.load(parsed)
    app = TerminalCalculator(desk, kept, None if loaded else parsed)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await play(app, pilot)
            await pilot.pause()

    in_a_loop(run())
    if kept is not None:
        kept.let_go()
    return app


@pytest.mark.slow
def test_typing_and_the_display() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press("2", "enter", "3", "plus")
        await pilot.pause()
        assert app.desk.display.text == " 5.0000     "
        assert "|_" in str(app.query_one(Lcd).render())
        assert "X       5" in str(app.query_one(Inside).render())

    played(play)


@pytest.mark.slow
def test_a_timer_that_fires_while_the_screen_is_taken_apart_paints_nothing() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await app.query_one(Lcd).remove()
        await pilot.press("5")
        assert app.desk.display.text == " 5         "

    played(play)


@pytest.mark.slow
def test_numbers_as_people_write_them() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press(*"6.02e23", "enter", *"1e", "minus", "3", "enter")
        assert [str(value) for value in app.desk.state.stack[:3]] == ["0.001", "0.001", "6.02e23"]

    played(play)


@pytest.mark.slow
def test_the_mouse_presses_keys_and_legends() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.click("#key-9", offset=(2, 1))
        await pilot.click("#key-11", offset=(2, 1))
        assert app.desk.state.x == 3
        await pilot.click("#key-11", offset=(2, 2))
        assert app.desk.state.x == 9
        await pilot.click("#key-7", offset=(2, 0))
        assert app.desk.display.annunciators == frozenset()
        assert app.desk.state.pending == ("42", "7")

    played(play)


@pytest.mark.slow
def test_escape_and_the_list_of_keys() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press("f", "escape")
        assert app.desk.state.pending == ()
        await pilot.press("question_mark")
        assert isinstance(app.screen, Shortcuts)
        await pilot.press("escape")
        await pilot.press("0", "a", "slash", "backspace")
        assert app.desk.state.message is None

    played(play)


@pytest.mark.slow
def test_a_small_terminal_shows_keys_or_listing() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        keypad, side = app.query_one("#keypad"), app.query_one("#side")
        assert (keypad.display, side.display) == (True, False)
        await pilot.press("tab")
        assert (keypad.display, side.display) == (False, True)
        await pilot.press("2", "enter", "tab")
        assert (keypad.display, side.display) == (True, False)
        assert app.desk.state.x == 2
        await pilot.resize_terminal(120, 40)
        assert (keypad.display, side.display) == (True, True)

    played(play, COUNT, size=(80, 24))


@pytest.mark.slow
def test_break_step_over_out_and_watch() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        lines = app.query_one("#lines", OptionList)
        assert lines.option_count == 11
        for _ in range(6):
            await pilot.press("down")
        await pilot.press("f9")
        field = app.query_one("#ask", Input)
        field.value = "R1 >= 3"
        await pilot.press("enter")
        assert set(app.desk.breaks.lines) == {7}
        await pilot.press("f5")
        await until(lambda: app.desk.broken)
        assert (app.desk.state.line, app.desk.state.registers[1]) == (7, 3)
        await pilot.press("f8")
        await until(lambda: app.desk.state.line != 7 and not app.desk.state.running)
        assert (app.desk.state.line, app.desk.state.x) == (8, 3)
        await pilot.press("f2")
        app.query_one("#ask", Input).value = "R1"
        await pilot.press("enter", "f5")
        await until(lambda: "R1 changed from 3 to 4" in app.desk.note)

    played(play, COUNT)


@pytest.mark.slow
def test_undo_and_redo() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press(*"123", "ctrl+z")
        assert app.desk.state.x == 12
        await pilot.press("ctrl+y")
        assert app.desk.state.x == 123

    played(play)


@pytest.mark.slow
def test_the_memory_stays(tmp_path: Path) -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press(*"42", "enter", "ctrl+q")

    file = tmp_path / "memory.json"
    played(play, memory=file)
    assert desk_kept_in(file, OF_MODEL[Model.HP15C]).state.x == 42
    with pytest.raises(InputError, match="Collector's Edition"):
        desk_kept_in(file, MACHINES["ce"])
    assert desk_kept_in(tmp_path / "other.json", MACHINES["ce"]).state.machine == MACHINES["ce"]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "lines"), firsts([("n", 11), ("y", 2)]))
def test_a_program_in_memory_is_not_replaced_without_a_question(tmp_path: Path, key: str, lines: int) -> None:
    file = tmp_path / "memory.json"

    async def first(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.press("ctrl+q")

    async def second(app: TerminalCalculator, pilot: Any) -> None:
        await pilot.pause()
        assert isinstance(app.screen, Question)
        await pilot.press(key)
        await pilot.pause()
        assert len(app.desk.state.program) == lines

    played(first, COUNT, file)
    played(second, "LBL A\nRTN", file, loaded=False)


def test_digits_are_drawn_from_their_segments() -> None:
    assert big(" 1.5")[1].rstrip() == "      | |_"
    assert big("") == (" " * 44, " " * 44, " " * 44)
    assert big("-8,")[2].rstrip() == "    |_|,"


def test_a_minus_is_a_sign_only_behind_the_e() -> None:
    typing = Typing(Model.HP15C)
    assert [typing.codes(key, key) for key in "2e-3"] == [("2",), ("26",), ("16",), ("3",)]
    assert typing.codes("minus", "-") == ("30",)
    assert typing.codes("e", "e") == ("15",)


def test_calc_takes_the_names_of_programs_that_come_along(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Program | None] = []

    def run(app: TerminalCalculator) -> None:
        opened.append(app._program)

    monkeypatch.setattr(TerminalCalculator, "run", run)
    monkeypatch.setattr("programs.terminal.cli.at_a_terminal", lambda: True)
    result = CliRunner().invoke(main, ["calc", "codemaker-small", "--no-memory"])
    assert result.exit_code == 0, result.output
    assert opened[0] is not None
    assert "CodeMaker" in opened[0].title
    result = CliRunner().invoke(main, ["calc", "-", "--no-memory"])
    assert result.exit_code == 2
    assert "name the listing's file" in result.output


def test_calc_without_a_terminal_is_refused_at_once() -> None:
    result = CliRunner().invoke(main, ["calc", "counter", "--no-memory"])
    assert result.exit_code == 2
    assert "this is no terminal" in result.output
