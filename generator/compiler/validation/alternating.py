"""Tests whether the number of a pass is odd, where that chooses one of two numbers: the number alternates.

    for i in range(1, n):                    factor = 2
        if i % 2 == 1:                       for i in range(1, n):
            s += 4 * f(a + i * h)                factor = 6 - factor
        else:                                    s += factor * f(a + i * h)
            s += 2 * f(a + i * h)

Both ways are one assignment and differ in one number, or in + and −. This is a step from source to source: a
certificate says that it was made, and the checker makes it by the rules here.

The loop counts up by an odd number from a whole one that is not below 0, and no pass assigns its variable.
So the tests of two passes in a row differ. The new name begins with the number that the first pass does not
choose.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import leaves_complex_numbers, nodes
from generator.compiler.tree.rewriting import rewritten, unused_name, with_body
from hp15c.numbers.number import ONE, ZERO, Number
from hp15c.rules.number_functions import result

MOST_START: Final = 10**6
_SIGNS: Final = {"add": ONE, "sub": -ONE}
Pair = tuple[Number, Number]
"""Two numbers: in this order where the variable is odd and where it is even, or of one piece and another."""


def alternate(module: ir.Module) -> ir.Module:
    """The module with numbers that alternate in place of tests of the pass. The same one where there are no
    such tests.

    A function that calls itself would have to save the new name, and stays as it is.
    """
    if leaves_complex_numbers(module):
        return module
    for name, function in module.functions.items():
        if function.levels:
            continue
        body = rewritten(function.body, partial(_alternate, function=function, module=module))
        module = module if body is function.body else with_body(module, name, body)
    return module


def _alternate(loop: ir.Statement, function: ir.Function, module: ir.Module) -> ir.Block | None:
    """A loop with a number that alternates, after where it begins. None for no such loop, or several."""
    if not isinstance(loop, ir.For) or loop.step < 1 or loop.step % 2 == 0 or loop.name in module.registers:
        return None
    start = affine(loop.start)
    assigned = {one.name for one in nodes(loop.body) if isinstance(one, ir.Name | ir.For)}
    if start is None or start.factors or not 0 <= start.constant <= MOST_START or loop.name in assigned:
        return None
    name = unused_name("factor", (function.body, loop, *map(ir.Name, function.parameters)), module)
    found = (_choose(one, loop.name, name) for one in nodes(loop.body))
    pairs = {pair for _, pair in filter(None, found)}
    turn = _turn(name, *next(iter(pairs))) if len(pairs) == 1 else None
    if turn is None:
        return None
    [(odd, even)] = pairs

    def change(one: ir.Statement) -> ir.Block | None:
        made = _choose(one, loop.name, name)
        return None if made is None else (made[0],)

    begin = ir.Constant(even if start.constant % 2 else odd)
    first, each = (ir.Assign((ir.Name(name),), (value,), place=loop.place) for value in (begin, turn))
    return first, replace(loop, body=(each, *rewritten(loop.body, change)))


def _turn(name: str, odd: Number, even: Number) -> ir.Expression | None:
    """What makes of either number the other one. None where their sum or a difference has too many digits."""
    if odd == -even:
        return ir.Operation("neg", (ir.Read(name),))
    added = result("+", odd, even)
    if added is None or added[1]:
        return None
    ((both,), _) = added
    if result("−", both, odd) != ((even,), False) or result("−", both, even) != ((odd,), False):
        return None
    return ir.Operation("sub", (ir.Constant(both), ir.Read(name)))


def _choose(one: ir.Node, variable: str, name: str) -> tuple[ir.Assign, Pair] | None:
    """The assignment that a test of a variable chooses with a name for a number, and the numbers. None where
    it is another test, or its ways differ otherwise.
    """
    match one:
        case ir.If(test=test, body=(ir.Assign() as first,), orelse=(ir.Assign() as second,)) if (
            first.targets == second.targets and len(first.values) == len(second.values) == 1
        ):
            odd = _is_odd(test, variable)
            made = _join(first.values[0], second.values[0], name)
            if odd is not None and made is not None:
                value, pair = made
                return replace(first, values=(value,)), pair if odd else pair[::-1]
    return None


def _is_odd(test: ir.Condition, variable: str) -> bool | None:
    """Whether a test holds where a variable is odd. False where it is even, None for another test."""
    match test:
        case ir.Not(condition=inner):
            found = _is_odd(inner, variable)
            return None if found is None else not found
        case ir.Compare(
            left=ir.Operation(name="mod", operands=(ir.Read(name=name), ir.Constant(value=two))),
            relation="==" | "!=" as relation,
            right=ir.Constant(value=rest),
        ) if name == variable and two == ONE + ONE and rest in (ZERO, ONE):
            return (rest == ONE) == (relation == "==")
    return None


def _join(one: ir.Expression, other: ir.Expression, name: str) -> tuple[ir.Expression, Pair] | None:
    """One expression for two that differ at one place: it reads a name there, and has two numbers for it.

    None where both are the same, or differ in another way.
    """
    match one, other:
        case ir.Constant(value=first), ir.Constant(value=second) if first != second:
            return ir.Read(name, place=one.place), (first, second)
        case (
            ir.Operation(name="add" | "sub" as word, operands=(left, right)),
            ir.Operation(name="add" | "sub" as opposite, operands=pair),
        ) if word != opposite and (left, right) == pair:
            added = ir.Operation("mul", (ir.Read(name), right), place=one.place)
            joined = ir.Operation("add", (left, added), place=one.place)
            return joined, (_SIGNS[word], _SIGNS[opposite])
        case ir.Operation(operands=ours), ir.Operation(operands=theirs) if replace(
            one, operands=()
        ) == replace(other, operands=()) and len(ours) == len(theirs):
            differing = [at for at, pair in enumerate(zip(ours, theirs, strict=True)) if pair[0] != pair[1]]
            at = differing[0] if len(differing) == 1 else None
            made = None if at is None else _join(ours[at], theirs[at], name)
            if at is not None and made is not None:
                return replace(one, operands=(*ours[:at], made[0], *ours[at + 1 :])), made[1]
    return None
