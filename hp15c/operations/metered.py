"""The functions of the book with the word times of each model (BEHAVIOUR 10).

The meter counts what a function's own loops spend. What a model spends more or less than these is added here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hp15c.errors import CalculatorError
from hp15c.functions import probability
from hp15c.numbers import effort
from hp15c.numbers.effort import LESS_ON_SUMS, Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import pack
from hp15c.rules.computing import OF_ANGLE, OF_NUMBER, ONE, SEVERAL, One, Several, of_model
from hp15c.table.models import Model
from hp15c.timing.special import gamma_cost, polar_cost, special_cost

_CHOICES: Final = {"Py,x": probability.permutations, "Cy,x": probability.combinations}
_INTERCEPT: Final = "intercept"


def _choices_11c(choose: Callable[[Meter, Number, Number, int], Any]) -> One:
    def compute(meter: Meter, y: Number, x: Number) -> tuple[Number, bool]:
        if x.negative:
            meter.spent -= effort.LESS_ON_NEGATIVE
        return pack(choose(meter, y, x, effort.CHOICE - effort.LESS_ON_CHOICES))

    return compute


def _more(name: str, model: Model) -> Callable[..., int] | None:
    """The word times of a function besides its loops, by its results and operands. None where it has none."""
    if name in OF_NUMBER or name in OF_ANGLE:
        return lambda results, x, *_: special_cost(name, x, results[0], model)
    if model is Model.HP15C:
        return None
    less = LESS_ON_SUMS.get("L.R." if name == _INTERCEPT else name)
    if less is not None:
        return lambda *_: -less
    return {"x!": lambda _, x: gamma_cost(x), "→P": lambda _, *point: polar_cost(*point)}.get(name)


def _with_costs(name: str, function: Callable[..., Any], model: Model) -> Callable[..., Any]:
    if model is Model.HP11C and name in _CHOICES:
        return _choices_11c(_CHOICES[name])
    more = _more(name, model)
    if more is None:
        return function
    late = effort.LESS_ON_LATE_ERRORS if model is Model.HP11C and name == _INTERCEPT else 0

    def compute(meter: Meter, *operands: Any) -> Any:
        try:
            results = function(meter, *operands)
        except CalculatorError:
            meter.spent -= late
            raise
        meter.spent += more(results, *operands)
        return results

    return compute


ONE_RESULT: Final[dict[Model, dict[str, One]]] = {
    model: {name: _with_costs(name, function, model) for name, function in ONE.items()} for model in Model
}
SEVERAL_RESULTS: Final[dict[Model, dict[str, Several]]] = {
    model: {name: _with_costs(name, SEVERAL[of_model(name, model)], model) for name in SEVERAL}
    for model in Model
}
"""The functions by model and name."""
