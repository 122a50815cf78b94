"""Dependences as sentences in the source's own names: `right[i] -> displaced[i, k] through marks[i]`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from generator.compiler.dependences.relations import Dependence, Space
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import Unit


def _coordinates(unit: Unit, taken: Iterable[str] = ()) -> list[str]:
    """The names of a unit's coordinates. A name that is taken gets a mark, which is printed as a prime."""
    return [name + "_p" if name in taken else name for name in unit.coordinates]


def _primes(text: str) -> str:
    return re.sub(r"\b(\w+?)_p\b", r"\1'", text)


def lines(dependence: Dependence, space: Space, distant: bool = False) -> list[str]:
    """One line for each convex piece of a dependence: `source[i] -> sink[i, k] through name for k > i`.

    With `distant` the distance stands after a piece inside common loops: `, distance (0, +)`.
    """
    source, sink = dependence.source, dependence.sink
    relation = dependence.relation.gist_domain(space.domain(source)).gist_range(space.domain(sink))
    relation = relation.gist_params(space.context).coalesce()
    told = []
    for piece in relation.get_basic_maps():
        whole = dependence.relation.intersect(isl.Map.from_basic_map(piece))
        between = distances(replace(dependence, relation=whole)) if distant else ()
        told.append(_line(dependence, piece) + (f", distance ({', '.join(between)})" if between else ""))
    return told


def _line(dependence: Dependence, piece: isl.BasicMap) -> str:
    source, sink = dependence.source, dependence.sink
    inner = _coordinates(source)
    outer = _coordinates(sink, inner)
    for kind, names in ((isl.dim_type.in_, inner), (isl.dim_type.out, outer)):
        for position, name in enumerate(names):
            piece = piece.set_dim_name(kind, position, name)
    text = str(piece)
    text = text[text.index("{") + 1 : text.rindex("}")].strip()
    arrow, _, condition = text.partition(" : ")
    right = arrow.partition(" -> ")[2]
    shown, rest = _fix(_values(right), condition)
    through = f" through {dependence.through}" if dependence.through else ""
    tail = f" for {_primes(rest)}" if rest else ""
    return f"{_instance(source, inner)} -> {_instance(sink, shown)}{through}{tail}"


def _values(tuple_text: str) -> list[str]:
    """`u3[j = 1 + i, k]` as ['1 + i', 'k']."""
    inside = tuple_text[tuple_text.index("[") + 1 : tuple_text.rindex("]")]
    return [value.split(" = ")[-1].strip("() ") for value in inside.split(",") if value.strip()]


def _fix(values: list[str], condition: str) -> tuple[list[str], str]:
    """The sink's coordinates and the rest of a condition. A coordinate that the condition sets equal to an
    expression is replaced by it.
    """
    left = []
    for part in condition.split(" and ") if condition else []:
        name, _, value = part.partition(" = ")
        if value and name in values and "exists" not in condition:
            values = [value if one == name else one for one in values]
        else:
            left.append(part)
    return values, " and ".join(left)


def _instance(unit: Unit, values: list[str]) -> str:
    """An instance of a unit in the source's words: `name[i, k]`."""
    return f"{unit.name}[{', '.join(map(_primes, values))}]" if values else unit.name


def distances(dependence: Dependence) -> tuple[str, ...]:
    """The distance of the sink from the source in each loop around both: a number, or a sign for the
    direction.

    '0', '1', ... where the distance is the same for all pairs, otherwise '+', '-', '0+', '0-' or '*' for
    any. It is the difference of the loop's variable, with the sign turned in a loop that counts down.
    """
    source, sink = dependence.source, dependence.sink
    shared = _shared_loops(source, sink)
    results = []
    for position, downwards in enumerate(shared):
        difference = dependence.relation.deltas() if source is sink else _difference(dependence, len(shared))
        low, high = _ends(difference, position)
        if downwards:
            low, high = (None if high is None else -high), (None if low is None else -low)
        results.append(_direction(low, high))
    return tuple(results)


def _shared_loops(source: Unit, sink: Unit) -> list[bool]:
    """The loops around both units: for each whether it counts down."""
    shared = []
    for one, other in zip(source.schedule[:-1], sink.schedule[:-1], strict=False):
        if one != other:
            break
        shared.append(one)
    return [one.startswith("-") for one in shared if not one.isdigit()]


def _difference(dependence: Dependence, count: int) -> isl.Set:
    """The distances of a dependence: sink minus source, in the first `count` coordinates."""
    relation = dependence.relation
    for kind in (isl.dim_type.in_, isl.dim_type.out):
        relation = relation.project_out(kind, count, relation.dim(kind) - count)
        relation = relation.set_tuple_name(kind, "shared")
    return relation.deltas()


def _ends(difference: isl.Set, position: int) -> tuple[int | None, int | None]:
    """The least and the greatest distance over all parameters, None where there is no limit."""
    flat = difference.project_out(isl.dim_type.param, 0, difference.dim(isl.dim_type.param))
    low, high = flat.dim_min_val(position), flat.dim_max_val(position)
    return low.to_python() if low.is_int() else None, high.to_python() if high.is_int() else None


def _direction(low: int | None, high: int | None) -> str:
    if low is not None and low == high:
        return str(low)
    if low is not None and low >= 0:
        return "+" if low > 0 else "0+"
    if high is not None and high <= 0:
        return "-" if high < 0 else "0-"
    return "*"
