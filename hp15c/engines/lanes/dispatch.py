"""The function of the interpreter that does one line: the forms of all lines as Python text, for numba."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Any, Final

import numpy as np

from hp15c.engines.lanes import forms as f
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes import memo
from hp15c.engines.lanes.arithmetic import compile_inline
from hp15c.engines.lanes.layout import GREATEST
from hp15c.engines.lanes.rows import at, cell_of, field
from hp15c.operations.plain import LEVELS
from hp15c.table.models import Model

_LOADED: Final = {name: f"at(row, {column})" for name, column in o.COLUMNS.items()}
"""How the names of a lane are read that are no variables of the function."""

_RELATIONS: Final = {"eq": "==", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">="}
_FORMULAS: Final = {
    f.NEGATED: "-{}",
    f.SIZE: "abs({})",
    f.AND: "{} & {}",
    f.AND_NOT: "{} & ~{}",
    f.OR: "{} | {}",
    f.READ: f"at(row, {o.REGISTER_0} + {{}})",
}
_NAMES: Final = re.compile(rf"\b(v\d+|found|place|{'|'.join(_LOADED)})\b")
"""Names that each opcode has for itself: numba compiles a variable much faster that is assigned once."""

_PARAMETERS: Final = (
    "code, memo, row, op, pc, after, x, y, z, t, lift, registers, is_11c, unlifted, stop_at_pause"
)


class _Writer:
    """Writes the text of forms. `names` are the functions that it calls."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {
            "at": at,
            "cell_of": cell_of,
            "field": field,
            "place_of": memo.place_of,
            "np": np,
        }

    def form(self, form: f.Form) -> list[str]:
        """The Python text that does what a form says."""
        asked = {*_parts(form)}
        lines = [f"{name} = {text}" for name, text in _LOADED.items() if name in asked]
        return [*lines, *self._actions(form, list(form.actions))]

    def _actions(self, form: f.Form, actions: list[f.Action]) -> list[str]:
        """The Python text of some actions. What follows one that may leave the line stands in its `else`."""
        lines: list[str] = []
        for place, action in enumerate(actions):
            if isinstance(action, f.Leave) and "argument" not in action.condition:
                otherwise = _indent(self._actions(form, actions[place + 1 :]))
                left = [f"if {_truth(action.condition)}:", f"    ends = {action.ends}", "else:"]
                return [*lines, *left, *otherwise]
            lines += self._action(action)
        return [*lines, *self._end(form)]

    def _end(self, form: f.Form) -> Iterator[str]:
        """The last lines: what is skipped and put."""
        if form.skips is not None:
            yield f"skips = {_truth(form.skips)}"
        if form.keeps is not None:
            yield f"keeps = {_truth(form.keeps)}"
        puts = {put.name: put.value for put in form.of(f.Put)}
        yield from (f"row[{o.COLUMNS[name]}] = {value}" for name, value in puts.items() if name in o.COLUMNS)
        levels = {name: value for name, value in puts.items() if name in LEVELS}
        yield f"{', '.join(levels)} = {', '.join(map(str, levels.values()))}" if levels else "pass"

    def _action(self, action: f.Action) -> Iterator[str]:
        match action:
            case f.Let(names, f.REMEMBERED, (key, left, right)):
                yield f"place = place_of(memo, {key}, {left}, {right})"
                columns = memo.KEY, memo.RESULT, memo.STATUS, memo.COST
                yield from (
                    f"{name} = int(memo[place, {column}])"
                    for name, column in zip(names, columns, strict=True)
                )
            case f.Leave():
                return
            case f.Let(names, f.READ, ("argument",)):
                yield f"{names[0]} = held"
            case f.Let(names, str(function), values):
                yield f"{names[0]} = {_FORMULAS[function].format(*values)}"
            case f.Let(names, function, values):
                yield f"{', '.join(names)} = {self._call(function, values)}"
            case f.Spend(function, values, condition):
                cost = self._call(function, values) if function else str(values[0])
                yield f"{f'if {_truth(condition)}: ' if condition else ''}spent += {cost}"
            case f.Overflow(condition, value):
                yield f"if {_truth(condition)}:"
                yield "    over = True"
                if value is not None:
                    yield f"    {value} = {GREATEST} if {value} > 0 else {-GREATEST}"
            case f.Store(cell, value):
                yield f"row[np.uint64({o.REGISTER_0} + {cell})] = {value}"
            case f.Do(f.CLEAR):
                yield f"row[{o.REGISTER_0} : {o.REGISTER_0} + registers] = 0"
            case f.Do(f.PAUSE):
                yield f"row[{o.PAUSES}] += 1"
                yield f"row[{o.PAUSED_X}] = x"
                yield f"row[{o.PAUSED_FORMAT}] = at(row, {o.FORMAT})"
                yield f"if stop_at_pause: ends = {~o.PAUSED}"

    def _call(self, function: Any, values: tuple[f.Value, ...]) -> str:
        name = getattr(function, "py_func", function).__name__
        self.names[name] = function
        return f"{name}({', '.join(map(str, values))})"

    def forms(self, forms: f.Forms) -> list[str]:
        """The Python text of one opcode, which asks for the model and for stack lift where they matter."""
        half = len(forms) // len(Model)
        return _either("is_11c", self._of_lift(*forms[half:]), self._of_lift(*forms[:half]))

    def _of_lift(self, without: f.Form, lifting: f.Form) -> list[str]:
        return _either("lift != 0", self.form(lifting), self.form(without))

    def all(self) -> str:
        """The whole function."""
        body = [
            f"spent, ends, found, held = 0, {o.GOES_ON}, 0, 0",
            "over = keeps = skips = False",
            f"argument = field(code.lines, pc, {o.ARGUMENT})",
            f"if op >= {o.FIRST_FORM + f.FIRST_ON_CELL}:",
            "    argument, found = cell_of(row, argument, is_11c)",
            "    if argument < registers:",
            f"        held = at(row, {o.REGISTER_0} + argument)",
            f"if op >= {o.FIRST_FORM + f.FIRST_ON_CELL} and argument >= registers:",
            f"    ends = {o.ERROR_0 + 3}",
        ]
        for place, forms in enumerate(f.EVERY):
            body.append(f"elif op == {o.FIRST_FORM + place}:")
            own = [_NAMES.sub(rf"\1_{place}", line) for line in self.forms(forms)]
            body += _indent(own)
        body += [
            "if skips:",
            f"    spent += field(code.lines, pc, {o.SKIP_COST})",
            f"    after = field(code.lines, pc, {o.SKIP_TO})",
            "if ends == 0:",
            "    spent += found",
        ]
        body.append("return x, y, z, t, over, keeps, spent, after, ends")
        return "\n".join([f"def do_line({_PARAMETERS}):", *_indent(body), ""])


def _parts(actions: Iterable[Any]) -> Iterator[Any]:
    """All parts of actions, names that are read among them. The name that a Put writes is none."""
    for action in actions:
        if isinstance(action, tuple):
            yield from _parts(action[1:] if isinstance(action, f.Put) else action)
        else:
            yield action


def _truth(truth: f.Truth) -> str:
    return f"{truth.left} {_RELATIONS[truth.relation]} {truth.right}"


def _indent(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def _either(condition: str, lines: list[str], others: list[str]) -> list[str]:
    """Lines for a condition and for its opposite. What both begin with is written once."""
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(lines, others, strict=False))])
    if same == len(lines) == len(others):
        return lines
    while any((*all_lines, "")[same].startswith((" ", "else")) for all_lines in (lines, others)):
        same -= 1
    rest = [f"if {condition}:", *_indent(lines[same:] or ["pass"])]
    return [*lines[:same], *rest, "else:", *_indent(others[same:] or ["pass"])]


_writer = _Writer()
TEXT: Final = _writer.all()
exec(compile(TEXT, __file__, "exec"), _writer.names)
do_line: Final[Callable[..., Any]] = compile_inline(_writer.names["do_line"])
