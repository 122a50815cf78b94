"""Proofs: that a block in another form computes the same, or the dependence that forbids it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from generator.compiler.dependences import describe
from generator.compiler.dependences.relations import Dependence, Space, dependences
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import BlockUnits, Unit, region
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine


class FormRefused(Exception):
    """Raised for a form that is not legal, or cannot be shown to be.

    The text says why, in the source's names.
    """


@dataclass(frozen=True, slots=True)
class Link:
    """Instances of unit `old` of the block before are instances of unit `new` of the block after.

    `relation` maps coordinates, in isl's words: `[i] -> [n - i]`, or with a condition `[i] -> [i] : i < 3`.
    Units are counted without those that loops add for their bounds.
    """

    old: int
    new: int
    relation: str


@dataclass(frozen=True)
class Form:
    """A block in another form: its name, both blocks, and the links between them."""

    name: str
    before: ir.Block
    after: ir.Block
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class FormProof:
    """The result of a proof: the number of dependences, none of which leads backwards.

    `sums` are counts whose additions may change their order because they stay exact. `claims` are names of
    places at which a dependence was set aside because of `unordered`.
    """

    form: str
    dependences: int
    sums: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{self.form}: {self.dependences} dependences, none leads backwards"
        if self.sums:
            text += f"; the sums {', '.join(self.sums)} are exact in any order"
        if self.claims:
            text += f"; by the claim unordered for {', '.join(self.claims)}"
        return text


def prove(
    form: Form,
    module: ir.Module,
    outside: frozenset[str] = frozenset(),
    *,
    sums: Iterable[str] = (),
    claims: bool = False,
) -> FormProof:
    """The proof that a form is legal. FormRefused otherwise. `outside` are locals that are read after it.

    With `claims`, passes of loops that are claimed to be unordered need not keep their order.
    """
    old, new = region(form.before, module, outside), region(form.after, module, outside)
    _no_loop_variables(old, new)
    parameters = old.parameters | new.parameters
    assumptions = (*old.assumptions, *new.assumptions)
    before = Space(replace(old, parameters=parameters, assumptions=assumptions))
    after = Space(replace(new, parameters=parameters, assumptions=assumptions))
    moves = _moves(form, before, after)
    _same_work(form, before, after, moves)
    free = frozenset(sums)
    ordered = [one for one in dependences(before) if one.through not in free]
    used: set[str] = set()
    for one in ordered:
        bound = _without_claimed(one) if claims else one
        if bound is not one and not bound.relation.is_equal(one.relation):
            used |= one.source.unordered & one.sink.unordered
        _require_order(bound, before, after, moves)
    return FormProof(form.name, len(ordered), tuple(sums), tuple(sorted(used)))


def _without_claimed(dependence: Dependence) -> Dependence:
    """A dependence without its pairs in different passes of a loop that is claimed to be unordered."""
    source, sink = dependence.source, dependence.sink
    relation = dependence.relation
    for position, (one, other) in enumerate(zip(source.coordinates, sink.coordinates, strict=False)):
        if source.schedule[2 * position] != sink.schedule[2 * position]:
            break
        if one in source.unordered and other in sink.unordered:
            relation = relation.equate(isl.dim_type.in_, position, isl.dim_type.out, position)
    return replace(dependence, relation=relation)


def body_units(inner: BlockUnits) -> list[Unit]:
    """The units of a region without those that loops add for their bounds and variables."""
    return [unit for unit in inner.units if not isinstance(unit.statement, ir.For)]


def _no_loop_variables(old: BlockUnits, new: BlockUnits) -> None:
    for inner in (old, new):
        for unit in inner.units:
            if isinstance(unit.statement, ir.For) and any(one.writes for one in unit.accesses):
                raise FormRefused(
                    f"the last value of the loop variable {unit.statement.name} is used elsewhere"
                )


UnitMove: TypeAlias = "tuple[Unit, Unit, isl.Map]"


def _moves(form: Form, before: Space, after: Space) -> list[UnitMove]:
    """The links as maps from old instances to new ones."""
    old, new = body_units(before.region), body_units(after.region)
    moves = []
    for link in form.links:
        source, sink = old[link.old], new[link.new]
        left, _, right = link.relation.partition("->")
        text = f"{source.place}{left.strip()} -> {sink.place}{right.strip()}"
        relation = before.map(text).intersect_domain(before.instances(source))
        moves.append((source, sink, relation.intersect_range(after.instances(sink))))
    return moves


def _same_work(form: Form, before: Space, after: Space, moves: list[UnitMove]) -> None:
    """Every old instance is one new instance, every new one is an old one, and they do the same."""
    for unit in body_units(before.region):
        own = [relation for source, _, relation in moves if source is unit]
        if not _partition([one.domain() for one in own], before.domain(unit), before):
            raise FormRefused(f"{form.name}: not every instance of {unit.name} is kept once")
    for unit in body_units(after.region):
        own = [relation for _, sink, relation in moves if sink is unit]
        single = all(one.is_injective() and one.is_single_valued() for one in own)
        if not single or not _partition([one.range() for one in own], after.domain(unit), before):
            raise FormRefused(f"{form.name}: {unit.name} would run at other times than before")
    for source, sink, relation in moves:
        if not _same_statement(source, sink, relation, before, after):
            raise FormRefused(f"{form.name}: {source.name} would not do the same as before")


def _partition(pieces: list[isl.Set], whole: isl.Set, space: Space) -> bool:
    """Whether the sets have no common members and together make up a set, for all sound parameters."""
    rest = whole.intersect_params(space.context)
    for piece in pieces:
        inside = piece.intersect_params(space.context)
        if not inside.is_subset(rest):
            return False
        rest = rest.subtract(inside)
    return bool(rest.is_empty())


def _same_statement(old: Unit, new: Unit, relation: isl.Map, before: Space, after: Space) -> bool:
    whole = _whole_numbers(before.region) | _whole_numbers(after.region)
    first, second = _Skeleton(old, whole), _Skeleton(new, whole)
    if first.of(old.statement) != second.of(new.statement) or len(first.sums) != len(second.sums):
        return False
    for one, other in zip(first.sums, second.sums, strict=True):
        here = before.map(f"{old.place}[{', '.join(old.coordinates)}] -> value[{one}]")
        there = after.map(f"{new.place}[{', '.join(new.coordinates)}] -> value[{other}]")
        if not relation.intersect_params(before.context).is_subset(here.apply_range(there.reverse())):
            return False
    return True


def _whole_numbers(inner: BlockUnits) -> frozenset[str]:
    """The names of whole numbers: coordinates and the parameters in bounds.

    Their sums are exact in any order.
    """
    texts = (text for unit in inner.units for text in (*unit.coordinates, *unit.constraints))
    return frozenset(name for text in texts for name in re.findall(r"[A-Za-z_]\w*", text))


class _Skeleton:
    """A statement in which sums of whole numbers and indices are left out.

    These are collected in their order.
    """

    def __init__(self, unit: Unit, whole: frozenset[str]) -> None:
        self.unit = unit
        self.whole = whole
        self.sums: list[str] = []

    def of(self, piece: object) -> object:
        if piece is self.unit.statement and isinstance(piece, ir.If) and self.unit.only_test:
            piece = piece.test
        if isinstance(piece, tuple):
            return tuple(self.of(one) for one in piece)
        if isinstance(piece, ir.Element):
            value = affine(piece.index, self.unit.meaning)
            if value is not None:
                self.sums.append(str(value))
                return ("an element", piece.array)
        if isinstance(piece, ir.Constant | ir.Read | ir.Operation):
            value = affine(piece, self.unit.meaning)
            if value is not None and value.names <= self.whole:
                self.sums.append(str(value))
                return "a sum"
        if not isinstance(piece, ir.Node):
            return piece
        names = [one.name for one in fields(piece) if one.name not in ("place", "loop")]
        return (type(piece).__name__, *(self.of(getattr(piece, name)) for name in names))


def _require_order(dependence: Dependence, before: Space, after: Space, moves: list[UnitMove]) -> None:
    """Refuse when a dependence leads backwards, or to the same time, in the new order."""
    for source, new_source, relation in moves:
        if source is not dependence.source:
            continue
        for sink, new_sink, other in moves:
            if sink is not dependence.sink:
                continue
            moved = dependence.relation.apply_domain(relation).apply_range(other)
            wrong = moved.subtract(after.times(new_source).lex_lt_map(after.times(new_sink)))
            if wrong.is_empty():
                continue
            back = wrong.apply_domain(relation.reverse()).apply_range(other.reverse())
            shown = describe.lines(replace(dependence, relation=back), before)
            raise FormRefused(f"{dependence.kind} {shown[0]}")
