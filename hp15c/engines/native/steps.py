"""Each opcode of lanes as LLVM text, and the place where the run goes on.

A line that meets something rare is left before it changes anything, and the interpreter of lanes does it.
Rare are an Error, an overflow, a register that does not exist, and a function that is not in the table of
results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs, memo
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.lanes.packed import GREATEST, PI, UNIT
from hp15c.engines.native import usual
from hp15c.engines.native.writing import LEVELS, FunctionText, RunPlace, moving
from hp15c.rules.statistics import SUMS
from hp15c.state.cells import I_BY_NUMBER
from hp15c.timing.operands import SIGN_OF_ZERO


class LineWriter:
    """A decoded line while its text is written.

    `leave` is the label that the block goes to when a condition does not hold. `undo` is the register that a
    counting line changes, as `cell` gives it, and its value before.
    """

    def __init__(self, text: FunctionText, code: o.Decoded, place: RunPlace, leave: str) -> None:
        self.text, self.place, self.leave = text, place, leave
        self.row = code.lines[place.line * o.WIDTH : (place.line + 1) * o.WIDTH].tolist()
        self.argument: int = self.row[o.ARGUMENT]
        self.is_11c = int(code.constants[o.IS_11C])
        self.unlifted = int(code.constants[o.UNLIFTED])
        self.first_sum = int(code.constants[o.FIRST_SUM])
        self.lift = True
        self.left = False
        self.undo: tuple[str | int, str] | None = None

    def only_if(self, truth: str) -> None:
        """Leave this line to the interpreter unless a condition holds."""
        self.only_if_one(self.text.always(truth))

    def only_if_one(self, truth: str) -> None:
        """The same for a condition that all lanes share."""
        self.left = True
        behind = self.text.label()
        self.text.branch(truth, behind, self.leave, True)
        self.text.at(behind)

    def only_where_same(self, value: str) -> None:
        """Leave this line unless all lanes that run together have the same number."""

    def before_counting(self, goes_on: str) -> None:
        """Called when a counting line knows where it goes on, before it changes anything."""

    def levels(self) -> list[str]:
        """X, Y, Z and T."""
        return [self.text.get(level) for level in LEVELS]

    def set_levels(self, *values: str | int) -> None:
        """Set X and as many of the other levels as are given."""
        for level, value in zip(LEVELS, values, strict=False):
            self.text.set(level, value)

    def push(self, value: str | int) -> None:
        """Bring a value into X."""
        if self.place.lift:
            x, y, z, _ = self.levels()
            self.set_levels(value, x, y, z)
        else:
            self.text.set("x", value)
            self.text.add("spent", self.unlifted)

    def result(self, value: str, drops: bool, cost: object, *measured: str | int) -> None:
        """Put a result into X, and the old X into LAST X. An overflow is left to the interpreter.

        `cost` is the function that gives the word times for `measured`.
        """
        text = self.text
        self.fits(value)
        text.spend(cost, *measured)
        x, _, z, t = self.levels()
        text.set("last_x", x)
        text.set("x", value)
        if drops:
            text.set("y", z)
            text.set("z", t)

    def fits(self, value: str) -> None:
        """Leave the line to the interpreter unless a value is in the calculator's range."""
        self.only_if(self.text.compare("sle", self.text.size(value), GREATEST))

    # registers

    def cell(self) -> str | int:
        """The column of the register that the line names, or for (i) the number in I as a value.

        A register that does not exist is left to the interpreter.
        """
        if self.argument >= 0:
            return self.argument
        text = self.text
        number = text.get("number")
        self.only_if(text.compare("slt", number, text.get("registers")))
        if self.is_11c:
            self.only_if(text.compare("ne", number, I_BY_NUMBER))
        return number

    def finding(self) -> None:
        """Add the word times of finding the register of (i)."""
        if self.argument < 0:
            self.text.spend(costs.of_index, self.text.get("i"), self.is_11c)

    def read(self, cell: str | int) -> str:
        """The value of a register (see `cell`)."""
        if isinstance(cell, str):
            return self.text.read_at(cell)
        return self.text.get("i") if cell == o.INDEX else self.text.read(cell)

    def write(self, cell: str | int, value: str) -> None:
        """Let a register hold a value (see `cell`)."""
        if isinstance(cell, str):
            self.text.write_at(cell, value)
        elif cell == o.INDEX:
            self.text.set_index(value)
        else:
            self.text.write(cell, value)


LlvmWrite = Callable[[LineWriter], None]
WRITERS: Final[dict[int, LlvmWrite]] = {}


def _writes(*opcodes: int) -> Callable[[LlvmWrite], LlvmWrite]:
    def register(write: LlvmWrite) -> LlvmWrite:
        WRITERS.update(dict.fromkeys(opcodes, write))
        return write

    return register


@_writes(o.PUSH)
def _push(step: LineWriter) -> None:
    step.push(step.argument)


@_writes(o.ENTER)
def _enter(step: LineWriter) -> None:
    x, y, z, _ = step.levels()
    step.set_levels(x, x, y, z)
    step.lift = False


