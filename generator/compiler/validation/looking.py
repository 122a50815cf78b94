"""Loops that look for an element: whether there is one does not depend on the order of the passes.

    for j in range(n):
        if a[j] == x:
            return 1

All ways out of such a loop are one and the same: the same constants are assigned, or returned. No pass
leaves anything else to another one or to what follows. The other order may come to passes that the source
never begins. So no pass may fail, overflow or take long: each index is known to be in its array, and the
variable of the loop is part of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine
from generator.compiler.tree.nodes import names_in, nodes

_CANNOT_OVERFLOW: Final = frozenset(("neg", "abs", "intpart", "frac"))
_PARTS: Final = (ir.Assign, ir.Name, ir.Constant, ir.Read, ir.Element, ir.If, ir.For, ir.Break, ir.Continue)
_TESTS: Final = (ir.Return, ir.Compare, ir.Not, ir.And, ir.Or, ir.Truth)
MOST_PASSES: Final = 100
"""A loop within one that looks for an element has no more passes, to be short in any order."""
_OF_THE_END: Final = (ir.Assign, ir.Name, ir.Constant, ir.Break, ir.Return)
Limits = tuple[int, int]
"""The least and the largest value of a whole number."""


def ways_out(block: ir.Block, inner: bool = False) -> Iterator[ir.Block]:
    """The blocks that end a loop, from its body. In an `inner` loop `break` does not."""
    for one in block:
        if isinstance(one, ir.Return) or (isinstance(one, ir.Break) and not inner):
            yield block
        elif isinstance(one, ir.If):
            yield from (*ways_out(one.body, inner), *ways_out(one.orelse, inner))
        elif isinstance(one, ir.For | ir.While):
            yield from ways_out(one.body, True)


def only_looks(module: ir.Module, function: ir.Function, loop: ir.For) -> bool:
    """Whether a loop with a way out only looks for an element, in passes of which each may come first."""
    found = [*ways_out(loop.body)]
    end = found[0]
    given = names_in(end, ir.Name)
    inside = [one for one in nodes(loop.body) if isinstance(one, ir.Name | ir.For | ir.Read)]
    return (
        all(one == end for one in found)
        and all(
            isinstance(one, ir.Assign | ir.Name | ir.Constant | ir.Break | ir.Return) for one in nodes(end)
        )
        and sum(one.name in given for one in inside) == len(found) * sum(given.values())
        and any(isinstance(one, ir.Element) and _reads(one.index, loop.name) for one in nodes(loop.body))
        and _never_fails(module, function, loop.body)
    )


def _reads(piece: object, name: str) -> bool:
    return any(one == ir.Read(name) for one in nodes(piece))


def _never_fails(module: ir.Module, function: ir.Function, piece: object) -> bool:
    """Whether nothing in a piece of a function can fail or overflow, and its loops are short."""
    within = _Limits(module, frozenset())
    for one in nodes(piece):
        match one:
            case ir.Element(array=array, index=index):
                limits = within.of(index, function)
                if limits is None or limits[0] < 0 or limits[1] >= module.arrays[array].length:
                    return False
            case ir.Operation(name=name):
                if name not in _CANNOT_OVERFLOW and within.of(one, function) is None:
                    return False
            case ir.For(name=name):
                limits = within.of_name(name, function)
                if limits is None or limits[1] - limits[0] > MOST_PASSES:
                    return False
            case ir.Node() if not isinstance(one, (*_PARTS, *_TESTS)):
                return False
    return True


class _Limits:
    """The limits of whole numbers that are variables of loops, or parameters that get such numbers.

    `asked` are the names that are being looked up, each with its function.
    """

    def __init__(self, module: ir.Module, asked: frozenset[tuple[str, str]]) -> None:
        self.module, self.asked = module, asked

    def of(self, value: ir.Expression, function: ir.Function) -> Limits | None:
        """The limits of a sum in a function. None where they are not known."""
        total = affine(value)
        return None if total is None else self._of_sum(total, function)

    def _of_sum(self, total: Affine, function: ir.Function) -> Limits | None:
        low = high = total.constant
        for name, factor in total.factors:
            limits = self.of_name(name, function)
            if limits is None:
                return None
            ends = [factor * one for one in limits]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def of_name(self, name: str, function: ir.Function) -> Limits | None:
        """The limits of a name in a function."""
        key = (function.name, name)
        assigned = any(one == ir.Name(name) for one in nodes(function.body))
        if assigned or key in self.asked or name in self.module.registers:
            return None
        inner = _Limits(self.module, self.asked | {key})
        loops = [one for one in nodes(function.body) if isinstance(one, ir.For) and one.name == name]
        found = [inner._of_variable(one, function) for one in loops]
        if name in function.parameters:
            found += inner._of_arguments(name, function)
        known = [one for one in found if one is not None]
        if not known or len(known) < len(found):
            return None
        return min(low for low, _ in known), max(high for _, high in known)

    def _of_variable(self, loop: ir.For, function: ir.Function) -> Limits | None:
        first, stop = self.of(loop.start, function), self.of(loop.stop, function)
        if first is None or stop is None or loop.counter:
            return None
        return (first[0], stop[1] - 1) if loop.step > 0 else (stop[0] + 1, first[1])

    def _of_arguments(self, name: str, function: ir.Function) -> list[Limits | None]:
        """The limits of what each call gives a parameter. None among them for what is not known."""
        at = function.parameters.index(name)
        found: list[Limits | None] = [None] if function.label is not None else []
        for caller in self.module.functions.values():
            for one in nodes(caller.body):
                if isinstance(one, ir.Call) and one.function == function.name:
                    found.append(None if one.by else self.of(one.arguments[at], caller))
        return found
