"""Two loops after each other that run over the same values become one, pass by pass."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from generator.compiler.dependences.units import escaping, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import title, whole_passes
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units, prove
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import substitute


def fuse_loops(candidate: Candidate, function: str) -> Candidate:
    """The candidate with loops of a function's body that follow each other fused, where no dependence forbids
    it. FormRefused where none can be.
    """
    module = candidate.module
    body = module.functions[function].body
    for at, (first, second) in enumerate(pairwise(body)):
        if isinstance(first, ir.For) and isinstance(second, ir.For):
            try:
                form = fuse(first, second, module)
                proof = prove(form, module, escaping(body[at:], module))
            except FormRefused:
                continue
            body = (*body[:at], *form.after, *body[at + 2 :])
            return candidate.with_module(with_body(module, function, body), str(proof))
    raise FormRefused("no two loops can be fused")


def fuse(first: ir.For, second: ir.For, module: ir.Module) -> Form:
    """Two loops over the same values as one, pass by pass."""
    whole_passes(first)
    whole_passes(second)
    same = all(
        affine(one) is not None and affine(one) == affine(other)
        for one, other in ((first.start, second.start), (first.stop, second.stop))
    )
    if not same or first.step != second.step:
        raise FormRefused(f"the loops {title(first)} and {title(second)} do not run over the same values")
    behind = substitute(second.body, {second.name: ir.Read(first.name)})
    joined = replace(first, body=(*first.body, *behind))
    name = f"fusion of {title(first)} and {title(second)}"
    return Form(name, (first, second), (joined,), _links_in_place((first, second), module))


def _links_in_place(before: ir.Block, module: ir.Module) -> tuple[Link, ...]:
    """Links that change neither the textual order of units nor the coordinates of instances."""
    units = body_units(region(before, module))
    shown_units = (f"[{', '.join(unit.coordinates)}]" for unit in units)
    return tuple(Link(number, number, f"{one} -> {one}") for number, one in enumerate(shown_units))
