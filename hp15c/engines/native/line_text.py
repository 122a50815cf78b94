"""Program lines (see `lanes.lines`) as LLVM text, for one lane or for several side by side.

A line that meets something rare is left before it changes anything, and the interpreter of lanes does it.
Rare are an Error, an overflow, a register that does not exist, and a function that is not in the table of
results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from hp15c.engines.lanes import costs
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.function_text import FunctionText
from hp15c.engines.lanes.lines import FACTS, STEPS, LineMachine, Truth, Value
from hp15c.state.cells import I_BY_NUMBER
from hp15c.table.instructions import OperandKind

Counts = Literal["any", "same", "on"]
"""What a counting line may come to: anything, the same for all lanes, or that none ends its loop."""


@dataclass(frozen=True, slots=True)
class RunPlace:
    """Where a run is: a line, whether the stack lifts, and the lines after the newest calls, if known.

    `mixed`: in some lanes it does not lift, but the line does not mind. `apart`: only some of the lanes that
    run side by side are there.
    """

    line: int
    lift: bool
    returns: tuple[int, ...] = ()
    mixed: bool = False
    apart: bool = False

    @property
    def together(self) -> RunPlace:
        """The same place where all lanes are there."""
        return replace(self, apart=False)


def is_form(opcode: int) -> bool:
    """Whether an opcode stands for a rule of the book, as those from FIRST_FORM on do."""
    return opcode >= o.FIRST_FORM


def lift_behind(place: RunPlace, row: list[int]) -> bool:
    """Whether stack lift is enabled after the line at a place. `row` has the numbers of the decoded line."""
    return place.lift if row[o.LIFTS] == o.KEEPS_LIFT else bool(row[o.LIFTS])


def called_from(row: list[int]) -> int | None:
    """The line to which a call returns, by the row of a line. None where it is no call."""
    return row[o.ARGUMENT] if row[o.OP] in (o.GO_TO, o.GO_TO_I) and row[o.ARGUMENT] >= 0 else None


def ways_by_number(code: o.Decoded, row: list[int], by_line: int) -> dict[int, tuple[int, int]]:
    """The line to which each size of the number in I leads, and the word times of finding it.

    `by_line` is 1 for negative numbers.
    """
    ways = enumerate(code.jumps[row[o.NEXT], by_line].tolist())
    return {number: (place // o.WIDTH, cost) for number, (place, cost) in ways if place >= 0}


class LineWriter(LineMachine):
    """A decoded line while its text is written.

    `leave` is the label that the block goes to when a condition does not hold. `counts` says what a counting
    line may come to, and `undo` takes back what it has changed.
    """

    counts: Counts = "any"

    def __init__(self, text: FunctionText, code: o.Decoded, place: RunPlace, leave: str) -> None:
        self.place, self.leave = place, leave
        self.row = code.lines[place.line * o.WIDTH : (place.line + 1) * o.WIDTH].tolist()
        facts, argument = FACTS.get(self.row[o.OP]), self.row[o.ARGUMENT]
        self.by_i = facts is not None and facts.step.names is OperandKind.REGISTER and argument == o.BY_I
        step = STEPS[0] if facts is None else facts.step
        super().__init__(text, step, code.model, place.lift, text.get("number") if self.by_i else argument)
        self.lift_behind = lift_behind(place, self.row)
        self.left = False
        self.undo: Callable[[], None] | None = None

    def only_if(self, truth: str) -> None:
        """Leave this line to the interpreter unless a condition holds."""
        self.only_if_one(self.text.always(truth))

    def only_if_one(self, truth: str) -> None:
        """Leave this line to the interpreter unless a condition holds that all lanes share."""
        self.left = True
        behind = self.text.label()
        self.text.branch(truth, behind, self.leave, True)
        self.text.at(behind)

    # the line

    def write(self) -> str | None:
        """Write what the line does. Returns the condition under which it does not skip.

        None for a line that never skips.
        """
        text = self.text
        self.run()
        if self.pauses:
            self.only_if_one(text.test("eq", "%stop_at_pause", 0))
        if isinstance(self.keeps, Truth) and not self.place.lift:
            self.only_if(self.truth(self.keeps.opposite()))
        goes_on = self.truth(self.skips.opposite()) if isinstance(self.skips, Truth) else None
        self.write_costs()
        if self.by_i:
            text.spend(costs.of_index, self.variable("i"), self.argument, self.is_11c)
        if goes_on is not None and (self.stores or self.puts):
            if self.counts == "on":
                self.only_if(goes_on)
            elif self.counts == "same":
                self.only_if_one(text.do(f"or i1 {text.always(goes_on)}, {text.nowhere(goes_on)}"))
            self.undo = self._undo
        self.change()
        return goes_on

    def _undo(self) -> None:
        """Put back what a line that may skip has changed."""
        for cell, _ in self.stores:
            self.store_at(cell, self.cells[cell])
        for name in self.puts:
            self.put(name, self.variable(name))

    def leave_if(self, condition: Truth, ends: Value) -> None:
        self.only_if(self.truth(condition.opposite()))

    def overflow(self, condition: Truth, value: Value | None) -> None:
        self.only_if(self.truth(condition.opposite()))

    def check_cell(self) -> None:
        """Leave the line where I names no register. One that the line names by its number was checked before
        the run.
        """
        if self.by_i:
            self.only_if(self.text.compare("slt", self.argument, self.text.get("registers")))
            if self.is_11c:
                self.only_if(self.text.compare("ne", self.argument, I_BY_NUMBER))

    def divisor(self, value: Value) -> Value:
        return self.text.divisor(str(value))


def on(place: RunPlace, line: int, lift: bool) -> RunPlace:
    """The same place at another line and with another stack lift."""
    return replace(place, line=line, lift=lift, mixed=False)
