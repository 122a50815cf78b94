"""Whole unrolling of everything that has constant bounds, as far as it stays small enough."""

from __future__ import annotations

from generator.compiler import ir
from generator.compiler.dependences.affine import constant, passes
from generator.compiler.dependences.trees import changed_names, leaves
from generator.compiler.loops.cutting import unrolled_leaving
from generator.compiler.loops.rewriting import rewritten
from generator.compiler.loops.substitution import substituted

MOST_PASSES = 16


def unrolled(body: ir.Block, module: ir.Module) -> ir.Block:
    """A body with its loops written out, innermost first. The order stays, so every dependence is kept."""

    def change(statement: ir.Statement) -> ir.Block | None:
        return _written_out(statement, module) if isinstance(statement, ir.For) else None

    before: ir.Block | None = None
    while before != body:
        before, body = body, rewritten(body, change)
    return body


def _written_out(loop: ir.For, module: ir.Module) -> ir.Block | None:
    values = passes(loop)
    if values is None or len(values) > MOST_PASSES or loop.name in changed_names(loop.body, module):
        return None
    if leaves(loop.body):
        return unrolled_leaving(loop)
    result: ir.Block = ()
    for value in values:
        result += tuple(substituted(one, {loop.name: constant(value)}) for one in loop.body)
    return result
