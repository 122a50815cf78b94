"""The Python of program lines that only compute, store and recall."""

from __future__ import annotations

from typing import Final

from hp15c.engines.reference import format_code
from hp15c.engines.source import decimals
from hp15c.engines.source.rows import ARITHMETIC, MOVES, OF_ONE, OF_TWO
from hp15c.engines.source.trace import LEVELS, PLACE, Trace, Writer
from hp15c.instructions import Lift, Step
from hp15c.models import LIMITS, Model
from hp15c.modes import AngleMode, Format, Notation
from hp15c.operations.cells import I_BY_NUMBER, REGISTERS
from hp15c.operations.statistics import SUMS
from hp15c.operations.transcendental import OF_ANGLE, OF_NUMBER

PAUSED: Final = "core.paused = {x}; core.paused_format = core.format; core.pauses += 1"


def simple(writer: Writer, trace: Trace, depth: int, step: Step, model: Model) -> None:
    """A line that only computes, and the stack lift that it leaves behind."""
    trace.done += 1
    _Line(writer, trace, depth, model).compute(step)
    if step.name == "CHS":
        x = trace.values["x"]
        if trace.lift is None:
            writer.put(depth, f"if {x}: lift = True")
        elif not trace.lift:
            writer.put(depth, f"lift = True if {x} else False")
            trace.lift = None
    elif step.instruction.lift is not Lift.NEUTRAL:
        trace.lift = step.instruction.lift is Lift.ENABLE


def push(writer: Writer, trace: Trace, depth: int, value: str) -> None:
    """Bring a value into X, the stack lifted if that is enabled."""
    values = trace.values
    lifted = {"y": values["x"], "z": values["y"], "t": values["z"]}
    if trace.lift is None:
        branch = trace.branch(trace.line)
        branch.values.update(lifted)
        writer.put(depth, "if lift:")
        length = len(writer.text)
        writer.join(depth, trace, branch)
        if len(writer.text) == length:
            writer.text.pop()
    elif trace.lift:
        values.update(lifted)
    values["x"] = value


def count(
    writer: Writer, trace: Trace, depth: int, step: Step, model: Model, changed: set[str]
) -> str | bool:
    """DSE or ISG: the counter one step on; the condition that the next line is run, a bool when known now.

    `changed` are the registers that hold results of arithmetic (see decimals.Table).
    """
    table = "DOWN" if step.name == "DSE" else "UP"
    if step.operand != "I":
        cell = _Line(writer, trace, depth, model).cell(step.operand)
        counter = f"str({cell})" if step.operand in changed else cell
        writer.attempt(depth, f"{cell}, goes_on = {table}[{counter}]", trace)
        return "goes_on"
    values = trace.values
    known = writer.known(f"{table}_I[{values['i']}]", values["i"])
    if known is not None:
        number, goes_on, register = known
        values["i"] = writer.constant(number)
        if PLACE in values:
            values[PLACE] = str(register)
        return bool(goes_on)
    after = writer.variable()
    if PLACE in values:
        place = writer.variable()
        writer.attempt(depth, f"{after}, goes_on, {place} = {table}_I[{values['i']}]", trace)
        values[PLACE] = place
    else:
        writer.attempt(depth, f"{after}, goes_on = {table}[{values['i']}]", trace)
    values["i"] = after
    return "goes_on"


