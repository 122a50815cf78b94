"""What a program line does to a lane: the rules of the book, run on a machine that writes LLVM text.

A value is a known number or a name of LLVM's. What a line changes is written when its rule has ended, so that
it may be left before. A rule that asks for something that words do not have is left to the readable machine.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs, known_results
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.function_text import FunctionText
from hp15c.engines.lanes.functions import LlvmModule
from hp15c.operations.real_numbers import LEVELS, NotWritten, PlainMachine
from hp15c.rules.book import OPERAND_COSTS, OWN_FORMS, RULES
from hp15c.rules.levels import push
from hp15c.rules.number_functions import AS_OPERATIONS, OF_ANGLE, OF_NUMBER
from hp15c.rules.stack import COMPLEX
from hp15c.table.instructions import DIGITS, INDIRECT, REGISTERS, ROWS, OperandKind, Role, Step, steps
from hp15c.table.models import Model
from hp15c.timing.matrices import cleared_cost
from hp15c.timing.operands import SIGN_OF_ZERO, UNLIFTED

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
    "INT": Formula(words.integer_part, costs.of_splitting, fits=True),
    "FRAC": Formula(words.fraction_part, costs.of_splitting, fits=True),
    "RAN#": Formula(words.of_seed, fits=True),
}

OF_TWO: Final = ("yˣ", "Py,x", "Cy,x", "Δ%")
FUNCTIONS: Final = (*OF_NUMBER, *OF_ANGLE, "x!", "RND", *OF_TWO)
"""Functions whose results are remembered. Those of OF_TWO take Y and X, the others X."""

_WHOLE: Final = {"magnitude": words.magnitude, "next seed": words.next_seed, "seed": words.seed_of}


def _part(name: str) -> Any:
    def put(machine: LineMachine, value: Value) -> None:
        machine.puts[name] = value

    def get(machine: LineMachine) -> Value:
        return machine.puts[name] if name in machine.puts else machine.variable(name)

    return property(get, put)


class LineMachine(PlainMachine):
    """A lane on which the rule of one line is run.

    `lifts` is what stack lift is, and `asked` tells whether the rule wanted to know. `argument` is what the
    line's operand stands for: of a register its number, also where I names it. What the line changes is in
    `stores`, `puts` and `clears`, with what is `replaced` by other values. What it has read is in `cells`.
    A line may end, or be a rare case, in `leave_if`, `overflow` and `check_cell`. Here they do nothing.
    """

    running = True
    xi = yi = zi = ti = last_xi = 0
    x, y, z, t, last_x, i, seed, format, angle, flags = map(_part, (*LEVELS, *o.COLUMNS))
    asked = clears = pauses = False

    def __init__(
        self, text: FunctionText, step: Step, model: Model, lifts: bool, argument: Value = "%argument"
    ) -> None:
        self.text, self.step, self.model, self.lifts, self.argument = text, step, model, lifts, argument
        self.is_11c = int(model is Model.HP11C)
        self.puts: dict[str, Value] = {}
        self.stores: list[tuple[Value, Value]] = []
        self.cells: dict[Value, str] = {}
        self.overflows: dict[Truth, Value | None] = {}
        self.replaced: dict[Value, Value] = {}
        self._variables: dict[str, str] = {}
        self._costs: list[tuple[Any, tuple[Value, ...]]] = []

    def run(self) -> None:
        """Run the rule. NotWritten where a line keeps the stack lift, or asks for what words do not have."""
        machine: Any = self
        if self.step.role is Role.TYPES:
            push(machine, self.argument)
        else:
            RULES[self.step.name](machine)
        if self.keeps is True or self.skips is True:
            raise NotWritten("stack lift kept, or a line skipped, always")
        if self.overflows and (self.skips or "flags" in self.puts):
            raise NotWritten("overflow beside a skip or another flag")
        self._spend_on_operands()

    def variable(self, name: str) -> str:
        """What a part of the calculator held before the line."""
        if name not in self._variables:
            self._variables[name] = self.text.get(name)
        return self._variables[name]

    def truth(self, truth: Truth) -> str:
        """The name of the truth of a comparison."""
        return self.text.compare(*truth)

    # how a line may end

    def leave_if(self, condition: Truth, ends: Value) -> None:
        """Leave the line where a condition holds. `ends` is what it ends in (see `layout`)."""

    def overflow(self, condition: Truth, value: Value | None) -> None:
        """Raise the overflow condition. `value` has to be brought into the calculator's range."""

    def check_cell(self) -> None:
        """Leave the line where the register that it names does not exist."""

    def divisor(self, value: Value) -> Value:
        """A number by which another one is divided: the line has been left where it is 0."""
        return value

    # word times

    def spend(self, function: Any, *values: Value) -> None:
        """Note that a function of these values gives word times, or that they are one number."""
        self._costs.append((function, values))

    def spend_at_once(self, function: Any, *values: Value) -> None:
        """Note word times as `spend` does, for what is spent before the line may be left."""
        self.spend(function, *values)

    def write_costs(self) -> None:
        """Add the word times that are noted."""
        for function, values in self._costs:
            if function is None:
                self.text.add("spent", values[0])
            else:
                self.text.spend(function, *values)
        self._costs.clear()

    def _spend_on_operands(self) -> None:
        """See `timing.operands`. Finding a register is left to the engines, and what has no case here is
        remembered with a function's results.
        """
        read = next(iter(self.cells.values()), 0)
        kinds = ("unlifted",) if self.step.role is Role.TYPES else OPERAND_COSTS.get(self.step.name, ())
        for kind in kinds:
            match kind:
                case "unlifted" if not self.lifts:
                    self.spend(None, UNLIFTED[self.model])
                case "moved x" | "moved y" | "moved t":
                    self.spend(costs.of_moving, self.variable(kind[-1]))
                case "moved cell":
                    self.spend(costs.of_moving, read)
                case "counted":
                    self.spend(costs.of_counter, read, self.is_11c)
                case "compared":
                    self.spend(costs.of_sum, self.variable("y"), self.negate(self.variable("x")))
                case "sign of zero":
                    is_zero = self.text.compare("eq", self.variable("x"), 0)
                    self.spend(None, self.text.select(is_zero, SIGN_OF_ZERO, 0))
                case "cleared" if self.model is Model.HP15C:
                    self.spend(cleared_cost, self.text.get("registers"))

    # places

    def _cell(self, number: Value) -> Value:
        own = self.step.names is OperandKind.REGISTER and number == REGISTERS.get(self.step.operand)
        return self.argument if own else number

    def register(self, number: Value) -> Value:
        if self.stores or self.clears:
            raise NotWritten("a register after what the line stores")
        cell = self._cell(number)
        if cell == o.CELL_OF_I:
            self.cells[cell] = self.variable("i")
        elif isinstance(cell, str):
            self.cells[cell] = self.text.read_at(cell)
        else:
            self.cells[cell] = self.text.read(o.REGISTER_0 + cell)
        return self.cells[cell]

    def store(self, number: Value, value: Value) -> None:
        self.stores.append((self._cell(number), value))

    def clear_registers(self) -> None:
        self.clears = True

    def _bit(self, flag: int) -> Value:
        return self.argument if self.step.names is OperandKind.FLAG else 1 << flag

    def flag(self, number: int) -> Truth:
        return Truth("ne", self.text.binary("and", self.flags, self._bit(number)), 0)

    def set_flag(self, number: int, value: bool) -> None:
        flags = self.text.binary("or", self.flags, self._bit(number))
        self.flags = flags if value else self.text.binary("xor", flags, self._bit(number))

    def change(self) -> None:
        """Write what the line changes."""
        for cell, value in self.stores:
            self.store_at(cell, self.replaced.get(value, value))
        if self.clears:
            self.text.clear(o.REGISTER_0, self.text.first(self.text.get("registers")))
        if self.pauses:
            self.text.write(o.PAUSES, self.text.binary("add", self.text.read(o.PAUSES), 1))
            self.text.write(o.PAUSED_X, self.variable("x"))
            self.text.write(o.PAUSED_FORMAT, self.variable("format"))
        for name, value in self.puts.items():
            if value != self._variables.get(name):
                self.put(name, self.replaced.get(value, value))

    def store_at(self, cell: Value, value: Value) -> None:
        """Let a register, or I, hold a value."""
        if cell == o.CELL_OF_I:
            self.text.set_index(value)
        elif isinstance(cell, str):
            self.text.write_at(cell, str(value))
        else:
            self.text.write(o.REGISTER_0 + cell, value)

    def put(self, name: str, value: Value) -> None:
        """Let a part of the calculator hold a value."""
        if name == "i":
            self.text.set_index(value)
        else:
            self.text.set(name, value)

    # values

    number = staticmethod(o.to_word)

    def _refuse_overflowing(self, *values: Value) -> None:
        """NotWritten for a result that may overflow. It is brought into range where it is stored."""
        if any(value in self.overflows.values() for value in values):
            raise NotWritten("a result that may overflow")

    def whole(self, name: str, *operands: Value) -> Value:
        self._refuse_overflowing(*operands)
        if name in _WHOLE:
            return self.text.call(_WHOLE[name], *operands)
        if operands:
            raise NotWritten(name)
        return self.argument

    def compute(self, name: str, *operands: Value) -> tuple[Value, Condition]:
        self._refuse_overflowing(*operands)
        if name in AS_OPERATIONS:
            name, known = AS_OPERATIONS[name]
            operands = operands[0] if known is None else self.number(known), operands[0]
        if name == "−":
            name, operands = "+", (operands[0], self.negate(operands[1]))
        if name == "ABS":
            return self.text.size(str(operands[0])), False
        if name in FORMULAS:
            return self._by_formula(FORMULAS[name], operands)
        if name in FUNCTIONS and name == self.step.name:
            return self._by_table(operands if name in OF_TWO else (0, operands[0]))
        raise NotWritten(name)

    def _by_formula(self, formula: Formula, operands: tuple[Value, ...]) -> tuple[Value, Condition]:
        if formula.fails:
            self.leave_if(Truth(formula.fails, operands[-1], 0), o.ERROR_0)
            if formula.fails == "eq":
                operands = *operands[:-1], self.divisor(operands[-1])
        value = self.text.call(formula.function, *operands, *formula.more)
        if formula.cost is not None:
            self.spend_at_once(formula.cost, *operands)
        if formula.fits:
            return value, False
        overflows = Truth("sgt", self.text.size(value), o.GREATEST)
        self.overflows[overflows] = value
        return value, overflows

    def _by_table(self, operands: tuple[Value, ...]) -> tuple[Value, Condition]:
        key = self.text.call(known_results.key_of, self.argument, self.angle, self.format)
        found, result, status, cost = self.text.look_up(key, *operands)
        self.leave_if(Truth("eq", found, 0), ~o.NEEDS_RESULT)
        self.spend_at_once(None, cost)
        self.leave_if(Truth("sgt", status, known_results.FINE), status)
        overflows = Truth("eq", status, known_results.OVERFLOWED)
        self.overflows[overflows] = None
        return result, overflows

    def count(self, counter: Value, *, downwards: bool) -> tuple[Value, Truth]:
        self._refuse_overflowing(counter)
        value, ends = self.text.call_two(words.next_count, counter, int(downwards))
        return value, Truth("ne", ends, 0)

    def negate(self, value: Value) -> Value:
        self._refuse_overflowing(value)
        return self.text.binary("sub", 0, value)

    # conditions

    def equal(self, a: Value, b: Value) -> Condition:
        self._refuse_overflowing(a, b)
        return a == b or Truth("eq", a, b)

    def below(self, a: Value, b: Value) -> Truth:
        self._refuse_overflowing(a, b)
        return Truth("slt", a, b)

    def at_least(self, whole: Any, least: Any) -> bool:
        """True for registers: where there are too few the line ends in Error 3, as every rule that asks for
        them says. NotWritten for another number.
        """
        if whole != "registers":
            raise NotWritten("a number of many")
        cell = self._cell(least - 1)
        if cell == self.argument:
            self.check_cell()
        else:
            self.leave_if(Truth("sge", cell, self.text.get("registers")), o.ERROR_0 + 3)
        return True

    def holds(self, condition: Condition | str) -> bool:
        if condition == "lift":
            self.asked = True
            return self.lifts
        if isinstance(condition, bool):
            return condition
        if not isinstance(condition, Truth) or condition not in self.overflows:
            raise NotWritten("a condition")
        self.leave_if(condition, o.ERROR_0 + 1)  # the one rule that asks whether a result overflowed
        return False

    def overflow_if(self, condition: Condition) -> None:
        if isinstance(condition, Truth):
            self.overflow(condition, self.overflows[condition])

    # how the program goes on

    def pause(self) -> None:
        self.pauses = True


