"""Values that an `assume` fixes: `assume(length == 4)` puts 4 in the place of `length` after it."""

from __future__ import annotations

from generator.compiler.loops.candidates import Candidate
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import changed_names
from generator.compiler.tree.substitution import substitute


def put_in_assumed_values(candidate: Candidate, function: str) -> Candidate:
    """The candidate with the values that `assume` fixes in a function put in."""
    body, names = with_assumed_values(candidate.module.functions[function].body, candidate.module)
    if not names:
        return candidate
    told = f"{function}: {', '.join(names)} is a constant, as assumed"
    return candidate.with_body(function, body, told)


def with_assumed_values(body: ir.Block, module: ir.Module) -> tuple[ir.Block, tuple[str, ...]]:
    """A function's body with the names that are assumed equal to a constant replaced, and their names.

    A name counts until it is assigned again.
    """
    values: dict[str, ir.Expression] = {}
    names: list[str] = []
    result: list[ir.Statement] = []
    for statement in body:
        changed = changed_names(statement, module)
        values = {name: value for name, value in values.items() if name not in changed}
        if isinstance(statement, ir.Assume):
            for name, value in _equalities(statement.condition):
                values[name] = value
                names.append(name)
            result.append(statement)
        else:
            result.append(substitute(statement, values) if values else statement)
    return tuple(result), tuple(names)


def _equalities(condition: ir.Condition) -> list[tuple[str, ir.Constant]]:
    match condition:
        case ir.Compare(ir.Read(name), "==", ir.Constant() as value):
            return [(name, value)]
        case ir.Compare(ir.Constant() as value, "==", ir.Read(name)):
            return [(name, value)]
        case ir.And(parts):
            return [one for part in parts for one in _equalities(part)]
    return []
