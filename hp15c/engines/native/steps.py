"""The forms of program lines (see `lanes.forms`) as LLVM text, for one lane or for several side by side.

A line that meets something rare is left before it changes anything, and the interpreter of lanes does it.
Rare are an Error, an overflow, a register that does not exist, and a function that is not in the table of
results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from hp15c.engines.lanes import costs
from hp15c.engines.lanes import forms as f
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.actions import FormWriter, form_of
from hp15c.engines.lanes.writing import FunctionText
from hp15c.state.cells import I_BY_NUMBER

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
    """Whether an opcode means the forms of a line."""
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


class LineWriter(FormWriter):
    """A decoded line while its text is written.

    `leave` is the label that the block goes to when a condition does not hold. `counts` says what a counting
    line may come to, and `undo` takes back what it has changed.
    """

    counts: Counts = "any"

    def __init__(self, text: FunctionText, code: o.Decoded, place: RunPlace, leave: str) -> None:
        self.place, self.leave = place, leave
        self.row = code.lines[place.line * o.WIDTH : (place.line + 1) * o.WIDTH].tolist()
        super().__init__(text, code.model, self.row[o.ARGUMENT])
        self.lift = lift_behind(place, self.row)
        self.left = False
        self.undo: Callable[[], None] | None = None

    def value(self, value: f.Value) -> Any:
        """See `FormWriter`. (i) means the register of the number in I."""
        by_i = value == "argument" and self.argument == o.BY_I
        return self.text.get("number") if by_i else super().value(value)

    def only_if(self, truth: str) -> None:
        """Leave this line to the interpreter unless a condition holds."""
        self.only_if_one(self.text.always(truth))

    def only_if_one(self, truth: str) -> None:
        """Leave this line to the interpreter unless a condition holds that all lanes share."""
        self.left = True
        behind = self.text.label()
        self.text.branch(truth, behind, self.leave, True)
        self.text.at(behind)

    def _before_counting(self, goes_on: str) -> None:
        """Leave a counting line that may not go on as it would, before it has changed anything."""
        text = self.text
        if self.counts == "on":
            self.only_if(goes_on)
        elif self.counts == "same":
            self.only_if_one(text.do(f"or i1 {text.always(goes_on)}, {text.nowhere(goes_on)}"))

    # the form

    def write(self) -> str | None:
        """Write what the line does. Returns the condition under which it does not skip.

        None for a line that never skips.
        """
        text, form = self.text, form_of(self.row[o.OP], self.is_11c, self.place.lift)
        held: dict[f.Value, f.Value] = {}
        for action in form.actions:
            match action:
                case f.Let(names, function, values):
                    self.let(action)
                    held |= {values[0]: names[0]} if function is f.READ else {}
                case f.Leave(condition):
                    self._leave_if(condition)
                case f.Overflow(condition):
                    self.only_if(self.truth(condition.opposite()))
                case f.Do(f.PAUSE):
                    self.only_if_one(text.test("eq", "%stop_at_pause", 0))
        if form.keeps is not None and not self.place.lift:
            self._leave_if(form.keeps)
        goes_on = None if form.skips is None else self.truth(form.skips.opposite())
        for spend in form.of(f.Spend):
            self.spend(spend)
        if form.on_cell and self.argument == o.BY_I:
            text.spend(costs.of_index, text.get("i"), text.get("number"), self.is_11c)
        if goes_on is not None and form.of(f.Store, f.Put):
            self._before_counting(goes_on)
            self._undoes(form, held)
        self.change(form)
        return goes_on

    def _undoes(self, form: f.Form, held: dict[f.Value, f.Value]) -> None:
        """Let `undo` put back what a line that may skip changes."""
        olds = [(self.value(store.cell), self.value(held[store.cell])) for store in form.of(f.Store)]
        befores = {put.name: self.value(put.name) for put in form.of(f.Put)}

        def undo() -> None:
            for cell, old in olds:
                self.store(cell, old)
            for name, old in befores.items():
                self.put(name, old)

        self.undo = undo

    def _leave_if(self, condition: f.Truth) -> None:
        """Leave the line where a condition holds.

        A register that the line names by its number was checked before the run.
        """
        left, right = condition.left, condition.right
        if left == "argument" and self.argument != o.BY_I:
            return
        self.only_if(self.truth(condition.opposite()))
        if left == "argument" and self.is_11c:
            self.only_if(self.text.compare("ne", self.value(left), I_BY_NUMBER))
        if condition.relation == "eq" and right == 0:
            self._values[left] = self.text.divisor(self.value(left))


def on(place: RunPlace, line: int, lift: bool) -> RunPlace:
    """The same place at another line and with another stack lift."""
    return replace(place, line=line, lift=lift, mixed=False)
