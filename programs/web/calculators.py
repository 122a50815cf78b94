"""The list of kept calculators, as a page asks for it: names, what each shows, the file with all of them."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from hp15c.errors import InputError
from programs.web import snapshot
from programs.web.fields import Fields, RequestRefused
from programs.web.kept_calculators import KeptRow, saved_fields
from programs.web.sessions import Sessions

JsonObject = dict[str, Any]
LARGEST = 500_000
"""Characters of a calculator's text."""

MOST_SHOWN = 1000
LONGEST_TITLE = 60


def answer_question(sessions: Sessions, fields: Fields) -> JsonObject:
    """The answer to a question about kept calculators. RequestRefused when it cannot be answered."""
    owner = fields.text("owner")
    shown = shown_of(fields)
    try:
        match fields.choice("do", "list", "rename", "remove", "save", "add"):
            case "rename":
                sessions.rename(
                    _kept_row(sessions, fields, owner), fields.text("title", most=LONGEST_TITLE).strip()
                )
            case "remove":
                row = _kept_row(sessions, fields, owner)
                if sessions.is_open(row, owner, shown):
                    raise RequestRefused(409, f"{row.title} is open: close it first")
                sessions.remove(row)
            case "save":
                return {"calculators": [saved_fields(row) for row in sessions.kept_for(owner)]}
            case "add":
                sessions.add(
                    fields.text("snapshot", most=LARGEST),
                    fields.text("title", most=LONGEST_TITLE).strip(),
                    owner,
                )
            case _:
                pass
    except OSError as error:
        raise RequestRefused(500, str(error)) from None
    rows = sessions.kept_for(owner)
    return {
        "keeps": sessions.keeps,
        "calculators": [
            {
                **_summary(row, sessions.is_open(row, owner, shown)),
                "terminal": sessions.is_elsewhere(row.name),
            }
            for row in rows
        ],
    }


def facts(text: str) -> JsonObject:
    """What a kept calculator shows, and how many lines its program has. Neither when it cannot be read."""
    try:
        desk = snapshot.restore(text, time.monotonic)
    except InputError:
        return {"shown": "", "lines": 0}
    return {"shown": desk.display.text.strip(), "lines": len(desk.state.program)}


def _kept_row(sessions: Sessions, fields: Fields, owner: str) -> KeptRow:
    name = fields.text("name")
    row = next((one for one in sessions.kept_for(owner) if one.name == name), None)
    if row is None:
        raise RequestRefused(404, "this calculator is not kept any more: open the list again")
    return row


def _summary(row: KeptRow, is_open: bool) -> JsonObject:
    facts_of = facts(row.snapshot)
    return {
        "name": row.name,
        "model": row.model,
        "title": row.title,
        "time": row.time,
        "open": is_open,
        **facts_of,
    }


def shown_of(fields: Fields) -> Collection[str] | None:
    """The sessions that the asking browser shows, None when it does not say."""
    return fields.texts("shown", MOST_SHOWN) if fields.has("shown") else None
