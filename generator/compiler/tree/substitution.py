"""Replacing names by expressions, and shortening the sums that result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import Piece, changed_names, names_in, with_parts


def substitute(piece: Piece, values: Mapping[str, ir.Expression]) -> Piece:
    """A piece of the tree in which reads of some names are replaced by expressions.

    Loops that use one of the names as their variable keep it inside.
    """
    if isinstance(piece, ir.Read):
        return cast(Piece, values.get(piece.name, piece))
    if isinstance(piece, ir.For):
        inner = {name: value for name, value in values.items() if name != piece.name}
        changed = replace(piece, start=substitute(piece.start, values), stop=substitute(piece.stop, values))
        return cast(Piece, replace(changed, body=substitute(piece.body, inner)))
    made = with_parts(piece, lambda part: substitute(part, values))
    return cast(Piece, replace(made, index=tidy(made.index))) if isinstance(made, ir.Element) else made


def tidy(expression: ir.Expression) -> ir.Expression:
    """A sum of whole multiples of names as the shortest expression. Others stay as they are."""
    if isinstance(expression, ir.Constant | ir.Read):
        return expression
    value = affine(expression)
    return expression if value is None else value.expression()


def plus(first: ir.Expression, second: ir.Expression) -> ir.Expression:
    """The sum of two expressions, as short as possible."""
    return tidy(ir.Operation("add", (first, second)))


def minus(first: ir.Expression, second: ir.Expression) -> ir.Expression:
    """The difference of two expressions, as short as possible."""
    return tidy(ir.Operation("sub", (first, second)))


def replaced_node(piece: Piece, old: ir.Node, new: ir.Node) -> Piece:
    """A piece with each node equal to `old` replaced."""
    return cast(Piece, new) if piece == old else with_parts(piece, lambda part: replaced_node(part, old, new))


def with_constants_put_in(block: ir.Block, module: ir.Module) -> ir.Block:
    """The body of a function in which locals that hold a number for sure are this number.

    Assignments of numbers to locals that nothing reads any more are left out.
    """
    made = _put_in(block, module)
    read = names_in(made, ir.Read)

    def is_idle(one: ir.Statement) -> bool:
        match one:
            case ir.Assign(targets=(ir.Name(name=name),), values=(ir.Constant(),)):
                return name not in read and name not in module.registers
        return False

    def change(piece: Piece) -> Piece:
        changed: object = with_parts(piece, change)
        if isinstance(changed, tuple) and any(isinstance(one, ir.Assign) for one in changed):
            kept = tuple(one for one in changed if not is_idle(one))
            changed = kept if len(kept) < len(changed) else changed
        return cast(Piece, changed)

    return change(made)


def _put_in(block: ir.Block, module: ir.Module) -> ir.Block:
    known: dict[str, ir.Expression] = {}
    made: list[ir.Statement] = []
    for one in block:
        changed = changed_names(one, module)
        values = {name: value for name, value in known.items() if name not in changed}
        statement = substitute(one, values) if values else one
        if isinstance(one, ir.Assign):  # each target is assigned before the next one, behind all values
            statement = replace(
                one, targets=substitute(one.targets, values), values=substitute(one.values, known)
            )
        statement = with_parts(statement, lambda part: _put_in(part, module), ("body", "orelse"))
        made.append(statement)
        known = {name: value for name, value in known.items() if name not in changed}
        match statement:
            case ir.Assign(targets=(ir.Name(name=name),), values=(ir.Constant() as value,)):
                if name not in module.registers:
                    known[name] = value
    return tuple(made)
