"""The listings that come along, and file names for downloads."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from hp15c.table.models import Model


@cache
def listings(model: Model) -> list[str]:
    """The names of the listings for a model that come along."""
    suffix = f".{model.value.lower()}"
    return sorted(entry.name for entry in files("programs").iterdir() if entry.name.endswith(suffix))


def read(name: str) -> str:
    """The text of one of these listings."""
    return files("programs").joinpath(name).read_text(encoding="utf-8")


def file_name(title: str) -> str:
    """A plain file name, without suffix, made of a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "program"
