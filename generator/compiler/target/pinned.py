"""A register pinned to I in a module with computed indices, which need I too: during a run its value is kept
elsewhere.

Each entry point begins by moving the value out of I, and moves it back before it ends.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.target.storage import NAMED, POINTER, used_lengths
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import rewritten
from generator.compiler.tree.substitution import replaced_node


def with_free_pointer(module: ir.Module) -> ir.Module:
    """The module with I free for indices while it runs."""
    name = next((one.name for one in module.registers.values() if one.at == POINTER), None)
    if name is None or not (_beyond(module) or any(_computed(one.body) for one in module.functions.values())):
        return module
    shadow = f"{name} meanwhile"
    registers = {**module.registers, shadow: ir.Register(shadow)}
    called = {node.function for one in module.functions.values() for node in nodes(one.body)
              if isinstance(node, ir.Call)}  # fmt: skip
    functions: dict[str, ir.Function] = {}
    for function in module.functions.values():
        body = replaced_node(function.body, ir.Read(name), ir.Read(shadow))
        inside = replace(function, body=replaced_node(body, ir.Name(name), ir.Name(shadow)))
        if function.label is None:
            functions[function.name] = inside
        elif function.name not in called:
            functions[function.name] = _entry(inside, name, shadow)
        else:
            functions[function.name] = replace(inside, label=None)
            outer = replace(function, name=f"{function.name} from outside", body=_calling(function))
            functions[outer.name] = _entry(outer, name, shadow)
    return replace(module, registers=registers, functions=functions)


def _beyond(module: ir.Module) -> bool:
    """Whether elements may stand above R.9, where I reaches them even if the index is known."""
    lengths = used_lengths(module)
    bodies = tuple(one.body for one in module.functions.values())
    names = {node.name for node in nodes(bodies) if isinstance(node, ir.Name | ir.Read | ir.For)}
    ends = [(module.arrays[name].at or 0) + length for name, length in lengths.items()]
    named = len(names) + len(module.registers) + sum(len(one.parameters) for one in module.functions.values())
    return bool(lengths) and max(*ends, sum(lengths.values()) + named) > len(NAMED)


def _computed(piece: object) -> bool:
    """Whether an index in a piece has to be computed."""
    return any(
        isinstance(node, ir.Element) and not isinstance(node.index, ir.Constant) for node in nodes(piece)
    )


def _calling(function: ir.Function) -> ir.Block:
    """The body of a function that only calls another function."""
    call = ir.Call(function.name, tuple(map(ir.Read, function.parameters)), place=function.place)
    return (ir.Return((call,)),) if function.results == 1 else _several(call, function.results)


def _several(call: ir.Call, count: int) -> ir.Block:
    if not count:
        return (ir.Evaluate(call),)
    names = [f"result {number}" for number in range(count)]
    return ir.Unpack(tuple(map(ir.Name, names)), call), ir.Return(tuple(map(ir.Read, names)))


def _entry(function: ir.Function, name: str, shadow: str) -> ir.Function:
    """An entry point that takes the value out of I and puts it back."""
    take = ir.Assign((ir.Name(shadow),), (ir.Read(name),), place=function.place)
    give = ir.Assign((ir.Name(name),), (ir.Read(shadow),), place=function.place)

    def returning(statement: ir.Statement) -> ir.Block | None:
        if not isinstance(statement, ir.Return):
            return None
        values = statement.values
        if not any(isinstance(node, ir.Element | ir.Call | ir.Ask) for node in nodes(values)):
            return give, statement
        names = [f"result {number}" for number in range(len(values))]
        kept = ir.Assign(tuple(map(ir.Name, names)), values, place=statement.place)
        return kept, give, replace(statement, values=tuple(map(ir.Read, names)))

    body = rewritten(function.body, returning)
    return replace(function, body=(take, *body, give))
