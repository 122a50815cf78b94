"""The terminal calculator: keys by keyboard and mouse, the listing, a debugger, continuous memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal, Vertical
from textual.events import Key as KeyEvent
from textual.events import Paste, Resize
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from hp15c.errors import InputError
from hp15c.inspect.tracing import level
from hp15c.inspect.watching import place_named, read_condition
from hp15c.listing.program import Program
from hp15c.listing.spellings import handbook
from hp15c.table.models import Model
from programs.terminal.editor import ListingEditor
from programs.terminal.memory import Memory
from programs.terminal.widgets import Inside, KeyCap, Lcd, LineList, Question, Shortcuts
from programs.web import edits, face, snapshot, stepping
from programs.web.desk import Desk

LOOK: Final = 0.02
"""Seconds between two checks whether the calculator has something to do."""

SAVE: Final = 1.0
WIDE: Final = 104
"""The number of columns from which on keys and listing fit side by side."""

RUN_STOP, BACK, ENTER, F_KEY = "31", "35", "36", "42"


NAMES: Final = {"enter": "Enter", "backspace": "Backspace", "delete": "Delete", "space": " "}
_NUMBER: Final = frozenset("0123456789.,")


class Typing:
    """Reads typed keys. The part of a number that has been typed decides what `e` and `-` mean."""

    def __init__(self, model: Model) -> None:
        self._shortcuts = face.shortcuts(model)
        self._in_number = face.in_a_number(model)
        self._number = ""

    def codes(self, name: str, character: str | None) -> tuple[str, ...] | None:
        """The keys that a key of the terminal presses. None for a key that presses nothing."""
        key = NAMES.get(name, character or name)
        inside = self._inside(key)
        if inside is not None:
            self._number += key.lower()
            return (inside,)
        pressed = self._shortcuts.get(key) or self._shortcuts.get(key.lower() if len(key) == 1 else key)
        self._number = self._number + key if pressed and key in _NUMBER else ""
        return pressed

    def forget(self) -> None:
        """Forget the typed number, because the calculator was used in another way."""
        self._number = ""

    def _inside(self, key: str) -> str | None:
        if key in ("e", "E") and self._number and "e" not in self._number:
            return self._in_number["e"]
        if key == "-" and self._number.endswith("e"):
            return self._in_number["-"]
        return None


class TerminalCalculator(App[None]):
    """A calculator in the terminal.

    `memory` keeps it, None for nothing. `program` is loaded first.
    """

    CSS_PATH = "app.tcss"
    TITLE = "hp15c"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar = [
        Binding("question_mark", "keys", "Keys", priority=False),
        Binding("tab", "aside", "Listing", priority=True),
        Binding("f5", "control('run')", "Run"),
        Binding("f6", "control('stop')", "Stop"),
        Binding("f7", "control('step')", "Step"),
        Binding("f8", "control('over')", "Over"),
        Binding("shift+f8,f11", "control('out')", "Out"),
        Binding("f4", "to_line", "To line"),
        Binding("f9", "breakpoint", "Break"),
        Binding("f2", "watch", "Watch"),
        Binding("f3", "pace", "Pace"),
        Binding("ctrl+e", "edit", "Edit"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+y", "redo", "Redo", show=False),
        Binding("ctrl+c", "copy", "Copy X", priority=True),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(self, desk: Desk, memory: Memory | None = None, program: Program | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.typing = Typing(desk.model)
        self._memory = memory
        self._program = program
        self._listing = -1
        self._painted: tuple[object, ...] = ()
        self._saved = ""
        self._asked = ""
        self._due = 0.0

    def compose(self) -> ComposeResult:
        """LCD above the keys, listing and memory beside them."""
        with Horizontal(id="desk"):
            with Vertical(id="calculator"):
                yield Lcd(id="lcd")
                with Grid(id="keypad"):
                    for key in sorted(face.keys(self.desk.model), key=lambda key: (key.row, key.column)):
                        yield KeyCap(key)
                yield Static("", id="status")
                yield Input(id="ask", placeholder="")
            with Vertical(id="side"):
                yield LineList(id="lines")
                yield Inside(id="inside")
        yield Footer()

    def on_mount(self) -> None:
        """Start looking at the calculator, and load the listing, after a question if one would be lost."""
        self.query_one("#key-36").styles.row_span = 2
        self.query_one("#ask").display = False
        self.query_one("#lines").can_focus = False
        self.set_interval(LOOK, self._work)
        self.set_interval(SAVE, self.save)
        self._paint()
        if self._memory is not None:
            self.say(f"This is {self._memory.called}, which is kept")
        if self._program is not None:
            self._offer(self._program)

    def on_resize(self, event: Resize) -> None:
        """Show keys or listing below the LCD when there is no room for both."""
        self.set_class(event.size.width < WIDE, "narrow")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tab changes over only where there is no room for both."""
        return action != "aside" or (self.has_class("narrow") and len(self.screen_stack) == 1)

    # keys

    def on_key(self, event: KeyEvent) -> None:
        """Press the keys of the calculator that belong to a key of the terminal."""
        if self.query_one("#ask").display or len(self.screen_stack) > 1:
            return
        lines = self.query_one("#lines", OptionList)
        if event.key in ("up", "down"):
            (lines.action_cursor_up if event.key == "up" else lines.action_cursor_down)()
            return
        codes = self._escape() if event.key == "escape" else self.typing.codes(event.key, event.character)
        if codes:
            event.stop()
            self.press(*codes)

    def on_key_cap_pressed(self, message: KeyCap.Pressed) -> None:
        """Press the key that was clicked."""
        self.typing.forget()
        self.press(*message.codes)

    def on_paste(self, event: Paste) -> None:
        """Paste numbers or keys that were copied elsewhere."""
        if not self.query_one("#ask").display:
            self._do(lambda: self.say(edits.paste(self.desk, event.text.strip())))

    def press(self, *codes: str) -> None:
        """Press keys one after the other."""
        for code in codes:
            self.desk.down(code)
            self.desk.up(code)
        self._work()

    def _escape(self) -> tuple[str, ...]:
        """The key that ends a running program, a message or a prefix."""
        state = self.desk.state
        if state.running:
            return (RUN_STOP,)
        if state.message is not None:
            return (BACK,)
        return (F_KEY, ENTER) if state.pending else ()

    # commands

    def action_keys(self) -> None:
        """Show the list of keys."""
        labels = {key.code: key.label for key in face.keys(self.desk.model)}
        by_key = {
            "space" if shortcut == " " else shortcut: " ".join(labels[code] for code in codes)
            for shortcut, codes in face.shortcuts(self.desk.model).items()
            if not shortcut.isdigit()
        }
        by_key |= {
            one.key.split(",")[0].replace("+", "-").upper(): one.description
            for one in self.BINDINGS
            if isinstance(one, Binding) and one.key != "question_mark"
        }
        by_key |= {"6.02e23": "a number", "Esc": "cancel", "up, down": "a line", "paste": "numbers, keys"}
        rows = [f"{shortcut:>10}  {label:<8}" for shortcut, label in by_key.items()]
        columns = 3
        height = -(-len(rows) // columns)
        self.push_screen(Shortcuts("\n".join("".join(rows[line::height]) for line in range(height))))

    def action_aside(self) -> None:
        """Show the listing and the memory in place of the keys, or the keys again."""
        self.toggle_class("aside")

    def action_control(self, word: str) -> None:
        """Run or stop the program, or do a step."""
        self._do(lambda: stepping.CONTROLS[word](self.desk))

    def action_to_line(self) -> None:
        """Run up to the chosen line."""
        self._do(lambda: stepping.run_to(self.desk, self._chosen_line()))

    def action_breakpoint(self) -> None:
        """Set or remove a breakpoint in front of the chosen line. A condition is asked for."""
        line = self._chosen_line()
        if line in self.desk.breaks.lines:
            self._do(lambda: self.desk.set_breakpoint(line, False))
        elif line:
            self._ask(f"break {line}", "when (empty: always), for example R3 > 5")

    def action_watch(self) -> None:
        """Ask for the places whose change stops a run."""
        self._ask("watch", "stop when these change, for example R3 I X (empty: none)")

    def action_pace(self) -> None:
        """Change between the real machine's pace and full speed."""
        self._do(lambda: self.desk.set_pace(not self.desk.real_pace))

    def action_edit(self) -> None:
        """Edit the program as text. It goes into the calculator when the editor is left with it."""

        def load_edited(program: Program | None) -> None:
            if program is not None:
                self._do(lambda: self.desk.load(program))

        self.push_screen(ListingEditor(self.desk.state.program, self.desk.model), load_edited)

    def action_undo(self) -> None:
        """Go back to the state before the last step."""
        self._do(self.desk.undo)

    def action_redo(self) -> None:
        """Do again what was undone last."""
        self._do(self.desk.redo)

    def action_copy(self) -> None:
        """Put X onto the terminal's clipboard."""
        text = level(self.desk.state, 0)
        self.copy_to_clipboard(text)
        self.say(f"X is copied: {text}")

    async def action_quit(self) -> None:
        """Keep the memory and end."""
        self.save()
        self.exit()

    # the line for questions

    def _ask(self, what: str, hint: str) -> None:
        field = self.query_one("#ask", Input)
        self._asked, field.placeholder, field.value = what, hint, ""
        field.display = True
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the places to watch, or the condition of a breakpoint, which were asked for."""
        event.input.display = False
        self.set_focus(None)
        what, _, line = self._asked.partition(" ")
        text = event.value.strip()
        if what == "watch":
            self._do(lambda: self.desk.watch([place_named(one) for one in text.split()]))
        else:
            self._do(lambda: self._break(int(line), text))

    def _break(self, line: int, condition: str) -> None:
        self.desk.set_breakpoint(line, True, read_condition(condition) if condition else None)

    # the other parts

    def say(self, text: str) -> None:
        """Show a line below the keys."""
        self.query_one("#status", Static).update(Text(text))

    def save(self) -> None:
        """Write the memory file if the calculator has changed."""
        if self._memory is None:
            return
        text = snapshot.write(self.desk)
        if text == self._saved:
            return
        try:
            self._memory.write(text)
            self._saved = text
        except OSError as error:
            self.say(f"The memory is not kept: {error.strerror or error}")

    def _offer(self, program: Program) -> None:
        lines = len(self.desk.state.program)
        if not lines or self.desk.state.program.steps == program.steps:
            self._do(lambda: self.desk.load(program))
            return
        text = f"The listing replaces the program in memory ({lines} lines). Undo brings it back."

        def load_if_wanted(yes: bool | None) -> None:
            if yes:
                self._do(lambda: self.desk.load(program))

        self.push_screen(Question(text), load_if_wanted)

    def _do(self, command: Callable[[], object]) -> None:
        self.typing.forget()
        self.say("")
        try:
            command()
        except InputError as error:
            self.say(str(error))
        self._work()

    def _chosen_line(self) -> int:
        chosen = self.query_one("#lines", OptionList).highlighted
        return 0 if chosen is None else chosen + 1

    def _work(self) -> None:
        """Do what is due, and paint what has changed."""
        now = time.monotonic()
        due = self.desk.work() if now >= self._due else 0.0
        self._due = now + due if due is not None and due > LOOK else 0.0
        desk = self.desk
        painted = (
            *(
                desk.display,
                desk.state.word_times,
                desk.shown_state.line,
                desk.listing,
                desk.note,
                desk.real_pace,
            ),
            *(tuple(desk.breaks.lines), tuple(desk.breaks.places)),
            *(desk.history.undoable, desk.history.redoable),
        )
        if painted != self._painted:
            self._painted = painted
            self._paint()

    def _paint(self) -> None:
        if not self.query(Lcd):  # the screen is taken apart already
            return
        self.query_one(Lcd).show(self.desk)
        self.query_one(Inside).show(self.desk)
        if self.desk.note:
            self.say(self.desk.note)
        if not self.desk.state.running or self.desk.real_pace:
            self._paint_lines()
        shift = self.desk.display.annunciators & {"f", "g"}
        self.set_class("f" in shift, "shift-f")
        self.set_class("g" in shift, "shift-g")

    def _paint_lines(self) -> None:
        lines = self.query_one("#lines", OptionList)
        program, current = self.desk.state.program, self.desk.shown_state.line
        chosen = lines.highlighted
        rows = []
        for number, step in enumerate(program.steps, 1):
            mark = "●" if number in self.desk.breaks.lines else " "
            arrow = "▶" if number == current else " "
            codes = step.codes(self.desk.model).strip()
            row = f"{mark}{arrow}{number:03d} {codes:>8} {handbook(step, self.desk.model)}"
            text = Text(row, no_wrap=True)
            if number == current:
                text.stylize("bold reverse")
            rows.append(Option(text))
        lines.clear_options()
        lines.add_options(rows)
        if not rows:
            return
        if self._listing != self.desk.listing or current:
            chosen = max(0, current - 1)
        self._listing = self.desk.listing
        lines.highlighted = min(chosen or 0, len(rows) - 1)
