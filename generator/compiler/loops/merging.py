"""Merging a loop over i and a nest over j and k behind it into one nest.

The merged order is a pass over the main diagonal for the first loop, then the nest: row by row, which keeps
every dependence, or along diagonals with wrap-around, which may need a claim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.dependences.units import escaping, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.claims import try_claims
from generator.compiler.loops.equal_bodies import conjuncts, pure, strengthen, unite
from generator.compiler.loops.facts import Fact
from generator.compiler.loops.nests import nest, title, whole_passes
from generator.compiler.loops.proof import Form, FormRefused, Link, body_units, prove
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.rewriting import with_body
from generator.compiler.tree.substitution import minus, plus, substitute

SWEEP = "sweep"
ROW = "row"


@dataclass(frozen=True, slots=True)
class LoopPair:
    """A loop and a square nest behind it over the same range from 0, each with one `if` as its body."""

    first: ir.For
    outer: ir.For
    inner: ir.For
    one: ir.If
    other: ir.If

    @property
    def size(self) -> ir.Expression:
        """The end of the range of all three loops, which is their number of passes."""
        return self.first.stop


def complete_condition(candidate: Candidate, function: str) -> Candidate:
    """The candidate with the first loop's condition completed to that of the nest behind it."""
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    complete, facts = same_body(pair(body[first], body[second]), body, module)
    body = (*body[:first], complete.first, *body[second:])
    return candidate.with_module(with_body(module, function, body), *map(str, facts))


