"""Formulas that stand in several places, with other names, as one function.

return comb(n, k) * p**k * (1 - p) ** (n - k)            return formula(n, k, p)
...                                                      ...
total += comb(m, i) * q**i * (1 - q) ** (m - i)          total += formula(m, i, q)

A register that has its place in all of them stays in the function. What differs is an argument.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from generator.compiler.target.entry import keys_of
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, changed_names, nodes, with_parts
from generator.compiler.tree.rewriting import unused_in_module, unused_name
from generator.language.operations import EFFECTS, FLAG_OPERATIONS, result_count

LEAST_SIZE: Final = 7
"""About how many operations, names and keys a formula has at least if a call takes fewer lines.

They are one more for each argument after the first one, which X has.
"""
MOST_ARGUMENTS: Final = 3
MOST_FORMULAS: Final = 3


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression as it stands in a function, with the names that it reads in their order."""

    function: str
    tree: ir.Operation
    names: tuple[str, ...]


def share_formulas(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with its repeated formulas as functions, the largest first, and what was done in words."""
    told: list[str] = []
    while len(told) < MOST_FORMULAS:
        found: dict[ir.Node, list[Formula]] = defaultdict(list)
        for function in _own_functions(module):
            for one in _formulas(function, module):
                found[one_form(one.tree)].append(one)
        best = max(
            filter(None, (_of_one_function(one, module) for one in found.values())),
            key=lambda one: _size(one[0].tree),
            default=None,
        )
        if best is None:
            break
        module = _with_function(module, best)
        names = ", ".join(sorted({one.function for one in best}))
        told.append(f"{names}: a formula that stands in {len(best)} places is a function")
    return module, tuple(told)


def _of_one_function(formulas: list[Formula], module: ir.Module) -> tuple[Formula, ...]:
    """The formulas of one form that one function can compute. It is empty where they are one, or differ too
    much, and where they call functions and stand in one function: it has these calls at hand for other code.
    """
    several = {(one.function, one.names): one for one in formulas}
    calls = any(isinstance(one, ir.Call) for one in nodes(formulas[0].tree))
    alike = len({one.function for one in formulas}) == 1 and (
        calls or len({one.names for one in formulas}) == 1
    )
    arguments = len(_arguments([*several.values()], module))
    saves = arguments <= MOST_ARGUMENTS and _size(formulas[0].tree) >= LEAST_SIZE + max(0, arguments - 1)
    return tuple(several.values()) if saves and not alike else ()


def _arguments(formulas: Sequence[Formula], module: ir.Module) -> dict[tuple[str, ...], int]:
    """The names of the formulas in one place, for all that need an argument, each with its first place."""
    places = [*zip(*(one.names for one in formulas), strict=True)]
    return {
        names: at
        for at, names in reversed([*enumerate(places)])
        if len({*names}) > 1 or names[0] not in module.registers
    }


def _own_functions(module: ir.Module) -> Iterator[ir.Function]:
    """The functions that may call another one."""
    for name, one in module.functions.items():
        if not one.levels and name not in module.routines:
            yield one


def _size(tree: ir.Operation) -> int:
    """The operations and names of a formula, and the keys of its numbers."""
    return sum(len(keys_of(one.value)) if isinstance(one, ir.Constant) else 1 for one in nodes(tree))


def _formulas(function: ir.Function, module: ir.Module) -> Iterator[Formula]:
    """The formulas of a function that are large enough, unless the formula is the whole function."""
    match function:
        case ir.Function(label=None, body=(ir.Return(values=whole),)):
            pass
        case _:
            whole = ()
    for one in nodes(function.body):
        if isinstance(one, ir.Operation) and one not in whole and _may_be_called(one, module):
            yield Formula(function.name, one, _names_of(one))


def _may_be_called(node: ir.Operation, module: ir.Module) -> bool:
    """Whether an operation is large, and computes a number from names, also by functions of the module.

    Those may not change registers, because arguments are read before the calls, nor call themselves, because
    then they need all places to return to.
    """
    for part in nodes(node):
        match part:
            case ir.Operation(name=name, matrices=()):
                if name in EFFECTS or name in FLAG_OPERATIONS or name == "ran" or result_count(name) != 1:
                    return False
            case ir.Call(function=name, by=""):
                changes = changed_names(part, module)
                if changes or module.functions[name].levels or name in module.routines:
                    return False
            case ir.Constant() | ir.Read():
                pass
            case _:
                return False
    return _size(node) >= LEAST_SIZE


def _with_other_names(piece: Piece, rename: Callable[[str], str]) -> Piece:
    """A piece of the tree with other names, each asked for in the order in which they stand."""
    if isinstance(piece, ir.Read):
        return cast(Piece, replace(piece, name=rename(piece.name)))
    return with_parts(piece, lambda part: _with_other_names(part, rename))


def _names_of(tree: ir.Operation) -> tuple[str, ...]:
    """The names that a formula reads, in the order in which they are asked for."""
    names: list[str] = []

    def note(name: str) -> str:
        names.append(name)
        return name

    _with_other_names(tree, note)
    return tuple(names)


def one_form(tree: ir.Operation) -> ir.Operation:
    """A formula without its names."""
    return _with_other_names(tree, lambda _: "")


def _with_function(module: ir.Module, formulas: tuple[Formula, ...]) -> ir.Module:
    """A module with a function for formulas of one form, and calls of it."""
    taken = {*module.registers, *module.arrays, *module.functions, *module.matrices}
    name = unused_in_module("formula", module)
    first, trees = formulas[0], {one.tree for one in formulas}
    arguments = _arguments(formulas, module)
    places = sorted(arguments.values())
    parameters: list[str] = []
    for at in places:
        wanted = first.names[at] if first.names[at] not in module.registers else "given"
        parameters.append(
            unused_name(wanted, [*map(ir.Name, [*parameters, *(taken if wanted == "given" else ())])], module)
        )
    named = dict(zip(places, parameters, strict=True))
    columns = zip(*(one.names for one in formulas), strict=True)
    inside = iter([named[arguments[one]] if one in arguments else one[0] for one in columns])
    body = (ir.Return((_with_other_names(first.tree, lambda _: next(inside)),), place=first.tree.place),)
    made = ir.Function(name, tuple(parameters), body, 1, place=first.tree.place)

    def change(part: Piece) -> Piece:
        if not isinstance(part, ir.Operation) or part not in trees:
            return cast(Piece, with_parts(part, change))
        names = _names_of(part)
        given = tuple(ir.Read(names[at], place=part.place) for at in places)
        return cast(Piece, ir.Call(name, given, place=part.place))

    functions = dict(module.functions)
    for one in _own_functions(module):
        functions[one.name] = replace(one, body=change(one.body))
    return replace(module, functions={**functions, name: made})
