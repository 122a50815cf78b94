"""The book of rules read on Python text: what a program line does to variables that hold Decimals.

A value is the name of a variable or constant, a register's cell, or an expression for a mode. A rule is run
once where its line is written. What it only moves costs nothing. Rules that ask for something that Decimals
do not have are left to the readable machine.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from hp15c.engines.reference import ANGLES, format_code
from hp15c.engines.source import decimals
from hp15c.engines.source.trace import PLACE, SLOTS, PythonWriter, Trace
from hp15c.numbers.number import ZERO, Number
from hp15c.operations.real_numbers import LEVELS, NotWritten, PlainMachine
from hp15c.rules.book import RULES
from hp15c.rules.number_functions import AS_OPERATIONS, OF_ANGLE, ONE, WHOLE
from hp15c.table.instructions import REGISTERS, Lift, Step
from hp15c.table.models import Model
from hp15c.table.modes import AngleMode, Format

FORMULAS: Final = {
    "+": "{0} + {1}",
    "−": "{0} - {1}",
    "×": "{0} * {1}",
    "÷": "{0} / {1}",
    "√x": "{0}.sqrt()",
    "ABS": "abs({0})",
    "INT": "{0} // UNIT",
    "FRAC": "{0} % UNIT",
}
"""Functions as Decimals have them. The others are tables (`decimals.function`)."""

_SEEDS: Final = {
    "next seed": "(1574352261 * {} + 1017980433) % 10000000000",
    "seed": "seed_of({})",
}


class Condition(NamedTuple):
    """The text of a condition, and the text of the opposite one."""

    text: str
    otherwise: str

    def opposite(self) -> Condition:
        """The condition that holds where this one does not."""
        return Condition(self.otherwise, self.text)


Truth = Condition | bool


def _slot(name: str) -> Any:
    """A level or LAST X: the name that stands for it in the trace."""

    def write(machine: DecimalMachine, value: str) -> None:
        machine.trace.values[name] = value

    return property(lambda machine: machine.trace.values[name], write)


def _mode(place: str) -> Any:
    """A mode or the seed, which is assigned at once."""
    return property(lambda _: place, lambda machine, value: machine._put(f"{place} = {value}"))


class DecimalMachine(PlainMachine):
    """The calculator of a trace, on which the rule of one line is run.

    `lifts` says what stack lift is where the trace does not know it, and `asked` whether the rule wanted to
    know. `inlines` lets a value that is used once have no variable. `again` tells that it was used again.
    """

    xi = yi = zi = ti = last_xi = "NIL"
    x, y, z, t, last_x = map(_slot, (*LEVELS, "last_x"))
    seed, format, angle = map(_mode, ("seed", "core.format", "core.angle"))

    def __init__(
        self,
        writer: PythonWriter,
        trace: Trace,
        depth: int,
        step: Step,
        lifts: bool = False,
        inlines: bool = True,
    ) -> None:
        self.writer, self.trace, self.depth, self.step = writer, trace, depth, step
        self.model, self.lifts, self.asked = writer.model, lifts, False
        self.begun = len(writer.text)
        self.places: dict[str, str] = {}
        self.inlines, self.again = inlines, False
        self.gone: list[str] = []

    def _put(self, text: str) -> None:
        self.writer.put(self.depth, text)

    def _attempt(self, text: str) -> None:
        self.writer.attempt(self.depth, text, self.trace)

    def _result(self, formula: str, *names: str) -> str:
        return self.writer.result(self.depth, self.trace, formula, *names)

    # places

    @property
    def i(self) -> str:
        return self.trace.values["i"]

    @i.setter
    def i(self, value: str) -> None:
        self.trace.values["i"] = value
        if PLACE in self.trace.values:
            self._follow(value)

    def _follow(self, value: str) -> None:
        """Let the place hold the register that a new number in I names."""
        values, known = self.trace.values, self.writer.number(value)
        if value in self.places:
            values[PLACE] = self.places[value]
        elif known is not None:
            values[PLACE] = str(abs(int(known)))
        else:
            values[PLACE] = self.writer.variable()
            self._put(f"{values[PLACE]} = abs(int({value}))")

    def register(self, number: int | str) -> str:
        return self.writer.recall(self.depth, self.trace, f"R[{number}]")

    def store(self, number: int | str, value: str) -> None:
        """See `Machine`. A value that nothing else needs is computed right into its register."""
        text, indent = self.writer.text, "    " * self.depth
        if self._is_own(self.use(value)) and text[-1].startswith(
            (f"{indent}{value} = ", f"{indent}{value}, ")
        ):
            text[-1] = f"{indent}R[{number}]{text[-1][len(indent + value) :]}"
            self.writer.give_back(value)
            self.gone.append(value)
        else:
            self._attempt(f"R[{number}] = {value}")

    def _is_own(self, value: str) -> bool:
        """Whether the line has just written a value that nothing else needs."""
        own = self.inlines and len(self.writer.text) > self.begun
        return own and value not in self.trace.values.values()

    def use(self, value: str) -> str:
        """The same value. One that is gone has no variable any more: another value may have its name."""
        self.again = self.again or any(value is one for one in self.gone)
        return value

    def _inline(self, value: str) -> str:
        """The register that a value was recalled from, where nothing else needs the variable."""
        writer, line = self.writer, f"{'    ' * self.depth}{self.use(value)} = R["
        if not (self._is_own(value) and writer.text[-1].startswith(line)):
            return value
        writer.positions.pop(len(writer.text), None)
        writer.give_back(value)
        self.gone.append(value)
        return writer.text.pop().partition(" = ")[2]

    def clear_registers(self) -> None:
        self._put("R[:] = [NIL] * len(R)")

    def flag(self, number: int) -> Truth:
        return Condition(f"{number} in F", f"{number} not in F")

    def set_flag(self, number: int, value: bool) -> None:
        self._put(f"F.{'add' if value else 'discard'}({number})")

    # values

    def number(self, value: Number) -> str:
        return "NIL" if value is ZERO else self.writer.constant(decimals.to_decimal(value))

    def whole(self, name: str, *operands: str) -> str:
        if name in _SEEDS:
            return _SEEDS[name].format(*operands)
        if name == "magnitude" and operands == (self.i,):
            return self.trace.values[PLACE]
        if operands:
            raise NotWritten(name)
        mode: Format | AngleMode = WHOLE[name]()
        return str(format_code(mode) if isinstance(mode, Format) else ANGLES.index(mode))

    def compute(self, name: str, *operands: str) -> tuple[str, bool]:
        """The value of a function. Where it overflows or fails the readable machine does the line. NotWritten
        for a function with more than two operands or one that is not in `ONE`.
        """
        left, right = operands[0], operands[-1]
        if name in AS_OPERATIONS:
            name, known = AS_OPERATIONS[name]
            operands = right if known is None else self.number(known), right
        divisor = self.writer.number(right) if name == "÷" else None
        if divisor is not None and divisor > 0 and divisor.normalize().as_tuple().digits == (1,):
            # A product is quicker than a quotient by a power of ten.
            inverse = decimals.CONTEXT.divide(decimals.UNIT, divisor)
            name, operands = "×", (operands[0], self.writer.constant(inverse))
        if name == "%":
            return self._result("{0} * {1}", left, self._result("{0} * n0_01", right)), False
        if name in FORMULAS:
            return self._result(FORMULAS[name], *map(self._inline, operands)), False
        key = "{0}" if left == self.i else "str({0})"
        if name in OF_ANGLE:
            modes = self.writer.constant([decimals.function(name, mode) for mode in ANGLES])
            return self._try(f"{modes}[{right}][{key.format(left)}]"), False
        if name == "RND":
            return self._try(f'round_to[f"{{{left}!s}} {{{right}}}"]'), False
        if name == "RAN#":
            drawn = self.writer.variable()
            self._put(f"{drawn} = Decimal({left}) * SEED_PLACE")
            return drawn, False
        if name not in ONE or len(operands) > 2:
            raise NotWritten(name)
        table = self.writer.constant(decimals.function(name))
        if len(operands) > 1:
            return self._try(f'{table}[f"{{{left}!s}} {{{right}!s}}"]'), False
        return self.writer.costly(self.depth, self.trace, f"{table}[{key}]", left), False

    def _try(self, text: str) -> str:
        name = self.writer.variable()
        self._attempt(f"{name} = {text}")
        return name

    def count(self, counter: str, *, downwards: bool) -> tuple[str, Truth]:
        table, place, writer = "DOWN" if downwards else "UP", "_", self.writer
        if counter != self.i:
            cell = self._inline(counter)
            key = f"str({cell})" if self.step.operand in writer.changed else cell
        else:
            known = writer.known(f"{table}[{counter}]", counter)
            if known is not None:
                number, goes_on, register = known
                self.places[writer.constant(number)] = str(register)
                return writer.constant(number), not goes_on
            key, place = counter, writer.variable() if PLACE in self.trace.values else "_"
        after = writer.variable()
        self.places[after] = place
        self._attempt(f"{after}, goes_on, {place} = {table}[{key}]")
        return after, Condition("not goes_on", "goes_on")

    def negate(self, value: str) -> str:
        return self._result("-{0}", self.use(value))

    # conditions

    def equal(self, a: str, b: str) -> Truth:
        if b == "NIL":
            return self._compare(Condition(f"not {a}", a), a)
        return self._compare(Condition(f"{a} == {b}", f"{a} != {b}"), a, b)

    def below(self, a: str, b: str) -> Truth:
        return self._compare(Condition(f"{a} < {b}", f"{a} >= {b}"), a, b)

    def _compare(self, condition: Condition, *names: str) -> Truth:
        known = self.writer.known(condition.text, *names)
        return condition if known is None else bool(known)

    def at_least(self, whole: Any, least: Any) -> Truth:
        """The condition that a register exists. Where it does not, the readable machine does the line.

        Python itself notices that a single register is missing.
        """
        if whole == "registers":
            if self.step.operand not in REGISTERS:
                self._attempt(f"if len(R) < {least}: raise IndexError")
            return True
        if least != "registers":
            self._attempt(f"if {whole} >= {least}: raise IndexError")
        return False

    def holds(self, condition: Truth | str) -> bool:
        if condition == "lift":
            self.asked = self.asked or self.trace.lift is None
            return self.lifts if self.trace.lift is None else self.trace.lift
        if isinstance(condition, bool):
            return condition
        raise NotWritten("a condition")

    def overflow_if(self, condition: Truth) -> None:
        """Do nothing: an operation of decimals raises Overflow by itself."""

    # how the program goes on

    def pause(self) -> None:
        self._put(f"core.pausing = {self.x}, core.format; core.pauses += 1")

    def settle_lift(self) -> None:
        """Write down what the line does to the stack lift."""
        trace, keeps, lift = self.trace, self.keeps, self.step.instruction.lift
        if lift is Lift.NEUTRAL or keeps is True:
            return
        after = lift is Lift.ENABLE
        if not isinstance(keeps, Condition):
            trace.lift = after
        elif trace.lift is None:
            self._put(f"if {keeps.otherwise}: lift = {after}")
        elif trace.lift != after:
            self._put(f"lift = {after} if {keeps.otherwise} else {trace.lift}")
            trace.lift = None


Run = Callable[[Any], None]


def run(writer: PythonWriter, trace: Trace, depth: int, rule: Run, step: Step) -> DecimalMachine:
    """Write what a rule does. Where stack lift matters and is not known, an `if` tells both ways apart.

    NotWritten for a rule that asks for what Decimals do not have, or that computes by stack lift.
    """
    begun, lifted, before = len(writer.text), trace.branch(trace.line), dict(trace.values)
    variables = writer.variables
    machine = DecimalMachine(writer, trace, depth, step)
    rule(machine)
    for value in trace.values.values():
        machine.use(value)
    if machine.again:
        writer.go_back(begun, variables)
        trace.values = before
        machine = DecimalMachine(writer, trace, depth, step, inlines=False)
        rule(machine)
    if machine.asked:
        written = writer.text[begun:]
        writer.go_back(begun, variables)
        rule(DecimalMachine(writer, lifted, depth, step, True, machine.inlines))
        if writer.text[begun:] != written:
            raise NotWritten(f"{step} computes by stack lift")
        writer.put(depth, "if lift:")
        length = len(writer.text)
        writer.join(depth, trace, lifted)
        if len(writer.text) == length:
            writer.text.pop()
    return machine


def write_line(writer: PythonWriter, trace: Trace, depth: int, step: Step) -> Truth:
    """Write a line that computes, tests or counts. Returns the condition under which the next line is run."""
    trace.done += 1
    machine = run(writer, trace, depth, RULES[step.name], step)
    machine.settle_lift()
    goes_on: Truth = machine.no(machine.skips)
    return goes_on


@cache
def is_written(step: Step, model: Model) -> bool:
    """Whether the rule of a line can be written. The readable machine does the others."""
    writer = PythonWriter(model)
    writer.put(0, "")
    try:
        run(writer, writer.begin(0, (*SLOTS, PLACE)), 0, RULES[step.name], step)
    except NotWritten:
        return False
    return True
