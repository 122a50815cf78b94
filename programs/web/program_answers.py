"""What a page can ask about programs, values, machines and links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from generator.reading.explanation import Explanation, explain
from generator.reading.writing import about, summary
from hp15c.calculator import Calculator
from hp15c.errors import InputError, Unsupported
from hp15c.inspect.convert import convert
from hp15c.inspect.watching import place_named, read_condition
from hp15c.keys import keyboard
from hp15c.listing.decoding import decode
from hp15c.listing.reader import parse
from hp15c.listing.text import Listing
from hp15c.listing.writers.formats import format_named
from hp15c.state.state import State
from hp15c.table.models import Model
from programs.editors.listings.stack_hints import Levels, whole
from programs.web import checked_text, edits, shelf, snapshot, stepping
from programs.web.answers import MOST_FAULTS, JsonObject, Later, acts, looks
from programs.web.desk import Desk
from programs.web.fields import Fields, RequestRefused

MOST_WATCHED: Final = 20


@acts
def paste(desk: Desk, fields: Fields) -> JsonObject:
    """Paste numbers or keys that were copied elsewhere."""
    return {"said": edits.paste(desk, fields.text("text", most=edits.MOST_PASTED))}


@acts
def put(desk: Desk, fields: Fields) -> None:
    """Put a value into a level, a register or an element."""
    edits.set_value(desk, fields.text("name"), fields.text("value"))


@acts
def clear(desk: Desk, fields: Fields) -> None:
    """Clear the memory, as ON and − do."""
    with desk.one_step():
        desk.down(keyboard.ON)
        desk.down("30")
        desk.up("30")
        desk.up(keyboard.ON)
        desk.make_ready()
        desk.beside = None


@acts
def machine(desk: Desk, fields: Fields) -> None:
    """Take another make of this model. Its memory is empty except for the program."""
    edits.change_machine(desk, fields.text("name"))


@looks
def explanation(desk: Desk, fields: Fields) -> Later:
    """What each line of the program in memory does in words, and the stack after it."""
    number, held = desk.listing, desk.state.program
    return Later(lambda: explain(held), lambda told: _explanation(number, told))


@acts
def load(desk: Desk, fields: Fields) -> Later:
    """Load a listing, given as the bytes of a file, into memory."""
    name, data = fields.text("name", most=200), fields.file("data")
    return Later(lambda: _read_listing(data, desk.model, name), lambda listing: _load(desk, listing))


@looks
def readable(desk: Desk, fields: Fields) -> Later:
    """Whether a file holds a listing that fits: the number of its lines, or RequestRefused as by `load`."""
    name, data = fields.text("name", most=200), fields.file("data")

    def count_lines(listing: Listing) -> JsonObject:
        Calculator(state=State.fresh(desk.model, desk.state.machine)).load(listing.program)
        return {"lines": len(listing.program)}

    return Later(lambda: _read_listing(data, desk.model, name), count_lines)


@acts
def load_ours(desk: Desk, fields: Fields) -> JsonObject:
    """Load one of the listings that come with hp15c into memory.

    One for the other model is converted. InputError names what this model lacks.
    """
    name = _ours(desk, fields)
    listing = parse(shelf.read_listing(name), desk.model, name)
    other = listing.program.model
    if other is not desk.model:
        try:
            program = convert(listing.program, desk.model, desk.state.machine)
        except Unsupported as error:
            raise InputError(_refusal(name, other, error)) from None
        listing = replace(listing, program=program)
    return _load(desk, listing)


@acts
def load_lesson(desk: Desk, fields: Fields) -> JsonObject:
    """Load the program of the lesson as it was in the beginning. RequestRefused without a lesson."""
    if desk.lesson is None:
        raise RequestRefused(404, "there is no lesson for this calculator")
    with desk.one_step():
        desk.load(desk.lesson)
        desk.beside = None
    return {"said": "The program of the lesson is loaded."}


@looks
def ours(desk: Desk, fields: Fields) -> JsonObject:
    """The text of one of the listings that come with hp15c."""
    return {"text": shelf.read_listing(_ours(desk, fields))}


@looks
def check(desk: Desk, fields: Fields) -> Later:
    """The text of an editor, line by line: keycodes, mnemonics, findings with their places, the stack."""
    levels = Levels(fields.choice("stack", *(one.value for one in Levels)) if fields.has("stack") else "all")
    look = _editor(desk, fields)
    return Later(lambda: look().to_json(levels), lambda told: told)


def _editor(desk: Desk, fields: Fields) -> Callable[[], checked_text.CheckedText]:
    """A function that reads the text of an editor. It touches no calculator."""
    text, name, model = fields.text("text", most=200_000), fields.text("name", most=200), desk.model
    return lambda: checked_text.look(text, model, name)


@looks
def mend(desk: Desk, fields: Fields) -> Later:
    """The text of an editor after one of the fixes that `check` named, by its line and its title."""
    line, title = fields.integer("line"), fields.text("title", most=500)
    look = _editor(desk, fields)
    return Later(lambda: look().mend(line, title), lambda text: {"text": text})


@looks
def improve(desk: Desk, fields: Fields) -> Later:
    """The proved changes for the lines `first` to `last` of an editor's text."""
    first, last = fields.integer("first"), fields.integer("last")
    look = _editor(desk, fields)
    return Later(lambda: look().changes(first, last), lambda found: {"changes": found})


