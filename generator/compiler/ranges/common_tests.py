"""A condition that tests in a row have in common is tested once.

    if n == 1 or x < low:          if n == 1:                if n > 1 and x < low:          if n > 1:
        low = x                        low = x                   low = x                        if x < low:
    if n == 1 or x > high:             high = x              if n > 1 and x > high:                 low = x
        high = x                   else:                         high = x                       if x > high:
                                       if x < low:                                                  high = x
                                           low = x
                                       if x > high:
                                           high = x

What is tested earlier than before only compares numbers and names, and what is written twice is one
assignment of a number or a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import changed_names, names_in, nodes, with_parts

_ENDS: Final = (ir.Return, ir.Break, ir.Continue)
_PLAIN: Final = (ir.Read, ir.Constant)
_SHORT: Final = (ir.Name, ir.Read, ir.Constant)
Ways = tuple[ir.Block, ir.Block]
"""What is done where a condition holds, and where it does not."""


def share_tests(module: ir.Module) -> ir.Module:
    """The module with each condition tested once that tests in a row have in common."""
    change = partial(_in_block, module=module)
    functions = {name: replace(one, body=change(one.body)) for name, one in module.functions.items()}
    return replace(module, functions=functions)


def _in_block(block: ir.Block, module: ir.Module) -> ir.Block:
    made: ir.Block = ()
    for statement in reversed(block):
        inner = with_parts(statement, partial(_in_block, module=module), ("body", "orelse"))
        joined = _join(inner, made[0], module) if made else None
        made = (inner, *made) if joined is None else (joined, *made[1:])
    return block if made == block else made


def _join(first: ir.Statement, second: ir.Statement, module: ir.Module) -> ir.If | None:
    """One test of what two tests have in common. None where that is nothing, or the first changes it."""
    if not (isinstance(first, ir.If) and isinstance(second, ir.If)):
        return None
    if any(isinstance(one, _ENDS) for one in nodes(first)):
        return None
    others = dict(_conditions(second))
    for test, ways in _conditions(first):
        if test in others and changed_names(first, module).isdisjoint(names_in(test, ir.Read)):
            holds, fails = (one + other for one, other in zip(ways, others[test], strict=True))
            return replace(first, test=test, body=holds, orelse=fails)
    return None


def _conditions(one: ir.If) -> Iterator[tuple[ir.Condition, Ways]]:
    """The comparisons that a statement may begin with, each with the rest of it."""
    if not isinstance(one.test, ir.And | ir.Or):
        if _only_compares(one.test):
            yield one.test, (one.body, one.orelse)
        return
    parts, every = one.test.conditions, isinstance(one.test, ir.And)
    twice = one.orelse if every else one.body
    for at, test in enumerate(parts):
        if not _only_compares(test):
            return
        rest = parts[:at] + parts[at + 1 :]
        inner = replace(one, test=replace(one.test, conditions=rest) if len(rest) > 1 else rest[0])
        if _is_short(twice):
            yield test, ((inner,), twice) if every else (twice, (inner,))


def _only_compares(test: ir.Condition) -> bool:
    """Whether a condition compares numbers and names: one that computes may overflow."""
    return isinstance(test, ir.Compare) and all(isinstance(one, _PLAIN) for one in (test.left, test.right))


def _is_short(block: ir.Block) -> bool:
    """Whether a block is at most one assignment of a number or a name to a name."""
    given = [one for statement in block for one in nodes(statement) if one is not statement]
    return (
        len(block) <= 1
        and all(isinstance(one, ir.Assign) for one in block)
        and all(isinstance(one, _SHORT) for one in given)
    )
