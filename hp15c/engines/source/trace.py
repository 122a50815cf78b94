"""Writing Python for traces: the name of the variable that each stack level holds is known while translating.

Every result gets a variable of its own (v1, v2, ...). A trace remembers which variable or constant stands for
X, Y, Z, T, LAST X and I. ENTER, x↔y or LSTx change only that. Where the trace ends, each of the variables x,
y, z, t, last_x and i that has changed since its head is assigned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, localcontext
from typing import Any, Final

from hp15c.engines.source import decimals
from hp15c.operations.real_numbers import LEVELS
from hp15c.table.models import Model

SLOTS: Final = (*LEVELS, "last_x", "i")
PLACE: Final = "place"
"""The variable with the number of the register that I names, in programs that have (i)."""


@dataclass(slots=True)
class Trace:
    """A trace being written.

    `line` is the next program line. `done` is the number of lines that it has run. `inside` is the most lines
    that may have run in ifs besides. These are counted while the program runs. `lift` is the state of stack
    lift, None when it is not known. `values` are the names that stand for the slots. `returns` are calls that
    end in this trace, innermost last. `met` holds the places that it has passed. Inside `level` nested ifs it
    goes on elsewhere. After `enough` lines it ends at the next head.
    """

    head: int
    line: int
    values: dict[str, str]
    done: int = 0
    inside: int = 0
    lift: bool | None = None
    returns: tuple[int, ...] = ()
    met: set[tuple[object, ...]] = field(default_factory=set)
    level: int = 0
    enough: int = 0

    def branch(self, line: int, before: int = 0) -> Trace:
        """A copy of the trace that goes on at another line. The last `before` of the lines done count as not
        yet run.
        """
        return replace(self, line=line, values=dict(self.values), done=self.done - before)


def moves(wanted: Mapping[str, str]) -> list[str]:
    """Assignments that give each variable the former value of another variable, or a constant.

    >>> moves({"t": "z", "z": "y", "y": "y", "x": "v1"})
    ['t = z', 'z = y', 'x = v1']
    >>> moves({"x": "y", "y": "x"})
    ['x, y = y, x']
    """
    left = {to: source for to, source in wanted.items() if to != source}
    assignments = []
    while left:
        sources = left.values()
        free = next((to for to in left if to not in sources), None)
        if free is None:
            assignments.append(f"{', '.join(left)} = {', '.join(sources)}")
            break
        assignments.append(f"{free} = {left.pop(free)}")
    return assignments


class PythonWriter:
    """Python text line by line, its constants, and for the lines that can fail the trace before them.

    `changed` are the operands whose registers hold results of arithmetic (see `decimals.Table`).
    """

    changed: frozenset[str] = frozenset()

    def __init__(self, model: Model) -> None:
        self.model = model
        self.text: list[str] = []
        self.positions: dict[int, Trace] = {}
        self.constants: dict[str, Any] = {"NIL": decimals.NIL, "UNIT": decimals.UNIT, **decimals.COUNTERS}
        self.constant(decimals.HUNDREDTH)
        self.kept: list[str] = []
        self.variables = 0
        self._recalled: set[str] = set()

    def begin(self, head: int, slots: tuple[str, ...]) -> Trace:
        """A trace at its head, where each slot is in its own variable."""
        self.variables = 0
        self._recalled.clear()
        return Trace(head, head, {slot: slot for slot in slots})

    def put(self, depth: int, text: str) -> None:
        """Write a line of Python that cannot fail, `depth` blocks deep."""
        self.text.append("    " * depth + text)

    def attempt(self, depth: int, text: str, trace: Trace, before: int = 1) -> None:
        """Write a line of Python that may fail while the trace stands at its program line."""
        self.put(depth, text)
        self.positions[len(self.text)] = trace.branch(trace.line, before)

    def go_back(self, length: int, variables: int) -> None:
        """Forget the lines and variables that are more than these."""
        for line in range(length, len(self.text)):
            self.positions.pop(line + 1, None)
        del self.text[length:]
        self.variables = variables

    def variable(self) -> str:
        """A name that this trace has not used."""
        self.variables += 1
        return f"v{self.variables}"

    def give_back(self, name: str) -> None:
        """Let the name of the last variable be used again. Another variable keeps its name."""
        self.variables -= name == f"v{self.variables}"

    def constant(self, value: Any) -> str:
        """The name of a value that is known now. A number's name shows it: n3, n0_5, minus_n2e50, n1e_20."""
        if isinstance(value, Decimal):
            digits = str(abs(value)).replace("E+", "e").replace("E-", "e_").replace(".", "_")
            name = f"{'minus_' if value < 0 else ''}n{digits}"
        else:
            name = f"C{len(self.constants)}"
        self.constants[name] = value
        return name

    def number(self, name: str) -> Decimal | None:
        """The number that a name stands for, None when it is not known."""
        value = self.constants.get(name)
        return value if isinstance(value, Decimal) else None

    def result(self, depth: int, trace: Trace, formula: str, *names: str) -> str:
        """The name for the value of a formula of X, Y and so on, computed now when all are constants."""
        text = formula.format(*names)
        known = self.known(text, *names)
        if known is not None:
            return self.constant(known)
        name = self.variable()
        self.attempt(depth, f"{name} = {text}", trace)
        return name

    def known(self, text: str, *names: str) -> Any:
        """The value of a text whose names all stand for known numbers.

        None when they do not, or when it fails.
        """
        if any(self.number(name) is None for name in names):
            return None
        try:
            with localcontext(decimals.CONTEXT):
                return eval(text, dict(self.constants))
        except decimals.TRAPS:
            return None

    def recall(self, depth: int, trace: Trace, cell: str) -> str:
        """The name for what a register holds."""
        name = self.variable()
        self.attempt(depth, f"{name} = {cell}", trace)
        self._recalled.add(name)
        return name

    def costly(self, depth: int, trace: Trace, formula: str, argument: str) -> str:
        """The name for the value of a slow formula.

        The value is kept as long as the register that it depends on holds the same.

        The argument may be the value recalled, or a sum (difference, ...) of it and a constant from the line
        before.
        """
        last, _, comment = self.text[-1].partition("  #")
        words = last.split()
        source, sum_ = argument, ""
        if last.startswith(f"{'    ' * depth}{argument} = ") and len(words) == 5:
            names = [name for name in (words[2], words[4]) if self.number(name) is None]
            if len(names) == 1:
                source, sum_ = names[0], " ".join(words[2:])
        if source not in self._recalled:
            return self.result(depth, trace, formula, argument)
        number = len(self.kept) + 1
        seen, result = f"seen{number}", f"kept{number}"
        self.kept.append(seen)
        if sum_:
            position = self.positions.pop(len(self.text))
            self.text[-1] = "    " * depth + f"if {source} is not {seen}:"
            kept_sum = f"kept{number}_x"
            self.put(depth + 1, f"{kept_sum} = {sum_}  #{comment}")
            self.positions[len(self.text)] = position
            trace.values.update({slot: kept_sum for slot, name in trace.values.items() if name == argument})
            argument = kept_sum
        else:
            self.put(depth, f"if {source} is not {seen}:")
        self.attempt(depth + 1, f"{result} = {formula.format(argument)}", trace)
        self.put(depth + 1, f"{seen} = {source}")
        return result

    def settle(self, depth: int, trace: Trace) -> None:
        """Assign each slot's own variable again, and put the calls on `returns`."""
        for line in trace.returns:
            self.put(depth, f"returns.append({line})")
        assignments = moves(trace.values)
        if assignments:
            self.put(depth, "; ".join(assignments))

    def join(self, depth: int, trace: Trace, branch: Trace, *lines: str) -> None:
        """End an `if` whose body made the values of `branch`.

        The trace goes on with variables that hold either value.

        `lines` stand in its `else`.
        """
        held = Counter(trace.values.values())
        inside, otherwise = {}, {}
        for slot, name in trace.values.items():
            if branch.values[slot] == name:
                continue
            variable = name
            if held[name] > 1 or name.startswith("kept") or name in self.constants or name.isdigit():
                variable = self.variable()
                otherwise[variable] = name
            inside[variable] = branch.values[slot]
            trace.values[slot] = variable
        lifts = branch.lift != trace.lift
        first, second = moves(inside), [*lines, *moves(otherwise)]
        if lifts:
            first += [f"lift = {branch.lift}"] if branch.lift is not None else []
            second += [f"lift = {trace.lift}"] if trace.lift is not None else []
            trace.lift = None
        if first:
            self.put(depth + 1, "; ".join(first))
        if second:
            self.put(depth, "else:")
            self.put(depth + 1, "; ".join(second))
