"""The dependences of a block, each as a set of pairs of instances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Literal

from generator.compiler.dependences.accesses import DISPLAY, ERRORS, Access
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import BlockUnits, Unit

DependenceKind = Literal["flow", "anti", "output"]


@dataclass(frozen=True)
class Dependence:
    """All pairs of instances of two units that conflict at one name, the earlier one first.

    `relation` maps instances of `source` to instances of `sink`. It is exact when `certain`. Otherwise some
    of the pairs may not conflict in a run, because a condition or an index is known only then.
    """

    kind: DependenceKind
    source: Unit
    sink: Unit
    through: str
    relation: isl.Map
    certain: bool


class Space:
    """A region in the library's terms: domains, accesses and times as sets and maps."""

    def __init__(self, region: BlockUnits) -> None:
        self.region = region
        self.parameters = ", ".join(sorted(region.parameters))
        self.depth = max((len(unit.schedule) for unit in region.units), default=1)
        self.context = self._context()

    def map(self, text: str) -> isl.Map:
        """A map over the region's parameters."""
        return isl.Map(f"[{self.parameters}] -> {{ {text} }}")

    def set(self, text: str) -> isl.Set:
        """A set over the region's parameters."""
        return isl.Set(f"[{self.parameters}] -> {{ {text} }}")

    def domain(self, unit: Unit) -> isl.Set:
        """The instances of a unit, for parameters with which the program is sound."""
        return self.instances(unit).intersect_params(self.context)

    def instances(self, unit: Unit) -> isl.Set:
        """The instances of a unit, for all parameters."""
        return self.set(f"{unit.place}[{', '.join(unit.coordinates)}]{_conditions(unit.constraints)}")

    def times(self, unit: Unit) -> isl.Map:
        """The schedule of a unit: a time for each of its instances, all of the same length."""
        times = (*unit.schedule, *("0" for _ in range(self.depth - len(unit.schedule))))
        return self.map(f"{unit.place}[{', '.join(unit.coordinates)}] -> [{', '.join(times)}]")

    def touch(self, unit: Unit, access: Access) -> isl.Map:
        """The element that each instance of a unit uses by one access. A scalar is element 0."""
        where, extra = "0", list(access.conditions)
        if access.where == "anywhere":
            where = "element'"
            length = self.region.lengths.get(access.name)
            extra += [] if length is None else [f"0 <= element' < {length}"]
        elif access.where != "scalar":
            where = str(access.where)
        texts = ", ".join(unit.coordinates)
        relation = self.map(f"{unit.place}[{texts}] -> place[{where}]{_conditions(tuple(extra))}")
        return relation.intersect_domain(self.instances(unit))

    def _context(self) -> isl.Set:
        """The parameters for which no certain access leaves its array. Others end in an error in Python."""
        context = self.set(":")
        for text in self.region.assumptions:
            context = context.intersect(self.set(f": {text}"))
        for unit, access in ((one, access) for one in self.region.units for access in one.accesses):
            length = self.region.lengths.get(access.name)
            if length is None or access.where in ("anywhere", "scalar"):
                continue
            if not (unit.certain and access.certain):
                continue
            inside = self.set(f"place[element'] : 0 <= element' < {length}")
            outside = self.touch(unit, access).range().subtract(inside).params()
            context = context.subtract(outside)
        return context.coalesce()


def _conditions(constraints: tuple[str, ...]) -> str:
    return " : " + " and ".join(f"({one})" for one in constraints) if constraints else ""


def before(space: Space, first: Unit, second: Unit) -> isl.Map:
    """The pairs of instances of two units of which the first runs earlier."""
    return space.times(first).lex_lt_map(space.times(second))


def dependences(space: Space) -> tuple[Dependence, ...]:
    """All dependences of a region. Those of one kind between two units by one name are one."""
    merged: dict[tuple[DependenceKind, int, int, str], Dependence] = {}
    for source, sink in product(space.region.units, repeat=2):
        earlier = before(space, source, sink)
        for one, other in product(accesses_of(source, space), accesses_of(sink, space)):
            if one.name != other.name or not (one.writes or other.writes):
                continue
            relation = space.touch(source, one).apply_range(space.touch(sink, other).reverse())
            relation = relation.intersect(earlier).intersect_params(space.context)
            if relation.is_empty():
                continue
            kind = _kind(one, other)
            certain = all((source.certain, sink.certain, *map(_exact, (one, other))))
            known = merged.get((kind, source.number, sink.number, one.name))
            if known is not None:
                relation = relation.union(known.relation).coalesce()
                certain = certain and known.certain
            merged[kind, source.number, sink.number, one.name] = Dependence(
                kind, source, sink, one.name, relation, certain
            )
    return tuple(merged.values())


def _exact(access: Access) -> bool:
    return access.certain and access.where != "anywhere"


def _kind(earlier: Access, later: Access) -> DependenceKind:
    if earlier.writes:
        return "output" if later.writes else "flow"
    return "anti"


def accesses_of(unit: Unit, space: Space) -> tuple[Access, ...]:
    """A unit's accesses.

    An access to a place that stays between runs or can be seen must not change its order with an error.
    """
    fails = any(access.name == ERRORS for one in space.region.units for access in one.accesses)
    lasting = {*space.region.lengths, DISPLAY}
    if fails and any(access.writes and access.name in lasting for access in unit.accesses):
        return (*unit.accesses, Access(ERRORS, False, "scalar"))
    return unit.accesses
