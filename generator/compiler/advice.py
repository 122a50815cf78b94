"""Refusals in words of the source: what a calculator has no instruction for, and what would make room."""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.compiler.target.calling import CALLING
from generator.compiler.tree.ir import KEPT, Call, Module, Operation, Setting
from generator.compiler.tree.nodes import nodes
from generator.language.matrix_lines import MATRIX_OPERATIONS, WITHOUT_MATRIX, step_of
from generator.language.operations import ANGLE_MODES, COMPLEX_OPERATIONS, KEYED, SETTINGS, keyed_lines
from hp15c.errors import Unsupported
from hp15c.table.models import Model


def check_words(module: Module, model: Model) -> None:
    """Raise Unsupported, with all lines, where a module uses words that a model has no instruction for."""
    found: dict[str, set[int]] = {}
    for node in nodes(module.bodies):
        if isinstance(node, Operation | Call | Setting) and (word := lacking_name(node, model)):
            found.setdefault(word, set()).update([node.place.line] if node.place else [])
    reasons = [
        f"it has no {word} (line {', '.join(map(str, sorted(lines)))})" for word, lines in found.items()
    ]
    if reasons:
        raise Unsupported(f"the HP-{model} cannot hold this program", [*reasons, "compile with --model 15C"])


def with_advice(refused: Unsupported, module: Module) -> Unsupported:
    """A refusal with what in the source would make room."""
    if KEPT in module.arrays:
        kept = module.arrays[KEPT].length
        told = f"functions that call themselves keep {kept} of these numbers in registers"
        instead = "a smaller number in `@recursive(...)` takes fewer"
        return Unsupported(refused.target, [*refused.reasons, f"{told}: {instead}"])
    found = re.search(r"registers up to (\d+) are wanted, .* leave room up to (\d+)", str(refused))
    if found and module.arrays:
        most = max(module.arrays.values(), key=lambda one: one.length)
        length = most.length - int(found[1]) + int(found[2])
        told = f"with `{most.name} = array({length})` the registers are enough"
        return Unsupported(refused.target, [*refused.reasons, told] if length > 0 else refused.reasons)
    return refused


def lacking_name(node: Operation | Call | Setting, model: Model) -> str:
    """The name of what a model lacks for a node. Empty where it lacks nothing."""
    if isinstance(node, Setting):
        row = (ANGLE_MODES | SETTINGS)[node.name]
        lines = ((row, "" if node.digits is None else str(node.digits)),)
        return "" if _has(lines, model) else f"flag {node.digits}"
    if isinstance(node, Call):
        row, _ = CALLING[node.by][0]
        return "" if _has(((row, "0"),), model) else row
    if node.name not in KEYED or _has(keyed_lines(node.name, ("A", "B", "C")), model):
        return ""
    if node.name in COMPLEX_OPERATIONS:
        return "complex numbers"
    return (
        "matrices" if node.name in MATRIX_OPERATIONS.keys() - WITHOUT_MATRIX else node.name.replace("_", " ")
    )


def _has(lines: Iterable[tuple[str, str]], model: Model) -> bool:
    return all(step_of(row, operand).exists_on(model) for row, operand in lines)
