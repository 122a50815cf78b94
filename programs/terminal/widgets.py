"""The parts of the terminal calculator: the LCD, a key, the panes beside them, a question."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Grid, Horizontal
from textual.events import Click
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Label, OptionList, Static

from hp15c.display.display import ANNUNCIATORS
from hp15c.display.lcd import lit_parts
from hp15c.inspect.tracing import level, memory
from programs.web.desk import Desk
from programs.web.face import Key

GOLD, BLUE, WHITE = "#f0bd50", "#a5d2fb", "#faf8f3"
FIRST, SECOND = "42", "43"


ROWS: Final = 3


def big(text: str) -> tuple[str, str, str]:
    """A display text in large digits. '' (off) is blank."""
    cells = [_cell(parts) for parts in lit_parts(text)]
    top, middle, bottom = ("".join(cell[row] for cell in cells) for row in range(ROWS))
    return top, middle, bottom


def _cell(parts: str) -> tuple[str, str, str]:
    """The three rows of a cell, four characters wide. The mark stands in the last one."""

    def stroke(segment: str, sign: str) -> str:
        return sign if segment in parts else " "

    mark = next((sign for sign in ",." if sign in parts), " ")
    return (
        f" {stroke('a', '_')}  ",
        f"{stroke('f', '|')}{stroke('g', '_')}{stroke('b', '|')} ",
        f"{stroke('e', '|')}{stroke('d', '_')}{stroke('c', '|')}{mark}",
    )


class LineList(OptionList):
    """A list of lines. In a window that has no room for one of them, a page up or down moves nothing."""

    def action_page_up(self) -> None:
        """Go up by as many lines as are shown."""
        with suppress(KeyError):  # textual looks for the place of a line that it has not laid out
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go down by as many lines as are shown."""
        with suppress(KeyError):
            super().action_page_down()  # type: ignore[no-untyped-call]


class Lcd(Static):
    """The display in large digits, and the annunciators below it."""

    def show(self, desk: Desk) -> None:
        """Paint what the calculator shows."""
        shown = desk.display
        lit = [name if name in shown.annunciators else " " * len(name) for name in ANNUNCIATORS]
        blink = "blink " if shown.blinking and not desk.state.running else ""
        text = Text("\n".join(big(shown.text)), style=f"{blink}bold", no_wrap=True)
        text.append("\n      " + "  ".join(lit), style="bold")
        self.update(text)


class KeyCap(Static):
    """A key: gold legend, label, blue legend. A click on a legend presses its prefix first."""

    class Pressed(Message):
        """The keys that a click presses."""

        def __init__(self, codes: tuple[str, ...]) -> None:
            super().__init__()
            self.codes = codes

    def __init__(self, key: Key) -> None:
        label = Text(justify="center", no_wrap=True)
        label.append(key.gold or " ", style=GOLD)
        label.append(f"\n{key.label}\n", style=f"bold {WHITE}")
        label.append(key.blue or " ", style=BLUE)
        super().__init__(label, id=f"key-{key.code}", classes="key")
        self.key = key

    def on_click(self, event: Click) -> None:
        """Press the key, or the prefix of the legend that was hit and the key."""
        shift = {0: FIRST if self.key.gold else "", 2: SECOND if self.key.blue else ""}.get(event.y, "")
        self.post_message(self.Pressed((shift, self.key.code) if shift else (self.key.code,)))


class Inside(Static):
    """Stack, registers that are not zero, flags, returns and modes."""

    def show(self, desk: Desk) -> None:
        """Paint what is in memory."""
        state = desk.shown_state
        rows = [(name, level(state, number)) for number, name in enumerate("XYZT")][::-1]
        rows += [("LAST X", str(state.last_x))]
        rows += [(name, str(value)) for name, value in memory(state).items() if value or name == "I"]
        rows += [("flags", " ".join(map(str, sorted(state.flags))) or "none")]
        rows += [("modes", f"{state.format}, {state.angle.value}" + ", USER" * state.user)]
        rows += [("line", f"{state.line:03d} of {len(state.program):03d}")]
        rows += [("watched", ", ".join(desk.breaks.places))] if desk.breaks.places else []
        rows += [("pace", "real machine" if desk.real_pace else "full speed")]
        self.update(Text("\n".join(f"{name:<7} {value}" for name, value in rows)))


class Question(ModalScreen[bool]):
    """A question before something is lost."""

    BINDINGS: ClassVar = [
        ("escape", "dismiss(False)", "No"),
        ("y", "dismiss(True)", "Yes"),
        ("n", "dismiss(False)", "No"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text and two buttons."""
        with Grid(classes="dialog"):
            yield Label(self._text)
            with Horizontal():
                yield Button("Keep it (n)", id="no", variant="primary")
                yield Button("Go on (y)", id="yes")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Answer with the button."""
        self.dismiss(event.button.id == "yes")


class Shortcuts(ModalScreen[None]):
    """The list of keys."""

    BINDINGS: ClassVar = [("escape,question_mark,enter", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        yield Static(self._text, classes="dialog")
