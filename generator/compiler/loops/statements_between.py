"""Assignments between two loops, moved before the first one, so that the loops follow each other."""

from __future__ import annotations

from generator.compiler.dependences.units import escaping
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.merging import mergeable
from generator.compiler.loops.nests import title
from generator.compiler.loops.proof import Form, Link, prove
from generator.compiler.tree import ir
from generator.compiler.tree.rewriting import with_body


def move_before_loop(candidate: Candidate, function: str) -> Candidate:
    """The candidate with what stands between two loops that could be merged before both. FormRefused when a
    dependence forbids it, or where there are no such loops.
    """
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    between = body[first + 1 : second]
    if not between:
        return candidate
    proof = prove(_swap(body[first], between), module, escaping(body[first:], module))
    body = (*body[:first], *between, body[first], *body[second:])
    return candidate.with_module(with_body(module, function, body), str(proof))


def _swap(loop: ir.Statement, between: ir.Block) -> Form:
    """Assignments behind a loop in front of it."""
    assert isinstance(loop, ir.For)
    names = ", ".join(target.name for one in between if isinstance(one, ir.Assign)
                      for target in one.targets if isinstance(target, ir.Name))  # fmt: skip
    count = len(between)
    links = [Link(0, count, "[i] -> [i]"), *(Link(1 + n, n, "[] -> []") for n in range(count))]
    return Form(
        f"{names} set before the loop {title(loop)}", (loop, *between), (*between, loop), tuple(links)
    )