# the lines of all opcodes

_SCRATCH: Final = LlvmModule()


def facts_of(step: Step, model: Model) -> LineMachine:
    """The machine on which the rule of a step has been run. NotWritten for one that lanes do not do."""
    machine = LineMachine(FunctionText(_SCRATCH, {}, ()), step, model, lifts=False)
    machine.run()
    return machine


@cache
def usual(step: Step) -> Step | None:
    """The step that stands for all that differ in the argument only.

    None for a step that leads elsewhere, or that the readable machine does.
    """
    plain = {
        OperandKind.REGISTER: {*REGISTERS, *INDIRECT},
        OperandKind.FLAG: DIGITS[:COMPLEX],
        OperandKind.PLACES: DIGITS,
    }
    if step.user or step.name in OWN_FORMS:
        return None
    found = Step(step.instruction, "0") if step.operand in plain.get(step.names, ()) else step
    if step.role is Role.LABEL:
        found = Step(step.instruction, "0")
    elif step.role is Role.TYPES:
        found = Step(ROWS["digit"], "0")
    elif step.name in FUNCTIONS and step.name not in OF_TWO:
        found = Step(ROWS[FUNCTIONS[0]])
    try:
        for model in Model:
            if found.exists_on(model):
                facts_of(found, model)
    except NotWritten:
        return None
    return found


_USUAL: Final = dict.fromkeys(usual(step) for model in Model for step in steps(model))
STEPS: Final = tuple(step for step in _USUAL if step is not None)
"""The steps that differ, in the order of their opcodes."""

FACTS: Final = {
    o.FIRST_FORM + place: facts_of(step, Model.HP15C if step.exists_on(Model.HP15C) else Model.HP11C)
    for place, step in enumerate(STEPS)
}
"""What is known of the lines of each opcode."""
