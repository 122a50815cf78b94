"""The editor of the terminal calculator, driven by textual's own harness."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any

import pytest

from hp15c import Program
from hp15c.table.models import Model
from tests.support.loops import run as in_a_loop
from tests.support.loops import until

pytest.importorskip("textual", reason="the extra tui is not installed")

from textual.widgets import OptionList, Static, TextArea

from programs.terminal.app import TerminalCalculator
from programs.terminal.editor import ListingEditor
from programs.terminal.widgets import Question
from programs.web.desk import Desk


def edited(
    play: Callable[[TerminalCalculator, Any], Awaitable[None]],
    program: str,
    size: tuple[int, int] = (120, 40),
) -> TerminalCalculator:
    """Open the calculator with a program, open the editor with Ctrl+E, and do what `play` does."""
    desk = Desk(Model.HP15C, monotonic)
    desk.load(Program.parse(program))
    app = TerminalCalculator(desk, None)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.press("ctrl+e")
            await until(lambda: isinstance(app.screen, ListingEditor))
            await pilot.pause()
            await play(app, pilot)
            await pilot.pause()

    in_a_loop(run())
    return app


def stack(app: TerminalCalculator) -> list[str]:
    """The lines of the stack that are shown."""
    return str(app.screen.query_one("#stack", Static).render()).rstrip().split("\n")


def found(app: TerminalCalculator) -> list[str]:
    """What was found, with the fixes."""
    options = app.screen.query_one("#found", OptionList)
    return [str(options.get_option_at_index(at).prompt).strip() for at in range(options.option_count)]


def area(app: TerminalCalculator) -> TextArea:
    return app.screen.query_one("#text", TextArea)


def test_the_stack_stands_beside_the_lines_and_f2_changes_its_levels() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        lines = area(app).text.split("\n")
        assert lines[2:5] == ["f LBL A", "g x²", "g RTN"]
        assert stack(app)[2:5] == ["A(x)", "x²  y  z  t", "x²  y  z  t"]
        await pilot.press("f2")
        assert stack(app)[3] == "x²"
        await pilot.press("f2")
        assert stack(app)[2:5] == ["A(x)", "x²", "returns x²"]
        await pilot.press("f2")
        assert not app.screen.query_one("#stack").display

    edited(play, "LBL A\nx²\nRTN")


@pytest.mark.slow
def test_a_fix_is_made_and_the_program_goes_into_the_calculator() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        assert found(app) == ["line 5: there is no LBL 5", "Add LBL 5 and RTN at the end"]
        await pilot.press("f6", "down", "enter")
        await until(lambda: "f LBL 5" in area(app).text)
        await pilot.press("ctrl+s")
        await until(lambda: not isinstance(app.screen, ListingEditor))

    app = edited(play, "LBL A\nx²\nGTO 5")
    assert [str(step) for step in app.desk.state.program] == ["LBL A", "x²", "GTO 5", "LBL 5", "RTN"]


@pytest.mark.slow
def test_a_faulty_text_stays_in_the_editor_and_closing_asks() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        area(app).text = "LBL A\nnonsense here\nRTN\n"
        await until(lambda: "unknown instruction" in found(app)[0])
        await pilot.press("ctrl+s")
        assert isinstance(app.screen, ListingEditor)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Question))
        await pilot.press("y")
        await until(lambda: not isinstance(app.screen, ListingEditor | Question))

    app = edited(play, "LBL A\nx²\nRTN")
    assert [str(step) for step in app.desk.state.program] == ["LBL A", "x²", "RTN"]


@pytest.mark.slow
def test_proved_changes_of_the_chosen_lines_are_offered() -> None:
    async def play(app: TerminalCalculator, pilot: Any) -> None:
        text = area(app)
        text.selection = type(text.selection)((3, 0), (5, 1))
        await pilot.press("f4")
        assert found(app) == ["Extract lines 002 to 004 as a subroutine, LBL 0, called 2 times"]
        await pilot.press("down", "enter")
        await until(lambda: "GSB 0" in area(app).text)

    edited(play, "LBL A\nx²\n3\n+\nLN\nx²\n3\n+\nRTN")


@pytest.mark.slow
def test_a_page_down_in_a_window_without_room_for_a_line_moves_nothing() -> None:
    """It once ended the terminal calculator, and the text was lost."""

    async def play(app: TerminalCalculator, pilot: Any) -> None:
        await until(lambda: app.screen.query_one("#found", OptionList).option_count > 2)
        app.screen.set_focus(app.screen.query_one("#found"))
        await pilot.press("end", "pagedown", "pageup")
        assert app.screen.query_one("#text", TextArea).text

    edited(play, "LBL A\nGTO 1\nGTO 2\nGTO 3\nGTO 4", (1, 1))
