"""The forms of program lines (see `forms`) as LLVM text.

What may end a line, or make it a rare case, is left to those that write lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import forms as f
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.writing import FunctionText
from hp15c.table.models import Model
from hp15c.timing.operands import UNLIFTED

_SPECIAL: Final[dict[Any, Callable[..., Iterable[Any]]]] = {
    f.NEGATED: lambda text, x: [text.binary("sub", 0, x)],
    f.SIZE: lambda text, x: [text.size(x)],
    f.AND: lambda text, x, y: [text.binary("and", x, y)],
    f.OR: lambda text, x, y: [text.binary("or", x, y)],
    f.AND_NOT: lambda text, x, y: [text.binary("xor", text.binary("or", x, y), y)],
    f.REMEMBERED: FunctionText.look_up,
    words.next_count: lambda text, *given: text.call_two(words.next_count, *given),
}
"""What is no call of a function with one result."""


def form_of(opcode: int, is_11c: int = 0, lifts: bool = True) -> f.Form:
    """What a line of an opcode does."""
    forms = f.EVERY[opcode - o.FIRST_FORM]
    return forms[is_11c * len(forms) // len(Model) + lifts]


class FormWriter:
    """A form while its text is written. `argument` is what stands for the argument of the line."""

    def __init__(self, text: FunctionText, model: Model, argument: int | str) -> None:
        self.text, self.argument = text, argument
        self.is_11c = int(model is Model.HP11C)
        self._values: dict[f.Value, Any] = {"is_11c": self.is_11c, "unlifted": UNLIFTED[model]}

    def value(self, value: f.Value) -> Any:
        """A value of the form: a known number, or the name of a value as LLVM has it."""
        if isinstance(value, int):
            return value
        if value == "argument":
            return self.argument
        if value not in self._values:
            self._values[value] = self.text.get(value)
        return self._values[value]

    def truth(self, truth: f.Truth) -> str:
        """The name of the truth of a comparison."""
        return self.text.compare(truth.relation, self.value(truth.left), self.value(truth.right))

    def let(self, let: f.Let) -> None:
        """Compute what a function gives, and note its names."""
        self._values.update(zip(let.names, self._let(let.function, let.values), strict=True))

    def _let(self, function: Any, values: tuple[f.Value, ...]) -> list[Any]:
        given = [self.value(value) for value in values]
        if function is f.READ:
            return [self._read(given[0])]
        special = _SPECIAL.get(function)
        return [self.text.call(function, *given)] if special is None else [*special(self.text, *given)]

    def spend(self, spend: f.Spend) -> None:
        """Add word times."""
        text = self.text
        if spend.condition is not None:
            text.add("spent", text.select(self.truth(spend.condition), int(spend.values[0]), 0))
        elif spend.function is None:
            text.add("spent", self.value(spend.values[0]))
        else:
            text.spend(spend.function, *map(self.value, spend.values))

    def change(self, form: f.Form) -> None:
        """Store and put what a form says."""
        stores = [(self.value(store.cell), self.value(store.value)) for store in form.of(f.Store)]
        puts = {put.name: self.value(put.value) for put in form.of(f.Put)}
        for cell, value in stores:
            self.store(cell, value)
        for done in form.of(f.Do):
            self._do(done)
        for name, value in puts.items():
            self.put(name, value)

    def _do(self, done: f.Do) -> None:
        text = self.text
        if done.what == f.CLEAR:
            text.clear(o.REGISTER_0, text.first(text.get("registers")))
        else:
            text.write(o.PAUSES, text.binary("add", text.read(o.PAUSES), 1))
            text.write(o.PAUSED_X, text.get("x"))
            text.write(o.PAUSED_FORMAT, text.get("format"))

    def _read(self, cell: int | str) -> str:
        text = self.text
        if cell == o.CELL_OF_I:
            return text.get("i")
        return text.read_at(cell) if isinstance(cell, str) else text.read(o.REGISTER_0 + cell)

    def store(self, cell: int | str, value: Any) -> None:
        """Let a register, or I, hold a value."""
        if isinstance(cell, str):
            self.text.write_at(cell, value)
        elif cell == o.CELL_OF_I:
            self.text.set_index(value)
        else:
            self.text.write(o.REGISTER_0 + cell, value)

    def put(self, name: str, value: Any) -> None:
        """Let a part of the calculator hold a value."""
        if name == "i":
            self.text.set_index(value)
        else:
            self.text.set(name, value)
