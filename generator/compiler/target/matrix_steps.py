"""The lines of operations with matrices in a module."""

from __future__ import annotations

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.language.matrix_lines import MATRIX_OPERATIONS, Lines
from generator.language.operations import keyed_lines

FIRST_RESULT = "A"
"""The matrix to which results go in cleared memory."""


def lines_of(module: ir.Module, operation: ir.Operation) -> Lines:
    """The lines of an operation with matrices, when its numbers are on the stack.

    RESULT is left out where all results of the module go to the matrix that is RESULT in cleared memory.
    """
    letters = tuple(module.matrices[name] for name in operation.matrices)
    lines = keyed_lines(operation.name, letters)
    return tuple(one for one in lines if one[0] != "RESULT") if _always_first(module) else lines


def _always_first(module: ir.Module) -> bool:
    return all(
        module.matrices[node.matrices[0]] == FIRST_RESULT
        for one in module.functions.values()
        for node in nodes(one.body)
        if isinstance(node, ir.Operation)
        and node.matrices
        and any(row == "RESULT" for row, _ in MATRIX_OPERATIONS[node.name].lines)
    )
