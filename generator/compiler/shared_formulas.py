"""Formulas that stand in several functions, with other names, as one function.

return comb(n, k) * p**k * (1 - p) ** (n - k)            return formula(n, k, p)
...                                                      ...
total += comb(m, i) * q**i * (1 - q) ** (m - i)          total += formula(m, i, q)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes, with_parts
from generator.compiler.tree.rewriting import unused_name
from generator.language.counting_lines import FLAG_OPERATIONS
from generator.language.operations import EFFECTS, result_count

LEAST_NODES: Final = 12
"""The operations, names and numbers of a formula from which on a call takes fewer lines, about."""
MOST_ARGUMENTS: Final = 3
MOST_FORMULAS: Final = 3


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression with numbered names in place of its locals, `arguments` in the order of these numbers."""

    pattern: ir.Expression
    arguments: tuple[str, ...]


def share_formulas(module: ir.Module) -> tuple[ir.Module, tuple[str, ...]]:
    """A module with such formulas as functions, and what was done in words. The largest ones come first."""
    told: list[str] = []
    while len(told) < MOST_FORMULAS:
        found: dict[ir.Expression, set[str]] = defaultdict(set)
        for function in _own_functions(module):
            for one in _formulas(function, module):
                found[one.pattern].add(function.name)
        shared = {pattern: names for pattern, names in found.items() if len(names) > 1}
        best = max(shared, key=_size, default=None)
        if best is None:
            break
        module = _with_function(module, best)
        told.append(f"{', '.join(sorted(shared[best]))} have a formula in common, which is a function")
    return module, tuple(told)


def _own_functions(module: ir.Module) -> Iterator[ir.Function]:
    """The functions that may call another one."""
    for name, one in module.functions.items():
        if not one.levels and name not in module.routines:
            yield one


def _size(piece: ir.Expression) -> int:
    return sum(1 for _ in nodes(piece))


def _formulas(function: ir.Function, module: ir.Module) -> Iterator[Formula]:
    """The formulas of a function that are large enough, unless the formula is the whole function."""
    match function:
        case ir.Function(label=None, body=(ir.Return(values=whole),)):
            pass
        case _:
            whole = ()
    for one in nodes(function.body):
        if isinstance(one, ir.Operation) and one not in whole and (found := _formula(one, module)):
            yield found


def _formula(node: ir.Operation, module: ir.Module) -> Formula | None:
    """An operation as a formula. None where it is small, has many names, or does more than compute."""
    numbers: dict[str, int] = {}
    for part in nodes(node):
        match part:
            case ir.Read(name=name):
                if name not in module.registers:
                    numbers.setdefault(name, len(numbers))
            case ir.Operation(name=name, matrices=()):
                if name in EFFECTS or name in FLAG_OPERATIONS or name == "ran" or result_count(name) != 1:
                    return None
            case ir.Constant():
                pass
            case _:
                return None
    if len(numbers) > MOST_ARGUMENTS or _size(node) < LEAST_NODES:
        return None

    def change(part: object) -> object:
        if isinstance(part, ir.Read) and part.name in numbers:
            return replace(part, name=f"{numbers[part.name]}")
        return with_parts(part, change)

    return Formula(with_parts(node, change), tuple(numbers))


def _with_function(module: ir.Module, pattern: ir.Expression) -> ir.Module:
    """A module with a function for a formula, and calls of it."""
    taken = {*module.registers, *module.arrays, *module.functions, *module.matrices}
    name = unused_name("formula", (*module.bodies, *map(ir.Name, taken)))
    made: dict[str, ir.Function] = {}
    functions = dict(module.functions)

    def change(part: object) -> object:
        found = _formula(part, module) if isinstance(part, ir.Operation) else None
        if found is None or found.pattern != pattern or not isinstance(part, ir.Operation):
            return with_parts(part, change)
        if name not in made:
            body = (ir.Return((part,), place=part.place),)
            made[name] = ir.Function(name, found.arguments, body, 1, place=part.place)
        arguments = tuple(ir.Read(one, place=part.place) for one in found.arguments)
        return ir.Call(name, arguments, place=part.place)

    for one in _own_functions(module):
        functions[one.name] = replace(one, body=with_parts(one.body, change))
    return replace(module, functions={**functions, **made})
