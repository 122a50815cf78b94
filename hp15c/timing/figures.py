"""The measured word times by their names: the table figures.csv, a row for each and a column for each model.

Figures that compiled code reads are constants beside the functions that need them.
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


MEASURED: Final[Mapping[str, Mapping[Model, int]]] = {
    name: {Model.HP15C: int(hp15c or 0), Model.HP11C: int(hp11c or 0)}
    for name, hp15c, hp11c, _ in rows("figures.csv")
}
"""The word times by name and model. What a model does not have is 0 there."""


def measured(name: str, model: Model = Model.HP15C) -> int:
    """The word times of a name in the table. KeyError for another one."""
    return MEASURED[name][model]


def extra(name: str, model: Model) -> int:
    """The word times of a name, 0 for one without a row: it costs nothing more than others."""
    return MEASURED[name][model] if name in MEASURED else 0
