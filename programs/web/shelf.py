"""The listings that come with hp15c, and file names for downloads."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path

from hp15c.listing.collection import Collection, name_of
from hp15c.table.models import Model
from programs.groups import group_of, in_order

_SHELF = Collection(Path(__file__).parents[1])


@cache
def groups(model: Model) -> dict[str, list[str]]:
    """The file names of the listings for a model, by group. The groups and their names are in order.

    The last group has the listings that only the other model has, which have to be converted.
    """
    files = _files(model)
    found = {group: [files[name] for name in names] for group, names in groupby(in_order(files), group_of)}
    for other in Model:
        rest = {name: file for name, file in _files(other).items() if name not in files}
        if rest:
            found[f"For the HP-{other}: convert"] = [rest[name] for name in in_order(rest)]
    return found


def _files(model: Model) -> dict[str, str]:
    """The file name of each program that comes with hp15c for a model."""
    return {name_of(path): path.name for path in _SHELF.paths() if path.suffix == model.suffix}


def listings(model: Model) -> list[str]:
    """The file names of the listings that a model's page offers."""
    return [name for names in groups(model).values() for name in names]


def read_listing(name: str) -> str:
    """The text of one of these listings. KeyError when there is none of this name."""
    return {path.name: path for path in _SHELF.paths()}[name].read_text(encoding="utf-8")


def file_name(title: str) -> str:
    """A plain file name, without suffix, made of a title."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "program"
