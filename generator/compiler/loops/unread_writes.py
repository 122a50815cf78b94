"""Removing writes that are never read, as the dependences show."""

from __future__ import annotations

from generator.compiler.dependences.accesses import Access
from generator.compiler.dependences.relations import Space, before
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import Unit, region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import rewritten, single


def remove_unread_writes(candidate: Candidate, function: str) -> Candidate:
    """The candidate without a function's writes to elements that nothing reads afterwards."""
    for array in candidate.module.arrays:
        module = candidate.module
        if fresh(array, module):
            body = module.functions[function].body
            shorter = without_unread(body, module, array)
            if shorter != body:
                told = f"writes to {array} that are not read afterwards are left out"
                candidate = candidate.with_body(function, shorter, told)
    return candidate


def fresh(array: str, module: ir.Module) -> bool:
    """Whether every run of the module writes an element of an array before it reads it.

    Then its values need not stay from one run to the next. Those of a pinned array stay: a person reads them.
    """
    if module.arrays[array].at is not None:
        return False
    for function in module.functions.values():
        if any(isinstance(node, ir.Call) for node in nodes(function.body)):
            return False
        space = Space(region(function.body, module))
        for unit in space.region.units:
            for access in unit.accesses:
                if access.name == array and not access.writes and not written_before(space, unit, access):
                    return False
    return True


def written_before(space: Space, unit: Unit, access: Access) -> bool:
    """Whether each instance of a unit reads an element that was surely written earlier in the run."""
    if access.where == "anywhere":
        return False
    reads = space.touch(unit, access)
    covered: isl.Set = space.domain(unit).subtract(space.domain(unit))
    for writer in space.region.units:
        for one in writer.accesses:
            if (
                one.writes
                and one.name == access.name
                and one.certain
                and writer.certain
                and one.where != "anywhere"
            ):
                pairs = space.touch(writer, one).apply_range(reads.reverse())
                covered = covered.union(pairs.intersect(before(space, writer, unit)).range())
    return bool(reads.domain().intersect_params(space.context).is_subset(covered))


def without_unread(body: ir.Block, module: ir.Module, array: str) -> ir.Block:
    """A function's body without the writes to a `fresh` array that no later statement reads."""
    inner = region(body, module)
    space = Space(inner)
    useless = {
        id(statement)
        for unit in inner.units
        if not (unit.only_test or isinstance(unit.statement, ir.For))
        for statement in _writes(unit.statement, array)
        if not any(_read_later(space, unit, one) for one in unit.accesses if one.writes and one.name == array)
    }
    return rewritten(body, lambda one: () if id(one) in useless else None)


def _writes(statement: ir.Statement, array: str) -> list[ir.Statement]:
    writes: list[ir.Statement] = []
    for node in nodes(statement):
        one = single(node) if isinstance(node, ir.Assign) else None
        if one and isinstance(node, ir.Assign) and isinstance(one[0], ir.Element) and one[0].array == array:
            writes += [node] if isinstance(one[1], ir.Constant) else []
    return writes


def _read_later(space: Space, unit: Unit, write: Access) -> bool:
    """Whether a later instance or place reads an element that an access of a unit may write."""
    written = space.touch(unit, write)
    for reader in space.region.units:
        for access in reader.accesses:
            if access.name != write.name or access.writes:
                continue
            pairs = written.apply_range(space.touch(reader, access).reverse())
            if not pairs.intersect(before(space, unit, reader)).intersect_params(space.context).is_empty():
                return True
    position = unit.accesses.index(write)
    return any(one.name == write.name and not one.writes for one in unit.accesses[position:])
