"""The listing as text in the terminal: the stack beside each line, findings below, fixes at a key."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.editors.listings.changes import changes
from programs.editors.listings.places import Fix, Span, apply
from programs.editors.listings.stack_hints import Levels, hints
from programs.terminal.widgets import LineList, Question
from programs.web.checked_text import CheckedText, editable, look

PAUSE: Final = 0.15
"""Seconds without a key before the text is read."""

_NEXT: Final = {
    Levels.ALL: Levels.X,
    Levels.X: Levels.WORDS,
    Levels.WORDS: Levels.OFF,
    Levels.OFF: Levels.ALL,
}


class ListingEditor(Screen["Program | None"]):
    """The program as text. It ends with the program to put into the calculator, or None."""

    AUTO_FOCUS = "#text"
    BINDINGS: ClassVar = [
        Binding("ctrl+s", "put", "Into the calculator", priority=True),
        Binding("escape", "close", "Close", priority=True),
        Binding("f2", "levels", "Stack", priority=True),
        Binding("f4", "improve", "Improve lines", priority=True),
        Binding("f6", "fixes", "Fixes", priority=True),
    ]

    def __init__(self, program: Program, model: Model) -> None:
        super().__init__()
        self._model = model
        self._before = editable(program) if len(program) else ""
        self._levels = Levels.ALL
        self._fixes: list[tuple[int, Fix | None]] = []
        self.checked: CheckedText = look(self._before, model, "editor")

    def compose(self) -> ComposeResult:
        """Text and stack side by side, what was found below them."""
        with Horizontal(id="sheet"):
            yield TextArea(self._before, soft_wrap=False, show_line_numbers=False, id="text")
            yield Static("", id="stack")
        yield LineList(id="found")
        yield Footer()

    def on_mount(self) -> None:
        """Show the stack wherever the text is scrolled to."""
        text = self.query_one("#text", TextArea)
        self.watch(text, "scroll_y", self._paint_stack)
        self._look()

    def on_resize(self) -> None:
        """Show as many lines of the stack as there are of the text."""
        self._paint_stack()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        """Read the text when no key comes for a moment."""
        text = event.text_area.text

        def read() -> None:
            if self.query_one("#text", TextArea).text == text != self.checked.document.text:
                self._look()

        self.set_timer(PAUSE, read)

    def _look(self) -> None:
        self.checked = look(self.query_one("#text", TextArea).text, self._model, "editor")
        rows: list[tuple[str, int, Fix | None]] = []
        for one in self.checked.findings:
            rows.append((f"line {one.span.line}: {one.message}", one.span.line, None))
            rows += [(f"    {fix.title}", one.span.line, fix) for fix in one.fixes]
        self._offer(rows or [(self.checked.to_json(Levels.OFF)["size"], 1, None)])
        self._paint_stack()

    def _offer(self, rows: list[tuple[str, int, Fix | None]]) -> None:
        self._fixes = [(line, fix) for _, line, fix in rows]
        found = self.query_one("#found", OptionList)
        found.clear_options()
        found.add_options([Option(Content(told)) for told, _, _ in rows])

    def _paint_stack(self) -> None:
        area, shown = self.query_one("#text", TextArea), self.query_one("#stack", Static)
        shown.display = self._levels is not Levels.OFF
        first = int(area.scroll_y) + 1
        last = first + area.size.height
        told = {one.line: one.text for one in hints(self.checked.document, self._levels, first, last)}
        shown.update(Content("\n".join(told.get(line, "") for line in range(first, last))))

    def action_levels(self) -> None:
        """Show all levels, X alone, what each line does, or nothing."""
        self._levels = _NEXT[self._levels]
        self._paint_stack()

    def action_fixes(self) -> None:
        """Go from the text to what was found, and back."""
        found = self.query_one("#found", OptionList)
        self.set_focus(self.query_one("#text") if found.has_focus else found)
        found.highlighted = found.highlighted or 0

    def action_improve(self) -> None:
        """Offer the changes for the chosen lines that were proved, for all lines where none is chosen."""
        area = self.query_one("#text", TextArea)
        (line, column), (last_line, last_column) = sorted((area.selection.start, area.selection.end))
        first, last = Span(line + 1, column, last_line + 1, last_column).lines
        if area.selection.start == area.selection.end:
            first, last = 1, area.document.line_count
        rows: list[tuple[str, int, Fix | None]] = [
            (one.title, first, one) for one in changes(self.checked.document, first, last)
        ]
        self._offer(rows or [("nothing was found that could be proved", first, None)])
        self.set_focus(self.query_one("#found"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Make the change that was chosen, or go to the line of a finding."""
        line, fix = self._fixes[event.option_index]
        area = self.query_one("#text", TextArea)
        if fix is not None and area.text == self.checked.document.text:
            whole = apply(self.checked.document.text, fix.edits)
            area.replace(whole, (0, 0), area.document.end)
        area.move_cursor((line - 1, 0))
        self.set_focus(area)
        self._look()

    def action_put(self) -> None:
        """End with the program, unless a line cannot be read."""
        self._look()
        shown = self.checked.to_json(Levels.OFF)
        if self.checked.document.faults or shown["trouble"]:
            self.notify(shown["trouble"] or "a line cannot be read: mend it first", severity="error")
        else:
            self.dismiss(self.checked.document.program)

    def action_close(self) -> None:
        """End without a program. Edits are dropped after a question."""
        if self.query_one("#text", TextArea).text == self._before:
            self.dismiss(None)
            return

        def end_if_wanted(yes: bool | None) -> None:
            if yes:
                self.dismiss(None)

        self.app.push_screen(Question("The edits are not in the calculator. Drop them?"), end_if_wanted)
