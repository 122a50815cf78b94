"""Questions about pieces of a program's tree: which statements it holds, which names it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from generator.compiler.tree import ir
from generator.language.operations import CHANGING_SUMS, OF_SUMS


def nodes(piece: object) -> Iterator[ir.Node]:
    """A piece of the tree and everything in it, in the order of the source."""
    if isinstance(piece, ir.Node):
        yield piece
    if isinstance(piece, tuple):
        for one in piece:
            yield from nodes(one)
    elif is_dataclass(piece) and isinstance(piece, ir.Node):
        for one in fields(piece):
            value = getattr(piece, one.name)
            if isinstance(value, ir.Node | tuple):
                yield from nodes(value)


def changed_names(piece: object, module: ir.Module) -> frozenset[str]:
    """The locals and registers that a piece may assign, including variables of loops and names assigned in
    functions that it calls.
    """
    names: set[str] = set()
    for node in nodes(piece):
        match node:
            case ir.Name(name=name) | ir.For(name=name):
                names.add(name)
            case ir.Operation(name=operation) if operation in CHANGING_SUMS:
                names |= set(module.sums)
            case ir.Call(function=function):
                called = module.functions[function]
                names |= changed_names(called.body, module) & module.registers.keys()
    return frozenset(names)


def read_names(piece: object, module: ir.Module) -> frozenset[str]:
    """The locals and registers that a piece may read, including those read in functions that it calls."""
    names: set[str] = set()
    for node in nodes(piece):
        match node:
            case ir.Read(name=name):
                names.add(name)
            case ir.Operation(name=operation) if operation in CHANGING_SUMS | OF_SUMS:
                names |= set(module.sums)
            case ir.Call(function=function):
                called = module.functions[function]
                names |= read_names(called.body, module) & module.registers.keys()
    return frozenset(names)


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