def merge_by_rows(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a loop and the nest behind it merged by rows. FormRefused otherwise."""
    return _merge(candidate, function, diagonal=False)


def merge_by_diagonals(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a loop and the nest behind it merged by diagonals. FormRefused otherwise."""
    return _merge(candidate, function, diagonal=True)


def _merge(candidate: Candidate, function: str, *, diagonal: bool) -> Candidate:
    """The two loops as one nest with one body, when no dependence forbids the order."""
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    found = pair(body[first], body[second])
    form = by_diagonals(found, module) if diagonal else by_rows(found, module)
    outside = escaping(body[first:], module)
    story: list[str] = []
    try:
        proof = prove(form, module, outside)
    except FormRefused:
        proof = prove(form, module, outside, claims=True)
        story.append(str(try_claims(candidate.module, function)))
    same, _ = same_body(found, body, module)
    merged = once(same, diagonal=diagonal)
    told = "the two bodies are equal where the first loop runs, so their code stands once"
    changed = with_body(module, function, (*body[:first], merged, *body[second + 1 :]))
    return candidate.with_module(changed, *story, str(proof), told)


def mergeable(body: ir.Block) -> tuple[int, int]:
    """The places of two loops that can be merged, with nothing but assignments of locals between."""
    for first, statement in enumerate(body):
        if not isinstance(statement, ir.For):
            continue
        second = next((n for n in range(first + 1, len(body)) if isinstance(body[n], ir.For)), None)
        if second is None or not all(isinstance(one, ir.Assign) for one in body[first + 1 : second]):
            continue
        try:
            pair(statement, body[second])
        except FormRefused:
            continue
        return first, second
    raise FormRefused("there are no two loops that could be merged")


def pair(first: ir.Statement, second: ir.Statement) -> LoopPair:
    """The two loops when they can be merged. FormRefused otherwise."""
    if not isinstance(first, ir.For) or not isinstance(second, ir.For):
        raise FormRefused("there are no two loops after each other")
    whole_passes(first)
    outer, inner = nest(second)
    for loop in (first, outer, inner):
        if affine(loop.start) != affine(constant(0)) or loop.step != 1:
            raise FormRefused(f"the loop {title(loop)} does not count from 0 by 1")
        if affine(loop.stop) is None or affine(loop.stop) != affine(first.stop):
            raise FormRefused(f"the loops {title(first)} and {title(loop)} do not have the same bound")
    if len(first.body) != 1 or len(inner.body) != 1:
        raise FormRefused("the bodies are more than one statement each")
    one, other = first.body[0], inner.body[0]
    if not isinstance(one, ir.If) or not isinstance(other, ir.If) or one.orelse or other.orelse:
        raise FormRefused("the bodies are not one condition each")
    return LoopPair(first, outer, inner, one, other)


def by_rows(pair: LoopPair, module: ir.Module) -> Form:
    """Sweep -1 does the first loop on the main diagonal, sweep j >= 0 row j of the nest."""
    k = pair.inner.name
    sweep = ir.Read(SWEEP)
    first = substitute(pair.first.body, {pair.first.name: ir.Read(k)})
    rest = substitute(pair.inner.body, {pair.outer.name: sweep})
    body = (ir.If(ir.Compare(sweep, "<", constant(0)), first, rest),)
    merged = _sweeps(pair, body, constant(-1), pair.size)
    links = (Link(0, 0, "[i] -> [-1, i]"), Link(1, 1, "[j, k] -> [j, k]"))
    return Form(
        "the two loops merged, row by row",
        (pair.first, pair.outer),
        (merged,),
        _require_one_unit_each(links, pair, module),
    )


def by_diagonals(pair: LoopPair, module: ir.Module) -> Form:
    """Sweep 0 does the first loop on the main diagonal, sweep d > 0 the pairs with j = (k + d) mod n.

    The nest's own main diagonal comes in sweep n, after all others.
    """
    k, size = pair.inner.name, affine(pair.size)
    j = plus(ir.Read(k), ir.Read(SWEEP))
    first = substitute(pair.first.body, {pair.first.name: ir.Read(k)})
    below = substitute(pair.inner.body, {pair.outer.name: j})
    above = substitute(pair.inner.body, {pair.outer.name: minus(j, pair.size)})
    rest = (ir.If(ir.Compare(j, "<", pair.size), below, above),)
    body = (ir.If(ir.Compare(ir.Read(SWEEP), "==", constant(0)), first, rest),)
    merged = _sweeps(pair, body, constant(0), plus(pair.size, constant(1)))
    links = (
        Link(0, 0, "[i] -> [0, i]"),
        Link(1, 1, "[j, k] -> [j - k, k] : j > k"),
        Link(1, 2, f"[j, k] -> [j - k + {size}, k] : j <= k"),
    )
    name = "the two loops merged, diagonal by diagonal"
    return Form(name, (pair.first, pair.outer), (merged,), _require_one_unit_each(links, pair, module))


def _sweeps(pair: LoopPair, body: ir.Block, start: ir.Expression, stop: ir.Expression) -> ir.For:
    return ir.For(SWEEP, start, stop, 1, (replace(pair.inner, body=body),), SWEEP)


def _require_one_unit_each(links: tuple[Link, ...], pair: LoopPair, module: ir.Module) -> tuple[Link, ...]:
    if len(body_units(region((pair.first, pair.outer), module))) != 2:
        raise FormRefused("the conditions of the two loops are not one unit each")
    return links


def same_body(pair: LoopPair, body: ir.Block, module: ir.Module) -> tuple[LoopPair, tuple[Fact, ...]]:
    """The pair with the first body's condition completed to the second's, by facts that hold there."""
    i = ir.Read(pair.first.name)
    wanted = conjuncts(substitute(pair.other.test, {pair.outer.name: i, pair.inner.name: i}))
    if not pure(pair.one.test) or not pure(pair.other.test):
        raise FormRefused("the conditions do more than read")
    complete, facts = strengthen(body, module, pair.one, wanted)
    if set(conjuncts(complete.test)) != set(wanted):
        raise FormRefused("the first loop asks more than the second")
    complete = replace(complete, test=substitute(pair.other.test, {pair.outer.name: i, pair.inner.name: i}))
    first = replace(pair.first, body=(complete,))
    return replace(pair, first=first, one=complete), facts


def once(pair: LoopPair, *, diagonal: bool) -> ir.For:
    """The merged nest with its body written once: the row is a variable, and statements that differ stand
    under an `if`.
    """
    k, sweep, row = ir.Read(pair.inner.name), ir.Read(SWEEP), ir.Read(ROW)
    special = substitute(pair.other.body, {pair.outer.name: k})
    first = substitute(pair.one.body, {pair.first.name: k})
    general = substitute(pair.other, {pair.outer.name: row})
    if diagonal:
        main = ir.Compare(sweep, "==", constant(0))
        wrap = ir.If(ir.Compare(row, ">=", pair.size), (_set(ROW, ir.Operation("sub", (row, pair.size))),))
        choose: ir.Block = (_set(ROW, ir.Operation("add", (k, sweep))), wrap)
        start, stop = constant(0), plus(pair.size, constant(1))
    else:
        main = ir.Compare(sweep, "<", constant(0))
        choose = (ir.If(main, (_set(ROW, k),), (_set(ROW, sweep),)),)
        start, stop = constant(-1), pair.size
    body = replace(general, body=unite(first, special, general.body, main))
    return _sweeps(pair, (*choose, body), start, stop)


def _set(name: str, value: ir.Expression) -> ir.Assign:
    return ir.Assign((ir.Name(name),), (value,))
