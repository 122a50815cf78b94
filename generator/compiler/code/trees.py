"""Questions about the compiler's tree: the names that statements read, assign and call."""

from __future__ import annotations

from generator.compiler.tree import ir


def effects(module: ir.Module, name: str) -> tuple[set[str], set[str]]:
    """The registers that a function and those that it calls read, and those that they assign."""
    used: set[str] = set()
    assigned: set[str] = set()
    waiting, seen = [name], set()
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        body = module.functions[one].body
        used |= names_read(body) & set(module.registers)
        assigned |= names_assigned(body) & set(module.registers)
        waiting += calls(body)
    return used, assigned


def settings(module: ir.Module, name: str) -> set[str]:
    """The settings that a function, or one that it calls, may change, named as in the source."""
    found: set[str] = set()
    waiting, seen = [name], set()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            body = module.functions[one].body
            found |= {node.name for node in _walk(body) if isinstance(node, ir.Setting)}
            waiting += calls(body)
    return found


def _walk(tree: object) -> list[object]:
    """All nodes of a tree."""
    nodes: list[object] = []
    waiting = [tree]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, ir.Node):
            nodes.append(one)
            waiting += [getattr(one, slot) for slot in _fields(type(one))]
    return nodes


def _fields(kind: type) -> list[str]:
    return [name for name in kind.__dataclass_fields__ if name != "place"]  # type: ignore[attr-defined]


def names_read(body: ir.Block) -> set[str]:
    """The names that are read in statements."""
    return {one.name for one in _walk(body) if isinstance(one, ir.Read)}


def names_assigned(body: ir.Block) -> set[str]:
    """The names that are assigned in statements."""
    return {one.name for one in _walk(body) if isinstance(one, ir.Name | ir.For)}


def calls(body: ir.Block) -> list[str]:
    """The functions called in statements, once for each call."""
    return [one.function for one in _walk(body) if isinstance(one, ir.Call)]


def contains(body: ir.Block, kind: type[ir.Node]) -> bool:
    """Whether there is a node of a kind in statements."""
    return any(isinstance(one, kind) for one in _walk(body))


def count_of(body: ir.Block, kind: type[ir.Node]) -> int:
    """How many nodes of a kind there are in statements."""
    return sum(isinstance(one, kind) for one in _walk(body))
