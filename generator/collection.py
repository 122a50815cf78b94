"""The programs besides the CodeMaker, by the name of their verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from generator.codebreaker import codebreaker
from generator.counter import counter
from generator.higher_lower import higher_lower
from generator.routines import routines
from generator.sheet import FinishedListing
from hp15c.errors import Unsupported
from hp15c.models import Model

MAKERS: Final[Mapping[str, Callable[..., FinishedListing]]] = {
    "codebreaker": codebreaker,
    "higher-lower": higher_lower,
    "counter": counter,
    "routines": routines,
}


def listings() -> Iterator[tuple[str, FinishedListing]]:
    """Each program for each model that can run it, by its file name: 'counter.11c'."""
    for name, maker in MAKERS.items():
        for model in Model:
            try:
                yield f"{name}.{model.lower()}", maker(model)
            except Unsupported:
                continue
