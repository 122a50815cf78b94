"""Functions with loops that differ in numbers only, as calls of one function.

def to_binary(n):                                    def to_binary(n):
    while n > 0:                                         return alike(n, 10, 2)
        made += place * (n % 2)
        place *= 10                                  def alike(n, number, number_2):
        n //= 2                                          while n > 0:
    return made                                              made += place * (n % number_2)
                                                             place *= number
def from_binary(n): ... n % 10 ... place *= 2 ...            n //= number_2
                                                         return made
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final, cast

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, nodes, with_parts
from generator.compiler.tree.rewriting import unused_in_module, unused_name
from hp15c.numbers.number import ZERO, Number

LEAST_NODES: Final = 25
"""About how many nodes a function has at least if a call takes fewer lines."""
MOST_ARGUMENTS: Final = 4
"""The most arguments of a function: as many as the stack has levels."""


@dataclass(frozen=True, slots=True)
class _Form:
    """A function without its numbers and names, and the numbers in the order in which they stand."""

    function: ir.Function
    form: ir.Block
    numbers: tuple[Number, ...]


def share_functions(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with one function for those that differ in numbers, and what was done in words."""
    found: dict[object, list[_Form]] = defaultdict(list)
    for name, one in module.functions.items():
        inside = [*nodes(one.body)]
        loops = any(isinstance(each, ir.For | ir.While) for each in inside)
        if (
            loops
            and len(inside) >= LEAST_NODES
            and one.results == 1
            and not one.levels
            and name not in module.routines
        ):
            made = _form(one, module)
            found[made.form, len(one.parameters)].append(made)
    told: list[str] = []
    for several in found.values():
        columns = [*zip(*(one.numbers for one in several), strict=True)]
        given = [*dict.fromkeys(column for column in columns if len({*column}) > 1)]
        first = several[0].function
        if len(several) > 1 and len(first.parameters) + len(given) <= MOST_ARGUMENTS:
            module = _with_function(module, several, columns, given)
            names = ", ".join(one.function.name for one in several)
            told.append(f"{names}: they differ in numbers, and call one function")
    return module, tuple(told)


def _form(function: ir.Function, module: ir.Module) -> _Form:
    """A function without its numbers and the names of its locals. Indices and claims keep their numbers."""
    kept = {*module.registers, *module.arrays, *module.functions}
    places = defaultdict[str, str](map("local {}".format, count()).__next__)
    for one in function.parameters:
        places[one]
    numbers: list[Number] = []

    def change(piece: Piece, inside: bool = True) -> Piece:
        match piece:
            case ir.Constant(value=value) if inside:
                numbers.append(value)
                return cast(Piece, ir.Constant(ZERO))
            case ir.Read(name=name) | ir.Name(name=name) if name not in kept:
                return cast(Piece, replace(piece, name=places[name]))
            case ir.For(name=name):
                made = with_parts(piece, lambda part: change(part, inside))
                return cast(Piece, replace(made, name=places[name], loop=""))
        inside = inside and not isinstance(piece, ir.Element | ir.Assume)
        return with_parts(piece, lambda part: change(part, inside))

    return _Form(function, change(function.body), tuple(numbers))


def _with_function(
    module: ir.Module,
    several: Sequence[_Form],
    columns: Sequence[tuple[Number, ...]],
    given: Sequence[tuple[Number, ...]],
) -> ir.Module:
    """A module with one function for some that are alike, and calls of it."""
    first = several[0].function
    name = unused_in_module("alike", module)
    parameters = [*first.parameters]
    for _ in given:
        parameters.append(unused_name("number", (first.body, *map(ir.Name, parameters)), module))
    own = dict(zip(given, parameters[len(first.parameters) :], strict=True))
    body = _with_names(first.body, iter([own.get(column, "") for column in columns]))
    functions = {**module.functions, name: ir.Function(name, tuple(parameters), body, 1, place=first.place)}
    for at, one in enumerate(several):
        arguments: tuple[ir.Expression, ...] = tuple(map(ir.Read, one.function.parameters))
        arguments += tuple(ir.Constant(column[at]) for column in given)
        call = ir.Return((ir.Call(name, arguments),), place=one.function.body[0].place)
        functions[one.function.name] = replace(one.function, body=(call,))
    return replace(module, functions=functions)


def _with_names(block: ir.Block, names: Iterator[str]) -> ir.Block:
    """A block with names in place of numbers, in their order. An empty name leaves the number."""

    def change(piece: Piece, inside: bool = True) -> Piece:
        if isinstance(piece, ir.Constant) and inside:
            name = next(names)
            return cast(Piece, ir.Read(name, place=piece.place)) if name else piece
        inside = inside and not isinstance(piece, ir.Element | ir.Assume)
        return with_parts(piece, lambda part: change(part, inside))

    return change(block)