@_writes(o.CLEAR_X)
def _clear_x(step: LineWriter) -> None:
    step.text.set("x", 0)
    step.lift = False


@_writes(o.EXCHANGE)
def _exchange(step: LineWriter) -> None:
    x, y, _, _ = step.levels()
    moving(step.text, y)
    step.set_levels(y, x)


@_writes(o.ROLL_DOWN)
def _roll_down(step: LineWriter) -> None:
    x, y, z, t = step.levels()
    moving(step.text, y)
    step.set_levels(y, z, t, x)


@_writes(o.ROLL_UP)
def _roll_up(step: LineWriter) -> None:
    x, y, z, t = step.levels()
    moving(step.text, t)
    step.set_levels(t, x, y, z)


@_writes(o.LAST)
def _last(step: LineWriter) -> None:
    step.push(step.text.get("last_x"))


@_writes(o.BRING_PI)
def _pi(step: LineWriter) -> None:
    step.push(PI)


@_writes(o.CHANGE_SIGN)
def _change_sign(step: LineWriter) -> None:
    """CHS of 0 leaves stack lift disabled where it was. The interpreter decides whether X is 0."""
    text = step.text
    x = text.get("x")
    zero = text.compare("eq", x, 0)
    if step.place.lift:
        text.add("spent", text.chosen(zero, SIGN_OF_ZERO))
    else:
        step.only_if(text.compare("ne", x, 0))
    text.set("x", text.negated(x))


@_writes(o.PLUS, o.MINUS)
def _sum(step: LineWriter) -> None:
    x, y, _, _ = step.levels()
    addend = x if step.row[o.OP] == o.PLUS else step.text.negated(x)
    step.result(step.text.call(usual.add_usual, y, addend), True, costs.of_sum, y, addend)


@_writes(o.TIMES)
def _product(step: LineWriter) -> None:
    x, y, _, _ = step.levels()
    step.result(step.text.call(usual.multiply_usual, y, x, 0), True, costs.of_product, x)


@_writes(o.OVER)
def _quotient(step: LineWriter) -> None:
    x, y, _, _ = step.levels()
    step.only_if(step.text.compare("ne", x, 0))
    by = step.text.divisor(x)
    step.result(step.text.call(usual.divide_usual, y, by), True, costs.of_quotient, y, by)


@_writes(o.RECIPROCAL)
def _reciprocal(step: LineWriter) -> None:
    x = step.text.get("x")
    step.only_if(step.text.compare("ne", x, 0))
    by = step.text.divisor(x)
    step.result(step.text.call(usual.divide_usual, UNIT, by), False, costs.of_quotient, UNIT, by)


@_writes(o.SQUARE, o.PERCENT)
def _square(step: LineWriter) -> None:
    x, y, _, _ = step.levels()
    factors = (x, x, 0) if step.row[o.OP] == o.SQUARE else (y, x, -2)
    step.result(step.text.call(usual.multiply_usual, *factors), False, costs.of_product, x)


@_writes(o.INTEGER, o.FRACTION)
def _part(step: LineWriter) -> None:
    x = step.text.get("x")
    part = words.integer_part if step.row[o.OP] == o.INTEGER else words.fraction_part
    step.text.spend(costs.of_splitting, x)
    step.text.set("last_x", x)
    step.text.set("x", step.text.call(part, x))


@_writes(o.ABSOLUTE)
def _absolute(step: LineWriter) -> None:
    x = step.text.get("x")
    step.text.set("last_x", x)
    step.text.set("x", step.text.size(x))


@_writes(o.RECALL)
def _recall(step: LineWriter) -> None:
    cell = step.cell()
    step.finding()
    value = step.read(cell)
    moving(step.text, value)
    step.push(value)


@_writes(o.STORE)
def _store(step: LineWriter) -> None:
    cell = step.cell()
    step.finding()
    x = step.text.get("x")
    moving(step.text, x)
    step.write(cell, x)


@_writes(o.SWAP)
def _swap(step: LineWriter) -> None:
    cell = step.cell()
    step.finding()
    held, x = step.read(cell), step.text.get("x")
    step.write(cell, x)
    step.text.set("x", held)


@_writes(*range(o.STORE_PLUS, o.RECALL_OVER + 1))
def _register_arithmetic(step: LineWriter) -> None:
    text, opcode = step.text, step.row[o.OP]
    stores = opcode <= o.STORE_OVER
    operation = o.PLUS + (opcode - o.STORE_PLUS) % (o.RECALL_PLUS - o.STORE_PLUS)
    cell = step.cell()
    held, x = step.read(cell), text.get("x")
    left, right = (held, x) if stores else (x, held)
    cost: tuple[object, ...]
    if operation in (o.PLUS, o.MINUS):
        addend = right if operation == o.PLUS else text.negated(right)
        value, cost = text.call(usual.add_usual, left, addend), (costs.of_sum, left, addend)
    elif operation == o.TIMES:
        value, cost = text.call(usual.multiply_usual, left, right, 0), (costs.of_product, x)
    else:
        step.only_if(text.compare("ne", right, 0))
        right = text.divisor(right)
        value, cost = text.call(usual.divide_usual, left, right), (costs.of_quotient, left, right)
    step.fits(value)
    text.spend(*cost)
    step.finding()
    if stores:
        step.write(cell, value)
    else:
        text.set("x", value)


