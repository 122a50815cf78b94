"""A program explained: each line in words of the program, each part with what it takes and gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final

from generator.reading.flow import (
    IMAGINARY,
    LEVELS,
    PART_AT,
    PLACES,
    Reading,
    jump_targets,
    read,
    registers_written,
    room_for,
    stored_registers,
)
from generator.reading.names import LONG, Names, laws_register
from generator.reading.parts import Beginning, Part
from generator.reading.taken_levels import Taking, state_behind
from generator.reading.words import words
from hp15c.inspect.lint import points_to_element
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, REGISTERS, OperandKind, Role, Step
from hp15c.table.models import LIMITS
from hp15c.table.step import TYPING, register_name
from hp15c.terms import TermState, Way, constant, laws
from hp15c.terms.term import FALSE, NOUGHT, TRUE, Term
from hp15c.timing import WORD_TIMES_PER_SECOND

_MOST_RESULTS: Final = 3
_LONG_HERE: Final = 40
_CALLS_OF_A_LINE: Final = 8
"""The number of Python's calls that write what one line adds to a value, and some more."""


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line: its number and step, what it does, and the stack after it as text by level."""

    line: int
    step: str
    codes: str
    does: str
    stack: dict[str, str]
    part: int


@dataclass(frozen=True, slots=True)
class ExplainedPart:
    """A part: where and why it begins, what it takes from the stack, gives, reads and changes.

    `errors` has for each Error the lines that may end in it. `loops` has the first and last line of each loop
    and the lines that may leave it. `deepest` is how many returns it and what it calls need, None where calls
    lead back to a label that waits for its return.
    """

    line: int
    label: str
    note: str
    beginning: str
    lines: tuple[int, ...]
    takes: tuple[str, ...]
    gives: dict[str, str]
    reads: tuple[str, ...]
    changes: tuple[str, ...]
    flags: tuple[str, ...]
    calls: tuple[str, ...]
    errors: dict[int, tuple[int, ...]]
    loops: tuple[tuple[int, int, tuple[int, ...]], ...]
    deepest: int | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """A whole program explained. `unreached` are the lines to which nothing leads.

    `seconds` is the time of all lines, each once, on the real machine.
    """

    title: str
    model: str
    lines: tuple[ExplainedLine, ...]
    parts: tuple[ExplainedPart, ...]
    unreached: tuple[int, ...]
    bytes: int
    seconds: float

    @property
    def entries(self) -> tuple[ExplainedPart, ...]:
        """The parts at which a person begins."""
        return tuple(part for part in self.parts if part.beginning == Beginning.PRESSED.value)


def explain(program: Program) -> Explanation:
    """Explain a program. Nothing is run: every way through it is followed on terms."""
    with room_for(len(program) * _CALLS_OF_A_LINE):
        return _Explainer(read(program)).explanation()


class _Explainer:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._program = reading.program
        self._graph = reading.graph
        self._names = Names(reading)
        self._endless = self._parts_without_end()
        self._taking = Taking(reading)

    def explanation(self) -> Explanation:
        program = self._program
        lines: list[ExplainedLine] = []
        parts: list[ExplainedPart] = []
        for part in self._reading.parts:
            self._names.forget()
            lines += [self._line(number, part) for number in part.lines]
            parts.append(self._part(part))
        unreached = (one.lines for one in self._reading.parts if one.beginning is Beginning.UNREACHED)
        word_times = sum(line.cost for line in self._graph.lines[1:])
        return Explanation(
            program.title,
            str(program.model),
            tuple(sorted(lines, key=lambda line: line.line)),
            tuple(parts),
            tuple(chain.from_iterable(unreached)),
            program.bytes,
            word_times / WORD_TIMES_PER_SECOND,
        )

    # lines

    def _line(self, number: int, part: Part) -> ExplainedLine:
        step = self._program.steps[number - 1]
        after = state_behind(self._reading, number)
        does = self._does(number, step, part, after)
        return ExplainedLine(
            number,
            "u " * step.user + str(step),
            step.codes(self._program.model).strip(),
            does,
            {name: self._names.level(name, after) for name in LEVELS},
            part.start,
        )

    def _does(self, number: int, step: Step, part: Part, after: TermState) -> str:
        before = self._reading.before[number]
        ways = self._reading.ways[number]
        if ways and all(way.way is Way.FAILS for way in ways):
            return " or ".join(dict.fromkeys(f"always Error {way.error}" for way in ways))
        told = self._role(number, step, part, before, after)
        told = told or words(step) or self._of_matrices(number, step, before, after)
        told = told or self._value_made(step, before, after)
        met = "" if step.role is Role.LABEL else self._meeting(number)
        return f"{told} ({met})" if met else told

    def _role(self, number: int, step: Step, part: Part, before: TermState, after: TermState) -> str:
        role = step.role
        if role in TYPING and after.entry is not None:
            return f"types {self._names.of(after.x)}"
        if role is Role.LABEL:
            return self._at_label(number, part)
        if role is Role.JUMPS:
            return self._jump(number, step)
        if role is Role.CALLS:
            return self._call(number, step, after)
        if role is Role.EVALUATES and step.operand != "I" and not self._graph.calls[number]:
            return f"Error 4: there is no label {step.operand}"
        if role is Role.RETURNS:
            return f"returns {self._names.result('x', before)}"
        if role is Role.STOPS:
            return f"stops and shows {self._names.level('x', before)}"
        if role is Role.PAUSES:
            return f"shows {self._names.level('x', before)} for a second"
        if role in (Role.TESTS, Role.COUNTS):
            return self._test(number, step)
        return ""

    def _at_label(self, number: int, part: Part) -> str:
        label = self._graph.labels[number]
        if number == part.start:
            note = self._program.labels.get(label, "")
            takes = ", ".join(self._taking.levels(part))
            return f"{label}({takes})" + (f": {note}" if note else "")
        return self._meeting(number) or f"label {label}"

    def _meeting(self, number: int) -> str:
        """The values that get a name where ways meet, with what they are on each way."""
        state = self._reading.before[number]
        told, of, coming = [], self._names.of, self._ways_to(number)
        used = self._taking.used[self._reading.part_of(number).start]
        for name in PLACES:
            value: Term = getattr(state, name)
            if name in IMAGINARY and state.complex is FALSE:
                continue
            if str(value.payload) == f"{name}@{number:03d}" and value in used:
                ways = [(at, of(getattr(way, name), None if name == "i" else way)) for at, way in coming]
                told.append((of(value, state), ways))
        for register in sorted(stored_registers(state.memory)):
            held = laws_register(state, register)
            if held is not None and str(held.payload) == f"r{register}@{number:03d}":
                ways = [(at, of(laws.register(way.memory, constant(register)))) for at, way in coming]
                told.append((self._names.register(register), ways))
        word = ", then " if any(source >= number for source, _ in coming) else " or "
        return "; ".join(f"{name}: {self._on_each_way(values, word)}" for name, values in told)

    def _ways_to(self, number: int) -> list[tuple[int, TermState]]:
        """The states that lead to a line, each with the line that it comes from."""
        found = self._reading.origins.get(number, {})
        return [(source, found[source, place]) for source, place in sorted(found)]

    def _on_each_way(self, values: Iterable[tuple[int, str]], word: str) -> str:
        told = [
            written if len(written) <= _LONG_HERE else f"as at {source:03d}" for source, written in values
        ]
        return word.join(dict.fromkeys(told))

    def _jump(self, number: int, step: Step) -> str:
        if step.operand == "I":
            return self._jump_by_i(number)
        targets = self._graph.after[number]
        if not targets:
            return f"Error 4: there is no label {step.operand}"
        way = "goes back to" if targets[0] <= number else "goes on at"
        return f"{way} {targets[0]:03d}"

    def _jump_by_i(self, number: int) -> str:
        held = self._reading.before[number].i
        told = self._names.of(held)
        led = jump_targets(self._reading, number)
        if len(led) == 1 and len(self._graph.after[number]) > 1:
            return f"goes on at {led[0]:03d}, the label that I names, {told}"
        if laws.below(held, NOUGHT) is FALSE:
            return f"goes on at the label that I names, {told}"
        if laws.below(held, NOUGHT) is TRUE:
            return f"goes on at the line that I names, {told}"
        return f"goes on at the label that I names, {told}; below 0 at that line"

    def _call(self, number: int, step: Step, after: TermState) -> str:
        targets = self._graph.calls[number]
        if not targets:
            return f"Error 4: there is no label {step.operand}"
        if step.operand == "I":
            return "calls the label that I names"
        told = self._names.level("x", after)
        if len(told) > LONG:
            told = f"{self._names.give_level('x', after)}, its result"
        return f"calls {step.operand} at {targets[0]:03d}: X = {told}"

    def _test(self, number: int, step: Step) -> str:
        """What a test or a counter does on both of its ways, in words."""
        line = self._graph.lines[number]
        ways = [way for way in self._reading.ways[number] if way.way is not Way.FAILS]
        before = self._reading.before[number]
        if step.role is Role.COUNTS:
            way = "down" if step.name == "DSE" else "up"
            return f"counts {self._counter(step)} {way}, skips {line.after:03d} when the loop ends"
        stays = [way for way in ways if way.state.line == line.after]
        if any(way.way is Way.HANDED_OVER for way in ways) or not ways:
            return f"if {step.name}: {line.after:03d}, else {line.behind:03d}"
        if len(stays) in (0, len(ways)) and line.after != line.behind:
            return f"always goes on at {(line.after if stays else line.behind):03d}"
        if step.name == "F?":
            return f"if flag {step.operand} is set: {line.after:03d}, else {line.behind:03d}"
        conditions = " or ".join(
            dict.fromkeys(
                " and ".join(self._names.of(one, before) for one in way.conditions) for way in stays
            )
        )
        return f"if {conditions}: {line.after:03d}, else {line.behind:03d}"

    def _counter(self, step: Step) -> str:
        if step.operand == "I":
            return self._names.index()
        if step.operand == "(i)":
            return "the register that I names"
        if step.operand in LETTERS:
            return f"the element of matrix {step.operand} at row R0, column R1"
        return self._names.register(REGISTERS[step.operand])

    def _of_matrices(self, number: int, step: Step, before: TermState, after: TermState) -> str:
        """What a line does with matrices, '' for one that computes with numbers."""
        if all(way.way is not Way.HANDED_OVER for way in self._reading.ways[number]):
            return ""
        y, x = (self._names.level(name, before) for name in ("y", "x"))
        if step.name == "CHS":
            return f"changes the signs of {x}"
        made = f"{y} {step.name} {x}" if step.name in ("+", "−", "×", "÷") else f"{step} of {x}"
        return f"{self._names.level('x', after)} = {made}"

    def _value_made(self, step: Step, before: TermState, after: TermState) -> str:
        """The value that a line makes: in a register, in I, or in X."""
        names = self._names
        if after.memory is not before.memory:
            changed = self._changed_registers(before, after)
            if changed:
                return "; ".join(changed)
        if after.i is not before.i and step.name.startswith("STO"):
            return f"{names.index()} = {self._short_text(after.i, before)}"
        if step.name == "x↔" and after.i is not before.i:
            return f"exchanges x and {names.index()}"
        if step.names is OperandKind.REGISTER and step.name.startswith("STO"):
            place = "the register that I names" if step.operand == "(i)" else self._counter(step)
            return f"{place} = {self._short_text(after.x, before)}"
        told = names.level("x", after)
        if len(told) <= LONG or not after.x.args or after.x.op == "register":
            return told
        return f"{names.give_level('x', after)} = {told}"

    def _changed_registers(self, before: TermState, after: TermState) -> list[str]:
        told = []
        for number in sorted(stored_registers(after.memory)):
            now = laws_register(after, number)
            if now is not None and now is not laws_register(before, number):
                told.append(f"{self._names.register(number)} = {self._short_text(now, before)}")
        return told

    def _short_text(self, term: Term, state: TermState) -> str:
        """A term as text. One that is long gets a name, which the following lines use."""
        told = self._names.of(term, state)
        if len(told) <= LONG or not term.args or term.op == "register":
            return told
        return f"{self._names.give(term)} = {told}"

    # parts

    def _part(self, part: Part) -> ExplainedPart:
        result = self._reading.results.get(part.start)
        ends = [end for end in self._ends(part.start) if self._ended_by(end) not in self._endless]
        gives = {}
        if result is not None and ends:
            begun = self._reading.before[part.start]
            for name in (*LEVELS, "last_x"):
                value = getattr(result, name)
                if name == "x" or value is not getattr(begun, name):
                    told = dict.fromkeys(self._names.result(name, end) for end in ends)
                    gives[name] = " or ".join(told) if len(told) <= _MOST_RESULTS else "one of several values"
        inside = self._with_calls(part)
        return ExplainedPart(
            part.start,
            part.label,
            self._program.labels.get(part.label, ""),
            part.beginning.value,
            part.lines,
            self._taking.levels(part),
            gives,
            self._registers(inside, self._read_by),
            self._registers(inside, self._changed_by),
            tuple(sorted({step.operand for step in self._steps(inside) if step.names is OperandKind.FLAG})),
            tuple(
                sorted({self._program.steps[line - 1].operand for line in inside if self._graph.calls[line]})
            ),
            self._errors(part),
            self._loops(part),
            self._deepest(part.start, frozenset()),
        )

    def _ends(self, start: int) -> Iterable[TermState]:
        return self._reading.ends.get(start, {}).values()

    def _ended_by(self, end: TermState) -> int:
        """The first line of the part whose end this is, where that part leads back here. Else 0."""
        place, _, where = str(end.x.payload).partition(f"x@{PART_AT} ")
        return int(where) if not place and where.isdecimal() else 0

    def _parts_without_end(self) -> set[int]:
        """The parts that never return: each would return only if another one of them did."""
        endless = {part.start for part in self._reading.parts}
        while True:
            left = {
                start for start in endless if all(self._ended_by(end) in endless for end in self._ends(start))
            }
            if left == endless:
                return endless
            endless = left

    def _with_calls(self, part: Part) -> list[int]:
        """The lines of a part and of all that it goes on in or calls."""
        graph = self._graph
        return sorted(graph.walk(part.lines, lambda line: (*graph.run(line), *graph.calls[line])))

    def _steps(self, lines: Iterable[int]) -> list[Step]:
        return [self._program.steps[line - 1] for line in lines]

    def _registers(self, lines: Iterable[int], touched: Callable[[int], Iterable[str]]) -> tuple[str, ...]:
        names = set(chain.from_iterable(map(touched, lines)))
        return tuple(sorted(names, key=lambda name: (not name[-1:].isdigit(), len(name), name)))

    def _read_by(self, line: int) -> Iterator[str]:
        """The registers and matrices that a line reads, by name."""
        step = self._program.steps[line - 1]
        yield from _operand_of(step, _READS)
        if points_to_element(step) and step.name != "MATRIX":
            yield from ("0", "1")
        if step.instruction.sums and step.name != "CLEAR Σ":
            yield from map(register_name, LIMITS[self._program.model].sums)

    def _changed_by(self, line: int) -> Iterator[str]:
        """The registers and matrices that a line changes, by name."""
        step = self._program.steps[line - 1]
        yield from _operand_of(step, _WRITES)
        yield from map(register_name, registers_written(self._program, line) or ())
        if step.name == "CLEAR REG":
            yield "all registers"

    def _errors(self, part: Part) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for line in part.lines:
            for number in {way.error for way in self._reading.ways[line] if way.error is not None}:
                found.setdefault(number, []).append(line)
        return {number: tuple(lines) for number, lines in sorted(found.items())}

    def _loops(self, part: Part) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        """The loops that begin in a part: first and last line, and the lines that may leave it."""
        graph = self._graph
        last: dict[int, int] = {}
        for line, targets in graph.after.items():
            for target in targets:
                if (
                    target <= line
                    and target in part.lines
                    and line in graph.walk([target], graph.after.__getitem__)
                ):
                    last[target] = line
        return tuple((first, last[first], self._leaves(first, last[first])) for first in sorted(last))

    def _leaves(self, first: int, last: int) -> tuple[int, ...]:
        """The lines that leave a loop: a jump or a return that a test reaches, or the test itself."""
        after = self._graph.after
        inside = {
            line
            for line in self._graph.walk([first], after.__getitem__)
            if last in self._graph.walk([line], after.__getitem__)
        }
        found: set[int] = set()
        for line in inside:
            for target in set(after[line]) - inside:
                goes = target == line + 1 and self._graph.lines[target].role in (Role.JUMPS, Role.RETURNS)
                found.add(target if goes else line)
        return tuple(sorted(found))

    def _deepest(self, start: int, above: frozenset[int]) -> int | None:
        deepest = 0
        for line in self._graph.reach([start], ()):
            for target in self._graph.calls[line]:
                if target not in above | {start}:
                    below = self._deepest(target, above | {start})
                elif self._program.steps[line - 1].operand == "I":
                    below = 0  # which of the labels it calls is not known
                else:
                    return None
                if below is None:
                    return None
                deepest = max(deepest, 1 + below)
        return deepest


def _operand_of(step: Step, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The register or matrix that a step names, where it is one of these kinds."""
    is_register = step.names is OperandKind.REGISTER
    is_matrix = step.names in (OperandKind.MATRIX, OperandKind.ELEMENT) and step.operand in LETTERS
    return (step.operand,) if (is_register or is_matrix) and step.name.startswith(kinds) else ()


_READS: Final = ("RCL", "x↔", "STO +", "STO −", "STO ×", "STO ÷", "DSE", "ISG")
_WRITES: Final = ("STO", "x↔", "DSE", "ISG", "DIM", "RESULT")
