"""A whole listing as a module of `generator.language`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import TypeVar

from generator.decompiling.elements import NO_ARRAY, block_of, uses_index
from generator.decompiling.events import INDEX, POINTING, Flow, sum_registers
from generator.decompiling.flow import Follower, flow
from generator.decompiling.matrix_values import walks
from generator.decompiling.names import ALL_REGISTERS, Names, has_note, identifier, operand_of, register_name
from generator.decompiling.naming import variables
from generator.decompiling.needs import keyed_at, only_written, settle
from generator.decompiling.routines import ByWord, NotWritten, Routine, graph_of, routines, with_matrices
from generator.decompiling.statements import INDENT
from generator.decompiling.variables import Variables
from generator.decompiling.writing import Writer, Written
from generator.reading.flow import stored_registers
from generator.reading.parts import Graph
from hp15c.graphs import reach
from hp15c.inspect.lint import registers
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, REGISTERS, OperandKind, Role

WIDTH = 100
SUM_NAMES = ("n", "sum_x", "sum_xx", "sum_y", "sum_yy", "sum_xy")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A routine that is not written: label, first and last line, the reason, and the lines that it names."""

    label: str
    first: int
    last: int
    reason: str
    lines: tuple[int, ...]

    def __str__(self) -> str:
        name = f"LBL {self.label}, " if self.label else ""
        here = f" (line {', '.join(f'{line:03d}' for line in self.lines)})" if self.lines else ""
        return f"{name}lines {self.first:03d} to {self.last:03d}, cannot be written: {self.reason}{here}"


@dataclass(frozen=True, slots=True)
class Decompiled:
    """A module: its functions, its names, how many numbers each entry takes, and what is left out.

    `ends` are the stops that are taken for ends. `keyed` says how many numbers are keyed in at stops.
    """

    program: Program
    names: Names
    functions: tuple[tuple[int, Written], ...]
    takes: Mapping[str, int]
    ends: frozenset[int]
    keyed: Mapping[int, int]
    left_out: tuple[LeftOut, ...]

    def text(self, told: Sequence[str] = ()) -> str:
        """The source. `told` are sentences for its docstring."""
        return "\n".join(_module(self, told)) + "\n"


def decompile_listing(program: Program, keyed: Mapping[int, int] | None = None) -> Decompiled:
    """The module of a listing. What cannot be written is left out with its reason.

    `keyed` says for lines with R/S how many numbers are keyed in there, up to two.
    """
    graph = graph_of(program)
    for line in graph.lines[1:]:
        if line.role is Role.CALLS and line.step.operand == "I":
            graph.calls[line.number] = ()  # only the routine with this line is left out
    words: frozenset[int] = frozenset()
    try:
        found = routines(program, graph)
    except NotWritten as fault:
        whole = LeftOut("", 1, len(program), fault.reason, fault.lines)
        return Decompiled(program, Names(program, {}, {}), (), {}, frozenset(), {}, (whole,))
    left = {one.first: one for one in _second_labels(found)}
    while True:
        all_found = with_matrices(found, words)
        kept = _used_routines({start: one for start, one in all_found.items() if start not in left})
        replaced = {one.start for one in kept.values() if one.matrix}
        try:
            missing = tuple(left[start] for start in sorted(left) if start not in replaced)
            return _write(program, graph, kept, missing, words, keyed or {})
        except _Fault as fault:
            routine, why = all_found[fault.start], fault.why
            if isinstance(why, ByWord) and not words >= why.words:
                words |= why.words
                continue
            inside = max(routine.lines, default=routine.start)
            left[fault.start] = LeftOut(routine.label, routine.start, inside, why.reason, why.lines)


def _second_labels(found: Mapping[int, Routine]) -> Iterator[LeftOut]:
    """Routines at a label that stands in an earlier line too: a press finds them only after a stop."""
    first: dict[str, int] = {}
    for start, one in sorted(found.items()):
        if one.pressed and (before := first.setdefault(one.label, start)) != start:
            reason = f"GSB {one.label} finds the label in line {before:03d} first"
            yield LeftOut(one.label, start, max(one.lines, default=start), reason, ())


