"""Merging a loop over i and a nest over j and k after it into one nest.

It has a pass over the main diagonal for the first loop, then the rows of the nest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import conjuncts, pure, strengthen, unite
from generator.compiler.loops.facts import Fact
from generator.compiler.loops.nests import FormRefused, is_own, nest, title, whole_passes
from generator.compiler.ranges.shorter import harmless
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import changed_names, read_names
from generator.compiler.tree.rewriting import assignments, unused_name, with_body
from generator.compiler.tree.substitution import plus, substitute
from generator.compiler.validation.backwards import loops_to_turn, turn_loops


@dataclass(frozen=True, slots=True)
class LoopPair:
    """A loop and a square nest after it over the same range from 0, each with one `if` as its body."""

    first: ir.For
    outer: ir.For
    inner: ir.For
    one: ir.If
    other: ir.If

    @property
    def size(self) -> ir.Expression:
        """The number of passes that each of the three loops makes."""
        return self.first.stop if self.first.step > 0 else self.first.start


def move_before_loop(candidate: Candidate, function: str) -> Candidate:
    """The candidate with what stands between two loops that could be merged before both.

    FormRefused where the first loop uses what it sets, or where there are no such loops.
    """
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    loop, between = body[first], body[first + 1 : second]
    if not between:
        return candidate
    names, changed = changed_names(between, module), changed_names(loop, module)
    if (
        names & (changed | read_names(loop, module) | module.registers.keys())
        or changed & read_names(between, module)
        or not all(isinstance(one, ir.Name) and harmless(value) for _, one, value in assignments(between))
    ):
        raise FormRefused(f"the loop uses {', '.join(sorted(names))}, or changes what is set after it")
    told = f"{', '.join(sorted(names))} set before the loop"
    body = (*body[:first], *between, loop, *body[second:])
    return candidate.with_body(function, body, told)


def turn_both(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a loop and the nest after it backwards, where each of the three loops may run that
    way.

    FormRefused otherwise.
    """
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    found = pair(body[first], body[second])
    loops = loops_to_turn(module, (found.first, found.outer, found.inner))
    if len(loops) < 3:
        raise FormRefused("the order of the passes counts")
    return candidate.with_module(turn_loops(module, loops), "a loop and the nest after it run backwards")


def complete_condition(candidate: Candidate, function: str) -> Candidate:
    """The candidate with the first loop's condition completed to that of the nest after it."""
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    complete, facts = same_body(pair(body[first], body[second]), body, module)
    body = (*body[:first], complete.first, *body[second:])
    return candidate.with_body(function, body, *map(str, facts))


def merge_by_rows(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a loop and the nest after it as one nest with one body. FormRefused otherwise.

    Sweep -1 does the first loop on the main diagonal, sweep j >= 0 row j of the nest. Where the loops count
    down, this is sweep size + 1, and the rows are size to 1. So nothing changes its order.
    """
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    found = pair(body[first], body[second])
    loops = (found.first, found.outer, found.inner)
    if second > first + 1 or not all(is_own(one, body, module) for one in loops):
        raise FormRefused("the two loops do not follow each other, or a variable of theirs is used elsewhere")
    if changed_names(loops, module) & read_names(found.size, module):
        raise FormRefused("the number of passes changes")
    same, _ = same_body(found, body, module)
    sweep, row = unused_name("sweep", body, module), unused_name("row", body, module)
    changed = with_body(module, function, (*body[:first], _once(same, sweep, row), *body[second + 1 :]))
    told = "the two bodies are equal where the first loop runs, so their code stands once"
    return candidate.with_module(changed, "the two loops merged, row by row", told)


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
        ends = (loop.start, loop.stop) if loop.step > 0 else (loop.stop, loop.start)
        if affine(ends[0]) != affine(constant(0)) or abs(loop.step) != 1:
            raise FormRefused(f"the loop {title(loop)} does not count from 0, or down to 0, by 1")
        if affine(ends[1]) is None or (loop.step, affine(loop.start), affine(loop.stop)) != (
            first.step,
            affine(first.start),
            affine(first.stop),
        ):
            raise FormRefused(f"the loops {title(first)} and {title(loop)} do not have the same bound")
    if len(first.body) != 1 or len(inner.body) != 1:
        raise FormRefused("the bodies are more than one statement each")
    one, other = first.body[0], inner.body[0]
    if not isinstance(one, ir.If) or not isinstance(other, ir.If) or one.orelse or other.orelse:
        raise FormRefused("the bodies are not one condition each")
    return LoopPair(first, outer, inner, one, other)


def same_body(pair: LoopPair, body: ir.Block, module: ir.Module) -> tuple[LoopPair, tuple[Fact, ...]]:
    """The pair with the first body's condition completed to the second's, by facts that hold there.
    FormRefused when it asks more, or when a condition does more than read.
    """
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


def _once(pair: LoopPair, sweep: str, row: str) -> ir.For:
    """The merged nest with one body: the row is a variable, what differs stands under an `if`."""
    k = ir.Read(pair.inner.name)
    special = substitute(pair.other.body, {pair.outer.name: k})
    first = substitute(pair.one.body, {pair.first.name: k})
    general = substitute(pair.other, {pair.outer.name: ir.Read(row)})
    down = pair.first.step < 0
    limit = pair.size if down else constant(0)
    main = ir.Compare(ir.Read(sweep), ">" if down else "<", limit)
    choose = ir.If(main, (_set(row, k),), (_set(row, ir.Read(sweep)),))
    body = replace(general, body=unite(first, special, general.body, main))
    inner = replace(pair.inner, body=(choose, body))
    if down:
        return ir.For(sweep, plus(pair.size, constant(1)), constant(0), -1, (inner,), sweep)
    return ir.For(sweep, constant(-1), pair.size, 1, (inner,), sweep)


def _set(name: str, value: ir.Expression) -> ir.Assign:
    return ir.Assign((ir.Name(name),), (value,))
