"""Questions about the compiler's tree: the names that statements read, assign and call."""

from __future__ import annotations

from generator.compiler.code.tables import MATRICES, MODE_SET, SETTING_ROWS, SUMS_HELD
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import callees_first, changed_names, nodes, read_names
from generator.language.operations import CHANGING_MATRICES, CHANGING_SUMS


def effects(module: ir.Module, name: str) -> tuple[set[str], set[str]]:
    """The registers that a function and those that it calls read, and those that they assign."""
    body, registers = module.functions[name].body, module.registers.keys()
    return set(read_names(body, module) & registers), set(changed_names(body, module) & registers)


def modes_set(module: ir.Module, name: str) -> set[str]:
    """The modes that a function, or one that it calls, may change. The matrices are one of them."""
    found: set[str] = set()
    for one in callees_first(module, [name]):
        for node in nodes(module.functions[one].body):
            if isinstance(node, ir.Setting):
                found.add(MODE_SET[SETTING_ROWS[node.name]])
            elif isinstance(node, ir.Operation):
                found |= {MATRICES} if node.name in CHANGING_MATRICES else set()
                found |= {SUMS_HELD} if node.name in CHANGING_SUMS else set()
    return found
