"""Equal code written once: a loop's body as the special case of another one, by facts that hold there."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.dependences.relations import Space
from generator.compiler.dependences.units import Unit, region
from generator.compiler.loops.facts import Fact, known_value
from generator.compiler.loops.nests import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from hp15c.numbers.number import ZERO


def conjuncts(condition: ir.Condition) -> tuple[ir.Condition, ...]:
    """The parts of an `and`. A condition that is none is its only part."""
    return condition.conditions if isinstance(condition, ir.And) else (condition,)


def all_of(conditions: tuple[ir.Condition, ...]) -> ir.Condition:
    """The condition that all of some hold."""
    return conditions[0] if len(conditions) == 1 else ir.And(conditions)


def pure(condition: ir.Condition) -> bool:
    """Whether a condition only reads, so that its parts may be tried in any order."""
    return not any(
        isinstance(node, ir.Call | ir.Ask)
        or (isinstance(node, ir.Operation) and node.name not in ("add", "sub", "mul", "neg", "abs"))
        for node in nodes(condition)
    )


def strengthen(
    body: ir.Block, module: ir.Module, test: ir.If, wanted: tuple[ir.Condition, ...]
) -> tuple[ir.If, tuple[Fact, ...]]:
    """An `if` of a function's body with added conditions that hold there anyway, and the facts that show it.

    FormRefused when one of the wanted conditions is not known to hold.
    """
    inner = region(body, module)
    space = Space(inner)
    unit = next((one for one in inner.units if one.statement is test), None)
    if unit is None:
        raise FormRefused("the condition is not a unit of its own")
    have = conjuncts(test.test)
    missing = [one for one in wanted if one not in have]
    facts = tuple(_fact(space, unit, one) for one in missing)
    ordered = [one for one in wanted if one in missing or one in have]
    rest = [one for one in have if one not in wanted]
    return replace(test, test=all_of((*ordered, *rest))), facts


def _fact(space: Space, unit: Unit, condition: ir.Condition) -> Fact:
    """The fact after `element == constant`."""
    match condition:
        case ir.Compare(ir.Element() as element, "==", ir.Constant(value)):
            fact = known_value(space, unit, element)
            if fact is not None and fact.value == value:
                return fact
            raise FormRefused(f"{element.array} is not known to be {value} at {unit.name}")
    raise FormRefused(f"a condition of the other loop is not known to hold at {unit.name}")


def unite(first: ir.Block, special: ir.Block, second: ir.Block, is_first: ir.Condition) -> ir.Block:
    """Two blocks as one. Equal statements stand once.

    Statements that differ stand under an `if` on `is_first` (first or second).

    `special` is the second block in the form that it has where the first one runs. The two are compared in
    this form.
    """
    if len(first) != len(second):
        return (ir.If(is_first, first, second),)
    result: list[ir.Statement] = []
    for one, there, other in zip(first, special, second, strict=True):
        result.append(other if one == there else ir.If(is_first, (one,), (other,)))
    return tuple(result)


def is_zero(expression: ir.Expression) -> bool:
    """Whether an expression is the constant 0."""
    return isinstance(expression, ir.Constant) and expression.value == ZERO
