"""Writing LLVM text for program lines.

Stack and modes of the calculator are variables, its lane is a row of words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.native.functions import LlvmModule

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
    """Where a run is: a line, whether the stack lifts, and the lines behind the newest calls, if known."""

    line: int
    lift: bool
    returns: tuple[int, ...] = ()


@dataclass(slots=True)
class FunctionText:
    """The text of a function while it is written. Values have numbers, blocks have labels.

    Without `counting` no word times are counted.
    """

    module: LlvmModule
    counting: bool = True
    lines: list[str] = field(default_factory=list)
    values: int = 0

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
        """A new label."""
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

    def set_index(self, value: str) -> None:
        """Let I hold a value."""
        self.set("i", value)
        self.set("number", self.call(words.magnitude, value))

    def add(self, variable: str, value: str | int) -> None:
        """Add to a variable."""
        if value != 0 and (self.counting or variable != "spent"):
            self.set(variable, self.do(f"add i64 {self.get(variable)}, {value}"))

    def spend(self, function: object, *values: str | int) -> None:
        """Add the word times that a function gives."""
        if self.counting:
            self.add("spent", self.call(function, *values))

    def cell(self, column: str | int) -> str:
        """The address of a column of the lane."""
        return self.do(f"getelementptr i64, ptr %row, i64 {column}")

    def read(self, column: str | int) -> str:
        """The value of a column of the lane."""
        return self.do(f"load i64, ptr {self.cell(column)}")

    def write(self, column: str | int, value: str | int) -> None:
        """Let a column of the lane hold a value."""
        cell = self.cell(column)
        self.put(f"store i64 {value}, ptr {cell}")

    def clear(self, column: int, size: str | int) -> None:
        """Let so many bytes of the lane be 0."""
        cell = self.cell(column)
        self.put(f"call void @llvm.memset.p0.i64(ptr {cell}, i8 0, i64 {size}, i1 false)")

    def call(self, function: object, *values: str | int) -> str:
        """The number that a function gives."""
        return self.do(f"call i64 @{self._listed(function, values)}")

    def call_two(self, function: object, *values: str | int) -> tuple[str, str]:
        """The pair that a function gives."""
        pair = self.do(f"call {{ i64, i64 }} @{self._listed(function, values)}")
        first = self.do(f"extractvalue {{ i64, i64 }} {pair}, 0")
        return first, self.do(f"extractvalue {{ i64, i64 }} {pair}, 1")

    def _listed(self, function: object, values: tuple[str | int, ...]) -> str:
        listed = ", ".join(f"i64 {value}" for value in values)
        return f"{self.module.add(function)}({listed})"  # type: ignore[arg-type]

    def compare(self, relation: str, left: str | int, right: str | int) -> str:
        """A comparison (eq, slt, ...) as a condition."""
        return self.do(f"icmp {relation} i64 {left}, {right}")

    def branch(self, truth: str, holds: str, otherwise: str, likely: bool | None = None) -> None:
        """End the block: go to one label or the other."""
        weight = "" if likely is None else f", !prof !{1 if likely else 2}"
        self.put(f"br i1 {truth}, label %{holds}, label %{otherwise}{weight}")


def moving(text: FunctionText, value: str) -> None:
    """The word times that moving a number takes."""
    text.spend(costs.of_moving, value)