def _used_routines(found: Mapping[int, Routine]) -> Mapping[int, Routine]:
    """The routines that a person presses, and those that these lead to."""
    by_start = {one.start: one for one in found.values()}

    def behind(start: int) -> list[int]:
        return [*by_start[start].calls, *by_start[start].border] if start in by_start else []

    reached = set(reach([start for start, one in found.items() if one.pressed], behind))
    return {key: one for key, one in found.items() if one.start in reached}


class _Fault(Exception):
    """Raised where a routine cannot be written."""

    def __init__(self, start: int, why: NotWritten) -> None:
        super().__init__(start)
        self.start, self.why = start, why


def _write(
    program: Program,
    graph: Graph,
    found: Mapping[int, Routine],
    left: tuple[LeftOut, ...],
    words: frozenset[int],
    told: Mapping[int, int],
) -> Decompiled:
    """The module of these routines. _Fault for one that cannot be written."""
    pressed = frozenset(start for start, one in found.items() if one.pressed)
    keyed = dict(told)
    block = NO_ARRAY
    while True:
        flows: dict[int, Flow] = {}
        for start, routine in found.items():
            one = Follower(program, graph, routine, flows, pressed, keyed, block, words)
            flows[start] = _try(start, partial(flow, one))
        outputs = only_written(program) | (_registers_of(program, left) & _stored_registers(flows))
        pointing = set(POINTING) if walks(program) else set()
        outputs |= set(sum_registers(program))
        needs, shared = settle(flows, outputs - set(block) - pointing, _try)
        if shared & pointing:
            raise _Fault(min(flows), NotWritten("R0 or R1 point to elements in several routines"))
        more = {line: count for one in needs.values() for line, count in keyed_at(one).items()}
        keyed |= more
        if not block and uses_index(program):
            block = block_of(program, needs)
            more |= dict.fromkeys(block, 0)
        if not more:
            break
    names = _names(program, graph, found, shared, block)
    noted = frozenset(number for number in ALL_REGISTERS if has_note(program, number))
    made = {start: _try(start, partial(variables, one, shared, noted)) for start, one in needs.items()}
    functions = tuple(
        (start, _try(start, partial(_function_of, one, made, names))) for start, one in made.items()
    )
    takes = {one.label: len(one.parameters) for _, one in functions if one.label}
    ends = frozenset(line for one in flows.values() for line in one.ends)
    left += tuple(_in_complex_mode(program, flows))
    return Decompiled(program, names, functions, takes, ends, keyed, left)


def _registers_of(program: Program, left: Iterable[LeftOut]) -> frozenset[int]:
    """The registers that the lines which are left out use."""
    names = {name for one in left for name in registers(program[one.first : one.last + 1])}
    if "(i)" in names:
        return frozenset(ALL_REGISTERS)
    return frozenset(INDEX if name == "I" else REGISTERS[name] for name in names)


def _stored_registers(flows: Mapping[int, Flow]) -> set[int]:
    """The registers that routines change."""
    states = [edge.state for one in flows.values() for edges in one.edges.values() for edge in edges]
    changed = {number for state in states for number in stored_registers(state.memory)}
    return changed | ({INDEX} if any(state.i.op != "input" for state in states) else set())


def _in_complex_mode(program: Program, flows: Mapping[int, Flow]) -> Iterator[LeftOut]:
    """The lines after F? 8 that are for a label pressed in complex mode."""
    for one in flows.values():
        routine = one.routine
        lines = routine.lines - {node.line for node in one.before}
        if lines and any(str(program.steps[line - 1]) == "F? 8" for line in routine.lines):
            yield LeftOut(routine.label, min(lines), max(lines), "they begin in complex mode", ())


def _function_of(one: Variables, made: Mapping[int, Variables], names: Names) -> Written:
    return Writer(one, made, names).function()


T = TypeVar("T")


def _try(start: int, make: Callable[[], T]) -> T:
    try:
        return make()
    except NotWritten as fault:
        raise _Fault(start, fault) from None
    except RecursionError:
        raise _Fault(start, NotWritten("a value takes too many operations inside each other")) from None


