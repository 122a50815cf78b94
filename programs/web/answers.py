"""The operations that a page can ask of its calculator: plain data in, plain data out.

The server uses it for requests, the worker in the browser for messages, so that both kinds of page have the
same code. An operation that acts returns the fields to send besides the face, if any. One that looks returns
the answer itself. The operations that the first keys do not need stand in modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from hp15c.errors import InputError, ListingError
from hp15c.keys import keyboard
from programs.web import view
from programs.web.desk import Desk
from programs.web.fields import Fields, RequestRefused

MORE: Final = ("programs.web.program_answers", "programs.web.game_answers")
"""The modules with the other operations. They are loaded when one of those is asked for."""

MOST_EVENTS: Final = 200
MOST_WAITING: Final = 400
MOST_FAULTS: Final = 10

JsonObject = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Later:
    """Work that takes long and touches no calculator, and the function that takes its result."""

    work: Callable[[], Any]
    then: Callable[[Any], JsonObject]


RequestHandler = Callable[[Desk, Fields], "JsonObject | Later | None"]
ACTS: Final[dict[str, RequestHandler]] = {}
LOOKS: Final[dict[str, RequestHandler]] = {}


def acts(operation: RequestHandler) -> RequestHandler:
    """Register an operation that may change the calculator. It is answered with the face."""
    ACTS[operation.__name__] = operation
    return operation


def looks(operation: RequestHandler) -> RequestHandler:
    """A decorator: register an operation that changes nothing."""
    LOOKS[operation.__name__] = operation
    return operation


def handler(operation: str) -> tuple[RequestHandler, bool]:
    """The function of an operation, and whether it may change the calculator. RequestRefused for none."""
    if operation not in ACTS and operation not in LOOKS:
        load_all()
    found = ACTS.get(operation) or LOOKS.get(operation)
    if found is None:
        raise RequestRefused(404, f"there is nothing called {operation[:40]!r}")
    return found, operation in ACTS


def load_all() -> None:
    """Load the modules with all operations."""
    for name in MORE:
        import_module(name)


def look_at_game(desk: Desk) -> None:
    """Have the game beside the calculator read the display."""
    if desk.beside is not None:
        desk.beside.look(desk)


def face(desk: Desk) -> JsonObject:
    """The data that the page paints after every operation."""
    look_at_game(desk)
    return {**view.face(desk), "game": desk.beside.to_json() if desk.beside is not None else None}


def message(error: InputError) -> str:
    """An error in words. Of many faults in a listing, only the first ones."""
    if not isinstance(error, ListingError):
        return str(error)
    first, more = error.faults[:MOST_FAULTS], len(error.faults) - MOST_FAULTS
    return "\n".join(map(str, first)) + (f"\nand {more:,} more faults" if more > 0 else "")


@acts
def keys(desk: Desk, fields: Fields) -> None:
    """Keys down and up in order: [["down", "36"], ["up", "36"]]. RequestRefused when too many wait."""
    events = [_key_event(one) for one in fields.items("events", most=MOST_EVENTS)]
    if desk.keys_waiting + len(events) > MOST_WAITING:
        raise RequestRefused(
            429, "too many keys wait for the calculator: let it finish, or go on at full speed"
        )
    for what, key in events:
        if what == "down":
            desk.down(key)
        else:
            desk.up(key)


@acts
def look(desk: Desk, fields: Fields) -> None:
    """Do nothing: every answer has the display of the calculator as it is now."""


@looks
def here(desk: Desk, fields: Fields) -> None:
    """Do nothing but answer: the request itself says that a page has this calculator."""


@looks
def program(desk: Desk, fields: Fields) -> JsonObject:
    """The lines of the program in memory."""
    return view.program(desk)


@acts
def undo(desk: Desk, fields: Fields) -> None:
    """Go back to the state before the last step."""
    desk.undo()


@acts
def redo(desk: Desk, fields: Fields) -> JsonObject:
    """Do again what was undone last."""
    desk.redo()
    return {}


def _key_event(event: object) -> tuple[str, str]:
    match event:
        case ["down" | "up" as what, str(key)]:
            keyboard.require_key(key)
            return what, key
    raise RequestRefused(400, 'a key event is ["down", KEY] or ["up", KEY]')
