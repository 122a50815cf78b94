"""A whole listing as a module of `generator.language`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.decompiling.flow import Flow, I, flow
from generator.decompiling.needs import settle
from generator.decompiling.routines import NotWritten, Routine, routines
from generator.decompiling.printing import INDENT
from generator.decompiling.variables import variables
from generator.decompiling.writing import Names, Writer, Written, identifier, register_name
from generator.reading.parts import Graph
from hp15c.listing.program import Program

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Decompiled:
    """A module: its text, how many numbers each entry takes, and what could not be written.

    `ends` are the stops that are taken for ends.
    """

    text: str
    takes: Mapping[str, int]
    ends: frozenset[int]
    left_out: tuple[NotWritten, ...]


def decompiled(program: Program) -> Decompiled:
    """The module of a listing."""
    graph = Graph(program)
    found = routines(program, graph)
    pressed = frozenset(start for start, one in found.items() if one.pressed)
    flows: dict[int, Flow] = {}
    for start, routine in found.items():
        flows[start] = flow(program, graph, routine, flows, pressed)
    needs, shared = settle(flows)
    names = _names(program, found, shared)
    made = {start: variables(one, needs, shared) for start, one in needs.items()}
    functions = [Writer(one, made, names).function() for one in made.values()]
    text = "\n".join(_module(program, names, functions)) + "\n"
    takes = {one.label: len(one.parameters) for one in functions if one.label}
    ends = frozenset(line for one in flows.values() for line in one.ends)
    return Decompiled(text, takes, ends, ())


def _names(program: Program, found: dict[int, Routine] | object, shared: frozenset[int]) -> Names:
    assert isinstance(found, dict)
    registers: dict[int, str] = {}
    functions: dict[int, str] = {}
    for number in sorted(shared):
        registers[number] = register_name(program, number, registers.values())
    taken = {*registers.values(), "x", "y", "z", "t"}
    for start, routine in found.items():
        note = identifier(program.labels.get(routine.label, ""))
        name = note if note and note not in taken else f"label_{routine.label.replace('.', '_').lower()}"
        while name in taken:
            name += "_"
        functions[start] = name
        taken.add(name)
    return Names(program, registers, functions, {*registers.values(), *functions.values()})


def _module(program: Program, names: Names, functions: Sequence[Written]) -> Iterator[str]:
    title = program.title or "A listing decompiled"
    yield f'"""{title.rstrip(".")}."""'.replace("\\", "\\\\")
    yield ""
    used = {"program", *(word for one in functions for word in one.used)}
    if names.registers:
        used.add("register")
    yield from _import(sorted(used))
    if names.registers:
        yield ""
        for number, name in names.registers.items():
            operand = '"I"' if number == I else str(number) if number < 10 else f'".{number - 10}"'
            yield f"{name} = register({operand})"
    for one in functions:
        yield ""
        yield ""
        if one.label:
            yield f'@program("{one.label}")'
        yield f"def {one.name}({', '.join(one.parameters)}):"
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
