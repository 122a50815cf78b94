"""Functions that get the indices of elements as numbers, as one function for each of these numbers.

    def minor(i, j):                                   def minor_0_1():
        return a[i] * a[j + 3] - a[j] * a[i + 3]           return a[0] * a[4] - a[1] * a[3]
    ...                                                ...
    minor(0, 1) / minor(0, 2)                          minor_0_1() / minor_0_2()

Then lines name the registers of the elements, and I is not needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, changed_names, names_in, nodes, with_parts
from generator.compiler.tree.substitution import substitute


def know_indices(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with a function for each number that stands for an index, and what was done in words."""
    told: list[str] = []
    while one := next(filter(lambda one: _indices(one, module), module.functions.values()), None):
        told.append(f"{one.name} is a function for each of the indices with which it is called")
        module = _for_each(module, one, _indices(one, module))
    return module, tuple(told)


def _indices(function: ir.Function, module: ir.Module) -> frozenset[str]:
    """The parameters of which a function computes indices, where each call gives numbers for all of them."""
    if function.label or function.levels or function.name in module.routines:
        return frozenset()
    elements = tuple(one.index for one in nodes(function.body) if isinstance(one, ir.Element))
    found = frozenset(names_in(elements, ir.Read).keys() & set(function.parameters)) - changed_names(
        function.body, module
    )
    for call in nodes(module.bodies):
        if isinstance(call, ir.Call) and call.function == function.name:
            given = dict(zip(function.parameters, call.arguments, strict=True)) if not call.by else {}
            if not all(isinstance(given.get(name), ir.Constant) for name in found):
                return frozenset()
    return found


def _for_each(module: ir.Module, function: ir.Function, names: frozenset[str]) -> ir.Module:
    """The module with a function for each of the numbers that calls give for these parameters."""
    made: dict[tuple[ir.Expression, ...], ir.Function] = {}

    def change(piece: Piece) -> Piece:
        changed: object = with_parts(piece, change)
        if not isinstance(changed, ir.Call) or changed.function != function.name:
            return cast(Piece, changed)
        given = dict(zip(function.parameters, changed.arguments, strict=True))
        known = {name: one for name, one in given.items() if name in names}
        key = tuple(known.values())
        if key not in made:
            digits = (str(one.value) for one in key if isinstance(one, ir.Constant))
            name = "_".join((function.name, *digits))
            while name in module.functions:
                name += "_"
            rest = tuple(one for one in function.parameters if one not in names)
            body = substitute(function.body, known)
            made[key] = replace(function, name=name, parameters=rest, body=body)
        arguments = tuple(one for name, one in given.items() if name not in names)
        return cast(Piece, replace(changed, function=made[key].name, arguments=arguments))

    functions = {
        name: replace(one, body=change(one.body))
        for name, one in module.functions.items()
        if name != function.name
    }
    return replace(module, functions=functions | {one.name: one for one in made.values()})
