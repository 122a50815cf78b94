"""Questions about pieces of a program's tree: which statements it holds, which names it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import fields, replace
from operator import is_
from typing import Any, Final, TypeVar, cast

from generator.compiler.tree import ir
from generator.language.matrix_lines import PLACED
from generator.language.operations import (
    CHANGING_SUMS,
    EFFECTS,
    FLAG_OPERATIONS,
    FLAG_SETTINGS,
    OF_SEED,
    OF_SUMS,
)
from hp15c.table.instructions import OperandKind

Piece = TypeVar("Piece")


def nodes(piece: object) -> Iterator[ir.Node]:
    """A piece of the tree and everything in it, in the order of the source."""
    waiting = [piece]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ir.Node):
            yield one
            for name in _names_backwards(type(one)):
                part = getattr(one, name)
                if isinstance(part, ir.Node | tuple):
                    waiting.append(part)
        elif isinstance(one, tuple):
            waiting += reversed(one)


def parts_of(piece: object) -> tuple[object, ...]:
    """What a node or a tuple has directly in it, in the order of the source. Nothing for a text or number."""
    if isinstance(piece, ir.Node):
        return tuple(getattr(piece, name) for name in reversed(_names_backwards(type(piece))))
    return piece if isinstance(piece, tuple) else ()


_NAMES: Final[dict[type[object], tuple[str, ...]]] = {}


def _names_backwards(kind: type[ir.Node]) -> tuple[str, ...]:
    """The names of the parts of a kind of node, the last one first, without its place in the source."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(one.name for one in reversed(fields(kind)) if one.name != "place")
    return found


def with_parts(piece: Piece, change: Callable[[Any], Any], names: Collection[str] = ()) -> Piece:
    """A piece of the tree with each of its parts changed, or with those of some names.

    It is the same object where nothing changes. Texts and numbers stay as they are.
    """
    if isinstance(piece, tuple):
        made = tuple(map(change, piece))
        return piece if all(map(is_, made, piece)) else cast(Piece, made)
    if not isinstance(piece, ir.Node):
        return piece
    kinds = reversed(_names_backwards(type(piece)))
    parts = {name: getattr(piece, name) for name in kinds if not names or name in names}
    changes = {name: change(part) for name, part in parts.items() if isinstance(part, ir.Node | tuple)}
    return piece if all(part is parts[name] for name, part in changes.items()) else replace(piece, **changes)


def names_in(piece: object, *kinds: type[ir.Read | ir.Name | ir.For]) -> Counter[str]:
    """How often each name stands in the nodes of these kinds in a piece."""
    return Counter(one.name for one in nodes(piece) if isinstance(one, kinds))


def element_count(piece: object, array: str) -> int:
    """How often elements of an array stand in a piece."""
    return sum(1 for one in nodes(piece) if isinstance(one, ir.Element) and one.array == array)


def changed_names(piece: object, module: ir.Module) -> frozenset[str]:
    """The locals and registers that a piece may assign, those of loops and of called functions included."""
    return _with_those_of_callees(piece, module, _targets)


def read_names(piece: object, module: ir.Module) -> frozenset[str]:
    """The locals and registers that a piece may read, including those read in functions that it calls."""
    return _with_those_of_callees(piece, module, _operands)


def _with_those_of_callees(
    piece: object, module: ir.Module, names_of: Callable[[ir.Node, ir.Module], Iterable[str]]
) -> frozenset[str]:
    """The names of each node of a piece, and the registers among those of the functions that it calls."""
    names = {name for node in nodes(piece) for name in names_of(node, module)}
    for called in callees_first(module, _callees(piece)):
        inside = (name for node in nodes(module.functions[called].body) for name in names_of(node, module))
        names.update(name for name in inside if name in module.registers)
    return frozenset(names)


def _targets(node: ir.Node, module: ir.Module) -> Iterable[str]:
    match node:
        case ir.Name(name=name) | ir.For(name=name):
            return (name,)
        case ir.Operation(name=operation) if operation in CHANGING_SUMS:
            return module.sums
    return ()