class _Line:
    """One program line where it is written."""

    def __init__(self, writer: Writer, trace: Trace, depth: int, model: Model) -> None:
        self.writer, self.trace, self.depth, self.model = writer, trace, depth, model
        self.values = trace.values

    def put(self, text: str) -> None:
        """A line that cannot fail."""
        self.writer.put(self.depth, text)

    def attempt(self, text: str) -> None:
        """A line that may fail."""
        self.writer.attempt(self.depth, text, self.trace)

    def result(self, formula: str, *names: str) -> str:
        """The name for the value of a formula."""
        return self.writer.result(self.depth, self.trace, formula, *names)

    def compute(self, step: Step) -> None:
        """What the line does, stack lift apart."""
        name, values = step.name, self.values
        x, y = values["x"], values["y"]
        if name in MOVES:
            values.update(zip(LEVELS, [values[level] for level in MOVES[name]], strict=True))
        elif name in OF_ONE:
            self.replace_x(self.result(OF_ONE[name].format(x="{0}"), x))
        elif name in OF_TWO:
            self.replace_x(self.function_of_two(name, y, x))
            if name != "Δ%":
                values.update(y=values["z"], z=values["t"])
        elif name == "RND":
            result = self.writer.variable()
            self.attempt(f'{result} = round_to[f"{{{x}!s}} {{core.format}}"]')
            self.replace_x(result)
        elif name in OF_NUMBER or name in OF_ANGLE or name == "x!":
            self.replace_x(self.function(name, x))
        elif name in ARITHMETIC:
            self.replace_x(self.arithmetic(ARITHMETIC[name], y, x))
            values.update(y=values["z"], z=values["t"])
        elif name == "%":
            self.replace_x(self.result("{0} * {1}", y, self.result("{0} * n0_01", x)))
        elif name == "CHS":
            values["x"] = self.result("-{0}", x)
        elif name == "RAN#":
            self.put("seed = (1574352261 * seed + 1017980433) % 10000000000")
            self.push_seed()
        elif name == "RCL RAN#":
            self.push_seed()
        elif name == "STO RAN#":
            self.put(f"seed = seed_of({x})")
        elif name in ("π", "LSTx"):
            self.push("PI" if name == "π" else values["last_x"])
        elif name == "CLx":
            values["x"] = "NIL"
        elif name == "PSE":
            self.put(PAUSED.format(x=x))
        else:
            self.registers_or_settings(step)

    def registers_or_settings(self, step: Step) -> None:
        """STO, RCL, x↔, their arithmetic, CLEAR REG, flags, display formats and angle modes."""
        name, operand, x = step.name, step.operand, self.values["x"]
        if name == "CLEAR Σ":
            first = LIMITS[self.model].first_sum
            self.attempt(f"if len(R) < {first + SUMS}: raise IndexError")
            self.put(f"R[{first}:{first + SUMS}] = [NIL] * {SUMS}")
            self.values.update(dict.fromkeys(LEVELS, "NIL"))
        elif name == "RCL":
            self.push(self.read(operand))
        elif name == "STO":
            self.write(operand, x)
        elif name == "x↔":
            old = self.read(operand)
            self.write(operand, x)
            self.values["x"] = old
        elif name[:4] == "RCL ":
            self.values["x"] = self.arithmetic(ARITHMETIC[name[4:]], x, self.cell(operand))
        elif name[:4] == "STO ":
            cell = self.cell(operand)
            if operand == "I":
                self.write("I", self.arithmetic(ARITHMETIC[name[4:]], cell, x))
            else:
                self.attempt(f"{cell} = {cell} {ARITHMETIC[name[4:]]} {x}")
        elif name == "CLEAR REG":
            self.put("R[:] = [NIL] * len(R)")
            self.write("I", "NIL")
        elif name in ("SF", "CF"):
            self.put(f"F.{'add' if name == 'SF' else 'discard'}({operand})")
        elif name in ("FIX", "SCI", "ENG"):
            self.put(f"core.format = {format_code(Format(Notation(name), int(operand)))}")
        else:
            self.put(f"core.angle = {decimals.ANGLES.index(AngleMode(name))}")

    def replace_x(self, value: str) -> None:
        """A result in X, the old X in LAST X."""
        self.values["last_x"] = self.values["x"]
        self.values["x"] = value

    def push(self, value: str) -> None:
        """A value brought into X."""
        push(self.writer, self.trace, self.depth, value)

    def push_seed(self) -> None:
        """The number that the seed makes, brought into X."""
        drawn = self.writer.variable()
        self.put(f"{drawn} = Decimal(seed) * SEED_PLACE")
        self.push(drawn)

    def arithmetic(self, sign: str, left: str, right: str) -> str:
        """One of the four operations; division by a power of ten is the quicker product."""
        divisor = self.writer.number(right)
        if (
            sign == "/"
            and divisor is not None
            and divisor > 0
            and divisor.normalize().as_tuple().digits == (1,)
        ):
            inverse = decimals.CONTEXT.divide(decimals.UNIT, divisor)
            return self.result("{0} * {1}", left, self.writer.constant(inverse))
        return self.result(f"{{0}} {sign} {{1}}", left, right)

    def function(self, name: str, x: str) -> str:
        """A function of one number out of its table."""
        key = "{0}" if x == self.values["i"] else "str({0})"
        if name not in OF_ANGLE:
            table = self.table(name)
            return self.writer.costly(self.depth, self.trace, f"{table}[{key}]", x)
        table = OF_ANGLE[name].__name__
        self.writer.constants[table] = decimals.angular(name)
        result = self.writer.variable()
        self.attempt(f"{result} = {table}[core.angle][{key.format(x)}]")
        return result

    def function_of_two(self, name: str, y: str, x: str) -> str:
        """A function of Y and X out of its table."""
        result = self.writer.variable()
        self.attempt(f'{result} = {self.table(name)}[f"{{{y}!s}} {{{x}!s}}"]')
        return result

    def table(self, name: str) -> str:
        """The name of a function's table."""
        computed = decimals.OF_NUMBERS.get(name) or decimals.OF_WORKING[name]
        self.writer.constants[computed.__name__] = decimals.function(name)
        return computed.__name__

    def cell(self, operand: str) -> str:
        """The Python text of a register or (i), or the name that stands for I."""
        if operand == "I":
            return self.values["i"]
        if operand != "(i)":
            return f"R[{REGISTERS[operand]}]"
        place = self.values[PLACE]
        if self.model is Model.HP11C:
            self.attempt(f"if {place} == {I_BY_NUMBER}: raise IndexError")
        return f"R[{place}]"

    def read(self, operand: str) -> str:
        """The name that stands for what a register holds."""
        cell = self.cell(operand)
        if operand == "I":
            return cell
        return self.writer.recall(self.depth, self.trace, cell)

    def write(self, operand: str, value: str) -> None:
        """A value stored."""
        if operand != "I":
            self.attempt(f"{self.cell(operand)} = {value}")
            return
        self.values["i"] = value
        if PLACE in self.values:
            known = self.writer.number(value)
            if known is not None:
                self.values[PLACE] = str(abs(int(known)))
                return
            self.values[PLACE] = self.writer.variable()
            self.put(f"{self.values[PLACE]} = abs(int({value}))")