@looks
def download(desk: Desk, fields: Fields) -> JsonObject:
    """The program in memory, in any format: the name and the text of a file. 'editor' is for the editor."""
    if fields.text("format") == "editor":
        return {"name": "editor", "text": checked_text.editable(desk.state.program)}
    format = format_named(fields.text("format"))
    program = desk.state.program
    name = shelf.file_name(program.title) + format.suffix(desk.model)
    return {"name": name, "text": format.write(program)}


@acts
def insert(desk: Desk, fields: Fields) -> None:
    """Insert a line after another."""
    edits.insert_line(desk, fields.integer("after"), fields.text("text"))


@acts
def delete(desk: Desk, fields: Fields) -> None:
    """Delete a line of the program."""
    edits.delete_line(desk, fields.integer("line"))


@acts
def control(desk: Desk, fields: Fields) -> None:
    """Run, stop, or run a single line, a subroutine, to its end, or up to a line."""
    do = fields.choice("do", *stepping.CONTROLS, "to")
    if do == "to":
        stepping.run_to(desk, fields.integer("line"))
    else:
        stepping.CONTROLS[do](desk)


@acts
def breakpoint(desk: Desk, fields: Fields) -> None:
    """Set or remove a breakpoint, with a condition or without one."""
    text = fields.text_or_none("condition")
    condition = read_condition(text) if text else None
    desk.set_breakpoint(fields.integer("line"), fields.flag("on"), condition)


@acts
def watch(desk: Desk, fields: Fields) -> None:
    """Stop a run when one of these places changes."""
    desk.watch([place_named(one) for one in fields.texts("places", MOST_WATCHED)])


@acts
def time_lines(desk: Desk, fields: Fields) -> None:
    """Start or stop adding up the time that each line takes."""
    desk.time_lines(fields.flag("on"))


@acts
def pace(desk: Desk, fields: Fields) -> None:
    """Set the pace: as fast as possible, or that of the real machine."""
    desk.set_pace(fields.flag("real"))


@looks
def link(desk: Desk, fields: Fields) -> JsonObject:
    """The calculator's memory as the fragment of a link."""
    return {"fragment": snapshot.link(desk.state)}


@acts
def open_link(desk: Desk, fields: Fields) -> JsonObject:
    """Take the memory that a link carries."""
    state = snapshot.opened_link(fields.text("fragment", most=snapshot.LARGEST_LINK), desk.model)
    desk.replace(state)
    return {"said": "The calculator of the link is here. Undo brings yours back."}


def _explanation(listing: int, told: Explanation) -> JsonObject:
    """What each line of a program does, with the stack after it, and what is known of each part.

    `listing` says which program that is.
    """
    begins = {one.line: "; ".join(about(one)) for one in told.parts}
    lines = [{"does": one.does, "whole": whole(one), "part": begins.get(one.line, "")} for one in told.lines]
    return {"listing": listing, "lines": lines, "summary": summary(told)}


def _ours(desk: Desk, fields: Fields) -> str:
    name = fields.text("name")
    if name not in shelf.listings(desk.model):
        raise RequestRefused(404, f"there is no listing {name!r}")
    return name


def _refusal(name: str, other: Model, error: Unsupported) -> str:
    """Why a listing of the other model cannot be converted, in a few words."""
    more = len(error.reasons) - 1
    rest = f", and {more} more" if more else ""
    return f"{name} needs the HP-{other}: {error.reasons[0]}{rest}. Choose the HP-{other}'s face."


def _read_listing(data: bytes, model: Model, name: str) -> Listing:
    """The listing in a file. A long one takes seconds."""
    return parse(decode(data, name), model, name)


def _load(desk: Desk, listing: Listing) -> JsonObject:
    with desk.one_step():
        desk.load(listing.program)
        desk.beside = None
    return {"warnings": [str(one) for one in listing.warnings[:MOST_FAULTS]]}
