"""Loops that make passes where another one does: one test is enough for all of them.

A loop inside another one of as many passes makes at least one pass. Loops after each other that have as many
passes stand under one `if`, and so each of them makes at least one there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant
from generator.compiler.tree.nodes import changed_names, nodes, read_names, with_parts
from generator.compiler.tree.rewriting import single, with_body

Known = frozenset[Affine]
"""Sums that are above 0."""


def know_entered(module: ir.Module) -> ir.Module:
    """The module with what is known of loops where another one makes as many passes."""
    functions = {
        name: replace(one, body=_block(one.body, module, frozenset()))
        for name, one in module.functions.items()
    }
    return replace(module, functions=functions)


def with_loops_together(module: ir.Module) -> ir.Module:
    """The module with one test for loops after each other that have as many passes."""
    for name, one in module.functions.items():
        module = with_body(module, name, _group_loops(one.body, module))
    return know_entered(module)


def enter_together(candidate: Candidate, function: str) -> Candidate:
    """The candidate with one test for the loops of a function that make passes together.

    FormRefused where the function has no such loops.
    """
    module = candidate.module
    body = module.functions[function].body
    made = _group_loops(body, module)
    if made == body:
        raise FormRefused("there are no loops after each other with as many passes")
    told = "one test for loops after each other that make as many passes"
    return candidate.with_body(function, made, told)


def _block(block: ir.Block, module: ir.Module, known: Known) -> ir.Block:
    made: list[ir.Statement] = []
    for statement in block:
        made.append(_statement(statement, module, known))
        known = _without_changed(known, changed_names(statement, module))
    return tuple(made)


def _statement(statement: ir.Statement, module: ir.Module, known: Known) -> ir.Statement:
    inside = known
    if isinstance(statement, ir.For | ir.While):
        inside = _without_changed(known, changed_names(statement, module))
    match statement:
        case ir.For(body=body):
            passes = _passes(statement)
            runs = statement.runs or passes in known
            if passes is not None:
                inside |= _without_changed(frozenset((passes,)), changed_names(statement, module))
            return replace(statement, body=_block(body, module, inside), runs=runs)
        case ir.While(body=body):
            return replace(statement, body=_block(body, module, inside))
        case ir.If(test=ir.Compare(left=left, relation=">", right=right), body=body, orelse=orelse):
            more = affine(left) if right == constant(0) else None
            inside |= frozenset((more,) if more is not None else ())
            return replace(statement, body=_block(body, module, inside), orelse=_block(orelse, module, known))
        case ir.If(body=body, orelse=orelse):
            return replace(statement, body=_block(body, module, known), orelse=_block(orelse, module, known))
    return statement


def _without_changed(known: Known, changed: frozenset[str]) -> Known:
    return frozenset(one for one in known if not one.names & changed)


def _passes(loop: ir.For) -> Affine | None:
    """The number of passes of a loop that counts by 1, 0 or less where there is none.

    None where it is a constant, or no sum of names.
    """
    first, last = affine(loop.start), affine(loop.stop)
    if first is None or last is None or abs(loop.step) != 1:
        return None
    passes = last.plus(first, -1).scale(loop.step)
    return passes if passes.factors else None


def _group_loops(block: ir.Block, module: ir.Module) -> ir.Block:
    """Statements, with loops after each other that have as many passes under one `if`.

    Constants that names get between such loops are given before them, where no loop has these names.
    """
    block = tuple(
        with_parts(one, lambda part: _group_loops(part, module), ("body", "orelse")) for one in block
    )
    made: list[ir.Statement] = []
    place = 0
    while place < len(block):
        first, place = block[place], place + 1
        passes = _passes(first) if isinstance(first, ir.For) and not first.runs else None
        if passes is None:
            made.append(first)
            continue
        assert isinstance(first, ir.For)
        loops, end = [first], place
        changed = changed_names(first, module)
        for number, one in enumerate(block[place:], place + 1):
            if isinstance(one, ir.For) and _needs_passes(one, passes, module) and not passes.names & changed:
                loops, end = [*loops, one], number
                changed |= changed_names(one, module)
            elif not is_free(one, (*loops, passes.expression()), module):
                break
        between = [one for one in block[place:end] if one not in loops]
        if len(loops) > 1:
            test = ir.Compare(passes.expression(), ">", constant(0))
            made += [
                *between,
                ir.If(test, tuple(_known_to_run(one, passes) for one in loops), place=first.place),
            ]
            place = end
        else:
            made.append(first)
    return tuple(made)


def _needs_passes(loop: ir.For, passes: Affine, module: ir.Module) -> bool:
    """Whether a loop does nothing where a number of passes is not above 0: it makes as many, or the loop that
    is all of its body does.
    """
    match loop.body:
        case (ir.For() as inner,):
            read = ir.Read(loop.name)
            own = list(nodes(module.bodies)).count(read) == list(nodes(loop.body)).count(read)
            kept = not passes.names & changed_names(loop, module) and loop.name not in module.registers
            return _passes(loop) == passes or (_passes(inner) == passes and own and kept)
    return _passes(loop) == passes


def _known_to_run(loop: ir.For, passes: Affine) -> ir.For:
    """The loop, marked as one that makes passes if it surely does where the number `passes` is above 0."""
    own = _passes(loop)
    more = own.plus(passes, -1) if own is not None else None
    return replace(loop, runs=more is not None and not more.factors and more.constant >= 0)


def is_free(statement: ir.Statement, loops: Sequence[object], module: ir.Module) -> bool:
    """Whether a statement gives a constant, or a register kept by loops before it, to another local."""
    match single(statement):
        case (ir.Name(name=name), ir.Constant() | ir.Read() as value) if name not in module.registers:
            changed = changed_names(tuple(loops), module)
            kept = isinstance(value, ir.Constant) or (
                value.name in module.registers and value.name not in changed
            )
            return kept and name not in changed | read_names(tuple(loops), module)
    return False
