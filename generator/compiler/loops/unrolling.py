"""Writing out every loop that has constant bounds, as long as the code stays small enough."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.units import escaping
from generator.compiler.loops.cutting import unroll, unrolled_leaving
from generator.compiler.loops.order import title
from generator.compiler.loops.proof import FormRefused, prove
from generator.compiler.tree import ir
from generator.compiler.tree.affine import passes
from generator.compiler.tree.nodes import changed_names, leaves

MOST_PASSES = 16


def unrolled(body: ir.Block, module: ir.Module) -> tuple[ir.Block, tuple[str, ...]]:
    """A function's body with its loops written out, outermost first, and the proof of each in words.

    A loop that cannot be proven to do the same without its variable stays.
    """
    proofs: dict[str, None] = {}
    return _written_out(body, module, escaping(body, module), proofs), tuple(proofs)


def _written_out(
    block: ir.Block, module: ir.Module, outside: frozenset[str], proofs: dict[str, None]
) -> ir.Block:
    result: ir.Block = ()
    for statement in block:
        passes_of = _passes(statement, module, outside, proofs) if isinstance(statement, ir.For) else None
        if passes_of is not None:
            result += _written_out(passes_of, module, outside, proofs)
            continue
        match statement:
            case ir.If(_, inner, orelse):
                statement = replace(
                    statement,
                    body=_written_out(inner, module, outside, proofs),
                    orelse=_written_out(orelse, module, outside, proofs),
                )
            case ir.While(_, inner) | ir.For(body=inner):
                statement = replace(statement, body=_written_out(inner, module, outside, proofs))
        result += (statement,)
    return result


def _passes(
    loop: ir.For, module: ir.Module, outside: frozenset[str], proofs: dict[str, None]
) -> ir.Block | None:
    """The passes of a loop after each other. None for a loop that stays."""
    values = passes(loop)
    if values is None or len(values) > MOST_PASSES or loop.name in changed_names(loop.body, module):
        return None
    if leaves(loop.body):
        result = None if loop.name in outside else unrolled_leaving(loop)
        if result is not None:
            proofs[f"{title(loop)} unrolled: each pass in the else of the one before, in their order"] = None
        return result
    try:
        form = unroll(loop, module)
        proofs[str(prove(form, module, outside))] = None
    except FormRefused:
        return None
    return form.after
