"""Loops after each other that make as many passes become one loop with both bodies.

    for i in range(n - 1, -1, -1):          for i in range(n - 1, -1, -1):
        a[i] = x % 10                           a[i] = x % 10
        x //= 10                                x //= 10
    for j in range(n):                          b[i] = 0
        b[j] = 0

No pass of the second loop may need to come after a later pass of the first one. A loop whose passes do not
depend on each other may run backwards before that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from generator.compiler.dependences.relations import Space, accesses_of
from generator.compiler.dependences.units import Unit, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.entered_together import is_free
from generator.compiler.loops.joined_counts import counts_exactly, step_of
from generator.compiler.loops.nests import FormRefused, backwards, is_own, title
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import changed_names, has_loop, leaves, names_in, nodes, read_names
from generator.compiler.tree.substitution import substitute


def run_together(candidate: Candidate, function: str) -> Candidate:
    """The candidate with loops of a function as one, while two allow it. FormRefused where none do."""
    made = candidate
    while (found := _next_pair(made.module, function)) is not None:
        body, told = found
        made = made.with_body(function, body, told)
    if made is candidate:
        raise FormRefused("there are no loops after each other that may run together")
    return made


def _next_pair(module: ir.Module, function: str) -> tuple[ir.Block, str] | None:
    """A function's body with two of its loops as one, and what was done. None where none allow it."""
    body = module.functions[function].body
    for place, first in enumerate(body):
        if not isinstance(first, ir.For):
            continue
        for end, second in enumerate(body[place + 1 :], place + 1):
            if isinstance(second, ir.For):
                made = _as_one_loop(first, second, body, module)
                if made is not None:
                    told = f"the loops {title(first)} and {title(second)} run together"
                    return (*body[:place], *body[place + 1 : end], made, *body[end + 1 :]), told
                break
            if not is_free(second, (first,), module):
                break
    return None


def _as_one_loop(first: ir.For, second: ir.For, body: ir.Block, module: ir.Module) -> ir.For | None:
    """Two loops of a body as one. None where that is not known to be the same."""
    loops = (first, second)
    if not all(_is_simple(one, body, module) for one in loops):
        return None
    bounds = read_names(tuple((one.start, one.stop) for one in loops), module)
    if bounds & (changed := changed_names(loops, module)):
        return None
    before = body[: next(place for place, one in enumerate(body) if one is second) + 1]
    free = frozenset(name for name in changed if _is_order_free(name, before, loops, module))
    turned = partial(_may_turn, module=module, free=free)
    for one, other in ((first, second), (first, backwards(second)), (backwards(first), second)):
        legal = (one is first or turned(first)) and (other is second or turned(second))
        if _values(one) == _values(other) and legal and _may_follow(one, other, module, free):
            inside = substitute(other.body, {other.name: ir.Read(one.name)})
            return replace(one, body=(*one.body, *inside))
    return None


def _is_simple(loop: ir.For, body: ir.Block, module: ir.Module) -> bool:
    """Whether a loop counts by 1, to its end always, holds no other loop, and its variable is its own."""
    counts = abs(loop.step) == 1 and affine(loop.start) is not None and affine(loop.stop) is not None
    return counts and not leaves(loop.body) and not has_loop(loop.body) and is_own(loop, body, module)


def _values(loop: ir.For) -> tuple[object, ...]:
    return affine(loop.start), affine(loop.stop), loop.step


def _is_order_free(name: str, body: ir.Block, loops: tuple[ir.For, ir.For], module: ir.Module) -> bool:
    """Whether a local is only counted in the loops, so that its steps may come in any order.

    All its steps are equal, or it counts whole numbers that stay below ten digits. `body` ends with the
    loops.
    """
    steps = [step_of(one, {name}) for one in nodes(loops) if isinstance(one, ir.Assign)]
    sizes = [one[1] for one in steps if one is not None]
    if not sizes or not len(sizes) == names_in(loops, ir.Name)[name] == names_in(loops, ir.Read)[name]:
        return False
    return len(set(sizes)) == 1 or counts_exactly(body, module, name)


def _may_follow(first: ir.For, second: ir.For, module: ir.Module, free: frozenset[str]) -> bool:
    """Whether no pass of the second loop has to come after a later pass of the first one."""
    space = Space(region((first, second), module))
    later = ">" if first.step > 0 else "<"
    return not any(_conflicts(space, _units(space, first), _units(space, second), later, free))


def _may_turn(loop: ir.For, module: ir.Module, free: frozenset[str]) -> bool:
    """Whether no pass of a loop has to come after another one."""
    space = Space(region((loop,), module))
    return not any(_conflicts(space, _units(space, loop), _units(space, loop), "!=", free))


def _units(space: Space, loop: ir.For) -> list[Unit]:
    """The units in a loop's body."""
    inside = {id(one) for one in nodes(loop.body)}
    return [one for one in space.region.units if id(one.statement) in inside]


def _conflicts(
    space: Space, first: list[Unit], second: list[Unit], order: str, free: frozenset[str]
) -> Iterator[bool]:
    """For each pair of accesses to a name, of which one writes, whether two passes in this order have it."""
    for one in first:
        for other in second:
            ordered = space.map(f"{one.place}[a] -> {other.place}[b] : a {order} b")
            for access in accesses_of(one, space):
                for against in accesses_of(other, space):
                    if access.name == against.name not in free and (access.writes or against.writes):
                        same = space.touch(one, access).apply_range(space.touch(other, against).reverse())
                        yield not same.intersect(ordered).intersect_params(space.context).is_empty()
