"""The page as HTML, its listings and its printed sheet."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import Response

from hp15c.display import ANNUNCIATORS
from hp15c.listing.formats import FORMATS
from hp15c.models import Model
from programs.web import board, face, lcd

STATIC: Final = Path(__file__).parent / "static"
CELL: Final = 14.2
"""The width of an LCD cell, in the units of `lcd.polygons`."""


@cache
def render(model: Model) -> str:
    """The page with the face of one model."""
    environment = Environment(
        loader=PackageLoader("programs.web", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2").render(
        model=model.value,
        models=[one.value for one in Model],
        keys=face.keys(model),
        shortcuts=json.dumps(face.shortcuts(model)),
        shortcut_names=shortcut_names(model),
        annunciators=ANNUNCIATORS,
        polygons=lcd.polygons(),
        cells=[f"{place * CELL:.1f}" for place in range(lcd.CELLS)],
        listings=listings(model),
        formats=list(FORMATS.values()),
        most_digits=board.MOST_DIGITS,
    )


def shortcut_names(model: Model) -> list[tuple[str, str]]:
    """Keys of a computer's keyboard and what they press, in words."""
    labels = {key.code: key.label for key in face.keys(model)}
    return [
        (shortcut, " ".join(labels[code] for code in codes))
        for shortcut, codes in face.shortcuts(model).items()
        if not shortcut.isdigit()
    ]


def listings(model: Model) -> list[str]:
    """The names of the listings for a model that come with the programs."""
    suffix = f".{model.value.lower()}"
    return sorted(entry.name for entry in files("programs").iterdir() if entry.name.endswith(suffix))


def read_listing(name: str) -> str:
    """The text of one of these listings."""
    return files("programs").joinpath(name).read_text(encoding="utf-8")


def file_name(title: str) -> str:
    """A plain file name, without suffix, made of a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "program"


def sheet(text: str) -> Response:
    """The printable sheet; it may have its own style, and nothing else."""
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; frame-ancestors 'none'"
    return Response(text, media_type="text/html", headers={"content-security-policy": policy})
