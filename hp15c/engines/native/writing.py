"""Writing LLVM text for program lines.

Stack and modes of the calculator are variables, its lane is a row of words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes import memo
from hp15c.engines.native.functions import LlvmModule
from hp15c.engines.native.remembered import REMEMBERED

LEVELS: Final = ("x", "y", "z", "t")
IN_ROW: Final = {
    "x": o.X,
    "y": o.Y,
    "z": o.Z,
    "t": o.T,
    "last_x": o.LAST_X,
    "i": o.INDEX,
    "count": o.DONE,
    "depth": o.DEPTH,
    "flags": o.FLAGS,
    "format": o.FORMAT,
    "seed": o.SEED,
    "line": o.LINE,
    "why": o.WHY,
}
"""The column of each variable."""

VARIABLES: Final = (*IN_ROW, "number", "spent")
"""The variables: the columns, the number of the register that I names, and the word times spent."""


@dataclass(frozen=True, slots=True)
class RunPlace:
    """Where a run is: a line, whether the stack lifts, and the lines behind the newest calls, if known.

    `mixed`: in some lanes it does not lift, but the line does not mind. `apart`: only some of the lanes that
    run side by side are there.
    """

    line: int
    lift: bool
    returns: tuple[int, ...] = ()
    mixed: bool = False
    apart: bool = False


@dataclass(slots=True)
class FunctionText:
    """The text of a function while it is written. Values have numbers, blocks have labels.

    Without `counting` no word times are counted.
    """

    module: LlvmModule
    counting: bool = True
    lines: list[str] = field(default_factory=list)
    values: int = 0
    kind: str = "i64"
    column_bytes: int = 8

    @property
    def pair(self) -> str:
        """The LLVM type of two numbers."""
        return f"{{ {self.kind}, {self.kind} }}"

    def put(self, text: str) -> None:
        """Write an instruction without a value."""
        self.lines.append(text)

    def do(self, formula: str) -> str:
        """Write an instruction, and return the name of its value."""
        self.values += 1
        name = f"%v{self.values}"
        self.lines.append(f"{name} = {formula}")
        return name

    def label(self) -> str:
        """A label that the function has not used."""
        self.values += 1
        return f"L{self.values}"

    def at(self, label: str) -> None:
        """Begin the block with this label."""
        self.lines.append(f"{label}:")

    def get(self, variable: str) -> str:
        """The value of a variable."""
        return self.do(f"load i64, ptr %{variable}")

    def set(self, variable: str, value: str | int) -> None:
        """Let a variable hold a value."""
        self.put(f"store i64 {value}, ptr %{variable}")

    def set_index(self, value: str | int) -> None:
        """Let I hold a value."""
        self.set("i", value)
        self.set("number", self.call(words.magnitude, value))

    def add(self, variable: str, value: str | int) -> None:
        """Add to a variable."""
        if value != 0 and (self.counting or variable != "spent"):
            self.set(variable, self.binary("add", self.get(variable), value))

    def spend(self, function: object, *values: str | int) -> None:
        """Add the word times that a function of these values gives, where word times are counted."""
        if self.counting:
            self.add("spent", self.call(function, *values))

    # a lane's numbers

    def word(self, value: str | int) -> str:
        """A value as an operand in LLVM text."""
        return str(value)

    def binary(self, operation: str, left: str | int, right: str | int) -> str:
        """The result of an instruction on two numbers."""
        return self.do(f"{operation} {self.kind} {self.word(left)}, {self.word(right)}")

    def negate(self, value: str) -> str:
        """The name of a number with the other sign."""
        return self.binary("sub", 0, value)

    def size(self, value: str) -> str:
        """The name of a number without its sign."""
        return self.do(f"call i64 @llvm.abs.i64(i64 {value}, i1 false)")

    def value_where(self, truth: str, value: int) -> str:
        """The name of a value where a truth holds, and of 0 elsewhere."""
        return self.do(f"select i1 {truth}, i64 {value}, i64 0")

    def compare(self, relation: str, left: str | int, right: str | int) -> str:
        """A comparison (eq, slt, ...) as a truth."""
        return self.do(f"icmp {relation} {self.kind} {self.word(left)}, {self.word(right)}")

    def spread(self, value: str) -> str:
        """A number for all lanes that run together."""
        return value

    def divisor(self, value: str) -> str:
        """A number by which another is divided. Lanes side by side put another one where it is 0."""
        return value

    def always(self, truth: str) -> str:
        """The name of the truth that a truth holds for all lanes of the function. Here it has one lane."""
        return truth

    def first(self, value: str) -> str:
        """The name of one number that stands for all lanes that run together, which have it in common."""
        return value

    # the lane's row

    def cell(self, column: str | int) -> str:
        """The address of a column of the lane."""
        return self.do(f"getelementptr i64, ptr %row, i64 {column}")

    def read(self, column: str | int) -> str:
        """What a column of the lane holds."""
        return self.do(f"load {self.kind}, ptr {self.cell(column)}")

    def write(self, column: str | int, value: str | int) -> None:
        """Let a column of the lane hold a value."""
        cell = self.cell(column)
        self.put(f"store {self.kind} {self.word(value)}, ptr {cell}")

    def keep(self, column: int, variable: str) -> None:
        """Write the value of a variable into a column of the lane."""
        self.write(column, self.get(variable))

    def read_at(self, number: str) -> str:
        """What the register of this number holds."""
        return self.read(self.binary("add", number, o.REGISTER_0))

    def write_at(self, number: str, value: str) -> None:
        """Let the register of this number hold a value."""
        self.write(self.binary("add", number, o.REGISTER_0), value)

    def clear(self, column: int, count: str | int) -> None:
        """Let so many columns of the lane be 0."""
        cell = self.cell(column)
        size = self.do(f"mul i64 {count}, {self.column_bytes}")
        self.put(f"call void @llvm.memset.p0.i64(ptr {cell}, i8 0, i64 {size}, i1 false)")

    # functions

    def call(self, function: object, *values: str | int) -> str:
        """Call a function. Returns the name of the number that it gives."""
        return self.do(f"call {self.kind} @{self._arguments(function, values)}")

    def call_two(self, function: object, *values: str | int) -> tuple[str, str]:
        """Call a function that gives two numbers. Returns their names."""
        return self._both(self.do(f"call {self.pair} @{self._arguments(function, values)}"))

    def _both(self, pair: str) -> tuple[str, str]:
        return tuple(self.do(f"extractvalue {self.pair} {pair}, {place}") for place in (0, 1))  # type: ignore[return-value]

    def _arguments(self, function: object, values: tuple[str | int, ...]) -> str:
        listed = ", ".join(f"{self.kind} {self.word(value)}" for value in values)
        return f"{self._add(function)}({listed})"

    def _add(self, function: object) -> str:
        return self.module.add(function)  # type: ignore[arg-type]

    def look_up(self, key: str, left: str | int, right: str) -> list[str]:
        """What the table of results holds for a function's key and numbers: its columns up to COST."""
        place = self.do(f"call ptr @{REMEMBERED}(ptr %memo, i64 {key}, i64 {left}, i64 {right})")
        cells = [self.do(f"getelementptr i64, ptr {place}, i64 {column}") for column in range(memo.COST + 1)]
        return [self.do(f"load i64, ptr {cell}") for cell in cells]

    # ways

    def test(self, relation: str, left: str | int, right: str | int) -> str:
        """The name of the truth of a comparison whose numbers are the same in all lanes."""
        return self.do(f"icmp {relation} i64 {left}, {right}")

    def branch(self, truth: str, holds: str, otherwise: str, likely: bool | None = None) -> None:
        """End the block: go to one label or the other."""
        weight = "" if likely is None else f", !prof !{1 if likely else 2}"
        self.put(f"br i1 {truth}, label %{holds}, label %{otherwise}{weight}")
