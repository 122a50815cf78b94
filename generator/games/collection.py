"""The programs besides the CodeMaker, by the name of their verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from generator.assembler.printing import FinishedListing
from generator.games.codebreaker import codebreaker
from generator.games.codebreaker_11c import codebreaker_11c
from generator.games.counter import counter
from generator.games.higher_lower import higher_lower
from generator.games.routines import routines
from hp15c.errors import Unsupported
from hp15c.table.models import Model


def codebreaker_for(model: str = "15C", play: str = "fast") -> FinishedListing:
    """The CodeBreaker for a model. Unsupported on the HP-11C for another `play` than "fast"."""
    if Model.of(model) is Model.HP15C:
        return codebreaker(model, play)
    if play != "fast":
        raise Unsupported("the HP-11C", [f"its CodeBreaker has one way of play, and not {play!r}"])
    return codebreaker_11c()


MAKERS: Final[Mapping[str, Callable[..., FinishedListing]]] = {
    "codebreaker": codebreaker_for,
    "higher-lower": higher_lower,
    "counter": counter,
    "routines": routines,
}


def file_names() -> tuple[str, ...]:
    """The file names of each program for each model."""
    return tuple(f"{name}.{model.lower()}" for name in MAKERS for model in Model)


def listings() -> Iterator[tuple[str, FinishedListing]]:
    """Each program for each model that can run it, by its file name: 'counter.11c'."""
    for name, maker in MAKERS.items():
        for model in Model:
            try:
                yield f"{name}.{model.lower()}", maker(model)
            except Unsupported:
                continue
