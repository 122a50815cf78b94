"""Marks folded into the values that they guard: a value outside the range of all others means "taken".

`if taken[k] == 0 and x == value[k]: taken[k] = 1` compares and marks in two arrays. When no x can ever be
10, `if x == value[k]: value[k] = 10` does the same with one. Where the values are still needed afterwards,
they are copied first: the copy takes the place of the marks, and clearing the marks becomes copying.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.dependences.accesses import Access
from generator.compiler.dependences.relations import Space, before
from generator.compiler.dependences.units import Unit, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import all_of, conjuncts, is_zero
from generator.compiler.loops.nests import FormRefused
from generator.compiler.loops.unread_writes import fresh, written_before
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, whole
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import assignments, rewritten, single, with_body


def fold_marks(candidate: Candidate, function: str) -> Candidate:
    """The candidate with every array of marks that allows it folded into values."""
    for name in tuple(candidate.module.arrays)[::-1]:
        try:
            folded = fold(candidate.module, function, name)
        except FormRefused:
            continue
        candidate = candidate.with_module(folded.module, str(folded))
    return candidate


@dataclass(frozen=True, slots=True)
class Folded:
    """A module with one array of marks folded into values. `copied` says that the values are kept apart."""

    module: ir.Module
    marks: str
    values: str
    taken: int
    copied: bool
    limit: int

    def __str__(self) -> str:
        where = (
            f"{self.marks}[i] starts as a copy of {self.values}[i]"
            if self.copied
            else f"{self.marks} is not needed"
        )
        holder = self.marks if self.copied else self.values
        return (
            f"{where}, and {self.taken} in {holder} marks what is matched: "
            f"the numbers compared with it lie between -{self.limit} and {self.limit}, or are another mark"
        )


def limits(module: ir.Module) -> dict[str, tuple[int, frozenset[int]]]:
    """For each array of bounded values: a whole number above all their absolute values, and the constants
    written to it besides.

    An array starts with zeros. The absolute value of `x % c` is smaller than that of c for every x.
    """
    bounds: dict[str, tuple[int, frozenset[int]]] = {}
    for name in module.arrays:
        limit, marks, known = 1, frozenset[int](), True
        for function in module.functions.values():
            for _, target, value in assignments(function.body):
                if isinstance(target, ir.Element) and target.array == name:
                    size = limit_of(value)
                    number = whole(value.value) if isinstance(value, ir.Constant) else None
                    if size is not None:
                        limit = max(limit, size)
                    elif number is not None:
                        marks |= {number}
                    else:
                        known = False
        if known and not is_unpacked(module, name):
            bounds[name] = (limit, marks)
    return bounds


def limit_of(value: ir.Expression) -> int | None:
    """A whole number above the absolute value of an expression. None where none is known."""
    match value:
        case ir.Operation("mod", (_, ir.Constant(divisor))) if not divisor.is_zero:
            number = whole(divisor)
            return None if number is None else abs(number)
    return None


def is_unpacked(module: ir.Module, array: str) -> bool:
    """Whether results of a call are written to an array: their size is unknown."""
    return any(
        isinstance(target, ir.Element) and target.array == array
        for node in nodes(module.bodies)
        if isinstance(node, ir.Unpack)
        for target in node.targets
    )


def fold(module: ir.Module, function: str, marks: str) -> Folded:
    """The module with an array of marks folded into the values that it guards, or FormRefused."""
    body = module.functions[function].body
    guarded = _guards(body, marks)
    values = guarded[0][1].array
    _only_here(module, function, marks)
    known = limits(module)
    compared = {one[2].array for one in guarded}
    if not compared | {values} <= known.keys():
        raise FormRefused(f"it is not known how large the numbers compared with {values} can be")
    limit = max(known[one][0] for one in compared | {values})
    used = frozenset[int]().union(*(known[one][1] for one in compared | {values}))
    taken = next(number for number in range(limit, limit + 100) if number not in used)
    copied = not _may_be_overwritten(module, body, values, guarded)
    _cleared_first(body, module, marks, values, copied)
    module = with_body(module, function, _fold(body, marks, values, taken, copied))
    module = replace(module, marks={**module.marks, marks if copied else values: (taken, limit)})
    return Folded(module, marks, values, taken, copied, limit)


Guard = tuple[ir.If, ir.Element, ir.Element]


def _guards(body: ir.Block, marks: str) -> list[Guard]:
    """Each `if` that tests for a clear mark, with the guarded element and the one compared with it."""
    every = [
        _guard(node, part)
        for node in nodes(body)
        if isinstance(node, ir.If)
        for part in conjuncts(node.test)
        if _asks(part, marks)
    ]
    common = set.intersection(*({one[1].array for one in guards} for guards in every)) if every else set()
    guarded = [next(one for one in guards if one[1].array == min(common)) for guards in every if common]
    reads = [node for node in nodes(body) if isinstance(node, ir.Element) and node.array == marks]
    writes = [target for _, target, _ in assignments(body) if _is_element(target, marks)]
    if not guarded or len(reads) != len(writes) + len(guarded):
        raise FormRefused(f"{marks} is not only asked beside comparisons of the values that it marks")
    return guarded


def _asks(part: ir.Condition, marks: str) -> bool:
    return (
        isinstance(part, ir.Compare)
        and _is_element(part.left, marks)
        and part.relation == "=="
        and is_zero(part.right)
    )


def _is_element(node: object, array: str) -> bool:
    return isinstance(node, ir.Element) and node.array == array


def _guard(test: ir.If, part: ir.Condition) -> list[Guard]:
    """The comparisons beside a test of a clear mark at the same index: it may belong to these values."""
    assert isinstance(part, ir.Compare)
    assert isinstance(part.left, ir.Element)
    guards: list[Guard] = []
    for other in conjuncts(test.test):
        if other is part or not isinstance(other, ir.Compare) or other.relation != "==":
            continue
        for one, against in ((other.left, other.right), (other.right, other.left)):
            if (
                isinstance(one, ir.Element)
                and isinstance(against, ir.Element)
                and one.index == part.left.index
            ):
                guards.append((test, one, against))
    return guards


def _only_here(module: ir.Module, function: str, marks: str) -> None:
    if module.arrays[marks].at is not None:
        raise FormRefused(f"{marks} is pinned, so that a person may read its registers")
    for name, one in module.functions.items():
        if name != function and any(_is_element(node, marks) for node in nodes(one.body)):
            raise FormRefused(f"{marks} is used in {name}, too")
    for _, target, value in assignments(module.functions[function].body):
        if _is_element(target, marks) and not isinstance(value, ir.Constant):
            raise FormRefused(f"{marks} does not only hold marks")


def _may_be_overwritten(module: ir.Module, body: ir.Block, values: str, guarded: list[Guard]) -> bool:
    """Whether the values are not needed afterwards: no other reads, and written anew in each run."""
    reads = [node for node in nodes(body) if _is_element(node, values)]
    writes = [target for _, target, _ in assignments(body) if _is_element(target, values)]
    elsewhere = any(
        _is_element(node, values)
        for one in module.functions.values()
        if one.body is not body
        for node in nodes(one.body)
    )
    return not elsewhere and len(reads) == len(writes) + len(guarded) and fresh(values, module)


def _cleared_first(body: ir.Block, module: ir.Module, marks: str, values: str, copied: bool) -> None:
    """Refuse unless all marks are cleared, and all values written, before the first mark is set."""
    space = Space(region(body, module))
    clears: list[tuple[Unit, Access]] = []
    sets: list[tuple[Unit, Access]] = []
    for unit in space.region.units:
        for access in unit.accesses:
            if access.name == marks and access.writes:
                own = single(unit.statement)
                (clears if own is not None and is_zero(own[1]) else sets).append((unit, access))
            if access.name == marks and not access.writes and not written_before(space, unit, access):
                raise FormRefused(f"{marks} is not cleared before it is asked")
    writers = [
        (unit, one)
        for unit in space.region.units
        for one in unit.accesses
        if one.name == values and one.writes
    ]
    if copied and any(_meet(space, clear, writer) for clear in clears for writer in writers):
        raise FormRefused(f"{values} changes after {marks} is cleared")
    if any(_meet(space, mark, later) for mark in sets for later in (*clears, *writers)):
        raise FormRefused(f"{marks} is cleared, or {values} written, after a mark is set")


def _meet(space: Space, first: tuple[Unit, Access], second: tuple[Unit, Access]) -> bool:
    """Whether an instance of the second comes after one of the first at the same index of their arrays."""
    one = space.touch(*first).apply_range(space.touch(*second).reverse())
    later = one.intersect(before(space, first[0], second[0])).intersect_params(space.context)
    return not bool(later.is_empty())


def _fold(body: ir.Block, marks: str, values: str, taken: int, copied: bool) -> ir.Block:
    """The body without the marks, or with copies in their place."""

    def change(statement: ir.Statement) -> ir.Block | None:
        if isinstance(statement, ir.If):
            return _test(statement, marks, values, copied)
        own = single(statement)
        if own is None or not isinstance(own[0], ir.Element) or own[0].array != marks:
            return () if isinstance(statement, ir.For) and not statement.body else None
        target = own[0] if copied else replace(own[0], array=values)
        if not is_zero(own[1]):
            return (ir.Assign((target,), (constant(taken),), place=statement.place),)
        copy = ir.Assign((target,), (replace(own[0], array=values),), place=statement.place)
        return (copy,) if copied else ()

    return rewritten(body, change)


def _test(statement: ir.If, marks: str, values: str, copied: bool) -> ir.Block | None:
    parts = conjuncts(statement.test)
    asked = [part for part in parts if _asks(part, marks)]
    if not asked:
        return None
    rest = []
    for part in parts:
        if part in asked:
            continue
        if copied and isinstance(part, ir.Compare):
            part = replace(
                part, left=_rename(part.left, values, marks), right=_rename(part.right, values, marks)
            )
        rest.append(part)
    return (replace(statement, test=all_of(tuple(rest))),)


def _rename(expression: ir.Expression, values: str, marks: str) -> ir.Expression:
    if isinstance(expression, ir.Element) and expression.array == values:
        return replace(expression, array=marks)
    return expression
