"""The Python text of program lines that only compute, store and recall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hp15c.engines.reference import format_code
from hp15c.engines.source import decimals
from hp15c.engines.source.rows import ARITHMETIC, MOVES, OF_ONE, WRITTEN
from hp15c.engines.source.trace import LEVELS, PLACE, PythonWriter, Trace
from hp15c.rules.computing import OF_ANGLE, OF_NUMBER
from hp15c.rules.statistics import SUMS
from hp15c.state.cells import I_BY_NUMBER, REGISTERS
from hp15c.table.instructions import TABLE, Lift, Role, Step
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Format, Notation

PAUSED: Final = "core.paused = {x}; core.paused_format = core.format; core.pauses += 1"


def simple(writer: PythonWriter, trace: Trace, depth: int, step: Step, model: Model) -> None:
    """Write a line that only computes, and set the stack lift that it leaves behind."""
    trace.done += 1
    _Line(writer, trace, depth, model).compute(step)
    if step.role is Role.SIGNS:
        x = trace.values["x"]
        if trace.lift is None:
            writer.put(depth, f"if {x}: lift = True")
        elif not trace.lift:
            writer.put(depth, f"lift = True if {x} else False")
            trace.lift = None
    elif step.instruction.lift is not Lift.NEUTRAL:
        trace.lift = step.instruction.lift is Lift.ENABLE


def push(writer: PythonWriter, trace: Trace, depth: int, value: str) -> None:
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
    writer: PythonWriter, trace: Trace, depth: int, step: Step, model: Model, changed: set[str]
) -> str | bool:
    """DSE or ISG: the counter one step on. Returns the condition under which the next line is run, a bool
    when it is known now.

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
    """One program line while it is written."""

    def __init__(self, writer: PythonWriter, trace: Trace, depth: int, model: Model) -> None:
        self.writer, self.trace, self.depth, self.model = writer, trace, depth, model
        self.values = trace.values

    def put(self, text: str) -> None:
        """Write a line that cannot fail."""
        self.writer.put(self.depth, text)

    def attempt(self, text: str) -> None:
        """Write a line that may fail."""
        self.writer.attempt(self.depth, text, self.trace)

    def result(self, formula: str, *names: str) -> str:
        """The name for the value of a formula."""
        return self.writer.result(self.depth, self.trace, formula, *names)

    def compute(self, step: Step) -> None:
        """PythonWrite what the line does, apart from stack lift."""
        _WRITERS[step.name](self, step)

    def replace_x(self, value: str) -> None:
        """Put a result into X, and the old X into LAST X."""
        self.values["last_x"] = self.values["x"]
        self.values["x"] = value

    def drop(self) -> None:
        """Z and T come down, T stays."""
        self.values.update(y=self.values["z"], z=self.values["t"])

    def push(self, value: str) -> None:
        """A value brought into X."""
        push(self.writer, self.trace, self.depth, value)

    def push_seed(self) -> None:
        """Bring the number that the seed makes into X."""
        drawn = self.writer.variable()
        self.put(f"{drawn} = Decimal(seed) * SEED_PLACE")
        self.push(drawn)

    def arithmetic(self, sign: str, left: str, right: str) -> str:
        """Write one of the four operations.

        Division by a power of ten becomes a product, which is quicker.
        """
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
        """The name that stands for the value of a register."""
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


PythonWrite = Callable[[_Line, Step], None]

_WRITERS: Final[dict[str, PythonWrite]] = {}


def _writes(*names: str) -> Callable[[PythonWrite], PythonWrite]:
    """Register what writes the lines of these rows."""

    def register(write: PythonWrite) -> PythonWrite:
        _WRITERS.update(dict.fromkeys(names, write))
        WRITTEN.update(names)
        return write

    return register


@_writes(*MOVES)
def _move(line: _Line, step: Step) -> None:
    values = line.values
    values.update(zip(LEVELS, [values[level] for level in MOVES[step.name]], strict=True))


@_writes(*OF_ONE)
def _formula_of_x(line: _Line, step: Step) -> None:
    line.replace_x(line.result(OF_ONE[step.name].format(x="{0}"), line.values["x"]))


@_writes(*OF_NUMBER, *OF_ANGLE, "x!")
def _function_of_x(line: _Line, step: Step) -> None:
    line.replace_x(line.function(step.name, line.values["x"]))


@_writes("Δ%")
def _percent_change(line: _Line, step: Step) -> None:
    line.replace_x(line.function_of_two(step.name, line.values["y"], line.values["x"]))


@_writes("yˣ", "Py,x", "Cy,x")
def _function_of_y_and_x(line: _Line, step: Step) -> None:
    _percent_change(line, step)
    line.drop()


