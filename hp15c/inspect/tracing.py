"""Observers of a run: one tells what each line did, one how much time each line takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hp15c.listing.spellings import handbook
from hp15c.state.state import State, Value
from hp15c.table.instructions import Step
from hp15c.table.step import register_name


def memory(state: State) -> dict[str, Value]:
    """The registers of a state by name: R0, R.3, R20, I."""
    named = {f"R{register_name(number)}": value for number, value in enumerate(state.registers)}
    return named | {"I": state.i}


def elements(state: State) -> dict[str, Value]:
    """The elements of all matrices by name, row and column: A1,1."""
    return {
        f"{name}{1 + place // matrix.columns},{1 + place % matrix.columns}": element
        for name, matrix in state.matrices.items()
        for place, element in enumerate(matrix.elements)
    }


def level(state: State, number: int) -> str:
    """A level of the stack as text. In complex mode both parts, 3-4i, where there are two."""
    real, imaginary = state.stack[number], state.imaginary[number]
    if not imaginary:
        return str(real)
    return f"{real}{'' if imaginary.negative else '+'}{imaginary}i"


@dataclass(frozen=True, slots=True)
class TracedLine:
    """The stack and memory after one program line, as text.

    It has the stack, with a complex level as 3-4i, and the registers and elements of matrices that the line
    changed.
    """

    line: int
    keycodes: str
    mnemonic: str
    user: bool
    x: str
    y: str
    z: str
    t: str
    changed: dict[str, str]

    def __str__(self) -> str:
        head = f"{self.line:03d}{'u' if self.user else '-'}{self.keycodes:<9} {self.mnemonic:<12}"
        changes = " ".join(f"{name}={value}" for name, value in self.changed.items())
        return f"{head} X {self.x}  Y {self.y}  Z {self.z}  T {self.t}  {changes}".rstrip()


class Tracer:
    """Passes on every line that is run."""

    def __init__(self, state: State, write: Callable[[TracedLine], object]) -> None:
        self._memory = memory(state) | elements(state)
        self._write = write

    def __call__(self, state: State, line: int, step: Step) -> None:
        now = memory(state) | elements(state)
        changed = {name: str(value) for name, value in now.items() if self._memory.get(name) != value}
        self._memory = now
        codes, mnemonic = step.codes(state.model), handbook(step, state.model)
        x, y, z, t = (level(state, number) for number in range(4))
        self._write(TracedLine(line, codes, mnemonic, step.user, x, y, z, t, changed))


@dataclass(slots=True)
class LineCost:
    """The cost of one line of a program: how many times it ran, and its word times in sum."""

    line: int
    codes: str
    mnemonic: str
    runs: int
    word_times: int


class Profile:
    """Adds up the word times of each line."""

    def __init__(self, state: State) -> None:
        self._before = state.word_times
        self._model = state.model
        self._rows: dict[int, LineCost] = {}

    def __call__(self, state: State, number: int, step: Step) -> None:
        row = self._rows.get(number)
        if row is None:
            mnemonic = handbook(step, self._model)
            row = self._rows[number] = LineCost(number, step.codes(self._model).strip(), mnemonic, 0, 0)
        row.runs += 1
        row.word_times += state.word_times - self._before
        self._before = state.word_times

    def rows(self) -> list[LineCost]:
        """The lines that ran, in program order."""
        return [self._rows[number] for number in sorted(self._rows)]

    def table(self) -> str:
        """The lines as text, with each one's share of the time."""
        total = sum(row.word_times for row in self._rows.values()) or 1
        lines = ["line  keycodes  instruction       runs  word times   share"]
        lines += [
            f"{row.line:03d}   {row.codes:<9} {row.mnemonic:<12} {row.runs:>9,}"
            f" {row.word_times:>11,} {row.word_times / total:>6.1%}"
            for row in self.rows()
        ]
        return "\n".join(lines)
