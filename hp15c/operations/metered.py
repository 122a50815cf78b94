"""The functions of the book with the word times of each model (BEHAVIOUR 10).

The meter counts what a function's own loops spend. What a model spends more or less than these is added here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hp15c.errors import CalculatorError
from hp15c.functions import probability
from hp15c.numbers.effort import (
    CHOICE,
    LESS_ON_CHOICES,
    LESS_ON_LATE_ERRORS,
    LESS_ON_NEGATIVE,
    LESS_ON_SUMS,
    Meter,
)
from hp15c.numbers.number import Number
from hp15c.numbers.working import pack
from hp15c.rules.computing import OF_ANGLE, OF_NUMBER, ONE, SEVERAL, One, Several, of_model
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode
from hp15c.timing.special import gamma_cost, polar_cost, special_cost


def _special(name: str, model: Model) -> One:
    """A function of X whose word times depend on X and on the result."""
    function = ONE[name]

    def compute(meter: Meter, x: Number, *mode: AngleMode) -> tuple[Number, bool]:
        found = function(meter, x, *mode)
        meter.spent += special_cost(name, x, found[0], model)
        return found

    return compute


def _factorial(model: Model) -> One:
    def compute(meter: Meter, x: Number) -> tuple[Number, bool]:
        meter.spent += gamma_cost(x, model)
        return ONE["x!"](meter, x)

    return compute


def _choices_11c(choose: Callable[[Meter, Number, Number, int], Any]) -> One:
    def compute(meter: Meter, y: Number, x: Number) -> tuple[Number, bool]:
        if x.negative:
            meter.spent -= LESS_ON_NEGATIVE
        return pack(choose(meter, y, x, CHOICE - LESS_ON_CHOICES))

    return compute


def _intercept_11c(meter: Meter, *sums: Number) -> tuple[Number, bool]:
    try:
        found = ONE["intercept"](meter, *sums)
    except CalculatorError:
        meter.spent -= LESS_ON_LATE_ERRORS
        raise
    meter.spent -= LESS_ON_SUMS["L.R."]
    return found


def _to_polar(model: Model) -> Several:
    name = "→P"

    def compute(meter: Meter, x: Number, y: Number, mode: AngleMode) -> tuple[tuple[Number, ...], bool]:
        meter.spent += polar_cost(x, y, mode, model)
        return SEVERAL[name](meter, x, y, mode)

    return compute


def _of_sums_11c(name: str, function: Several) -> Several:
    def compute(meter: Meter, *operands: Number) -> tuple[tuple[Number, ...], bool]:
        found = function(meter, *operands)
        meter.spent -= LESS_ON_SUMS[name]
        return found

    return compute


def _one(name: str, model: Model) -> One:
    """A function with one result."""
    if name in OF_ANGLE or name in OF_NUMBER:
        return _special(name, model)
    if name == "x!":
        return _factorial(model)
    if model is Model.HP11C:
        if name in _CHOICES:
            return _choices_11c(_CHOICES[name])
        if name == "intercept":
            return _intercept_11c
    return ONE[name]


def _several(name: str, model: Model) -> Several:
    """A function with several results."""
    if name == "→P":
        return _to_polar(model)
    function = SEVERAL[of_model(name, model)]
    return _of_sums_11c(name, function) if model is Model.HP11C and name in LESS_ON_SUMS else function


_CHOICES: Final = {"Py,x": probability.permutations, "Cy,x": probability.combinations}
ONE_RESULT: Final = {model: {name: _one(name, model) for name in ONE} for model in Model}
SEVERAL_RESULTS: Final = {model: {name: _several(name, model) for name in SEVERAL} for model in Model}
"""The functions by model and name."""
