"""The row and the column of the next element as the operand of RCL +, −, × or ÷.

ask(10 * row() + column())        1 0, RCL × 0, RCL + 1, R/S
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, nodes, uses_pointers, with_parts
from generator.language.matrix_lines import POINTER_OPERATIONS


def with_pointer_operands(module: ir.Module) -> ir.Module:
    """The module in which each operation with a row or a column as an operand takes one line."""
    if not uses_pointers(module):
        return module
    functions = {name: replace(one, body=_shorter(one.body)) for name, one in module.functions.items()}
    return replace(module, functions=functions)


def _shorter(piece: Piece) -> Piece:
    made = with_parts(piece, _shorter)
    if not isinstance(made, ir.Operation) or len(made.operands) != 2:
        return cast(Piece, made)
    first, second = made.operands
    for value, pointer in ((first, second), (second, first)):
        fits = value is first or made.name in ("add", "mul")
        if fits and isinstance(pointer, ir.Operation) and not _calls(value):
            name = f"{made.name}_{pointer.name}"
            if name in POINTER_OPERATIONS:
                return cast(Piece, replace(made, name=name, operands=(value,)))
    return cast(Piece, made)


def _calls(value: ir.Expression) -> bool:
    """Whether a value calls a function. The function may go on to another element."""
    return any(isinstance(one, ir.Call) for one in nodes(value))