@_writes(*ARITHMETIC)
def _operation(line: _Line, step: Step) -> None:
    line.replace_x(line.arithmetic(ARITHMETIC[step.name], line.values["y"], line.values["x"]))
    line.drop()


@_writes("%")
def _percent(line: _Line, step: Step) -> None:
    line.replace_x(line.result("{0} * {1}", line.values["y"], line.result("{0} * n0_01", line.values["x"])))


@_writes("RND")
def _round(line: _Line, step: Step) -> None:
    result = line.writer.variable()
    line.attempt(f'{result} = round_to[f"{{{line.values["x"]}!s}} {{core.format}}"]')
    line.replace_x(result)


@_writes("CHS")
def _change_sign(line: _Line, step: Step) -> None:
    line.values["x"] = line.result("-{0}", line.values["x"])


@_writes("CLx")
def _clear_x(line: _Line, step: Step) -> None:
    line.values["x"] = "NIL"


@_writes("π")
def _pi(line: _Line, step: Step) -> None:
    line.push("PI")


@_writes("LSTx")
def _last_x(line: _Line, step: Step) -> None:
    line.push(line.values["last_x"])


@_writes("RAN#")
def _random(line: _Line, step: Step) -> None:
    line.put("seed = (1574352261 * seed + 1017980433) % 10000000000")
    line.push_seed()


@_writes("RCL RAN#")
def _recall_seed(line: _Line, step: Step) -> None:
    line.push_seed()


@_writes("STO RAN#")
def _store_seed(line: _Line, step: Step) -> None:
    line.put(f"seed = seed_of({line.values['x']})")


@_writes("PSE")
def _pause(line: _Line, step: Step) -> None:
    line.put(PAUSED.format(x=line.values["x"]))


@_writes("RCL")
def _recall(line: _Line, step: Step) -> None:
    line.push(line.read(step.operand))


@_writes("STO")
def _store(line: _Line, step: Step) -> None:
    line.write(step.operand, line.values["x"])


@_writes("x↔")
def _exchange(line: _Line, step: Step) -> None:
    old = line.read(step.operand)
    line.write(step.operand, line.values["x"])
    line.values["x"] = old


@_writes(*(f"RCL {sign}" for sign in ARITHMETIC))
def _recall_arithmetic(line: _Line, step: Step) -> None:
    line.values["x"] = line.arithmetic(_sign(step), line.values["x"], line.cell(step.operand))


@_writes(*(f"STO {sign}" for sign in ARITHMETIC))
def _store_arithmetic(line: _Line, step: Step) -> None:
    cell, x = line.cell(step.operand), line.values["x"]
    if step.operand == "I":
        line.write("I", line.arithmetic(_sign(step), cell, x))
    else:
        line.attempt(f"{cell} = {cell} {_sign(step)} {x}")


def _sign(step: Step) -> str:
    """The operation of register arithmetic, as Python writes it."""
    return ARITHMETIC[step.name[-1]]


@_writes("CLEAR REG")
def _clear_registers(line: _Line, step: Step) -> None:
    line.put("R[:] = [NIL] * len(R)")
    line.write("I", "NIL")


@_writes("CLEAR Σ")
def _clear_sums(line: _Line, step: Step) -> None:
    first = LIMITS[line.model].first_sum
    line.attempt(f"if len(R) < {first + SUMS}: raise IndexError")
    line.put(f"R[{first}:{first + SUMS}] = [NIL] * {SUMS}")
    line.values.update(dict.fromkeys(LEVELS, "NIL"))


@_writes("SF")
def _set_flag(line: _Line, step: Step) -> None:
    line.put(f"F.add({step.operand})")


@_writes("CF")
def _clear_flag(line: _Line, step: Step) -> None:
    line.put(f"F.discard({step.operand})")


@_writes(*Notation)
def _display_format(line: _Line, step: Step) -> None:
    line.put(f"core.format = {format_code(Format(Notation(step.name), int(step.operand)))}")


@_writes(*AngleMode)
def _angle_mode(line: _Line, step: Step) -> None:
    line.put(f"core.angle = {decimals.ANGLES.index(AngleMode(step.name))}")


# The readable machine does a row that only computes and has no writer.
_WRITTEN_OTHERWISE: Final = (
    *(Role.TYPES, Role.JUMPS, Role.CALLS, Role.RETURNS, Role.STOPS, Role.TESTS, Role.COUNTS, Role.COMPUTES),
)
_missing = [
    row.name
    for row in TABLE
    if row.programmable
    and not row.handed_over
    and row.role not in _WRITTEN_OTHERWISE
    and row.name not in _WRITERS
]
if _missing:
    raise LookupError(
        f"instructions that engines/source neither writes nor hands over: {', '.join(_missing)}"
    )