@_writes(o.CLEAR_REGISTERS)
def _clear_registers(step: LineWriter) -> None:
    text = step.text
    text.clear(o.REGISTER_0, text.first(text.get("registers")))
    text.set_index(0)
    step.lift = step.place.lift


@_writes(o.CLEAR_SUMS)
def _clear_sums(step: LineWriter) -> None:
    text = step.text
    step.only_if(text.compare("sge", text.get("registers"), step.first_sum - o.REGISTER_0 + SUMS))
    text.clear(step.first_sum, SUMS)
    step.set_levels(0, 0, 0, 0)
    step.lift = step.place.lift


@_writes(o.FUNCTION_OF_ONE, o.FUNCTION_OF_TWO)
def _function(step: LineWriter) -> None:
    """Use a result from the table.

    One that is not there yet, an Error and an overflow are left to the interpreter.
    """
    text = step.text
    two = step.row[o.OP] == o.FUNCTION_OF_TWO
    x, y, z, t = step.levels()
    key = text.call(memo.key_of, step.argument, text.read(o.ANGLE), text.get("format"))
    row = text.remembered(key, y if two else 0, x)
    step.only_if(text.compare("ne", row[memo.KEY], 0))
    step.only_if(text.compare("eq", row[memo.STATUS], memo.FINE))
    text.add("spent", row[memo.COST])
    text.set("last_x", x)
    text.set("x", row[memo.RESULT])
    if two:
        text.set("y", z)
        text.set("z", t)


@_writes(o.LABEL)
def _label(step: LineWriter) -> None:
    pass


@_writes(o.PAUSE)
def _pause(step: LineWriter) -> None:
    text = step.text
    step.only_if_one(text.test("eq", "%stop_at_pause", 0))
    text.write(o.PAUSES, text.binary("add", text.read(o.PAUSES), 1))
    text.write(o.PAUSED_X, text.get("x"))
    text.write(o.PAUSED_FORMAT, text.get("format"))
    step.lift = step.place.lift


@_writes(o.SET_FLAG, o.CLEAR_FLAG)
def _flag(step: LineWriter) -> None:
    flags, mask = step.text.get("flags"), step.argument
    changed = ("or", mask) if step.row[o.OP] == o.SET_FLAG else ("and", ~mask)
    step.text.set("flags", step.text.binary(changed[0], flags, changed[1]))


@_writes(o.SET_FORMAT, o.SET_ANGLE)
def _mode(step: LineWriter) -> None:
    if step.row[o.OP] == o.SET_FORMAT:
        step.text.set("format", step.argument)
    else:
        step.text.write(o.ANGLE, step.argument)
    step.lift = step.place.lift


@_writes(o.RANDOM, o.RECALL_SEED)
def _random(step: LineWriter) -> None:
    """RCL RAN# takes no more time where the stack does not lift."""
    text = step.text
    if step.row[o.OP] == o.RANDOM:
        text.set("seed", text.call(words.next_seed, text.get("seed")))
    elif not step.place.lift:
        text.add("spent", -step.unlifted)
    step.push(text.call(words.of_seed, text.get("seed")))


@_writes(o.STORE_SEED)
def _store_seed(step: LineWriter) -> None:
    step.text.set("seed", step.text.call(words.seed_of, step.text.get("x")))


_RELATIONS: Final = dict(enumerate(("eq", "ne", "sgt", "slt", "sge", "sle")))


def condition(step: LineWriter) -> str:
    """The condition under which the line behind a test or a counting line is run."""
    text, opcode = step.text, step.row[o.OP]
    if opcode in (o.COUNT_DOWN, o.COUNT_UP):
        return _count(step)
    if opcode == o.TEST_FLAG:
        return text.compare("ne", text.binary("and", text.get("flags"), step.argument), 0)
    if opcode <= o.X_LE_0:
        return text.compare(_RELATIONS[opcode - o.X_EQ_0], text.get("x"), 0)
    x, y = text.get("x"), text.get("y")
    if opcode >= o.X_GT_Y:
        text.spend(costs.of_sum, y, text.negated(x))
    return text.compare(_RELATIONS[opcode - o.X_EQ_Y], x, y)


def _count(step: LineWriter) -> str:
    text = step.text
    cell = step.cell()
    held = step.read(cell)
    counted, ends = text.call_two(usual.counted_usual, held, int(step.row[o.OP] == o.COUNT_DOWN))
    step.only_if(text.compare("ne", ends, words.NOT_COUNTED))
    goes_on = text.compare("eq", ends, 0)
    step.before_counting(goes_on)
    step.undo = cell, held
    text.spend(costs.of_counter, held, step.is_11c)
    step.finding()
    step.write(cell, counted)
    return goes_on


def on(place: RunPlace, line: int, lift: bool) -> RunPlace:
    """The same way, at another line."""
    return replace(place, line=line, lift=lift, mixed=False)
