"""The forms of program lines (see `lanes.forms`) as LLVM text, for one lane or for several side by side.

A line that meets something rare is left before it changes anything, and the interpreter of lanes does it.
Rare are an Error, an overflow, a register that does not exist, and a function that is not in the table of
results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs
from hp15c.engines.lanes import forms as f
from hp15c.engines.lanes import layout as o
from hp15c.engines.native.writing import FunctionText, RunPlace
from hp15c.state.cells import I_BY_NUMBER
from hp15c.table.models import Model

_LEFT_OUT: Final = frozenset(
    o.FIRST_FORM + place
    for place, forms in enumerate(f.EVERY)
    if any(let.function is words.square_root for let in forms[0].of(f.Let))
)
"""Opcodes that are left to the interpreter. A root begins with a float, which functions have no text for."""

Counts = Literal["any", "same", "on"]
"""What a counting line may come to: anything, the same for all lanes, or that none ends its loop."""

_BINARY: Final = {f.AND: "and", f.AND_NOT: "and", f.OR: "or"}


def is_form(opcode: int) -> bool:
    """Whether an opcode means the forms of a line, and is written."""
    return opcode >= o.FIRST_FORM and opcode not in _LEFT_OUT


def form_of(opcode: int, is_11c: int = 0, lifts: bool = True) -> f.Form:
    """What a line of an opcode does."""
    forms = f.EVERY[opcode - o.FIRST_FORM]
    return forms[is_11c * len(forms) // len(Model) + lifts]


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


class LineWriter:
    """A decoded line while its text is written.

    `leave` is the label that the block goes to when a condition does not hold. `counts` says what a counting
    line may come to, and `undo` takes back what it has changed.
    """

    counts: Counts = "any"

    def __init__(self, text: FunctionText, code: o.Decoded, place: RunPlace, leave: str) -> None:
        self.text, self.place, self.leave = text, place, leave
        self.row = code.lines[place.line * o.WIDTH : (place.line + 1) * o.WIDTH].tolist()
        self.argument: int = self.row[o.ARGUMENT]
        self.is_11c = int(code.constants[o.IS_11C])
        self.lift = lift_behind(place, self.row)
        self.left = False
        self.undo: Callable[[], None] | None = None
        self._values: dict[f.Value, Any] = {
            "is_11c": self.is_11c,
            "unlifted": int(code.constants[o.UNLIFTED]),
        }

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
                    self._values.update(zip(names, self._let(function, values), strict=True))
                    held |= {values[0]: names[0]} if function is f.READ else {}
                case f.Leave(condition):
                    self._leave_if(condition)
                case f.Overflow(condition):
                    self.only_if(self._truth(condition.opposite()))
                case f.Do(f.PAUSE):
                    self.only_if_one(text.test("eq", "%stop_at_pause", 0))
        if form.keeps is not None and not self.place.lift:
            self._leave_if(form.keeps)
        goes_on = None if form.skips is None else self._truth(form.skips.opposite())
        for spend in form.of(f.Spend):
            self._spend(spend)
        if form.on_cell and self.argument == o.BY_I:
            text.spend(costs.of_index, text.get("i"), text.get("number"), self.is_11c)
        stores = [(self.value(store.cell), self.value(store.value)) for store in form.of(f.Store)]
        puts = {put.name: self.value(put.value) for put in form.of(f.Put)}
        if goes_on is not None and (stores or puts):
            self._before_counting(goes_on)
            self._undoes(form, held)
        for cell, value in stores:
            self._store(cell, value)
        for done in form.of(f.Do):
            self._do(done)
        for name, value in puts.items():
            self._put(name, value)
        return goes_on

    def _undoes(self, form: f.Form, held: dict[f.Value, f.Value]) -> None:
        """Let `undo` put back what a line that may skip changes."""
        olds = [(self.value(store.cell), self.value(held[store.cell])) for store in form.of(f.Store)]
        befores = {put.name: self.value(put.name) for put in form.of(f.Put)}

        def undo() -> None:
            for cell, old in olds:
                self._store(cell, old)
            for name, old in befores.items():
                self._put(name, old)

        self.undo = undo

    def value(self, value: f.Value) -> Any:
        """A value of the form: a known number, or the name of a value as LLVM has it."""
        if isinstance(value, int):
            return value
        if value == "argument":
            return self.text.get("number") if self.argument == o.BY_I else self.argument
        if value not in self._values:
            self._values[value] = self.text.get(value)
        return self._values[value]

    def _let(self, function: Any, values: tuple[f.Value, ...]) -> list[Any]:
        text = self.text
        if function is f.READ:
            return [self._read(self.value(values[0]))]
        given = [self.value(value) for value in values]
        if function is f.NEGATED:
            return [text.binary("sub", 0, given[0])]
        if function is f.SIZE:
            return [text.size(given[0])]
        if function in _BINARY:
            return [
                text.binary(_BINARY[function], given[0], ~given[1] if function is f.AND_NOT else given[1])
            ]
        if function is f.REMEMBERED:
            return text.look_up(*given)
        if function is words.next_count:
            return list(text.call_two(function, *given))
        return [text.call(function, *given)]

    def _truth(self, truth: f.Truth) -> str:
        return self.text.compare(truth.relation, self.value(truth.left), self.value(truth.right))

    def _leave_if(self, condition: f.Truth) -> None:
        """Leave the line where a condition holds.

        A register that the line names by its number was checked before the run.
        """
        left, right = condition.left, condition.right
        if left == "argument" and self.argument != o.BY_I:
            return
        self.only_if(self._truth(condition.opposite()))
        if left == "argument" and self.is_11c:
            self.only_if(self.text.compare("ne", self.value(left), I_BY_NUMBER))
        if condition.relation == "eq" and right == 0:
            self._values[left] = self.text.divisor(self.value(left))

    def _spend(self, spend: f.Spend) -> None:
        text = self.text
        if spend.condition is not None:
            text.add("spent", text.select(self._truth(spend.condition), int(spend.values[0]), 0))
        elif spend.function is None:
            text.add("spent", self.value(spend.values[0]))
        else:
            text.spend(spend.function, *map(self.value, spend.values))

    def _do(self, done: f.Do) -> None:
        text = self.text
        if done.what == f.CLEAR:
            text.clear(o.REGISTER_0, text.first(text.get("registers")))
        else:
            text.write(o.PAUSES, text.binary("add", text.read(o.PAUSES), 1))
            text.write(o.PAUSED_X, text.get("x"))
            text.write(o.PAUSED_FORMAT, text.get("format"))

    def _read(self, cell: f.Value) -> str:
        text = self.text
        if cell == o.CELL_OF_I:
            return text.get("i")
        return text.read_at(cell) if isinstance(cell, str) else text.read(o.REGISTER_0 + cell)

    def _store(self, cell: f.Value, value: Any) -> None:
        if isinstance(cell, str):
            self.text.write_at(cell, value)
        elif cell == o.CELL_OF_I:
            self.text.set_index(value)
        else:
            self.text.write(o.REGISTER_0 + cell, value)

    def _put(self, name: str, value: Any) -> None:
        if name == "i":
            self.text.set_index(value)
        else:
            self.text.set(name, value)


def on(place: RunPlace, line: int, lift: bool) -> RunPlace:
    """The same place at another line and with another stack lift."""
    return replace(place, line=line, lift=lift, mixed=False)
