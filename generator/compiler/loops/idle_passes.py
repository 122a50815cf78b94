"""Instances that never do anything, because an earlier loop has already decided their condition.

For each i the first loop tried the condition of the nest at (i, i). If it held, the work marked it. If it did
not, it cannot hold later: marks are only set, and what is compared does not change. So the nest may leave out
j == k.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import conjuncts, is_zero, pure
from generator.compiler.loops.merging import LoopPair, mergeable, pair
from generator.compiler.loops.nests import FormRefused, title
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import names_in, nodes
from generator.compiler.tree.rewriting import assignments, single
from generator.compiler.tree.substitution import substitute


def leave_out_diagonal(candidate: Candidate, function: str) -> Candidate:
    """The candidate whose nest leaves out j == k, which the first loop has decided. FormRefused otherwise."""
    body = candidate.module.functions[function].body
    first, second = mergeable(body)
    rest = without_diagonal(pair(body[first], body[second]))
    told = f"{title(rest.outer)} == {title(rest.inner)} is left out: the first loop has decided it"
    body = (*body[:second], rest.outer, *body[second + 1 :])
    return candidate.with_body(function, body, told)


def without_diagonal(loops: LoopPair) -> LoopPair:
    """A pair with equal conditions (see `merging.same_body`) whose nest leaves out j == k. Otherwise
    FormRefused.
    """
    i = ir.Read(loops.first.name)
    special = substitute(loops.other.test, {loops.outer.name: i, loops.inner.name: i})
    if conjuncts(special) != conjuncts(loops.one.test) or not pure(special):
        raise FormRefused("the conditions of the two loops are not the same")
    marks = {_mark(part) for part in conjuncts(special)} - {""}
    values = {node.array for node in nodes(special) if isinstance(node, ir.Element)} - marks
    names = names_in(special, ir.Read).keys() - {loops.first.name}
    for _, target, value in assignments((loops.first, loops.outer)):
        if isinstance(target, ir.Element) and (
            target.array in values or not _keeps_mark(target, value, marks)
        ):
            raise FormRefused(f"{target.array} changes after it is compared")
        if isinstance(target, ir.Name) and target.name in names:
            raise FormRefused(f"{target.name} changes after it is compared")
    if any(isinstance(node, ir.Call | ir.Unpack) for node in nodes((loops.first, loops.outer))):
        raise FormRefused("what a call changes is not known")
    if not any(_sets(statement, marks, i) for statement in loops.one.body):
        raise FormRefused("the first loop does not mark what it found")
    apart = ir.Compare(ir.Read(loops.inner.name), "!=", ir.Read(loops.outer.name))
    other = replace(loops.other, test=ir.And((apart, *conjuncts(loops.other.test))))
    inner = replace(loops.inner, body=(other,))
    return replace(loops, other=other, inner=inner, outer=replace(loops.outer, body=(inner,)))


def _mark(part: ir.Condition) -> str:
    match part:
        case ir.Compare(ir.Element(array), "==", right) if is_zero(right):
            return array
    return ""


def _keeps_mark(target: ir.Element, value: ir.Expression, marks: set[str]) -> bool:
    """Whether a write keeps a set mark set."""
    return target.array not in marks or (isinstance(value, ir.Constant) and not value.value.is_zero)


def _sets(statement: ir.Statement, marks: set[str], index: ir.Expression) -> bool:
    own = single(statement)
    return (
        own is not None and isinstance(own[0], ir.Element) and own[0].array in marks and own[0].index == index
    )
