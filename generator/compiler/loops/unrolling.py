"""Writing out every loop that has constant bounds, as long as the code stays small enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.compiler.dependences.units import escaping, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.constant_conditions import decide
from generator.compiler.loops.nests import title, whole_passes
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units, prove
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, passes
from generator.compiler.tree.nodes import changed_names, leaves
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import substitute

MOST_PASSES = 16


def unroll_loops(candidate: Candidate) -> Iterator[Candidate]:
    """The candidate with loops written out: for each function that has some with constant bounds, and for all
    functions at once.
    """
    module, changed = candidate.module, []
    for name, function in candidate.module.functions.items():
        body, proofs = unroll_all(function.body, module)
        if proofs:
            changed.append((name, decide(body), [f"{name}: {one}" for one in proofs]))
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


def unroll(loop: ir.For, module: ir.Module) -> Form:
    """All passes after each other, without a loop. The bounds must be constants."""
    whole_passes(loop)
    values = passes(loop)
    if values is None:
        raise FormRefused(f"the number of passes of {title(loop)} is not known")
    after: ir.Block = ()
    links = []
    units = body_units(region((loop,), module))
    for turn, value in enumerate(values):
        after += substitute(loop.body, {loop.name: constant(value)})
        for number, unit in enumerate(units):
            name, *behind = unit.coordinates
            relation = f"[{', '.join(unit.coordinates)}] -> [{', '.join(behind)}] : {name} = {value}"
            links.append(Link(number, number + turn * len(units), relation))
    return Form(f"{title(loop)} unrolled", (loop,), after, tuple(links))


def unrolled_leaving(loop: ir.For) -> ir.Block | None:
    """All passes of a loop whose body is one `if` that ends with `break`, each in the `else` of the former.

    None for other loops. The order stays as it is, so nothing has to be proven of dependences.
    """
    values = passes(loop)
    if values is None or len(loop.body) != 1 or not isinstance(loop.body[0], ir.If):
        return None
    test = loop.body[0]
    if test.orelse or not test.body or not isinstance(test.body[-1], ir.Break) or leaves(test.body[:-1]):
        return None
    result: ir.Block = ()
    for value in reversed(values):
        one = substitute(test, {loop.name: constant(value)})
        result = (replace(one, body=one.body[:-1], orelse=result),)
    return result
