"""A page's calculator as one text: memory, breakpoints, pace and the game beside it.

The server keeps it in a file, the browser in its storage. A link carries a shorter text, with the memory
alone.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any, Final

from hp15c.errors import InputError
from hp15c.functions.saved import Saved, excerpt
from hp15c.inspect.watching import place_named, read_condition
from hp15c.state.state import State
from hp15c.store import saved
from hp15c.table.models import Model
from programs.web.breakpoints import Breaks
from programs.web.desk import Clock, Desk

KIND: Final = "hp15c page"
VERSION: Final = 1
LARGEST_LINK: Final = 60_000
LARGEST_UNPACKED: Final = 1_000_000
MOST_DIGITS_OF_LINE: Final = 9


def write(desk: Desk) -> str:
    """A desk as JSON text."""
    state = desk.state
    game = desk.beside
    data = {
        "kind": KIND,
        "version": VERSION,
        "state": saved.to_json(state),
        "breakpoints": {str(line): str(one or "") for line, one in desk.breaks.lines.items()},
        "watched": desk.breaks.places,
        "broken": desk.broken,
        "real": desk.real_pace,
        "game": {**game.export(), "runs": desk.runs} if game is not None else None,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def restore(text: str, clock: Clock) -> Desk:
    """The desk that `write` wrote. InputError when the text is damaged or foreign."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("this is not the memory of a page: it is no JSON") from None
    if not isinstance(data, dict) or data.get("kind") != KIND or data.get("version") != VERSION:
        raise InputError("this is not the memory of a page")
    try:
        return _desk(data, clock)
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise InputError(f"the memory of the page is damaged: {error!r}") from None


def link(state: State) -> str:
    """A calculator's memory, its program included, as the fragment of a link."""
    still = state.copy()
    still.running, still.held = False, None
    text = json.dumps(saved.to_json(still), ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def opened_link(fragment: str, model: Model) -> State:
    """The memory that a link carries. InputError when it is cut off or another model's."""
    if len(fragment) > LARGEST_LINK:
        raise InputError("the link is too long to hold a calculator")
    try:
        packed = base64.urlsafe_b64decode(fragment + "=" * (-len(fragment) % 4))
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, LARGEST_UNPACKED)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError
        state = saved.from_json(json.loads(text))
    except InputError as error:
        raise InputError(f"the link holds no calculator: {error}") from None
    except (ValueError, RecursionError, zlib.error, binascii.Error):
        raise InputError("the link holds no calculator: it is cut off or damaged") from None
    state.running, state.held = False, None
    if state.model is not model:
        raise InputError(f"the link is for the HP-{state.model}: open it on that page")
    return state


def _desk(data: dict[str, Any], clock: Clock) -> Desk:
    fields = Saved("page", data)
    state = saved.from_json(data["state"])
    state.held = None  # nobody holds a key of a page that was closed
    running = state.running
    desk = Desk(state.model, clock, state)
    desk.breaks = _breaks(data, len(state.program))
    desk.broken = fields.flag("broken") and not running
    if fields.has("game"):
        from programs.web.game_answers import read_game  # most calculators have no game

        desk.beside = read_game(Saved("game", data["game"]), desk.runs)
    if fields.flag("real"):
        desk.set_pace(True)
    return desk


def _breaks(data: dict[str, Any], last_line: int) -> Breaks:
    """The breakpoints and the watched places. Lines that the program does not have are left out."""
    lines = {}
    for line, text in data["breakpoints"].items():
        if not (line.isascii() and line.isdigit()):
            raise InputError(f"the memory of the page is damaged: there is no line {excerpt(line)}")
        lines[int(line[:MOST_DIGITS_OF_LINE])] = read_condition(text) if text else None
    breaks = Breaks(lines, [place_named(place) for place in data["watched"]])
    breaks.keep_lines_up_to(last_line)
    return breaks