def _operands(node: ir.Node, module: ir.Module) -> Iterable[str]:
    match node:
        case ir.Read(name=name):
            return (name,)
        case ir.Operation(name=operation) if operation in CHANGING_SUMS | OF_SUMS:
            return module.sums
    return ()


def _callees(piece: object) -> Iterator[str]:
    return (node.function for node in nodes(piece) if isinstance(node, ir.Call))


def flags_used(module: ir.Module) -> frozenset[int]:
    """The flags that a module uses by the words of the language, or in listings that it calls."""
    steps = (step for one in module.routines.values() for step in one.program.steps)
    found = {int(one.operand) for one in steps if one.names is OperandKind.FLAG and one.operand != "I"}
    for one in nodes(module.bodies):
        if isinstance(one, ir.Setting) and one.name in FLAG_SETTINGS and one.digits is not None:
            found.add(one.digits)
        elif isinstance(one, ir.Operation) and one.name in FLAG_OPERATIONS:
            found.add(int(one.name[-1]))
    return frozenset(found)


def uses_pointers(module: ir.Module) -> bool:
    """Whether a module has operations on the element to which R0 and R1 point."""
    return any(isinstance(one, ir.Operation) and one.name in PLACED for one in nodes(module.bodies))


def only_computes(module: ir.Module, name: str) -> bool:
    """Whether neither a function nor one that it calls shows, asks, draws or sets anything, or stores an
    element. It may assign registers.
    """
    called = callees_first(module, [name])
    return not (module.routines.keys() & set(called)) and not any(
        isinstance(node, ir.Ask | ir.Pause | ir.Setting)
        or (
            isinstance(node, ir.Assign | ir.Unpack)
            and any(isinstance(one, ir.Element) for one in node.targets)
        )
        or (isinstance(node, ir.Operation) and node.name in EFFECTS | OF_SEED)
        or (isinstance(node, ir.Call) and bool(node.by))
        for one in called
        for node in nodes(module.functions[one].body)
    )


def leaves_complex_numbers(module: ir.Module) -> bool:
    """Whether a program of a module ends with a complex number in X, and so in complex mode."""
    returns = (one.values for one in nodes(module.bodies) if isinstance(one, ir.Return))
    return any(isinstance(one, ir.Operation) and one.name == "held" for values in returns for one in values)


def callees_first(module: ir.Module, names: Iterable[str]) -> list[str]:
    """These functions and all that they call, directly or not, each after those that it calls.

    A function that calls itself is there once.
    """
    order: dict[str, None] = {}
    begun: set[str] = set()

    def add(name: str) -> None:
        if name not in begun:
            begun.add(name)
            for called in _callees(module.functions[name].body):
                add(called)
            order[name] = None

    for name in names:
        add(name)
    return list(order)


def has_loop(piece: object) -> bool:
    """Whether a piece is or holds a counted loop."""
    return any(isinstance(node, ir.For) for node in nodes(piece))


def leaves(body: ir.Block) -> bool:
    """Whether a loop with this body can end before its last pass, or skip the rest of one."""
    return any(isinstance(node, ir.Return) for node in nodes(body)) or any(
        isinstance(one, ir.Break | ir.Continue) for one in _own(body)
    )


def _own(block: ir.Block) -> Iterator[ir.Statement]:
    """The statements of a loop's body that are not inside another loop."""
    for statement in block:
        yield statement
        if isinstance(statement, ir.If):
            yield from _own(statement.body)
            yield from _own(statement.orelse)


def escaping_names(block: ir.Block, module: ir.Module) -> frozenset[str]:
    """Names that are read outside the loops over them, and loop variables that their loop's body assigns."""
    names: set[str] = set()

    def walk(piece: object, around: frozenset[str]) -> None:
        if isinstance(piece, ir.Read):
            names.update({piece.name} - around)
        elif isinstance(piece, ir.For):
            walk(piece.start, around)
            walk(piece.stop, around)
            if piece.name in changed_names(piece.body, module):
                names.add(piece.name)
            walk(piece.body, around | {piece.name})
        else:
            for one in parts_of(piece):
                walk(one, around)

    walk(block, frozenset())
    return frozenset(names)
