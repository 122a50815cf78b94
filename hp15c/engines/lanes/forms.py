"""What a program line does to a lane: the rules of the book, written down as actions on words.

A value is a known number or a name. Names of the lane are those of the calculator: x to t, last_x, i, seed,
format, angle and flags. "argument" is what the line's operand stands for: of a register its number, also
where I names it. "registers" is how many there are. Other names are results of earlier actions. `actions.py`
makes of these actions the interpreter, and the engine native its machine code.

A rule that asks for something that words do not have is left to the readable machine.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs, memo
from hp15c.engines.lanes import layout as o
from hp15c.operations.plain import LEVELS, NotWritten, PlainMachine
from hp15c.rules.book import OPERAND_COSTS, OWN_FORMS, RULES
from hp15c.rules.computing import AS_OPERATIONS, OF_ANGLE, OF_NUMBER
from hp15c.rules.levels import push
from hp15c.rules.stack import COMPLEX
from hp15c.table.instructions import DIGITS, INDIRECT, REGISTERS, OperandKind, Role, Step, steps
from hp15c.table.models import Model
from hp15c.timing.matrices import cleared_cost
from hp15c.timing.operands import SIGN_OF_ZERO

Value = int | str


class Truth(NamedTuple):
    """A comparison of two words: eq, ne, slt, sle, sgt or sge, as LLVM calls them."""

    relation: str
    left: Value
    right: Value

    def opposite(self) -> Truth:
        """The comparison that holds where this one does not."""
        return Truth(_OPPOSITES[self.relation], self.left, self.right)


_OPPOSITES: Final = {"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sgt": "sle", "sle": "sgt"}
Condition = Truth | bool


class Let(NamedTuple):
    """Names for what a function gives. A function is one of lanes, or one of the names below."""

    names: tuple[str, ...]
    function: Any
    values: tuple[Value, ...]


READ: Final = "read"
"""The function that gives the word of a cell: a number of a register, or "argument"."""

NEGATED, SIZE, AND, AND_NOT, OR = "negated", "size", "and", "and not", "or"
REMEMBERED: Final = "remembered"
"""The function that gives key, result, status and word times from the table of results."""


class Leave(NamedTuple):
    """The line is not done where a condition holds. `ends` is what it ends in (see `layout`)."""

    condition: Truth
    ends: Value


class Spend(NamedTuple):
    """Word times: a number, or what a function of `costs` gives, where a condition holds or always."""

    function: Any
    values: tuple[Value, ...]
    condition: Truth | None = None


class Overflow(NamedTuple):
    """The overflow condition is raised where a condition holds.

    `value` is the result that has to be brought into the calculator's range, None when it is there.
    """

    condition: Truth
    value: str | None


class Store(NamedTuple):
    """A word for a cell (see READ)."""

    cell: Value
    value: Value


class Put(NamedTuple):
    """A word for a name of the lane."""

    name: str
    value: Value


class Do(NamedTuple):
    """Something done to the lane as a whole: PAUSE or CLEAR."""

    what: str


PAUSE, CLEAR = "pause", "clear registers"
Action = Let | Leave | Spend | Overflow | Store | Put | Do


class Form(NamedTuple):
    """What a line does, in order. What it puts and stores, and what its operands cost, comes last.

    `skips` is the condition under which the next line is left out, `keeps` the one under which stack lift
    stays as it was.
    """

    actions: tuple[Action, ...]
    skips: Truth | None
    keeps: Truth | None

    @property
    def on_cell(self) -> bool:
        """Whether the argument names a register, I or (i)."""
        return any("argument" in leave.condition for leave in self.of(Leave))

    def of(self, *kinds: type) -> list[Any]:
        """The actions that are of one of these classes, in order."""
        return [action for action in self.actions if isinstance(action, kinds)]


class Formula(NamedTuple):
    """A function that lanes compute from the operands of the book's function, and `more`.

    `cost` gets the operands too. Error 0 comes where the last operand is `fails` to 0. `fits` tells that no
    result overflows.
    """

    function: Any
    cost: Any = None
    more: tuple[int, ...] = ()
    fails: str | None = None
    fits: bool = False


FORMULAS: Final = {
    "+": Formula(words.add, costs.of_sum),
    "×": Formula(words.multiply, costs.of_product, more=(0,)),
    "÷": Formula(words.divide, costs.of_quotient, fails="eq"),
    "√x": Formula(words.square_root, costs.of_root, fails="slt", fits=True),
    "%": Formula(words.multiply, costs.of_product, more=(-2,)),
    "ABS": Formula(SIZE, fits=True),
    "INT": Formula(words.integer_part, costs.of_splitting, fits=True),
    "FRAC": Formula(words.fraction_part, costs.of_splitting, fits=True),
    "RAN#": Formula(words.of_seed, fits=True),
}

OF_TWO: Final = ("yˣ", "Py,x", "Cy,x", "Δ%")
FUNCTIONS: Final = (*OF_NUMBER, *OF_ANGLE, "x!", "RND", *OF_TWO)
"""Functions whose results are remembered. Those of OF_TWO take Y and X, the others X."""

_WHOLE: Final = {"magnitude": words.magnitude, "next seed": words.next_seed, "seed": words.seed_of}


def _setter(name: str) -> Any:
    def put(machine: LaneMachine, value: Value) -> None:
        machine.held[name] = value

    return property(lambda machine: machine.held.get(name, name), put)


class LaneMachine(PlainMachine):
    """A lane on which the rule of one line is run.

    `lifts` is what stack lift is. `overflows` are the conditions of results that overflow, and those of them
    that are then beyond the calculator's range.
    """

    running = True
    xi = yi = zi = ti = last_xi = 0
    x, y, z, t, last_x, i, seed, format, angle, flags = map(_setter, (*LEVELS, *o.COLUMNS))

    def __init__(self, step: Step, model: Model, lifts: bool) -> None:
        self.step, self.model, self.lifts = step, model, lifts
        self.held: dict[str, Value] = {}
        self.overflows: dict[Truth, str | None] = {}
        self.actions: list[Action] = []
        self.after: list[Action] = []
        self._count = 0

    def form(self) -> Form:
        """The Form of what has been written down. NotWritten where a line keeps the stack lift."""
        self._spend_on_operands()
        puts = [Put(name, value) for name, value in self.held.items() if value != name]
        skips, keeps = (one if isinstance(one, Truth) else None for one in (self.skips, self.keeps))
        if self.keeps is True:
            raise NotWritten("stack lift kept")
        return Form((*self.actions, *self.after, *puts), skips, keeps)

    def _let(self, function: Any, *values: Value, results: int = 1) -> list[str]:
        self._count += results
        names = [f"v{self._count - place}" for place in reversed(range(results))]
        self.actions.append(Let(tuple(names), function, values))
        return names

    def _leave(self, condition: Truth, ends: Value) -> None:
        self.actions.append(Leave(condition, ends))

    def spend(self, function: Any, *values: Value, condition: Truth | None = None) -> None:
        """Note that a function of these values gives word times, which are counted when the line is done."""
        self.after.append(Spend(function, values, condition))

    def _spend_on_operands(self) -> None:
        """See `timing.operands`. Finding a register is left to the engines, and what has no case here is
        remembered with a function's results.
        """
        if self.step.role is Role.TYPES and not self.lifts:
            self.spend(None, "unlifted")
        for kind in OPERAND_COSTS.get(self.step.name, ()):
            match kind:
                case "unlifted" if not self.lifts:
                    self.spend(None, "unlifted")
                case "moved x" | "moved y" | "moved t":
                    self.spend(costs.of_moving, kind[-1])
                case "moved cell":
                    self.spend(costs.of_moving, self._reads())
                case "counted":
                    self.spend(costs.of_counter, self._reads(), "is_11c")
                case "compared":
                    self.spend(costs.of_sum, "y", *self._let(NEGATED, "x"))
                case "sign of zero":
                    self.spend(None, SIGN_OF_ZERO, condition=Truth("eq", "x", 0))
                case "cleared" if self.model is Model.HP15C:
                    self.spend(cleared_cost, "registers")

    def _reads(self) -> Value:
        """The word that the line has read from its cell."""
        return next(
            (let.names[0] for let in self.actions if isinstance(let, Let) and let.function is READ), "i"
        )

    # places

    def _cell(self, number: Value) -> Value:
        own = self.step.names is OperandKind.REGISTER and number == REGISTERS.get(self.step.operand)
        return "argument" if own else number

    def register(self, number: Value) -> Value:
        return self._let(READ, self._cell(number))[0]

    def store(self, number: Value, value: Value) -> None:
        self.after.append(Store(self._cell(number), value))

    def clear_registers(self) -> None:
        self.after.append(Do(CLEAR))

    def flag(self, number: int) -> Truth:
        return Truth("ne", self._let(AND, "flags", "argument")[0], 0)

    def set_flag(self, number: int, value: bool) -> None:
        if number == COMPLEX:
            raise NotWritten("complex mode")
        self.flags = self._let(OR if value else AND_NOT, "flags", "argument")[0]

    # values

    number = staticmethod(o.to_word)

    def whole(self, name: str, *operands: Value) -> Value:
        if name in _WHOLE:
            return self._let(_WHOLE[name], *operands)[0]
        if operands:
            raise NotWritten(name)
        return "argument"

    def compute(self, name: str, *operands: Value) -> tuple[Value, Condition]:
        if name in AS_OPERATIONS:
            name, known = AS_OPERATIONS[name]
            operands = operands[0] if known is None else self.number(known), operands[0]
        if name == "−":
            left, right = operands
            name, operands = "+", (left, *self._let(NEGATED, right))
        if name in FORMULAS:
            return self._by_formula(FORMULAS[name], operands)
        if name in FUNCTIONS:
            return self._by_table(operands if name in OF_TWO else (0, operands[0]))
        raise NotWritten(name)

    def _by_formula(self, formula: Formula, operands: tuple[Value, ...]) -> tuple[Value, Condition]:
        if formula.fails:
            self._leave(Truth(formula.fails, operands[-1], 0), o.ERROR_0)
        (value,) = self._let(formula.function, *operands, *formula.more)
        if formula.cost is not None:
            self.actions.append(Spend(formula.cost, operands))
        if formula.fits:
            return value, False
        overflows = Truth("sgt", self._let(SIZE, value)[0], o.GREATEST)
        self.overflows[overflows] = value
        return value, overflows

    def _by_table(self, operands: tuple[Value, ...]) -> tuple[Value, Condition]:
        key = self._let(memo.key_of, "argument", "angle", "format")
        found, result, status, cost = self._let(REMEMBERED, *key, *operands, results=4)
        self._leave(Truth("eq", found, 0), ~o.NEEDS_RESULT)
        self.actions.append(Spend(None, (cost,)))
        self._leave(Truth("sgt", status, memo.FINE), status)
        overflows = Truth("eq", status, memo.OVERFLOWED)
        self.overflows[overflows] = None
        return result, overflows

    def count(self, counter: Value, *, downwards: bool) -> tuple[Value, Truth]:
        value, ends = self._let(words.next_count, counter, int(downwards), results=2)
        self._leave(Truth("eq", ends, words.NOT_COUNTED), ~o.NEEDS_HELP)
        return value, Truth("ne", ends, 0)

    def negate(self, value: Value) -> Value:
        return self._let(NEGATED, value)[0]

    # conditions

    def equal(self, a: Value, b: Value) -> Condition:
        return a == b or Truth("eq", a, b)

    def below(self, a: Value, b: Value) -> Truth:
        return Truth("slt", a, b)

    def at_least(self, whole: Any, least: Any) -> bool:
        """Registers are there. Else the line ends in Error 3, as every rule that asks for them says."""
        if whole == "registers":
            cell = self._cell(least - 1)
            self._leave(Truth("sge", cell, "registers"), o.ERROR_0 + 3)
            return True
        raise NotWritten("a number of many")

    def holds(self, condition: Condition | str) -> bool:
        if condition == "lift":
            return self.lifts
        if isinstance(condition, bool):
            return condition
        if not isinstance(condition, Truth) or condition not in self.overflows:
            raise NotWritten("a condition")
        self._leave(condition, o.ERROR_0 + 1)  # the one rule that asks whether a result overflowed
        return False

    def overflow_if(self, condition: Condition) -> None:
        if isinstance(condition, Truth):
            self.actions.append(Overflow(condition, self.overflows[condition]))

    # how the program goes on

    def pause(self) -> None:
        self.after.append(Do(PAUSE))


# the forms of all lines

Forms = tuple[Form, ...]
"""The forms of a line: on the HP-15C without stack lift and with it, and on the HP-11C."""


def _usual(step: Step) -> Step:
    """The step that stands for all that differ in the argument only."""
    plain = {
        OperandKind.REGISTER: {*REGISTERS, *INDIRECT},
        OperandKind.FLAG: DIGITS[:COMPLEX],
        OperandKind.PLACES: DIGITS,
    }
    return Step(step.instruction, "0") if step.operand in plain.get(step.names, ()) else step


@cache
def _form(step: Step, model: Model, lifts: bool) -> Form:
    machine: Any = LaneMachine(step, model, lifts)
    if step.role is Role.TYPES:
        push(machine, "argument")
    else:
        RULES[step.name](machine)
    form: Form = machine.form()
    return form


@cache
def forms(step: Step) -> Forms | None:
    """The forms of a step. None for a step that leads elsewhere, or that the readable machine does."""
    if step.user or step.name in OWN_FORMS:
        return None
    usual = _usual(step)
    models = [model for model in Model if usual.exists_on(model)]
    try:
        found = {model: [_form(usual, model, lifts) for lifts in (False, True)] for model in models}
    except NotWritten:
        return None
    return tuple(form for model in Model for form in found.get(model, found[models[0]]))


_FOUND: Final = dict.fromkeys(found for model in Model for step in steps(model) if (found := forms(step)))
EVERY: Final = tuple(_FOUND)
"""The forms that differ. Lines with the same ones differ in their argument only."""