def _names(
    program: Program, graph: Graph, found: Mapping[int, Routine], shared: frozenset[int], block: range
) -> Names:
    registers: dict[int, str] = {}
    functions: dict[int, str] = {}
    sums = dict(zip(sum_registers(program), SUM_NAMES, strict=False))
    for number in sorted(shared):
        named = number not in sums or has_note(program, number)
        registers[number] = register_name(program, number, registers.values()) if named else sums[number]
    taken = {*registers.values(), "x", "y", "z", "t"}
    for start, routine in found.items():
        note = identifier(program.labels.get(routine.label, ""))
        at = routine.start
        plain = f"label_{routine.label.replace('.', '_').lower()}" if at in graph.labels else "start"
        name = note if note and note not in taken else plain
        name += f"_of_{routine.matrix.lower()}" if routine.matrix else ""
        while name in taken:
            name += "_"
        functions[start] = name
        taken.add(name)
    matrices = {}
    if any(
        one.names is OperandKind.MATRIX or (one.operand in LETTERS and one.names is not OperandKind.LABEL)
        for one in program.steps
    ):
        for letter in LETTERS:
            wishes = letter.lower(), f"matrix_{letter.lower()}"
            matrices[letter] = next(one for one in wishes if one not in taken)
    array = next(name for name in ("numbers", "all_numbers", "numbers_") if name not in taken)
    return Names(
        program,
        registers,
        functions,
        {*registers.values(), *functions.values(), *matrices.values(), array},
        array if block else "",
        block,
        matrices,
    )


def _module(made: Decompiled, told: Sequence[str]) -> Iterator[str]:
    yield from _docstring(made.program, told)
    yield ""
    names = made.names
    used = {"program", *(word for _, one in made.functions for word in one.used)}
    matrices = sorted(names.matrices.keys() & used)
    used -= names.matrices.keys()
    if matrices:
        used.add("matrix")
    sums = sum_registers(made.program)
    if names.registers.keys() - set(sums):
        used.add("register")
    if sums:
        used.add("sums")
    if names.block:
        used.add("array")
    if made.functions:
        yield from _import(sorted(used))
    if (names.registers or names.block or matrices) and made.functions:
        yield ""
        yield from (f'{names.matrices[letter]} = matrix("{letter}")' for letter in matrices)
        if names.block:
            yield f"{names.array} = array({len(names.block)}, at={names.block.start})"
        if sums:
            yield f"{', '.join(names.registers[number] for number in sums)} = sums()"
        for number, name in names.registers.items():
            if number in sums:
                continue
            operand = operand_of(number)
            yield f"{name} = register({operand if operand.isdigit() else repr(operand)})".replace("'", '"')
    for missing in made.left_out:
        yield ""
        yield from (f"# {line}" for line in wrap(f"{missing}.", WIDTH - 2))
    for _, one in made.functions:
        yield ""
        yield ""
        yield from _function(made.program, one)


def _docstring(program: Program, told: Sequence[str]) -> Iterator[str]:
    title = (program.title or "A listing decompiled").replace("\\", "/").replace('"', "'").rstrip(".")
    if not told:
        yield f'"""{title}."""'
        return
    yield f'"""{title}.'
    for sentences in told:
        yield ""
        yield from wrap(sentences, WIDTH)
    yield '"""'


def _function(program: Program, one: Written) -> Iterator[str]:
    if one.label:
        yield f'@program("{one.label}")'
    yield f"def {one.name}({', '.join(one.parameters)}):"
    if one.label and one.label not in program.label_lines:
        yield f'{INDENT}"""In the listing R/S at line 000 begins it."""'
    note = program.labels.get(one.label or "", "").replace("\\", "/").replace('"', "'").strip()
    if one.label and note and not identifier(note):
        yield f'{INDENT}"""{note[0].upper()}{note[1:].rstrip(".")}."""'
    if one.assigned:
        yield f"{INDENT}global {', '.join(sorted(one.assigned))}"
    yield from (INDENT + line for line in one.lines or ("pass",))


def _import(words: Sequence[str]) -> Iterator[str]:
    line = f"from generator.language import {', '.join(words)}"
    if len(line) <= WIDTH:
        yield line
        return
    yield "from generator.language import ("
    yield from (f"{INDENT}{word}," for word in words)
    yield ")"
