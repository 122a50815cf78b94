"""Elements that one pass of a loop gives and uses, and no other pass, are held in a local.

    for i in range(n):                      for i in range(n):
        a[i] = x % 10                           digit = x % 10
        s += a[i] * a[i]                        s += digit * digit

What a condition decided is not asked again: `if c: (m = 1)` and `if m == 0: WORK` after `m = 0` become
`if c: ... else: WORK`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import FormRefused, is_own
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import Piece, changed_names, leaves, names_in, nodes, with_parts
from generator.compiler.tree.relations import HOLDS
from generator.compiler.tree.rewriting import rewritten, single, unused_name
from hp15c.numbers.number import Number

Constants = dict[str, Number]


def hold_elements(candidate: Candidate, function: str) -> Candidate:
    """The candidate with locals for the elements that only one pass of a loop of the function uses.

    FormRefused where it has none.
    """
    made = candidate
    for array in candidate.module.arrays:
        body = made.module.functions[function].body
        for loop in body:
            if isinstance(loop, ir.For) and _is_held(array, loop, body, made.module):
                name = unused_name(f"one_{array}", body, made.module)
                inside = _with_local(loop.body, ir.Element(array, ir.Read(loop.name)), name)
                changed = tuple(replace(one, body=inside) if one is loop else one for one in body)
                told = f"elements of {array} are used in the pass that gives them only"
                made = made.with_body(function, changed, told)
                break
    if made is candidate:
        raise FormRefused("every element is used in another pass than the one that gives it")
    decided = without_decided(made.module.functions[function].body, made.module)
    return made.with_body(function, decided)


def _is_held(array: str, loop: ir.For, body: ir.Block, module: ir.Module) -> bool:
    """Whether all uses of an array stand in a loop at its variable, and each pass first gives the element."""
    element = ir.Element(array, ir.Read(loop.name))
    uses = [one for one in nodes(module.bodies) if isinstance(one, ir.Element) and one.array == array]
    inside = [one for one in nodes(loop.body) if isinstance(one, ir.Element) and one.array == array]
    if not uses or len(inside) != len(uses) or any(one != element for one in uses):
        return False
    if module.arrays[array].at is not None or not is_own(loop, body, module):
        return False
    first = next(one for one in loop.body if any(node == element for node in nodes(one)))
    given = single(first)
    return given is not None and given[0] == element and all(node != element for node in nodes(given[1]))


def _with_local(piece: Piece, element: ir.Element, name: str) -> Piece:
    """A piece with a local in the place of an element."""
    made: object = piece
    if isinstance(piece, ir.Assign):
        targets = tuple(ir.Name(name) if one == element else one for one in piece.targets)
        made = replace(piece, targets=targets)
    change = partial(_with_local, element=element, name=name)
    return cast(Piece, ir.Read(name) if made == element else with_parts(made, change))


def without_decided(body: ir.Block, module: ir.Module) -> ir.Block:
    """A function's body without conditions that the one before has decided, and unread constants."""
    body = _join_decided(body, module)
    read = names_in(body, ir.Read).keys() | module.registers.keys()

    def drop(one: ir.Statement) -> ir.Block | None:
        given = single(one)
        unread = given is not None and isinstance(given[0], ir.Name) and given[0].name not in read
        return () if unread and given is not None and isinstance(given[1], ir.Constant) else None

    return rewritten(body, drop)


def _join_decided(block: ir.Block, module: ir.Module) -> ir.Block:
    made: list[ir.Statement] = []
    before = after = Constants()
    for one in block:
        one = with_parts(one, partial(_join_decided, module=module), ("body", "orelse"))
        joined = _join_both(made[-1], one, before, module) if made else None
        if joined is None:
            made, before = [*made, one], after
        else:
            made[-1] = joined
        after = _known_after(made[-1:], before, module)
    return tuple(made)


def _join_both(
    first: ir.Statement, second: ir.Statement, known: Constants, module: ir.Module
) -> ir.If | None:
    """Two conditions as one where the first decides the second, differently on its two ways."""
    if not isinstance(first, ir.If) or not isinstance(second, ir.If) or leaves((first,)):
        return None
    ways = (first.body, first.orelse)
    decided = [_decide(second.test, _known_after(way, known, module)) for way in ways]
    if None in decided or decided[0] == decided[1]:
        return None
    body, orelse = (
        (*way, *(second.body if holds else second.orelse)) for way, holds in zip(ways, decided, strict=True)
    )
    return replace(first, body=body, orelse=orelse)


def _decide(test: ir.Condition, known: Constants) -> bool | None:
    """Whether a comparison of a name with a constant holds, None where the name's value is not known."""
    match test:
        case ir.Compare(ir.Read(name), relation, ir.Constant(value)) if name in known:
            return HOLDS[relation](known[name], value)
    return None


def _known_after(block: Sequence[ir.Statement], known: Constants, module: ir.Module) -> Constants:
    """The constants that names have after some statements."""
    for one in block:
        changed = changed_names(one, module)
        known = {name: value for name, value in known.items() if name not in changed}
        given = single(one)
        if given is not None and isinstance(given[0], ir.Name) and isinstance(given[1], ir.Constant):
            known[given[0].name] = given[1].value
    return known
