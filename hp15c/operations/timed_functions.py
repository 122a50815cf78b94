"""The functions of the book with the word times of each model (BEHAVIOUR 10).

The meter counts what a function's own loops spend. What a model spends more or less than these is added here.
For a few arguments the firmware takes another way, which costs the same for every argument of the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from hp15c.errors import CalculatorError
from hp15c.functions import probability
from hp15c.functions.conversions import WHOLE_HOURS
from hp15c.numbers import effort
from hp15c.numbers.effort import LESS_ON_SUMS, ROUND, Meter
from hp15c.numbers.number import Number
from hp15c.numbers.working import digit_sum, pack
from hp15c.rules.number_functions import OF_ANGLE, OF_NUMBER, ONE, SEVERAL, One, Several, of_model
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode
from hp15c.timing.figures import extra, figure

_CHOICES: Final = {"Py,x": probability.permutations, "Cy,x": probability.combinations}
_INTERCEPT: Final = "intercept"
_on_11c: Final = partial(figure, model=Model.HP11C)

_TINY_BELOW: Final = -7
"""An argument with a lower exponent has itself or 1 as result, on the HP-11C also with this one."""


def special_cost(name: str, x: Number, result: Number, model: Model) -> int:
    """Word times of a function of a real X besides its loops. `result` is its result."""
    is_11c = model is Model.HP11C
    if is_11c and name in ("SIN", "COS") and not result.mantissa:
        kind = "nothing"
    elif not x.mantissa:
        kind = "0"
    elif x.exponent < _TINY_BELOW:
        kind = "tiny"
    elif is_11c and x.exponent == _TINY_BELOW:
        kind = "small"
    elif x.exponent >= WHOLE_HOURS:
        kind = "large"
    else:
        kind = "1" if x == 1 else "other"
    return extra(f"{name} of {kind}", model)


def gamma_cost(x: Number) -> int:
    """The word times of x! on the HP-11C besides what its operations count.

    It brings x to a larger argument in fewer word times than the HP-15C.
    """
    if x.is_integer or x.exponent > 1:
        return 0
    steps = (3 if x.negative else 2) - int(x)
    return _on_11c("x! of fraction") + _on_11c("x! step") * max(0, steps)


def polar_cost(x: Number, y: Number, angle: AngleMode) -> int:
    """The word times of →P on the HP-11C besides what its operations count.

    A point with x = 0 is found before anything is computed. The radius is then y itself: neither its square
    nor the root is computed.
    """
    if x.mantissa:
        return 0
    if not y.mantissa:
        return _on_11c("→P of origin")
    return _on_11c(f"→P on Y axis in {angle}") - 2 * ROUND * digit_sum(y.mantissa)


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
        choose, each = _CHOICES[name], effort.CHOICE - effort.LESS_ON_CHOICES
        return lambda meter, y, x: pack(choose(meter, y, x, each))
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
