"""Where the Owner's Handbooks explain an instruction and work an example with it."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from hp15c.listing.spellings import candidates, words_to_press
from hp15c.table.models import Model

QUICK_LOOK: Final = 18
"""The page on which the HP-15C's handbook begins to explain. The pages before show what will be explained."""
SHOWN: Final = 5
"""How many pages of examples are named."""


class Section(NamedTuple):
    """A section of the HP-15C Owner's Handbook (November 1985) and the instructions that it explains."""

    number: int
    title: str
    page: int
    instructions: frozenset[str]


def _rows(table: str) -> list[dict[str, str]]:
    """The rows of a table about the handbooks."""
    text = files("hp15c").joinpath("reference", table).read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


SECTIONS: Final = tuple(
    Section(int(row["section"]), row["title"], int(row["page"]), frozenset(row["instructions"].split("; ")))
    for row in _rows("sections.csv")
)


def reference(name: str, model: Model) -> str:
    """The section that explains an instruction and the pages whose examples use it. Empty for none."""
    told = []
    if model is Model.HP15C:
        told += [
            f"section {one.number}, {one.title}, from page {one.page}"
            for one in SECTIONS
            if name in one.instructions
        ]
    pages = example_pages(model).get(name, ())
    if pages:
        more = " and others" if len(pages) > SHOWN else ""
        told.append(f"examples on page{'s' * (len(pages) > 1)} {', '.join(map(str, pages[:SHOWN]))}{more}")
    return f"{model.name.replace('HP', 'HP-')} Owner's Handbook: {', '.join(told)}" if told else ""


@cache
def example_pages(model: Model) -> dict[str, tuple[int, ...]]:
    """For each instruction the pages of its model's Owner's Handbook whose worked examples press it."""
    found: dict[str, set[int]] = {}
    for row in _rows("handbook.csv"):
        if row["book"] != model.name.removeprefix("HP") or int(row["page"]) < QUICK_LOOK:
            continue
        for word, _ in words_to_press(row["keys"].removesuffix(" (held)"), model):
            for step in candidates(word, model)[:1]:
                found.setdefault(step.name, set()).add(int(row["page"]))
    return {name: tuple(sorted(pages)) for name, pages in found.items()}
