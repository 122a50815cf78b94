"""Elements of different arrays that get numbers: first the one that was used last, to which I still points.

if a[i] == b[k]:                        if a[i] == b[k]:
    a[i] = 11                               b[k] = 10
    b[k] = 10                               a[i] = 11
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import cast

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import Piece, nodes, with_parts
from generator.compiler.tree.rewriting import single


def with_stores_in_order(module: ir.Module) -> ir.Module:
    """The module in which a condition's last element comes first among those that get numbers after it."""
    if not module.arrays:
        return module
    functions = {
        name: replace(one, body=_put_in_order(one.body, module)) for name, one in module.functions.items()
    }
    return replace(module, functions=functions)


def _put_in_order(piece: Piece, module: ir.Module) -> Piece:
    made = with_parts(piece, partial(_put_in_order, module=module))
    if not isinstance(made, ir.If):
        return made
    last = next((one for one in reversed(list(nodes(made.test))) if isinstance(one, ir.Element)), None)
    given = [_number_given(one) for one in made.body]
    stored = [one for one in takewhile(lambda one: one is not None, given) if one is not None]
    pinned = any(module.arrays[one.array].at is not None for one in stored)
    if last not in stored or pinned or len({one.array for one in stored}) < len(stored):
        return cast(Piece, made)
    place = stored.index(last)
    body = (made.body[place], *made.body[:place], *made.body[place + 1 :])
    return cast(Piece, replace(made, body=body))


def _number_given(statement: ir.Statement) -> ir.Element | None:
    """The element to which a statement gives a number, with a sum of names as its index. None for others."""
    match single(statement):
        case (ir.Element(index=index) as element, ir.Constant()) if affine(index) is not None:
            return element
    return None
