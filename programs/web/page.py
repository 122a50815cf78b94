"""The page as HTML, and the files that belong to it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from hp15c.display import lcd
from hp15c.display.display import ANNUNCIATORS
from hp15c.listing.collection import name_of
from hp15c.listing.program import Program
from hp15c.listing.writers.formats import FORMATS, format_named
from hp15c.listing.writers.markup import template
from hp15c.table.machines import MACHINES
from hp15c.table.models import Model
from programs.web import board, face, shelf

STATIC: Final = Path(__file__).parent / "static"
NAMES: Final = {" ": "space"}
CELL: Final = 14.2
"""The width of an LCD cell, in the units of `lcd.polygons`."""


@dataclass(frozen=True, slots=True, eq=False)
class PageAddresses:
    """The addresses of a page: of its files and of both faces, and who answers it.

    `answers` is 'server' or 'worker'. `guide` is the address of a chapter of the guide, with {} for its name.
    `policy` is the content policy that the page itself states when no server sends one.
    """

    assets: str
    answers: str
    faces: Mapping[Model, str]
    policy: str = ""
    manifest: str = ""
    guide: str = "/guide/{}"


@cache
def assets() -> frozenset[str]:
    """The names of the files of the page."""
    return frozenset(path.name for path in STATIC.iterdir() if path.is_file())


@cache
def digest() -> str:
    """A hash of all files of the page. It stands in their addresses, so browsers may keep them forever."""
    return digest_of(STATIC)


def digest_of(folder: Path) -> str:
    """A hash of the names and contents of all files in a folder."""
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


@cache
def policy(*more: str) -> str:
    """The content policy: files of the page itself, and the style of the sheet that it opens to print."""
    style = format_named("html").write(Program()).partition("<style>")[2].partition("</style>")[0]
    sheet = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    parts = (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' 'sha256-{sheet}'",
        "img-src 'self'",
    )
    return "; ".join((*parts, "connect-src 'self'", "base-uri 'none'", "form-action 'none'", *more))


@cache
def on_server() -> PageAddresses:
    """The addresses of the server's pages."""
    return PageAddresses(f"/assets-{digest()}", "server", {one: f"/{one}" for one in Model})


@cache
def render(model: Model, place: PageAddresses | None = None, lesson: str = "") -> str:
    """The page with the face of one model, for a server, or for another place.

    `lesson` is the title of the program that a class begins with, '' for none.
    """
    place = place or on_server()
    return template("programs.web", "page.html.j2").render(
        model=model.value,
        models=[one.value for one in Model],
        keys=face.keys(model),
        shortcuts=json.dumps(face.shortcuts(model)),
        in_number=json.dumps(face.in_a_number(model)),
        shortcut_names=shortcut_names(model),
        annunciators=ANNUNCIATORS,
        polygons=lcd.polygons(),
        digits=json.dumps([lcd.SEGMENTS[digit] for digit in "0123456789"]),
        cells=[f"{place * CELL:.1f}" for place in range(lcd.CELLS)],
        listings=shelf.groups(model),
        name_of=name_of,
        formats=list(FORMATS.values()),
        most_digits=board.MOST_DIGITS,
        machines=[one for one in MACHINES.values() if one.model is model],
        place=place,
        lesson=lesson,
        faces=json.dumps({one.value: address for one, address in place.faces.items()}),
    )


def shortcut_names(model: Model) -> list[tuple[str, str]]:
    """Keys of a computer's keyboard and what they press, in words."""
    labels = {key.code: key.label for key in face.keys(model)}
    return [
        (NAMES.get(shortcut, shortcut), " ".join(labels[code] for code in codes))
        for shortcut, codes in face.shortcuts(model).items()
        if not shortcut.isdigit()
    ]
