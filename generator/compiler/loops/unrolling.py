"""Writing out every loop that has constant bounds, as long as the code stays small enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import is_own, title
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, passes
from generator.compiler.tree.nodes import leaves, with_parts
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import substitute

MOST_PASSES = 16


def unroll_loops(candidate: Candidate) -> Iterator[Candidate]:
    """The candidate with loops written out: for each function that has some with constant bounds, and for all
    functions at once.
    """
    module, changed = candidate.module, []
    for name, function in candidate.module.functions.items():
        body, told = unroll_all(function.body, module)
        if told:
            changed.append((name, body, [f"{name}: {one}" for one in told]))
    for name, body, story in changed:
        one = candidate.with_module(with_body(module, name, body), *story)
        yield replace(one, name=f"{candidate.name}, {name} unrolled")
    if len(changed) > 1:
        whole = module
        for name, body, _ in changed:
            whole = with_body(whole, name, body)
        one = candidate.with_module(whole, *(line for _, _, story in changed for line in story))
        yield replace(one, name=f"{candidate.name}, unrolled")


def unroll_all(body: ir.Block, module: ir.Module) -> tuple[ir.Block, tuple[str, ...]]:
    """A function's body with its loops written out, outermost first, and each of them in words.

    A loop whose variable is used elsewhere stays.
    """
    told: dict[str, None] = {}

    def write_out(block: ir.Block) -> ir.Block:
        made: ir.Block = ()
        for one in block:
            written = _passes(one) if isinstance(one, ir.For) and is_own(one, body, module) else None
            if isinstance(one, ir.For) and written is not None:
                told[f"{title(one)} unrolled"] = None
                made += write_out(written)
            else:
                made += (with_parts(one, write_out, ("body", "orelse")),)
        return made

    return write_out(body), tuple(told)


def _passes(loop: ir.For) -> ir.Block | None:
    """The passes of a loop after each other. None for a loop that stays."""
    values = passes(loop)
    if values is None or len(values) > MOST_PASSES:
        return None
    if leaves(loop.body):
        return _passes_that_leave(loop, values)
    return tuple(one for value in values for one in substitute(loop.body, {loop.name: constant(value)}))


def _passes_that_leave(loop: ir.For, values: range) -> ir.Block | None:
    """The passes of a loop whose body is one `if` that ends with `break`, each in the `else` of the former.

    None for other loops.
    """
    test = loop.body[0]
    if len(loop.body) != 1 or not isinstance(test, ir.If) or test.orelse:
        return None
    if not test.body or not isinstance(test.body[-1], ir.Break) or leaves(test.body[:-1]):
        return None
    result: ir.Block = ()
    for value in reversed(values):
        one = substitute(test, {loop.name: constant(value)})
        result = (replace(one, body=one.body[:-1], orelse=result),)
    return result
