"""Loops that count down what they use: the distance from their end.

    for i in range(n):                       for i in range(n, 0, -1):
        for j in range(n - 1 - i):               for j in range(i - 1):
        if i == n - 1:                           if i == 1:

The passes keep their order. DSE counts to 0 and needs no number for the end. Comparisons may be written anew,
because the variable and the end are whole, and so are the parts of their sums.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from generator.compiler.loops.nests import is_own
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant
from generator.compiler.tree.nodes import Piece, changed_names, names_in, nodes, with_parts
from generator.compiler.tree.relations import MIRRORED
from generator.compiler.tree.rewriting import rewritten, unused_name, with_body


def count_down(module: ir.Module) -> ir.Module:
    """The module with each loop counted down whose variable is only taken from its end."""
    for name, function in module.functions.items():
        change = partial(_counted_down, body=function.body, module=module)
        module = with_body(module, name, rewritten(function.body, change))
    return module


def _counted_down(loop: ir.Statement, body: ir.Block, module: ir.Module) -> ir.Block | None:
    """A loop of a function's body with its distance from the end as its variable.

    None where that does not fit. The end has to be a number, or a name that the loop does not change with or
    without a whole number added. A name as the end of a `range` is whole, so the sums are exact.
    """
    if not isinstance(loop, ir.For) or loop.step != 1 or not is_own(loop, body, module):
        return None
    start, stop = affine(loop.start), affine(loop.stop)
    if start is None or stop is None or start.factors or ir.Read(loop.name) not in nodes(loop.body):
        return None
    named = [factor for _, factor in stop.factors]
    if named not in ([], [1]) or stop.names & changed_names(loop.body, module):
        return None
    name = unused_name(f"{loop.name}_left", body, module)

    def change(piece: Piece) -> Piece:
        if (
            isinstance(piece, ir.Compare)
            and (test := _test_of_distance(piece, loop.name, stop, name)) is not None
        ):
            return cast(Piece, test)
        sum_of = affine(piece) if isinstance(piece, ir.Operation) else None
        rest = sum_of.plus(stop, -1) if sum_of is not None else None
        if rest is not None and rest.factors == ((loop.name, -1),):
            return cast(Piece, Affine(((name, 1),), rest.constant).expression())
        return cast(Piece, with_parts(piece, change))

    inside = change(loop.body)
    if loop.name in names_in(inside, ir.Read, ir.For):
        return None
    first = stop.plus(start, -1).expression()
    return (replace(loop, name=name, start=first, stop=constant(0), step=-1, body=inside),)


def _test_of_distance(test: ir.Compare, variable: str, stop: Affine, name: str) -> ir.Compare | None:
    """A comparison of a loop's variable with its end as one of the distance, `name`, with a number.

    None where it is another one.
    """
    left, right = affine(test.left), affine(test.right)
    if left is None or right is None:
        return None
    for rest, relation in (
        (left.plus(right, -1), MIRRORED[test.relation]),
        (right.plus(left, -1), test.relation),
    ):
        number = rest.plus(stop).plus(Affine(((variable, 1),)), -1)
        if not number.factors:
            return ir.Compare(ir.Read(name), relation, constant(number.constant))
    return None
