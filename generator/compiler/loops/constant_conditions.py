"""Conditions on constants, decided when a program is compiled: loops that were written out leave many."""

from __future__ import annotations

from generator.compiler.loops.equal_bodies import all_of
from generator.compiler.tree import ir
from generator.compiler.tree.relations import HOLDS
from generator.compiler.tree.rewriting import rewritten


def decide(body: ir.Block) -> ir.Block:
    """A body in which conditions on constants are decided, and statements that never run are left out."""

    def change(statement: ir.Statement) -> ir.Block | None:
        if not isinstance(statement, ir.If):
            return None
        test = _simple(statement.test)
        if isinstance(test, ir.Truth):
            return statement.body if test.value else statement.orelse
        return (
            None
            if test == statement.test
            else (ir.If(test, statement.body, statement.orelse, place=statement.place),)
        )

    return rewritten(body, change)


def _simple(condition: ir.Condition) -> ir.Condition:
    match condition:
        case ir.Compare(ir.Constant(left), relation, ir.Constant(right)):
            return ir.Truth(HOLDS[relation](left, right))
        case ir.And(parts):
            rest = tuple(one for one in map(_simple, parts) if one != ir.Truth(True))
            if ir.Truth(False) in rest[:1]:
                return ir.Truth(False)
            return all_of(rest) if rest else ir.Truth(True)
    return condition
