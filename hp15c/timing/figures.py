"""The measured word times by their names: the table figures.csv, a row for each and a column for each model.

Figures that compiled code reads have a name beside the functions that need them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from importlib.resources import files
from typing import Final

from hp15c.table.models import Model


def rows(table: str) -> list[list[str]]:
    """The rows of a table of this folder, without its head."""
    text = files("hp15c.timing").joinpath(table).read_text("utf-8")
    return [*csv.reader(text.splitlines())][1:]


def _numbers(cell: str) -> tuple[int, ...]:
    return tuple(map(int, (cell or "0").split()))


FIGURES: Final[Mapping[str, Mapping[Model, tuple[int, ...]]]] = {
    name: {Model.HP15C: _numbers(hp15c), Model.HP11C: _numbers(hp11c)}
    for name, hp15c, hp11c, _ in rows("figures.csv")
}
"""The word times by name and model. What a model does not have is 0 there. Some are several numbers: for the
places of a byte in its register, or a fixed part, one by a size, one by its square and so on.
"""


def figure(name: str, model: Model = Model.HP15C, place: int = 0) -> int:
    """The word times of a name in the table. KeyError for another one."""
    return FIGURES[name][model][place]


def by_model(name: str) -> tuple[int, int]:
    """The word times of a name on the HP-15C and on the HP-11C."""
    return figure(name), figure(name, Model.HP11C)


def extra(name: str, model: Model) -> int:
    """The word times of a name, 0 for one without a row: it costs nothing more than others."""
    return figure(name, model) if name in FIGURES else 0


def by_size(name: str, size: int) -> int:
    """The word times that the HP-15C takes for `size` elements or rows. 0 for a name without a row."""
    costs = FIGURES[name][Model.HP15C] if name in FIGURES else ()
    return sum(cost * size**power for power, cost in enumerate(costs))
