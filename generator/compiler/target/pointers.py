"""Loop variables that count registers: the variable lives in I and points at the element of its pass.

A loop whose variable is used for elements only, all at one distance from it, counts the registers themselves:
`for i in range(n): a[i] = 0` with a[0] in R5 becomes a loop from 5 to n + 5 over I.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import names_in, nodes
from generator.compiler.tree.rewriting import rewritten
from generator.compiler.tree.substitution import minus, plus, substitute

LAST_NAMED = 19


def moved_pointers(module: ir.Module, arrays: Mapping[str, int]) -> ir.Module:
    """The module with loops that can count registers doing so, each variable under a name of its own.

    `arrays` has the number of the first register of each array.
    """
    numbers = itertools.count(1)
    functions = {
        name: replace(one, body=_with_moved_loops(one, arrays, numbers))
        for name, one in module.functions.items()
    }
    return replace(module, functions=functions)


def _with_moved_loops(function: ir.Function, arrays: Mapping[str, int], numbers: Iterator[int]) -> ir.Block:
    """The statements of a function, with each loop that can count registers doing so."""
    loops = [node for node in nodes(function.body) if isinstance(node, ir.For)]
    own = {loop.name for loop in loops if _only_in_loops(function, loop.name, loops)}

    def change(statement: ir.Statement) -> ir.Block | None:
        if not isinstance(statement, ir.For) or statement.name not in own:
            return None
        distance = _distance(statement, arrays)
        if distance is None:
            return None
        name = f"pointer {next(numbers)}"
        shift = constant(distance)
        body = substitute(statement.body, {statement.name: minus(ir.Read(name), shift)})
        start, stop = plus(statement.start, shift), plus(statement.stop, shift)
        short = statement.short and _not_negative(start if statement.step > 0 else stop, distance)
        return (replace(statement, name=name, start=start, stop=stop, body=body, short=short),)

    return rewritten(function.body, change)


def _not_negative(lower: ir.Expression, distance: int) -> bool:
    """Whether the lower end of a loop is not negative after it was moved by a distance. Before it was not."""
    return not lower.value.negative if isinstance(lower, ir.Constant) else distance >= 0


def _distance(loop: ir.For, arrays: Mapping[str, int]) -> int | None:
    """How far from the variable every element in a loop lies. None when the variable is no pointer."""
    if affine(loop.start) is None or affine(loop.stop) is None:
        return None
    if any(isinstance(node, ir.Call | ir.Ask) for node in nodes(loop.body)):
        return None
    if loop.name in names_in(loop.body, ir.Name, ir.For):
        return None
    distances: set[int] = set()
    own = 0
    for node in nodes(loop.body):
        if isinstance(node, ir.Element):
            place = affine(plus(constant(arrays[node.array]), node.index))
            if place is None or (place.factors and place.factors != ((loop.name, 1),)):
                return None
            if place.factors:
                distances.add(place.constant)
                own += 1
            elif place.constant > LAST_NAMED:
                return None
    used = names_in(loop.body, ir.Read)
    return distances.pop() if len(distances) == 1 and own == used[loop.name] else None


def only_points(loop: ir.For, address: Callable[[ir.Element], ir.Expression]) -> bool:
    """Whether the variable of a loop is read only as the number of a register, at least once."""
    own = [node for node in nodes(loop.body) if isinstance(node, ir.Element)
           and address(node) == ir.Read(loop.name)]  # fmt: skip
    return bool(own) and names_in(loop.body, ir.Read)[loop.name] == len(own)


def _only_in_loops(function: ir.Function, name: str, loops: list[ir.For]) -> bool:
    """Whether a name is used inside its own loops only, which are not inside each other's."""
    own = [loop.body for loop in loops if loop.name == name]
    everywhere, inside = (names_in(one, ir.Read, ir.Name) for one in (function.body, tuple(own)))
    return everywhere[name] == inside[name]
