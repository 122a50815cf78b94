"""Facts: values that places have when a unit starts, because the unit that wrote them last is known."""

from __future__ import annotations

from dataclasses import dataclass

from generator.compiler.dependences.accesses import Access
from generator.compiler.dependences.relations import Space, before
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import Unit
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from hp15c.numbers.number import Number


@dataclass(frozen=True, slots=True)
class Fact:
    """Each time `unit` starts, the element has `value`.

    `writer` wrote it, and nothing has written the element since.
    """

    unit: Unit
    array: str
    index: str
    value: Number
    writer: Unit

    def __str__(self) -> str:
        return (
            f"{self.array}[{self.index}] is still {self.value} at {_show(self.unit)}: "
            f"{_show(self.writer)} wrote it and nothing in between did"
        )


def _show(unit: Unit) -> str:
    """A unit in the source's names: `correct[i]`, or `matched_secret[i]` of line 43."""
    line = f" in line {unit.statement.place.line}" if unit.statement.place else ""
    return f"{unit.name.split(':')[0]}[{', '.join(unit.coordinates)}]{line}"


def known_value(space: Space, unit: Unit, element: ir.Element) -> Fact | None:
    """The constant that an element holds at the start of each instance of a unit. None when it varies."""
    index = affine(element.index, unit.meaning)
    if index is None:
        return None
    reads = space.touch(unit, Access(element.array, False, index))
    for writer in space.region.units:
        for access, value in _constant_writes(writer, element.array):
            written = _pairs_that_reach(space, space.touch(writer, access), reads, writer, unit)
            covered = space.domain(unit).is_subset(written.range())
            if covered and _nothing_since(space, writer, access, written, reads, unit):
                return Fact(unit, element.array, str(index), value, writer)
    return None


def _constant_writes(unit: Unit, array: str) -> list[tuple[Access, Number]]:
    """The certain writes of constants to an array by an assignment."""
    if not isinstance(unit.statement, ir.Assign) or not unit.certain:
        return []
    writes = [one for one in unit.accesses if one.writes and one.name == array and one.where != "anywhere"]
    constants = []
    for target, value in zip(unit.statement.targets, unit.statement.values, strict=True):
        if isinstance(target, ir.Element) and target.array == array and isinstance(value, ir.Constant):
            where = affine(target.index, unit.meaning)
            constants += [(one, value.value) for one in writes if one.where == where]
    return constants


def _pairs_that_reach(space: Space, writes: isl.Map, reads: isl.Map, writer: Unit, unit: Unit) -> isl.Map:
    """Pairs of an earlier write and a read of the same element."""
    return writes.apply_range(reads.reverse()).intersect(before(space, writer, unit))


def _nothing_since(
    space: Space, writer: Unit, access: Access, written: isl.Map, reads: isl.Map, unit: Unit
) -> bool:
    """Whether every other write before the read comes before the writer's, too."""
    own = space.touch(writer, access)
    for other in space.region.units:
        for one in other.accesses:
            if not one.writes or one.name != access.name or other is writer:
                continue
            touched = space.touch(other, one)
            pairs = _pairs_that_reach(space, touched, reads, other, unit).intersect_params(space.context)
            overwritten = _pairs_that_reach(space, touched, own, other, writer).apply_range(written)
            if not pairs.is_subset(overwritten):
                return False
    return True
