"""Elements that are taken before a nest pairs the others off: only those that are open are kept for it.

    for i in range(n):                              for i in range(n - 1, -1, -1):
        if a[i] == b[i]:                                if a[i] == b[i]:
            taken[i] = 1                                    total += 10
            used[i] = 1                                 else:
            total += 10                                     open_a[left] = a[i]
    for j in range(n):                                      open_b[left] = b[i]
        for k in range(n):                                  left += 1
            if taken[j] == 0 and used[k] == 0       for j in range(left, 0, -1):
                    and a[j] == b[k]:                   for k in range(left, 0, -1):
                taken[j] = 1                                if open_a[j - 1] == open_b[k - 1]:
                used[k] = 1                                     open_b[k - 1] = 10
                total += 1                                      total += 1
                                                                break

The first loop takes a[i] and b[i] together, so as many of both are open. The nest takes as many pairs of
them in any order (`validation/pairs.py`). No a[j] is taken twice: the inner loop is left after a pair. An
open_b[k] that is taken gets a number that no element of a can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import is_zero, pure
from generator.compiler.loops.folded_marks import limits
from generator.compiler.loops.nests import FormRefused, backwards, is_own
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import changed_names, nodes
from generator.compiler.tree.rewriting import single, unused_in_module, with_body
from generator.compiler.tree.substitution import plus
from generator.compiler.validation.backwards import loops_to_turn
from generator.compiler.validation.pairs import PairedOff, find_pairs, is_cleared_first

USES = 4
"""How often an array of marks is cleared, set in the first loop, asked for and set in the nest."""


def keep_open_elements(candidate: Candidate, function: str) -> Candidate:
    """The candidate whose nest goes through the open elements only. FormRefused where it has no such nest."""
    module = candidate.module
    body = module.functions[function].body
    place = next((place for place, one in enumerate(body) if find_pairs(one) is not None), None)
    found = find_pairs(body[place]) if place is not None else None
    if place is None or found is None:
        raise FormRefused("there is no nest that pairs equal values off")
    if len(loops_to_turn(module, found.loops)) < 2:
        raise FormRefused("the order of the nest counts")
    before = max((n for n, one in enumerate(body[:place]) if isinstance(one, ir.For)), default=None)
    if before is None:
        raise FormRefused("no loop takes elements before the nest")
    first = body[before]
    assert isinstance(first, ir.For)
    taking = _match_first_loop(first, body[before + 1 : place], found, function, module)
    taken = _number_for_taken(found, module)
    left = unused_in_module("left", module)
    one, other = found.values
    arrays = unused_in_module(f"open_{one.array}", module), unused_in_module(f"open_{other.array}", module)
    if arrays[0] == arrays[1]:
        raise FormRefused("both values are of one array")
    start = ir.Assign((ir.Name(left),), (constant(0),), place=first.place)
    made = (
        *_without_clearing(body[:before], found, body, module),
        start,
        _first_loop(first, taking, found, arrays, left, module),
        *body[before + 1 : place],
        _nest(found, arrays, left, taken),
        *body[place + 1 :],
    )
    lengths = [module.arrays[one.array].length for one in found.marks]
    fresh = {name: ir.Array(name, length) for name, length in zip(arrays, lengths, strict=True)}
    marks = {one.array for one in found.marks}
    kept = {name: one for name, one in module.arrays.items() if name not in marks}
    told = f"only open elements of {found.values[0].array} and {found.values[1].array} are kept for the nest"
    changed = replace(with_body(module, function, made), arrays={**kept, **fresh})
    return candidate.with_module(changed, told)


@dataclass(frozen=True, slots=True)
class _Taking:
    """The condition of the first loop, and what it does beside setting both marks."""

    test: ir.If
    others: ir.Block


def _match_first_loop(
    first: ir.For, between: Sequence[ir.Statement], found: PairedOff, function: str, module: ir.Module
) -> _Taking:
    """What the loop before a nest takes. FormRefused where it does not take elements of both together."""
    match first.body:
        case (ir.If(orelse=()) as test,) if pure(test.test):
            pass
        case _:
            raise FormRefused("the loop before the nest is not one condition")
    body, arrays = module.functions[function].body, {one.array for one in (*found.marks, *found.values)}
    here, outer, inner = ir.Read(first.name), *(ir.Read(one.name) for one in found.loops)
    if [one.index for one in (*found.marks, *found.values)] != [outer, inner] * 2:
        raise FormRefused("elements of the nest are reached by sums")
    marks = {ir.Element(one.array, here) for one in found.marks}
    given = [(one, single(one)) for one in test.body]
    set_here = [one[0] for _, one in given if one is not None and one[0] in marks and _is_mark(one[1])]
    others = tuple(statement for statement, one in given if one is None or one[0] not in marks)
    written = [target for one in nodes(others) if isinstance(one, ir.Assign) for target in one.targets]
    if {*set_here} != marks or not all(isinstance(one, ir.Assign) for one in (*others, *between)):
        raise FormRefused("the loop before the nest does not mark both")
    targets = [target for one in between if isinstance(one, ir.Assign) for target in one.targets]
    if not all(isinstance(one, ir.Name) for one in (*written, *targets)):
        raise FormRefused("elements change before the nest")
    names = changed_names(first, module) | changed_names(found.loops[0], module)
    bounds = {first.start, first.stop, *(end for one in found.loops for end in (one.start, one.stop))}
    ends = [affine(one) for one in bounds]
    loops = (first, *found.loops)
    same = len({(affine(one.start), affine(one.stop), one.step) for one in loops}) == 1 and first.step == 1
    if None in ends or not same or not all(is_own(one, body, module) for one in loops):
        raise FormRefused("the loops do not go through the same elements")
    if any(one is not None and one.names & names for one in ends):
        raise FormRefused("the number of passes changes")
    for mark in found.marks:
        uses = [one for one in nodes(body) if isinstance(one, ir.Element) and one.array == mark.array]
        if len(uses) != USES or not is_cleared_first(mark.array, module, function):
            raise FormRefused(f"{mark.array} is used elsewhere")
    if any(module.arrays[one].at is not None for one in arrays):
        raise FormRefused("a person may store into the arrays")
    return _Taking(test, others)


def _is_mark(value: ir.Expression) -> bool:
    return isinstance(value, ir.Constant) and not value.value.is_zero


def _number_for_taken(found: PairedOff, module: ir.Module) -> int:
    """A number that no element of both arrays of values can be."""
    known, arrays = limits(module), [one.array for one in found.values]
    if not known.keys() >= set(arrays):
        raise FormRefused("it is not known how large the values can be")
    limit = max(known[one][0] for one in arrays)
    return next(one for one in range(limit, limit + 100) if all(one not in known[name][1] for name in arrays))


def _without_clearing(block: ir.Block, found: PairedOff, body: ir.Block, module: ir.Module) -> ir.Block:
    """Statements without those that set marks to 0, and without loops that do nothing else.

    FormRefused where marks get another number.
    """
    arrays = {one.array for one in found.marks}

    def clears(statement: ir.Statement) -> bool:
        given = single(statement)
        if given is None or not isinstance(given[0], ir.Element) or given[0].array not in arrays:
            return False
        if not is_zero(given[1]):
            raise FormRefused("elements are taken at first")
        return True

    made: list[ir.Statement] = []
    for one in block:
        if not isinstance(one, ir.For) or not any(map(clears, one.body)):
            made.append(one)
            continue
        kept = tuple(inner for inner in one.body if not clears(inner))
        if not kept and not is_own(one, body, module):
            raise FormRefused("the variable of a loop is used elsewhere")
        made += [replace(one, body=kept)] if kept else []
    return tuple(made)


def _first_loop(
    first: ir.For, taking: _Taking, found: PairedOff, arrays: tuple[str, str], left: str, module: ir.Module
) -> ir.For:
    """The loop that keeps what is open, backwards where its passes may come in any order."""
    here, count = ir.Read(first.name), ir.Read(left)
    kept = tuple(
        ir.Assign((ir.Element(name, count),), (ir.Element(one.array, here),), place=one.place)
        for name, one in zip(arrays, found.values, strict=True)
    )
    step = ir.Assign((ir.Name(left),), (ir.Operation("add", (count, constant(1))),), place=first.place)
    made = replace(first, body=(replace(taking.test, body=taking.others, orelse=(*kept, step)),))
    return backwards(made) if loops_to_turn(module, (first,)) else made


def _nest(found: PairedOff, arrays: tuple[str, str], left: str, taken: int) -> ir.For:
    """The nest over the open elements."""
    outer, inner = found.loops
    one, other = (
        ir.Element(name, plus(ir.Read(loop.name), constant(-1)))
        for name, loop in zip(arrays, found.loops, strict=True)
    )
    mark = ir.Assign((other,), (constant(taken),), place=inner.place)
    work = ir.If(ir.Compare(one, "==", other), (mark, found.counts, ir.Break()), place=inner.place)
    inner = replace(inner, start=ir.Read(left), stop=constant(0), step=-1, body=(work,))
    return replace(outer, start=ir.Read(left), stop=constant(0), step=-1, body=(inner,))
