"""The costs of a line by itself, and those that depend on the state before it runs, in word times.

The costs by itself stand with the rules (`rules`), on the HP-15C and the HP-11C. A row without them cannot be
written. What registers add by the kind of operand is here. BASE has the costs by the name of a row, behind
which ' .' stands for the operands .0 to .9, ' I', ' (i)', and ' A' for letters, where such an operand has
another cost than a digit. The fetch of a line and the search of a jump are left out (`timing.jumps`). RTN is
the RTN that ends the run.

By the state, a digit costs by its place in the number, a register that (i) means by its number, a comparison
by the sum that it forms, and DSE and ISG by the digits of their number (BEHAVIOUR 10.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, reduce
from typing import Final

from hp15c.errors import CalculatorError
from hp15c.numbers import working
from hp15c.numbers.number import DIGITS, ZERO, Number
from hp15c.numbers.working import cost_of_sum, widen
from hp15c.rules.book import COMPLEX_COSTS, COSTS, OPERAND_COSTS
from hp15c.state import cells
from hp15c.state.entry import Entry
from hp15c.state.state import Descriptor, State, T, Value, X, Y
from hp15c.table.instructions import REGISTERS, Step
from hp15c.table.models import Model
from hp15c.table.modes import Notation
from hp15c.table.step import Costs
from hp15c.timing.figures import by_model, extra, figure
from hp15c.timing.matrices import activated_cost, cleared_cost

ARITHMETIC_ROWS: Final = tuple(f"{verb} {sign}" for verb in ("STO", "RCL") for sign in "+−×÷")

# The cost of each unit of a flag's number, because the firmware counts down to it.
PER_FLAG: Final = 4
FLAG_ROWS: Final = frozenset(("SF", "CF", "F?"))

SORTS: Final = {"STO": "STO", "RCL": "RCL"} | (
    dict.fromkeys(ARITHMETIC_ROWS, "operate") | dict.fromkeys(("x↔", "DSE", "ISG"), "exchange")
)
"""How figures name the rows that have a register. By this differ their extra costs compared with R0 and R1,
which the HP-15C finds without computing an address (BEHAVIOUR 10.3).
"""


def _derive(plain: Mapping[str, Costs]) -> Iterator[tuple[str, Costs]]:
    for name, sort in SORTS.items():
        for kind in (" n", " .", " I", " (i)", " A"):
            more = (figure(f"register {sort}{kind}", model) for model in Model)
            hp15c, hp11c = (cost + added for cost, added in zip(plain[name], more, strict=True))
            yield name + kind, (hp15c, max(1, hp11c))
    for name, like in (("SCI", "FIX"), ("ENG", "FIX"), ("F?", "SF")):
        more15, more11 = (plain[like + " I"][model] - plain[like][model] for model in (0, 1))
        yield name + " I", (plain[name][0] + more15, plain[name][1] + more11)


BASE: Final[Mapping[str, Costs]] = {**dict(_derive(COSTS)), **COSTS}
"""The costs by name and kind of operand."""


def kind_of(operand: str) -> str:
    """How the costs name a kind of operand. For 0 and 1 it is empty."""
    if operand.startswith("."):
        return " ."
    if operand in ("I", "(i)"):
        return f" {operand}"
    if operand.isalpha():
        return " A"
    return " n" if operand.isdigit() and operand > "1" else ""


OperandCount = Callable[[State, Step], int]

UNLIFTED: Final = {model: figure("unlifted", model) for model in Model}
MOVED_BELOW_ONE, MOVED_ZERO, SIGN_OF_ZERO = map(figure, ("moved below one", "moved zero", "sign of zero"))
_NONE, _ONE, _MORE, _TENS, _FRACTION = (
    by_model(f"found {one}") for one in ("none", "one", "more", "tens", "fraction")
)
GREATEST_INDEX: Final = 99

_PLACE, _DIGIT, _PLACES, _ZERO = (figure(f"counter {one}") for one in ("place", "digit", "places", "zero"))
_DECIMALS, _DECIMAL, _STEP, _PLACES_BESIDE = (
    figure(f"counter {one}") for one in ("decimals", "decimal", "step", "places beside")
)
_PLACE_BESIDE: Final = by_model("counter place beside")
_GOAL_DIGITS: Final = 3

# RND is measured against FIX 4.
_ROUNDED_TO: Final = 4


def typing_cost(state: State, step: Step) -> int:
    """The extra cost of a key of number entry besides its base, by the number typed so far."""
    entry, model, name = state.entry, state.model, step.name
    if entry is None:
        cost = figure(f"typing first {name}", model) + (0 if state.lift else UNLIFTED[model])
        return cost + _complex_cost(state, "RCL")
    return typed_cost(entry, name, model)


def typed_cost(entry: Entry, name: str, model: Model) -> int:
    """The word times of a key that goes on typing a number, less those of its row."""
    if name == "digit":
        if entry.exponent is not None:
            return figure("typing in exponent", model)
        typed = len(entry.digits)
        if typed >= DIGITS:
            return figure("typing too many", model)
        behind = figure("typing behind point") if entry.point == typed else 0
        return behind - figure("typing digit") * (typed - 1)
    if name == "CHS" and entry.exponent is not None:
        return figure("typing sign of exponent", model)
    return 0


def _complex_cost(state: State, name: str) -> int:
    """The extra cost in complex mode.

    It is smaller for a number that comes into X while stack lift is disabled.
    """
    if 8 not in state.flags:
        return 0
    levels = (X,) if name in ("1/x", "CHS") else (X, Y)
    if "matrices" in OPERAND_COSTS[name] and any(
        isinstance(state.stack[level], Descriptor) for level in levels
    ):
        return figure("complex beside matrix")
    cost = COMPLEX_COSTS[name]
    if not state.imaginary[X].mantissa:
        cost += extra(f"complex real {name}", state.model)
    if state.lift or not {"pushed", "unlifted"}.intersection(OPERAND_COSTS[name]):
        return cost
    return cost - figure("complex unlifted") - (figure("complex kept") if state.keeps_imaginary else 0)


def _few_choices(state: State, step: Step) -> int:
    """The word times that Py,x and Cy,x take otherwise for 0 or 1, where no factors are multiplied."""
    x = state.stack[X]
    few = isinstance(x, Number) and (x == 0 or x == 1)
    return figure(f"few choices {step.name}", state.model) if few else 0


def _rounded_cost(state: State, _: Step) -> int:
    """The word times of RND, by the number of digits that the format keeps."""
    x, model = state.stack[X], state.model
    if isinstance(x, Descriptor):
        return 0
    notation, digits = state.format
    kept = digits + (x.exponent if notation is Notation.FIX else 0)
    cost = figure("rounded digit", model) * (min(max(kept, 0), DIGITS - 1) - _ROUNDED_TO)
    if notation is not Notation.FIX:
        cost += figure("rounded by exponent", model)
    if notation is Notation.ENG:
        cost += figure("rounded ENG", model) + figure("rounded ENG place", model) * (x.exponent % 3)
    return cost


def moved_cost(value: Value) -> int:
    """The extra cost of moving a number, compared with a number of 1 or more."""
    if isinstance(value, Descriptor):
        return 0
    if not value.mantissa:
        return MOVED_ZERO
    return MOVED_BELOW_ONE if value.exponent < 0 else 0


def index_cost(state: State) -> int:
    """The extra cost of finding the register that (i) means, compared with R2."""
    if isinstance(state.i, Descriptor):
        return figure("found by descriptor")
    return found_cost(cells.magnitude(state.i), has_decimals(state.i), state.model is Model.HP11C)


def found_cost(number: int, has_decimals: int, is_11c: int) -> int:
    """The extra cost of finding the register of a number that is in I, with decimals or without.

    LLVM compiles this too. It has no branches, so that it can be done for many calculators at once.
    """
    near = min(number, GREATEST_INDEX)
    few = _NONE[is_11c] if near == 0 else _ONE[is_11c]
    tens = near - (near * 205 >> 11) * 10 == 0
    many = _TENS[is_11c] if tens else _MORE[is_11c]
    cost = few if near < 2 else 0 if near < 10 else many
    return cost + (_FRACTION[is_11c] if has_decimals else 0)


def has_decimals(number: Number) -> bool:
    """Whether there is a digit after the point."""
    return bool(number.mantissa) and significant_digits(number) - 1 > number.exponent


def significant_digits(number: Number) -> int:
    """The digits of the mantissa without trailing zeros, 0 for 0."""
    return working.significant_digits(number.mantissa)


def counter_cost(exponent: int, digits: int, is_11c: int) -> int:
    """The word times of DSE and ISG for a number with this exponent and number of significant digits (0 for
    0).

    LLVM compiles this too. It has no branches, so that it can be done for many calculators at once.
    """
    places = min(exponent, DIGITS)
    small = _ZERO if exponent < 0 or digits == 0 else 0
    behind = min(max(0, digits - 1 - exponent), DIGITS) if digits > 0 else 0
    step = _STEP if behind > _GOAL_DIGITS else 0
    beside = _PLACE_BESIDE[is_11c] * places + _PLACES_BESIDE if places > 0 else 0
    decimals = _DECIMALS + _DECIMAL * behind + step + beside
    whole = _PLACE * places + _DIGIT * (digits - 1) + _PLACES if places > 0 else 0
    return small + (decimals if behind > 0 else whole)


def _compared_cost(state: State, _: Step) -> int:
    """The word times of comparing Y with X, which the machine does by Y − X."""
    x, y = state.stack[X], state.stack[Y]
    if isinstance(x, Descriptor) or isinstance(y, Descriptor):
        return cost_of_sum(widen(ZERO), widen(ZERO))
    return working.cost_of_difference(widen(y), widen(x))


def _content(state: State, step: Step) -> Value:
    """The number in the register or element of a step.

    It is 0 when there is none, because the step will fail.
    """
    number = REGISTERS.get(step.operand)
    if number is not None:
        return state.registers[number] if number < len(state.registers) else ZERO
    try:
        return cells.read(state, step.operand)
    except CalculatorError:
        return ZERO


def _counter_cost(state: State, step: Step) -> int:
    content = _content(state, step)
    if isinstance(content, Descriptor):
        return 0
    return counter_cost(content.exponent, significant_digits(content), state.model is Model.HP11C)


def _sign_cost(state: State, step: Step) -> int:
    if state.entry is not None:
        return typed_cost(state.entry, step.name, state.model)
    return 0 if state.stack[X] != ZERO else SIGN_OF_ZERO


COUNTS: Final[dict[str, OperandCount]] = {
    "moved x": lambda state, _: moved_cost(state.stack[X]),
    "moved y": lambda state, _: moved_cost(state.stack[Y]),
    "moved t": lambda state, _: moved_cost(state.stack[T]),
    "moved cell": lambda state, step: moved_cost(_content(state, step)),
    "unlifted": lambda state, _: 0 if state.lift else UNLIFTED[state.model],
    "found": lambda state, step: index_cost(state) if step.operand == "(i)" else 0,
    "counted": _counter_cost,
    "compared": _compared_cost,
    "sign of zero": _sign_cost,
    "cleared": lambda state, _: cleared_cost(len(state.registers)) if state.model is Model.HP15C else 0,
    "few choices": _few_choices,
    "rounded": _rounded_cost,
    "activated": activated_cost,
    "typed": typing_cost,
}
"""What rules may spend on operands: the functions that count it, by the names that rules give them."""

IN_COMPLEX_MODE: Final = frozenset(("pushed", "matrices"))
"""What changes word times in complex mode only: a push, as "unlifted" does, and descriptors on the stack."""

_unknown = {name for names in OPERAND_COSTS.values() for name in names} - COUNTS.keys() - IN_COMPLEX_MODE
if _unknown:
    raise LookupError(f"rules spend word times on what timing/operands.py does not count: {_unknown}")


@cache
def operand_count(step: Step) -> OperandCount | None:
    """The function that counts what a line spends on its operands. None where there is nothing to count."""
    kinds = [kind for kind in OPERAND_COSTS.get(step.name, ()) if kind not in IN_COMPLEX_MODE]
    counts = [COUNTS[kind] for kind in kinds if kind != "found" or step.operand == "(i)"]
    if step.name in COMPLEX_COSTS:
        counts.append(lambda state, step: _complex_cost(state, step.name) if 8 in state.flags else 0)
    return reduce(_both, counts) if counts else None


def _both(first: OperandCount, second: OperandCount) -> OperandCount:
    return lambda state, step: first(state, step) + second(state, step)
