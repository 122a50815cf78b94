"""Conditions: a jump when a condition holds, or when it does not."""

from __future__ import annotations

from generator.compiler.plain.buffer import Label
from generator.compiler.plain.expressions import CodeWriter, pure, value
from generator.compiler.tree import ir
from generator.compiler.tree.relations import MIRRORED, NEGATED, SIGNS
from hp15c.table.instructions import ROWS


def branch(writer: CodeWriter, condition: ir.Condition, target: Label, holds: bool) -> None:
    """Jump to a label when a condition holds (or, with `holds` False, when it does not)."""
    match condition:
        case ir.Truth(known):
            if known is holds:
                writer.buffer.jump(target)
        case ir.Not(inner):
            branch(writer, inner, target, not holds)
        case ir.And(parts) | ir.Or(parts):
            if isinstance(condition, ir.Or) is holds:
                for part in parts:
                    branch(writer, part, target, holds)
                return
            past = Label()
            for part in parts[:-1]:
                branch(writer, part, past, not holds)
            branch(writer, parts[-1], target, holds)
            writer.buffer.place(past)
        case ir.Compare():
            if tested(writer, condition, holds):
                writer.buffer.jump(target)
                return
            past = Label()
            written = tested(writer, condition, not holds)
            assert written, condition
            writer.buffer.jump(past)
            writer.buffer.jump(target)
            writer.buffer.place(past)


def tested(writer: CodeWriter, condition: ir.Compare, holds: bool) -> bool:
    """Add the operands and the test, so that the next line runs when the comparison holds (or does not).

    Returns False when the model has the test in no form. Then no line is written, and the opposite can be
    tested. Operands that cannot change their order are exchanged afterwards.
    """
    relation: ir.Relation = condition.relation if holds else NEGATED[condition.relation]
    left, right = condition.left, condition.right
    if _is_zero(left):
        left, right, relation = right, left, MIRRORED[relation]
    if _is_zero(right):
        return _written(writer, (left,), f"x{SIGNS[relation]}0")
    if _written(writer, (left, right), f"x{SIGNS[MIRRORED[relation]]}y"):
        return True
    if pure(left) and pure(right):
        return _written(writer, (right, left), f"x{SIGNS[relation]}y")
    return _written(writer, (left, right), f"x{SIGNS[relation]}y", swapped=True)


def _written(
    writer: CodeWriter, operands: tuple[ir.Expression, ...], name: str, *, swapped: bool = False
) -> bool:
    if ROWS[name].on(writer.model) is None:
        return False
    for below, operand in enumerate(operands):
        value(writer, operand, below)
    if swapped:
        writer.buffer.line("x↔y")
    writer.buffer.test(name)
    return True


def _is_zero(expression: ir.Expression) -> bool:
    return isinstance(expression, ir.Constant) and expression.value.is_zero
