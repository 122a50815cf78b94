"""A loop that is left early: after the pass in which its body ran, one of its conditions can never hold
again.

`for k: if open[j] == 0 and REST: (open[j] = 1, WORK)` does nothing after the pass that did the work, because
open[j] does not depend on k. So the test of open[j] stands before the loop and a `break` after the work.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import all_of, conjuncts, pure
from generator.compiler.loops.nests import FormRefused, title
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import leaves, names_in, nodes
from generator.compiler.tree.rewriting import assignments, single, substitute_statement


def leave_early(candidate: Candidate, function: str) -> Candidate:
    """The candidate with the inner loop of a function's nest left after its work. FormRefused otherwise."""
    body = candidate.module.functions[function].body
    inner = next((node for node in nodes(body) if isinstance(node, ir.For) and _is_inner(node, body)), None)
    if inner is None:
        raise FormRefused("there is no inner loop")
    body = substitute_statement(body, inner, (left_early(inner),))
    told = f"the loop {title(inner)} is left after its work: its first condition can hold no more"
    return candidate.with_body(function, body, told)


def _is_inner(loop: ir.For, body: ir.Block) -> bool:
    """Whether a loop with one condition as its body stands inside another loop."""
    return (
        len(loop.body) == 1
        and isinstance(loop.body[0], ir.If)
        and any(
            isinstance(node, ir.For) and node is not loop and any(one is loop for one in nodes(node.body))
            for node in nodes(body)
        )
    )


def left_early(loop: ir.For) -> ir.If:
    """The loop with its invariant condition before it and a `break` after its work. FormRefused otherwise."""
    if leaves(loop.body) or len(loop.body) != 1 or not isinstance(loop.body[0], ir.If) or loop.body[0].orelse:
        raise FormRefused(f"the body of {title(loop)} is not one condition")
    work = loop.body[0]
    parts = conjuncts(work.test)
    if len(parts) < 2 or not pure(work.test):
        raise FormRefused(f"the condition in {title(loop)} has no part that could end it")
    for part in parts:
        if _ends(part, work, loop):
            rest = all_of(tuple(one for one in parts if one is not part))
            inner = replace(work, test=rest, body=(*work.body, ir.Break()))
            return ir.If(part, (replace(loop, body=(inner,)),))
    raise FormRefused(f"no condition in {title(loop)} ends with its work")


def _ends(part: ir.Condition, work: ir.If, loop: ir.For) -> bool:
    """Whether a condition is the same in all passes until the work makes it false."""
    match part:
        case ir.Compare(ir.Element(array, index) as element, "==", ir.Constant(value)):
            pass
        case _:
            return False
    depends = any(
        isinstance(node, ir.Element)
        or (isinstance(node, ir.Read) and node.name in _changed_names(work, loop))
        for node in nodes(index)
    )
    if depends or any(isinstance(node, ir.Call) for node in nodes(work)):
        return False
    writes = [
        (target, written)
        for _, target, written in assignments(work)
        if isinstance(target, ir.Element) and target.array == array
    ]
    sets = [single(statement) for statement in work.body]
    sure = any(one is not None and one[0] == element and _is_other_number(one[1], value) for one in sets)
    return sure and all(target == element and _is_other_number(written, value) for target, written in writes)


def _is_other_number(written: ir.Expression, value: object) -> bool:
    return isinstance(written, ir.Constant) and written.value != value


def _changed_names(work: ir.If, loop: ir.For) -> set[str]:
    return {loop.name, *names_in(work, ir.Name, ir.For)}
