"""Functions for forms that change statements in place: one found by identity, replaced, names made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from operator import is_

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import names_in, nodes, with_parts

StatementChange = Callable[[ir.Statement], ir.Block | None]


def rewritten(block: ir.Block, change: StatementChange) -> ir.Block:
    """A block with statements replaced, innermost first. `change` gives None to keep one as it is."""
    result: list[ir.Statement] = []
    for statement in block:
        inner = with_parts(statement, partial(rewritten, change=change), ("body", "orelse"))
        changed = change(inner)
        result.extend((inner,) if changed is None else changed)
    same = len(result) == len(block) and all(map(is_, result, block))
    return block if same else tuple(result)


def substitute_statement(block: ir.Block, old: ir.Statement, new: ir.Block) -> ir.Block:
    """A block with one statement, found by identity, replaced."""
    return rewritten(block, lambda one: new if one is old else None)


def unused_name(name: str, piece: object, module: ir.Module) -> str:
    """A name that neither a piece of the tree nor a register has: `name`, or with a number after."""
    taken = {*names_in(piece, ir.Name, ir.Read, ir.For), *module.registers}
    candidates = (name, *(f"{name}_{count}" for count in range(2, 1000)))
    return next(one for one in candidates if one not in taken)


def unused_in_module(name: str, module: ir.Module) -> str:
    """A name that nothing in a module has: `name`, or with a number after."""
    taken = {*module.arrays, *module.functions, *module.matrices}
    return unused_name(name, (*module.bodies, *map(ir.Name, taken)), module)


def with_body(module: ir.Module, function: str, body: ir.Block) -> ir.Module:
    """A module with another body for one function."""
    changed = replace(module.functions[function], body=body)
    return replace(module, functions={**module.functions, function: changed})


def assignments(piece: object) -> Iterator[tuple[ir.Assign, ir.Target, ir.Expression]]:
    """All assignments in a piece, target by target."""
    for node in nodes(piece):
        if isinstance(node, ir.Assign):
            for target, value in zip(node.targets, node.values, strict=True):
                yield node, target, value


def single(statement: ir.Statement) -> tuple[ir.Target, ir.Expression] | None:
    """The target and the value of an assignment that has one of each. None for another statement."""
    if isinstance(statement, ir.Assign) and len(statement.targets) == 1:
        return statement.targets[0], statement.values[0]
    return None
