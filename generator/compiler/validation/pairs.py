"""A nest of loops that pairs equal values off: each of its loops may run in any order.

    for j in range(n):
        for k in range(m):
            if taken[j] == 0 and used[k] == 0 and a[j] == b[k]:
                taken[j] = 1
                used[k] = 1
                total += 1

Why: of each value the nest tries every open a[j] with every open b[k], and takes both where both are still
open. So in the end no open a[j] has an open b[k] of its value, and of p and q open ones it took the smaller
number. `total` grows by the same step for each of these. Only which of them are taken depends on the order.
So nothing may read the marks afterwards: each run of the function clears them before it asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, reach
from generator.compiler.tree.nodes import changed_names, element_count, leaves, parts_of

Reach = tuple[Affine, Affine]
"""The lowest and the highest index of the elements that a loop reaches."""


@dataclass(frozen=True, slots=True)
class PairedOff:
    """A nest that pairs values off: its loops, and the value and the mark that each of them reaches.

    `counts` is the assignment that is done for each pair beside both marks.
    """

    loops: tuple[ir.For, ir.For]
    values: tuple[ir.Element, ir.Element]
    marks: tuple[ir.Element, ir.Element]
    counts: ir.Assign


def find_pairs(outer: ir.Statement) -> PairedOff | None:
    """A nest that does nothing but pair values off. None for another statement."""
    match outer:
        case ir.For(name=one, body=(ir.For(name=other, body=(ir.If(orelse=()) as work,)) as inner,)):
            pass
        case _:
            return None
    marks: dict[str, ir.Element] = {}
    values: dict[str, ir.Element] = {}
    parts = work.test.conditions if isinstance(work.test, ir.And) else (work.test,)
    for part in parts:
        match part:
            case ir.Compare(ir.Element() as mark, "==", ir.Constant(value)) if value.is_zero:
                name = _reached_by(mark)
                if marks.setdefault(name, mark) != mark:
                    return None
            case ir.Compare(ir.Element() as left, "==", ir.Element() as right) if not values:
                values = {_reached_by(left): left, _reached_by(right): right}
            case _:
                return None
    if one == other or values.keys() != {one, other} or marks.keys() != {one, other}:
        return None
    pair = marks[one], marks[other]
    arrays = {mark.array for mark in pair}
    if len(arrays) != 2 or arrays & {value.array for value in values.values()}:
        return None
    given, counts = list[ir.Target](), list[ir.Assign]()
    for statement in work.body:
        match statement:
            case ir.Assign(targets=(ir.Element() as target,), values=(ir.Constant(value),)):
                given += [target] if not value.is_zero else []
            case ir.Assign(targets=(ir.Name(),)):
                counts.append(statement)
    if len(work.body) != 3 or len(given) != 2 or {*given} != {*pair} or len(counts) != 1:
        return None
    return PairedOff((outer, inner), (values[one], values[other]), pair, counts[0])


def marks_of_pairs(module: ir.Module, function: str, loop: ir.For) -> frozenset[str]:
    """The arrays of marks that a loop of a function sets in any order, as it belongs to such a nest."""
    body = module.functions[function].body
    for place, statement in enumerate(body):
        found = find_pairs(statement)
        if found is not None and any(one is loop for one in found.loops):
            arrays = frozenset(one.array for one in found.marks)
            good = all(
                is_cleared_first(one, module, function) and not element_count(body[place + 1 :], one)
                for one in arrays
            )
            return arrays if good else frozenset()
    return frozenset()


def is_cleared_first(array: str, module: ir.Module, name: str) -> bool:
    """Whether each run of a function clears all elements of an array that it uses before it uses them, and
    nothing else uses the array.
    """
    function = module.functions[name]
    others = (one.body for one in module.functions.values() if one is not function)
    if module.arrays[array].at is not None or function.levels or element_count(tuple(others), array):
        return False
    first = next((one for one in function.body if element_count(one, array)), None)
    if not isinstance(first, ir.For) or leaves(first.body) or element_count(first, array) != 1:
        return False
    targets = [
        one.targets[0]
        for one in first.body
        if isinstance(one, ir.Assign) and len(one.targets) == 1 and isinstance(one.values[0], ir.Constant)
    ]
    reached = set(_reaches(function.body, array, {}, module))
    if not any(isinstance(one, ir.Element) and one.array == array for one in targets) or len(reached) != 1:
        return False
    reached_all = reached.pop()
    changed = changed_names(function.body, module)
    return reached_all is not None and not any(end.names & changed for end in reached_all)


def _reached_by(element: ir.Element) -> str:
    """The name that an index is, perhaps with a constant added. '' for another index."""
    index = affine(element.index)
    return index.factors[0][0] if index is not None and [one for _, one in index.factors] == [1] else ""


def _reaches(
    piece: object, array: str, loops: Mapping[str, ir.For], module: ir.Module
) -> Iterator[Reach | None]:
    """What each use of an array reaches: all elements between two. None where that is not known."""
    if isinstance(piece, ir.For):
        yield from _reaches((piece.start, piece.stop), array, loops, module)
        yield from _reaches(piece.body, array, {**loops, piece.name: piece}, module)
    elif isinstance(piece, ir.Element) and piece.array == array:
        loop = loops.get(_reached_by(piece))
        index = affine(piece.index)
        if loop is None or index is None or not _only_counts(loop, module):
            yield None
        else:
            yield reach(loop, index.constant)
    else:
        for one in parts_of(piece):
            yield from _reaches(one, array, loops, module)


def _only_counts(loop: ir.For, module: ir.Module) -> bool:
    return abs(loop.step) == 1 and loop.name not in changed_names(loop.body, module)
