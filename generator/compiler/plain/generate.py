"""A module to a program, statement by statement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.compiler.plain.buffer import BufferedLine, Label
from generator.compiler.plain.expressions import CodeWriter
from generator.compiler.plain.labels import named
from generator.compiler.plain.pinned import with_free_pointer
from generator.compiler.plain.simple import simple
from generator.compiler.plain.statements import block
from generator.compiler.plain.tidy import tidied, without_idle_stores
from generator.compiler.target.pointers import loops_in_pointer, moved_pointers
from generator.compiler.target.storage import NAMED, POINTER, Storage, storage, used_lengths
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.language.operations import RETURNS_OF_RUN
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.instructions import Step, step
from hp15c.table.models import LIMITS, Model

FIRST = (None, 0, 1)
"""The registers at which the array with the most computed indices may begin: behind the other names, R0 or
R1.
"""
SETTLING = 3
"""The number of rounds in which the places of arrays and the loops that count registers may change each
other.
"""


@dataclass(frozen=True, slots=True)
class PlainCode:
    """A program, the source line of each of its lines (0 for none), and the registers of names."""

    program: Program
    sources: tuple[int, ...]
    registers: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def generate(module: ir.Module, model: Model = Model.HP15C) -> PlainCode:
    """The program of a module. Unsupported when plain code cannot hold it."""
    module = simple(with_free_pointer(_reached(module)))
    _check_depth(module, model)
    made: list[PlainCode] = []
    refused: list[Unsupported] = []
    for first in FIRST if module.arrays else FIRST[:1]:
        try:
            made += _in_layouts(module, model, first, refused)
        except Unsupported as reason:
            refused.append(reason)
    if not made:
        raise refused[0]
    return min(made, key=lambda one: len(one.program))


def _in_layouts(
    module: ir.Module, model: Model, first: int | None, refused: list[Unsupported]
) -> Iterator[PlainCode]:
    """The programs of the layouts that plain code can compile. For the others the reason is noted."""
    for one, places in _layouts(module, model, first):
        try:
            yield _written(one, model, places)
        except Unsupported as reason:
            refused.append(reason)


def _layouts(module: ir.Module, model: Model, first: int | None) -> Iterator[tuple[ir.Module, Storage]]:
    """The module with places for its names, and a second form with loops that count registers in I where I is
    free.
    """
    places = storage(module, model, {}, first)
    if POINTER in places.scalars.values():
        yield module, places
        return
    plain = storage(module, model, loops_in_pointer(module, model, places), first)
    same = loops_in_pointer(module, model, plain) == loops_in_pointer(module, model, places)
    yield module, plain if same else places
    for _ in range(SETTLING):
        moved = moved_pointers(module, places)
        inside = loops_in_pointer(moved, model, places)
        settled = storage(moved, model, inside, first)
        if settled.arrays == places.arrays:
            yield moved, settled
            return
        places = settled


def _written(module: ir.Module, model: Model, places: Storage) -> PlainCode:
    writer = CodeWriter(module, model, places)
    writer.entries = {name: Label() for name in module.functions}
    for function in module.functions.values():
        _function(writer, function)
    letters = {writer.entries[one.name]: one.label for one in module.functions.values() if one.label}
    own = frozenset(places.scalars.values()) - {POINTER} - {places.scalars[one] for one in module.registers}
    lines = tidied(without_idle_stores(writer.buffer.lines, own), frozenset(letters))
    names = named(lines, letters, model)
    steps = tuple(_step(line, names) for line in lines)
    missing = [str(one) for one in steps if not one.exists_on(model)]
    if missing:
        raise Unsupported(f"the HP-{model} lacks", missing)
    program = Program(model=model, steps=steps)
    return PlainCode(program, tuple(line.source for line in lines), _owners(module, places))


def _step(line: BufferedLine, names: Mapping[Label, str]) -> Step:
    if line.name.isdigit():
        return step("digit", line.name)
    return step(line.name, names[line.label] if line.label else line.operand)


def _function(writer: CodeWriter, function: ir.Function) -> None:
    buffer, label = writer.buffer, writer.entries[function.name]
    writer.function = function.name
    buffer.reachable = True
    buffer.known = type(buffer.known)()
    with buffer.at(function.place.line if function.place else 0):
        label.used = True
        buffer.place(label)
        for number, name in enumerate(reversed(function.parameters)):
            if number:
                buffer.line("R↓")
            buffer.stored(writer.register(name))
        _room(writer, function)
    block(writer, function.body)
    if buffer.reachable:
        buffer.ends("RTN")


def _room(writer: CodeWriter, function: ir.Function) -> None:
    """Put DIM (i) at the start of an entry point that reaches registers above R.9 itself or by a call."""
    highest = writer.places.highest
    if highest < len(NAMED) or function.label is None:
        return
    lengths = used_lengths(writer.module)
    within = _within_reach(writer.module, {function.name})
    bodies = tuple(writer.module.functions[name].body for name in within)
    if not any(
        isinstance(node, ir.Element) and writer.places.arrays[node.array] + lengths[node.array] > len(NAMED)
        for node in nodes(bodies)
    ):
        return
    if writer.model is not Model.HP15C:
        raise Unsupported(
            f"the HP-{writer.model}", [f"registers up to {highest} are wanted, it has 20 and I"]
        )
    writer.buffer.digits(tuple(str(highest)))
    writer.buffer.line("DIM", "(i)")


def _called(piece: object) -> set[str]:
    return {node.function for node in nodes(piece) if isinstance(node, ir.Call)}


def _reached(module: ir.Module) -> ir.Module:
    """The module without functions that no entry point reaches."""
    reached = _within_reach(module, {one.name for one in module.functions.values() if one.label})
    return replace(module, functions={name: one for name, one in module.functions.items() if name in reached})


def _within_reach(module: ir.Module, names: set[str]) -> set[str]:
    """These functions, those that they call, those that these call, and so on."""
    reached: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += _called(module.functions[name].body)
    return reached


def _check_depth(module: ir.Module, model: Model) -> None:
    """Unsupported when calls nest deeper than the model has returns."""

    def depth(name: str) -> int:
        calls = (node for node in nodes(module.functions[name].body) if isinstance(node, ir.Call))
        return max(((RETURNS_OF_RUN if one.by else 1) + depth(one.function) for one in calls), default=0)

    deepest = max(depth(one.name) for one in module.functions.values() if one.label)
    if deepest > LIMITS[model].returns:
        raise Unsupported(f"the HP-{model}", [f"calls nest {deepest} deep, it has {LIMITS[model].returns}"])


def _owners(module: ir.Module, places: Storage) -> dict[str, str]:
    """The names of the module that live in each register, elements of arrays included."""
    owners = {name: places.scalars[name] for name in module.registers}
    owners |= {
        f"{local} in {function}": at
        for (function, local), at in (
            (key.split(".", 1), at) for key, at in places.scalars.items() if "." in key
        )
        if at != POINTER
    }
    for name, length in used_lengths(module).items():
        for number in range(length):
            at = places.arrays[name] + number
            owners[f"{name}[{number}]"] = NAMED[at] if at < len(NAMED) else str(at)
    return owners
